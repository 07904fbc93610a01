/**
 * The rules in force, compiled per account; a change anywhere is in force here within a second. The accounts that asked
 * last are kept in memory, so many as a bounded number of rules allows; another's are read before it is answered.
 */
import { LRUCache } from "lru-cache";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { AppError } from "../../model/error.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { compileRules, type RuleSet, type RuleSubject } from "../../model/rules/rule_set.ts";
import { normalizeMailbox } from "../../signals/email/normalize.ts";
import type { Changes } from "../../store/cluster/change_log.ts";
import { RulesChanged, type RuleStore, type StoredRules } from "../../store/records/rules.ts";

interface Book {
  readonly stored: StoredRules;
  readonly compiled: RuleSet;
}

/** What a change adds and removes, and what its caller is told; made again when the rules changed meanwhile. */
export type Plan<T> = (
  rules: readonly Rule[],
  compiled: RuleSet,
) => { added: readonly Rule[]; removed: ReadonlySet<string>; result: T };

const MAX_TRIES = 20;
/** Milliseconds a change that another process overtook waits at most before it is tried again. */
const LONGEST_TURN_MS = 100;
/** Reads of rules that keep changing meanwhile; then those that were read are in force until the next request. */
const MAX_ROUNDS = 5;
/** Of all accounts in memory together. A rule is about 500 bytes when it is compiled, so this is 300 MB. */
const MAX_RULES = 600_000;
/** What an account takes besides its rules, in rules. */
const ACCOUNT_WEIGHT = 6;
/** Accounts read at a time: what is being read is not counted yet. */
const READS_AT_ONCE = 2;
const MAX_WAITING = 10_000;

export class ActiveRules {
  readonly #store: RuleStore;
  readonly #books: LRUCache<string, Book>;
  readonly #loading = new Map<string, Promise<Book>>();
  readonly #reads = new Bulkhead(READS_AT_ONCE, MAX_WAITING);
  /** What changed while it was read, and is read again. */
  readonly #overtaken = new Set<string>();
  /** What could not be read after a change: the book is old, and read again before it is asked. */
  readonly #stale = new Set<string>();
  /** Changes of one account in this process follow one another. */
  readonly #changing = new Map<string, Promise<unknown>>();

  /** @param maxRules kept in memory, of all accounts together */
  constructor(store: RuleStore, changes: Changes, maxRules: number = MAX_RULES) {
    this.#store = store;
    this.#books = new LRUCache({
      maxSize: maxRules,
      // An account with more than all may have stands alone instead of being refused.
      sizeCalculation: ({ stored }) => Math.min(maxRules, ACCOUNT_WEIGHT + stored.rules.length),
      dispose: (_book, account, reason) => {
        if (reason !== "set") this.#stale.delete(account);
      },
    });
    changes.follow("rules", async (scope) => {
      const accounts = scope === null ? [...this.#books.keys(), ...this.#loading.keys()] : [scope[0]!];
      for (const account of accounts) {
        if (this.#loading.has(account)) this.#overtaken.add(account);
        else if (this.#books.has(account)) await this.#load(account, false);
      }
    });
  }

  /** Resolves when the rules are in memory; cheap when they are. Ask `isReady` again before a later `match`. */
  async ready(account: string): Promise<void> {
    await this.#book(account);
  }

  /** True: `match` answers as long as nothing is awaited meanwhile. The account counts as asked for. */
  isReady(account: string): boolean {
    return this.#books.get(account) !== undefined && !this.#stale.has(account);
  }

  /**
   * The rule that decides, or null. Block beats allow.
   * @throws AppError unavailable when the account's rules had to leave the memory since they were ready: no answer
   * without them
   */
  match(account: string, subject: RuleSubject, now: number): Rule | null {
    const book = this.#books.peek(account);
    if (book === undefined) {
      throw unavailable("the rules of this account are read again; try once more");
    }
    return book.compiled.match(subject, now);
  }

  async compiled(account: string): Promise<RuleSet> {
    return (await this.#book(account)).compiled;
  }

  /** Oldest first; what is expired is left out. */
  async list(account: string, now: number): Promise<Rule[]> {
    const rules = (await this.#book(account)).stored.rules.filter((rule) => !isExpired(rule, now));
    // One that was prolonged is stored behind younger ones.
    return rules.sort((a, b) => a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0);
  }

  /**
   * Plans against the newest rules and writes the plan; durable and in force here when it resolves. The plan is made
   * again when another process changed the rules meanwhile.
   */
  change<T>(account: string, plan: Plan<T>, now: number): Promise<T> {
    const before = this.#changing.get(account) ?? Promise.resolve();
    const changed = before.catch(() => {}).then(() => this.#change(account, plan, now));
    this.#changing.set(account, changed);
    return changed.finally(() => {
      if (this.#changing.get(account) === changed) this.#changing.delete(account);
    });
  }

  async #change<T>(account: string, plan: Plan<T>, now: number): Promise<T> {
    for (let attempt = 1;; attempt++) {
      const book = await this.#book(account);
      const { added, removed, result } = plan(
        book.stored.rules.filter((rule) => !isExpired(rule, now)),
        book.compiled,
      );
      if (added.length === 0 && removed.size === 0) {
        if (attempt === MAX_TRIES || await this.#store.isNewest(account, book.stored)) return result;
        this.#stale.add(account);
        await this.#load(account);
        continue;
      }
      const expired = book.stored.rules.filter((rule) => isExpired(rule, now)).map((rule) => rule.id);
      try {
        await this.#store.change(account, book.stored, added, new Set([...removed, ...expired]));
      } catch (error) {
        if (!(error instanceof RulesChanged) || attempt === MAX_TRIES) throw error;
        await turnOf(attempt);
        this.#stale.add(account);
        await this.#load(account);
        continue;
      }
      this.#stale.add(account);
      await this.#load(account).catch(() => {}); // the change is durable, and `ready` reads it
      return result;
    }
  }

  async #book(account: string): Promise<Book> {
    const book = this.#books.get(account);
    if (book !== undefined && !this.#stale.has(account)) return book;
    return await (this.#loading.get(account) ?? this.#load(account));
  }

  /**
   * Reads what the store holds from now on. One read of an account at a time: one under way is repeated.
   * @param inTurn false: at once, because what is in memory answers until then
   */
  #load(account: string, inTurn = true): Promise<Book> {
    const running = this.#loading.get(account);
    if (running !== undefined) {
      this.#overtaken.add(account);
      return running;
    }
    const read = () => this.#read(account);
    const loading = (inTurn ? this.#reads.run(read, tooManyWait) : read()).finally(() => {
      this.#loading.delete(account);
      this.#overtaken.delete(account);
    });
    this.#loading.set(account, loading);
    return loading;
  }

  async #read(account: string): Promise<Book> {
    this.#overtaken.delete(account);
    for (let round = 1;; round++) {
      const stored = await this.#store.load(account);
      const overtaken = this.#overtaken.delete(account);
      if (overtaken && round < MAX_ROUNDS) continue;
      const book = { stored, compiled: compileRules(stored.rules, mailboxOf) };
      this.#books.set(account, book);
      if (overtaken) this.#stale.add(account);
      else this.#stale.delete(account);
      return book;
    }
  }
}

/** Two processes that change the same rules in step would refuse each other for ever. */
function turnOf(attempt: number): Promise<void> {
  return new Promise((resolve) =>
    setTimeout(resolve, Math.random() * Math.min(LONGEST_TURN_MS, 4 * attempt))
  );
}

function unavailable(why: string): AppError {
  return new AppError("unavailable", why, { retryAfter: 1 });
}

function tooManyWait(): never {
  throw unavailable("the rules of too many accounts are being read");
}

function isExpired(rule: Rule, now: number): boolean {
  return rule.expires_at !== undefined && Date.parse(rule.expires_at) <= now;
}

/** A rule without a tag means the person, however the address is written; one with a tag means that tag alone. */
function mailboxOf(address: string): string | null {
  if (address.startsWith('"')) return null;
  const at = address.lastIndexOf("@");
  const { local, domain, tagged } = normalizeMailbox(address.slice(0, at), false, address.slice(at + 1));
  return tagged ? null : `${local}@${domain}`;
}
