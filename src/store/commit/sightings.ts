/**
 * Sightings: when each value was first seen and how often. A commit appends all its sightings to a log, as one value; a
 * background compaction then writes each to its own key, many in one batch, and deletes the log entries. So a batch of 500 new
 * values costs its commit one more value, and a value that is seen all the time is written once a second. The log of a
 * process that ended abruptly is taken over by the next process that opens the store. Processes add up what each counted.
 */
import type { CellCache } from "./cell_cache.ts";
import type { Engine, Key, SetOp } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { Sighting } from "../values.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { earlierNames, keyOfName, lineOf, nameOf, plus, readLine, type Seen, SIGHTING } from "./sighting.ts";

/** The part of a write that concerns sightings. */
interface Sighted {
  readonly records?: readonly { readonly slot: { readonly requestId: string } }[];
  readonly sightings?: readonly Seen[];
}

type WriteMany = (write: { set: readonly SetOp[] } | { delete: readonly Key[] }) => Promise<void>;

/** The log entries of a commit. */
export interface SightingLog {
  readonly set: readonly SetOp[];
  readonly seen: ReadonlyMap<string, Sighting>;
}

/** Lines of about 45 characters; a value has room for 60,000. */
const SIGHTINGS_PER_VALUE = 1000;
/** Sightings compacted by one commit, which requests may be waiting for too. */
const COMPACTED_PER_COMMIT = 100;
/** From this many on compaction goes faster, at the cost of requests that wait. */
const MANY_SIGHTINGS = 20_000;
const COMPACTED_PER_COMMIT_OF_MANY = 800;

export interface SightingsOptions {
  readonly engine: Engine;
  readonly now: () => number;
  /** True while no other process serves the store. Absent: always true. */
  readonly isSoleProcess?: () => boolean;
  /** A value that was not seen under its present hash goes on from what was seen under an earlier one. Absent: there is none. */
  readonly earlier?: EarlierHashes | null;
}

/** By the text of the key; null for a value that was never seen. */
export type Loaded = ReadonlyMap<string, Sighting | null>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Sightings {
  readonly #cells: CellCache;
  readonly #options: SightingsOptions;
  /** In the log, not compacted yet. All maps here are by the text of the key. */
  #logged = new Map<string, Sighting>();
  /** The log entries that hold them. */
  #entries: Key[] = [];
  /** Being compacted. */
  #compacting = new Map<string, Sighting>();
  /** Written by the last compaction. */
  #compacted = new Set<string>();
  #running: Promise<void> | null = null;

  constructor(cells: CellCache, options: SightingsOptions) {
    this.#cells = cells;
    this.#options = options;
  }

  /** Null for a value that was never seen, undefined when that is not in memory. */
  peek(kind: string, hash: string): Sighting | null | undefined {
    const name = nameOf(kind, hash);
    const own = this.#own(name);
    return own === null && this.#options.earlier ? this.#before(name) : own;
  }

  async read(kind: string, hash: string): Promise<Sighting | null> {
    const name = nameOf(kind, hash);
    for (const each of [name, ...earlierNames(name, this.#options.earlier)]) {
      const found = this.#own(each) ?? KEYS.sighting.read((await this.#cells.load(keyOfName(each))).value);
      if (found !== null) return found;
    }
    return null;
  }

  /** Under this hash only. */
  #own(name: string): Sighting | null | undefined {
    return this.#logged.get(name) ?? this.#compacting.get(name) ?? this.#cached(name);
  }

  /** Under earlier hashes. */
  #before(name: string): Sighting | null | undefined {
    const found = earlierNames(name, this.#options.earlier).map((each) => this.#own(each));
    return found.find((each) => each !== null) ?? (found.includes(undefined) ? undefined : null);
  }

  /** The sightings that `stage` counts on, whatever is evicted meanwhile. A promise when some have to be read. */
  load(writes: readonly Sighted[]): Loaded | Promise<Loaded> {
    const known = new Map<string, Sighting | null>();
    const missing = new Map<string, Seen>();
    for (const { sightings } of writes) {
      for (const seen of sightings ?? []) {
        const name = nameOf(seen.kind, seen.hash);
        const sighting = this.peek(seen.kind, seen.hash);
        if (sighting === undefined) missing.set(name, seen);
        else known.set(name, sighting);
      }
    }
    return missing.size === 0 ? known : this.#read(missing, known);
  }

  async #read(missing: ReadonlyMap<string, Seen>, known: Map<string, Sighting | null>): Promise<Loaded> {
    await Promise.all(Array.from(missing, async ([name, { kind, hash }]) => {
      known.set(name, await this.read(kind, hash));
    }));
    return known;
  }

  /**
   * Counts the sightings of a commit.
   * @param loaded the result of `load`
   * @param waited something was awaited since then: what is in memory now is newer
   */
  stage(writes: readonly Sighted[], loaded: Loaded, waited: boolean): SightingLog {
    const seen = new Map<string, Sighting>();
    let id = "";
    for (const { records, sightings } of writes) {
      if (sightings === undefined || sightings.length === 0) continue;
      id ||= records![0]!.slot.requestId;
      for (const one of sightings) {
        const name = nameOf(one.kind, one.hash);
        const newest = waited ? this.peek(one.kind, one.hash) : undefined;
        const [first, times] = seen.get(name) ?? newest ?? loaded.get(name) ?? [one.at, 0];
        seen.set(name, one.counted = [first, times + 1]);
      }
    }
    const lines = Array.from(seen, lineOf);
    const set: SetOp[] = [];
    const { sightingLog } = KEYS;
    for (let from = 0; from < lines.length; from += SIGHTINGS_PER_VALUE) {
      const value = encoder.encode(lines.slice(from, from + SIGHTINGS_PER_VALUE).join("\n"));
      const expiresAt = this.#options.now() + sightingLog.lifetimeMs;
      set.push(sightingLog.set(sightingLog.key(id, String(from)), value, expiresAt));
    }
    return { set, seen };
  }

  /** The commit of this log is done. */
  logged({ set, seen }: SightingLog): void {
    this.#entries.push(...set.map(({ key }) => key));
    for (const [name, sighting] of seen) this.#logged.set(name, sighting);
  }

  /** Writes what is logged now to the values' own keys; what is logged meanwhile waits for the next call. */
  compact(write: WriteMany): Promise<void> {
    this.#running ??= this.#compact(write).finally(() => this.#running = null);
    return this.#running;
  }

  async #compact(write: WriteMany): Promise<void> {
    this.#forgetIdle();
    if (this.#logged.size === 0) return;
    const [compacting, entries] = [this.#logged, this.#entries];
    [this.#compacting, this.#logged, this.#entries] = [compacting, new Map(), []];
    try {
      const names = [...compacting.keys()];
      for (let from = 0, count; from < names.length; from += count) {
        const many = names.length + this.#logged.size > MANY_SIGHTINGS;
        count = many ? COMPACTED_PER_COMMIT_OF_MANY : COMPACTED_PER_COMMIT;
        await this.#compactSome(names.slice(from, from + count), write);
      }
      for (let from = 0; from < entries.length; from += COMPACTED_PER_COMMIT_OF_MANY) {
        await write({ delete: entries.slice(from, from + COMPACTED_PER_COMMIT_OF_MANY) });
      }
    } catch (error) {
      this.#logged = new Map([...compacting, ...this.#logged]);
      this.#entries.push(...entries);
      throw error;
    } finally {
      this.#compacting = new Map();
    }
  }

  /** Adds what other processes counted since this one read the values. */
  async #compactSome(names: readonly string[], write: WriteMany): Promise<void> {
    const expiresAt = this.#options.now() + KEYS.sighting.lifetimeMs;
    const others = this.#isSoleProcess() ? null : await this.#countedByOthers(names);
    const set = names.map((name, index) => {
      const value = plus(this.#compacting.get(name)!, others?.[index]);
      return { key: keyOfName(name), value, expiresAt };
    });
    await write({ set });
    for (const [index, name] of names.entries()) {
      this.#cells.put(set[index]!.key, { value: set[index]!.value, version: null });
      this.#compacting.delete(name);
      this.#compacted.add(name);
      const logged = this.#logged.get(name);
      if (logged !== undefined) this.#logged.set(name, plus(logged, others?.[index]));
    }
  }

  /** Other processes may count a value that this one does not see any more: it is read again when it comes back. */
  #forgetIdle(): void {
    if (!this.#isSoleProcess()) {
      for (const name of this.#compacted) if (!this.#logged.has(name)) this.#cells.forget(keyOfName(name));
    }
    this.#compacted.clear();
  }

  #isSoleProcess(): boolean {
    return this.#options.isSoleProcess?.() ?? true;
  }

  #cached(name: string): Sighting | null | undefined {
    return this.#cells.peekText(SIGHTING, name)?.value as Sighting | null | undefined;
  }

  /** Two processes that write the same value within a few milliseconds may lose the counts of one. */
  async #countedByOthers(names: readonly string[]): Promise<Sighting[]> {
    const entries = await this.#options.engine.get(names.map(keyOfName));
    return names.map((name, index) => {
      const stored = KEYS.sighting.read(entries[index]?.value);
      const [first, times] = stored ?? [Infinity, 0];
      const cached = this.#cached(name);
      const known = cached === null && stored !== null ? this.#before(name) : cached;
      // Without the number that this process counted on from, the greater of both is the better one.
      if (known === undefined) return [first, Math.max(0, times - this.#compacting.get(name)![1])];
      return [first, times - (known?.[1] ?? 0)];
    });
  }

  /**
   * Takes over the entries of the log. Doing this while their process is alive may lose its counts of the last second: it
   * writes them again from its memory, and its own entries may be deleted by then.
   */
  async takeOver(engine: Engine): Promise<void> {
    const found = new Map<string, Sighting>();
    for await (const { key, value } of engine.scan(KEYS.sightingLog.prefix)) {
      this.#entries.push(key);
      for (const line of decoder.decode(KEYS.sightingLog.read(value)).split("\n")) {
        const [name, sighting] = readLine(line);
        if (sighting[1] > (found.get(name)?.[1] ?? 0)) found.set(name, sighting);
      }
    }
    await Promise.all(Array.from(found, async ([name, sighting]) => {
      const stored = KEYS.sighting.read((await this.#cells.load(keyOfName(name))).value);
      this.#logged.set(name, stored !== null && stored[1] > sighting[1] ? stored : sighting);
      this.#cells.forget(keyOfName(name)); // the logged number was not counted on from it
    }));
  }
}
