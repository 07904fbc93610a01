/** Values as numbers, so that a million of them need no texts. */

/** A text as 53 bits, never 0, which stands for no value. @param seed makes collisions unpredictable to others */
export function valueKey(text: string, seed: number): number {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ Math.imul(seed, 0x9e3779b1)];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
    high = (high << 13) | (high >>> 19);
    low = (low << 17) | (low >>> 15);
  }
  return joined(high, low);
}

/** Two keys as one. */
export function pairKey(one: number, other: number): number {
  const high = Math.imul(one >>> 0, 0x85ebca77) ^ Math.imul((other / WORD) >>> 0, 0xc2b2ae3d);
  const low = Math.imul((one / WORD) >>> 0, 0x27d4eb2f) ^ Math.imul(other >>> 0, 0x165667b1);
  return joined(high ^ (low >>> 15), low ^ (high >>> 13));
}

const WORD = 2 ** 32;
const HIGH_BITS = 2 ** 21 - 1;

function joined(high: number, low: number): number {
  const [a, b] = [
    mixed(high) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35),
    mixed(low) ^ Math.imul(high ^ (high >>> 13), 0x85ebca6b),
  ];
  return (a & HIGH_BITS) * WORD + (b >>> 0) || 1;
}

function mixed(word: number): number {
  return Math.imul(word ^ (word >>> 16), 0x85ebca6b);
}
