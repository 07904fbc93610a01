/**
 * The rules that apply, compiled per account; a change by another process applies here within a second. The rules of the
 * most recently used accounts are kept in memory, up to a total number of rules; others are loaded on request.
 */
import { LRUCache } from "lru-cache";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import { retryOnConflict } from "../../concurrency/retry.ts";
import { AppError } from "../../model/error.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { compileRules, type RuleSet, type RuleSubject } from "../../model/rules/rule_set.ts";
import { normalizeMailbox } from "../../signals/email/normalize.ts";
import type { ChangeLog } from "../../store/cluster/change_log.ts";
import { TOPICS } from "../../store/keys.ts";
import { RulesChanged } from "../../store/failure.ts";
import type { Rules, StoredRules } from "../../store/records/rules.ts";

interface LoadedRules {
  readonly stored: StoredRules;
  readonly compiled: RuleSet;
}

/** What a change adds and removes, and the result for its caller; called again when the rules changed meanwhile. */
export type Plan<T> = (
  rules: readonly Rule[],
) => { added: readonly Rule[]; removed: ReadonlySet<string>; result: T };

const MAX_ATTEMPTS = 20;
/** The longest wait before a change is retried that conflicted with another process. */
const MAX_BACK_OFF_MS = 100;
/** Reads of rules that change while they are read; the last read then applies until the next request. */
const MAX_READS = 5;
/** In memory, of all accounts together. A compiled rule is about 500 bytes, so this is 300 MB. */
const MAX_RULES = 600_000;
/** The memory of an account without rules, in rules. */
const ACCOUNT_WEIGHT = 6;
/** Accounts being loaded are not counted in MAX_RULES yet, so only a few load at a time. */
const CONCURRENT_LOADS = 2;
const MAX_WAITING = 10_000;

export class ActiveRules {
  readonly #store: Rules;
  readonly #loaded: LRUCache<string, LoadedRules>;
  readonly #loading = new Map<string, Promise<LoadedRules>>();
  readonly #loads = new Bulkhead(CONCURRENT_LOADS, MAX_WAITING);
  /** Accounts that changed while they were loaded, and are read again. */
  readonly #changed = new Set<string>();
  /** Accounts whose loaded rules are out of date, to be loaded again before they are used. */
  readonly #stale = new Set<string>();
  /** The changes of an account in this process are made one after another. */
  readonly #changes = new KeyedQueue();

  constructor(store: Rules, changes: ChangeLog, maxRules: number = MAX_RULES) {
    this.#store = store;
    this.#loaded = new LRUCache({
      maxSize: maxRules,
      // An account with more than the total is kept alone instead of being refused.
      sizeCalculation: ({ stored }) => Math.min(maxRules, ACCOUNT_WEIGHT + stored.rules.length),
      dispose: (_rules, account, reason) => {
        if (reason !== "set") this.#stale.delete(account);
      },
    });
    changes.follow(TOPICS.rules, async (scope) => {
      const accounts = scope === null ? [...this.#loaded.keys(), ...this.#loading.keys()] : [scope[0]!];
      for (const account of accounts) {
        if (this.#loading.has(account)) this.#changed.add(account);
        else if (this.#loaded.has(account)) await this.#load(account, false);
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
   * @throws AppError unavailable when the account's rules were evicted since they were ready
   */
  match(account: string, subject: RuleSubject, now: number): Rule | null {
    const loaded = this.#loaded.peek(account);
    if (loaded === undefined) {
      throw unavailable("the rules of this account are being loaded again; try again");
    }
    return loaded.compiled.match(subject, now);
  }

  /** Oldest first, without expired rules. */
  async list(account: string, now: number): Promise<Rule[]> {
    const rules = (await this.#rulesOf(account)).stored.rules.filter((rule) => !isExpired(rule, now));
    // A rule that was extended is stored after younger ones.
    return rules.sort((a, b) => a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0);
  }

  /**
   * Plans against the newest rules and writes the plan; durable and applied here when it resolves. Plans again when another
   * process changed the rules meanwhile.
   */
  change<T>(account: string, plan: Plan<T>, now: number): Promise<T> {
    const change = (attempt: number) => this.#change(account, plan, now, attempt);
    return this.#changes.run(account, () =>
      retryOnConflict(change, {
        when: (error) => error instanceof RulesChanged,
        attempts: MAX_ATTEMPTS,
        pauseMs: backOff,
      }));
  }

  /** @throws RulesChanged when another process changed the rules meanwhile */
  async #change<T>(account: string, plan: Plan<T>, now: number, attempt: number): Promise<T> {
    if (attempt > 1) await this.#reload(account);
    const { stored } = await this.#rulesOf(account);
    const { added, removed, result } = plan(stored.rules.filter((rule) => !isExpired(rule, now)));
    if (added.length === 0 && removed.size === 0) {
      if (attempt === MAX_ATTEMPTS || await this.#store.isNewest(account, stored)) return result;
      throw new RulesChanged("the rules of this account were changed meanwhile");
    }
    const expired = stored.rules.filter((rule) => isExpired(rule, now)).map((rule) => rule.id);
    await this.#store.change(account, stored, added, new Set([...removed, ...expired]));
    await this.#reload(account).catch(() => {}); // the change is durable, and `ready` loads it
    return result;
  }

  #reload(account: string): Promise<LoadedRules> {
    this.#stale.add(account);
    return this.#load(account);
  }

  async #rulesOf(account: string): Promise<LoadedRules> {
    const loaded = this.#loaded.get(account);
    if (loaded !== undefined && !this.#stale.has(account)) return loaded;
    return await (this.#loading.get(account) ?? this.#load(account));
  }

  /**
   * Reads what the store holds from now on. An account is read once at a time: a read in progress is repeated.
   * @param queued false: starts immediately, because the loaded rules answer until then
   */
  #load(account: string, queued = true): Promise<LoadedRules> {
    const running = this.#loading.get(account);
    if (running !== undefined) {
      this.#changed.add(account);
      return running;
    }
    const read = () => this.#read(account);
    const loading = (queued ? this.#loads.run(read, tooManyWait) : read()).finally(() => {
      this.#loading.delete(account);
      this.#changed.delete(account);
    });
    this.#loading.set(account, loading);
    return loading;
  }

  async #read(account: string): Promise<LoadedRules> {
    this.#changed.delete(account);
    for (let read = 1;; read++) {
      const stored = await this.#store.load(account);
      const changed = this.#changed.delete(account);
      if (changed && read < MAX_READS) continue;
      const loaded = { stored, compiled: compileRules(stored.rules, mailboxOf) };
      this.#loaded.set(account, loaded);
      if (changed) this.#stale.add(account);
      else this.#stale.delete(account);
      return loaded;
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

function isExpired(rule: Rule, now: number): boolean {
  return rule.expires_at !== undefined && Date.parse(rule.expires_at) <= now;
}

/** The mailbox that a rule names in any spelling; null when the rule matches only its own: one with a tag or in quotes. */
function mailboxOf(address: string): string | null {
  if (address.startsWith('"')) return null;
  const at = address.lastIndexOf("@");
  const { local, domain, tagged } = normalizeMailbox(address.slice(0, at), false, address.slice(at + 1));
  return tagged ? null : `${local}@${domain}`;
}
