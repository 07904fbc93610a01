/** How much reports and fraud labels weigh, by their number and age. */

/** Each report that counts leaves this share of the remaining trust: n reports weigh 1 − 0.75ⁿ. */
const TRUST_LEFT_BY_ONE_REPORT = 0.75;
/** A report weighs half after this many days. */
const HALF_LIFE_DAYS = 90;

/** 0 to 1. @param weight their number, each decayed */
export function riskOf(weight: number): number {
  return 1 - TRUST_LEFT_BY_ONE_REPORT ** weight;
}

export function decay(days: number): number {
  return 0.5 ** (Math.max(0, days) / HALF_LIFE_DAYS);
}

/** The weights together, the strongest no more than the second: one reporter alone weighs nothing, whoever reported years ago. */
export function corroborated(weights: readonly number[]): number {
  const [strongest = 0, second = 0] = weights.toSorted((a, b) => b - a);
  return weights.reduce((sum, weight) => sum + weight, 0) - strongest + second;
}
