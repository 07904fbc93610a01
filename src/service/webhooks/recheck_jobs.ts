/** Queues what may change the verdict of a sign-up later, in the write that it follows from: a mailbox that is being asked, a label. */
import type { ScoreRecord } from "../../model/records.ts";
import type { ScoringContext, Services } from "../context.ts";
import type { Write } from "../../db/commit/write_batch.ts";
import { decisionOf } from "../score/decision.ts";
import type { ScoredRequest } from "../score/scored_request.ts";
import { type EventParts, NOTHING } from "./events.ts";

/** The kind of the lanes of rechecks. */
export const RECHECK_LANE = "recheck";
/** Rechecks of a kind that an account may have waiting; further ones are left out. */
const MAX_RECHECKS = 1000;

/** A recheck as it is queued, encrypted. */
export interface QueuedRecheck {
  readonly requestId: string;
  /** The address whose mailbox is being asked; absent: the ring of the sign-up was labelled. */
  readonly email?: string;
}

/** Of sign-ups whose e-mail address is still being verified. */
export function mailboxRechecks(
  services: Services,
  { caller: { account, key } }: ScoringContext,
  requests: readonly ScoredRequest[],
): EventParts {
  if (key.mode === "test" || !services.webhooks.events.wanted(account.id, "verdict.changed")) return NOTHING;
  let parts = NOTHING;
  for (const { subject, decisions, slot } of requests) {
    const email = subject === "user" ? decisionOf(decisions, "email") : undefined;
    if (email === undefined || !isPending(email.evaluation.component.unknown)) continue;
    const job = { requestId: slot.requestId, email: email.prepared.input.email.email };
    parts = withJob(services, parts, account.id, "mailbox", job);
  }
  return parts;
}

/** Of a sign-up that is labelled, or whose label is changed. */
export function ringRecheck(services: Services, record: ScoreRecord): EventParts {
  const isWanted = services.webhooks.events.wanted(record.account, "verdict.changed");
  if (!isWanted || record.mode === "test" || record.subject !== "user") return NOTHING;
  return withJob(services, NOTHING, record.account, "ring", { requestId: record.id });
}

/** Whether the mail server is still being asked, by the reasons of an e-mail component's nulls. */
export function isPending(unknown: Readonly<Record<string, string>>): boolean {
  return /^pending\b/.test(unknown["signals.mailbox_exists"] ?? "");
}

function withJob(
  { store, webhooks }: Services,
  parts: EventParts,
  account: string,
  cause: "mailbox" | "ring",
  job: QueuedRecheck,
): EventParts {
  const lane = { account, name: `${RECHECK_LANE}.${cause}` };
  const sealed = webhooks.secrets.seal.encrypt(JSON.stringify(job));
  const appended = store.queue.append(lane, { label: cause, sealed }, MAX_RECHECKS);
  const { set = [], add = [] }: Write = appended ?? store.queue.refused(lane);
  return { set: [...parts.set, ...set], add: [...parts.add, ...add], lanes: [...parts.lanes, lane] };
}
