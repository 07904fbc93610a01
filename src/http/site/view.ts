/** What every page is rendered with. */
import type { Account } from "../../model/records.ts";

export interface View {
  /** The path of the request, to mark the current page in the navigation. */
  readonly path: string;
  /** The public address of the service, without a slash at the end. */
  readonly origin: string;
  /** The account that is signed in. */
  readonly account: Account | null;
  readonly signupOpen: boolean;
  /** The CSRF token of every form. */
  readonly csrf: string;
}
