/** What every page is rendered with. */
import type { KeyScope } from "../../model/access/key_scope.ts";
import type { Account } from "../../model/records.ts";

/** An entry of the navigation. */
export interface MenuEntry {
  readonly group: "Scores" | "Policies" | "Account";
  readonly href: string;
  readonly name: string;
  /** True: it is marked on the pages below it too. */
  readonly within?: true;
}

export interface View {
  /** The path of the request, to mark the current page in the navigation. */
  readonly path: string;
  /** The public address of the service, without a slash at the end. */
  readonly origin: string;
  /** The account that is signed in. */
  readonly account: Account | null;
  /** Of the key that the visitor signed in with; none for a visitor. */
  readonly scopes: readonly KeyScope[];
  readonly signupOpen: boolean;
  /** The navigation of the console. */
  readonly menu: readonly MenuEntry[];
  /** The CSRF token of every form. */
  readonly csrf: string;
}
