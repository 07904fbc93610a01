/** Writes many new entries in one statement, with COPY. */
import type { DumpEntry } from "../backup/dump_entry.ts";
import { keyBytes } from "../key_bytes.ts";
import { rowOf } from "./batch_rows.ts";
import type { PostgresLink } from "./connection.ts";
import { type Field, float8, int2, int4, int8, writeCopy } from "./copy.ts";
import type { Months } from "./months.ts";
import { DATA, isLate, isMonth, isShort, type Place, TALLIES, USAGE } from "./place.ts";
import { NOTHING } from "./row.ts";
import { shortKey } from "./short_key.ts";
import { type Tallies, tallyOf } from "./tally.ts";
import { TALLY_COLUMNS } from "./tally_table.ts";
import { KIND, NEVER, tableOf } from "./table.ts";

/** Of every row that came this way: they have no version before them. */
const VERSION = 1;

/** The keys must be absent: a refusal by the server is not reported and ends in a timeout. */
export async function loadEntries(
  link: PostgresLink,
  months: Months,
  entries: readonly DumpEntry[],
): Promise<void> {
  const places = new Map<Place, Field[][]>();
  for (const entry of entries) {
    let place = months.places.of(entry.key);
    if (isLate(place) && !await months.ensure(place)) place = DATA;
    const rows = places.get(place) ?? [];
    places.set(place, rows);
    rows.push(fieldsOf(entry, place, months.places.tallies));
  }
  for (const [place, rows] of places) {
    const columns = place === TALLIES
      ? TALLY_COLUMNS
      : place === USAGE
      ? "key, writer, counter, version"
      : `key, kind, value, expires_at, version${isMonth(place) ? "" : ", counter"}`;
    await link.copyIn(`copy ${tableOf(place)} (${columns}) from stdin (format binary)`, writeCopy(rows));
  }
}

/** @throws TypeError for a value that no engine accepts */
function fieldsOf(
  { key, keyBytes: known, value, counter, expiresAt }: DumpEntry,
  place: Place,
  tallies: Tallies | null,
): Field[] {
  if (place === TALLIES) {
    const [kind, hash] = tallies!.rowKey(known ?? keyBytes(key));
    const [since, times] = tallyOf(value);
    const fields = [int2(kind), Uint8Array.fromHex(hash), float8(since), int8(times)];
    return [...fields, int8(expiresAt ?? NEVER), int4(VERSION)];
  }
  if (place === USAGE) {
    if (!counter) throw new TypeError(`${key.join("/")} is not a counter`);
    return [known ?? keyBytes(key), int2(0), int8(value as number), int8(VERSION)];
  }
  const row = counter
    ? { kind: KIND.counter, value: NOTHING, key: keyBytes(key), counter: value as number, expiresAt: NEVER }
    : rowOf(expiresAt === null ? { key, value } : { key, value, expiresAt }, place, true);
  const fields = [
    isShort(place) ? shortKey(row.key) : row.key,
    int2(row.kind),
    row.value,
    int8(row.expiresAt),
    int8(VERSION),
  ];
  return isMonth(place) ? fields : [...fields, int8(row.counter)];
}
