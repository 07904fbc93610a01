/**
 * HMAC-SHA-256 (RFC 2104, FIPS 180-4) of texts. Every request hashes several, most of them ASCII and short enough for one block
 * of SHA-256: what a library does around a block costs more than the block, so these are hashed here, all others by the library.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

const encoder = new TextEncoder();
const BLOCK_BYTES = 64;
/** A text that leaves room for the padding in its block. */
const MAX_CHARS = BLOCK_BYTES - 9;
/** What ends a text, as the first byte of a word. */
const END = 0x80000000 | 0;
const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractional parts of roots of primes: the constants of the rounds, and where a hash begins. */
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const BEGIN: readonly number[] = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

export class KeyedHash {
  readonly #key: Uint8Array;
  /** After the padded key of the inner and the outer hash. */
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;
  readonly #hash = new Int32Array(8);
  readonly #words = new Int32Array(64);
  readonly #view = new DataView(new ArrayBuffer(32));
  readonly #bytes: Readonly<Record<9 | 18 | 32, Uint8Array<ArrayBuffer>>>;

  constructor(secret: string) {
    this.#key = encoder.encode(secret);
    this.#inner = this.#afterKey(0x36);
    this.#outer = this.#afterKey(0x5c);
    const part = (bytes: number) => new Uint8Array(this.#view.buffer, 0, bytes);
    this.#bytes = { 9: part(9), 18: part(18), 32: part(32) };
  }

  /** As base64url without padding. @param bytes of the hash */
  of(text: string, bytes: 9 | 18 | 32 = 32): string {
    if (this.#hashBlock(text)) {
      for (let at = 0; at < bytes; at += 4) this.#view.setInt32(at, this.#hash[at >> 2]!);
    } else this.#bytes[32].set(hmac(sha256, this.#key, encoder.encode(text)));
    return this.#bytes[bytes].toBase64({ alphabet: "base64url", omitPadding: true });
  }

  /** False when the text is not ASCII or does not fit into a block. */
  #hashBlock(text: string): boolean {
    const { length } = text;
    if (length > MAX_CHARS) return false;
    const [words, hash] = [this.#words, this.#hash];
    let word = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code > 127) return false;
      word = word << 8 | code;
      if ((at & 3) === 3) words[at >> 2] = word;
    }
    const free = 32 - 8 * (length & 3);
    words[length >> 2] = free === 32 ? END : word << free | END >>> (32 - free);
    words.fill(0, (length >> 2) + 1, 15);
    words[15] = 8 * (BLOCK_BYTES + length);
    hash.set(this.#inner);
    compress(hash, words);
    words.set(hash);
    words[8] = END;
    words.fill(0, 9, 15);
    words[15] = 8 * (BLOCK_BYTES + 32);
    hash.set(this.#outer);
    compress(hash, words);
    return true;
  }

  #afterKey(pad: number): Int32Array {
    const block = new Uint8Array(BLOCK_BYTES);
    block.set(this.#key.length > BLOCK_BYTES ? sha256(this.#key) : this.#key);
    const view = new DataView(block.map((byte) => byte ^ pad).buffer);
    for (let at = 0; at < 16; at++) this.#words[at] = view.getInt32(4 * at);
    const hash = Int32Array.from(BEGIN);
    compress(hash, this.#words);
    return hash;
  }
}

/** One block of SHA-256. @param words 64, of which the first 16 are the block */
function compress(hash: Int32Array, words: Int32Array): void {
  for (let at = 16; at < 64; at++) {
    const [x, y] = [words[at - 15]!, words[at - 2]!];
    const s0 = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3;
    const s1 = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10;
    words[at] = words[at - 16]! + s0 + words[at - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = [
    hash[0]!,
    hash[1]!,
    hash[2]!,
    hash[3]!,
    hash[4]!,
    hash[5]!,
    hash[6]!,
    hash[7]!,
  ];
  for (let at = 0; at < 64; at++) {
    const s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
    const t1 = (h + s1 + (e & f ^ ~e & g) + ROUNDS[at]! + words[at]!) | 0;
    const s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    const t2 = s0 + (a & b ^ a & c ^ b & c);
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  hash[0]! += a;
  hash[1]! += b;
  hash[2]! += c;
  hash[3]! += d;
  hash[4]! += e;
  hash[5]! += f;
  hash[6]! += g;
  hash[7]! += h;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next++) {
    if (!primes.some((prime) => next % prime === 0)) primes.push(next);
  }
  return primes;
}

function fraction(value: number): number {
  return Math.floor((value % 1) * 2 ** 32) | 0;
}
