/**
 * Walks a whole MaxMind DB in address order. `mmdb-lib` looks up one address at a time (0.3 million per second, of 12 million
 * leaves), so the tree is read here; metadata and records are read by mmdb-lib. Format: MaxMind DB File Format Specification 2.0.
 */
import { Buffer } from "node:buffer";
import { type CityResponse, Reader } from "mmdb-lib";
import decoderModule from "mmdb-lib/lib/decoder.js";
import { DecodeBudget } from "./decode_budget.ts";

/** A data pointer in the data section, or -1 where the tree has no data. */
type Leaf = number;

export interface MmdbTree {
  readonly bytes: Uint8Array;
  readonly nodeCount: number;
  readonly bits: 32 | 128;
  /** The record at a data pointer. @throws Error when it is damaged */
  readonly record: (data: Leaf) => unknown;
}

/** DB-IP's two trees have 12 and 17 million branches; a damaged file must not be walked endlessly. */
const MAX_BRANCHES = 200_000_000;
const RECORD_BITS = 28;
const NODE_BYTES = RECORD_BITS / 4;
const SEPARATOR_BYTES = 16;

/** @throws Error when the file is not an MMDB of 28-bit records for addresses of that many bits, as DB-IP City Lite is */
export function openMmdb(path: string, bits: 32 | 128): MmdbTree {
  const bytes = Deno.readFileSync(path);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { nodeCount, recordSize, ipVersion, searchTreeSize } = new Reader<CityResponse>(buffer).metadata;
  if (recordSize !== RECORD_BITS) {
    throw new Error(`${path} has ${recordSize}-bit records, expected ${RECORD_BITS}`);
  }
  if (ipVersion !== (bits === 32 ? 4 : 6)) throw new Error(`${path} has IP version ${ipVersion}`);
  const dataStart = searchTreeSize + SEPARATOR_BYTES;
  const budget = new DecodeBudget();
  const decoder = new decoderModule.default(buffer, dataStart, budget as never);
  const record = (data: Leaf): unknown => {
    budget.reset();
    return decoder.decode(dataStart + data).value;
  };
  return { bytes, nodeCount, bits, record };
}

/** Calls `leaf` for each leaf in ascending order with the first address it covers (word 0 alone for a 32-bit tree). */
export function walkMmdb(
  tree: MmdbTree,
  leaf: (a: number, b: number, c: number, d: number, data: Leaf) => void,
): void {
  const { bytes, nodeCount, bits } = tree;
  const words: [number, number, number, number] = [0, 0, 0, 0];
  let branches = 0;
  const visit = (node: number, depth: number): void => {
    if (depth > bits) throw new Error("the tree is deeper than an address");
    if (++branches > MAX_BRANCHES) throw new Error("the tree has more branches than it can");
    if (node >= nodeCount) {
      const data = node === nodeCount ? -1 : node - nodeCount - SEPARATOR_BYTES;
      leaf(words[0], words[1], words[2], words[3], data);
      return;
    }
    const at = node * NODE_BYTES;
    const middle = bytes[at + 3]!;
    visit(((middle & 0xf0) << 20) | (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!, depth + 1);
    const word = depth >>> 5;
    const bit = (1 << (31 - (depth & 31))) >>> 0;
    words[word] = words[word]! + bit;
    visit(
      ((middle & 0x0f) << 24) | (bytes[at + 4]! << 16) | (bytes[at + 5]! << 8) | bytes[at + 6]!,
      depth + 1,
    );
    words[word] = words[word]! - bit;
  };
  visit(0, 0);
}
