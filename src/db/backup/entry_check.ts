/** Checks an entry of a backup before anything is written, and adjusts one of a store so that it will pass. */
import { serialize } from "node:v8";
import { DAY_MS } from "../../model/duration.ts";
import type { DumpEntry } from "./dump_entry.ts";
import type { Key, Value } from "../engine.ts";
import { KEYS, keyspaceOf } from "../../records/keys.ts";
import { FOREVER, type KeyspaceRow } from "../keyspace.ts";
import { SCHEMA_VERSION } from "../schema.ts";
import { type EntryShape, fits, SHAPES } from "../../records/shapes/shapes.ts";

/** Of one value, as Deno KV encodes it. */
const MAX_STORED_BYTES = 65_536;
/** Clocks differ, and Deno KV keeps an entry a moment longer than it was told. */
const TOLERANCE_MS = DAY_MS;

const SHAPE_OF: ReadonlyMap<KeyspaceRow, EntryShape | null> = new Map(
  Object.entries(KEYS).map(([name, row]) => [row, SHAPES[name as keyof typeof KEYS]]),
);

/** Why an entry cannot be restored; null when it can. @param madeAt when the backup was made, in milliseconds since the epoch */
export function problemOf(entry: DumpEntry, madeAt: number): string | null {
  const why = whyNot(entry, madeAt);
  return why === null ? null : `the entry ${shown(entry.key)} ${why}`;
}

function whyNot({ key, value, counter, expiresAt }: DumpEntry, madeAt: number): string | null {
  const row = keyspaceOf(key);
  if (row === null) return "is of a kind that this version does not know";
  const shape = SHAPE_OF.get(row) ?? null;
  if (shape === null || !row.backup) return "belongs to running processes and not into a backup";
  if (counter !== (shape.counter ?? false) || !fits(shape, value, key.slice(row.prefix.length))) {
    return "does not hold what is stored there";
  }
  if (isTooLong(value)) return "is longer than a store can hold";
  if (row === KEYS.schema && (value as number) > SCHEMA_VERSION) return "is of a newer version";
  if (row.lifetimeMs === FOREVER) {
    return expiresAt === null || row.mayExpire === true ? null : "expires, and data of its kind does not";
  }
  if (expiresAt === null) return "does not expire, and data of its kind does";
  const latest = madeAt + row.lifetimeMs + TOLERANCE_MS;
  return expiresAt <= latest ? null : `expires at ${dateOf(expiresAt)}, later than data of its kind`;
}

function isTooLong(value: Value): boolean {
  if (value instanceof Uint8Array) return value.length > MAX_STORED_BYTES;
  return JSON.stringify(value).length > MAX_STORED_BYTES / 4 && serialize(value).length > MAX_STORED_BYTES;
}

/** A clock that was wrong leaves entries that would expire too late, or never: they get the longest time of their kind. */
export function withinLifetime(entry: DumpEntry, now: number): DumpEntry {
  const lifetimeMs = keyspaceOf(entry.key)?.lifetimeMs ?? FOREVER;
  if (lifetimeMs === FOREVER || (entry.expiresAt !== null && entry.expiresAt <= now + lifetimeMs)) {
    return entry;
  }
  return { ...entry, expiresAt: now + lifetimeMs };
}

function shown(key: Key): string {
  const text = JSON.stringify(key);
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}

function dateOf(time: number): string {
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time);
}
