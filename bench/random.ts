/** A xorshift generator of 32-bit numbers: the same numbers in every run. */
export function seededNumbers(): () => number {
  let state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
