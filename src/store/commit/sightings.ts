/**
 * Sightings of values: when each was first seen and how often. A commit logs all that it moves in one value; a moment later
 * each is written to its own place, many together, and the log is deleted. So a batch of 500 new values costs its answer one
 * value more, and a value that is seen all the time is written once a second. What a process that ended abruptly left in the
 * log is taken over by the next that opens the store. Processes beside each other add what each counted.
 */
import { DAY_MS } from "../../model/duration.ts";
import type { Cells } from "./cell_cache.ts";
import type { Engine, Key, SetOp } from "../engine.ts";
import { keyOfName, lineOf, nameOf, plus, readLine, type Seen, type Sighting, TOPIC } from "./sighting.ts";

/** What of a write concerns its sightings. */
interface Sighted {
  readonly records?: readonly { readonly place: { readonly requestId: string } }[];
  readonly sightings?: readonly Seen[];
}

type WriteMany = (write: { set: readonly SetOp[] } | { delete: readonly Key[] }) => Promise<void>;

/** What a commit logs. */
export interface SightingLog {
  readonly set: readonly SetOp[];
  readonly seen: ReadonlyMap<string, Sighting>;
}

/** A value not seen for this long is forgotten. */
const KEPT_MS = 400 * DAY_MS;
const LOG: Key = [TOPIC, "log"];
/** About 45 characters each, and a value has room for 60,000. */
const SIGHTINGS_PER_VALUE = 1000;
/** Sightings that one commit takes to their place, beside the requests that wait for the same commit. */
const FOLDED_AT_ONCE = 100;
/** From so many on they go faster, whoever waits. */
const MANY = 20_000;
const FOLDED_IN_HASTE = 800;

interface SightingsOptions {
  readonly engine: Engine;
  readonly now: () => number;
  /** No other process is there. Absent: there never is. */
  readonly alone?: () => boolean;
}

/** By kind and hash; null for what was never seen. */
export type Loaded = ReadonlyMap<string, Sighting | null>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Sightings {
  readonly #cells: Cells;
  readonly #options: SightingsOptions;
  /** Logged, and not yet in its own place. By the text of its key, as all maps here. */
  #logged = new Map<string, Sighting>();
  /** The log's entries for them. */
  #entries: Key[] = [];
  /** On the way to its own place. */
  #folding = new Map<string, Sighting>();
  /** In its place since the last fold. */
  #placed = new Set<string>();
  #running: Promise<void> | null = null;

  constructor(cells: Cells, options: SightingsOptions) {
    this.#cells = cells;
    this.#options = options;
  }

  /** Null for a value that was never seen, undefined when that is not in memory. */
  peek(kind: string, hash: string): Sighting | null | undefined {
    const name = nameOf(kind, hash);
    return this.#logged.get(name) ?? this.#folding.get(name) ??
      this.#cells.peekText(TOPIC, name)?.value as Sighting | null | undefined;
  }

  async read(kind: string, hash: string): Promise<Sighting | null> {
    return this.peek(kind, hash) ?? (await this.#cells.load([TOPIC, kind, hash])).value as Sighting | null;
  }

  /** What `stage` counts those of a commit from, whatever is forgotten meanwhile. A promise when some have to be read. */
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
   * Counts those of a commit.
   * @param loaded what `load` answered
   * @param waited something was awaited since: what is in memory now is newer
   */
  stage(writes: readonly Sighted[], loaded: Loaded, waited: boolean): SightingLog {
    const seen = new Map<string, Sighting>();
    let id = "";
    for (const { records, sightings } of writes) {
      if (sightings === undefined || sightings.length === 0) continue;
      id ||= records![0]!.place.requestId;
      for (const one of sightings) {
        const name = nameOf(one.kind, one.hash);
        const newest = waited ? this.peek(one.kind, one.hash) : undefined;
        const [first, times] = seen.get(name) ?? newest ?? loaded.get(name) ?? [one.at, 0];
        seen.set(name, one.counted = [first, times + 1]);
      }
    }
    const lines = Array.from(seen, lineOf);
    const set: SetOp[] = [];
    for (let from = 0; from < lines.length; from += SIGHTINGS_PER_VALUE) {
      const value = encoder.encode(lines.slice(from, from + SIGHTINGS_PER_VALUE).join("\n"));
      set.push({ key: [...LOG, id, String(from)], value, expiresAt: this.#options.now() + KEPT_MS });
    }
    return { set, seen };
  }

  /** The commit that logged them is done. */
  logged({ set, seen }: SightingLog): void {
    this.#entries.push(...set.map(({ key }) => key));
    for (const [name, sighting] of seen) this.#logged.set(name, sighting);
  }

  /** Takes what is logged to its place; what the log gains meanwhile waits for the next time. */
  fold(write: WriteMany): Promise<void> {
    this.#running ??= this.#fold(write).finally(() => this.#running = null);
    return this.#running;
  }

  async #fold(write: WriteMany): Promise<void> {
    this.#forgetIdle();
    if (this.#logged.size === 0) return;
    const [folding, entries] = [this.#logged, this.#entries];
    [this.#folding, this.#logged, this.#entries] = [folding, new Map(), []];
    try {
      const names = [...folding.keys()];
      for (let from = 0, count; from < names.length; from += count) {
        count = names.length + this.#logged.size > MANY ? FOLDED_IN_HASTE : FOLDED_AT_ONCE;
        await this.#place(names.slice(from, from + count), write);
      }
      for (let from = 0; from < entries.length; from += FOLDED_IN_HASTE) {
        await write({ delete: entries.slice(from, from + FOLDED_IN_HASTE) });
      }
    } catch (error) {
      this.#logged = new Map([...folding, ...this.#logged]);
      this.#entries.push(...entries);
      throw error;
    } finally {
      this.#folding = new Map();
    }
  }

  /** Writes these to their places, together with what other processes counted since this one read them. */
  async #place(names: readonly string[], write: WriteMany): Promise<void> {
    const expiresAt = this.#options.now() + KEPT_MS;
    const elsewhere = this.#alone() ? null : await this.#elsewhere(names);
    const set = names.map((name, index) => {
      const value = plus(this.#folding.get(name)!, elsewhere?.[index]);
      return { key: keyOfName(name), value, expiresAt };
    });
    await write({ set });
    for (const [index, name] of names.entries()) {
      this.#cells.put(set[index]!.key, { value: set[index]!.value, version: null });
      this.#folding.delete(name);
      this.#placed.add(name);
      const logged = this.#logged.get(name);
      if (logged !== undefined) this.#logged.set(name, plus(logged, elsewhere?.[index]));
    }
  }

  /** Other processes may count what this one does not see any more: it is read again when it comes back. */
  #forgetIdle(): void {
    if (!this.#alone()) {
      for (const name of this.#placed) if (!this.#logged.has(name)) this.#cells.forget(keyOfName(name));
    }
    this.#placed.clear();
  }

  #alone(): boolean {
    return this.#options.alone?.() ?? true;
  }

  /** Two that write the same value within a few milliseconds may lose the counts of one. */
  async #elsewhere(names: readonly string[]): Promise<Sighting[]> {
    const entries = await this.#options.engine.get(names.map(keyOfName));
    return names.map((name, index) => {
      const [first, times] = (entries[index]?.value ?? [Infinity, 0]) as Sighting;
      const known = this.#cells.peek(keyOfName(name));
      // Without what it was counted from, the greater number is the better one.
      if (known === undefined) return [first, Math.max(0, times - this.#folding.get(name)![1])];
      return [first, times - ((known.value as Sighting | null)?.[1] ?? 0)];
    });
  }

  /**
   * Takes over what the log holds. A process that is alive may lose counts of the last second to this: it keeps what it
   * knows in memory and writes it again, and its own entries may be gone by then.
   */
  async takeOver(engine: Engine): Promise<void> {
    const found = new Map<string, Sighting>();
    for await (const { key, value } of engine.scan(LOG)) {
      this.#entries.push(key);
      for (const line of decoder.decode(value as Uint8Array).split("\n")) {
        const [name, sighting] = readLine(line);
        if (sighting[1] > (found.get(name)?.[1] ?? 0)) found.set(name, sighting);
      }
    }
    await Promise.all(Array.from(found, async ([name, sighting]) => {
      const stored = (await this.#cells.load(keyOfName(name))).value as Sighting | null;
      this.#logged.set(name, stored !== null && stored[1] > sighting[1] ? stored : sighting);
      this.#cells.forget(keyOfName(name)); // it is not what this was counted from
    }));
  }
}
