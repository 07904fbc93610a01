/** A group of sign-ups that share values. */
import type { Board } from "./board.ts";
import type { CampaignDays } from "./campaign.ts";

/** Sign-ups of the smallest campaign. */
export const MIN_MEMBERS = 4;
/** How many times the usual. */
export const MIN_LIFT = 3;
/** The logarithm of the chance of classes that are shared, corrected for how many were looked at. */
export const CLASS = Math.log(1e-4);
/** What people do varies more than chance. */
export const SPREAD = 1.3;
export const SPREAD_ROWS = 0.25;

/** A value that members have: the column, and the code of the value (0: unknown). */
export interface Share {
  readonly column: number;
  readonly code: number;
}

export interface Group {
  readonly shares: readonly Share[];
  /** Of a ring: its id. */
  readonly ring: string | null;
  /** Members of the window, the oldest first. */
  readonly rows: readonly number[];
  readonly days: CampaignDays;
  readonly expected: number;
  /** The logarithm of the chance, corrected for the number of groups that were looked at. */
  readonly logChance: number;
}

export function rowsWith(board: Board, shares: readonly Share[], from: number, to = board.count): number[] {
  const [first, ...others] = shares;
  const rows: number[] = [];
  if (first === undefined) return rows;
  const { codes } = board.columns[first.column]!;
  for (let row = from; row < to; row++) {
    if (codes[row] === first.code && others.every((other) => has(board, row, other))) rows.push(row);
  }
  return rows;
}

export function has(board: Board, row: number, { column, code }: Share): boolean {
  return board.columns[column]!.codes[row] === code;
}

/** How much the group explains: likelihood that it is no chance, with larger ones first. Facts more than one cost a little. */
export function weightOf({ rows, expected, shares }: Group): number {
  const [count, mean] = [rows.length, Math.max(expected, 0.05)];
  return count * Math.log(count / mean) - (count - mean) - 2 * Math.max(0, shares.length - 1);
}
