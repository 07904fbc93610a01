/**
 * Which of many networks contain an address, in binary tries with compressed paths: adding or removing a network touches
 * its own path only. The networks of 8 bits and more are in one trie for each value of their first 8 bits, those of 16 and
 * more for each value of their first 16, so that a look-up among 100,000 networks takes few steps.
 */
import type { Address, Cidr } from "../address/address.ts";

/** A network is in the trie of the longest of these prefixes that it has. */
const LEVELS = [0, 8, 16] as const;

/** A network with its items, or without items the fork between two networks. The words are signed 32-bit integers. */
interface Node<T> {
  readonly prefix: number;
  /** The first of the words, which alone decides mostly. */
  readonly first: number;
  readonly words: Words;
  items: readonly T[];
  /** The networks inside whose next bit is 0, and 1. */
  zero: Node<T> | null;
  one: Node<T> | null;
}

/** Of an IPv4 address the first word only. */
type Words = readonly [number, number, number, number];

const NO_ITEMS: readonly never[] = [];

export class RangeMap<T> {
  readonly #v4 = new Tries<T>();
  readonly #v6 = new Tries<T>();

  /** Items of one network stay in the order in which they were added. */
  add({ address, prefix }: Cidr, item: T): void {
    const tries = this.#tries(address);
    const words = wordsOf(address);
    const root = tries.of(words[0], prefix);
    tries.set(words[0], prefix, withItem(root, words, prefix, item));
  }

  /** Removes the item from the network, if it is there. */
  remove({ address, prefix }: Cidr, item: T): void {
    const tries = this.#tries(address);
    const words = wordsOf(address);
    const root = tries.of(words[0], prefix);
    tries.set(words[0], prefix, withoutItem(root, words, prefix, item));
  }

  /** The items of each network that contains the address, the widest network first. */
  over(address: Address): readonly (readonly T[])[] {
    return address.family === 4
      ? this.#v4.over(address.v4 | 0, 0, 0, 0, 32)
      : this.#v6.over(address.v6[0] | 0, address.v6[1] | 0, address.v6[2] | 0, address.v6[3] | 0, 128);
  }

  /** The items of the network itself, if it is one of these, and of each that contains it, the widest first. */
  covering({ address, prefix }: Cidr): readonly (readonly T[])[] {
    const [a, b, c, d] = wordsOf(address);
    return this.#tries(address).over(a, b, c, d, prefix);
  }

  /** The items of exactly this network. */
  at({ address, prefix }: Cidr): readonly T[] {
    const words = wordsOf(address);
    const top = topOf(this.#tries(address).of(words[0], prefix), words, prefix);
    return top?.prefix === prefix ? top.items : NO_ITEMS;
  }

  /** The items of each network inside this one, without its own. */
  *inside({ address, prefix }: Cidr): IterableIterator<readonly T[]> {
    const words = wordsOf(address);
    for (const root of this.#tries(address).inside(words[0], prefix)) {
      yield* below(topOf(root, words, prefix), prefix);
    }
  }

  #tries({ family }: Address): Tries<T> {
    return family === 4 ? this.#v4 : this.#v6;
  }
}

/** The tries of one family, each level by the first bits of its networks. */
class Tries<T> {
  readonly #levels: readonly Map<number, Node<T>>[] = LEVELS.map(() => new Map());

  /** The trie that a network is or would be in. */
  of(first: number, prefix: number): Node<T> | null {
    const level = levelOf(prefix);
    return this.#levels[level]!.get(nameOf(first, level)) ?? null;
  }

  set(first: number, prefix: number, root: Node<T> | null): void {
    const level = levelOf(prefix);
    if (root === null) this.#levels[level]!.delete(nameOf(first, level));
    else this.#levels[level]!.set(nameOf(first, level), root);
  }

  over(a: number, b: number, c: number, d: number, prefix: number): readonly (readonly T[])[] {
    let found: (readonly T[])[] | null = null;
    for (let level = 0; level < LEVELS.length; level++) {
      const tries = this.#levels[level]!;
      let node = tries.size === 0 ? null : tries.get(nameOf(a, level)) ?? null;
      while (node !== null && node.prefix <= prefix && covers(node, a, b, c, d)) {
        if (node.items.length > 0) (found ??= []).push(node.items);
        node = bitOf(a, b, c, d, node.prefix) === 0 ? node.zero : node.one;
      }
    }
    return found ?? NO_ITEMS;
  }

  /** The tries that networks inside a network may be in. */
  *inside(first: number, prefix: number): IterableIterator<Node<T> | null> {
    for (let level = levelOf(prefix); level < LEVELS.length; level++) {
      const name = nameOf(first, level);
      const end = name + Math.max(1, 2 ** (LEVELS[level]! - prefix));
      for (let other = name; other < end; other++) yield this.#levels[level]!.get(other) ?? null;
    }
  }
}

function levelOf(prefix: number): number {
  return prefix < 8 ? 0 : prefix < 16 ? 1 : 2;
}

/** The first bits, as many as the networks of the level have at least. */
function nameOf(first: number, level: number): number {
  return level === 0 ? 0 : first >>> (level === 1 ? 24 : 16);
}

function wordsOf({ family, v4, v6 }: Address): Words {
  return family === 4 ? [v4 | 0, 0, 0, 0] : [v6[0] | 0, v6[1] | 0, v6[2] | 0, v6[3] | 0];
}

function covers<T>(node: Node<T>, a: number, b: number, c: number, d: number): boolean {
  const { prefix, first } = node;
  if (prefix <= 32) return prefix === 0 || (a ^ first) >>> (32 - prefix) === 0;
  if (a !== first) return false;
  const { words } = node;
  if (prefix <= 64) return (b ^ words[1]) >>> (64 - prefix) === 0;
  if (b !== words[1]) return false;
  if (prefix <= 96) return (c ^ words[2]) >>> (96 - prefix) === 0;
  return c === words[2] && (d ^ words[3]) >>> (128 - prefix) === 0;
}

function bitOf(a: number, b: number, c: number, d: number, index: number): number {
  const word = index < 32 ? a : index < 64 ? b : index < 96 ? c : d;
  return (word >>> (31 - (index & 31))) & 1;
}

/** How many of the first bits are the same in both, at most `limit`. */
function sharedBits(one: Words, other: Words, limit: number): number {
  for (let word = 0; word < 4 && word * 32 < limit; word++) {
    const difference = one[word]! ^ other[word]!;
    if (difference !== 0) return Math.min(limit, word * 32 + Math.clz32(difference));
  }
  return limit;
}

/** The node with all networks of this trie that are inside the given network or are that network itself. */
function topOf<T>(root: Node<T> | null, words: Words, prefix: number): Node<T> | null {
  let node = root;
  while (node !== null && node.prefix < prefix) {
    if (sharedBits(node.words, words, node.prefix) < node.prefix) return null;
    node = childOf(node, words);
  }
  return node !== null && sharedBits(node.words, words, prefix) === prefix ? node : null;
}

function childOf<T>(node: Node<T>, [a, b, c, d]: Words): Node<T> | null {
  return bitOf(a, b, c, d, node.prefix) === 0 ? node.zero : node.one;
}

function setChild<T>(node: Node<T>, [a, b, c, d]: Words, child: Node<T> | null): void {
  if (bitOf(a, b, c, d, node.prefix) === 0) node.zero = child;
  else node.one = child;
}

/** The new root of the trie. */
function withItem<T>(root: Node<T> | null, words: Words, prefix: number, item: T): Node<T> {
  let parent: Node<T> | null = null;
  for (let node = root;;) {
    const shared: number = node === null ? 0 : sharedBits(node.words, words, Math.min(node.prefix, prefix));
    if (node !== null && shared === node.prefix) {
      if (shared === prefix) {
        node.items = [...node.items, item];
        return root!;
      }
      parent = node;
      node = childOf(node, words);
      continue;
    }
    const added: Node<T> = { prefix, first: words[0], words, items: [item], zero: null, one: null };
    let top = added;
    if (node !== null && shared < prefix) {
      top = { prefix: shared, first: words[0], words, items: NO_ITEMS, zero: null, one: null };
      setChild(top, words, added);
    }
    if (node !== null) setChild(top, node.words, node);
    if (parent === null) return top;
    setChild(parent, words, top);
    return root!;
  }
}

/** The new root of the trie; null when nothing is left in it. */
function withoutItem<T>(root: Node<T> | null, words: Words, prefix: number, item: T): Node<T> | null {
  const path: Node<T>[] = [];
  for (let node = root; node !== null; node = childOf(node, words)) {
    if (node.prefix > prefix || sharedBits(node.words, words, node.prefix) < node.prefix) return root;
    path.push(node);
    if (node.prefix === prefix) break;
  }
  const node = path.at(-1);
  if (node?.prefix !== prefix) return root;
  node.items = node.items.filter((other) => other !== item);
  // A node without items is needed only as a fork. When it goes, the fork above it may be one no more.
  for (let child = path.pop(); child !== undefined; child = path.pop()) {
    if (child.items.length > 0 || (child.zero !== null && child.one !== null)) return root;
    const rest = child.zero ?? child.one;
    const parent = path.at(-1);
    if (parent === undefined) return rest;
    setChild(parent, words, rest);
    if (rest !== null) return root;
  }
  return root;
}

function* below<T>(top: Node<T> | null, prefix: number): IterableIterator<readonly T[]> {
  const open = top === null ? [] : [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.prefix > prefix && node.items.length > 0) yield node.items;
    if (node.one !== null) open.push(node.one);
    if (node.zero !== null) open.push(node.zero);
  }
}
