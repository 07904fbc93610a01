/** A group of sign-ups that share values. */
import type { Board } from "./board.ts";
import type { CampaignDays } from "./campaign.ts";

/** Sign-ups of the smallest campaign. */
export const MIN_MEMBERS = 4;
/** How many times the usual. */
export const MIN_LIFT = 3;
/** The logarithm of the chance of classes that are shared, corrected for how many were looked at. */
export const CLASS = Math.log(2e-3);
/** What people do varies more than chance. */
export const SPREAD = 1.3;
export const SPREAD_ROWS = 0.25;

/** Values of which members have one: the column, and the codes (0: unknown). */
export interface Share {
  readonly column: number;
  readonly codes: readonly number[];
}

export interface Group {
  readonly shares: readonly Share[];
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
  const [only] = first.codes;
  const isOne = first.codes.length === 1;
  for (let row = from; row < to; row++) {
    if (isOne ? codes[row] !== only : !first.codes.includes(codes[row]!)) continue;
    if (others.every((other) => has(board, row, other))) rows.push(row);
  }
  return rows;
}

export function has(board: Board, row: number, { column, codes }: Share): boolean {
  return codes.includes(board.columns[column]!.codes[row]!);
}

/** A larger group explains no more than this many: the purer one is the better explanation. */
const ENOUGH = 250;
const FURTHER_FACT = 2;

/** Those that explain most first; of those that explain the same, those that began first. */
export function byWeight<G extends Group>(groups: readonly G[]): readonly G[] {
  return groups.toSorted((one, other) => weightOf(other) - weightOf(one) || one.rows[0]! - other.rows[0]!);
}

/** How much the group explains: how unlikely it is by chance. Facts more than one cost a little. */
function weightOf({ rows, expected, shares }: Group): number {
  const [count, mean] = [rows.length, Math.max(expected, 0.05)];
  return Math.min(count, ENOUGH) * (Math.log(count / mean) - 1 + mean / count) -
    FURTHER_FACT * (shares.length - 1);
}
