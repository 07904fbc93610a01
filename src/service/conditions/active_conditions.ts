/**
 * The conditions of accounts, compiled. Those of the most recently used accounts are kept in memory; a change by another
 * process applies here within a second, one of this process at once.
 */
import { LRUCache } from "lru-cache";
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import { retryOnConflict } from "../../concurrency/retry.ts";
import { type Counted, countName, labelCountOf } from "../../model/conditions/count.ts";
import type { Condition, ConditionProblem } from "../../model/conditions/condition.ts";
import { compileCondition } from "./language/compile.ts";
import type { ConditionRule } from "../../model/rules/condition_rule.ts";
import type { Change } from "../../records/change.ts";
import {
  type Conditions,
  CONDITIONS_CHANGED,
  type ConditionsChange,
  type LoadedConditions,
} from "../../records/conditions.ts";
import { isAbandoned } from "../../records/state.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

/** One that is judged. */
export interface ActiveCondition {
  readonly rule: ConditionRule;
  /** Milliseconds since the epoch; from then on it is not judged. */
  readonly expires: number;
  /** What was written by another version may not compile here. */
  readonly compiled: Condition | ConditionProblem;
}

export interface AccountConditions extends LoadedConditions {
  /** Oldest first, live and in shadow. Those that expired since are among them. */
  readonly active: readonly ActiveCondition[];
  /** What they count, each once. */
  readonly counts: readonly Counted[];
}

/** What a change writes, and the result for its caller; called again when the conditions changed meanwhile. */
type Plan<T> = (existing: AccountConditions) => ConditionsChange & { readonly result: T };

const MAX_ATTEMPTS = 20;
/** The longest wait before a change is retried that conflicted with another process. */
const MAX_BACK_OFF_MS = 100;
/** Reads of conditions that change while they are read. */
const MAX_READS = 5;
/** In memory, in characters of conditions: compiled ones have about 50 bytes for each, so this is 100 MB. */
const MAX_CHARS = 2_000_000;
/** The memory of an account without conditions, in characters. */
const ACCOUNT_CHARS = 20;
const NO_COUNTS: readonly Counted[] = [];

export class ActiveConditions {
  readonly #store: Conditions;
  readonly #loaded: LRUCache<string, AccountConditions>;
  readonly #loading = new Map<string, Promise<AccountConditions>>();
  /** Accounts that changed while they were loaded, and are read again. */
  readonly #changed = new Set<string>();
  /** The changes of an account in this process are made one after another. */
  readonly #changes = new KeyedQueue();

  constructor(store: Conditions) {
    this.#store = store;
    this.#loaded = new LRUCache({
      maxSize: MAX_CHARS,
      sizeCalculation: ({ conditions }) =>
        Math.min(MAX_CHARS, conditions.reduce((chars, { when }) => chars + when.length, ACCOUNT_CHARS)),
    });
    store.onChange(async (changed) => {
      const accounts = changed === null ? [...this.#loaded.keys(), ...this.#loading.keys()] : [changed];
      for (const account of accounts) {
        const isLoaded = this.#loaded.has(account);
        // The store may have gone back to an earlier revision.
        if (changed === null) this.#loaded.delete(account);
        if (this.#loading.has(account)) this.#changed.add(account);
        else if (isLoaded) await this.#load(account);
      }
    });
  }

  /** As they are now; synchronous when they are in memory. */
  of(account: string): Awaitable<AccountConditions> {
    return this.#loaded.get(account) ?? this.#loading.get(account) ?? this.#load(account);
  }

  /**
   * Plans against the newest conditions and writes the plan; durable and in force in this process when it resolves.
   * @param also in the same commit, made of the result
   */
  change<T>(account: string, plan: Plan<T>, also?: (result: T) => Change): Promise<T> {
    const change = async () => {
      const known = await this.of(account);
      const before = await this.#store.isNewest(account, known.revision) ? known : await this.#load(account);
      const { result, ...planned } = plan(before);
      if (planned.set.length === 0 && planned.removed.size === 0) return result;
      const after = await this.#store.change(account, before, planned, also?.(result));
      this.#keep(account, await compiled(after, before));
      return result;
    };
    return this.#changes.run(account, () =>
      retryOnConflict(change, {
        when: (error) => isAbandoned(error, CONDITIONS_CHANGED),
        attempts: MAX_ATTEMPTS,
        pauseMs: (attempt) => Math.random() * Math.min(MAX_BACK_OFF_MS, 4 * attempt),
      }));
  }

  /** Reads what the store holds from now on; a read in progress is repeated. Those in memory answer until then. */
  #load(account: string): Promise<AccountConditions> {
    const running = this.#loading.get(account);
    if (running !== undefined) {
      this.#changed.add(account);
      return running;
    }
    const loading = this.#read(account).finally(() => {
      this.#loading.delete(account);
      this.#changed.delete(account);
    });
    this.#loading.set(account, loading);
    return loading;
  }

  async #read(account: string): Promise<AccountConditions> {
    for (let read = 1;; read++) {
      this.#changed.delete(account);
      const loaded = await compiled(await this.#store.load(account), this.#loaded.peek(account));
      const changed = this.#changed.has(account);
      if (changed && read < MAX_READS) continue;
      if (changed) this.#loaded.delete(account);
      else this.#keep(account, loaded);
      return loaded;
    }
  }

  /** Unless a change of this process made newer ones meanwhile. */
  #keep(account: string, loaded: AccountConditions): void {
    const known = this.#loaded.peek(account);
    if (known === undefined || known.revision <= loaded.revision) this.#loaded.set(account, loaded);
  }
}

/** @param before what was compiled is not compiled again */
async function compiled(
  { revision, conditions }: LoadedConditions,
  before: AccountConditions | undefined,
): Promise<AccountConditions> {
  const known = new Map(before?.active.map(({ rule, compiled }) => [rule.when, compiled]));
  const slice = new TimeSlice();
  const active: ActiveCondition[] = [];
  const counts = new Map<string, Counted>();
  for (const rule of conditions) {
    if (rule.state !== "live" && rule.state !== "shadow") continue;
    const compiled = known.get(rule.when) ?? compileCondition(rule.when);
    active.push({
      rule,
      expires: rule.expires_at === undefined ? Infinity : Date.parse(rule.expires_at),
      compiled,
    });
    if ("counts" in compiled) {
      const labels = compiled.variables.map(labelCountOf).filter((count) => count !== null);
      for (const count of [...compiled.counts, ...labels]) counts.set(countName(count), count);
    }
    if (slice.isOver) await slice.next();
  }
  return { revision, conditions, active, counts: counts.size === 0 ? NO_COUNTS : [...counts.values()] };
}
