/** What labels in a group are evidence of: bounds, and how labels fade. The only place of these numbers. */
import { DAY_MS } from "../duration.ts";

/** What a group does to a sign-up in it. */
export type GroupLevel = "review" | "block";

/** Minimum of labels, of the share of fraud among what is known of the group, and of the lower bound of that share. */
export const BOUNDS: Readonly<
  Record<GroupLevel, { readonly labels: number; readonly share: number; readonly bound: number }>
> = {
  review: { labels: 3, share: 0, bound: 0.35 },
  block: { labels: 8, share: 0.7, bound: 0.5 },
};

/** A label weighs half after this time. */
const HALF_LIFE_MS = 60 * DAY_MS;
/** Of a normal distribution, for a one-sided bound of 90 %. */
const Z_90 = 1.2816;

/** What is known of a group now. */
export interface GroupEvidence {
  /** Labels that are stored, whatever their age. */
  readonly fraud: number;
  readonly legit: number;
  /** The same, each by its age (`labelWeight`). */
  readonly fraudWeight: number;
  readonly legitWeight: number;
  /** The account's customers in it that nobody labelled (`goodCustomers`). */
  readonly customers: number;
}

/** Null: nothing. Customers count as labels that say legitimate, so that a group that is wider than its fraud does little. */
export function levelOf(evidence: GroupEvidence): GroupLevel | null {
  if (reaches("block", evidence)) return "block";
  return reaches("review", evidence) ? "review" : null;
}

export function reaches(level: GroupLevel, evidence: GroupEvidence): boolean {
  const { labels, share, bound } = BOUNDS[level];
  const { fraud, legit, fraudWeight, legitWeight, customers } = evidence;
  if (fraud + legit < labels) return false;
  const weight = fraudWeight + legitWeight + customers;
  return fraudWeight >= share * weight && lowerBound(fraudWeight, weight) >= bound;
}

/** The lower 90 % bound (Wilson's, one-sided) of a share of which `hits` of `count` were seen; either may be no integer. */
export function lowerBound(hits: number, count: number): number {
  if (hits <= 0 || count <= 0) return 0;
  const z2 = Z_90 * Z_90;
  const share = Math.min(1, hits / count);
  const spread = Z_90 * Math.sqrt((share * (1 - share) + z2 / (4 * count)) / count);
  return Math.max(0, (share + z2 / (2 * count) - spread) / (1 + z2 / count));
}

/** What a label weighs at an age: 1 when it is given. */
export function labelWeight(ageMs: number): number {
  return 2 ** (-ageMs / HALF_LIFE_MS);
}
