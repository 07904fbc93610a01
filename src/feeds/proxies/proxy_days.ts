/** One day's proxies as counts by network (the /24 of an IPv4 address, the /48 of an IPv6 one), and their form in a file. */
import type { RangeRows } from "../catalog/feed.ts";

export interface ProxyDay {
  /** The day that the file gave for itself, in days since the epoch. */
  readonly day: number;
  /** Different addresses. */
  readonly addresses: number;
  readonly v4: NetworkCounts;
  readonly v6: NetworkCounts;
}

/** Ascending networks, each the number that its first bits make, and how many addresses were seen in each. */
export interface NetworkCounts {
  readonly networks: Float64Array;
  readonly counts: Uint32Array;
}

const MAGIC = 0x57505831;
const HEADER_WORDS = 6;
const FACTOR = 0x9e3779b1;

export function countDay(day: number, { v4, v6 }: RangeRows): ProxyDay {
  const v4Addresses = new Set<number>();
  for (let at = 0; at < v4.length; at += 2) v4Addresses.add(v4[at]!);
  const v6Addresses = new Map<string, number>();
  for (let at = 0; at < v6.length; at += 8) {
    v6Addresses.set(v6.subarray(at, at + 4).join(), v6[at]! * 65_536 + (v6[at + 1]! >>> 16));
  }
  return {
    day,
    addresses: v4Addresses.size + v6Addresses.size,
    v4: counted(Float64Array.from(v4Addresses, (address) => address >>> 8)),
    v6: counted(Float64Array.from(v6Addresses.values())),
  };
}

function counted(networks: Float64Array): NetworkCounts {
  networks.sort();
  const different = new Float64Array(networks.length);
  const counts = new Uint32Array(networks.length);
  let length = 0;
  for (const network of networks) {
    if (length === 0 || different[length - 1] !== network) different[length++] = network;
    counts[length - 1]!++;
  }
  return { networks: different.slice(0, length), counts: counts.slice(0, length) };
}

export function proxyDayBytes({ day, addresses, v4, v6 }: ProxyDay): Uint8Array<ArrayBuffer> {
  const [n4, n6] = [v4.counts.length, v6.counts.length];
  const words = new Uint32Array(HEADER_WORDS + 2 * n4 + 3 * n6);
  words.set([MAGIC, day, addresses, n4, n6]);
  words.set(v4.networks, HEADER_WORDS);
  words.set(v4.counts, HEADER_WORDS + n4);
  const after = HEADER_WORDS + 2 * n4;
  words.set(v6.networks.map((network) => Math.floor(network / 65_536)), after);
  words.set(v6.networks.map((network) => network % 65_536), after + n6);
  words.set(v6.counts, after + 2 * n6);
  words[HEADER_WORDS - 1] = checksum(words);
  return bytesOf(words);
}

/** Null for damaged bytes. */
export function proxyDayFrom(bytes: Uint8Array<ArrayBuffer>): ProxyDay | null {
  if (bytes.length % 4 !== 0 || bytes.length < 4 * HEADER_WORDS) return null;
  const words = new Uint32Array(bytes.slice().buffer);
  const [magic, day = 0, addresses = 0, n4 = 0, n6 = 0, sum] = words;
  words[HEADER_WORDS - 1] = 0;
  if (magic !== MAGIC || words.length !== HEADER_WORDS + 2 * n4 + 3 * n6) return null;
  if (checksum(words) !== sum) return null;
  const part = (from: number, length: number) => words.slice(from, from + length);
  const after = HEADER_WORDS + 2 * n4;
  const low = part(after + n6, n6);
  return {
    day,
    addresses,
    v4: { networks: Float64Array.from(part(HEADER_WORDS, n4)), counts: part(HEADER_WORDS + n4, n4) },
    v6: {
      networks: Float64Array.from(part(after, n6), (high, index) => high * 65_536 + low[index]!),
      counts: part(after + 2 * n6, n6),
    },
  };
}

/** A polynomial modulo 2^32, whose factor is odd: a change of one word always changes it. */
function checksum(words: Uint32Array): number {
  return words.reduce((sum, word) => (Math.imul(sum, FACTOR) + word) | 0, words.byteLength) >>> 0;
}

function bytesOf(words: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
