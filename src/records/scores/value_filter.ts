/**
 * A Bloom filter of the values of a column: it knows of most values that no row of the block has, so that the column need not
 * be read. Of ten bits for each value, five are set: of a hundred values that no row has it takes one for present.
 */
import type { FactValue } from "../../model/facts/fact.ts";

const BITS_EACH = 10;
const PROBES = 5;

export function filterOf(values: readonly FactValue[]): Uint8Array {
  const filter = new Uint8Array(Math.ceil(BITS_EACH * values.length / 8));
  const bits = 8 * filter.length;
  for (const value of values) {
    const [hash, step] = hashesOf(value);
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = bitOf(hash, step, probe, bits);
      filter[bit >>> 3]! |= 1 << (bit & 7);
    }
  }
  return filter;
}

/** False: no row has the value. */
export function mayHave(filter: Uint8Array, value: FactValue): boolean {
  const [hash, step] = hashesOf(value);
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = bitOf(hash, step, probe, 8 * filter.length);
    if ((filter[bit >>> 3]! & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

function bitOf(hash: number, step: number, probe: number, bits: number): number {
  return ((hash + Math.imul(probe, step)) >>> 0) % bits;
}

function hashesOf(value: FactValue): readonly [hash: number, step: number] {
  const text = JSON.stringify(value);
  let [hash, step] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    hash = Math.imul(hash ^ code, 0x01000193);
    step = Math.imul(step ^ code, 0x5bd1e995) ^ (step >>> 15);
  }
  return [hash, step | 1];
}
