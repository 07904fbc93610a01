/**
 * Every key prefix of the store: what the keys below it are, which file of the store writes them, how long an entry is kept
 * at most, and whether a backup holds it. The prefixes are stored data: changing one needs a migration.
 */
import type { AuditEntry } from "../model/access/audit.ts";
import type { AgentRule } from "../model/agent_policy.ts";
import type { DayTotals } from "../model/day_counts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../model/duration.ts";
import type { Hook, HookUse } from "../model/endpoints/hook.ts";
import { type DistinctSet, MEMBER_DAYS, type Rate } from "../model/linkage/linkage.ts";
import type { Place } from "../model/linkage/place.ts";
import { RING_MS, type RingKey, type RingNode } from "../model/linkage/ring.ts";
import { type Account, type ApiKey, type OutcomeLabel, RETENTION_MS } from "../model/records.ts";
import type { Reporters } from "../model/reputation/reputation.ts";
import type { Reporter } from "../model/reputation/reporter.ts";
import type { Rule } from "../model/rules/rule.ts";
import { ENDED_MS, type Webhook } from "../model/endpoints/webhook.ts";
import { type Key, keyText } from "../db/engine.ts";
import {
  expiring,
  FOREVER,
  type KeyspaceRow,
  mostlyPermanent,
  permanent,
  transient,
} from "../db/keyspace.ts";
import type { ScoreEntry } from "../db/index/entry.ts";
import type { PostingManifest } from "../db/index/run.ts";
import type { LaneState, LeasedJob, QueuedJob } from "../db/queue/rows.ts";
import type * as stored from "./values.ts";

export const KEYS = {
  // schema.ts, store.ts, secret_record.ts, agents/receipt_key.ts, journal/
  schema: permanent<number, []>("meta", "schema"),
  secret: permanent<stored.SecretRecord, []>("meta", "secret"),
  receiptKey: permanent<stored.StoredReceiptKey, []>("meta", "receipt-key"),
  restoring: transient<number, []>(["meta", "restoring"]), // present while a restore writes into the store
  /** Of the frames of this journal the store has those up to the number; see `Applied`. */
  journal: transient<readonly [id: string, number: number, closed?: true], []>(["meta", "journal"]),
  ready: transient<number | Uint8Array, []>(["meta", "ready"]), // written by the readiness check
  /** What a process wrote last to see when a replica has it, by the process's monotonic clock. */
  replicaMark: transient<number, [process: string]>(["meta", "replica"]),

  // cluster/
  change: transient<readonly Key[], [id: string, number: string]>(["changes", "change"], 10 * MINUTE_MS),
  /** The number of its newest entry, and when that was written. */
  changeSequence: transient<readonly [head: number, at: number], [id: string]>(
    ["changes", "sequence"],
    10 * MINUTE_MS,
  ),
  // cluster/earlier_log.ts
  changeHead: transient<number, []>(["changes", "head"]),
  changeEntry: transient<string[][], [number: string]>(["changes", "entry"], HOUR_MS),
  /** Until when a process holds its number; below that, what else it says of itself. */
  process: transient<number | string, readonly [number: string, ...about: string[]]>(["process"], MINUTE_MS),
  limits: transient<readonly stored.StoredSpending[], [process: string, limiter: string, part: string]>(
    ["limits"],
    MINUTE_MS / 2,
  ),
  slice: transient<stored.StoredArrival, [limiter: string, key: string]>(["slice"], 2 * HOUR_MS),
  quotaSlices: expiring<stored.QuotaSlices, [account: string, month: string]>("quota-slices", 62 * DAY_MS),

  // cluster/feed_copies.ts; the source has them too, so no backup keeps them
  feedCopy: transient<stored.StoredFeedCopy, [name: string]>(["feed-copy"]),
  feedChunk: transient<Uint8Array, [name: string, token: string, at: string]>(["feed-chunk"], 400 * DAY_MS),
  /** Until when a node may fetch the feed. */
  feedLease: transient<number, [name: string]>(["feed-lease"], 5 * MINUTE_MS),

  // records/accounts.ts
  account: permanent<Account, [id: string]>("account"),
  /** The id of the account that has the name. */
  accountName: permanent<string, [name: string]>("account-name"),
  /** Older versions let an e-mail address have one account. No longer read or written. */
  accountEmail: permanent<string, [hash: string]>("account-email"),
  apiKey: permanent<ApiKey, [id: string]>("key"),
  /** A counter; records/usage.ts */
  usage: permanent<number, [account: string, month: string]>("usage"),
  // records/sessions.ts
  session: transient<stored.Session, [hash: string]>(["session"], 7 * DAY_MS),
  /** When the session was opened. */
  sessionOf: transient<number, [account: string, hash: string]>(["session-of"], 7 * DAY_MS),

  // commit/segment.ts
  segment: expiring<Uint8Array, [segment: string, chunk: string]>("segment", RETENTION_MS),
  /** An account's records in a segment, with their terms; the name is that of the first one's slot. */
  scoresOf: expiring<ScoreEntry, [account: string, slot: string]>("scores-of", RETENTION_MS),
  // schema.ts, day_counts.ts; the day from which all is counted; counts by day and run of a process
  countedFrom: permanent<number, []>("meta", "counted-from"),
  dayCount: expiring<DayTotals, [account: string, day: string, run: string]>("day-count", 181 * DAY_MS),
  // postings/; the runs of an account's index, and their chunks
  postings: permanent<PostingManifest, [account: string]>("postings"),
  postingChunk: expiring<Uint8Array, [account: string, run: string, place: string]>("posting", RETENTION_MS),
  // commit/sightings.ts; service-wide, or of one guest: see `seenAs`
  sighting: expiring<stored.Sighting, [kind: string, hash: string]>("sighting", 400 * DAY_MS),
  sightingLog: expiring<Uint8Array, [id: string, part: string]>(["sighting", "log"], 400 * DAY_MS),

  // records/histories.ts
  reputation: permanent<Reporters, [kind: string, hash: string]>("reputation"),
  /** What an account reported itself, where the list of the value does not hold it; a guest's expires. */
  reputationOf: mostlyPermanent<Reporter, [account: string, kind: string, hash: string]>("reputation-of"),
  // records/earlier_reputation.ts; the hash that the value's reputation moved to
  moved: expiring<string, [kind: string, hash: string]>("moved", 400 * DAY_MS),
  // records/audit.ts
  audit: expiring<AuditEntry, [account: string, id: string]>("audit", RETENTION_MS),
  // records/labels.ts
  label: expiring<OutcomeLabel, [account: string, id: string]>("label", RETENTION_MS),
  /** The newest labels of a score, oldest first. */
  labelHistory: expiring<readonly stored.LabelEvent[], [account: string, id: string]>(
    "label-history",
    RETENTION_MS,
  ),
  // records/notes.ts
  note: expiring<string, [account: string, id: string]>("note", RETENTION_MS),
  // cases/label_undos.ts
  labelUndo: transient<stored.StoredLabelUndo, [account: string, id: string]>(["label-undo"], DAY_MS),
  // backtests.ts; the newest one
  backtest: transient<stored.StoredBacktest, [account: string]>(["backtest"], HOUR_MS),
  // records/address_labels.ts
  addressLabel: expiring<stored.AddressLabel, [account: string, hash: string]>("address-label", RETENTION_MS),
  // records/reports.ts
  openReport: expiring<stored.ReportProgress, [account: string, report: string]>("open-report", DAY_MS),
  // records/transactions.ts; the request id of the newest score
  transaction: expiring<string, [account: string, hash: string]>("transaction", RETENTION_MS),
  // linkage/linkage.ts
  linkage: expiring<DistinctSet | Rate, [account: string, field: string, hash: string]>(
    "linkage",
    MEMBER_DAYS * DAY_MS,
  ),
  // linkage/rings.ts; what sign-ups share, and the nodes of rings by their oldest member
  ringKey: expiring<RingKey, [account: string, value: string]>("ring-key", RING_MS),
  ringNode: expiring<RingNode, [account: string, root: string]>("ring", RING_MS),
  // linkage/places.ts; what is usual in a network or at a domain
  place: expiring<Place, [account: string, place: string]>("place", RING_MS),
  // records/rules.ts
  rules: permanent<stored.RuleManifest, [account: string]>("rules"),
  ruleChunk: permanent<readonly Rule[], [account: string, chunk: string]>("rules-chunk"),

  // records/agent_*.ts
  agentPolicy: permanent<stored.AgentPolicyHead, [account: string]>("agent-policy"),
  agentPolicyRules: permanent<readonly AgentRule[], [account: string, chunk: string]>("agent-policy-rules"),
  /** When the signature may be forgotten; it is valid for a day at most and may begin a little in the future. */
  agentNonce: expiring<number, readonly string[]>("agent-nonce", 2 * DAY_MS),
  // agents/
  agentDecision: expiring<stored.StoredAgentDecision, [account: string, request: string]>(
    "agent-decision",
    RETENTION_MS,
  ),
  agentSession: expiring<stored.AgentSessionCount, [account: string, mode: string, hash: string]>(
    "agent-session",
    HOUR_MS,
  ),
  agentActivity: expiring<stored.AgentMinutes, [account: string, agent: string]>(
    "agent-activity",
    2 * HOUR_MS,
  ),

  // hooks/hooks.ts
  hooks: permanent<readonly Hook[], [account: string]>("hooks"),
  hookUse: permanent<HookUse, [account: string, hook: string]>("hook-use"),
  // hooks/hook_events.ts; longer than a signature is valid, a sender retries, and a message waits
  hookEvent: expiring<stored.HookEvent, [account: string, event: string]>("hook-event", 7 * DAY_MS),

  // idempotency/kept_requests.ts; answers hold what customers sent, so no backup keeps them for longer than the day
  keptRequest: transient<stored.KeptRequest, [account: string, hash: string]>(["idempotency"], DAY_MS),
  keptChunk: transient<Uint8Array, [account: string, token: string, chunk: string]>(
    ["idempotency-chunk"],
    DAY_MS,
  ),

  // records/mailboxes.ts; the times come from signals/email/mailbox/
  mailboxAnswer: expiring<stored.StoredAnswer, [id: string]>("mailbox_answer", 7 * DAY_MS),
  mailboxJob: expiring<LeasedJob, [id: string]>("mailbox_job", DAY_MS),
  /** An index of the jobs by the time that they are due. */
  mailboxDue: expiring<1, [group: string, time: string, id: string]>("mailbox_due", DAY_MS),

  // webhooks/
  webhooks: permanent<readonly Webhook[], [account: string]>("webhooks"),
  webhookDelivery: expiring<stored.EndedDelivery, [account: string, webhook: string, id: string]>(
    "webhook-delivery",
    ENDED_MS,
  ),
  webhookNotice: expiring<number, [account: string, name: string]>("webhook-notice", 40 * DAY_MS),

  // queue/; a lane is the queue of one webhook or hook
  queueJob: expiring<QueuedJob, [account: string, lane: string, time: string, id: string]>(
    "queue-job",
    7 * DAY_MS,
  ),
  /** The lane may have jobs. */
  queueReady: expiring<1, [account: string, lane: string]>("queue-ready", 7 * DAY_MS),
  queueLane: transient<LaneState, [account: string, lane: string]>(["queue-lane"], 2 * DAY_MS),
  /** Jobs that were appended, removed, and refused because the lane was full. */
  queueCount: permanent<number, [account: string, lane: string, part: "in" | "out" | "refused"]>(
    "queue-count",
  ),
} as const;

/** Keyspaces whose keys begin with an account's id: all of them go when the account is forgotten, in this order. */
export const ACCOUNT_KEYSPACES: readonly KeyspaceRow[] = [
  KEYS.usage,
  KEYS.quotaSlices,
  KEYS.sessionOf,
  KEYS.scoresOf,
  KEYS.dayCount,
  KEYS.postings,
  KEYS.postingChunk,
  KEYS.reputationOf,
  KEYS.audit,
  KEYS.label,
  KEYS.labelUndo,
  KEYS.backtest,
  KEYS.labelHistory,
  KEYS.note,
  KEYS.addressLabel,
  KEYS.openReport,
  KEYS.transaction,
  KEYS.linkage,
  KEYS.ringKey,
  KEYS.ringNode,
  KEYS.place,
  KEYS.rules,
  KEYS.ruleChunk,
  KEYS.agentPolicy,
  KEYS.agentPolicyRules,
  KEYS.agentNonce,
  KEYS.agentDecision,
  KEYS.agentSession,
  KEYS.agentActivity,
  KEYS.hooks,
  KEYS.hookUse,
  KEYS.hookEvent,
  KEYS.webhooks,
  KEYS.webhookDelivery,
  KEYS.webhookNotice,
  KEYS.queueJob,
  KEYS.queueReady,
  KEYS.queueLane,
  KEYS.queueCount,
  KEYS.keptRequest,
  KEYS.keptChunk,
];

/** After this time nothing that expires is left of what was stored before. */
export const LONGEST_LIFETIME_MS = Math.max(
  ...Object.values(KEYS).map(({ lifetimeMs }) => lifetimeMs).filter((lifetimeMs) => lifetimeMs !== FOREVER),
);

const ROWS: ReadonlyMap<string, KeyspaceRow> = new Map(
  Object.values(KEYS).map((row: KeyspaceRow) => [keyText(row.prefix), row]),
);

/** The row of the table that a key belongs to; null when this program writes no such key. */
export function keyspaceOf(key: Key): KeyspaceRow | null {
  return ROWS.get(keyText(key.slice(0, 2))) ?? ROWS.get(key[0]!) ?? null;
}

/** False for what a backup leaves out and a restore leaves alone. A key that is not known is data, so that nothing is lost. */
export function isData(key: Key): boolean {
  return keyspaceOf(key)?.backup ?? true;
}
