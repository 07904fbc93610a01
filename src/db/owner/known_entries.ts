/**
 * Entries of an embedded store that its owner has in memory, as the last commit left them: sums, and what streams told a
 * moment ago. All heads of streams are among them.
 */
import { LRUCache } from "lru-cache";
import { BloomFilter } from "../commit/bloom_filter.ts";
import { type Engine, type Entry, type Key, keyText, type SetOp } from "../engine.ts";
import { STREAM_ENTRY, STREAM_HEAD } from "../own_rows.ts";

/** Roughly 100,000 sums. */
const MAX_BYTES = 32_000_000;
/** Of an entry in addition to its key and value. */
const OVERHEAD_BYTES = 240;
/** Nothing is stored there. */
const ABSENT = Symbol("absent");

export class KnownEntries {
  /** By the first parts of the keys of sums. */
  readonly #filters: ReadonlyMap<string, BloomFilter>;
  readonly #entries = new LRUCache<string, Entry | typeof ABSENT>({
    maxSize: MAX_BYTES,
    sizeCalculation: (entry, text) => OVERHEAD_BYTES + 2 * text.length + bytesOf(entry),
  });
  /** Null: it has to be read, since a commit may have written it. */
  readonly #heads = new Map<string, { readonly key: Key; readonly entry: Entry | null }>();

  /** @param prefixes of the keyspaces that hold sums */
  constructor(prefixes: readonly Key[]) {
    this.#filters = new Map(prefixes.map((prefix) => [prefix[0]!, new BloomFilter(prefix)]));
  }

  /** Reads what has to be known before the first commit. */
  async load(engine: Engine): Promise<void> {
    for await (const entry of engine.scan(STREAM_HEAD.prefix)) {
      this.#heads.set(keyText(entry.key), { key: entry.key, entry });
    }
  }

  /** Reads in the background which sums there are, so that new ones need no look into the store. */
  async fill(engine: Engine): Promise<void> {
    for (const filter of this.#filters.values()) await filter.fill(engine);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#filters.values()].map((filter) => filter.stop()));
  }

  /** The keys of all heads that have not expired. @param now milliseconds since the epoch */
  headKeys(now: number): Key[] {
    for (const [text, { entry }] of this.#heads) {
      if (entry !== null && STREAM_HEAD.read(entry.value)[1] + STREAM_HEAD.lifetimeMs <= now) {
        this.#heads.delete(text);
      }
    }
    return Array.from(this.#heads.values(), ({ key }) => key);
  }

  /** Undefined: it is to be looked for in the store. Null: nothing is there. */
  find(key: Key, text: string): Entry | null | undefined {
    if (isBelow(STREAM_HEAD.prefix, key)) {
      const head = this.#heads.get(text);
      return head === undefined ? null : head.entry ?? undefined;
    }
    const entry = this.#entries.get(text);
    if (entry !== undefined) return entry === ABSENT ? null : entry;
    return this.#filters.get(key[0]!)?.lacks(text) ? null : undefined;
  }

  /** A commit may write it from now on. */
  noteWritten(key: Key, text: string): void {
    this.#filters.get(key[0]!)?.add(text);
  }

  /** It was read, and no commit has written it meanwhile. */
  read(key: Key, text: string, entry: Entry | null): void {
    if (isBelow(STREAM_HEAD.prefix, key)) this.#putHead(text, key, entry);
    else if (this.#filters.has(key[0]!)) this.#entries.set(text, entry ?? ABSENT);
  }

  /** A commit set it. @param isSum as a sum */
  set({ key, value }: SetOp, text: string, version: string, isSum: boolean): void {
    if (isBelow(STREAM_HEAD.prefix, key)) this.#putHead(text, key, { key, value, version });
    else if (isSum || this.#filters.has(key[0]!) || isBelow(STREAM_ENTRY.prefix, key)) {
      this.#entries.set(text, { key, value, version });
    }
  }

  /** It has to be read before it is known again. */
  forget(key: Key, text: string): void {
    if (isBelow(STREAM_HEAD.prefix, key)) this.#heads.set(text, { key, entry: null });
    else this.#entries.delete(text);
  }

  #putHead(text: string, key: Key, entry: Entry | null): void {
    if (entry === null) this.#heads.delete(text);
    else this.#heads.set(text, { key, entry });
  }
}

function isBelow([first, second]: Key, key: Key): boolean {
  return key[0] === first && key[1] === second;
}

function bytesOf(entry: Entry | typeof ABSENT): number {
  return entry !== ABSENT && entry.value instanceof Uint8Array ? entry.value.length : 0;
}
