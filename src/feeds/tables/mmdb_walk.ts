/**
 * Walks a whole MaxMind DB in address order. `mmdb-lib` looks up one address at a time (0.3 million per second, of 12 million
 * leaves), so the tree is read here; its metadata is read by mmdb-lib. Format: MaxMind DB File Format Specification 2.0.
 */
import { Buffer } from "node:buffer";
import { type CityResponse, Reader } from "mmdb-lib";

/** A data pointer in the data section, or -1 where the tree has no data. */
export type Leaf = number;

export interface MmdbFile {
  readonly bytes: Uint8Array;
  readonly nodeCount: number;
  readonly bits: 32 | 128;
  /** Offset in the file of data pointer 0. */
  readonly dataStart: number;
}

/** DB-IP's two trees have 12 and 17 million branches; a damaged file must not be walked endlessly. */
const MAX_BRANCHES = 200_000_000;
const RECORD_BITS = 28;
const NODE_BYTES = RECORD_BITS / 4;
const SEPARATOR = 16;

/** @throws Error when the file is not an MMDB of 28-bit records for addresses of that many bits, as DB-IP City Lite is */
export function openMmdb(path: string, bits: 32 | 128): MmdbFile {
  const bytes = Deno.readFileSync(path);
  const reader = new Reader<CityResponse>(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const { nodeCount, recordSize, ipVersion, searchTreeSize } = reader.metadata;
  if (recordSize !== RECORD_BITS) {
    throw new Error(`${path} has ${recordSize}-bit records, expected ${RECORD_BITS}`);
  }
  if (ipVersion !== (bits === 32 ? 4 : 6)) throw new Error(`${path} has IP version ${ipVersion}`);
  return {
    bytes,
    nodeCount,
    bits,
    dataStart: searchTreeSize + SEPARATOR,
  };
}

/** Calls `leaf` for each leaf in ascending order with the first address it covers (word 0 alone for a 32-bit tree). */
export function walkMmdb(
  file: MmdbFile,
  leaf: (a: number, b: number, c: number, d: number, data: Leaf) => void,
): void {
  const { bytes, nodeCount, bits } = file;
  const words: [number, number, number, number] = [0, 0, 0, 0];
  let branches = 0;
  const visit = (node: number, depth: number): void => {
    if (depth > bits) throw new Error("the tree is deeper than an address");
    if (++branches > MAX_BRANCHES) throw new Error("the tree has more branches than it can");
    if (node >= nodeCount) {
      const data = node === nodeCount ? -1 : node - nodeCount - SEPARATOR;
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

const POINTER = 1;
const UTF8 = 2;
const MAP = 7;
const UTF8_DECODER = new TextDecoder();

/** The named string fields of a record that is a flat map; "" for a missing field. */
export function flatStrings(file: MmdbFile, data: Leaf, wanted: readonly string[]): string[] {
  const cursor = new DataCursor(file, file.dataStart + data);
  const found = wanted.map(() => "");
  for (let pairs = cursor.mapSize(); pairs > 0; pairs--) {
    const index = wanted.indexOf(cursor.string());
    if (index < 0) cursor.skip();
    else found[index] = cursor.string();
  }
  return found;
}

/** Reads the data section from an offset on: strings, flat maps and pointers; it can skip any scalar. */
class DataCursor {
  readonly #file: MmdbFile;
  #at: number;

  constructor(file: MmdbFile, at: number) {
    this.#file = file;
    this.#at = at;
  }

  mapSize(): number {
    const { type, size } = this.#control();
    if (type === POINTER) {
      this.#at = this.#target(size);
      return this.mapSize();
    }
    if (type !== MAP) throw new Error(`expected a map at ${this.#at}, found type ${type}`);
    return size;
  }

  string(): string {
    const { type, size } = this.#control();
    if (type === POINTER) return new DataCursor(this.#file, this.#target(size)).string();
    if (type !== UTF8) throw new Error(`expected a string at ${this.#at}, found type ${type}`);
    const text = UTF8_DECODER.decode(this.#file.bytes.subarray(this.#at, this.#at + size));
    this.#at += size;
    return text;
  }

  /** Skips one value that is not a container. */
  skip(): void {
    const { type, size } = this.#control();
    if (type === POINTER) this.#target(size);
    else if (type >= MAP && type !== 8 && type !== 9 && type !== 10 && type !== 15) {
      throw new Error(`cannot skip type ${type}`);
    } else this.#at += size;
  }

  /** Control byte and size; for a pointer `size` is the low five bits, which `#target` decodes. */
  #control(): { type: number; size: number } {
    const control = this.#byte();
    const extended = control >>> 5 === 0;
    const type = extended ? this.#byte() + 7 : control >>> 5;
    const low = control & 31;
    if (type === POINTER || low < 29) return { type, size: low };
    if (low === 29) return { type, size: 29 + this.#byte() };
    if (low === 30) return { type, size: 285 + this.#number(2) };
    return { type, size: 65_821 + this.#number(3) };
  }

  #target(low: number): number {
    const extra = low >>> 3;
    const start = this.#file.dataStart;
    if (extra === 3) return start + this.#number(4);
    const high = low & 7;
    const rest = this.#number(extra + 1);
    return start + high * 2 ** (8 * (extra + 1)) + rest + [0, 2048, 526_336][extra]!;
  }

  #number(bytes: number): number {
    let value = 0;
    for (let index = 0; index < bytes; index++) value = value * 256 + this.#byte();
    return value;
  }

  #byte(): number {
    return this.#file.bytes[this.#at++]!;
  }
}
