/** The rules in force, compiled per account and kept in memory; a change anywhere is in force here within a second. */
import type { Rule } from "../domain/rule.ts";
import { compileRules, type RuleSet, type RuleSubject } from "../domain/rule_set.ts";
import { normalizeMailbox } from "../signals/email/normalize.ts";
import type { Changes } from "../store/changes.ts";
import { RulesChanged, type RuleStore, type StoredRules } from "../store/rules.ts";

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
/** Reads of rules that keep changing meanwhile; then those that were read are in force until the next request. */
const MAX_ROUNDS = 5;

export class RuleBook {
  readonly #store: RuleStore;
  readonly #books = new Map<string, Book>();
  readonly #loading = new Map<string, Promise<void>>();
  /** What changed while it was read, and is read again. */
  readonly #overtaken = new Set<string>();
  /** What could not be read after a change: the book is old, and read again before it is asked. */
  readonly #stale = new Set<string>();
  /** Changes of one account in this process follow one another. */
  readonly #changing = new Map<string, Promise<unknown>>();

  constructor(store: RuleStore, changes: Changes) {
    this.#store = store;
    changes.follow("rules", async (scope) => {
      const accounts = scope === null ? [...this.#books.keys(), ...this.#loading.keys()] : [scope[0]!];
      for (const account of accounts) {
        if (this.#loading.has(account)) this.#overtaken.add(account);
        else if (this.#books.has(account)) await this.#load(account);
      }
    });
  }

  /** Must have resolved once before `match` of the account; cheap afterwards. */
  async ready(account: string): Promise<void> {
    if (!this.isReady(account)) await (this.#loading.get(account) ?? this.#load(account));
  }

  isReady(account: string): boolean {
    return this.#books.has(account) && !this.#stale.has(account);
  }

  /** The rule that decides, or null. Block beats allow. */
  match(account: string, subject: RuleSubject, now: number): Rule | null {
    return this.#books.get(account)?.compiled.match(subject, now) ?? null;
  }

  async compiled(account: string): Promise<RuleSet> {
    await this.ready(account);
    return this.#books.get(account)!.compiled;
  }

  /** Oldest first; what is expired is left out. */
  async list(account: string, now: number): Promise<Rule[]> {
    await this.ready(account);
    return this.#books.get(account)!.stored.rules.filter((rule) => !isExpired(rule, now));
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
      await this.ready(account);
      const book = this.#books.get(account)!;
      const { added, removed, result } = plan(
        book.stored.rules.filter((rule) => !isExpired(rule, now)),
        book.compiled,
      );
      if (added.length === 0 && removed.size === 0) {
        if (attempt === MAX_TRIES || await this.#store.isNewest(account, book.stored)) return result;
        await this.#load(account);
        continue;
      }
      const expired = book.stored.rules.filter((rule) => isExpired(rule, now)).map((rule) => rule.id);
      try {
        await this.#store.change(account, book.stored, added, new Set([...removed, ...expired]));
      } catch (error) {
        if (!(error instanceof RulesChanged) || attempt === MAX_TRIES) throw error;
        await this.#load(account);
        continue;
      }
      this.#stale.add(account);
      await this.#load(account).catch(() => {}); // the change is durable, and `ready` reads it
      return result;
    }
  }

  /** Reads what the store holds from now on. One read at a time: one under way is repeated. */
  #load(account: string): Promise<void> {
    const running = this.#loading.get(account);
    if (running !== undefined) {
      this.#overtaken.add(account);
      return running;
    }
    const loading = this.#read(account).finally(() => {
      this.#loading.delete(account);
      this.#overtaken.delete(account);
    });
    this.#loading.set(account, loading);
    return loading;
  }

  async #read(account: string): Promise<void> {
    for (let round = 1;; round++) {
      const stored = await this.#store.load(account);
      const overtaken = this.#overtaken.delete(account);
      if (overtaken && round < MAX_ROUNDS) continue;
      this.#books.set(account, { stored, compiled: compileRules(stored.rules, mailboxOf) });
      if (overtaken) this.#stale.add(account);
      else this.#stale.delete(account);
      return;
    }
  }
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
