/** The journal of a store that another process writes, and its copy. Frames are known by their numbers alone: they grow. */
import { FRAME_HEAD_BYTES, frameNumber, wholeFramesOf } from "../journal/frame.ts";
import { Journal } from "../journal/journal.ts";
import { HEADER_BYTES } from "../journal/journal_file.ts";
import type { Applied } from "../journal/merged_frames.ts";
import { journalPaths } from "../journal/paths.ts";

interface ReadFrames {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where they end in their file. */
  readonly end: number;
  /** The number of the last one. */
  readonly last: number;
}

interface ReadJournal {
  /** New whole frames, in their order, by files. */
  readonly frames: readonly ReadFrames[];
  /** True: no frame is in its files. */
  readonly isEmpty: boolean;
}

export class SourceJournal {
  readonly #paths: readonly string[];
  /** Where each file is read next. */
  readonly #at: number[];
  #last = -Infinity;

  constructor(path: string) {
    this.#paths = journalPaths(path);
    this.#at = this.#paths.map(() => HEADER_BYTES);
  }

  /** What was confirmed before is in it, or was in the store's file before. */
  read(): ReadJournal {
    const frames: ReadFrames[] = [];
    let isEmpty = true;
    for (const [index, path] of this.#paths.entries()) {
      using file = openIfThere(path);
      if (file === null) continue;
      const { size } = file.statSync();
      if (size > HEADER_BYTES) isEmpty = false;
      const found = this.#newIn(file, HEADER_BYTES, size) ?? this.#newIn(file, this.#at[index]!, size);
      if (found === null) continue;
      this.#at[index] = found.end;
      frames.push(found);
    }
    frames.sort((one, other) => one.last - other.last);
    this.#last = frames.at(-1)?.last ?? this.#last;
    return { frames, isEmpty };
  }

  /** Null: no newer frame begins there. A file is written from its start again, and has older ones behind the newest then. */
  #newIn(file: Deno.FsFile, at: number, size: number): ReadFrames | null {
    const first = frameNumber(readFrom(file, at, FRAME_HEAD_BYTES));
    if (first === null || first <= this.#last) return null;
    const bytes = readFrom(file, at, size - at);
    let [length, last] = [0, this.#last];
    for (const frame of wholeFramesOf(bytes)) {
      length += frame.bytes.length;
      last = frame.number;
    }
    return length === 0 ? null : { bytes: bytes.subarray(0, length), end: at + length, last };
  }
}

export class CopiedJournal {
  readonly #path: string;
  #journal: Journal | null = null;
  #last = -Infinity;

  /** @param path of the copied store */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Called when the copy of the store's file has the mark, and everything that the store had when the journal was read.
   * @param mark null: no journal was ever used with the store
   */
  async write({ frames, isEmpty }: ReadJournal, mark: Applied | null): Promise<void> {
    if (mark === null) return;
    const [id, applied] = mark;
    if (this.#journal?.id !== id) {
      this.#journal?.close();
      this.#journal = await Journal.begin(this.#path, id, applied);
      this.#last = -Infinity;
    }
    this.#journal.applied = applied;
    for (const { bytes, last } of frames) {
      await this.#journal.append(last, bytes);
      this.#last = last;
    }
    // What was erased is overwritten in the journal, and here too.
    if (isEmpty && this.#last > -Infinity && this.#last <= applied) {
      this.#journal.wipe();
      this.#last = -Infinity;
    }
  }

  close(): void {
    this.#journal?.close();
  }
}

function readFrom(file: Deno.FsFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  if (length <= 0) return new Uint8Array();
  file.seekSync(at, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  let filled = 0;
  for (let count; (count = file.readSync(bytes.subarray(filled))) !== null && count > 0;) filled += count;
  return bytes.subarray(0, filled);
}

function openIfThere(path: string): Deno.FsFile | null {
  try {
    return Deno.openSync(path, { read: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
