/** Merges all range lists into one sorted index: a sweep over the steps of all lists that classifies each interval once. */
import { compareWords } from "../../model/address/address.ts";
import type { RangeList } from "../catalog/feed.ts";
import { Classifications } from "./classifications.ts";
import { type Steps, stepsOf, type Width, type Words } from "../../model/address/intervals.ts";
import type { Ids, RangeIndexData, V4Index } from "./range_index.ts";

interface Intervals {
  readonly firsts: Words;
  readonly ids: Words;
}

/** Blocks by address prefix: about twice as many as intervals, between 2^16 and the 2^18 (1 MiB) that fit in a processor's cache. */
const JUMP_BITS = { least: 16, most: 18 } as const;

export function buildRangeIndex(lists: readonly RangeList[]): RangeIndexData {
  const classifications = new Classifications(lists);
  const v4 = sweep(lists.map(({ rows }) => stepsOf(rows.v4, rows.v4Labels, 1)), 1, classifications);
  const v6 = sweep(lists.map(({ rows }) => stepsOf(rows.v6, rows.v6Labels, 4)), 4, classifications);
  return {
    v4: jumpIndex(v4, classifications.size),
    v6: { firsts: v6.firsts, ids: narrowed(v6.ids, classifications.size) },
    classifications: classifications.table(),
  };
}

/** Walks the steps of all lists in address order; where the classification changes, an interval begins. */
function sweep(lists: readonly Steps[], width: Width, classifications: Classifications): Intervals {
  const total = lists.reduce((sum, steps) => sum + steps.values.length, 0);
  const firsts = new Uint32Array((total + 1) * width);
  const ids = new Uint32Array(total + 1);
  const heap = new StepHeap(lists, width);
  let state = classifications.start;
  let count = 1;
  while (heap.size > 0) {
    const list = heap.top();
    const { positions, values } = lists[list]!;
    const step = heap.cursor(list);
    const position = step * width;
    state = classifications.next(state, list, values[step]!);
    heap.advance();
    if (heap.size > 0) {
      const following = heap.top();
      const there = heap.cursor(following) * width;
      if (compareWords(positions, position, lists[following]!.positions, there, width) === 0) continue;
    }
    const id = classifications.idOf(state);
    if (compareWords(positions, position, firsts, (count - 1) * width, width) === 0) count--;
    else if (ids[count - 1] === id) continue;
    for (let word = 0; word < width; word++) firsts[count * width + word] = positions[position + word]!;
    ids[count++] = id;
  }
  return { firsts: firsts.slice(0, count * width), ids: ids.slice(0, count) };
}

function jumpIndex({ firsts, ids }: Intervals, classifications: number): V4Index {
  const wanted = Math.ceil(Math.log2(firsts.length)) + 1;
  const bits = Math.min(JUMP_BITS.most, Math.max(JUMP_BITS.least, wanted));
  const shift = 32 - bits;
  const blocks = 2 ** bits;
  const jump = new Uint32Array(blocks + 1);
  let interval = 0;
  for (let block = 0; block < blocks; block++) {
    const first = block * 2 ** shift;
    while (interval + 1 < firsts.length && firsts[interval + 1]! < first) interval++;
    jump[block] = interval;
  }
  jump[blocks] = firsts.length - 1;
  return {
    jump,
    shift,
    lows: Uint16Array.from(firsts, (first) => first & 0xffff),
    ids: narrowed(ids, classifications),
  };
}

function narrowed(ids: Words, classifications: number): Ids {
  if (classifications <= 2 ** 8) return Uint8Array.from(ids);
  return classifications <= 2 ** 16 ? Uint16Array.from(ids) : ids;
}

/** The lists ordered by the position of their next step: a binary heap. */
class StepHeap {
  readonly #lists: readonly Steps[];
  readonly #width: Width;
  readonly #cursors: Words;
  readonly #heap: number[] = [];

  constructor(lists: readonly Steps[], width: Width) {
    this.#lists = lists;
    this.#width = width;
    this.#cursors = new Uint32Array(lists.length);
    for (const [index, { values }] of lists.entries()) if (values.length > 0) this.#heap.push(index);
    for (let slot = this.#heap.length >> 1; slot >= 0; slot--) this.#sink(slot);
  }

  get size(): number {
    return this.#heap.length;
  }

  top(): number {
    return this.#heap[0]!;
  }

  cursor(list: number): number {
    return this.#cursors[list]!;
  }

  /** Moves past the next step of the top list. */
  advance(): void {
    const list = this.top();
    if (++this.#cursors[list]! === this.#lists[list]!.values.length) {
      const last = this.#heap.pop()!;
      if (this.#heap.length === 0) return;
      this.#heap[0] = last;
    }
    this.#sink(0);
  }

  #sink(slot: number): void {
    const heap = this.#heap;
    for (;;) {
      const left = slot * 2 + 1;
      let least = slot;
      if (left < heap.length && this.#before(heap[left]!, heap[least]!)) least = left;
      if (left + 1 < heap.length && this.#before(heap[left + 1]!, heap[least]!)) least = left + 1;
      if (least === slot) return;
      [heap[slot], heap[least]] = [heap[least]!, heap[slot]!];
      slot = least;
    }
  }

  #before(a: number, b: number): boolean {
    const [left, right] = [this.#lists[a]!, this.#lists[b]!];
    const i = this.#cursors[a]! * this.#width;
    return compareWords(left.positions, i, right.positions, this.#cursors[b]! * this.#width, this.#width) < 0;
  }
}
