/** Cells in memory: small values that are read, changed and written again. Bounded; look-ups of one moment are gathered into one read of the engine. */
import { LRUCache } from "lru-cache";
import { type Engine, type Key, keyText, type Value } from "../engine.ts";
import type { KeyFilter } from "./bloom_filter.ts";

export interface Cell {
  readonly value: Value | null;
  readonly version: string | null;
}

interface Wanted {
  readonly text: string;
  readonly key: Key;
  readonly promise: Promise<Cell>;
  readonly resolve: (cell: Cell) => void;
  readonly reject: (error: unknown) => void;
}

const NOTHING: Cell = { value: null, version: null };
/** About this many bytes: 200,000 small values, or 3,000 full sets of linked values. */
const MEMORY = 64_000_000;
/** What a cell takes besides its value: key, version, place in the list. */
const OVERHEAD = 220;

export class Cells {
  readonly #engine: Engine;
  readonly #filters: Readonly<Record<string, KeyFilter>>;
  readonly #cells = new LRUCache<string, Cell>({
    maxSize: MEMORY,
    sizeCalculation: ({ value }) => OVERHEAD + sizeOf(value),
  });
  /** Reads under way. One that was overtaken by `put` or `forget` is taken out: who waits for it has it, nobody keeps it. */
  readonly #loading = new Map<string, Promise<Cell>>();
  #wanted: Wanted[] = [];

  /** @param filters by topic; keys of other topics are always read */
  constructor(engine: Engine, filters: Readonly<Record<string, KeyFilter>> = {}) {
    this.#engine = engine;
    this.#filters = filters;
  }

  /** Undefined when it is not known. A look does not prolong a cell's stay: keeping account of that would cost every look. */
  peek(key: Key): Cell | undefined {
    return this.peekText(key[0]!, keyText(key));
  }

  /** As `peek`. @param topic the key's first part @param text of the whole key */
  peekText(topic: string, text: string): Cell | undefined {
    return this.#cells.peek(text) ?? (this.#filters[topic]?.lacks(text) ? NOTHING : undefined);
  }

  put(key: Key, cell: Cell): void {
    const text = keyText(key);
    this.#loading.delete(text);
    this.#cells.set(text, cell);
    if (cell.value !== null) this.#filters[key[0]!]?.add(text);
  }

  /** It may be there now, whatever was known. */
  forget(key: Key): void {
    const text = keyText(key);
    this.#filters[key[0]!]?.add(text);
    this.#loading.delete(text);
    this.#cells.delete(text);
  }

  clear(): void {
    for (const filter of Object.values(this.#filters)) filter.reset();
    this.#loading.clear();
    this.#cells.clear();
  }

  /** From memory, or read once; callers of one moment share one read. */
  load(key: Key): Promise<Cell> {
    const text = keyText(key);
    const there = this.#cells.get(text) ?? (this.#filters[key[0]!]?.lacks(text) ? NOTHING : undefined);
    if (there) return Promise.resolve(there);
    const running = this.#loading.get(text);
    if (running) return running;
    const { promise, resolve, reject } = Promise.withResolvers<Cell>();
    this.#wanted.push({ text, key, promise, resolve, reject });
    if (this.#wanted.length === 1) queueMicrotask(() => this.#loadWanted());
    this.#loading.set(text, promise);
    return promise;
  }

  async #loadWanted(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = [];
    try {
      const entries = await this.#engine.get(wanted.map((want) => want.key));
      wanted.forEach((want, index) => {
        const entry = entries[index] ?? null;
        const cell = { value: entry?.value ?? null, version: entry?.version ?? null };
        if (this.#loading.get(want.text) === want.promise) {
          this.#loading.delete(want.text);
          this.#cells.set(want.text, cell);
        }
        want.resolve(cell);
      });
    } catch (error) {
      for (const want of wanted) {
        if (this.#loading.get(want.text) === want.promise) this.#loading.delete(want.text);
        want.reject(error);
      }
    }
  }
}

/** A guess that is never far off: what cells hold is texts, numbers, short lists and small objects of those. */
function sizeOf(value: Value | null): number {
  if (typeof value === "string") return 100 + value.length;
  if (value === null || typeof value !== "object") return 100;
  if (value instanceof Uint8Array) return 100 + value.length;
  const parts = Array.isArray(value) ? value : Object.values(value);
  return parts.length > 8 ? 100 + JSON.stringify(value).length : 200 + 30 * parts.length;
}
