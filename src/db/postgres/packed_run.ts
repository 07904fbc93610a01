/**
 * Chunks of runs of postings (`index/run.ts`), packed: what sorts is stored as differences. Pairs of a term and a number become the
 * differences of the terms and then those of the numbers, each seven bits a byte, the least first; slots become the differences
 * to the slot before, byte by byte, first bytes first. Both are deflated. Pure.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { SLOT_BYTES } from "../index/run.ts";

const PAIR_BYTES = 8;
const LEVEL = { level: 3 };
/** Far above the longest chunk. */
const MAX_BYTES = { maxOutputLength: 2_000_000 };
/** Seven bits a byte. */
const MAX_NUMBER_BYTES = 5;

/** Null when it is not pairs in their order, of which some share a term. */
export function packPairs(chunk: Uint8Array): Uint8Array | null {
  if (chunk.length === 0 || chunk.length % PAIR_BYTES !== 0) return null;
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  const bytes = new Uint8Array(chunk.length / PAIR_BYTES * 2 * MAX_NUMBER_BYTES);
  let at = 0;
  const put = (number: number) => {
    for (; number >= 0x80; number >>>= 7) bytes[at++] = number & 0x7f | 0x80;
    bytes[at++] = number;
  };
  let last = 0;
  for (let from = 0; from < chunk.length; from += PAIR_BYTES) {
    const term = view.getUint32(from, true);
    if (term < last) return null;
    put(term - last >>> 0);
    last = term;
  }
  let [before, number] = [-1, 0];
  for (let from = 0; from < chunk.length; from += PAIR_BYTES) {
    const term = view.getUint32(from, true);
    const next = view.getUint32(from + 4, true);
    if (term === before && next < number) return null;
    put(term === before ? next - number : next);
    [before, number] = [term, next];
  }
  return deflateRawSync(bytes.subarray(0, at), LEVEL);
}

export function unpackPairs(packed: Uint8Array): Uint8Array {
  const bytes = inflateRawSync(packed, MAX_BYTES);
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    let number = 0;
    let factor = 1;
    for (; bytes[at]! >= 0x80; at++, factor *= 0x80) number += (bytes[at]! & 0x7f) * factor;
    numbers.push(number + bytes[at]! * factor);
  }
  const count = numbers.length / 2;
  const chunk = new Uint8Array(count * PAIR_BYTES);
  const view = new DataView(chunk.buffer);
  let [term, number] = [0, 0];
  for (let pair = 0; pair < count; pair++) {
    const [more, next] = [numbers[pair]!, numbers[count + pair]!];
    number = more === 0 && pair > 0 ? number + next : next;
    term += more;
    view.setUint32(pair * PAIR_BYTES, term, true);
    view.setUint32(pair * PAIR_BYTES + 4, number, true);
  }
  return chunk;
}

/** Null when it is not slots. */
export function packSlots(chunk: Uint8Array): Uint8Array | null {
  if (chunk.length === 0 || chunk.length % SLOT_BYTES !== 0) return null;
  const count = chunk.length / SLOT_BYTES;
  const bytes = new Uint8Array(chunk.length);
  for (let at = 0; at < chunk.length; at++) {
    const before = at < SLOT_BYTES ? 0 : chunk[at - SLOT_BYTES]!;
    bytes[at % SLOT_BYTES * count + Math.floor(at / SLOT_BYTES)] = chunk[at]! - before;
  }
  return deflateRawSync(bytes, LEVEL);
}

export function unpackSlots(packed: Uint8Array): Uint8Array {
  const bytes = inflateRawSync(packed, MAX_BYTES);
  const count = bytes.length / SLOT_BYTES;
  const chunk = new Uint8Array(bytes.length);
  for (let at = 0; at < chunk.length; at++) {
    const before = at < SLOT_BYTES ? 0 : chunk[at - SLOT_BYTES]!;
    chunk[at] = before + bytes[at % SLOT_BYTES * count + Math.floor(at / SLOT_BYTES)]!;
  }
  return chunk;
}
