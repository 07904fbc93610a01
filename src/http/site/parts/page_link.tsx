/** Links to pages that not everybody may read. */
import type { Child } from "hono/jsx";
import type { Action } from "../../../model/access/action.ts";
import type { View } from "../view.ts";

/** A link to a page of the console; its text alone for who may not read that page. @param reads what reading it is */
export function PageLink(props: { view: View; reads: Action; href: string; children?: Child }) {
  const { view, reads, href, children } = props;
  return view.mayOpen(reads) ? <a href={href}>{children}</a> : <>{children}</>;
}
