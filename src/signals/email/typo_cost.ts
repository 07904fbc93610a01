/** How likely one word was typed for another: an edit distance in which the common slips of a keyboard are cheap. */

const ROWS = ["1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** Left edge of each row, in quarters of a key. */
const OFFSETS = [0, 2, 3, 5];

/** One slip costs 0.6 to 1, two slips 1.2 or more. */
const COST = { doubled: 0.6, swapped: 0.7, neighbour: 0.8, missed: 0.9, extra: 0.9, other: 1 } as const;

const PLACE: ReadonlyMap<string, readonly [row: number, quarter: number]> = new Map(
  ROWS.flatMap((keys, row) => [...keys].map((key, at) => [key, [row, OFFSETS[row]! + 4 * at]] as const)),
);

/** Which letters occur, as bits: a cheap way to see that two words are not near each other. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31);
  return mask;
}

/** False: no two slips turn a word of letters `a` into one of letters `b`. Doubled and swapped letters change neither. */
export function mayBeNear(a: number, b: number): boolean {
  return bits(a & ~b) <= 2 && bits(b & ~a) <= 2;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Keys that touch on a QWERTY keyboard. */
function areNeighbours(a: string, b: string): boolean {
  const one = PLACE.get(a);
  const two = PLACE.get(b);
  if (one === undefined || two === undefined) return false;
  return Math.abs(one[0] - two[0]) <= 1 && Math.abs(one[1] - two[1]) <= 4 && a !== b;
}

/**
 * Cheapest way from `meant` to `typed` by inserting, dropping, replacing one character or swapping two neighbours
 * (optimal string alignment); Infinity when it costs more than `limit`.
 */
export function slipCost(typed: string, meant: string, limit: number): number {
  if (typed === meant) return 0;
  if (Math.abs(typed.length - meant.length) * COST.doubled > limit) return Infinity;
  let before: number[] = [];
  let last: number[] = [0];
  for (let j = 1; j <= meant.length; j++) last[j] = j * COST.missed;
  for (let i = 1; i <= typed.length; i++) {
    const row = [i * COST.extra];
    let best = row[0]!;
    for (let j = 1; j <= meant.length; j++) {
      const a = typed[i - 1]!;
      const b = meant[j - 1]!;
      const extra = last[j]! + (a === typed[i - 2] || a === typed[i] ? COST.doubled : COST.extra);
      const missed = row[j - 1]! + (b === meant[j - 2] || b === meant[j] ? COST.doubled : COST.missed);
      const replaced = last[j - 1]! + (a === b ? 0 : areNeighbours(a, b) ? COST.neighbour : COST.other);
      let cost = Math.min(extra, missed, replaced);
      if (i > 1 && j > 1 && a === meant[j - 2] && typed[i - 2] === b) {
        cost = Math.min(cost, before[j - 2]! + COST.swapped);
      }
      row[j] = cost;
      best = Math.min(best, cost);
    }
    if (best > limit + COST.swapped) return Infinity;
    before = last;
    last = row;
  }
  const cost = last[meant.length]!;
  return cost <= limit ? cost : Infinity;
}
