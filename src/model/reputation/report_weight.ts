/** How much reports and fraud labels weigh, by their number and age. */

/** Each report of others that counts leaves this share of the remaining trust: n reports weigh 1 − 0.75ⁿ. */
const TRUST_LEFT_BY_ONE_REPORT = 0.75;
/** A report weighs half after this many days. */
const HALF_LIFE_DAYS = 90;
/** Own reports weigh in full for this many days before they begin to halve. */
export const OWN_FULL_DAYS = 90;
/**
 * The weight of an account's own reports and labels by their number, for itself: after two a sign-up with the value is at
 * least review, after three block. One says little: families, offices and phones of one model share addresses and devices.
 * Least when it is a label, which is about a whole sign-up and counts on each of its values.
 */
const OWN_RISK = [0, 0.25, 0.6, 0.85, 0.95, 1] as const;
const LABELLED_RISK = [0, 0.2, 0.6, 0.85, 0.95, 1] as const;
/**
 * The most that labels on a value weigh which anybody could have given (`CLAIMED_KINDS`): with this share of 100 points they
 * are a review, and at no strictness a block.
 */
export const MOST_OF_CLAIMS = 0.42;

/** 0 to 1. @param weight their number, each decayed */
export function riskOf(weight: number): number {
  return 1 - TRUST_LEFT_BY_ONE_REPORT ** weight;
}

/** 0 to 1, for the account that gave them; between two whole numbers in proportion. @param labels all of them are labels */
export function ownRiskOf(weight: number, labels: boolean): number {
  const risks = labels ? LABELLED_RISK : OWN_RISK;
  const at = Math.min(risks.length - 1, Math.floor(weight));
  const low = risks[at]!;
  return low + ((risks[at + 1] ?? low) - low) * (weight - at);
}

export function decay(days: number): number {
  return 0.5 ** (Math.max(0, days) / HALF_LIFE_DAYS);
}

/** The weights together, the strongest no more than the second: one reporter alone weighs nothing, whoever reported years ago. */
export function corroborated(weights: readonly number[]): number {
  const [strongest = 0, second = 0] = weights.toSorted((a, b) => b - a);
  return weights.reduce((sum, weight) => sum + weight, 0) - strongest + second;
}
