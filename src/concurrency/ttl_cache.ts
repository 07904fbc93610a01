/** A bounded cache whose entries carry their own time to live, with one flight per key: two callers, one question. */
import { LRUCache } from "lru-cache";

interface Entry<T> {
  readonly value: T;
  readonly expiresAt: number;
}

export interface Loaded<T> {
  readonly value: T;
  /** Zero or less: given to the callers that wait and forgotten. */
  readonly ttlMs: number;
}

export class TtlCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>;
  readonly #flights = new Map<string, Promise<T>>();
  readonly #now: () => number;

  /** @param options.max entries kept; the least recently used goes first. `now` is the clock in milliseconds. */
  constructor(options: { readonly max: number; readonly now: () => number }) {
    // Counted by size: with `max` the space for all of them would be taken now.
    this.#entries = new LRUCache({ maxSize: options.max, sizeCalculation: () => 1 });
    this.#now = options.now;
  }

  /** The cached value, or the load's. A load that throws is not cached; everyone who waited for it gets the error. */
  get(key: string, load: () => Promise<Loaded<T>>): Promise<T> {
    const entry = this.#fresh(key);
    if (entry !== undefined) return Promise.resolve(entry.value);
    const flying = this.#flights.get(key);
    if (flying !== undefined) return flying;
    const flight = this.#load(key, load);
    this.#flights.set(key, flight);
    return flight;
  }

  /** The cached value while it is fresh. */
  peek(key: string): T | undefined {
    return this.#fresh(key)?.value;
  }

  set(key: string, value: T, ttlMs: number): void {
    if (ttlMs > 0) this.#entries.set(key, { value, expiresAt: this.#now() + ttlMs });
    else this.#entries.delete(key);
  }

  /** True while a load for the key is under way. */
  loading(key: string): boolean {
    return this.#flights.has(key);
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
      this.#flights.delete(key);
    }
  }

  #fresh(key: string): Entry<T> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }
}
