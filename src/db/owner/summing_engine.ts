/**
 * The engine of an embedded store for several processes of which only this one writes. It adds to values itself
 * (`Batch.sum`): nobody else changes them, so what it knows of them is what is stored. One commit runs at a time, for all
 * batches that wait and can be one; what is read together with what it writes is read before or after it. Batches that check
 * nothing go through the journal of the file, as those of a process that is alone.
 */
import type { Distribution } from "../../concurrency/measure/distribution.ts";
import {
  type Batch,
  type Engine,
  type Entry,
  type Key,
  keyText,
  type LeastAndSum,
  type ScanOptions,
  type SetOp,
} from "../engine.ts";
import { addSums } from "../cluster/stream_view.ts";
import { JOURNALED } from "../deno_kv/journal/journaled_engine.ts";
import { STREAM_HEAD } from "../own_rows.ts";
import { joinable, joined } from "./joined_batches.ts";
import { KnownEntries } from "./known_entries.ts";

interface Waiting {
  readonly batch: Batch;
  readonly resolve: (version: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Work on entries that are in the store only, until `ended` resolves. */
interface Working {
  readonly texts: ReadonlySet<string>;
  readonly ended: Promise<unknown>;
}

interface SummingOptions {
  /** No other process writes what is committed here. */
  readonly engine: Engine;
  /** Prefixes of the keyspaces that hold sums. */
  readonly sums: readonly Key[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export class SummingEngine implements Engine {
  readonly sums = true;
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #known: KnownEntries;
  readonly #waiting: Waiting[] = [];
  readonly #reading = new Set<Working>();
  #committing: Working | null = null;
  #isRunning = false;

  private constructor({ engine, sums, now }: SummingOptions) {
    this.#engine = engine;
    this.#now = now;
    this.#known = new KnownEntries(sums);
  }

  static async open(options: SummingOptions): Promise<SummingEngine> {
    const summing = new SummingEngine(options);
    await summing.#known.load(options.engine);
    // Without it every new sum is looked for in the store.
    void summing.#known.fill(options.engine).catch(() => {});
    return summing;
  }

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    const texts = keys.map(keyText);
    for (;;) {
      const found = keys.map((key, at) => this.#known.find(key, texts[at]!));
      const missing = [...found.keys()].filter((at) => found[at] === undefined);
      if (missing.length === 0) return found as (Entry | null)[];
      const writing = this.#committing;
      if (writing !== null && missing.some((at) => writing.texts.has(texts[at]!))) {
        await writing.ended;
        continue;
      }
      // No commit writes these until they are read, so all are as they are now.
      const entries = await this.#read(missing.map((at) => keys[at]!), missing.map((at) => texts[at]!));
      for (const [index, at] of missing.entries()) found[at] = entries[index]!;
      return found as (Entry | null)[];
    }
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    const isHeads = keyText(prefix) === keyText(STREAM_HEAD.prefix) && options.start === undefined &&
      options.end === undefined && options.reverse !== true;
    if (!isHeads) return yield* this.#engine.scan(prefix, options);
    const keys = this.#known.headKeys(this.#now()).slice(0, options.limit ?? Infinity);
    for (const entry of await this.get(keys)) if (entry !== null) yield entry;
  }

  commit(batch: Batch): Promise<string | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      void this.#run();
    });
  }

  get steps(): number {
    return this.#engine.steps ?? 0;
  }

  get checkpointSeconds(): Distribution | null {
    return this.#engine.checkpointSeconds ?? null;
  }

  keepTime(): void {
    this.#engine.keepTime?.();
  }

  async overwrite(all: boolean): Promise<void> {
    await this.#engine.overwrite?.(all);
  }

  async fileSizes(): Promise<Readonly<Record<string, number>>> {
    return await this.#engine.fileSizes?.() ?? {};
  }

  async close(): Promise<void> {
    await this.#known.stop();
    await this.#engine.close();
  }

  async #read(keys: readonly Key[], texts: readonly string[]): Promise<(Entry | null)[]> {
    const ended = this.#engine.get(keys);
    const reading: Working = { texts: new Set(texts), ended };
    this.#reading.add(reading);
    try {
      const entries = await ended;
      keys.forEach((key, at) => this.#known.read(key, texts[at]!, entries[at]!));
      return entries;
    } finally {
      this.#reading.delete(reading);
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    await Promise.resolve(); // for what else came with it
    while (this.#waiting.length > 0) {
      await this.#finish(this.#waiting.splice(0, joinable(this.#waiting.map(({ batch }) => batch))));
    }
    this.#isRunning = false;
  }

  async #finish(group: readonly Waiting[]): Promise<void> {
    try {
      const version = await this.#commit(joined(group.map(({ batch }) => batch)));
      for (const { resolve } of group) resolve(version);
    } catch (error) {
      // One of them may be too large, or all together.
      if (error instanceof TypeError && group.length > 1) {
        for (const waiting of group) await this.#finish([waiting]);
      } else for (const { reject } of group) reject(error);
    }
  }

  async #commit(batch: Batch): Promise<string | null> {
    const { check = [], set = [], delete: deleted = [], add = [], sum = [], own = false } = batch;
    const keys = [
      ...set.map(({ key }) => key),
      ...deleted,
      ...add.map(({ key }) => key),
      ...sum.map(({ key }) => key),
    ];
    const texts = keys.map(keyText);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const writing = this.#committing = { texts: new Set(texts), ended };
    try {
      const reads = [...this.#reading].filter((read) =>
        [...read.texts].some((text) => writing.texts.has(text))
      );
      await Promise.allSettled(reads.map(({ ended }) => ended));
      const sums = sum.length === 0 ? [] : await this.#added(sum);
      keys.forEach((key, at) => this.#known.noteWritten(key, texts[at]!));
      const answer = await this.#engine.commit({ check, set: [...set, ...sums], delete: deleted, add, own });
      // A batch that was joined with it may have set the same key.
      const version = own && check.length === 0 && answer !== null ? JOURNALED : answer;
      // What is known may have a version that no check holds against.
      if (version === null) { for (const { key } of check) this.#known.forget(key, keyText(key)); }
      else this.#keep(batch, sums, version);
      return version;
    } catch (error) {
      // It may have been applied.
      keys.forEach((key, at) => this.#known.forget(key, texts[at]!));
      throw error;
    } finally {
      this.#committing = null;
      end();
    }
  }

  #keep({ set = [], delete: deleted = [], add = [] }: Batch, sums: readonly SetOp[], version: string): void {
    for (const op of set) this.#known.set(op, keyText(op.key), version, false);
    for (const op of sums) this.#known.set(op, keyText(op.key), version, true);
    for (const key of [...deleted, ...add.map(({ key }) => key)]) this.#known.forget(key, keyText(key));
  }

  /** The sums with what is stored. */
  async #added(sum: NonNullable<Batch["sum"]>): Promise<SetOp[]> {
    const found = sum.map(({ key }) => this.#known.find(key, keyText(key)));
    const missing = [...found.keys()].filter((at) => found[at] === undefined);
    if (missing.length > 0) {
      const keys = missing.map((at) => sum[at]!.key);
      const entries = await this.#engine.get(keys);
      for (const [index, at] of missing.entries()) found[at] = entries[index]!;
    }
    return sum.map(({ key, value, expiresAt }, at) => {
      // Of a keyspace of sums.
      const stored = found[at] === null ? null : found[at]!.value as unknown as LeastAndSum;
      return { key, value: stored === null ? value : addSums(stored, [value]), expiresAt };
    });
  }
}
