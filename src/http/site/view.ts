/** What every page is rendered with. */
import type { Action } from "../../model/access/action.ts";
import type { Role } from "../../model/access/role.ts";
import type { Who } from "../../model/access/who.ts";
import type { Account } from "../../model/records.ts";

/** An entry of the navigation. */
export interface MenuEntry {
  readonly group: "Scores" | "Policies" | "Team" | "Account";
  readonly href: string;
  readonly name: string;
  /** True: it is marked on the pages below it too. */
  readonly within?: true;
}

export interface GuardedEntry extends MenuEntry {
  /** What reading its page is. */
  readonly action: Action;
}

/** What sending the form at a path is; null: no form of the console is there. */
export type FormAction = (path: string) => Action | null;

export interface View {
  /** The path of the request, to mark the current page in the navigation. */
  readonly path: string;
  /** The public address of the service, without a slash at the end. */
  readonly origin: string;
  /** The account that is signed in. */
  readonly account: Account | null;
  /** The person, or the key; null for a visitor. */
  readonly who: Who | null;
  /** Of the person, or of the key that the visitor signed in with; null for a key with scopes and for a visitor. */
  readonly role: Role | null;
  /** Whether the visitor may send the form of this action: what may not be pressed is not drawn. */
  readonly may: (action: Action) => boolean;
  /** Whether the visitor may send the form at this path. */
  readonly maySend: (path: string) => boolean;
  /** Whether the visitor may read a page of this action. */
  readonly mayOpen: (action: Action) => boolean;
  readonly signupOpen: boolean;
  /** The navigation of the console: pages that the visitor may read. */
  readonly menu: readonly MenuEntry[];
  /** The CSRF token of every form. */
  readonly csrf: string;
}
