/**
 * What Winnow stores, a row of each kind of record: a new one is its own file and a line here. What restores check, what goes
 * with an account, where PostgreSQL has it, and how long anything is kept follow from the rows.
 */
import { Catalog } from "../db/catalog.ts";
import { type AnyKeyspace, FOREVER } from "../db/keyspace.ts";
import { POSTING_CHUNK, POSTINGS } from "../db/own_rows.ts";
import { ACCOUNT, ACCOUNT_EMAIL, ACCOUNT_NAME, API_KEY } from "./accounts.ts";
import { AGENT_ACTIVITY } from "./agents/activity.ts";
import { AGENT_DECISION } from "./agents/decisions.ts";
import { AGENT_NONCE } from "./agents/nonces.ts";
import { AGENT_POLICY, AGENT_POLICY_RULES } from "./agents/policies.ts";
import { RECEIPT_KEY } from "./agents/receipt_key.ts";
import { AGENT_SESSION } from "./agents/sessions.ts";
import { AUDIT } from "./audit.ts";
import { BACKTEST } from "./backtests.ts";
import { WEBHOOK_DELIVERY } from "./endpoints/deliveries.ts";
import { HOOK_EVENT } from "./endpoints/hook_events.ts";
import { HOOK_USE, HOOKS } from "./endpoints/hooks.ts";
import { QUEUE_COUNT, QUEUE_JOB, QUEUE_LANE, QUEUE_READY } from "./endpoints/lane_rows.ts";
import { WEBHOOK_NOTICE } from "./endpoints/notices.ts";
import { WEBHOOKS } from "./endpoints/webhooks.ts";
import { FEED_CHUNK, FEED_COPY, FEED_LEASE } from "./feed_copies.ts";
import { KEPT_CHUNK, KEPT_REQUEST } from "./kept_requests.ts";
import { ADDRESS_LABEL } from "./labels/address_labels.ts";
import { LABEL_UNDO } from "./labels/label_undos.ts";
import { LABEL, LABEL_HISTORY } from "./labels/labels.ts";
import { OPEN_REPORT } from "./labels/reports.ts";
import { QUOTA_SLICES } from "./limits/quota_slices.ts";
import { SLICE } from "./limits/rate_slices.ts";
import { LIMITS } from "./limits/shared_limits.ts";
import { LINKAGE } from "./linkage/counters.ts";
import { PLACE } from "./linkage/places.ts";
import { RING_NODE } from "./linkage/ring_forest.ts";
import { RING_KEY } from "./linkage/ring_keys.ts";
import { MAILBOX_ANSWER, MAILBOX_DUE, MAILBOX_JOB } from "./mailboxes.ts";
import { NOTE } from "./notes.ts";
import { MOVED, REPUTATION, REPUTATION_OF } from "./reputation/reputation_rows.ts";
import { RULE_CHUNK, RULES } from "./rules.ts";
import { SCORE_ENTRIES, SCORE_SEGMENTS } from "./scores/score_chunk.ts";
import { SECRET } from "./secret_record.ts";
import { SESSION, SESSION_OF } from "./sessions.ts";
import { DAY_COUNT } from "./sightings/day_counting.ts";
import { SIGHTING } from "./sightings/sighting.ts";
import { SIGHTING_LOG } from "./sightings/sighting_log.ts";
import { TRANSACTION } from "./transactions.ts";
import { USAGE } from "./usage.ts";

/** In this order they go with an account: what names chunks goes before these. An index of the database is among them. */
const ALL: readonly AnyKeyspace[] = [
  SECRET,
  RECEIPT_KEY,
  FEED_COPY,
  FEED_CHUNK,
  FEED_LEASE,
  LIMITS,
  SLICE,
  ACCOUNT,
  ACCOUNT_NAME,
  ACCOUNT_EMAIL,
  API_KEY,
  SESSION,
  SCORE_SEGMENTS,
  SIGHTING,
  SIGHTING_LOG,
  REPUTATION,
  MOVED,
  MAILBOX_ANSWER,
  MAILBOX_JOB,
  MAILBOX_DUE,
  USAGE,
  QUOTA_SLICES,
  SESSION_OF,
  SCORE_ENTRIES,
  DAY_COUNT,
  POSTINGS,
  POSTING_CHUNK,
  REPUTATION_OF,
  AUDIT,
  LABEL,
  LABEL_UNDO,
  BACKTEST,
  LABEL_HISTORY,
  NOTE,
  ADDRESS_LABEL,
  OPEN_REPORT,
  TRANSACTION,
  LINKAGE,
  RING_KEY,
  RING_NODE,
  PLACE,
  RULES,
  RULE_CHUNK,
  AGENT_POLICY,
  AGENT_POLICY_RULES,
  AGENT_NONCE,
  AGENT_DECISION,
  AGENT_SESSION,
  AGENT_ACTIVITY,
  HOOKS,
  HOOK_USE,
  HOOK_EVENT,
  WEBHOOKS,
  WEBHOOK_DELIVERY,
  WEBHOOK_NOTICE,
  QUEUE_JOB,
  QUEUE_READY,
  QUEUE_LANE,
  QUEUE_COUNT,
  KEPT_REQUEST,
  KEPT_CHUNK,
];

/** All keyspaces of the store, with those of the database. */
export const CATALOG = new Catalog(ALL);

/** Keyspaces whose keys begin with an account's id: all of them go when the account is forgotten, in this order. */
export const ACCOUNT_KEYSPACES = CATALOG.rows.filter(({ row }) => row.key[0] === "account");

/** Of which a filter in memory is kept. */
export const FILTERED = CATALOG.rows.filter(({ row }) => row.filtered);

/** After this time nothing that expires is left of what was stored before. */
export const LONGEST_LIFETIME_MS = Math.max(
  ...CATALOG.rows.map(({ lifetimeMs }) => lifetimeMs).filter((lifetimeMs) => lifetimeMs !== FOREVER),
);
