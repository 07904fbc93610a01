/** Queues what may change the verdict of a sign-up later, in the commit that it follows from: a mailbox that is being asked, a label. */
import type { ScoreRecord } from "../../model/records.ts";
import type { ScoringContext, Services } from "../context.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import { decisionOf } from "../score/decision.ts";
import type { ScoredRequest } from "../score/scored_request.ts";

/** Of sign-ups whose e-mail address is still being verified. */
export function mailboxRechecks(
  { webhooks: { events, rechecks } }: Services,
  { caller: { account, key } }: ScoringContext,
  requests: readonly ScoredRequest[],
): Change {
  if (key.mode === "test" || !events.wanted(account.id, "verdict.changed")) return NO_CHANGE;
  return together(...requests.map(({ subject, decisions, pending: { requestId } }) => {
    const decision = subject === "user" ? decisionOf(decisions, "email") : undefined;
    if (decision === undefined || !isPending(decision.evaluation.component.unknown)) return NO_CHANGE;
    return rechecks.enqueue(account.id, { requestId, email: decision.prepared.input.email.email });
  }));
}

/** Of a sign-up that is labelled, or whose label is changed. */
export function ringRecheck({ webhooks: { events, rechecks } }: Services, record: ScoreRecord): Change {
  if (!events.wanted(record.account, "verdict.changed")) return NO_CHANGE;
  if (record.mode === "test" || record.subject !== "user") return NO_CHANGE;
  return rechecks.enqueue(record.account, { requestId: record.id });
}

/** Whether the mail server is still being asked, by the reasons of an e-mail component's nulls. */
export function isPending(unknown: Readonly<Record<string, string>>): boolean {
  return /^pending\b/.test(unknown["signals.mailbox_exists"] ?? "");
}
