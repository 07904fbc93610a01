/**
 * Entries of lists that grow with every request: those of one list in one commit are one stored value, whose key has the first
 * of their ids. Ids begin with a time that those of a commit share, so that an entry is found from its id alone: what is
 * stored below ids of that time is little. A list that is read from a time on has entries whose ids are at most `MAX_OPEN_MS`
 * older than the entries.
 */
import { type Json, type Key, keyText, type SetOp } from "../engine.ts";
import type { BatchSize, Participant, Participation } from "./participant.ts";
import type { Write } from "./write_batch.ts";

interface PackedEntry {
  /** The beginning of the list's keys. */
  readonly list: Key;
  /** Begins with `time` in some form. */
  readonly id: string;
  /** As `PackedEntries.time` said it. */
  readonly time: number;
  readonly value: Json;
  /** The value as JSON. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A write with entries of lists. */
export interface PackingWrite extends Write {
  readonly entries?: readonly PackedEntry[];
}

/** Ids have the same time for so long, whether or not anything is written meanwhile. */
export const MAX_OPEN_MS = 500;
/** Of the JSON of one stored value: characters have three bytes at most. */
const MAX_CHARS = 20_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class PackedEntries implements Participant<PackingWrite> {
  readonly #now: () => number;
  #openAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What the id of an entry begins with that is written now. */
  time(): number {
    const now = this.#now();
    if (this.#openAt === null || Math.abs(now - this.#openAt) > MAX_OPEN_MS) this.#openAt = now;
    return this.#openAt;
  }

  measure(): (write: PackingWrite, size: BatchSize) => void {
    return ({ entries }, size) => {
      if (entries === undefined) return;
      size.mutations += entries.length;
      for (const entry of entries) size.bytes += charsOf(entry);
    };
  }

  taken(writes: readonly PackingWrite[]): void {
    if (writes.some(({ entries }) => entries !== undefined)) this.#openAt = null;
  }

  join(): Participation<PackingWrite> {
    return { cells: [], loading: undefined, stage: (kept) => ({ cells: [], set: setsOf(kept) }) };
  }
}

/** Entries of a stored value, with their ids; null: it is a single one as it is. */
export function entriesIn(value: unknown): readonly (readonly [id: string, value: Json])[] | null {
  return value instanceof Uint8Array ? JSON.parse(decoder.decode(value)) : null;
}

/** The stored value of several entries. */
export function entriesValue(entries: readonly Pick<PackedEntry, "id" | "text">[]): Uint8Array {
  return encoder.encode(`[${entries.map(({ id, text }) => `[${JSON.stringify(id)},${text}]`).join(",")}]`);
}

function setsOf(writes: readonly PackingWrite[]): SetOp[] {
  const lists = new Map<string, PackedEntry[]>();
  for (const { entries = [] } of writes) {
    for (const entry of entries) {
      const name = keyText(entry.list);
      const list = lists.get(name);
      if (list === undefined) lists.set(name, [entry]);
      else list.push(entry);
    }
  }
  return [...lists.values()].flatMap(packed);
}

/** Of one list. */
function packed(all: readonly PackedEntry[]): SetOp[] {
  const ops: SetOp[] = [];
  const sorted = all.toSorted((one, other) => one.id < other.id ? -1 : 1);
  for (let from = 0; from < sorted.length;) {
    const first = sorted[from]!;
    let chars = charsOf(first);
    let to = from + 1;
    for (; to < sorted.length && sorted[to]!.time === first.time; to++) {
      chars += charsOf(sorted[to]!);
      if (chars > MAX_CHARS) break;
    }
    const entries = sorted.slice(from, to);
    const key = [...first.list, first.id];
    const expiresAt = Math.max(...entries.map((entry) => entry.expiresAt));
    const value = entries.length === 1 ? first.value : entriesValue(entries);
    ops.push({ key, value, expiresAt });
    from = to;
  }
  return ops;
}

function charsOf({ id, text }: PackedEntry): number {
  return id.length + text.length;
}
