/**
 * Address ranges, nested or overlapping, as a step function over the address space: at each position a value begins that
 * holds until the next. An address is `width` unsigned 32-bit words, most significant first: 1 for IPv4, 4 for IPv6.
 */
import { type Cidr, compareWords, hostBits, successor } from "./address.ts";
import type { Uint32Buffer } from "./uint32_buffer.ts";

export type Width = 1 | 4;
export type Words = Uint32Array<ArrayBuffer>;

export interface Steps {
  /** Ascending, `width` words each. */
  readonly positions: Words;
  /** The label from there on, never the same twice in a row; NONE outside every range. */
  readonly values: Words;
}

export const NONE = 0xffffffff;

/** From this number of ranges on, a radix sort (linear, with a high fixed cost) is faster than a comparison sort. */
const RADIX_FROM = 4_096;

/**
 * Where ranges overlap, the one that begins later decides, of two with the same first address the shorter, and of two that
 * are equal the later one in the list. Ranges may come in any order.
 * @param ranges first and last address of each range, both inclusive
 * @param labels one per range; empty: all ranges have the value 0
 * @param order from `sortedOrder`, where the caller has it already
 */
export function stepsOf(
  ranges: Words,
  labels: Words,
  width: Width,
  order = sortedOrder(ranges, width),
): Steps {
  const count = order.length;
  const positions = new Uint32Array(count * 2 * width);
  const values = new Uint32Array(count * 2);
  const open: number[] = [];
  const next = new Uint32Array(width);
  let steps = 0;

  function firstOf(range: number): number {
    return range * 2 * width;
  }
  function emit(source: Words, at: number, value: number): void {
    if (steps > 0 && compareWords(positions, (steps - 1) * width, source, at, width) === 0) steps--;
    if (steps > 0 ? values[steps - 1] === value : value === NONE) return;
    for (let word = 0; word < width; word++) positions[steps * width + word] = source[at + word]!;
    values[steps++] = value;
  }
  /** Ends the open ranges whose last address lies before `limit` (or all), resuming the one around each. */
  function close(limit: number | null): void {
    while (open.length > 0) {
      const last = firstOf(open.at(-1)!) + width;
      if (limit !== null && compareWords(ranges, last, ranges, limit, width) >= 0) return;
      open.pop();
      while (
        open.length > 0 && compareWords(ranges, firstOf(open.at(-1)!) + width, ranges, last, width) <= 0
      ) {
        open.pop();
      }
      if (!successor(ranges, last, next)) continue;
      emit(next, 0, open.length === 0 ? NONE : valueOf(open.at(-1)!));
    }
  }
  function valueOf(range: number): number {
    return labels.length === 0 ? 0 : labels[range]!;
  }

  for (const range of order) {
    close(firstOf(range));
    emit(ranges, firstOf(range), valueOf(range));
    open.push(range);
  }
  close(null);
  return { positions: positions.subarray(0, steps * width), values: values.subarray(0, steps) };
}

/** Appends the first and the last address of a network. */
export function pushCidr(words: Uint32Buffer, { address, prefix }: Cidr): void {
  if (address.family === 4) {
    words.push(address.v4);
    words.push(address.v4 | hostBits(prefix, 0));
    return;
  }
  for (const word of address.v6) words.push(word);
  for (let word = 0; word < 4; word++) words.push(address.v6[word]! | hostBits(prefix, word));
}

/** The indexes of ranges by ascending first address, the longer before the shorter, equal ones as given. */
function sortedOrder(ranges: Words, width: Width): Words {
  const count = ranges.length / (2 * width);
  let order = new Uint32Array(count);
  for (let range = 0; range < count; range++) order[range] = range;
  if (isSorted(ranges, count, width)) return order;
  if (count < RADIX_FROM) return order.sort((one, other) => compareRanges(ranges, one, other, width));
  let other = new Uint32Array(count);
  const tally = new Uint32Array(65_537);
  // Least significant digit first: the last address, descending, then the first address, ascending.
  for (const part of [width, 0]) {
    for (let word = width - 1; word >= 0; word--) {
      for (const shift of [0, 16]) {
        const flip = part === width ? 0xffff : 0;
        tally.fill(0);
        for (let range = 0; range < count; range++) {
          const at = range * 2 * width + part + word;
          tally[(((ranges[at]! >>> shift) & 0xffff) ^ flip) + 1]!++;
        }
        if (tally.includes(count)) continue;
        for (let digit = 1; digit < tally.length; digit++) tally[digit]! += tally[digit - 1]!;
        for (let index = 0; index < count; index++) {
          const range = order[index]!;
          const digit = ((ranges[range * 2 * width + part + word]! >>> shift) & 0xffff) ^ flip;
          other[tally[digit]!++] = range;
        }
        [order, other] = [other, order];
      }
    }
  }
  return order;
}

function isSorted(ranges: Words, count: number, width: Width): boolean {
  for (let range = 1; range < count; range++) {
    if (compareRanges(ranges, range - 1, range, width) > 0) return false;
  }
  return true;
}

function compareRanges(ranges: Words, one: number, other: number, width: Width): number {
  const [i, j] = [one * 2 * width, other * 2 * width];
  return compareWords(ranges, i, ranges, j, width) ||
    compareWords(ranges, j + width, ranges, i + width, width);
}
