/** What scores must have in their columns: as a filter of the rows of a block, and of a single score. */
import type { ScoreRecord } from "../../model/records.ts";
import type { ColumnBlock, WantedValues } from "./score_columns.ts";
import { type ColumnName, type ColumnValue, takeValues } from "./score_row.ts";

export interface ColumnCondition {
  /** One of them must fit. */
  readonly columns: readonly ColumnName[];
  /** Given where only these values of a fact, its only column, fit. */
  readonly oneOf?: WantedValues;
  /** @param value undefined: unknown or absent */
  fits(value: ColumnValue | undefined): boolean;
}

/** Of each row of a block, 1 where it fits all conditions. Null: none does. */
export function fittingRows(
  block: ColumnBlock,
  conditions: readonly ColumnCondition[],
): Uint8Array | null {
  const rows = new Uint8Array(block.count).fill(1);
  const costs = new Map(conditions.map((condition) => [condition, costOf(block, condition)]));
  // What takes little may tell that the rest need not be read.
  for (const condition of conditions.toSorted((one, other) => costs.get(one)! - costs.get(other)!)) {
    const [first, ...others] = condition.columns;
    if (others.length === 0) {
      if (!keepFitting(rows, block, first!, condition)) return null;
    } else {
      const any = new Uint8Array(block.count);
      for (const name of condition.columns) {
        const fitting = new Uint8Array(block.count).fill(1);
        if (!keepFitting(fitting, block, name, condition)) continue;
        for (let row = 0; row < any.length; row++) any[row]! |= fitting[row]!;
      }
      for (let row = 0; row < any.length; row++) rows[row]! &= any[row]!;
    }
    if (!rows.includes(1)) return null;
  }
  return rows;
}

function costOf(block: ColumnBlock, { columns }: ColumnCondition): number {
  return columns.reduce((sum, name) => sum + block.cost(name), 0);
}

/** Clears the rows whose value in the column does not fit. @returns false: no value of the column fits */
function keepFitting(
  rows: Uint8Array,
  block: ColumnBlock,
  name: ColumnName,
  { fits, oneOf }: ColumnCondition,
): boolean {
  const column = block.column(name);
  const unknownFits = fits(undefined);
  if (column === null) return unknownFits;
  const { values } = column;
  const wanted = new Uint8Array(values.length + 1);
  wanted[0] = unknownFits ? 1 : 0;
  if (oneOf !== undefined) {
    for (const value of oneOf.oneOf) wanted[values.indexOf(value) + 1] = 1;
    wanted[0] = 0;
  } else for (let code = 1; code < wanted.length; code++) wanted[code] = fits(values[code - 1]) ? 1 : 0;
  if (!wanted.includes(1)) return false;
  if (column.isConstant === true) return wanted[1] === 1;
  if (!wanted.includes(0)) return true;
  const { codes } = column;
  for (let row = 0; row < rows.length; row++) rows[row]! &= wanted[codes[row]!]!;
  return true;
}

/** Whether a score fits all conditions. */
export function recordFits(record: ScoreRecord, conditions: readonly ColumnCondition[]): boolean {
  const values = new Map<ColumnName, ColumnValue>();
  takeValues(record, (name, value) => values.set(name, value));
  return conditions.every(({ columns, fits }) => columns.some((name) => fits(values.get(name))));
}

/** The columns that the conditions ask for. */
export function columnsOf(conditions: readonly ColumnCondition[]): readonly ColumnName[] {
  return [...new Set(conditions.flatMap(({ columns }) => columns))];
}

/** What leads to the blocks that may fit. */
export function wantedOf(conditions: readonly ColumnCondition[]): readonly WantedValues[] {
  return conditions.flatMap(({ oneOf }) => oneOf ?? []);
}
