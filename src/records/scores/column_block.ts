/** Rows of scores by column. */
import type { SlotName } from "../../db/commit/slot_name.ts";
import type { ScoreRecord } from "../../model/records.ts";
import { type ColumnName, type ColumnValue, takeValues } from "./score_row.ts";

export interface Column {
  /** Each once: `values[code - 1]`. */
  readonly values: readonly ColumnValue[];
  /** Of each row; 0: unknown or absent. */
  readonly codes: Codes;
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Columns of the rows of a block, while it is filled. */
export class BlockBuilder {
  readonly slots: SlotName[] = [];
  readonly times: number[] = [];
  readonly modes: string[] = [];
  readonly #columns = new Map<ColumnName, ColumnBuilder>();

  get count(): number {
    return this.slots.length;
  }

  /** Rows are added oldest first. */
  add(slot: SlotName, record: ScoreRecord): void {
    const row = this.slots.push(slot) - 1;
    this.times.push(record.at);
    this.modes.push(record.mode);
    takeValues(record, (name, value) => {
      let column = this.#columns.get(name);
      if (column === undefined) this.#columns.set(name, column = new ColumnBuilder());
      column.set(row, value);
    });
  }

  /** Null: no row has a value. */
  column(name: ColumnName): Column | null {
    return this.#columns.get(name)?.column(this.count) ?? null;
  }

  names(): readonly ColumnName[] {
    return [...this.#columns.keys()];
  }
}

class ColumnBuilder {
  readonly #values: ColumnValue[] = [];
  readonly #codes = new Map<string | number | boolean, number>();
  readonly #rows: number[] = [];

  set(row: number, value: ColumnValue): void {
    // A column has sets or none.
    const key = typeof value === "object" ? value.join("\0") : value;
    let code = this.#codes.get(key);
    if (code === undefined) this.#codes.set(key, code = this.#values.push(value));
    while (this.#rows.length < row) this.#rows.push(0);
    this.#rows.push(code);
  }

  column(count: number): Column {
    const values = this.#values;
    const codes = codesFor(values.length, count);
    codes.set(this.#rows);
    return { values: [...values], codes };
  }
}

/** @param values that are told apart */
export function codesFor(values: number, count: number): Codes {
  if (values < 2 ** 8) return new Uint8Array(count);
  return values < 2 ** 16 ? new Uint16Array(count) : new Uint32Array(count);
}
