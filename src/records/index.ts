/**
 * What Winnow stores, a row of each kind of record: a new one is its own file, a row and a line of construction here. What restores check, what goes
 * with an account, where PostgreSQL has it, and how long anything is kept follow from the rows.
 */
import type { ChangeLog } from "../db/cluster/change_log.ts";
import type { ExactChanges } from "../db/cluster/exact_changes.ts";
import type { Peers } from "../db/cluster/peers.ts";
import type { Clock } from "../concurrency/clock.ts";
import { Catalog } from "../db/catalog.ts";
import type { Engine } from "../db/engine.ts";
import { Columns } from "../db/index/columns.ts";
import { Postings } from "../db/index/postings.ts";
import { type AnyKeyspace, FOREVER } from "../db/keyspace.ts";
import { COLUMN, COLUMN_BLOCK, COLUMNS, POSTING_CHUNK, POSTINGS } from "../db/own_rows.ts";
import { Queue } from "../db/queue/queue.ts";
import { AccountData } from "./account_data.ts";
import { ACCOUNT, ACCOUNT_EMAIL, ACCOUNT_NAME, Accounts, API_KEY } from "./accounts.ts";
import { AGENT_ACTIVITY, AgentActivity } from "./agents/activity.ts";
import { AGENT_DECISION, AgentDecisions } from "./agents/decisions.ts";
import { AGENT_NONCE, AgentNonces } from "./agents/nonces.ts";
import { AGENT_POLICY, AGENT_POLICY_RULES, AgentPolicies } from "./agents/policies.ts";
import { RECEIPT_KEY } from "./agents/receipt_key.ts";
import { AGENT_SESSION, AgentSessions } from "./agents/sessions.ts";
import { APPEAL, APPEAL_OF, APPEAL_OPEN, Appeals } from "./appeals.ts";
import { AUDIT, AUDIT_DAYS, AuditLog } from "./audit.ts";
import { ALERT_LEASE, ALERT_STATE, ALERTS, Alerts } from "./endpoints/alerts.ts";
import { BACKTEST, Backtests } from "./backtests.ts";
import { BOUNCER, BOUNCER_USE, Bouncers } from "./decisions/bouncers.ts";
import { CAMPAIGN, CAMPAIGN_PASS, CampaignRecords } from "./campaigns.ts";
import {
  CHALLENGE,
  CHALLENGE_DAY,
  CHALLENGE_MAIL,
  CHALLENGE_PRICE,
  CHALLENGE_USED,
  Challenges,
} from "./challenges.ts";
import { CONDITION, CONDITIONS, Conditions } from "./conditions.ts";
import { DECISION_CHUNK, DecisionLedger, DECISIONS } from "./decisions/ledger.ts";
import { REFUSALS, Refusals } from "./decisions/refusals.ts";
import { Deliveries, WEBHOOK_DELIVERY } from "./endpoints/deliveries.ts";
import { HOOK_EVENT, HOOK_TOKEN, HookEvents } from "./endpoints/hook_events.ts";
import { HOOK_USE, HOOKS, Hooks } from "./endpoints/hooks.ts";
import { LANE_ROWS, QUEUE_COUNT, QUEUE_JOB, QUEUE_LANE, QUEUE_READY } from "./endpoints/lane_rows.ts";
import { TOLD_ACCOUNT, ToldAccounts } from "./endpoints/told_accounts.ts";
import { Notices, WEBHOOK_NOTICE } from "./endpoints/notices.ts";
import { WEBHOOKS, Webhooks } from "./endpoints/webhooks.ts";
import { GUARD_COUNTRIES, GUARD_EVENT, GUARD_SETTINGS, GuardRecords } from "./guard.ts";
import { FEED_CHUNK, FEED_COPY, FEED_LEASE, FeedCopies } from "./feed_copies.ts";
import { KEPT_CHUNK, KEPT_REQUEST, KeptRequests } from "./kept_requests.ts";
import { ADDRESS_LABEL, AddressLabels } from "./labels/address_labels.ts";
import { LABEL_IMPORT, LABEL_IMPORT_PART, LabelImports } from "./labels/label_imports.ts";
import { LABEL_UNDO, LabelUndos } from "./labels/label_undos.ts";
import { LABEL, LABEL_HISTORY, Labels } from "./labels/labels.ts";
import { OPEN_REPORT, Reports } from "./labels/reports.ts";
import { QUOTA_SLICES, QuotaSlices } from "./limits/quota_slices.ts";
import { SLICE } from "./limits/rate_slices.ts";
import { LIMITS } from "./limits/shared_limits.ts";
import { LINKAGE } from "./linkage/counters.ts";
import { Linkages } from "./linkage/linkage.ts";
import { PLACE } from "./linkage/places.ts";
import { RING_COMPANY } from "./linkage/companies.ts";
import { signupId } from "../model/linkage/ring.ts";
import { KEY_MODES, linksOwner } from "../model/records.ts";
import { RING_NODE } from "./linkage/ring_forest.ts";
import { RING_KEY } from "./linkage/ring_keys.ts";
import { Rings } from "./linkage/rings.ts";
import { LOGIN_ATTEMPT, LoginAttempts } from "./login/attempts.ts";
import { LOGIN_NOTICE, LoginNotices } from "./login/notices.ts";
import { LOGIN_USER, LoginUsers } from "./login/users.ts";
import { MAILBOX_ANSWER, MAILBOX_DUE, MAILBOX_JOB, MailboxQueue } from "./mailboxes.ts";
import { NOTE, NOTES, Notes } from "./notes.ts";
import { OWNERS, People, PERSON, PERSON_NAMED } from "./people/people.ts";
import { ERASURE, ERASURE_OPEN, ERASURE_PART, Erasures } from "./privacy/erasures.ts";
import { PersonData } from "./privacy/person_data.ts";
import { Histories } from "./reputation/histories.ts";
import { MOVED, REPUTATION, REPUTATION_OF } from "./reputation/reputation_rows.ts";
import { REVIEW_CASE, ReviewCases } from "./reviews/cases.ts";
import { LabelAuthors, LABELLED_BY } from "./reviews/labelled_by.ts";
import { REVIEW_FILTERS, SavedFilters } from "./reviews/saved_filters.ts";
import { RULE_CHUNK, RULES, Rules } from "./rules.ts";
import { SCORE_ENTRIES, SCORE_SEGMENTS } from "./scores/score_chunk.ts";
import { COLUMNS_VERSION, encodeRecords, ScoreColumns } from "./scores/score_columns.ts";
import { ScoreSearch } from "./scores/score_search.ts";
import { recordTerms } from "./scores/score_terms.ts";
import { Scores } from "./scores/scores.ts";
import { StoredScores } from "./scores/stored_scores.ts";
import type { OpenSegments } from "../db/commit/open_segments.ts";
import type { PackedEntries } from "../db/commit/packed_entries.ts";
import { type EarlierHashes, SECRET } from "./secret_record.ts";
import { PERSON_SESSION, SESSION, SESSION_OF, Sessions } from "./people/sessions.ts";
import { DAY_COUNT } from "./sightings/day_counting.ts";
import { DayCounts } from "./sightings/day_counts.ts";
import { SIGHTING } from "./sightings/sighting.ts";
import { SIGHTING_LOG } from "./sightings/sighting_log.ts";
import type { Sightings } from "./sightings/sightings.ts";
import { ToldLists } from "../db/cluster/told_lists.ts";
import { TRANSACTION, Transactions } from "./transactions.ts";
import { type Bill, USAGE, Usage } from "./usage.ts";
import { CONSOLE_VISIT, ConsoleVisits } from "./people/visits.ts";
import type { StoreWriter } from "./writer.ts";

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
  PERSON_NAMED,
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
  PERSON_SESSION,
  PERSON,
  OWNERS,
  CONSOLE_VISIT,
  SCORE_ENTRIES,
  DAY_COUNT,
  POSTINGS,
  POSTING_CHUNK,
  COLUMNS,
  COLUMN_BLOCK,
  COLUMN,
  REPUTATION_OF,
  AUDIT,
  AUDIT_DAYS,
  LABEL,
  LABEL_UNDO,
  LABEL_IMPORT,
  LABEL_IMPORT_PART,
  BACKTEST,
  LABEL_HISTORY,
  NOTE,
  NOTES,
  LABELLED_BY,
  REVIEW_CASE,
  REVIEW_FILTERS,
  ADDRESS_LABEL,
  OPEN_REPORT,
  TRANSACTION,
  LINKAGE,
  RING_COMPANY,
  RING_KEY,
  RING_NODE,
  PLACE,
  RULES,
  RULE_CHUNK,
  DECISIONS,
  DECISION_CHUNK,
  REFUSALS,
  CONDITIONS,
  CONDITION,
  CAMPAIGN,
  CAMPAIGN_PASS,
  APPEAL,
  APPEAL_OF,
  APPEAL_OPEN,
  CHALLENGE,
  CHALLENGE_USED,
  CHALLENGE_PRICE,
  CHALLENGE_DAY,
  CHALLENGE_MAIL,
  AGENT_POLICY,
  AGENT_POLICY_RULES,
  AGENT_NONCE,
  AGENT_DECISION,
  AGENT_SESSION,
  AGENT_ACTIVITY,
  BOUNCER,
  BOUNCER_USE,
  HOOKS,
  HOOK_USE,
  HOOK_EVENT,
  HOOK_TOKEN,
  TOLD_ACCOUNT,
  WEBHOOKS,
  WEBHOOK_DELIVERY,
  WEBHOOK_NOTICE,
  ALERTS,
  ALERT_STATE,
  ALERT_LEASE,
  QUEUE_JOB,
  QUEUE_READY,
  QUEUE_LANE,
  QUEUE_COUNT,
  LOGIN_USER,
  LOGIN_ATTEMPT,
  LOGIN_NOTICE,
  KEPT_REQUEST,
  KEPT_CHUNK,
  GUARD_EVENT,
  GUARD_SETTINGS,
  GUARD_COUNTRIES,
  ERASURE,
  ERASURE_OPEN,
  ERASURE_PART,
];

/** All keyspaces of the store, with those of the database. */
export const CATALOG = new Catalog(ALL);

/** Keyspaces whose keys begin with an account's id: all of them go when the account is forgotten, in this order. */
export const ACCOUNT_KEYSPACES = CATALOG.rows.filter(({ row }) => row.key[0] === "account");

/** Of which a filter in memory is kept. */
export const FILTERED = CATALOG.rows.filter(({ row }) => row.filtered);

/** Which are followed in the stream. */
export const FOLLOWED = CATALOG.rows.filter(({ row }) => row.followed);

/** After this time nothing that expires is left of what was stored before. */
export const LONGEST_LIFETIME_MS = Math.max(
  ...CATALOG.rows.map(({ lifetimeMs }) => lifetimeMs).filter((lifetimeMs) => lifetimeMs !== FOREVER),
);

interface NounParts {
  readonly engine: Engine;
  readonly writer: StoreWriter;
  readonly segments: OpenSegments;
  readonly sightings: Sightings;
  readonly packed: PackedEntries;
  readonly changes: ChangeLog;
  readonly peers: Peers;
  readonly exactChanges: ExactChanges;
  readonly clock: Clock;
  /** A number from 0 to 1, for request ids. */
  readonly random: () => number;
  /** A new id, unique over all processes. */
  readonly id: () => string;
  /** Of this run of this process: in the ids of queued jobs, and in linkage counts and the audit log. */
  readonly run: string;
  readonly node: string;
  /** Hashes under earlier secrets; null: there are none. */
  readonly earlier: EarlierHashes | null;
  /** True: the secret was replaced once. */
  readonly rotated: boolean;
  readonly follow: boolean;
  readonly replica: Engine | null;
  readonly onBilled: ((bill: Bill) => void) | undefined;
  /** False where the processes share a folder of feeds. */
  readonly hasFeedCopies: boolean;
}

export type Nouns = Readonly<ReturnType<typeof nounsOf>>;

/** The nouns of a store. */
export function nounsOf(parts: NounParts) {
  const { engine, writer, segments, sightings, changes, peers, exactChanges, clock, id, run, node } = parts;
  const { earlier, rotated, follow, replica, onBilled, hasFeedCopies, packed, random } = parts;
  const { now } = clock;
  const accounts = new Accounts(engine, writer, changes);
  const sessions = new Sessions(engine, writer);
  const people = new People(engine, writer);
  const dayCounts = new DayCounts(engine);
  const transactions = new Transactions(engine, earlier);
  const postings: Postings = new Postings({
    engine,
    termsOf: async (account, slots) => {
      const found = await scores.bySlot(account, slots, clock.earliest);
      return new Map(Array.from(found, ([slot, record]) => [slot, recordTerms(record)]));
    },
    // It deletes what has expired, which all nodes share.
    now: () => clock.earliest,
    id,
  });
  const columnsIn = (engine: Engine): Columns =>
    new Columns({
      engine,
      version: COLUMNS_VERSION,
      encode: (account, entries) => encodeRecords({ scores, now: () => clock.earliest }, account, entries),
      now: () => clock.earliest,
      id,
    });
  const columns = columnsIn(engine);
  const scores = new Scores({ engine, writer, segments, indexes: [postings, columns], transactions });
  const archive: StoredScores = replica === null ? scores : new StoredScores(replica);
  const scoreColumns = new ScoreColumns({ columns, scores, changes, now });
  const archiveColumns = replica === null
    ? scoreColumns
    // What it has in no block yet is read with each question: nobody says here when the replica has more.
    : new ScoreColumns({ columns: columnsIn(replica), scores: archive, changes, now, maxTail: 0 });
  const secrets = { now, earlier, rotated };
  const histories = new Histories({ engine, writer, sightings, accounts, changes }, secrets);
  const hooks = new Hooks(engine, writer, changes);
  const labels: Labels = new Labels(engine, writer, changes, histories, () => rings);
  const rings = new Rings({
    engine,
    writer,
    node,
    earlier,
    isFraud: async (account, requestId) => (await labels.get(account, requestId))?.outcome === "fraud",
  });
  labels.onChange((changed) => {
    if (changed === null) return rings.relabelled("", null);
    if (changed.by !== null) return;
    for (const mode of KEY_MODES) {
      rings.relabelled(linksOwner(changed.account, mode), signupId(changed.requestId));
    }
  });
  const campaigns = new CampaignRecords(engine, writer);
  return {
    accounts,
    audit: new AuditLog({ engine, writer, now, node }),
    usage: new Usage(engine, follow ? new QuotaSlices(exactChanges, peers, now) : null, onBilled),
    told: new ToldLists(writer),
    sessions,
    people,
    consoleVisits: new ConsoleVisits(engine, writer),
    scores,
    dayCounts,
    /** The same scores from the replica, where there is one: it may lack the newest. */
    archive,
    postings,
    columns,
    transactions,
    loginUsers: new LoginUsers(writer, earlier, now),
    loginAttempts: new LoginAttempts({ engine, packed, random }),
    loginNotices: new LoginNotices(writer, now),
    histories,
    hooks,
    accountData: new AccountData({
      engine,
      writer,
      histories,
      sessions,
      people,
      hooks,
      keyspaces: ACCOUNT_KEYSPACES,
      now,
    }),
    erasures: new Erasures({ engine, writer, changes, now, run }),
    personData: new PersonData({ engine, writer, postings, columns, histories, campaigns, now }),
    labels,
    scoreColumns,
    /** As `archive`. */
    archiveColumns,
    scoreSearch: new ScoreSearch({ postings, scores, labels, now }),
    labelUndos: new LabelUndos(engine, writer),
    labelImports: new LabelImports(engine, writer),
    backtests: new Backtests(writer),
    addressLabels: new AddressLabels(writer, changes, histories, earlier),
    notes: new Notes(engine, writer),
    labelAuthors: new LabelAuthors(engine),
    reviewCases: new ReviewCases(engine, writer),
    reviewFilters: new SavedFilters(writer),
    reports: new Reports(writer, histories),
    linkage: new Linkages(writer, node, earlier),
    rings,
    rules: new Rules(engine, writer, changes, id),
    decisions: new DecisionLedger(engine, writer, changes, id),
    refusals: new Refusals(writer),
    conditions: new Conditions(engine, writer, changes),
    campaigns,
    appeals: new Appeals(engine, writer),
    challenges: new Challenges(engine, writer),
    agentPolicies: new AgentPolicies(engine, writer, changes, now),
    agentNonces: new AgentNonces(writer, earlier),
    agentActivity: new AgentActivity(writer),
    agentDecisions: new AgentDecisions(engine),
    agentSessions: new AgentSessions(writer),
    bouncers: new Bouncers(engine, writer),
    hookEvents: new HookEvents(writer, now),
    toldAccounts: new ToldAccounts(engine, writer, now),
    keptRequests: new KeptRequests({ engine, writer, isSoleProcess: () => peers.isSoleProcess }),
    feedCopies: hasFeedCopies ? new FeedCopies({ engine, now, id }) : null,
    mailboxQueue: new MailboxQueue({ engine, writer, now, earlier }),
    queue: new Queue({
      engine,
      writer,
      now,
      node: run,
      rows: LANE_ROWS,
    }),
    webhooks: new Webhooks(engine, writer, changes),
    deliveries: new Deliveries(engine, now),
    notices: new Notices(writer, now),
    guard: new GuardRecords({ engine, writer, changes, packed }),
    alerts: new Alerts({ engine, writer, changes, run }),
  };
}
