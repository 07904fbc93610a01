/** Opens the store: the engine, its writer and every noun kept in it. */
import { Accounts } from "./records/accounts.ts";
import { Changes } from "./cluster/change_log.ts";
import type { Engine } from "./engine.ts";
import { Histories } from "./records/histories.ts";
import { Labels } from "./records/labels.ts";
import { Peers } from "./cluster/peers.ts";
import { openEngine, storeName } from "./open_engine.ts";
import { OpenReports } from "./records/reports.ts";
import { RuleStore } from "./records/rules.ts";
import { openSchema } from "./schema.ts";
import { Scores } from "./records/scores.ts";
import { Transactions } from "./records/transactions.ts";
import { Usage } from "./records/usage.ts";
import { Writer } from "./commit/writer.ts";

const REFRESH_MS = 1000;
/** The change by which a process says that it goes: the others need not have seen it come. */
const LEFT = "member";

export interface StoreOptions {
  /** A path, `:memory:`, `https://…` or `postgres://…`. */
  readonly location: string;
  readonly now: () => number;
  readonly random: () => number;
  /** A new id, unique over all processes. */
  readonly id: () => string;
  /** True in a server: follows what other processes write. False in a short command. */
  readonly follow: boolean;
}

export class Store {
  readonly engine: Engine;
  readonly changes: Changes;
  readonly peers: Peers;
  readonly writer: Writer;
  readonly accounts: Accounts;
  readonly usage: Usage;
  readonly histories: Histories;
  readonly scores: Scores;
  readonly labels: Labels;
  readonly transactions: Transactions;
  readonly rules: RuleStore;
  readonly openReports: OpenReports;
  #timer: ReturnType<typeof setInterval> | null = null;

  private constructor(engine: Engine, options: StoreOptions) {
    this.engine = engine;
    this.changes = new Changes(engine, options.now);
    const { now, random } = options;
    this.peers = new Peers({ engine, now, random, onGone: () => void this.#forgetOthers() });
    this.writer = new Writer({
      engine,
      changes: this.changes,
      now,
      random,
      member: () => this.peers.number,
      alone: () => this.peers.isSoleProcess,
    });
    this.accounts = new Accounts(engine, this.writer, this.changes);
    this.usage = new Usage(engine);
    this.histories = new Histories(this.writer, this.accounts, this.usage, this.changes);
    this.scores = new Scores(engine);
    this.labels = new Labels(engine, this.writer, this.changes);
    this.transactions = new Transactions(engine);
    this.openReports = new OpenReports(engine, this.writer);
    this.rules = new RuleStore(engine, this.writer, options.id);
  }

  /** @throws StoreError naming the store when it cannot be used. */
  static async open(options: StoreOptions): Promise<Store> {
    const engine = await openEngine(options.location);
    try {
      await openSchema(engine, storeName(options.location));
      const store = new Store(engine, options);
      await store.changes.start(options.follow);
      await store.accounts.load();
      if (options.follow) {
        store.changes.follow(LEFT, () => store.peers.left());
        await store.peers.join();
        await store.writer.sightings.takeOver(engine);
        store.#timer = setInterval(() => {
          void store.writer.between(() => store.usage.refresh()).catch(() => {});
          void store.writer.foldSightings().catch(() => {}); // the log keeps them
          void store.writer.keepFilters().catch(() => {}); // then the store is asked
        }, REFRESH_MS);
      }
      return store;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** Waits for what is under way, then closes. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.changes.stop();
    await this.writer.stopFilters();
    await this.writer.foldSightings().catch(() => {});
    await this.writer.flush();
    await this.#leave().catch(() => {}); // the lease ends by itself
    await this.engine.close();
  }

  async #leave(): Promise<void> {
    if (this.#timer === null) return;
    await this.writer.write({ changes: [[LEFT]] });
    await this.peers.leave();
  }

  /** What was counted beside others is written as beside them, then all is read anew. */
  async #forgetOthers(): Promise<void> {
    await this.writer.foldSightings().catch(() => {}); // the log keeps them
    this.writer.forgetAll();
  }
}
