/**
 * The engine of `:memory:`. Entries expire by the store's own clock, so a store whose clock is set (a backtest) keeps what a
 * live one would keep, and no more: its memory is bounded by what is written in one retention period.
 */
import { DAY_MS } from "../../model/duration.ts";
import type { Batch, Engine, Entry, Key, ScanOptions, Value } from "../engine.ts";
import { keyBytes, keyOf, MAX_KEY_BYTES, rangeBelow } from "../key_bytes.ts";
import { SortedKeys } from "./sorted_keys.ts";

/** Compact, because there are many: JSON as text, and without the key, which is in its name. */
interface Stored {
  readonly value: string | Uint8Array;
  readonly version: number;
  readonly expiresAt: number;
  readonly isCounter?: true;
}

/** As Deno KV's limit. */
const MAX_VALUE_BYTES = 64 * 1024;
const KEYS_PER_PAGE = 500;

export class MemoryEngine implements Engine {
  readonly #now: () => number;
  readonly #entries = new Map<string, Stored>();
  readonly #keys = new SortedKeys();
  /** Names of keys by the day on which they may expire. */
  readonly #expiring = new Map<number, Set<string>>();
  #versions = 0;
  #today = -Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    return Promise.resolve(keys.map((key) => this.#read(nameOf(key), key)));
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    const { start, end, limit = Infinity, reverse = false } = options;
    const below = rangeBelow(prefix);
    let from = start === undefined ? text(below.from) : nameOf(start);
    let to = end === undefined ? text(below.to) : nameOf(end);
    for (let left = limit; left > 0 && from < to;) {
      const names = this.#keys.range(from, to, Math.min(KEYS_PER_PAGE, left), reverse);
      if (names.length === 0) return;
      const entries = names.map((name) => this.#read(name)).filter((entry) => entry !== null);
      left -= entries.length;
      const last = names.at(-1)!;
      if (reverse) to = last;
      else from = `${last}\0`;
      yield* entries;
      await Promise.resolve();
    }
  }

  commit({ check = [], set = [], delete: deleted = [], add = [] }: Batch): Promise<string | null> {
    try {
      const names = set.map(({ key, value }) => checkedName(key, value));
      const isSame = check.every(({ key, version }) =>
        (this.#read(nameOf(key))?.version ?? null) === version
      );
      if (!isSame) return Promise.resolve(null);
      for (const { key } of add) this.#requireCounter(key, set, deleted);
      this.#expire();
      const version = ++this.#versions;
      for (const [index, { value, expiresAt = Infinity }] of set.entries()) {
        this.#put(names[index]!, { value: packed(value), version, expiresAt });
      }
      for (const key of deleted) this.#remove(nameOf(key));
      for (const { key, by } of add) {
        const name = nameOf(key);
        const value = packed(Number(this.#read(name)?.value ?? 0) + by);
        this.#put(name, { value, version, expiresAt: Infinity, isCounter: true });
      }
      return Promise.resolve(String(version));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** @throws TypeError when it is something else at the end of the batch's sets and deletes */
  #requireCounter(key: Key, set: NonNullable<Batch["set"]>, deleted: readonly Key[]): void {
    const name = nameOf(key);
    if (deleted.some((other) => nameOf(other) === name)) return;
    const isSet = set.some((other) => nameOf(other.key) === name);
    const stored = this.#read(name) === null ? undefined : this.#entries.get(name);
    if (isSet || (stored !== undefined && !stored.isCounter)) {
      throw new TypeError(`${key[0]} … is not a counter`);
    }
  }

  #read(name: string, key: Key = keyNamed(name)): Entry | null {
    const stored = this.#entries.get(name);
    if (stored === undefined || stored.expiresAt <= this.#now()) return null;
    return { key, value: unpacked(stored.value), version: String(stored.version) };
  }

  #put(name: string, stored: Stored): void {
    const before = this.#entries.get(name);
    if (before === undefined) this.#keys.add(name);
    this.#entries.set(name, stored);
    const [day, earlier] = [
      dayOf(stored.expiresAt),
      before === undefined ? Infinity : dayOf(before.expiresAt),
    ];
    if (earlier !== day) this.#expiring.get(earlier)?.delete(name);
    if (day === Infinity) return;
    const names = this.#expiring.get(day);
    if (names === undefined) this.#expiring.set(day, new Set([name]));
    else names.add(name);
  }

  #remove(name: string): void {
    const stored = this.#entries.get(name);
    if (stored === undefined) return;
    this.#entries.delete(name);
    this.#keys.remove(name);
    this.#expiring.get(dayOf(stored.expiresAt))?.delete(name);
  }

  /** Once a day of its clock. */
  #expire(): void {
    const today = dayOf(this.#now());
    if (today === this.#today) return;
    this.#today = today;
    for (const [day, names] of this.#expiring) {
      if (day >= today) continue;
      for (const name of names) this.#remove(name);
      this.#expiring.delete(day);
    }
  }
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** Sorts as the key does. */
function nameOf(key: Key): string {
  const name = `\x02${key.join("\0\x02")}\0`;
  // Of ASCII, the characters are the bytes. Anything else, and what is too long or empty, takes the long way.
  const isPlain = key.length > 0 && name.length <= MAX_KEY_BYTES && PLAIN.test(name) &&
    !key.some((part) => part.includes("\0"));
  return isPlain ? name : text(keyBytes(key));
}

// deno-lint-ignore no-control-regex
const PLAIN = /^[\x00-\x7f]*$/;

/** A character per byte. */
function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** @throws TypeError when the key or value is too large */
function checkedName(key: Key, value: Value): string {
  if (value instanceof Uint8Array && value.length > MAX_VALUE_BYTES) {
    throw new TypeError(`a value has ${value.length} bytes, at most ${MAX_VALUE_BYTES} are allowed`);
  }
  return nameOf(key);
}

function packed(value: Value): string | Uint8Array {
  return value instanceof Uint8Array ? value.slice() : JSON.stringify(value);
}

function unpacked(value: string | Uint8Array): Value {
  return typeof value === "string" ? JSON.parse(value) : value.slice();
}

/** The key of a name. */
function keyNamed(name: string): Key {
  return keyOf(Uint8Array.from(name, (character) => character.charCodeAt(0)));
}
