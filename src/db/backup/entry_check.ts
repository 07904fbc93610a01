/** Checks an entry of a backup before anything is written, and adjusts one of a store so that it will pass. */
import { serialize } from "node:v8";
import { DAY_MS } from "../duration.ts";
import type { Catalog } from "../catalog.ts";
import type { DumpEntry } from "./dump_entry.ts";
import type { Key, Value } from "../engine.ts";
import { FOREVER } from "../keyspace.ts";
import { SCHEMA_VERSION } from "../schema.ts";
import { SCHEMA } from "../own_rows.ts";

/** Of one value, as Deno KV encodes it. */
const MAX_STORED_BYTES = 65_536;
/** Clocks differ, and Deno KV keeps an entry a moment longer than it was told. */
const TOLERANCE_MS = DAY_MS;

/** Why an entry cannot be restored; null when it can. @param madeAt when the backup was made, in milliseconds since the epoch */
export function problemOf(catalog: Catalog, entry: DumpEntry, madeAt: number): string | null {
  const why = whyNot(catalog, entry, madeAt);
  return why === null ? null : `the entry ${shown(entry.key)} ${why}`;
}

function whyNot(
  catalog: Catalog,
  { key, value, counter, expiresAt }: DumpEntry,
  madeAt: number,
): string | null {
  const keyspace = catalog.of(key);
  if (keyspace === null) return "is of a kind that this version does not know";
  const { row, prefix, lifetimeMs } = keyspace;
  if (!keyspace.backup) return "belongs to running processes and not into a backup";
  if (counter !== (row.counter ?? false) || !keyspace.fits(value, key.slice(prefix.length))) {
    return "does not hold what is stored there";
  }
  if (isTooLong(value)) return "is longer than a store can hold";
  if (keyspace === SCHEMA && (value as number) > SCHEMA_VERSION) return "is of a newer version";
  if (lifetimeMs === FOREVER) {
    return expiresAt === null || row.mayExpire === true ? null : "expires, and data of its kind does not";
  }
  if (expiresAt === null) return "does not expire, and data of its kind does";
  const latest = madeAt + lifetimeMs + TOLERANCE_MS;
  return expiresAt <= latest ? null : `expires at ${dateOf(expiresAt)}, later than data of its kind`;
}

function isTooLong(value: Value): boolean {
  if (value instanceof Uint8Array) return value.length > MAX_STORED_BYTES;
  return JSON.stringify(value).length > MAX_STORED_BYTES / 4 && serialize(value).length > MAX_STORED_BYTES;
}

/** A clock that was wrong leaves entries that would expire too late, or never: they get the longest time of their kind. */
export function withinLifetime(catalog: Catalog, entry: DumpEntry, now: number): DumpEntry {
  const lifetimeMs = catalog.of(entry.key)?.lifetimeMs ?? FOREVER;
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
