/** One file of a journal: a line that names the journal, and frames one after the other. Written from the start again and again. */
const FORMAT = "winnow journal 1";
/** `winnow journal 1 <uuid>` and a line break. */
export const HEADER_BYTES = FORMAT.length + 1 + 36 + 1;
const HEADER = new RegExp(`^${FORMAT} ([0-9a-f-]{36})\n$`);

export interface JournalContent {
  /** The id of its journal; null when it has no header. */
  readonly id: string | null;
  /** What follows the header, or everything. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

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

  /** All of it, as it is now. */
  async read(): Promise<JournalContent> {
    const { size } = await this.#file.stat();
    await this.#file.seek(0, Deno.SeekMode.Start);
    this.#at = null;
    const bytes = new Uint8Array(size);
    let length = 0;
    for (let read; length < size && (read = await this.#file.read(bytes.subarray(length))) !== null;) {
      length += read;
    }
    const header = new TextDecoder().decode(bytes.subarray(0, Math.min(length, HEADER_BYTES)));
    const id = HEADER.exec(header)?.[1] ?? null;
    return { id, bytes: bytes.subarray(id === null ? 0 : HEADER_BYTES, length) };
  }

  /** Makes it an empty file of the journal. One that is of the journal already never loses its header meanwhile. */
  async begin(id: string): Promise<void> {
    if ((await this.read()).id === id) await this.#file.truncate(HEADER_BYTES);
    else {
      await this.#file.truncate(0);
      this.#write(0, new TextEncoder().encode(`${FORMAT} ${id}\n`));
    }
    this.#end = HEADER_BYTES;
    await this.#file.sync();
  }

  /** The next frame is the first. Older frames that stay behind it have lower numbers, by which a reader knows them. */
  restart(): void {
    this.#end = HEADER_BYTES;
  }

  /** Overwrites its frames: the engine has all of them. No frame is being written meanwhile. */
  wipe(): void {
    const { size } = this.#file.statSync();
    if (size <= HEADER_BYTES) return;
    this.#write(HEADER_BYTES, new Uint8Array(size - HEADER_BYTES));
    this.#file.syncDataSync();
    this.#file.truncateSync(HEADER_BYTES);
    this.#file.syncDataSync();
    this.restart();
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
