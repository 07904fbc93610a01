/** The navigation at the side. On a small screen it is folded, and opened by a button: a popover, which needs no script. */
import type { Child } from "hono/jsx";

const ID = "side-nav";

export function SideNav({ label, children }: { label: string; children?: Child }) {
  return <nav class="side" id={ID} popover="auto" aria-label={label}>{children}</nav>;
}

/** Shown where the navigation is folded. */
export function MenuButton() {
  return <button type="button" class="quiet menu" popovertarget={ID}>Menu</button>;
}
