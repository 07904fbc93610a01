/** A block of scores as it is stored: what its columns are called, and how they are read. */
import type { BlockColumn } from "../../db/index/column_block.ts";
import type { EncodedBlock } from "../../db/index/columns.ts";
import { type CustomFact, isCustomFact } from "../../model/facts/custom.ts";
import type { AnyFact, FactValue } from "../../model/facts/fact.ts";
import { isFactName } from "../../model/facts/table.ts";
import type { BlockBuilder, Column } from "./column_block.ts";
import { encodeColumn, encodeNumbers, encodeSlots, StoredColumn } from "./column_codec.ts";
import type { ColumnName } from "./score_row.ts";
import { filterOf } from "./value_filter.ts";

/** Columns that every block has, beside those of `ColumnName`. */
export const SLOTS = "slots";
export const AT = "at";
/** Fields of an account's own that have no column, as sets of `key=<JSON of the value>`. */
const OTHER_FIELDS = "custom";

/** Columns with so many values have a filter of them beside. */
const FILTERED_VALUES = 256;

/** Fields of an account's own that have a column of their own in a block: those that most of its scores have. */
const MAX_FIELDS = 32;

/** The column is stored under that name; a field of one's own may be among the others. */
export function storedNames(name: ColumnName | "at"): readonly string[] {
  return isCustomFact(name) ? [name, OTHER_FIELDS] : [name];
}

/** The filter of the values of a column, as a column: see `filterOf`. */
export function filterName(name: AnyFact): string {
  return `${name}?`;
}

/** Step by step. @param rows oldest first */
export function* encodeBlock(rows: BlockBuilder): Generator<void, EncodedBlock> {
  const columns: BlockColumn[] = [
    [SLOTS, encodeSlots(rows.slots)],
    [AT, encodeNumbers(rows.times.map(({ at }) => at))],
  ];
  const fields = new Map<CustomFact, Column>();
  for (const name of rows.names) {
    const column = rows.column(name)!;
    if (isCustomFact(name)) fields.set(name, column);
    else columns.push(...columnsOf(name, column));
    yield;
  }
  const known = new Map(
    [...fields].map(([name, { codes }]) => [name, codes.filter((code) => code > 0).length]),
  );
  const frequent = [...fields].sort(([one], [other]) => known.get(other)! - known.get(one)!);
  for (const [name, column] of frequent.splice(0, MAX_FIELDS)) {
    columns.push(...columnsOf(name, column));
    yield;
  }
  if (frequent.length > 0) columns.push([OTHER_FIELDS, encodeColumn(otherFields(frequent, rows.count))]);
  const wholeUntil = rows.times.reduce((least, { expiresAt }) => Math.min(least, expiresAt), Infinity);
  return { records: rows.count, wholeUntil, columns };
}

function columnsOf(name: ColumnName, column: Column): BlockColumn[] {
  const encoded: BlockColumn = [name, encodeColumn(column)];
  if (column.values.length < FILTERED_VALUES || !isFact(name)) return [encoded];
  return [encoded, [filterName(name), filterOf(column.values as readonly FactValue[])]]; // facts are no sets
}

function isFact(name: ColumnName): name is AnyFact {
  return isFactName(name) || isCustomFact(name);
}

function otherFields(fields: readonly (readonly [CustomFact, Column])[], count: number): Column {
  const sets = new Map<string, number>();
  const values: (readonly string[])[] = [];
  const codes = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const set = fields.flatMap(([name, column]) => {
      const value = column.values[column.codes[row]! - 1];
      return value === undefined ? [] : [`${keyOf(name)}${JSON.stringify(value)}`];
    });
    if (set.length === 0) continue;
    const key = set.join("\0");
    let code = sets.get(key);
    if (code === undefined) sets.set(key, code = values.push(set));
    codes[row] = code;
  }
  return { values, codes };
}

/** A field among the others; null: no row has it. */
function fieldOf(name: CustomFact, { values, codes }: Column): Column | null {
  const own: FactValue[] = [];
  const numbers = new Map<FactValue, number>();
  const to = new Uint16Array(values.length + 1);
  for (const [at, set] of values.entries()) {
    const found = (set as readonly string[]).find((text) => text.startsWith(keyOf(name)));
    if (found === undefined) continue;
    const value: FactValue = JSON.parse(found.slice(keyOf(name).length));
    let code = numbers.get(value);
    if (code === undefined) numbers.set(value, code = own.push(value));
    to[at + 1] = code;
  }
  return own.length === 0 ? null : { values: own, codes: Uint16Array.from(codes, (code) => to[code]!) };
}

function keyOf(name: CustomFact): string {
  return `${name.slice("custom.".length)}=`;
}

/** A column of a block of which the bytes are given by stored names; null: no row has a value. */
export function readColumn(
  name: ColumnName,
  bytesOf: (stored: string) => Uint8Array | undefined,
  count: number,
): Column | null {
  const bytes = bytesOf(name);
  if (bytes !== undefined) return new StoredColumn(bytes, count);
  const others = isCustomFact(name) ? bytesOf(OTHER_FIELDS) : undefined;
  return others === undefined ? null : fieldOf(name as CustomFact, new StoredColumn(others, count));
}
