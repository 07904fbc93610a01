/** The store: opens the engine and constructs its writer and the nouns kept in it. */
import { ChangeLog } from "./cluster/change_log.ts";
import { ExactChanges } from "./cluster/exact_changes.ts";
import { QuotaSlices } from "./cluster/quota_slices.ts";
import { BoundedEngine } from "./cluster/silence.ts";
import { Peers } from "./cluster/peers.ts";
import { loggedBy } from "./commit/sighting.ts";
import { Writer } from "./commit/writer.ts";
import type { Engine } from "./engine.ts";
import { KEYS, TOPICS } from "./keys.ts";
import { isPostgres, openEngine, storeName } from "./open_engine.ts";
import { AccountData } from "./records/account_data.ts";
import { Accounts } from "./records/accounts.ts";
import { AddressLabels } from "./records/address_labels.ts";
import { AgentActivity } from "./records/agent_activity.ts";
import { AgentNonces } from "./records/agent_nonces.ts";
import { AgentPolicies } from "./records/agent_policies.ts";
import { AuditLog } from "./records/audit.ts";
import { FeedCopies } from "./cluster/feed_copies.ts";
import { Histories } from "./records/histories.ts";
import { LabelUndos } from "./cases/label_undos.ts";
import { KeptRequests } from "./idempotency/kept_requests.ts";
import { Labels } from "./records/labels.ts";
import { Linkages } from "./linkage/linkage.ts";
import { Rings } from "./linkage/rings.ts";
import { MailboxQueue } from "./records/mailboxes.ts";
import { Notes } from "./records/notes.ts";
import { Reports } from "./records/reports.ts";
import { Rules } from "./records/rules.ts";
import { Scores } from "./records/scores.ts";
import { Sessions } from "./records/sessions.ts";
import { Transactions } from "./records/transactions.ts";
import { Usage } from "./records/usage.ts";
import { Postings } from "./postings/postings.ts";
import { type Unlock, type Unlocked, unlockStore } from "./secret_record.ts";
import { openSchema } from "./schema.ts";

export const REFRESH_MS = 1000;
/** Characters of the id that distinguish this run of this process in linkage counts and in the audit log. */
const NODE_CHARS = 6;
/** How often is looked for sightings that a process left which ended abruptly, once its lease is over. */
const TAKE_OVER_SECONDS = 30;

export interface StoreOptions {
  /** A path, `:memory:`, `https://…` or `postgres://…`. */
  readonly location: string;
  readonly now: () => number;
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
}

export class Store {
  readonly engine: Engine;
  readonly changes: ChangeLog;
  readonly peers: Peers;
  readonly writer: Writer;
  readonly accounts: Accounts;
  readonly accountData: AccountData;
  readonly audit: AuditLog;
  readonly exactChanges: ExactChanges;
  readonly usage: Usage;
  readonly sessions: Sessions;
  readonly scores: Scores;
  readonly postings: Postings;
  readonly transactions: Transactions;
  readonly histories: Histories;
  readonly labels: Labels;
  readonly labelUndos: LabelUndos;
  readonly addressLabels: AddressLabels;
  readonly notes: Notes;
  readonly reports: Reports;
  readonly linkage: Linkages;
  readonly rings: Rings;
  readonly rules: Rules;
  readonly agentPolicies: AgentPolicies;
  readonly agentNonces: AgentNonces;
  readonly agentActivity: AgentActivity;
  readonly keptRequests: KeptRequests;
  readonly mailboxQueue: MailboxQueue;
  /** Null where the processes share a folder of feeds. */
  readonly feedCopies: FeedCopies | null;
  readonly #log: (line: string) => void;
  readonly #isRemote: boolean;
  #timer: ReturnType<typeof setInterval> | null = null;

  private constructor(engine: Engine, options: StoreOptions, unlocked: Unlocked | null) {
    const { now, random, id } = options;
    this.#log = options.log ?? (() => {});
    this.#isRemote = isPostgres(options.location);
    const earlier = unlocked?.earlier ?? null;
    const rotated = unlocked?.record.rotatedAt !== undefined;
    const changes = new ChangeLog(engine, now, {
      id,
      hasEarlier: () => this.peers.hasEarlier,
      onLoss: (what) => this.#lost(what),
    });
    const peers = new Peers({ engine, now, random, onGone: () => void this.#forgetCached() });
    const exactChanges = new ExactChanges(engine);
    const writer = new Writer({
      engine,
      changes,
      now,
      random,
      earlier,
      processNumber: () => peers.number,
      isSoleProcess: () => peers.isSoleProcess,
      ...(options.follow ? { exactChanges } : {}),
    });
    this.engine = engine;
    this.changes = changes;
    this.peers = peers;
    this.writer = writer;
    const node = id().slice(0, NODE_CHARS);
    this.accounts = new Accounts(engine, writer, changes);
    this.audit = new AuditLog({ engine, writer, now, node });
    this.exactChanges = exactChanges;
    this.usage = new Usage(engine, options.follow ? new QuotaSlices(this.exactChanges, peers, now) : null);
    this.sessions = new Sessions(engine, writer);
    this.scores = new Scores(engine);
    this.postings = new Postings({ engine, scores: this.scores, now, id });
    this.transactions = new Transactions(engine, earlier);
    this.histories = new Histories(engine, writer, this.accounts, changes, { now, earlier, rotated });
    const { sessions, histories } = this;
    this.accountData = new AccountData({ engine, writer, histories, sessions, now });
    this.labels = new Labels(engine, writer, changes, this.histories, () => this.rings);
    this.labelUndos = new LabelUndos(engine, writer);
    this.addressLabels = new AddressLabels(writer, changes, this.histories, earlier);
    this.notes = new Notes(writer);
    this.reports = new Reports(writer, this.histories);
    this.linkage = new Linkages(writer, node, earlier);
    this.rings = new Rings({
      engine,
      writer,
      node,
      earlier,
      isFraud: async (account, requestId) => (await this.labels.get(account, requestId))?.outcome === "fraud",
    });
    this.rules = new Rules(engine, writer, id);
    this.agentPolicies = new AgentPolicies(engine, writer, changes, now);
    this.agentNonces = new AgentNonces(writer, earlier);
    this.agentActivity = new AgentActivity(writer);
    this.keptRequests = new KeptRequests({ engine, writer, isSoleProcess: () => peers.isSoleProcess });
    this.feedCopies = this.#isRemote && options.follow ? new FeedCopies({ engine, now, id }) : null;
    this.mailboxQueue = new MailboxQueue(engine, writer, now, earlier);
  }

  /** @throws StoreError naming the store when it cannot be used. */
  static async open(options: StoreOptions): Promise<Store> {
    const engine = await openBounded(options);
    try {
      await openSchema(engine, storeName(options.location));
      const unlocked = options.unlock === undefined ? null : await unlockStore(engine, options.unlock);
      const store = new Store(engine, options, unlocked);
      await store.changes.start(options.follow);
      await store.accounts.load();
      if (options.follow) {
        store.changes.follow(TOPICS.left, () => store.peers.left());
        await store.peers.join();
        await store.peers.refresh();
        await store.#takeOver();
        for (const { id } of store.accounts.all()) store.postings.look(id);
        let seconds = 0;
        store.#timer = setInterval(() => {
          void store.writer.runBetweenCommits(() => store.usage.refresh()).catch(() => {});
          void store.writer.compactSightings().catch(() => {}); // the log keeps them
          if (++seconds % TAKE_OVER_SECONDS === 0) void store.#takeOver().catch(() => {}); // tried again
          void store.writer.checkMerged().catch(() => {}); // tried again
          void store.writer.keepFilters().catch(() => {}); // without them the store is read
          void store.postings.tick().catch(() => {}); // without runs the entries are read
        }, REFRESH_MS);
      }
      return store;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** Writes a value and discards it. @throws what the engine throws when the store is not writable */
  async checkWritable(value: number | Uint8Array): Promise<void> {
    await this.writer.write({ set: [KEYS.ready.set(KEYS.ready.key(), value)] });
  }

  /** Waits for writes in progress, then closes. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.changes.stop();
    await this.writer.stopFilters();
    await this.postings.stop();
    await this.writer.compactSightings().catch(() => {});
    await this.writer.flush();
    await this.writer.checkMerged(true).catch(() => {});
    await this.usage.giveBack().catch(() => {}); // given back when the lease ends
    await this.#leave().catch(() => {}); // the lease expires
    await this.engine.close();
  }

  /** The followers of changes read everything again; what is not announced is read again too. */
  #lost(what: string): void {
    this.#log(
      `the store lost writes that it had confirmed (${what}), as after a failover to a replica that lagged behind; what it has now is in force, and everything in memory is read again`,
    );
    this.writer.forgetAll();
  }

  async #takeOver(): Promise<void> {
    const { number, others } = this.peers;
    const isHeld = (id: string) => loggedBy(id) === number || others.has(loggedBy(id));
    await this.writer.sightings.takeOver(this.engine, isHeld);
  }

  async #leave(): Promise<void> {
    if (this.#timer === null) return;
    await this.writer.write({ changes: [[TOPICS.left]] });
    await this.peers.leave();
  }

  /** Flushes sightings with multi-process semantics, then drops every cache. */
  async #forgetCached(): Promise<void> {
    await this.writer.compactSightings().catch(() => {}); // the log keeps them
    this.writer.forgetAll();
  }
}

/** A request does not wait long for a server elsewhere; a command does. */
async function openBounded({ location, follow, now, log = () => {} }: StoreOptions): Promise<Engine> {
  const engine = await openEngine(location);
  return follow && isPostgres(location) ? new BoundedEngine({ engine, now, log }) : engine;
}
