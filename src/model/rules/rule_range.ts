/**
 * Which of many networks hold an address. The address space is cut into segments at the edges of the networks; each
 * segment knows the narrowest network over it, and each network the next wider one. A table over the leading word
 * leads to the few segments worth searching, so a look-up costs about the same for ten networks and for a hundred thousand.
 */
import type { Address, Cidr } from "../address.ts";

/** A network and what is kept for it. */
export interface RangeEntry<T> {
  readonly cidr: Cidr;
  readonly items: T[];
  /** The next wider network that holds this one. */
  parent: RangeEntry<T> | null;
  readonly first: Words;
  readonly last: Words;
}

/** 128 bits. An IPv4 address stands in the first word, so that one comparison serves both families. */
type Words = readonly [number, number, number, number];

export class RangeMap<T> {
  readonly #v4: FamilyMap<T>;
  readonly #v6: FamilyMap<T>;

  /** Items of one network stay in the order given. */
  constructor(items: Iterable<readonly [cidr: Cidr, item: T]>) {
    const entries = [...items].map(([cidr, item]) => entryOf(cidr, item));
    this.#v4 = new FamilyMap(entries.filter((entry) => entry.cidr.address.family === 4), 1);
    this.#v6 = new FamilyMap(entries.filter((entry) => entry.cidr.address.family === 6), 4);
  }

  /** The narrowest network that holds the address; its `parent`s are the wider ones. */
  narrowest(address: Address): RangeEntry<T> | null {
    return address.family === 4 ? this.#v4.find(address.v4, 0, 0, 0) : this.#v6.find(...address.v6);
  }

  /** The network itself if it is here, otherwise the narrowest that holds all of it. */
  covering(cidr: Cidr): RangeEntry<T> | null {
    let entry = this.narrowest(cidr.address);
    while (entry !== null && entry.cidr.prefix > cidr.prefix) entry = entry.parent;
    return entry;
  }

  /** Networks that lie inside this one, itself left out, in order of address. */
  inside(cidr: Cidr): IterableIterator<RangeEntry<T>> {
    return (cidr.address.family === 4 ? this.#v4 : this.#v6).inside(cidr);
  }
}

const NOBODY = -1;

/** More buckets than segments, so that most look-ups find no edge in theirs and need no search. */
const BUCKETS_PER_SEGMENT = 4;

class FamilyMap<T> {
  readonly #stride: 1 | 4;
  /** Sorted by first address, wider ones before those they hold. */
  readonly #entries: readonly RangeEntry<T>[];
  /** First address of each segment, ascending, `stride` words each; the first is the address 0. */
  readonly #firsts: Uint32Array;
  /** The narrowest network over each segment: its place in `#entries`, or NOBODY. */
  readonly #owners: Int32Array;
  /** For each bucket of leading words, the last segment that starts before it; one more at the end. */
  readonly #jump: Uint32Array;
  #lowest = 0;
  #scale = 0;
  #buckets = 0;

  constructor(entries: RangeEntry<T>[], stride: 1 | 4) {
    this.#stride = stride;
    this.#entries = merged(entries.sort(order));
    const { firsts, owners } = segments(this.#entries, stride);
    this.#firsts = firsts;
    this.#owners = owners;
    this.#jump = this.#buildJump();
  }

  find(a: number, b: number, c: number, d: number): RangeEntry<T> | null {
    const bucket = this.#bucket(a);
    let low = this.#jump[bucket]!;
    let high = this.#jump[bucket + 1]!;
    const firsts = this.#firsts;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const at = middle * this.#stride;
      const difference = this.#stride === 1
        ? firsts[at]! - a
        : firsts[at]! - a || firsts[at + 1]! - b || firsts[at + 2]! - c || firsts[at + 3]! - d;
      if (difference <= 0) low = middle;
      else high = middle - 1;
    }
    const owner = this.#owners[low]!;
    return owner === NOBODY ? null : this.#entries[owner]!;
  }

  *inside(cidr: Cidr): IterableIterator<RangeEntry<T>> {
    const first = firstOf(cidr);
    const last = lastOf(first, cidr.prefix);
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#entries[middle]!.first, first) < 0) low = middle + 1;
      else high = middle;
    }
    for (; low < this.#entries.length; low++) {
      const entry = this.#entries[low]!;
      if (compare(entry.first, last) > 0) return;
      if (entry.cidr.prefix > cidr.prefix) yield entry;
    }
  }

  /** Grows with the word; words outside the networks fall into the first or the last bucket. */
  #bucket(word: number): number {
    const bucket = Math.floor((word - this.#lowest) * this.#scale);
    return bucket < 0 ? 0 : bucket < this.#buckets ? bucket : this.#buckets - 1;
  }

  #buildJump(): Uint32Array {
    const count = this.#owners.length;
    const word = (segment: number) => this.#firsts[segment * this.#stride]!;
    // Segment 0 starts at the address 0 and says nothing about where the networks lie.
    this.#lowest = count > 1 ? word(1) : 0;
    this.#buckets = count * BUCKETS_PER_SEGMENT;
    this.#scale = count > 1 ? this.#buckets / (word(count - 1) - this.#lowest + 1) : 0;
    const jump = new Uint32Array(this.#buckets + 1);
    for (let bucket = 0, segment = 0; bucket < this.#buckets; bucket++) {
      while (segment + 1 < count && this.#bucket(word(segment + 1)) <= bucket) segment++;
      jump[bucket + 1] = segment;
    }
    return jump;
  }
}

function order<T>(a: RangeEntry<T>, b: RangeEntry<T>): number {
  return compare(a.first, b.first) || a.cidr.prefix - b.cidr.prefix;
}

/** Equal neighbours become one entry with the items of both. */
function merged<T>(sorted: readonly RangeEntry<T>[]): readonly RangeEntry<T>[] {
  const entries: RangeEntry<T>[] = [];
  for (const entry of sorted) {
    const before = entries.at(-1);
    if (before !== undefined && order(before, entry) === 0) before.items.push(...entry.items);
    else entries.push(entry);
  }
  return entries;
}

/** Sweeps sorted networks once, with the open ones on a stack, and links each to the next wider one. */
function segments<T>(
  entries: readonly RangeEntry<T>[],
  stride: 1 | 4,
): { firsts: Uint32Array; owners: Int32Array } {
  const starts: Words[] = [[0, 0, 0, 0]];
  const owners: number[] = [NOBODY];
  const open: number[] = [];
  const begin = (start: Words, owner: number) => {
    if (compare(starts.at(-1)!, start) === 0) owners[owners.length - 1] = owner;
    else {
      starts.push(start);
      owners.push(owner);
    }
  };
  const close = () => {
    const after = next(entries[open.pop()!]!.last);
    if (after !== null) begin(after, open.at(-1) ?? NOBODY);
  };
  entries.forEach((entry, index) => {
    while (open.length > 0 && compare(entries[open.at(-1)!]!.last, entry.first) < 0) close();
    entry.parent = open.length === 0 ? null : entries[open.at(-1)!]!;
    begin(entry.first, index);
    open.push(index);
  });
  while (open.length > 0) close();
  const firsts = new Uint32Array(starts.length * stride);
  starts.forEach((start, index) => firsts.set(stride === 1 ? [start[0]] : start, index * stride));
  return { firsts, owners: Int32Array.from(owners) };
}

function entryOf<T>(cidr: Cidr, item: T): RangeEntry<T> {
  const first = firstOf(cidr);
  return { cidr, items: [item], parent: null, first, last: lastOf(first, cidr.prefix) };
}

function firstOf({ address }: Cidr): Words {
  return address.family === 4 ? [address.v4, 0, 0, 0] : address.v6;
}

function lastOf(first: Words, prefix: number): Words {
  const word = (index: number): number => {
    const hostBits = Math.min(32, Math.max(0, (index + 1) * 32 - prefix));
    return hostBits === 0 ? first[index]! : (first[index]! | (0xffffffff >>> (32 - hostBits))) >>> 0;
  };
  return [word(0), word(1), word(2), word(3)];
}

/** The one after, null after the last. */
function next([a, b, c, d]: Words): Words | null {
  if (d !== FULL) return [a, b, c, d + 1];
  if (c !== FULL) return [a, b, c + 1, 0];
  if (b !== FULL) return [a, b + 1, 0, 0];
  return a === FULL ? null : [a + 1, 0, 0, 0];
}

const FULL = 0xffffffff;

function compare(a: Words, b: Words): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}
