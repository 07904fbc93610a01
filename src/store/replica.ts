/**
 * Reads of a replica, which may be a little behind. The primary store answers what the replica cannot: it is gone, still starting,
 * or gave up a read.
 */
import type { Batch, Engine, Entry, Key, ScanOptions } from "./engine.ts";

/** After a failure the replica is left alone for this long. */
const PAUSE_MS = 5000;

export class Replica implements Engine {
  readonly #open: () => Promise<Engine>;
  readonly #primary: Engine;
  #opened: Promise<Engine> | null = null;
  #pausedUntil = -Infinity;

  constructor(open: () => Promise<Engine>, primary: Engine) {
    this.#open = open;
    this.#primary = primary;
  }

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    const replica = await this.#replica();
    if (replica !== null) {
      try {
        return await replica.get(keys);
      } catch {
        this.#pause();
      }
    }
    return await this.#primary.get(keys);
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    let rest = options;
    const replica = await this.#replica();
    if (replica !== null) {
      try {
        for await (const entry of replica.scan(prefix, options)) {
          rest = restAfter(entry, rest);
          yield entry;
        }
        return;
      } catch {
        this.#pause();
      }
    }
    if (rest.limit !== 0) yield* this.#primary.scan(prefix, rest);
  }

  commit(batch: Batch): Promise<string | null> {
    return this.#primary.commit(batch);
  }

  /** Closes the replica; the primary store is closed by who opened it. */
  async close(): Promise<void> {
    await (await this.#opened?.catch(() => null))?.close();
  }

  async #replica(): Promise<Engine | null> {
    if (performance.now() < this.#pausedUntil) return null;
    try {
      return await (this.#opened ??= this.#open());
    } catch {
      this.#opened = null;
      this.#pause();
      return null;
    }
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
  }
}

/** What is left of a scan after an entry. */
function restAfter({ key }: Entry, options: ScanOptions): ScanOptions {
  const left = options.limit === undefined ? {} : { limit: options.limit - 1 };
  // The next key after one is the same with an empty part.
  return options.reverse ? { ...options, ...left, end: key } : { ...options, ...left, start: [...key, ""] };
}
