/** Opens the store: the engine, its writer and every noun kept in it. */
import { Accounts } from "./accounts.ts";
import { Changes } from "./changes.ts";
import { openDenoKv } from "./deno_kv.ts";
import type { Engine } from "./engine.ts";
import { Histories } from "./histories.ts";
import { Labels } from "./labels.ts";
import { RuleStore } from "./rules.ts";
import { openSchema } from "./schema.ts";
import { Scores } from "./scores.ts";
import { Transactions } from "./transactions.ts";
import { Usage } from "./usage.ts";
import { Writer } from "./writer.ts";

const USAGE_REFRESH_MS = 1000;

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
  readonly writer: Writer;
  readonly accounts: Accounts;
  readonly usage: Usage;
  readonly histories: Histories;
  readonly scores: Scores;
  readonly labels: Labels;
  readonly transactions: Transactions;
  readonly rules: RuleStore;
  #timer: ReturnType<typeof setInterval> | null = null;

  private constructor(engine: Engine, options: StoreOptions) {
    this.engine = engine;
    this.changes = new Changes(engine, options.now);
    this.writer = new Writer({ engine, changes: this.changes, now: options.now, random: options.random });
    this.accounts = new Accounts(engine, this.writer, this.changes);
    this.usage = new Usage(engine);
    this.histories = new Histories(this.writer, this.accounts, this.usage, this.changes);
    this.scores = new Scores(engine);
    this.labels = new Labels(engine, this.writer);
    this.transactions = new Transactions(engine);
    this.rules = new RuleStore(engine, this.writer, options.id);
  }

  /** @throws StoreError naming the store when it cannot be used. */
  static async open(options: StoreOptions): Promise<Store> {
    const engine = await openEngine(options.location);
    try {
      await openSchema(engine, options.location);
      const store = new Store(engine, options);
      await store.changes.start(options.follow);
      await store.accounts.load();
      if (options.follow) {
        store.#timer = setInterval(() => {
          void store.writer.between(() => store.usage.refresh()).catch(() => {});
        }, USAGE_REFRESH_MS);
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
    await this.writer.flush();
    await this.engine.close();
  }
}

async function openEngine(location: string): Promise<Engine> {
  return await openDenoKv(location);
}
