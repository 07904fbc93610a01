/**
 * A store's file as it is read page by page while processes write it. A connection of this process reads all the time: as long as it
 * does, SQLite does not begin its log anew, or only after everything in it is in the file, so no frame is missed. The next reader
 * begins before the former one ends.
 */
import { DatabaseSync } from "node:sqlite";
import { deserialize } from "node:v8";
import { keyBytes } from "../../key_bytes.ts";
import { JOURNAL } from "../../own_rows.ts";
import { StoreError } from "../../engine.ts";
import type { Applied } from "../journal/merged_frames.ts";
import { LOG_HEADER_BYTES, LogReader, type PageFrame, readLogHeader } from "./log.ts";

/** Deno KV checkpoints within a commit after which the log has 1,000 frames: it is made to begin anew before. */
const MANY_FRAMES = 400;
/** How long it is waited for a process that writes, and then left for the next time. */
const WRITER_MS = 100;
const READ_BYTES = 2 ** 20;

const MARK = "select v from kv where k = ?";

export class SourceFile {
  readonly pageSize: number;
  readonly #path: string;
  /** It stays open: closing one of its descriptors would end all locks of this process. */
  readonly #file: Deno.FsFile;
  readonly #writer: DatabaseSync;
  readonly #checkpointer: DatabaseSync;
  #reader: DatabaseSync;
  #next: DatabaseSync;
  #logFile: Deno.FsFile;
  #log: LogReader | null = null;
  /** Pages in the log: the file may not have them as they are now. */
  readonly #inLog = new Set<number>();
  #pages: number;

  /** @param path of a store that was opened before, so that it is one */
  constructor(path: string) {
    this.#path = path;
    const open = (readOnly: boolean) => new DatabaseSync(path, { readOnly, timeout: WRITER_MS });
    this.#writer = open(false);
    this.#checkpointer = open(false);
    // The file is on disk before the log is overwritten, as with the engine's own checkpoints.
    this.#checkpointer.exec("pragma synchronous = full");
    [this.#reader, this.#next] = [open(true), open(true)];
    begin(this.#reader);
    this.pageSize = Number(this.#reader.prepare("pragma page_size").get()!["page_size"]);
    this.#pages = Number(this.#reader.prepare("pragma page_count").get()!["page_count"]);
    this.#file = Deno.openSync(path, { read: true });
    this.#logFile = Deno.openSync(`${path}-wal`, { read: true });
  }

  /** Pages of the file, after what was read. */
  get pages(): number {
    return this.#pages;
  }

  /** The journal's mark in what was read last; see `deno_kv/journal/recovery.ts`. */
  get applied(): Applied | null {
    const row = this.#reader.prepare(MARK).get(keyBytes(JOURNAL.key()));
    return row === undefined ? null : deserialize(row["v"] as Uint8Array);
  }

  /** To be called before `read`. False: another process has the file for itself at the moment. @throws StoreError when another file is there */
  begin(): boolean {
    this.#requireSameFile();
    try {
      begin(this.#next);
      return true;
    } catch (error) {
      if (isLocked(error)) return false;
      throw error;
    }
  }

  /** The pages that were committed since the last time until now, in their order, by transactions. */
  read(): PageFrame[] {
    const frames = this.#committed();
    this.#reader.exec("rollback");
    [this.#reader, this.#next] = [this.#next, this.#reader];
    if ((this.#log?.frames ?? 0) >= MANY_FRAMES) frames.push(...this.#beginLogAnew());
    return frames;
  }

  /**
   * A page as it was when the log that is read now began; null: it is in the log. To be called after `read`: then whoever has all
   * that was read has all that the page depends on.
   */
  page(number: number): Uint8Array<ArrayBuffer> | null {
    return this.#inLog.has(number) ? null : this.pageOfFile(number);
  }

  /** As `page`, also where the log has a newer one; null: the file is shorter. */
  pageOfFile(number: number): Uint8Array<ArrayBuffer> | null {
    return readAt(this.#file, (number - 1) * this.pageSize, this.pageSize);
  }

  close(): void {
    for (const each of [this.#reader, this.#next, this.#writer, this.#checkpointer]) each.close();
    this.#logFile.close();
    this.#file.close();
  }

  #committed(): PageFrame[] {
    const header = readLogHeader(readAt(this.#logFile, 0, LOG_HEADER_BYTES) ?? new Uint8Array());
    if (header === null) return [];
    const isSame = this.#log?.header.bytes.every((byte, at) => byte === header.bytes[at]) ?? false;
    if (!isSame) {
      // All of the former log is in the file, and was read before: see above.
      this.#log = new LogReader(header);
      this.#inLog.clear();
    }
    const log = this.#log!;
    const frames: PageFrame[] = [];
    for (let size = READ_BYTES;;) {
      const bytes = readUpTo(this.#logFile, log.end, size);
      const taken = log.take(bytes);
      frames.push(...taken);
      if (bytes.length < size || !log.isCut) break;
      if (taken.length === 0) size *= 4; // a long transaction
    }
    for (const { page } of frames) this.#inLog.add(page);
    this.#pages = frames.at(-1)?.pagesAfter ?? this.#pages;
    return frames;
  }

  /** Writes the log into the file, so that the next writer begins it anew. What was committed until then is returned. */
  #beginLogAnew(): PageFrame[] {
    const checkpoint = () => this.#checkpointer.prepare("pragma wal_checkpoint(passive)").get();
    checkpoint(); // most of it, while others write
    try {
      this.#writer.exec("begin immediate");
    } catch (error) {
      if (isLocked(error)) return [];
      throw error;
    }
    try {
      const frames = this.#committed();
      this.#reader.exec("rollback");
      checkpoint();
      begin(this.#reader);
      return frames;
    } finally {
      this.#writer.exec("rollback");
    }
  }

  #requireSameFile(): void {
    const inode = () => {
      try {
        return Deno.statSync(this.#path).ino;
      } catch {
        return null;
      }
    };
    if (inode() === this.#file.statSync().ino) return;
    throw new StoreError(
      `the store ${this.#path} was replaced by another file; start again to follow that one`,
    );
  }
}

function isLocked(error: unknown): boolean {
  return /locked|busy/i.test(String(error));
}

/** It sees the store as it is now until it ends. */
function begin(reader: DatabaseSync): void {
  reader.exec("begin");
  try {
    reader.prepare("select count(*) from sqlite_master").get();
  } catch (error) {
    reader.exec("rollback");
    throw error;
  }
}

/** Null: the file is shorter. */
function readAt(file: Deno.FsFile, at: number, length: number): Uint8Array<ArrayBuffer> | null {
  const bytes = readUpTo(file, at, length);
  return bytes.length < length ? null : bytes;
}

function readUpTo(file: Deno.FsFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  file.seekSync(at, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = file.readSync(bytes.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
