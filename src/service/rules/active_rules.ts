/**
 * The rules that apply, compiled per account; a change by another process applies here within a second. The rules of the
 * most recently used accounts are kept in memory, up to a total number of rules; others are loaded on request. A request
 * waits for the rules of its own account; they are loaded and changed in slices, so that other accounts do not.
 */
import { LRUCache } from "lru-cache";
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import { retryOnConflict } from "../../concurrency/retry.ts";
import { AppError } from "../../model/error.ts";
import type { Rule } from "../../model/rules/rule.ts";
import type { RuleSubject } from "../../model/rules/rule_set.ts";
import type { Change } from "../../records/change.ts";
import { Abandoned, isAbandoned } from "../../records/state.ts";
import { type Rules, RULES_CHANGED, RULES_PER_CHUNK } from "../../records/rules.ts";
import { AccountRules, type HeldRules, isExpired, type Removed } from "./account_rules.ts";
import { runAtOnce, runInSlices, TimeSlice } from "./time_slicing.ts";

/** What a change adds and removes, what is stored with it, and the result for its caller; called again when the rules changed meanwhile. */
type Plan<T> = (
  rules: HeldRules,
) => Awaitable<{ added: readonly Rule[]; removed: Removed; result: T; also?: Change }>;

const MAX_ATTEMPTS = 20;
/** The longest wait before a change is retried that conflicted with another process. */
const MAX_BACK_OFF_MS = 100;
/** Reads of rules that change while they are read; the last read then applies until the next request. */
const MAX_READS = 5;
/** In memory, of all accounts together. A compiled rule is about 500 bytes, so this is 300 MB. */
const MAX_RULES = 600_000;
/** The memory of an account without rules, in rules. */
const ACCOUNT_WEIGHT = 6;
/** An account with at most this many stored rules does not wait for larger ones to be loaded. */
const FEW_RULES = 12_000;
/** Accounts being loaded are not counted in MAX_RULES yet, so only a few load at a time. */
const CONCURRENT_LOADS = { few: 16, many: 2 };
const MAX_WAITING = 10_000;
/** A change that touches at most this many rules is applied synchronously; during a larger one the account's requests wait. */
const APPLIED_AT_ONCE = 1_000;

export class ActiveRules {
  readonly #store: Rules;
  /** In objects of their own, because the cache weighs an object once. */
  readonly #loaded: LRUCache<string, { readonly rules: AccountRules }>;
  readonly #loading = new Map<string, Promise<AccountRules>>();
  readonly #loads = {
    few: new Bulkhead(CONCURRENT_LOADS.few, MAX_WAITING),
    many: new Bulkhead(CONCURRENT_LOADS.many, MAX_WAITING),
  };
  /** Accounts that changed while they were loaded, and are read again. */
  readonly #changed = new Set<string>();
  /** Accounts whose loaded rules are out of date or being changed, and not to be used now. */
  readonly #stale = new Set<string>();
  /** The changes of an account in this process are made one after another. */
  readonly #changes = new KeyedQueue();

  constructor(store: Rules, maxRules: number = MAX_RULES) {
    this.#store = store;
    this.#loaded = new LRUCache({
      maxSize: maxRules,
      // An account with more than the total is kept alone instead of being refused.
      sizeCalculation: ({ rules }) => Math.min(maxRules, ACCOUNT_WEIGHT + rules.size),
      dispose: (_rules, account, reason) => {
        if (reason !== "set") this.#stale.delete(account);
      },
    });
    store.onChange(async (changed) => {
      const accounts = changed === null ? [...this.#loaded.keys(), ...this.#loading.keys()] : [changed];
      for (const account of accounts) {
        if (this.#loading.has(account)) this.#changed.add(account);
        else if (this.#loaded.has(account)) await this.#load(account);
      }
    });
  }

  /** Resolves when the rules are in memory. They may be evicted again: check `isReady` before a later `match`. */
  async ready(account: string): Promise<void> {
    await this.#rulesOf(account);
  }

  /** True when `match` will not throw, as long as nothing is awaited in between. Counts as a use of the account. */
  isReady(account: string): boolean {
    return this.#loaded.get(account) !== undefined && !this.#stale.has(account);
  }

  /**
   * The rule that decides, or null. Block beats allow.
   * @param hashed as for `RuleSet.match`; needed where `hasHashed`
   * @throws AppError unavailable when the account's rules were evicted since they were ready
   */
  match(account: string, subject: RuleSubject, now: number, hashed?: readonly string[]): Rule | null {
    const loaded = this.#loaded.peek(account);
    if (loaded === undefined) {
      throw unavailable("the rules of this account are being loaded again; try again");
    }
    return loaded.rules.compiled.match(subject, now, hashed);
  }

  /** False: none of the account's rules holds a hash. */
  hasHashed(account: string): boolean {
    return this.#loaded.peek(account)?.rules.compiled.hasHashed ?? false;
  }

  /** The account's rules, to be read in slices. */
  async held(account: string, now: number): Promise<HeldRules> {
    const rules = await this.#rulesOf(account);
    await runInSlices(rules.advance(now));
    return rules;
  }

  /** Oldest first, without expired rules. */
  async list(account: string, now: number): Promise<Rule[]> {
    const listed: Rule[] = [];
    const slice = new TimeSlice();
    for (const rule of (await this.#rulesOf(account)).all()) {
      if (!isExpired(rule, now)) listed.push(rule);
      if (slice.isOver) await slice.next();
    }
    // A rule that was extended is stored after younger ones.
    return listed.sort((a, b) => a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0);
  }

  /**
   * Plans against the newest rules and writes the plan; durable and applied here when it resolves. Plans again when another
   * process changed the rules meanwhile.
   */
  change<T>(account: string, plan: Plan<T>, now: number): Promise<T> {
    const change = (attempt: number) => this.#change(account, plan, now, attempt);
    return this.#changes.run(account, () =>
      retryOnConflict(change, {
        when: (error) => isAbandoned(error, RULES_CHANGED),
        attempts: MAX_ATTEMPTS,
        pauseMs: backOff,
      }));
  }

  /** @throws Abandoned (RULES_CHANGED) when another process changed the rules meanwhile */
  async #change<T>(account: string, plan: Plan<T>, now: number, attempt: number): Promise<T> {
    if (attempt > 1) await this.#reload(account);
    const rules = await this.#rulesOf(account);
    await runInSlices(rules.advance(now));
    const { manifest } = rules;
    const { added, removed, result, also } = await plan(rules);
    if (rules.manifest !== manifest) throw new Abandoned(RULES_CHANGED);
    if (added.length === 0 && removed !== "all" && removed.size === 0) {
      if (attempt === MAX_ATTEMPTS || await this.#store.isNewest(account, manifest)) return result;
      throw new Abandoned(RULES_CHANGED);
    }
    await this.#store.change(account, rules.stage(added, removed), also);
    await this.#reload(account).catch(() => {}); // the change is durable, and `ready` loads it
    return result;
  }

  #reload(account: string): Promise<AccountRules> {
    this.#stale.add(account);
    return this.#load(account);
  }

  async #rulesOf(account: string): Promise<AccountRules> {
    const loaded = this.#loaded.get(account);
    if (loaded !== undefined && !this.#stale.has(account)) return loaded.rules;
    return await (this.#loading.get(account) ?? this.#load(account));
  }

  /**
   * Reads what the store holds from now on. An account is read once at a time: a read in progress is repeated. Rules in
   * memory answer until then, unless they are stale, and only what changed of them is read.
   */
  #load(account: string): Promise<AccountRules> {
    const running = this.#loading.get(account);
    if (running !== undefined) {
      this.#changed.add(account);
      return running;
    }
    const read = () => this.#read(account);
    const loading = (this.#loaded.has(account) ? read() : this.#queued(account, read)).finally(() => {
      this.#loading.delete(account);
      this.#changed.delete(account);
    });
    this.#loading.set(account, loading);
    return loading;
  }

  async #queued<T>(account: string, read: () => Promise<T>): Promise<T> {
    const count = await this.#store.countChunks(account) * RULES_PER_CHUNK;
    return await this.#loads[count <= FEW_RULES ? "few" : "many"].run(read, tooManyWait);
  }

  async #read(account: string): Promise<AccountRules> {
    const rules = this.#loaded.peek(account)?.rules ?? new AccountRules();
    this.#changed.delete(account);
    for (let read = 1;; read++) {
      const loaded = await this.#store.load(account, (chunk) => rules.hasChunk(chunk));
      const steps = rules.apply(loaded);
      if (rules.touches(loaded) <= APPLIED_AT_ONCE) runAtOnce(steps);
      else {
        this.#stale.add(account);
        await runInSlices(steps);
      }
      const changed = this.#changed.delete(account);
      if (changed && read < MAX_READS) continue;
      this.#loaded.set(account, { rules });
      if (changed) this.#stale.add(account);
      else this.#stale.delete(account);
      return rules;
    }
  }
}

/** Milliseconds; random, because two processes that retry in step would conflict each time. */
function backOff(attempt: number): number {
  return Math.random() * Math.min(MAX_BACK_OFF_MS, 4 * attempt);
}

function unavailable(why: string): AppError {
  return new AppError("unavailable", why, { retryAfter: 1 });
}

function tooManyWait(): never {
  throw unavailable("the rules of too many accounts are being loaded");
}
