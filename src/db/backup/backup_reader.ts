/** Reads a backup as a stream and checks it on the way: it is known to be complete only after it was read to its end. */
import {
  AUTHENTICATED,
  BackupError,
  type BackupHeader,
  damaged,
  digestOf,
  MAX_LINE,
  readEntryLine,
  readHeader,
} from "./backup_file.ts";
import type { DumpEntry } from "./dump_entry.ts";
import { plainBytes } from "./encrypted_file.ts";
import type { Key } from "../engine.ts";
import { compareBytes, keyBytes } from "../key_bytes.ts";

const MAX_HEADER_BYTES = 65_536;

export class BackupReader {
  readonly header: BackupHeader;
  readonly #path: string;
  readonly #key: string | null;
  readonly #firstLine: Uint8Array;

  private constructor(path: string, key: string | null, header: BackupHeader, firstLine: Uint8Array) {
    this.#path = path;
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

  /**
   * The entries in the order of their keys. When the iteration ends without an error, the file is complete, and it is what
   * somebody with the secret wrote.
   * @param secret that the file is authenticated with; null for a file of format 1
   * @param onRead called with the bytes of the file that were read, and its size
   * @throws BackupError at the first sign of damage
   */
  async *entries(
    secret: string | null,
    onRead: (read: number, size: number) => void = () => {},
  ): AsyncIterable<DumpEntry> {
    const hash = digestOf(this.header.winnow_backup, secret).update(this.#firstLine);
    let count = 0;
    let last: Uint8Array | null = null;
    let ended = false;
    for await (const line of this.#lines(onRead)) {
      if (ended) throw damaged("data follows its end");
      const found = readEntryLine(line);
      if ("digest" in found) {
        if (found.entries !== count) {
          throw damaged(`it should hold ${found.entries} entries and holds ${count}`);
        }
        if (found.digest !== hash.digest("hex")) throw this.#notAuthentic();
        ended = true;
        continue;
      }
      hash.update(`${line}\n`);
      count++;
      const key = bytesOf(found.key);
      if (last !== null && compareBytes(last, key) >= 0) throw damaged("its entries are out of order");
      last = key;
      yield found;
    }
    if (!ended) throw damaged("its end is missing");
  }

  #notAuthentic(): BackupError {
    return this.header.winnow_backup < AUTHENTICATED
      ? damaged("its checksum does not match")
      : new BackupError(
        "it was changed after it was made, or made with another secret: its authentication code is wrong",
      );
  }

  async *#lines(onRead: (read: number, size: number) => void): AsyncIterable<string> {
    const bytes = ReadableStream.from(
      after(this.#firstLine.length, plainBytes(this.#path, this.#key, onRead)),
    );
    const text = bytes.pipeThrough(new DecompressionStream("gzip"))
      .pipeThrough(new TextDecoderStream("utf-8", { fatal: true, ignoreBOM: true }));
    let rest = "";
    try {
      for await (const part of text) {
        const lines = (rest + part).split("\n");
        rest = lines.pop()!;
        if (rest.length > MAX_LINE) throw damaged("a line is too long");
        yield* lines;
      }
    } catch (error) {
      // The decompressor and the decoder throw a TypeError for damaged data.
      throw error instanceof TypeError ? damaged(error.message) : error;
    }
    if (rest !== "") throw damaged("its last line is incomplete");
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

/** @throws BackupError for a key that no store can hold */
function bytesOf(key: Key): Uint8Array {
  try {
    return keyBytes(key);
  } catch (error) {
    throw error instanceof TypeError ? damaged(error.message) : error;
  }
}
