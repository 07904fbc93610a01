/** Random numbers of a seed: the same seed, the same numbers. */

/** From 0 to below 1. */
export type Random = () => number;

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function oneFrom<T>(all: readonly T[], random: Random): T {
  return all[Math.floor(random() * all.length)]!;
}

/** @param weights of each, not all 0 */
export function weightedFrom<T>(all: readonly (readonly [value: T, weight: number])[], random: Random): T {
  let left = random() * all.reduce((sum, [, weight]) => sum + weight, 0);
  return (all.find(([, weight]) => (left -= weight) < 0) ?? all[0]!)[0];
}
