/** How likely one word was typed for another: an edit distance in which common typing errors are cheap. */
import { editCost, type EditCosts } from "../domain/edit_distance.ts";

/** The letters of QWERTY, of QWERTZ (German) and of AZERTY (French) under the row of digits. */
const KEYBOARDS = [
  ["1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"],
  ["1234567890-", "qwertzuiop", "asdfghjkl", "yxcvbnm"],
  ["1234567890-", "azertyuiop", "qsdfghjklm", "wxcvbn"],
];
/** Letters that change places between two of them. */
const EXCHANGED = ["yz", "aq", "wz"];
/** Left edge of each row, in quarters of a key. */
const OFFSETS = [0, 2, 3, 5];

/** One typing error costs 0.6 to 1, two cost 1.2 or more. */
export const TYPO_COSTS = {
  doubled: 0.6,
  swapped: 0.7,
  neighbour: 0.8,
  missed: 0.9,
  extra: 0.9,
  /** The letter that another country's keyboard has on the same key. */
  exchanged: 0.95,
  /** One letter for another that is not beside it on the keyboard. */
  otherLetter: 1,
} as const;

const { neighbour, exchanged, otherLetter, ...OTHERS } = TYPO_COSTS;
const COSTS: EditCosts = {
  ...OTHERS,
  replaced: (typed, meant) =>
    areNeighbours(typed, meant) ? neighbour : areExchanged(typed, meant) ? exchanged : otherLetter,
};

type Place = readonly [row: number, quarter: number];

const PLACES: readonly ReadonlyMap<string, Place>[] = KEYBOARDS.map((rows) =>
  new Map(
    rows.flatMap((keys, row) => [...keys].map((key, at) => [key, [row, OFFSETS[row]! + 4 * at]] as const)),
  )
);

/** Cost of typing `typed` where `meant` was intended; Infinity when it is more than `limit`. */
export function typoCost(typed: string, meant: string, limit: number): number {
  return editCost(typed, meant, limit, COSTS);
}

/** Keys that touch on one of the keyboards: a letter's place depends on the country. */
export function areNeighbours(a: string, b: string): boolean {
  return a !== b && PLACES.some((places) => touch(places.get(a), places.get(b)));
}

function touch(one: Place | undefined, two: Place | undefined): boolean {
  if (one === undefined || two === undefined) return false;
  return Math.abs(one[0] - two[0]) <= 1 && Math.abs(one[1] - two[1]) <= 4;
}

function areExchanged(a: string, b: string): boolean {
  return EXCHANGED.includes(a < b ? a + b : b + a);
}
