/** What is usual of a count that is taken over equal spans, and what is not. Pure. */

/** The middle of the counts of earlier spans: a few wild ones do not move it. Null: there are none. */
export function usualOf(earlier: readonly number[]): number | null {
  if (earlier.length === 0) return null;
  const sorted = earlier.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Earlier spans that a change is told from. */
const MIN_SPANS = 3;
/** Fewer are chance. */
const MIN_COUNT = 5;
/** Standard deviations of a Poisson count above or below the usual. */
const DEVIATIONS = 4;

/** How the count of a span differs from those of earlier ones: more than each of them, or less, by more than chance; null: it does not. */
export function changeOf(count: number, earlier: readonly number[]): "more" | "less" | null {
  const usual = usualOf(earlier);
  if (usual === null || earlier.length < MIN_SPANS) return null;
  const chance = DEVIATIONS * Math.sqrt(usual + 1);
  if (count >= MIN_COUNT && count > usual + chance && count > Math.max(...earlier)) return "more";
  return count < usual - chance && count < Math.min(...earlier) ? "less" : null;
}
