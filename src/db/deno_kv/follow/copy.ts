/**
 * The copy of a store's file: the file, and a log of its own in which every transaction of the source is one, so that the copy is at
 * each moment a state that the source had, also after a crash.
 */
import { DatabaseSync } from "node:sqlite";
import { LogWriter, type PageFrame } from "./log.ts";

/** With more than this in the log it is written into the file. */
const FULL_BYTES = 16 * 2 ** 20;
const MODE = { mode: 0o600 } as const;

export class CopiedFile {
  readonly #path: string;
  readonly #pageSize: number;
  readonly #file: Deno.FsFile;
  #log: { readonly file: Deno.FsFile; readonly writer: LogWriter; bytes: number } | null = null;
  #waiting: Uint8Array<ArrayBuffer>[] = [];
  /** Pages in its log. */
  readonly #inLog = new Set<number>();
  /** What was put last, when no transaction has ended with it. */
  #open: PageFrame | null = null;
  #isDirty = false;

  /** A copy that exists is brought to its last transaction. */
  constructor(path: string, pageSize: number) {
    this.#path = path;
    this.#pageSize = pageSize;
    this.#settle();
    this.#file = Deno.openSync(path, { read: true, write: true, create: true, ...MODE });
  }

  /** Whether the file has these bytes as that page. */
  has(page: number, data: Uint8Array): boolean {
    if (this.#inLog.has(page)) return false;
    this.#file.seekSync((page - 1) * this.#pageSize, Deno.SeekMode.Start);
    const bytes = new Uint8Array(this.#pageSize);
    for (let filled = 0; filled < bytes.length;) {
      const count = this.#file.readSync(bytes.subarray(filled));
      if (count === null) return false;
      filled += count;
    }
    return bytes.every((byte, at) => byte === data[at]);
  }

  /** Into the file itself, of which nothing is valid yet. */
  putDirectly(page: number, data: Uint8Array): void {
    this.#file.seekSync((page - 1) * this.#pageSize, Deno.SeekMode.Start);
    writeAll(this.#file, data);
    this.#isDirty = true;
  }

  /** To be written with `write`. */
  put(frame: PageFrame): void {
    this.#log ??= this.#beginLog();
    this.#waiting.push(this.#log.writer.frame(frame));
    this.#inLog.add(frame.page);
    this.#open = frame.pagesAfter === 0 ? frame : null;
  }

  /** Ends a transaction, where one is open. */
  end(pages: number): void {
    if (this.#open !== null) this.put({ ...this.#open, pagesAfter: pages });
  }

  /** All that was put is in the files then. */
  write(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const bytes of waiting) {
      writeAll(this.#log!.file, bytes);
      this.#log!.bytes += bytes.length;
    }
    this.#isDirty ||= waiting.length > 0;
    if (this.#open === null && this.#log !== null && this.#log.bytes > FULL_BYTES) this.emptyLog();
  }

  /** What is in the files is on the disk then. */
  sync(): void {
    if (!this.#isDirty) return;
    this.#file.syncDataSync();
    this.#log?.file.syncDataSync();
    this.#isDirty = false;
  }

  /** Writes the log into the file. No transaction is open, and nothing waits. */
  emptyLog(): void {
    this.#log?.file.close();
    this.#log = null;
    this.#inLog.clear();
    this.#settle();
  }

  close(): void {
    this.#log?.file.close();
    this.#file.close();
  }

  #beginLog() {
    const file = Deno.openSync(`${this.#path}-wal`, { write: true, create: true, truncate: true, ...MODE });
    const writer = new LogWriter(this.#pageSize, crypto.getRandomValues(new Uint8Array(8)));
    this.#waiting.push(writer.header);
    return { file, writer, bytes: 0 };
  }

  #settle(): void {
    if (sizeOf(`${this.#path}-wal`) === 0 || sizeOf(this.#path) === 0) return;
    using database = new DatabaseSync(this.#path);
    database.exec("pragma synchronous = full");
    database.prepare("pragma wal_checkpoint(truncate)").get();
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}
