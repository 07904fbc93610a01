/** The files of a backtest: one that is read at random, and those that are written for their owner only. */
import type { ByteSource } from "../../service/backtest/csv_records.ts";

export class FileSource implements ByteSource, Disposable {
  readonly size: number;
  readonly #file: Deno.FsFile;
  #buffer = new Uint8Array(1 << 16);

  private constructor(file: Deno.FsFile, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** @throws Error when it is not a file or cannot be read */
  static open(path: string): FileSource {
    const file = Deno.openSync(path, { read: true });
    const { isFile, size } = file.statSync();
    if (isFile) return new FileSource(file, size);
    file.close();
    throw new Error("this is not a file");
  }

  read(offset: number, length: number): Uint8Array {
    if (this.#buffer.length < length) this.#buffer = new Uint8Array(length);
    this.#file.seekSync(offset, Deno.SeekMode.Start);
    let filled = 0;
    while (filled < length) {
      const count = this.#file.readSync(this.#buffer.subarray(filled, length));
      if (count === null) break;
      filled += count;
    }
    return this.#buffer.subarray(0, filled);
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

const FLUSH_BYTES = 1 << 16;

/** Mode 600: results hold what the file holds. */
export class OutputFile implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #encoder = new TextEncoder();
  #pending = "";

  private constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  static create(path: string): OutputFile {
    return new OutputFile(Deno.openSync(path, { write: true, create: true, truncate: true, mode: 0o600 }));
  }

  write(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= FLUSH_BYTES) this.#flush();
  }

  #flush(): void {
    const bytes = this.#encoder.encode(this.#pending);
    this.#pending = "";
    for (let at = 0; at < bytes.length;) at += this.#file.writeSync(bytes.subarray(at));
  }

  [Symbol.dispose](): void {
    try {
      this.#flush();
    } finally {
      this.#file.close();
    }
  }
}

/** Whether both lead to one file. A path that does not exist is compared as it is written. */
export async function samePath(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => Deno.realPath(path).catch(() => path)));
  return a === b;
}
