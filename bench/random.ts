/** Seeded numbers: the same in every run. */

/** A xorshift generator of 32-bit numbers. */
export function seededNumbers(seed = 1): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Another 32-bit number, as if by chance; two numbers never give the same one (the finalizer of MurmurHash3). */
export function scrambled(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
