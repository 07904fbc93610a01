/** What service functions use for requests of people about their data. Constructed once, by app/app.ts. */
import type { Caller } from "../../model/records.ts";
import type { Mentions } from "../../records/privacy/erase_lists.ts";
import type { Erasure } from "../../records/privacy/erasures.ts";

/** Exactly one of them. */
export const PERSON_FIELDS = ["user_id", "email", "phone", "request_id"] as const;
export type PersonField = typeof PERSON_FIELDS[number];
export type PersonRequest = { readonly [Field in PersonField]?: string | undefined };

export interface PrivacyParts {
  /**
   * Begins an erasure; it is done when this resolves, or goes on when it takes long.
   * @throws AppError invalid_value, not_found, rate_limited
   */
  erase(caller: Caller, request: PersonRequest): Promise<Erasure>;
  /** @throws AppError not_found */
  get(caller: Caller, id: string): Promise<Erasure>;
  /** Until when backups may hold what was erased, in milliseconds since the epoch. */
  pendingUntil(erasure: Pick<Erasure, "at" | "endedAt">): number;
  /** Messages to and from the account that are about a person, and wait or are kept: events, and messages of hooks. */
  messages(account: string, mentions: Mentions): Promise<readonly unknown[]>;
}
