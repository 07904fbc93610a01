/** What every page is drawn with. */
import type { Account } from "../../model/records.ts";

export interface View {
  /** Of the request, for the mark on the link to where one is. */
  readonly path: string;
  /** The address people reach the service by, without a slash at the end. */
  readonly origin: string;
  /** Who is signed in. */
  readonly account: Account | null;
  readonly signupOpen: boolean;
  /** Stands in every form: `sessions.ts` says what it proves. */
  readonly csrf: string;
}
