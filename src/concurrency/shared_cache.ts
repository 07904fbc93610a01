/**
 * A bounded cache of answers that all accounts use, each entry counted to the account that asked for it. When it is full,
 * entries of the account with the most go, least recently used first: who asks about many values evicts his own answers.
 * Guests together are held to half of it then.
 */
import type { Asker, Budget } from "./budget.ts";
import type { FairScheduler } from "./fair_scheduler.ts";
import type { OutsideQuestion } from "./outside_question.ts";
import type { Loaded } from "./ttl_cache.ts";
import { isWithin } from "./clock_rules.ts";
import { standingOf } from "../model/records.ts";

interface CachedAnswer<T> {
  readonly value: T;
  readonly from: number;
  readonly expiresAt: number;
  readonly owner: Owner<T>;
}

interface Owner<T> {
  readonly id: string;
  readonly guest: boolean;
  /** The least recently used first. */
  readonly entries: Map<string, CachedAnswer<T>>;
}

/** Share of all entries that is evicted together, so that the owner with the most is not sought at every entry. */
const EVICTED_SHARE = 1 / 64;

export class SharedCache<T> {
  readonly #max: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, CachedAnswer<T>>();
  readonly #owners = new Map<string, Owner<T>>();
  #guestEntries = 0;

  /** @param options.max entries at most. `now` is the clock in milliseconds. */
  constructor(options: { readonly max: number; readonly now: () => number }) {
    this.#max = options.max;
    this.#now = options.now;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The cached value, unless it has expired. */
  peek(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (!isWithin(entry.from, entry.expiresAt, this.#now())) {
      this.delete(key);
      return undefined;
    }
    const { entries } = entry.owner;
    entries.delete(key);
    entries.set(key, entry);
    return entry.value;
  }

  /** @param ttlMs zero or less: the entry is removed */
  set(key: string, value: T, ttlMs: number, account: Asker): void {
    this.delete(key);
    if (ttlMs <= 0) return;
    if (this.#entries.size >= this.#max) this.#evict();
    const owner = this.#owner(account);
    const from = this.#now();
    const entry = { value, from, expiresAt: from + ttlMs, owner };
    this.#entries.set(key, entry);
    owner.entries.set(key, entry);
    if (owner.guest) this.#guestEntries++;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const { owner } = entry;
    this.#entries.delete(key);
    owner.entries.delete(key);
    if (owner.guest) this.#guestEntries--;
    if (owner.entries.size === 0) this.#owners.delete(owner.id);
  }

  /** The cached answer, or the source's; what the scheduler declines is not cached. */
  async ask<L extends Loaded<T>>(
    scheduler: FairScheduler<L>,
    question: OutsideQuestion<L>,
    budget: Budget,
  ): Promise<T> {
    const cached = this.peek(question.key);
    if (cached !== undefined) return cached;
    const work = async () => {
      const loaded = await question.work();
      this.set(question.key, loaded.value, loaded.ttlMs, budget.account);
      return loaded;
    };
    return (await scheduler.ask({ ...question, work }, budget)).value;
  }

  #owner(account: Asker): Owner<T> {
    const { id } = account;
    let owner = this.#owners.get(id);
    if (owner === undefined) {
      owner = { id, guest: standingOf(account) === "guest", entries: new Map() };
      this.#owners.set(id, owner);
    }
    return owner;
  }

  #evict(): void {
    const guestsOnly = 2 * this.#guestEntries > this.#max;
    let most: Owner<T> | undefined;
    for (const owner of this.#owners.values()) {
      if (guestsOnly && !owner.guest) continue;
      if (most === undefined || owner.entries.size > most.entries.size) most = owner;
    }
    const count = Math.ceil(this.#max * EVICTED_SHARE);
    for (const key of [...most?.entries.keys().take(count) ?? []]) this.delete(key);
  }
}
