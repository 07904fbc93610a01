/** One file of a journal: a line that names the journal, and frames one after the other. Written from the start again and again. */
import { type Frame, framesOf } from "./frame.ts";
import type { Applied } from "./merged_frames.ts";

const FORMAT = "winnow journal 1";
/** `winnow journal 1 <uuid>` and a line break. */
const HEADER_BYTES = FORMAT.length + 1 + 36 + 1;

export class JournalFile {
  readonly #file: Deno.FsFile;
  #end = HEADER_BYTES;
  /** Where the file is written next, unless it is sought; null: not known. */
  #at: number | null = null;

  private constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  /** Closed to other users of the machine. */
  static open(path: string): JournalFile {
    return new JournalFile(Deno.openSync(path, { read: true, write: true, create: true, mode: 0o600 }));
  }

  /** Bytes up to the end of the newest frame. */
  get end(): number {
    return this.#end;
  }

  /** False when another process has the lock. */
  async tryLock(): Promise<boolean> {
    return await this.#file.tryLock(true);
  }

  /** Waits for the lock. */
  async lock(): Promise<void> {
    await this.#file.lock(true);
  }

  async unlock(): Promise<void> {
    await this.#file.unlock();
  }

  /**
   * The id of its journal, and its frames that are not applied; null for a file without a header.
   * @param applied what the store has; null: of no journal
   */
  async read(
    applied: Applied | null,
  ): Promise<{ readonly id: string; readonly frames: readonly Frame[] } | null> {
    const { size } = await this.#file.stat();
    await this.#file.seek(0, Deno.SeekMode.Start);
    const bytes = new Uint8Array(size);
    let length = 0;
    for (let read; length < size && (read = await this.#file.read(bytes.subarray(length))) !== null;) {
      length += read;
    }
    if (length < HEADER_BYTES) return null;
    const header = new TextDecoder().decode(bytes.subarray(0, HEADER_BYTES));
    if (!header.startsWith(`${FORMAT} `) || !header.endsWith("\n")) return null;
    const id = header.slice(FORMAT.length + 1, -1);
    const after = id === applied?.[0] ? applied[1] : -Infinity;
    return { id, frames: [...framesOf(bytes.subarray(HEADER_BYTES, length), after)] };
  }

  /** Makes it an empty file of the journal. */
  async begin(id: string): Promise<void> {
    await this.#file.truncate(0);
    this.#write(0, new TextEncoder().encode(`${FORMAT} ${id}\n`));
    this.#end = HEADER_BYTES;
    await this.#file.sync();
  }

  /** The next frame is the first. Older frames that stay behind it have lower numbers, by which a reader knows them. */
  restart(): void {
    this.#end = HEADER_BYTES;
  }

  /** Resolves when the frame is on the disk. After a failure nothing of it is left, as far as that can be done. */
  async append(frame: Uint8Array): Promise<void> {
    const start = this.#end;
    try {
      this.#write(start, frame);
      this.#end = start + frame.length;
      await this.#file.syncData();
    } catch (error) {
      this.#end = start;
      this.#at = null;
      await this.#file.truncate(start);
      throw error;
    }
  }

  close(): void {
    this.#file.close();
  }

  #write(at: number, bytes: Uint8Array): void {
    if (this.#at !== at) this.#file.seekSync(at, Deno.SeekMode.Start);
    this.#at = null;
    let written = this.#file.writeSync(bytes);
    while (written < bytes.length) written += this.#file.writeSync(bytes.subarray(written));
    this.#at = at + written;
  }
}
