/** A bounded cache with a time to live per entry. Concurrent loads of the same key are shared. */
import type { LRUCache } from "lru-cache";
import { isWithin } from "./clock_rules.ts";
import { lruOf } from "./lru.ts";

interface CachedValue<T> {
  readonly value: T;
  readonly from: number;
  readonly expiresAt: number;
}

export interface Loaded<T> {
  readonly value: T;
  /** Zero or less: the waiting callers get the value, but it is not cached. */
  readonly ttlMs: number;
}

export class TtlCache<T> {
  readonly #entries: LRUCache<string, CachedValue<T>>;
  readonly #loading = new Map<string, Promise<T>>();
  readonly #now: () => number;

  /** @param options.max entries at most; the least recently used is evicted first. `now` is the clock in milliseconds. */
  constructor(options: { readonly max: number; readonly now: () => number }) {
    this.#entries = lruOf(options.max);
    this.#now = options.now;
  }

  /** The cached or the loaded value. A load that throws is not cached; all callers that waited for it get the error. */
  get(key: string, load: () => Promise<Loaded<T>>): Promise<T> {
    const entry = this.#fresh(key);
    if (entry !== undefined) return Promise.resolve(entry.value);
    const running = this.#loading.get(key);
    if (running !== undefined) return running;
    const loading = this.#load(key, load);
    this.#loading.set(key, loading);
    return loading;
  }

  /** The cached value, unless it has expired. */
  peek(key: string): T | undefined {
    return this.#fresh(key)?.value;
  }

  set(key: string, value: T, ttlMs: number): void {
    const from = this.#now();
    if (ttlMs > 0) this.#entries.set(key, { value, from, expiresAt: from + ttlMs });
    else this.#entries.delete(key);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** True while the key is being loaded. */
  loading(key: string): boolean {
    return this.#loading.has(key);
  }

  get size(): number {
    return this.#entries.size;
  }

  clear(): void {
    this.#entries.clear();
  }

  async #load(key: string, load: () => Promise<Loaded<T>>): Promise<T> {
    try {
      const { value, ttlMs } = await load();
      this.set(key, value, ttlMs);
      return value;
    } finally {
      this.#loading.delete(key);
    }
  }

  #fresh(key: string): CachedValue<T> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || isWithin(entry.from, entry.expiresAt, this.#now())) return entry;
    this.#entries.delete(key);
    return undefined;
  }
}
