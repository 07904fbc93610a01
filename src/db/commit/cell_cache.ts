/** A bounded cache of cells. Reads requested in the same tick are combined into one read of the engine. */
import { LRUCache } from "lru-cache";
import { type Engine, type Key, keyText, type Value } from "../engine.ts";
import type { BloomFilter } from "./bloom_filter.ts";
import type { Cell, CellUpdate } from "./cell.ts";
import { Filters } from "./filters.ts";

interface Requested {
  readonly text: string;
  readonly key: Key;
  readonly promise: Promise<Cell>;
  readonly resolve: (cell: Cell) => void;
  readonly reject: (error: unknown) => void;
}

const ABSENT: Cell = { value: null, version: null };
/** In bytes, roughly: 200,000 small values, or 3,000 full sets of linked values. */
const MAX_BYTES = 64_000_000;
/** Bytes of a cell in addition to its value: key, version, list entry. */
const CELL_OVERHEAD_BYTES = 220;

export class CellCache {
  /** Keys of keyspaces without a filter are always read. */
  readonly filters: Filters;
  readonly #engine: Engine;
  readonly #filters: Readonly<Record<string, BloomFilter>>;
  readonly #cells: LRUCache<string, Cell>;
  /** Reads in progress. `put` and `forget` remove a read from here: its waiters still get the cell, but it is not cached. */
  readonly #loading = new Map<string, Promise<Cell>>();
  #requested: Requested[] = [];

  constructor(engine: Engine, filters = new Filters([])) {
    this.filters = filters;
    this.#engine = engine;
    this.#filters = filters.byPart;
    this.#cells = new LRUCache({
      maxSize: MAX_BYTES * (engine.cacheShare ?? 1),
      sizeCalculation: ({ value }) => CELL_OVERHEAD_BYTES + sizeOf(value),
    });
  }

  /** Undefined when it is not known here. Does not count as a use of the cell: keeping that account costs too much. */
  peek(key: Key): Cell | undefined {
    return this.peekText(key[0]!, keyText(key));
  }

  /** As `peek`. @param first the key's first part @param text of the whole key */
  peekText(first: string, text: string): Cell | undefined {
    // Most values are new: the filter costs less than a look into a large map.
    return this.#filters[first]?.lacks(text) ? ABSENT : this.#cells.peek(text);
  }

  put(key: Key, cell: Cell, text = keyText(key)): void {
    this.#loading.delete(text);
    this.#cells.set(text, cell);
    if (cell.value !== null) this.#filters[key[0]!]?.add(text);
  }

  /** Another process may have changed it: the next use reads it from the engine. */
  forget(key: Key, text = keyText(key)): void {
    this.#filters[key[0]!]?.add(text);
    this.#loading.delete(text);
    this.#cells.delete(text);
  }

  clear(): void {
    for (const filter of Object.values(this.#filters)) filter.reset();
    this.#loading.clear();
    this.#cells.clear();
  }

  /** From memory, or read once: concurrent callers share the read. */
  load(key: Key): Promise<Cell> {
    const text = keyText(key);
    const cached = this.#cells.get(text) ?? (this.#filters[key[0]!]?.lacks(text) ? ABSENT : undefined);
    if (cached) return Promise.resolve(cached);
    const running = this.#loading.get(text);
    if (running) return running;
    const { promise, resolve, reject } = Promise.withResolvers<Cell>();
    this.#requested.push({ text, key, promise, resolve, reject });
    if (this.#requested.length === 1) queueMicrotask(() => this.#readRequested());
    this.#loading.set(text, promise);
    return promise;
  }

  /**
   * The cells that the writes change, by the text of their keys. A promise when some have to be read.
   * @param isSole true: those that the writes know as a whole are left out
   */
  loadFor(
    writes: readonly { readonly cells?: readonly CellUpdate[] }[],
    isSole: boolean,
  ): ReadonlyMap<string, Cell> | Promise<ReadonlyMap<string, Cell>> {
    const cells = new Map<string, Cell>();
    const missing: Promise<unknown>[] = [];
    for (const write of writes) {
      for (const { key, text = keyText(key), whole } of write.cells ?? []) {
        if ((isSole && whole !== undefined) || cells.has(text)) continue;
        const cell = this.peekText(key[0]!, text);
        if (cell !== undefined) cells.set(text, cell);
        else missing.push(this.load(key).then((loaded) => cells.set(text, loaded)));
      }
    }
    return missing.length === 0 ? cells : Promise.all(missing).then(() => cells);
  }

  async #readRequested(): Promise<void> {
    const requested = this.#requested;
    this.#requested = [];
    try {
      const entries = await this.#engine.get(requested.map(({ key }) => key));
      requested.forEach((request, index) => {
        const entry = entries[index] ?? null;
        const cell = { value: entry?.value ?? null, version: entry?.version ?? null };
        if (this.#loading.get(request.text) === request.promise) {
          this.#loading.delete(request.text);
          this.#cells.set(request.text, cell);
        }
        request.resolve(cell);
      });
    } catch (error) {
      for (const request of requested) {
        if (this.#loading.get(request.text) === request.promise) this.#loading.delete(request.text);
        request.reject(error);
      }
    }
  }
}

/** An estimate in bytes: cells hold texts, numbers, short lists and small objects of those. */
function sizeOf(value: Value | null): number {
  if (typeof value === "string") return 100 + value.length;
  if (value === null || typeof value !== "object") return 100;
  if (value instanceof Uint8Array) return 100 + value.length;
  const parts = Array.isArray(value) ? value : Object.values(value);
  return parts.length > 8 ? 100 + JSON.stringify(value).length : 200 + 30 * parts.length;
}
