/** Verdicts, strictness and the one table of thresholds. */

export const VERDICTS = ["allow", "review", "block"] as const;
export type Verdict = typeof VERDICTS[number];

/** 0 lenient, 1 balanced (default), 2 strict, 3 strictest. */
export type Strictness = 0 | 1 | 2 | 3;

export const DEFAULT_STRICTNESS: Strictness = 1;

export const STRICTNESS_NAMES = ["lenient", "balanced", "strict", "strictest"] as const;

/** Lowest score that is a review and lowest that is a block; 1 ≤ review ≤ block ≤ 100. */
export interface Thresholds {
  readonly review: number;
  readonly block: number;
}

export const THRESHOLDS: Readonly<Record<Strictness, Thresholds>> = {
  0: { review: 55, block: 85 },
  1: { review: 40, block: 75 },
  2: { review: 30, block: 60 },
  3: { review: 20, block: 50 },
};

/** From this strictness on, one component with the verdict block makes the overall verdict block. */
const BLOCK_FLOOR_STRICTNESS: Strictness = 2;

/** Accepts a name or an integer 0 to 3 (also as text); null when it is neither. */
export function parseStrictness(value: unknown): Strictness | null {
  if (typeof value === "number") {
    return value === 0 || value === 1 || value === 2 || value === 3 ? value : null;
  }
  if (typeof value !== "string") return null;
  const named = (STRICTNESS_NAMES as readonly string[]).indexOf(value);
  if (named >= 0) return named as Strictness;
  return /^[0-3]$/.test(value) ? (Number(value) as Strictness) : null;
}

/** What makes a verdict of a score: a strictness, or an account's own thresholds, which are else like balanced. */
export type VerdictLevel = Strictness | Thresholds;

export function thresholdsAt(level: VerdictLevel): Thresholds {
  return typeof level === "number" ? THRESHOLDS[level] : level;
}

/** True: one component with the verdict block makes the overall verdict block; false: review. */
export function floorsAtBlock(level: VerdictLevel): boolean {
  return typeof level === "number" && level >= BLOCK_FLOOR_STRICTNESS;
}

/** How a request is scored, and a record was. */
export interface Scored {
  /** Balanced where `thresholds` are set. */
  readonly strictness: Strictness;
  /** The account's own; absent: those of the strictness. */
  readonly thresholds?: Thresholds;
}

/** @param named in the request, which comes before the account's thresholds */
export function scoredBy(named: Strictness | null | undefined, own: Thresholds | undefined): Scored {
  if (named !== null && named !== undefined) return { strictness: named };
  return { strictness: DEFAULT_STRICTNESS, ...(own === undefined ? {} : { thresholds: own }) };
}

export function levelOf({ strictness, thresholds }: Scored): VerdictLevel {
  return thresholds ?? strictness;
}

/** The verdict of a score (integer 0 to 100). */
export function verdictOf(score: number, level: VerdictLevel): Verdict {
  const { review, block } = thresholdsAt(level);
  if (score >= block) return "block";
  return score >= review ? "review" : "allow";
}
