/** Wilson's upper bound of a share (95 %). */
const Z = 1.96;

/** @returns from 0 to 1; 1 where nothing was tried */
export function wilsonUpper(successes: number, tries: number): number {
  if (tries <= 0) return 1;
  const p = successes / tries;
  const z2 = Z * Z;
  const centre = p + z2 / (2 * tries);
  const spread = Z * Math.sqrt(p * (1 - p) / tries + z2 / (4 * tries * tries));
  return Math.min(1, (centre + spread) / (1 + z2 / tries));
}
