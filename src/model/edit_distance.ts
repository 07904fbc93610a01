/** Edit distance between two words (optimal string alignment), with a cost for each kind of edit. */

export interface EditCosts {
  /** A character too many. */
  readonly extra: number;
  /** A character left out. */
  readonly missed: number;
  /** Either of the two when the character repeats its neighbour; not more than they cost. */
  readonly doubled: number;
  /** Two neighbouring characters in the wrong order. */
  readonly swapped: number;
  /** One character for another. */
  replaced(typed: string, meant: string): number;
}

const UNIT_COSTS: EditCosts = { extra: 1, missed: 1, doubled: 1, swapped: 1, replaced: () => 1 };

/** The characters of a word as bits: a cheap way to see that two words are far apart. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31);
  return mask;
}

/** False: more than `edits` edits separate any two words with these masks, since an edit adds and removes one letter at most. */
export function mayBeNear(a: number, b: number, edits: number): boolean {
  return bits(a & ~b) <= edits && bits(b & ~a) <= edits;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Cost of the cheapest edits that turn `meant` into `typed`; Infinity when they cost more than `limit`. */
export function editCost(typed: string, meant: string, limit: number, costs = UNIT_COSTS): number {
  if (typed === meant) return 0;
  if (Math.abs(typed.length - meant.length) * costs.doubled > limit) return Infinity;
  let before: number[] = [];
  let last: number[] = [0];
  for (let j = 1; j <= meant.length; j++) last[j] = j * costs.missed;
  for (let i = 1; i <= typed.length; i++) {
    const row = [i * costs.extra];
    let best = row[0]!;
    for (let j = 1; j <= meant.length; j++) {
      const a = typed[i - 1]!;
      const b = meant[j - 1]!;
      const extra = last[j]! + (a === typed[i - 2] || a === typed[i] ? costs.doubled : costs.extra);
      const missed = row[j - 1]! + (b === meant[j - 2] || b === meant[j] ? costs.doubled : costs.missed);
      const replaced = last[j - 1]! + (a === b ? 0 : costs.replaced(a, b));
      let cost = Math.min(extra, missed, replaced);
      if (i > 1 && j > 1 && a === meant[j - 2] && typed[i - 2] === b) {
        cost = Math.min(cost, before[j - 2]! + costs.swapped);
      }
      row[j] = cost;
      best = Math.min(best, cost);
    }
    if (best > limit + costs.swapped) return Infinity;
    before = last;
    last = row;
  }
  const cost = last[meant.length]!;
  return cost <= limit ? cost : Infinity;
}
