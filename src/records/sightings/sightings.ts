/**
 * Sightings: when each value was first seen and how often. A commit writes some of the values that were not seen just now, and
 * appends the others to a log, as one value; a compaction then writes each to its own key and deletes the log entries. So a
 * batch of 500 new values costs its commit little, and a value that is seen all the time is written once a second. The log of a
 * process that ended abruptly is taken over. With several processes each commit adds what it counted to the values, and tells
 * it (`Stream`); on an engine that cannot add, all is logged, and each adds what it logged.
 */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import type { CellCache } from "../../db/commit/cell_cache.ts";
import type { BatchSize, Participant, Participation } from "../../db/commit/participant.ts";
import { type Engine, type Key, keyText, type LeastAndSum, type SumOp } from "../../db/engine.ts";
import {
  earlierNames,
  keyOfName,
  nameOf,
  type NewSighting,
  SIGHTING,
  type Sighting,
  SIGHTING_PART,
  type SightingWrite,
  withAdded,
} from "./sighting.ts";
import type { Loaded, SightingLog, SightingsOptions, WriteMany } from "./sighting_log.ts";
import { addSightings, DIRECT_PER_COMMIT, readLog, writeSightings } from "./sighting_log.ts";

/** Sightings compacted by one commit, which requests may be waiting for too. */
const COMPACTED_PER_COMMIT = 100;
/** From this many on it is more, at the cost of requests that wait. */
const MANY_SIGHTINGS = 20_000;
const COMPACTED_PER_COMMIT_OF_MANY = 800;

/** Of a line of the log. */
const LINE_BYTES = 50;

export class Sightings implements Participant<SightingWrite> {
  readonly #cells: CellCache;
  readonly #options: SightingsOptions;
  /** In the log, not compacted yet. All maps here are by the text of the key. */
  #logged = new Map<string, Sighting>();
  /** Of what is logged or being compacted, how often this process saw it since it was compacted last. */
  readonly #added = new Map<string, number>();
  /** What processes that may run have logged, but not compacted, when this one began. */
  readonly #loggedByOthers = new Map<string, number>();
  #takeOvers = 0;
  /** The log entries that hold them. */
  #entries: Key[] = [];
  /** Being compacted. */
  #compacting = new Map<string, Sighting>();
  /** Written by the last compaction, or by a commit since then. */
  #compacted = new Set<string>();
  #running: Promise<void> | null = null;

  constructor(cells: CellCache, options: SightingsOptions) {
    this.#cells = cells;
    this.#options = options;
  }

  /** Null for a value that was never seen, undefined when that is not in memory. */
  peek(kind: string, hash: string): Sighting | null | undefined {
    return this.#peek(nameOf(kind, hash));
  }

  #peek(name: string): Sighting | null | undefined {
    const local = this.#local(name);
    return local === null && this.#options.earlier ? this.#before(name) : local;
  }

  async read(kind: string, hash: string): Promise<Sighting | null> {
    const name = nameOf(kind, hash);
    for (const each of [name, ...earlierNames(name, this.#options.earlier)]) {
      const found = this.#local(each) ?? await this.#stored(each);
      if (found !== null) return found;
    }
    return null;
  }

  async #stored(name: string): Promise<Sighting | null> {
    return SIGHTING.read((await this.#cells.load(keyOfName(name))).value);
  }

  #local(name: string): Sighting | null | undefined {
    return this.#logged.get(name) ?? this.#compacting.get(name) ??
      (this.#cells.peekText(SIGHTING_PART, name)?.value as Sighting | null | undefined);
  }

  #before(name: string) {
    const found = earlierNames(name, this.#options.earlier).map((each) => this.#local(each));
    return found.find((each) => each !== null) ?? (found.includes(undefined) ? undefined : null);
  }

  measure(): (write: SightingWrite, size: BatchSize) => void {
    return ({ sightings }, size) => {
      if (sightings === undefined) return;
      size.mutations += 1 +
        (this.#isTelling ? sightings.length : Math.min(sightings.length, DIRECT_PER_COMMIT));
      size.bytes += LINE_BYTES * sightings.length;
    };
  }

  join(writes: readonly SightingWrite[]): Participation<SightingWrite> {
    const loaded = new Map<string, Sighting | null>();
    const loading = this.#load(writes, loaded);
    let log: SightingLog | null = null;
    return {
      cells: [],
      loading,
      stage: (kept, waited) => {
        log = this.#stage(kept, loaded, waited);
        return { cells: [], set: log.set, sum: log.sum };
      },
      committed: () => {
        if (log !== null) this.#keep(log);
      },
    };
  }

  /** The sightings that `#stage` counts on, whatever is evicted meanwhile. A promise when some have to be read. */
  #load(writes: readonly SightingWrite[], known: Map<string, Sighting | null>): Awaitable<unknown> {
    const missing = new Map<string, NewSighting>();
    for (const { sightings } of writes) {
      for (const seen of sightings ?? []) {
        const name = seen.name = nameOf(seen.kind, seen.hash);
        const sighting = this.#peek(name);
        if (sighting === undefined) missing.set(name, seen);
        else known.set(name, sighting);
      }
    }
    if (missing.size === 0) return;
    const read = async ([name, { kind, hash }]: [string, NewSighting]) =>
      known.set(name, await this.read(kind, hash));
    return Promise.all(Array.from(missing, read));
  }

  /**
   * Counts the sightings of a commit.
   * @param loaded what `#load` found
   * @param waited something was awaited since then: what is in memory now is newer
   */
  #stage(writes: readonly SightingWrite[], loaded: Loaded, waited: boolean): SightingLog {
    const seen = new Map<string, Sighting>();
    const added = new Map<string, number>();
    let id = "";
    for (const { records, sightings } of writes) {
      if (sightings === undefined || sightings.length === 0) continue;
      id ||= records![0]!.slot.requestId;
      for (const one of sightings) {
        const { name = nameOf(one.kind, one.hash) } = one;
        const newest = seen.get(name) ?? (waited ? this.#peek(name) : undefined);
        const [first, times] = newest ?? loaded.get(name) ?? [one.at, 0];
        seen.set(name, one.counted = [first, times + 1]);
        added.set(name, (added.get(name) ?? 0) + 1);
      }
    }
    if (this.#isTelling) return addSightings(seen, added, this.#options.now());
    return writeSightings(id, seen, added, this.#options.now(), (name) => this.#isQuiet(name));
  }

  /** Whether this process alone counts the value and has nothing else of it to write, also not in the last second. */
  #isQuiet(name: string): boolean {
    return this.#isSole && !this.#logged.has(name) && !this.#compacting.has(name) &&
      !this.#compacted.has(name) && !this.#loggedByOthers.has(name);
  }

  /** The commit of this log is done. */
  #keep({ entries, sum, direct, logged, added }: SightingLog): void {
    // What is not in the log is in memory by what the stream told; what is, is until it is compacted.
    for (const { key, value } of sum) this.#keepLogged(keyText(key), value);
    this.#entries.push(...entries);
    for (const [name, value] of direct) {
      this.#cells.put(keyOfName(name), { value, version: null }, name);
      this.#compacted.add(name);
    }
    for (const [name, sighting] of logged) {
      this.#logged.set(name, sighting);
      this.#added.set(name, (this.#added.get(name) ?? 0) + added.get(name)!);
    }
  }

  #keepLogged(name: string, [first, by]: LeastAndSum): void {
    for (const sightings of [this.#logged, this.#compacting]) {
      const known = sightings.get(name);
      if (known !== undefined) sightings.set(name, withAdded(known, [first, by]));
    }
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

  /** With other processes each adds what it counted; what they counted shows in the result. */
  async #compactSome(names: readonly string[], write: WriteMany): Promise<void> {
    const expiresAt = this.#options.now() + SIGHTING.lifetimeMs;
    const keys = names.map(keyOfName);
    const local = names.map((name) => this.#compacting.get(name)!);
    let values: readonly Sighting[] = local;
    if (this.#isTelling) return await this.#tell(names, expiresAt, write);
    if (this.#options.exactChanges === undefined || this.#isSole) {
      await write({ set: keys.map((key, at) => ({ key, value: local[at]!, expiresAt })) });
      for (const name of names) {
        this.#added.delete(name);
        if (this.#loggedByOthers.has(name)) this.#loggedByOthers.set(name, 0);
      }
    } else values = await Promise.all(names.map((name, at) => this.#addExactly(name, local[at]!, expiresAt)));
    for (const [index, name] of names.entries()) {
      const [value, [, times]] = [values[index]!, local[index]!];
      this.#cells.put(keys[index]!, { value, version: null }, name);
      this.#compacting.delete(name);
      this.#compacted.add(name);
      const logged = this.#logged.get(name);
      if (logged !== undefined) this.#logged.set(name, withAdded(logged, [value[0], value[1] - times]));
    }
  }

  /** Adds what was logged before others were there to be told. */
  async #tell(names: readonly string[], expiresAt: number, write: WriteMany): Promise<void> {
    const sum = names.flatMap((name): SumOp[] => {
      const by = this.#added.get(name) ?? 0;
      return by > 0 ? [{ key: keyOfName(name), value: [this.#compacting.get(name)![0], by], expiresAt }] : [];
    });
    for (const name of names) this.#added.delete(name);
    try {
      await write({ sum });
    } catch (error) {
      for (const { key, value: [, by] } of sum) {
        const name = keyText(key);
        this.#added.set(name, (this.#added.get(name) ?? 0) + by);
      }
      throw error;
    }
    for (const name of names) {
      this.#compacting.delete(name);
      this.#loggedByOthers.delete(name);
    }
  }

  /** @param local as this process counted it, which is what a value without an entry begins with */
  async #addExactly(name: string, local: Sighting, expiresAt: number): Promise<Sighting> {
    const added = this.#added.get(name) ?? 0;
    this.#added.delete(name);
    try {
      return await this.#options.exactChanges!.change<Sighting>(keyOfName(name), (current) => {
        const stored = SIGHTING.read(current);
        const begun = this.#loggedByOthers.has(name) ? [local[0], added] as const : local;
        const value = stored === null ? begun : withAdded(stored, [local[0], added]);
        return { set: { value, expiresAt }, result: value };
      });
    } catch (error) {
      this.#added.set(name, (this.#added.get(name) ?? 0) + added);
      throw error;
    }
  }

  /** Other processes may count a value that this one does not see any more: it is read again when it comes back. */
  #forgetIdle(): void {
    if (!this.#isSole && !this.#isTelling) {
      for (const name of this.#compacted) if (!this.#logged.has(name)) this.#cells.forget(keyOfName(name));
    }
    this.#compacted.clear();
  }

  get #isTelling(): boolean {
    return this.#options.isTelling?.() ?? false;
  }

  get #isSole() {
    return this.#options.isSoleProcess?.() ?? true;
  }

  /**
   * Takes over the entries of the log that processes left which ended abruptly.
   * @param isRunning true for the entry of a process that runs, which compacts it itself
   */
  async takeOver(engine: Engine, isRunning: (id: string) => boolean = () => false): Promise<void> {
    const { keys, found, others } = await readLog(engine, this.#entries, isRunning);
    this.#entries.push(...keys);
    await Promise.all(Array.from(found, async ([name, sighting]) => {
      const stored = await this.#stored(name);
      const missing = this.#loggedByOthers.get(name) ?? Math.max(0, sighting[1] - (stored?.[1] ?? 0));
      this.#loggedByOthers.delete(name);
      const total = stored !== null && missing === 0 ? stored : sighting;
      const logged = this.#logged.get(name);
      this.#logged.set(name, logged === undefined ? total : withAdded(logged, [total[0], missing]));
      this.#added.set(name, (this.#added.get(name) ?? 0) + missing);
      this.#cells.forget(keyOfName(name)); // the logged number was not counted on from it
    }));
    // At the start: known here, and written by their process, or by this one when that has ended.
    if (this.#takeOvers++ > 0 || this.#isTelling) return;
    for (const [name, sighting] of others) {
      if (this.#logged.has(name)) continue;
      const missing = sighting[1] - ((await this.#stored(name))?.[1] ?? 0);
      if (missing <= 0) continue;
      this.#loggedByOthers.set(name, missing);
      this.#cells.put(keyOfName(name), { value: sighting, version: null });
    }
  }
}
