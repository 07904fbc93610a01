/** How likely one word was typed for another: an edit distance in which common typing errors are cheap. */
import { editCost, type EditCosts } from "../domain/edit_distance.ts";

const KEY_ROWS = ["1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** Left edge of each row, in quarters of a key. */
const OFFSETS = [0, 2, 3, 5];

/** One typing error costs 0.6 to 1, two cost 1.2 or more. */
export const TYPO_COSTS = {
  doubled: 0.6,
  swapped: 0.7,
  neighbour: 0.8,
  missed: 0.9,
  extra: 0.9,
  /** One letter for another that is not beside it on the keyboard. */
  otherLetter: 1,
} as const;

const { neighbour, otherLetter, ...OTHERS } = TYPO_COSTS;
const KEYBOARD: EditCosts = {
  ...OTHERS,
  replaced: (typed, meant) => areNeighbours(typed, meant) ? neighbour : otherLetter,
};

const PLACE: ReadonlyMap<string, readonly [row: number, quarter: number]> = new Map(
  KEY_ROWS.flatMap((keys, row) => [...keys].map((key, at) => [key, [row, OFFSETS[row]! + 4 * at]] as const)),
);

/** Cost of typing `typed` where `meant` was intended; Infinity when it is more than `limit`. */
export function typoCost(typed: string, meant: string, limit: number): number {
  return editCost(typed, meant, limit, KEYBOARD);
}

/** Keys that touch on a QWERTY keyboard. */
export function areNeighbours(a: string, b: string): boolean {
  const one = PLACE.get(a);
  const two = PLACE.get(b);
  if (one === undefined || two === undefined) return false;
  return Math.abs(one[0] - two[0]) <= 1 && Math.abs(one[1] - two[1]) <= 4 && a !== b;
}
