/** What a question of columns is answered with. */
import type { SlotName } from "../../db/commit/slot_name.ts";
import { type Column, columnOfRows } from "./column_block.ts";
import type { ColumnName } from "./score_row.ts";
import type { AnyFact, FactValue } from "../../model/facts/fact.ts";

/** `at`: when the scores were made, in `ColumnBlock.times`. */
export type WantedColumn = "at" | ColumnName;

/** Of a fact, values of which a score must have one. */
export interface WantedValues {
  readonly name: AnyFact;
  readonly oneOf: readonly FactValue[];
}

/** Some scores that follow one another, the oldest first. */
export interface ColumnBlock {
  readonly count: number;
  /** Its rows are from this position (inclusive) to that one (exclusive). */
  readonly from: SlotName;
  readonly to: SlotName;
  /**
   * Of each row, ms since the epoch; those of scores that were made together may be out of order by as long as a commit takes.
   * @throws when "at" was not asked for
   */
  readonly times: Float64Array;
  /** Null: no row has a value. @throws when it was not asked for */
  column(name: ColumnName): Column | null;
  /** Bytes that are read for the column: what takes little may be looked at first. */
  cost(name: ColumnName): number;
  /** Where rows are among the account's scores, see `ScoreSearch`. */
  positions(rows: readonly number[]): Promise<readonly SlotName[]>;
}

/** Rows of which a view shows some. */
export interface RowSource {
  readonly count: number;
  readonly from: SlotName;
  readonly to: SlotName;
  times(): Float64Array;
  column(name: ColumnName): Column | null;
  cost(name: ColumnName): number;
  positions(rows: readonly number[]): Promise<readonly SlotName[]>;
}

/** @param rows that are shown; null: all */
export function viewOf(
  source: RowSource,
  rows: readonly number[] | null,
  asked: ReadonlySet<WantedColumn>,
): ColumnBlock {
  const check = (name: WantedColumn) => {
    if (!asked.has(name)) throw new Error(`the column ${name} was not asked for`);
  };
  return {
    count: rows?.length ?? source.count,
    from: source.from,
    to: source.to,
    get times() {
      check("at");
      const times = source.times();
      return rows === null ? times : Float64Array.from(rows, (row) => times[row]!);
    },
    column(name) {
      check(name);
      const column = source.column(name);
      return rows === null || column === null ? column : columnOfRows(column, rows);
    },
    cost: (name) => source.cost(name),
    positions: (wanted) => source.positions(rows === null ? wanted : wanted.map((row) => rows[row]!)),
  };
}
