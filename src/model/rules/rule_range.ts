/**
 * Which of many networks contain an address. The address space is cut into intervals at the edges of the networks; each
 * interval knows the narrowest network over it, and each network the next wider one. A table over the leading word of an
 * address leads to the few intervals worth searching, so a lookup costs about the same for ten networks and for 100,000.
 */
import { type Address, type Cidr, compareAddresses, compareWords, contains } from "../address/address.ts";
import { Uint32Buffer } from "../address/uint32_buffer.ts";
import { NONE, pushCidr, sortedOrder, stepsOf, type Width, type Words } from "../address/intervals.ts";

/** A network and its items. */
export interface RangeEntry<T> {
  readonly cidr: Cidr;
  readonly items: T[];
  /** The next wider network that contains this one. */
  parent: RangeEntry<T> | null;
}

export class RangeMap<T> {
  readonly #v4: FamilyMap<T>;
  readonly #v6: FamilyMap<T>;

  /** Items of one network stay in the order given. */
  constructor(items: Iterable<readonly [cidr: Cidr, item: T]>) {
    const entries = Array.from(
      items,
      ([cidr, item]): RangeEntry<T> => ({ cidr, items: [item], parent: null }),
    );
    this.#v4 = new FamilyMap(entries.filter((entry) => entry.cidr.address.family === 4), 1);
    this.#v6 = new FamilyMap(entries.filter((entry) => entry.cidr.address.family === 6), 4);
  }

  /** The narrowest network that contains the address; its `parent`s are the wider ones. */
  narrowest(address: Address): RangeEntry<T> | null {
    return address.family === 4 ? this.#v4.find(address.v4, 0, 0, 0) : this.#v6.find(...address.v6);
  }

  /** The network itself if it is one of these, otherwise the narrowest that contains all of it. */
  covering(cidr: Cidr): RangeEntry<T> | null {
    let entry = this.narrowest(cidr.address);
    while (entry !== null && entry.cidr.prefix > cidr.prefix) entry = entry.parent;
    return entry;
  }

  /** Networks inside this one, without itself, in order of address. */
  inside(cidr: Cidr): IterableIterator<RangeEntry<T>> {
    return (cidr.address.family === 4 ? this.#v4 : this.#v6).inside(cidr);
  }
}

/** More buckets than intervals, so that most lookups find no edge in theirs and need no search. */
const BUCKETS_PER_INTERVAL = 4;

class FamilyMap<T> {
  readonly #width: Width;
  /** Sorted by first address, wider ones before those inside them. */
  readonly #entries: readonly RangeEntry<T>[];
  /** First address of each interval, ascending, `width` words each; the first is the address 0. */
  readonly #firsts: Words;
  /** The narrowest network over each interval: its index in `#entries`, or NONE. */
  readonly #owners: Words;
  /** For each bucket of leading words, the last interval that starts before it; one more at the end. */
  readonly #jump: Words;
  #lowest = 0;
  #scale = 0;
  #buckets = 0;

  constructor(entries: RangeEntry<T>[], width: Width) {
    this.#width = width;
    const words = new Uint32Buffer(entries.length * 2 * width);
    for (const { cidr } of entries) pushCidr(words, cidr);
    const ranges = words.toArray();
    const order = sortedOrder(ranges, width);
    const { sorted, indexes } = merged(entries, ranges, order);
    linkParents(sorted);
    this.#entries = sorted;
    const { positions, values } = stepsOf(ranges, indexes, width, order);
    this.#firsts = new Uint32Array(width + positions.length);
    this.#firsts.set(positions, width);
    this.#owners = new Uint32Array(1 + values.length).fill(NONE, 0, 1);
    this.#owners.set(values, 1);
    this.#jump = this.#buildJump();
  }

  find(a: number, b: number, c: number, d: number): RangeEntry<T> | null {
    const bucket = this.#bucket(a);
    let low = this.#jump[bucket]!;
    let high = this.#jump[bucket + 1]!;
    const firsts = this.#firsts;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const at = middle * this.#width;
      const difference = this.#width === 1
        ? firsts[at]! - a
        : firsts[at]! - a || firsts[at + 1]! - b || firsts[at + 2]! - c || firsts[at + 3]! - d;
      if (difference <= 0) low = middle;
      else high = middle - 1;
    }
    const owner = this.#owners[low]!;
    return owner === NONE ? null : this.#entries[owner]!;
  }

  *inside(cidr: Cidr): IterableIterator<RangeEntry<T>> {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareAddresses(this.#entries[middle]!.cidr.address, cidr.address) < 0) low = middle + 1;
      else high = middle;
    }
    for (; low < this.#entries.length; low++) {
      const entry = this.#entries[low]!;
      if (!contains(cidr, entry.cidr.address)) return;
      if (entry.cidr.prefix > cidr.prefix) yield entry;
    }
  }

  /** Monotonic in the word; words outside the networks are in the first or the last bucket. */
  #bucket(word: number): number {
    const bucket = Math.floor((word - this.#lowest) * this.#scale);
    return bucket < 0 ? 0 : bucket < this.#buckets ? bucket : this.#buckets - 1;
  }

  #buildJump(): Words {
    const count = this.#owners.length;
    const word = (interval: number) => this.#firsts[interval * this.#width]!;
    // Interval 0 starts at the address 0, so the networks begin with interval 1.
    this.#lowest = count > 1 ? word(1) : 0;
    this.#buckets = count * BUCKETS_PER_INTERVAL;
    this.#scale = count > 1 ? this.#buckets / (word(count - 1) - this.#lowest + 1) : 0;
    const jump = new Uint32Array(this.#buckets + 1);
    for (let bucket = 0, interval = 0; bucket < this.#buckets; bucket++) {
      while (interval + 1 < count && this.#bucket(word(interval + 1)) <= bucket) interval++;
      jump[bucket + 1] = interval;
    }
    return jump;
  }
}

/** The entries in order, equal networks as one with the items of all; and for each given one its index there. */
function merged<T>(
  entries: readonly RangeEntry<T>[],
  ranges: Words,
  order: Words,
): { readonly sorted: readonly RangeEntry<T>[]; readonly indexes: Words } {
  const sorted: RangeEntry<T>[] = [];
  const indexes = new Uint32Array(entries.length);
  const words = ranges.length / entries.length;
  let before = NONE;
  for (const range of order) {
    const entry = entries[range]!;
    const isSame = before !== NONE &&
      compareWords(ranges, before * words, ranges, range * words, words) === 0;
    if (isSame) sorted.at(-1)!.items.push(...entry.items);
    else sorted.push(entry);
    indexes[range] = sorted.length - 1;
    before = range;
  }
  return { sorted, indexes };
}

/** Networks are nested or disjoint, so in sorted order the next wider one is the entry before or one of its parents. */
function linkParents<T>(entries: readonly RangeEntry<T>[]): void {
  let wider: RangeEntry<T> | null = null;
  for (const entry of entries) {
    while (wider !== null && !contains(wider.cidr, entry.cidr.address)) wider = wider.parent;
    entry.parent = wider;
    wider = entry;
  }
}
