/**
 * The body of a backup of format 3: blocks of entries (`file_entry.ts`) in the order of keys. A block is its length (four bytes),
 * whether it is the last (one byte), the HMAC-SHA-256 of its number, that byte and its bytes (32 bytes), and its bytes, which are
 * compressed with Zstandard. The key of the HMAC is made of the service's secret and the file's first line, so that no block
 * can be changed, moved, left out, cut off or come from another file.
 */
import { createHmac } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { authenticationKey, BackupError, damaged } from "./backup_file.ts";
import { entriesIn, EntryBytes, type FileEntry, MAX_ENTRY_BYTES } from "./file_entry.ts";
import type { Sink } from "./encrypted_file.ts";

/** Before compression; a block may be longer by one entry. */
const BLOCK_BYTES = 2 ** 18;
const MAX_BLOCK_BYTES = BLOCK_BYTES + MAX_ENTRY_BYTES;
const HEAD_BYTES = 4 + 1 + 32;
const LAST_AT = 4;
const TAG_AT = 5;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const NOT_AUTHENTIC =
  "it was changed after it was made, or made with another secret: its authentication code is wrong";

class Seal {
  readonly #key: Uint8Array;
  #number = 0;

  constructor(secret: string, firstLine: Uint8Array) {
    this.#key = createHmac("sha256", authenticationKey(secret)).update(firstLine).digest();
  }

  /** Of the next block. */
  tag(isLast: number, bytes: Uint8Array): Uint8Array {
    const place = new Uint8Array(9);
    new DataView(place.buffer).setFloat64(0, this.#number++);
    place[8] = isLast;
    return createHmac("sha256", this.#key).update(place).update(bytes).digest();
  }
}

export class BlockWriter {
  readonly #sink: Sink;
  readonly #seal: Seal;
  readonly #entries = new EntryBytes(MAX_BLOCK_BYTES);
  /** Bytes before compression. */
  bytes = 0;
  /** Entries that were put. */
  count = 0;

  /** @param firstLine the file's, which the sink has got */
  constructor(sink: Sink, secret: string, firstLine: Uint8Array) {
    this.#sink = sink;
    this.#seal = new Seal(secret, firstLine);
  }

  /** True: the block has to be written before the next entry is put. */
  get isFull(): boolean {
    return this.#entries.length >= BLOCK_BYTES;
  }

  put(entry: FileEntry): void {
    this.#entries.put(entry);
    this.count++;
  }

  async write(isLast = false): Promise<void> {
    const entries = this.#entries.take();
    this.bytes += entries.length;
    const bytes = zstdCompressSync(entries, LEVEL);
    const block = new Uint8Array(HEAD_BYTES + bytes.length);
    new DataView(block.buffer).setUint32(0, bytes.length);
    block[LAST_AT] = isLast ? 1 : 0;
    block.set(this.#seal.tag(block[LAST_AT], bytes), TAG_AT);
    block.set(bytes, HEAD_BYTES);
    await this.#sink(block);
  }
}

/**
 * The entries of each block, which nobody without the secret wrote.
 * @param parts what follows the first line
 * @throws BackupError at the first sign of damage
 */
export async function* blocksOf(
  parts: AsyncIterable<Uint8Array>,
  secret: string,
  firstLine: Uint8Array,
): AsyncIterable<readonly FileEntry[]> {
  const bytes = new Bytes(parts);
  const seal = new Seal(secret, firstLine);
  for (let isLast = 0; isLast === 0;) {
    const head = await bytes.read(HEAD_BYTES);
    const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
    isLast = head[LAST_AT]!;
    if (length > 2 * MAX_BLOCK_BYTES || isLast > 1) throw damaged("a block of it is none");
    const block = await bytes.read(length);
    const tag = seal.tag(isLast, block);
    if (tag.some((byte, at) => byte !== head[TAG_AT + at])) throw new BackupError(NOT_AUTHENTIC);
    yield entriesIn(unpacked(block));
  }
  if (!await bytes.isAtEnd()) throw damaged("data follows its end");
}

function unpacked(block: Uint8Array): Uint8Array {
  try {
    return zstdDecompressSync(block, { maxOutputLength: MAX_BLOCK_BYTES });
  } catch (error) {
    throw damaged((error as Error).message);
  }
}

/** Bytes that come in parts, read in lengths of the reader's choice. */
class Bytes {
  readonly #parts: AsyncIterator<Uint8Array>;
  #part: Uint8Array = new Uint8Array();

  constructor(parts: AsyncIterable<Uint8Array>) {
    this.#parts = parts[Symbol.asyncIterator]();
  }

  /** @throws BackupError when there are fewer */
  async read(length: number): Promise<Uint8Array> {
    if (this.#part.length >= length) return this.#take(length);
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      if (await this.isAtEnd()) throw damaged("its end is missing");
      const taken = this.#take(Math.min(length - filled, this.#part.length));
      bytes.set(taken, filled);
      filled += taken.length;
    }
    return bytes;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#part.length === 0) {
      const next = await this.#parts.next();
      if (next.done) return true;
      this.#part = next.value;
    }
    return false;
  }

  #take(length: number): Uint8Array {
    const taken = this.#part.subarray(0, length);
    this.#part = this.#part.subarray(length);
    return taken;
  }
}
