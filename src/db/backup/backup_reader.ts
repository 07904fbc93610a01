/** Reads a backup as a stream and checks it on the way: it is known to be complete only after it was read to its end. */
import { BackupError, type BackupHeader, BLOCKS, damaged, readHeader } from "./backup_file.ts";
import { blocksOf } from "./block_file.ts";
import { plainBytes } from "./encrypted_file.ts";
import type { FileEntry } from "./file_entry.ts";
import { compareBytes } from "../key_bytes.ts";
import { entriesOfLines } from "./line_file.ts";

const MAX_HEADER_BYTES = 65_536;

/** Called with the bytes of the file that were read, and its size. */
export type OnRead = (read: number, size: number) => void;

export class BackupReader {
  readonly header: BackupHeader;
  readonly path: string;
  readonly #key: string | null;
  readonly #firstLine: Uint8Array;

  private constructor(path: string, key: string | null, header: BackupHeader, firstLine: Uint8Array) {
    this.path = path;
    this.#key = key;
    this.header = header;
    this.#firstLine = firstLine;
  }

  /**
   * @param key of an encrypted file
   * @throws BackupError when the file is not a backup, one of a newer program, or encrypted with another key
   */
  static async open(path: string, schema: number, key: string | null): Promise<BackupReader> {
    const bytes = new Uint8Array(MAX_HEADER_BYTES);
    let length = 0;
    for await (const part of plainBytes(path, key)) {
      const taken = part.subarray(0, MAX_HEADER_BYTES - length);
      bytes.set(taken, length);
      length += taken.length;
      if (length === MAX_HEADER_BYTES || taken.includes(0x0a)) break;
    }
    const end = bytes.subarray(0, length).indexOf(0x0a) + 1;
    const firstLine = bytes.slice(0, end);
    return new BackupReader(path, key, readHeader(new TextDecoder().decode(firstLine), schema), firstLine);
  }

  /** The name of the file, without its folder. */
  get name(): string {
    return this.path.slice(this.path.lastIndexOf("/") + 1);
  }

  get madeAt(): number {
    return Date.parse(this.header.made_at);
  }

  /**
   * The entries in the order of their keys, many at a time. When the iteration ends without an error, the file is complete, and
   * it is what somebody with the secret wrote.
   * @param secret that the file is authenticated with; null for a file of format 1
   * @throws BackupError at the first sign of damage
   */
  async *entries(
    secret: string | null,
    onRead: OnRead = () => {},
  ): AsyncGenerator<readonly FileEntry[]> {
    const parts = after(this.#firstLine.length, plainBytes(this.path, this.#key, onRead));
    const { winnow_backup: format } = this.header;
    if (format >= BLOCKS && secret === null) throw new BackupError("it is authenticated with a secret");
    const read = format >= BLOCKS
      ? blocksOf(parts, secret!, this.#firstLine)
      : entriesOfLines(parts, format, secret, this.#firstLine);
    let last: Uint8Array | null = null;
    for await (const entries of read) {
      for (const { key } of entries) {
        if (last !== null && compareBytes(last, key) >= 0) throw damaged("its entries are out of order");
        last = key;
      }
      yield entries;
    }
  }
}

/** Without the first `skipped` bytes. */
async function* after(
  skipped: number,
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let left = skipped;
  for await (const part of parts) {
    if (part.length > left) yield part.subarray(left);
    left = Math.max(0, left - part.length);
  }
}
