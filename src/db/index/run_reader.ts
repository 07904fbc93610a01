/** Reads the chunks of a run of postings. */
import type { SlotName } from "../commit/slot_name.ts";
import type { Engine, Key } from "../engine.ts";
import {
  namesIn,
  pairsIn,
  postingPlace,
  type PostingRun,
  POSTINGS_END,
  slotPlace,
  SLOTS_PER_CHUNK,
} from "./run.ts";
import { POSTING_CHUNK } from "../own_rows.ts";

/** More than the number of any record. */
const END_OF_NUMBERS = 0xffff_ffff;
/** Chunks read at once while a run is merged. */
const CHUNKS_PER_PAGE = 16;

export class RunReader {
  readonly run: PostingRun;
  readonly #engine: Engine;
  readonly #owner: string;

  constructor(engine: Engine, owner: string, run: PostingRun) {
    this.run = run;
    this.#engine = engine;
    this.#owner = owner;
  }

  /** The numbers of the records that have the term, below `before`, the newest first. */
  async *numbers(term: number, before: number): AsyncIterable<number> {
    for (let end = this.#key(postingPlace(term, before));;) {
      const found = await this.#last(this.#key("p"), end);
      if (found === null) return;
      const pairs = pairsIn(found.value);
      let at = pairs.length - 2;
      while (at >= 0 && (pairs[at]! > term || (pairs[at] === term && pairs[at + 1]! >= before))) at -= 2;
      for (; at >= 0; at -= 2) {
        if (pairs[at] !== term) return;
        yield pairs[at + 1]!;
      }
      end = found.key;
    }
  }

  /**
   * The numbers of the newest records that have each of the terms, some of them more than once. Neighbouring terms are read
   * together.
   * @param terms ascending
   * @param limit most numbers of a term
   */
  async newest(terms: readonly number[], limit: number): Promise<[term: number, number: number][]> {
    const found: [number, number][] = [];
    let pairs: Uint32Array = new Uint32Array();
    for (const term of terms) {
      const isWithin = pairs.length > 0 && pairs[0]! < term && term < pairs.at(-2)!;
      if (!isWithin) {
        const chunk = await this.#last(this.#key("p"), this.#key(postingPlace(term, END_OF_NUMBERS)));
        if (chunk === null) continue;
        pairs = pairsIn(chunk.value);
      }
      let left = limit;
      let at = lastOf(pairs, term);
      for (; at >= 0 && pairs[at] === term && left > 0; at -= 2, left--) found.push([term, pairs[at + 1]!]);
      // More of them are in the chunks before.
      if (at >= 0 || left === 0 || left === limit) continue;
      for await (const number of this.numbers(term, pairs[1]!)) {
        found.push([term, number]);
        if (--left === 0) break;
      }
    }
    return found;
  }

  /** The slot of the oldest record that has the term; null when there is none. */
  async first(term: number): Promise<SlotName | null> {
    const bound = this.#key(postingPlace(term, 0));
    const before = await this.#last(this.#key("p"), bound);
    const pages = before === null ? [] : [before.value];
    const prefix = POSTING_CHUNK.below(this.#owner, this.run.id);
    const rest = { start: bound, end: this.#key(POSTINGS_END), limit: 1 };
    for await (const { value } of this.#engine.scan(prefix, rest)) pages.push(POSTING_CHUNK.read(value));
    for (const page of pages) {
      const pairs = pairsIn(page);
      for (let at = 0; at < pairs.length; at += 2) {
        if (pairs[at] === term) return (await this.slotsOf([pairs[at + 1]!]))[0]!;
      }
    }
    return null;
  }

  /** The slots of numbers, in their order; "" for one that cannot be read any more. */
  async slotsOf(numbers: readonly number[]): Promise<SlotName[]> {
    const chunks = [...new Set(numbers.map(chunkOf))];
    const entries = await this.#engine.get(chunks.map((chunk) => this.#key(slotPlace(chunk))));
    const names = new Map(
      chunks.map((chunk, at) => [chunk, namesIn(POSTING_CHUNK.read(entries[at]?.value))] as const),
    );
    return numbers.map((number) => names.get(chunkOf(number))![number % SLOTS_PER_CHUNK] ?? "");
  }

  /** How many of the records are older than the slot. */
  async countBefore(slot: SlotName): Promise<number> {
    if (slot >= this.run.to) return this.run.records;
    let [low, high] = [0, this.run.records];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((await this.slotsOf([middle]))[0]! < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** All slots, oldest first. */
  async *slots(): AsyncIterable<readonly SlotName[]> {
    for await (const value of this.#chunks("t", "u")) yield namesIn(value);
  }

  /** All postings in order: terms and numbers in turn. */
  async *postings(): AsyncIterable<Uint32Array> {
    for await (const value of this.#chunks("p", POSTINGS_END)) yield pairsIn(value);
  }

  async *#chunks(from: string, to: string): AsyncIterable<Uint8Array> {
    const [prefix, end] = [POSTING_CHUNK.below(this.#owner, this.run.id), this.#key(to)];
    for (let start = this.#key(from);;) {
      const page: { readonly key: Key; readonly value: Uint8Array }[] = [];
      for await (const { key, value } of this.#engine.scan(prefix, { start, end, limit: CHUNKS_PER_PAGE })) {
        page.push({ key, value: POSTING_CHUNK.read(value) });
      }
      for (const { value } of page) yield value;
      if (page.length < CHUNKS_PER_PAGE) return;
      start = this.#key(`${page.at(-1)!.key[3]!}0`);
    }
  }

  async #last(start: Key, end: Key): Promise<{ key: Key; value: Uint8Array } | null> {
    const prefix = POSTING_CHUNK.below(this.#owner, this.run.id);
    for await (const { key, value } of this.#engine.scan(prefix, { start, end, reverse: true, limit: 1 })) {
      return { key, value: POSTING_CHUNK.read(value) };
    }
    return null;
  }

  #key(place: string): Key {
    return POSTING_CHUNK.key(this.#owner, this.run.id, place);
  }
}

/** Where the last pair of the term is, or the last one of a smaller term; negative: nowhere. */
function lastOf(pairs: Uint32Array, term: number): number {
  let [low, high] = [0, pairs.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pairs[2 * middle]! <= term) low = middle + 1;
    else high = middle;
  }
  return 2 * (low - 1);
}

/** The number of the first slot of the chunk that has this number's. */
function chunkOf(number: number): number {
  return number - number % SLOTS_PER_CHUNK;
}
