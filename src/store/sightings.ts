/**
 * Sightings of values: when each was first seen and how often. A commit logs all that it moves in one value; a moment later
 * each is written to its own place, many together, and the log is deleted. So a batch of 500 new values costs its answer one
 * value more, and a value that is seen all the time is written once a second. What a process that ended abruptly left in the
 * log is taken over by the next that opens the store.
 */
import type { Cells } from "./cells.ts";
import type { Engine, Key, SetOp } from "./engine.ts";

/** One scoring of a value. Hashes hold no blanks. */
export interface Seen {
  readonly kind: string;
  readonly hash: string;
  /** Milliseconds since the epoch: first seen then, when it was not known before. */
  readonly at: number;
}

export type Sighting = readonly [firstSeen: number, times: number];

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
const KEPT_MS = 400 * 86_400_000;
const LOG: Key = ["sighting", "log"];
/** About 45 characters each, and a value has room for 60,000. */
const SIGHTINGS_PER_VALUE = 1000;
/** Sightings that one commit takes to their place, beside the requests that wait for the same commit. */
const FOLDED_AT_ONCE = 100;
/** From so many on they go faster, whoever waits. */
const MANY = 20_000;
const FOLDED_IN_HASTE = 800;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Sightings {
  readonly #cells: Cells;
  readonly #now: () => number;
  /** Logged, and not yet in its own place. By kind and hash. */
  #logged = new Map<string, Sighting>();
  /** The log's entries for them. */
  #entries: Key[] = [];
  /** On the way to its own place. */
  #folding: ReadonlyMap<string, Sighting> = new Map();
  #running: Promise<void> | null = null;

  constructor(cells: Cells, now: () => number) {
    this.#cells = cells;
    this.#now = now;
  }

  /** Null for a value that was never seen, undefined when that is not in memory. */
  peek(kind: string, hash: string): Sighting | null | undefined {
    const name = nameOf(kind, hash);
    return this.#logged.get(name) ?? this.#folding.get(name) ??
      this.#cells.peek(keyOf(kind, hash))?.value as Sighting | null | undefined;
  }

  async read(kind: string, hash: string): Promise<Sighting | null> {
    const known = this.peek(kind, hash);
    return known === undefined ? (await this.#cells.load(keyOf(kind, hash))).value as Sighting | null : known;
  }

  /** Counts those of a commit. All must be in memory. */
  stage(writes: readonly Sighted[]): SightingLog {
    const seen = new Map<string, Sighting>();
    let id = "";
    for (const { records, sightings } of writes) {
      if (sightings === undefined || sightings.length === 0) continue;
      id ||= records![0]!.place.requestId;
      for (const { kind, hash, at } of sightings) {
        const name = nameOf(kind, hash);
        const [first, times] = seen.get(name) ?? this.peek(kind, hash) ?? [at, 0];
        seen.set(name, [first, times + 1]);
      }
    }
    const lines = Array.from(seen, ([name, [first, times]]) => `${name} ${first} ${times}`);
    const set: SetOp[] = [];
    for (let from = 0; from < lines.length; from += SIGHTINGS_PER_VALUE) {
      const value = encoder.encode(lines.slice(from, from + SIGHTINGS_PER_VALUE).join("\n"));
      set.push({ key: [...LOG, id, String(from)], value, expiresAt: this.#now() + KEPT_MS });
    }
    return { set, seen };
  }

  /** The commit that logged them is done. */
  logged({ set, seen }: SightingLog): void {
    for (const { key } of set) this.#entries.push(key);
    for (const [name, sighting] of seen) this.#logged.set(name, sighting);
  }

  /** Takes what is logged to its place; what the log gains meanwhile waits for the next time. */
  fold(write: WriteMany): Promise<void> {
    this.#running ??= this.#fold(write).finally(() => this.#running = null);
    return this.#running;
  }

  async #fold(write: WriteMany): Promise<void> {
    if (this.#logged.size === 0) return;
    const [folding, entries] = [this.#logged, this.#entries];
    [this.#folding, this.#logged, this.#entries] = [folding, new Map(), []];
    try {
      const expiresAt = this.#now() + KEPT_MS;
      const set = Array.from(folding, ([name, value]) => ({ key: keyOfName(name), value, expiresAt }));
      for (let from = 0, count; from < set.length; from += count) {
        count = set.length + this.#logged.size > MANY ? FOLDED_IN_HASTE : FOLDED_AT_ONCE;
        await write({ set: set.slice(from, from + count) });
      }
      for (let from = 0; from < entries.length; from += FOLDED_IN_HASTE) {
        await write({ delete: entries.slice(from, from + FOLDED_IN_HASTE) });
      }
      for (const { key, value } of set) this.#cells.put(key, { value, version: null });
    } catch (error) {
      this.#logged = new Map([...folding, ...this.#logged]);
      this.#entries.push(...entries);
      throw error;
    } finally {
      this.#folding = new Map();
    }
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
        const [kind, hash, first, times] = line.split(" ") as [string, string, string, string];
        const name = nameOf(kind, hash);
        if (Number(times) > (found.get(name)?.[1] ?? 0)) found.set(name, [Number(first), Number(times)]);
      }
    }
    await Promise.all(Array.from(found, async ([name, sighting]) => {
      const stored = (await this.#cells.load(keyOfName(name))).value as Sighting | null;
      this.#logged.set(name, stored !== null && stored[1] > sighting[1] ? stored : sighting);
    }));
  }
}

function nameOf(kind: string, hash: string): string {
  return `${kind} ${hash}`;
}

function keyOfName(name: string): Key {
  const [kind, hash] = name.split(" ") as [string, string];
  return keyOf(kind, hash);
}

function keyOf(kind: string, hash: string): Key {
  return ["sighting", kind, hash];
}
