/** Rows of scores by column. */
import type { SlotName } from "../../db/commit/slot_name.ts";
import type { ScoreRecord } from "../../model/records.ts";
import { type ColumnName, type ColumnValue, takeValues } from "./score_row.ts";

export interface Column {
  /** Each once, `values[code - 1]`; some may be of no row. */
  readonly values: readonly ColumnValue[];
  /** Of each row; 0: unknown or absent. */
  readonly codes: Codes;
  /** Every row has the only value. */
  readonly isConstant?: boolean;
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** What scores are told apart by besides their values. */
export interface RowTimes {
  readonly at: number;
  readonly expiresAt: number;
}

/** Columns of rows, in the order in which they are added. */
export class BlockBuilder {
  readonly slots: SlotName[] = [];
  readonly times: RowTimes[] = [];
  readonly #columns = new Map<ColumnName, ColumnBuilder>();
  readonly #asked: { has(name: ColumnName): boolean } | null;

  /** @param asked the columns that are made; null: all */
  constructor(asked: { has(name: ColumnName): boolean } | null = null) {
    this.#asked = asked;
  }

  get count(): number {
    return this.slots.length;
  }

  get names(): readonly ColumnName[] {
    return [...this.#columns.keys()];
  }

  add(slot: SlotName, record: ScoreRecord): void {
    const row = this.#addRow(slot, { at: record.at, expiresAt: record.expiresAt });
    takeValues(record, (name, value) => {
      if (this.#asked === null || this.#asked.has(name)) this.#columnOf(name).set(row, value);
    });
  }

  /** The same rows, or some of them. */
  only(rows: readonly number[]): BlockBuilder {
    const kept = new BlockBuilder();
    for (const row of rows) kept.#addRow(this.slots[row]!, this.times[row]!);
    for (const [name, column] of this.#columns) {
      const copy = kept.#columnOf(name);
      for (const [at, row] of rows.entries()) {
        const value = column.at(row);
        if (value !== null) copy.set(at, value);
      }
    }
    return kept;
  }

  /** Null: no row has a value. @param count of the first rows, which are asked for */
  column(name: ColumnName, count = this.count): Column | null {
    return this.#columns.get(name)?.column(count) ?? null;
  }

  #addRow(slot: SlotName, times: RowTimes): number {
    this.times.push(times);
    return this.slots.push(slot) - 1;
  }

  #columnOf(name: ColumnName): ColumnBuilder {
    let column = this.#columns.get(name);
    if (column === undefined) this.#columns.set(name, column = new ColumnBuilder());
    return column;
  }
}

/** Room of a column at first. */
const FIRST_ROWS = 256;

class ColumnBuilder {
  readonly #values: ColumnValue[] = [];
  readonly #codes = new Map<string | number | boolean, number>();
  /** Of each row, also after those that have been added. */
  #rows = new Uint32Array(FIRST_ROWS);
  /** Many scores have the same as the one before. */
  #lastKey: string | number | boolean | undefined;
  #lastCode = 0;

  set(row: number, value: ColumnValue): void {
    // A column has sets only, or none.
    const key = typeof value === "object" ? value.join("\0") : value;
    if (key !== this.#lastKey) {
      let code = this.#codes.get(key);
      if (code === undefined) this.#codes.set(key, code = this.#values.push(value));
      this.#lastKey = key;
      this.#lastCode = code;
    }
    if (row >= this.#rows.length) {
      const rows = new Uint32Array(Math.max(row + 1, 2 * this.#rows.length));
      rows.set(this.#rows);
      this.#rows = rows;
    }
    this.#rows[row] = this.#lastCode;
  }

  at(row: number): ColumnValue | null {
    return this.#values[(this.#rows[row] ?? 0) - 1] ?? null;
  }

  column(count: number): Column {
    const codes = codesFor(this.#values.length, count);
    codes.set(this.#rows.length > count ? this.#rows.subarray(0, count) : this.#rows);
    return { values: [...this.#values], codes };
  }
}

/** @param values that are told apart */
function codesFor(values: number, count: number): Codes {
  if (values < 2 ** 8) return new Uint8Array(count);
  return values < 2 ** 16 ? new Uint16Array(count) : new Uint32Array(count);
}

/** The rows of a column that are asked for. */
export function columnOfRows({ values, codes }: Column, rows: readonly number[]): Column {
  const kept = codesFor(values.length, rows.length);
  for (let at = 0; at < rows.length; at++) kept[at] = codes[rows[at]!]!;
  return { values, codes: kept };
}
