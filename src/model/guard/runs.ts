/** Neighbouring numbers: robots go through a range one number after the other. */

/** How many distinct numbers are in the chain of `number`, itself included: each at most `distance` from the next. */
export function runLength(number: number, others: Iterable<number>, distance: number): number {
  const sorted = [...new Set([number, ...others])].sort((one, other) => one - other);
  const at = sorted.indexOf(number);
  let first = at;
  while (first > 0 && sorted[first]! - sorted[first - 1]! <= distance) first--;
  let last = at;
  while (last < sorted.length - 1 && sorted[last + 1]! - sorted[last]! <= distance) last++;
  return last - first + 1;
}
