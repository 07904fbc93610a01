/** The store: opens the engine and constructs its writer and the nouns kept in it. */
import { clockOf, type ClockOrNow } from "../concurrency/clock.ts";
import { Backtests } from "./backtests.ts";
import type { Change } from "./change.ts";
import { isEmpty } from "../db/commit/change.ts";
import { ChangeLog } from "../db/cluster/change_log.ts";
import { ExactChanges } from "../db/cluster/exact_changes.ts";
import { QuotaSlices } from "./limits/quota_slices.ts";
import { Peers } from "../db/cluster/peers.ts";
import { CommitHealth, type CommitHealthOptions } from "../db/commit/commit_health.ts";
import type { OpenSegments } from "../db/commit/open_segments.ts";
import type { Engine } from "../db/engine.ts";
import { isPostgres, openEngine, storeName } from "../db/open_engine.ts";
import { DayCounts } from "./sightings/day_counts.ts";
import { AccountData } from "./account_data.ts";
import { Accounts } from "./accounts.ts";
import { AddressLabels } from "./labels/address_labels.ts";
import { AgentDecisions } from "./agents/decisions.ts";
import { AgentSessions } from "./agents/sessions.ts";
import { AgentActivity } from "./agents/activity.ts";
import { AgentNonces } from "./agents/nonces.ts";
import { AgentPolicies } from "./agents/policies.ts";
import { AuditLog } from "./audit.ts";
import { FeedCopies } from "./feed_copies.ts";
import { Histories } from "./reputation/histories.ts";
import { HookEvents } from "./endpoints/hook_events.ts";
import { Hooks } from "./endpoints/hooks.ts";
import { LANE_ROWS } from "./endpoints/lane_rows.ts";
import { CATALOG, FILTERED } from "./index.ts";
import { dayOf } from "../model/day_counts.ts";
import { LabelUndos } from "./labels/label_undos.ts";
import { KeptRequests } from "./kept_requests.ts";
import { Labels } from "./labels/labels.ts";
import { Linkages } from "./linkage/linkage.ts";
import { Rings } from "./linkage/rings.ts";
import { MailboxQueue } from "./mailboxes.ts";
import { Notes } from "./notes.ts";
import { Reports } from "./labels/reports.ts";
import { Rules } from "./rules.ts";
import { Replica } from "../db/replica.ts";
import { Scores } from "./scores/scores.ts";
import { StoredScores } from "./scores/stored_scores.ts";
import { ScoreSearch } from "./scores/score_search.ts";
import { recordTerms } from "./scores/score_terms.ts";
import { Sessions } from "./sessions.ts";
import { Transactions } from "./transactions.ts";
import { type Bill, Usage } from "./usage.ts";
import { Postings } from "../db/index/postings.ts";
import { Queue } from "../db/queue/queue.ts";
import { Deliveries } from "./endpoints/deliveries.ts";
import { Notices } from "./endpoints/notices.ts";
import { Webhooks } from "./endpoints/webhooks.ts";
import { type Unlock, type Unlocked, unlockStore } from "./secret_record.ts";
import { openSchema } from "../db/schema.ts";
import type { Sightings } from "./sightings/sightings.ts";
import { Maintenance } from "./maintenance.ts";
import { type StoreWriter, writerOf } from "./writer.ts";
import { READY } from "../db/own_rows.ts";

/** Characters of the id that distinguish this run of this process in linkage counts and in the audit log. */
const NODE_CHARS = 6;
/** The same in the ids of queued jobs, and where it counts by day. */
const RUN_CHARS = 12;

const LOST =
  "the store lost writes that it had confirmed, as after a failover to a replica that lagged behind: " +
  "what it has now is in force, and everything in memory is read again";

export interface StoreOptions extends ClockOrNow {
  /** A path, `:memory:`, `https://…` or `postgres://…`. */
  readonly location: string;
  /** A replica of it on PostgreSQL, for what reads many scores and may be a little behind. */
  readonly replica?: string | null;
  /** How far it may be behind. */
  readonly replicaMaxLagMs?: number;
  /** Connections to a PostgreSQL server. */
  readonly connections?: number;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** A new id, unique over all processes. */
  readonly id: () => string;
  /** Judges the secret of this process before anything else is read. Absent: no secret is needed. */
  readonly unlock?: Unlock;
  /** True in a server: follows what other processes write. False in a short command. */
  readonly follow: boolean;
  /** For people: what happened to the store. */
  readonly log?: (line: string) => void;
  readonly onCommitHealth?: NonNullable<CommitHealthOptions["onChange"]>;
  /** Called after the commit of each bill. */
  readonly onBilled?: (bill: Bill) => void;
}

export class Store {
  readonly engine: Engine;
  readonly changes: ChangeLog;
  readonly peers: Peers;
  readonly writer: StoreWriter;
  readonly segments: OpenSegments;
  readonly sightings: Sightings;
  readonly accounts: Accounts;
  readonly accountData: AccountData;
  readonly audit: AuditLog;
  readonly exactChanges: ExactChanges;
  readonly usage: Usage;
  readonly sessions: Sessions;
  readonly scores: Scores;
  /** The same scores from the replica, where there is one: it may lack the newest. */
  readonly archive: StoredScores;
  readonly dayCounts: DayCounts;
  readonly postings: Postings;
  readonly scoreSearch: ScoreSearch;
  readonly transactions: Transactions;
  readonly histories: Histories;
  readonly labels: Labels;
  readonly labelUndos: LabelUndos;
  readonly backtests: Backtests;
  readonly addressLabels: AddressLabels;
  readonly notes: Notes;
  readonly reports: Reports;
  readonly linkage: Linkages;
  readonly rings: Rings;
  readonly rules: Rules;
  readonly agentPolicies: AgentPolicies;
  readonly agentNonces: AgentNonces;
  readonly agentActivity: AgentActivity;
  readonly agentDecisions: AgentDecisions;
  readonly agentSessions: AgentSessions;
  readonly hooks: Hooks;
  readonly hookEvents: HookEvents;
  readonly keptRequests: KeptRequests;
  readonly mailboxQueue: MailboxQueue;
  readonly queue: Queue;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly notices: Notices;
  /** Null where the processes share a folder of feeds. */
  readonly feedCopies: FeedCopies | null;
  readonly #replica: Replica | null;
  #losses = 0;
  readonly #maintenance = new Maintenance(this);

  private constructor(
    engine: Engine,
    replica: Replica | null,
    options: StoreOptions,
    unlocked: Unlocked | null,
  ) {
    const { random, id, follow, log = () => {}, onCommitHealth, onBilled } = options;
    const clock = clockOf(options);
    const { now } = clock;
    const earlier = unlocked?.earlier ?? null;
    const rotated = unlocked?.record.rotatedAt !== undefined;
    const changes = new ChangeLog(engine, now, {
      id,
      hasEarlier: () => this.peers.hasEarlier,
      onLoss: (what) => {
        log(`${LOST} (${what})`);
        this.#losses++;
        this.writer.forgetAll();
      },
    });
    const peers = new Peers({ engine, now, random, onGone: () => void this.#forgetCached() });
    const exactChanges = new ExactChanges(engine);
    const run = id().replaceAll("-", "").slice(-RUN_CHARS);
    const { writer, segments, sightings } = writerOf({
      filtered: FILTERED,
      engine,
      changes,
      now,
      random,
      earlier,
      processNumber: () => peers.number,
      run,
      isSoleProcess: () => peers.isSoleProcess,
      ...(follow ? { exactChanges } : {}),
      health: new CommitHealth(onCommitHealth === undefined ? {} : { onChange: onCommitHealth }),
    });
    this.engine = engine;
    this.changes = changes;
    this.peers = peers;
    this.writer = writer;
    this.segments = segments;
    this.sightings = sightings;
    const node = id().slice(0, NODE_CHARS);
    this.accounts = new Accounts(engine, writer, changes);
    this.audit = new AuditLog({ engine, writer, now, node });
    this.exactChanges = exactChanges;
    this.usage = new Usage(engine, follow ? new QuotaSlices(exactChanges, peers, now) : null, onBilled);
    this.sessions = new Sessions(engine, writer);
    this.dayCounts = new DayCounts(engine);
    this.#replica = replica;
    this.postings = new Postings({
      engine,
      termsOf: async (account, slots) => {
        const found = await this.scores.bySlot(account, slots, clock.earliest);
        return new Map(Array.from(found, ([slot, record]) => [slot, recordTerms(record)]));
      },
      // It deletes what has expired, which all nodes share.
      now: () => clock.earliest,
      id,
    });
    const { postings } = this;
    const transactions = this.transactions = new Transactions(engine, earlier);
    this.scores = new Scores({ engine, writer, segments, postings, transactions });
    this.archive = replica === null ? this.scores : new StoredScores(replica);
    const secrets = { now, earlier, rotated };
    this.histories = new Histories({ engine, writer, sightings, accounts: this.accounts, changes }, secrets);
    this.hooks = new Hooks(engine, writer, changes);
    const { sessions, histories, hooks } = this;
    this.accountData = new AccountData({ engine, writer, histories, sessions, hooks, now });
    this.labels = new Labels(engine, writer, changes, this.histories, () => this.rings);
    const { scores, dayCounts, labels } = this;
    this.scoreSearch = new ScoreSearch({ postings, scores, labels, dayCounts, now });
    this.labelUndos = new LabelUndos(engine, writer);
    this.backtests = new Backtests(writer);
    this.addressLabels = new AddressLabels(writer, changes, this.histories, earlier);
    this.notes = new Notes(engine, writer);
    this.reports = new Reports(writer, this.histories);
    this.linkage = new Linkages(writer, node, earlier);
    this.rings = new Rings({
      engine,
      writer,
      node,
      earlier,
      isFraud: async (account, requestId) => (await this.labels.get(account, requestId))?.outcome === "fraud",
    });
    this.rules = new Rules(engine, writer, changes, id);
    this.agentPolicies = new AgentPolicies(engine, writer, changes, now);
    this.agentNonces = new AgentNonces(writer, earlier);
    this.agentActivity = new AgentActivity(writer);
    this.agentDecisions = new AgentDecisions(engine);
    this.agentSessions = new AgentSessions(writer);
    this.hookEvents = new HookEvents(writer, now);
    this.keptRequests = new KeptRequests({ engine, writer, isSoleProcess: () => peers.isSoleProcess });
    this.feedCopies = follow && isPostgres(options.location) ? new FeedCopies({ engine, now, id }) : null;
    this.mailboxQueue = new MailboxQueue({ engine, writer, now, earlier });
    this.queue = new Queue({
      engine,
      writer,
      now,
      node: run,
      rows: LANE_ROWS,
    });
    this.webhooks = new Webhooks(engine, writer, changes);
    this.deliveries = new Deliveries(engine, now);
    this.notices = new Notices(writer, now);
  }

  /** @throws StoreError naming the store when it cannot be used. */
  static async open(given: StoreOptions): Promise<Store> {
    const clock = clockOf(given);
    const options = { ...given, clock };
    const { location, replica, connections } = options;
    const { now } = clock;
    const pool = connections === undefined ? { clock } : { clock, connections };
    const bound = options.follow ? { log: options.log ?? (() => {}) } : {};
    const engine = await openEngine(location, CATALOG, { ...pool, ...bound });
    try {
      await openSchema(engine, storeName(options.location), options.follow ? dayOf(now()) + 1 : null);
      const unlocked = options.unlock === undefined ? null : await unlockStore(engine, options.unlock);
      const archive = replica
        ? new Replica({
          open: () => openEngine(replica, CATALOG, { ...pool, replica: true }),
          primary: engine,
          now,
          id: options.id(),
          maxLagMs: options.replicaMaxLagMs ?? Infinity,
          log: options.log ?? (() => {}),
        })
        : null;
      const store = new Store(engine, archive, options, unlocked);
      await store.changes.start(options.follow);
      await store.accounts.load();
      await store.hooks.load();
      await store.webhooks.load();
      if (options.follow) {
        engine.keepTime?.();
        await store.#maintenance.start();
        archive?.start();
      }
      return store;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** How far the replica is behind; null without one, or before that was measured. */
  get replicaLagMs(): number | null {
    return this.#replica?.lagMs ?? null;
  }

  /** How often the store lacked writes that it had confirmed, since this process started. */
  get losses(): number {
    return this.#losses;
  }

  /** Why the last commit failed; null since the last success. */
  get failure(): unknown {
    return this.writer.failure;
  }

  /** Resolves when all of the change is durable. @throws what one of its parts refuses with; then nothing is stored */
  commit(change: Change): Promise<void> {
    return isEmpty(change) ? Promise.resolve() : this.writer.write(change);
  }

  /** Writes logged sightings to the values' own keys. */
  compactSightings(): Promise<void> {
    return this.sightings.compact((write) => this.writer.write(write));
  }

  /** Writes a value and discards it. @throws what the engine throws when the store is not writable */
  async checkWritable(value: number | Uint8Array): Promise<void> {
    await this.writer.write({ set: [READY.set(READY.key(), value)] });
  }

  /** Waits for writes in progress, then closes. */
  async close(): Promise<void> {
    await this.changes.stop();
    await this.#maintenance.stop();
    await this.#replica?.close().catch(() => {});
    await this.engine.close();
  }

  /** Flushes sightings with multi-process semantics, then drops every cache. */
  async #forgetCached(): Promise<void> {
    await this.compactSightings().catch(() => {}); // the log keeps them
    this.writer.forgetAll();
  }
}
