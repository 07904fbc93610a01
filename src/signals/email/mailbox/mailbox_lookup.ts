/** One look-up of a mailbox's answer: what is asked, on whose behalf, and where its answer is. */
import type { MailboxQuestion, MailDomain } from "./mailbox_worker.ts";

/** One spelling's question, the hash under which its answer is stored, and who asks. */
export interface Lookup {
  readonly account: string;
  readonly id: string;
  readonly question: MailboxQuestion;
}

/** Cache key of "the store has no answer for this id". */
export function missKey(id: string): string {
  return `miss ${id}`;
}

/** The exchanger by which the domain's mail provider is recognised. */
export function exchangeOf({ mx, domain }: MailDomain): string {
  return mx.find((record) => record.exchange !== "")?.exchange ?? domain;
}
