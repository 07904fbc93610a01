/** How far compressed data may expand: lists and tables reach 20 times their size, a decompression bomb 1,000. */
export const MAX_RATIO = 100;

/** Data that expands to less may have any ratio: a few repeated lines compress to almost nothing. */
const UNLIMITED_BYTES = 2 ** 20;

/** The most bytes that this many compressed bytes may expand to. */
export function mostExpanded(compressed: number): number {
  return Math.max(UNLIMITED_BYTES, MAX_RATIO * compressed);
}
