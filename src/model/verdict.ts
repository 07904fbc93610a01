/** Verdicts, strictness and the one table of thresholds. */

export const VERDICTS = ["allow", "review", "block"] as const;
export type Verdict = typeof VERDICTS[number];

/** 0 lenient, 1 balanced (default), 2 strict, 3 strictest. */
export type Strictness = 0 | 1 | 2 | 3;

export const DEFAULT_STRICTNESS: Strictness = 1;

export const STRICTNESS_NAMES = ["lenient", "balanced", "strict", "strictest"] as const;

/** Lowest score that is a review and lowest that is a block, by strictness. */
export const THRESHOLDS: Readonly<Record<Strictness, { readonly review: number; readonly block: number }>> = {
  0: { review: 55, block: 85 },
  1: { review: 40, block: 75 },
  2: { review: 30, block: 60 },
  3: { review: 20, block: 50 },
};

/** From this strictness on, one component with the verdict block makes the overall verdict block. */
export const BLOCK_FLOOR_STRICTNESS: Strictness = 2;

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

/** The verdict of a score (integer 0 to 100) at a strictness. */
export function verdictOf(score: number, strictness: Strictness): Verdict {
  const { review, block } = THRESHOLDS[strictness];
  if (score >= block) return "block";
  return score >= review ? "review" : "allow";
}
