/** A bounded cache of cells. Reads requested in the same tick are combined into one read of the engine. */
import { LRUCache } from "lru-cache";
import {
  type Engine,
  type Entry,
  type Key,
  keyText,
  type LeastAndSum,
  MAX_SNAPSHOT_KEYS,
  type Value,
} from "../engine.ts";
import type { Stream } from "../cluster/stream.ts";
import { addSums, type ReadMark } from "../cluster/stream_view.ts";
import type { BloomFilter } from "./bloom_filter.ts";
import type { Cell, CellUpdate } from "./cell.ts";
import type { AnyKeyspace } from "../keyspace.ts";
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
  readonly #stream: Stream | null;
  /** The first parts of keys of sums that are kept up to date with what the stream tells. */
  readonly #sums: ReadonlySet<string>;
  readonly #followed: ReadonlySet<string>;
  #requested: Requested[] = [];

  /** @param stream null: other processes are not followed */
  constructor(
    engine: Engine,
    filters = new Filters([]),
    stream: Stream | null = null,
    followed: readonly AnyKeyspace[] = [],
  ) {
    this.filters = filters;
    this.#engine = engine;
    this.#filters = filters.byPart;
    this.#cells = new LRUCache({
      maxSize: MAX_BYTES * (engine.cacheShare ?? 1),
      sizeCalculation: ({ value }) => CELL_OVERHEAD_BYTES + sizeOf(value),
    });
    this.#stream = stream;
    this.#followed = new Set(followed.map(({ topic }) => topic));
    const sums = followed.filter(({ row }) => row.followed === "sums").map(({ topic }) => topic);
    this.#sums = new Set(stream === null ? [] : sums);
    for (const part of this.#sums) {
      stream!.follow(part, {
        isSum: true,
        take: ({ value }, text, { isIncluded }) => this.#takeSum(part, text, value, isIncluded),
      });
    }
  }

  /** The filter shows that the store holds nothing there. */
  lacks(key: Key, text = keyText(key)): boolean {
    return this.#filters[key[0]!]?.lacks(text) ?? false;
  }

  /** The store may hold something there from now on. @param part the first of the key @returns true: it held nothing before */
  noteAdded(part: string, text: string): boolean {
    const filter = this.#filters[part];
    const isFirst = filter?.lacks(text) === true;
    filter?.add(text);
    return isFirst;
  }

  /** The next use reads it from the engine, unless the store holds nothing there. */
  drop(text: string): void {
    this.#loading.delete(text);
    this.#cells.delete(text);
  }

  /** What the stream told was missed: what is followed is read again. */
  forgetFollowed(): void {
    this.filters.resetFollowed();
    for (const texts of [this.#loading, this.#cells]) {
      for (const text of [...texts.keys()]) {
        if (this.#followed.has(text.slice(0, text.indexOf("\u0000")))) texts.delete(text);
      }
    }
  }

  #takeSum(part: string, text: string, value: Value | null, isIncluded: boolean): void {
    const isFirst = this.noteAdded(part, text);
    if (value === null || !this.#stream!.isFollowing) return this.drop(text);
    const known = isFirst ? ABSENT : this.#cells.peek(text);
    if (known === undefined || isIncluded) return;
    const added = value as unknown as LeastAndSum; // of a keyspace of sums
    const sum = known.value === null ? added : addSums(known.value as unknown as LeastAndSum, [added]);
    this.#cells.set(text, { value: sum, version: null });
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
   * @param isWhole true: those that the writes know as a whole are left out
   */
  loadFor(
    writes: readonly { readonly cells?: readonly CellUpdate[] }[],
    isWhole: boolean,
  ): ReadonlyMap<string, Cell> | Promise<ReadonlyMap<string, Cell>> {
    const cells = new Map<string, Cell>();
    const missing: Promise<unknown>[] = [];
    for (const write of writes) {
      for (const { key, text = keyText(key), whole } of write.cells ?? []) {
        if ((isWhole && whole !== undefined) || cells.has(text)) continue;
        const cell = this.peekText(key[0]!, text);
        if (cell !== undefined) cells.set(text, cell);
        else missing.push(this.load(key).then((loaded) => cells.set(text, loaded)));
      }
    }
    return missing.length === 0 ? cells : Promise.all(missing).then(() => cells);
  }

  async #readRequested(): Promise<void> {
    const all = this.#requested;
    this.#requested = [];
    const reads: Promise<void>[] = [];
    for (let from = 0; from < all.length;) {
      // With the heads of streams, which are few.
      const requested = all.slice(from, from += MAX_SNAPSHOT_KEYS / 2);
      reads.push(this.#readSome(requested));
    }
    await Promise.all(reads);
  }

  async #readSome(requested: readonly Requested[]): Promise<void> {
    const isSum = ({ key }: Requested) => this.#sums.has(key[0]!);
    // Of what others write nothing is kept that is not followed.
    const stream = this.#stream?.isTelling && requested.some(isSum) ? this.#stream : null;
    const mark = stream?.isFollowing ? stream.view.beginRead() : null;
    let isEnded = mark === null;
    try {
      const keys = requested.map(({ key }) => key);
      if (mark !== null) keys.push(...stream!.headKeys(mark.streams));
      const entries = await this.#engine.get(keys);
      isEnded = true;
      const complete = mark === null ? null : stream!.view.endRead(mark, headsOf(mark, stream!, entries));
      const isCurrent = stream === null || (complete !== null && stream.isFollowing);
      requested.forEach((request, index) => {
        const entry = entries[index] ?? null;
        let cell: Cell = { value: entry?.value ?? null, version: entry?.version ?? null };
        const isNewest = this.#loading.get(request.text) === request.promise;
        if (isNewest) this.#loading.delete(request.text);
        if (isNewest && (isCurrent || !isSum(request))) {
          if (complete !== null && isSum(request)) cell = completed(cell, complete(request.text));
          this.#cells.set(request.text, cell);
        }
        request.resolve(cell);
      });
    } catch (error) {
      if (!isEnded) stream!.view.endRead(mark!, null);
      for (const request of requested) {
        if (this.#loading.get(request.text) === request.promise) this.#loading.delete(request.text);
        request.reject(error);
      }
    }
  }
}

/** Those of the mark's streams, which were read last. */
function headsOf({ streams }: ReadMark, stream: Stream, entries: readonly (Entry | null)[]) {
  const first = entries.length - streams.length;
  return new Map(streams.map((name, at) => [name, stream.headOf(entries[first + at]?.value ?? null)]));
}

function completed({ value, version }: Cell, added: readonly LeastAndSum[]): Cell {
  if (added.length === 0) return { value, version };
  const [first, ...others] = added;
  const sum = value === null ? first! : value as unknown as LeastAndSum; // of a keyspace of sums
  return { value: addSums(sum, value === null ? others : added), version: null };
}

/** An estimate in bytes: cells hold texts, numbers, short lists and small objects of those. */
function sizeOf(value: Value | null): number {
  if (typeof value === "string") return 100 + value.length;
  if (value === null || typeof value !== "object") return 100;
  if (value instanceof Uint8Array) return 100 + value.length;
  const parts = Array.isArray(value) ? value : Object.values(value);
  return parts.length > 8 ? 100 + JSON.stringify(value).length : 200 + 30 * parts.length;
}
