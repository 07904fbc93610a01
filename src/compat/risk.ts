/** The vendor's risk scale: 0.01 to 99, never 0 and never 100. */
const LOWEST = 0.01;
const HIGHEST = 99;

/** @param score integer 0 to 100 */
export function clampRisk(score: number): number {
  return Math.min(HIGHEST, Math.max(LOWEST, score));
}
