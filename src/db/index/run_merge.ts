/** Merges runs of postings into one, chunk by chunk. */
import type { RunReader } from "./run_reader.ts";
import type { RunWriter } from "./run_writer.ts";

/**
 * @param runs that follow one another in time
 * @returns false when it was stopped
 */
export async function mergeRuns(
  runs: readonly RunReader[],
  writer: RunWriter,
  isStopped: () => boolean,
): Promise<boolean> {
  const sources: PostingSource[] = [];
  for (const run of runs) {
    sources.push(new PostingSource(run.postings(), writer.records));
    for await (const slots of run.slots()) {
      for (const slot of slots) if (writer.slot(slot)) await writer.flush();
      if (isStopped()) return false;
    }
  }
  for (const source of sources) await source.load();
  for (;;) {
    // Ties stay in the order of the runs, which is that of their numbers.
    let least: PostingSource | null = null;
    for (const source of sources) if (source.term < (least?.term ?? Infinity)) least = source;
    if (least === null) break;
    if (writer.posting(least.term, least.number)) {
      await writer.flush();
      if (isStopped()) return false;
    }
    if (!least.next()) await least.load();
  }
  await writer.finish();
  return true;
}

/** The postings of a run that is merged, one at a time. */
class PostingSource {
  readonly #pages: AsyncIterator<Uint32Array>;
  readonly #base: number;
  #page: Uint32Array = new Uint32Array();
  #at = 0;

  /** @param base what is added to the numbers */
  constructor(pages: AsyncIterable<Uint32Array>, base: number) {
    this.#pages = pages[Symbol.asyncIterator]();
    this.#base = base;
  }

  /** Infinity after the last one. */
  get term(): number {
    return this.#page[this.#at] ?? Infinity;
  }

  get number(): number {
    return this.#page[this.#at + 1]! + this.#base;
  }

  /** False: call `load`. */
  next(): boolean {
    this.#at += 2;
    return this.#at < this.#page.length;
  }

  async load(): Promise<void> {
    const { value, done } = await this.#pages.next();
    this.#page = done ? new Uint32Array() : value;
    this.#at = 0;
  }
}
