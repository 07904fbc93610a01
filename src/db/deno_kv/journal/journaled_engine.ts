/**
 * An engine with a journal before it. A batch that checks nothing and whose keys no other process writes is confirmed when it
 * is durable in the journal, and applied to the engine with others a little later. A read of what is not applied yet waits for
 * that, and every other commit comes after it, so the difference is not visible. After a failure of the journal, batches are
 * committed as without one.
 */
import type { Distribution } from "../../../concurrency/measure/distribution.ts";
import { type Batch, type Engine, type Entry, type Key, keyText, type ScanOptions } from "../../engine.ts";
import { StoreFailure } from "../../failure.ts";
import { type FrameKey, frameOf } from "./frame.ts";
import type { Journal } from "./journal.ts";
import { JOURNAL } from "../../own_rows.ts";

/** The version of keys that were written through the journal: no check holds against it. */
export const JOURNALED = "journal";
/** Frames are applied when none came for this long, */
const QUIET_MS = 20;
/** or when the oldest waits for so long: longer, and the work comes in bursts that requests feel where cores are few; */
const GATHER_MS = 50;
/** or when there are this many bytes. */
const GATHER_BYTES = 2 ** 20;
/** With more than this waiting to be applied, a batch waits too. */
const MAX_WAITING_BYTES = 8 * 2 ** 20;
/** How long a frame is written, about. */
const APPEND_MS = 5;
/** After the journal could not be taken or written, or a frame not be applied. */
const PAUSE_MS = 1000;

interface Waiting {
  readonly number: number;
  /** `performance.now()` of its commit. */
  readonly at: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly keys: readonly FrameKey[];
}

export type OpenJournal = Pick<Journal, "id" | "applied" | "append" | "bytes" | "wipe" | "finish" | "close">;

interface JournaledEngineOptions {
  readonly engine: Engine;
  /** Null: another process has the journal. */
  readonly take: () => Promise<OpenJournal | null>;
  /** Applies frames of a journal; resolves when the engine has them durably. */
  readonly apply: (journal: string, frames: readonly Uint8Array<ArrayBuffer>[]) => Promise<void>;
}

export class JournaledEngine implements Engine {
  readonly #options: JournaledEngineOptions;
  readonly #engine: Engine;
  #journal: OpenJournal | null = null;
  #taking: Promise<void> | null = null;
  #pausedUntil = -Infinity;
  #number = 0;
  /** The last number that is in the journal, or that the engine's mark has passed over. */
  #last = 0;
  /** In the journal, and not yet in the engine. */
  readonly #waiting: Waiting[] = [];
  /** Keys of the waiting frames, each with the last frame that writes it. */
  readonly #keys = new Map<string, number>();
  /** The same of the first parts of their keys. */
  readonly #firstParts = new Map<string, number>();
  #waitingBytes = 0;
  #applying: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Commits to the engine in progress: no batch is journaled meanwhile, so that the order of writes stays. */
  #direct = 0;

  /** Frames that are being written. */
  #appends = 0;

  /** Some of the waiting frames may be in the engine: the last attempt failed. */
  #isUnsure = false;

  readonly load?: NonNullable<Engine["load"]>;

  constructor(options: JournaledEngineOptions) {
    this.#options = options;
    const { engine } = options;
    this.#engine = engine;
    if (engine.load === undefined) return;
    this.load = async (entries) => {
      await this.#settleAll();
      await engine.load!(entries);
    };
  }

  get checkpointSeconds(): Distribution | null {
    return this.#engine.checkpointSeconds ?? null;
  }

  get steps(): number {
    return this.#engine.steps ?? 0;
  }

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    if (this.#keys.size > 0 && keys.some((key) => this.#keys.has(keyText(key)))) await this.#settle();
    return await this.#engine.get(keys);
  }

  async *scan(prefix: Key, options?: ScanOptions): AsyncIterable<Entry> {
    const [first] = prefix;
    if (first === undefined || this.#firstParts.has(first)) await this.#settle();
    yield* this.#engine.scan(prefix, options);
  }

  async commit(batch: Batch): Promise<string | null> {
    const { own, check = [] } = batch;
    if (check.some(({ version }) => version === JOURNALED)) return null;
    const version = own && check.length === 0 && this.#isReady() ? await this.#journaled(batch) : null;
    return version ?? await this.#committed(batch);
  }

  keepTime(): void {
    this.#engine.keepTime?.();
  }

  async fileSizes(): Promise<Readonly<Record<string, number>>> {
    const sizes = await this.#engine.fileSizes!();
    return this.#journal === null ? sizes : { ...sizes, journal: this.#journal.bytes };
  }

  async overwrite(all: boolean): Promise<void> {
    // One that is taken begins empty; what a killed process left in it has been applied.
    if (this.#journal === null) await (this.#taking ??= this.#take().finally(() => this.#taking = null));
    this.#direct++;
    try {
      for (;;) {
        await this.#settleAll();
        if (this.#appends === 0 && this.#waiting.length === 0) break;
        await new Promise((resolve) => setTimeout(resolve, APPEND_MS));
      }
      this.#journal?.wipe();
    } finally {
      this.#direct--;
    }
    await this.#engine.overwrite?.(all);
  }

  async close(): Promise<void> {
    await this.#taking;
    // What could not be applied stays in the journal.
    await this.#settle().catch(() => {});
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#waiting.length === 0) await this.#journal?.finish(this.#engine, this.#last).catch(() => {});
    this.#journal?.close();
    await this.#engine.close();
  }

  /** Takes the journal with the first batch for it, which does not wait. */
  #isReady(): boolean {
    if (this.#direct > 0 || performance.now() < this.#pausedUntil) return false;
    if (this.#journal === null) {
      this.#taking ??= this.#take().finally(() => this.#taking = null);
      return false;
    }
    return true;
  }

  async #take(): Promise<void> {
    try {
      this.#journal = await this.#options.take();
      this.#number = this.#last = this.#journal?.applied ?? 0;
    } catch {
      // Without a journal the engine is only slower.
    }
    if (this.#journal === null) this.#pause();
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
  }

  /** Null: the batch is none for a journal. */
  async #journaled(batch: Batch): Promise<string | null> {
    const number = ++this.#number;
    const frame = frameOf(number, batch, this.#last);
    if (frame === null) return null;
    if (this.#waitingBytes > MAX_WAITING_BYTES) await this.#settle();
    const journal = this.#journal!;
    this.#appends++;
    try {
      await journal.append(number, frame.bytes);
    } catch {
      this.#appends--;
      this.#pause();
      // The frame may be on the disk all the same: with its number marked as applied it is not applied again.
      const mark = JOURNAL.set(JOURNAL.key(), [journal.id, number]);
      const version = await this.#committed({ ...batch, set: [...batch.set ?? [], mark] });
      this.#last = number;
      return version;
    }
    this.#appends--;
    this.#last = number;
    this.#waiting.push({ number, at: performance.now(), ...frame });
    this.#waitingBytes += frame.bytes.length;
    for (const { text, first } of frame.keys) {
      this.#keys.set(text, number);
      this.#firstParts.set(first, number);
    }
    this.#schedule(QUIET_MS);
    return JOURNALED;
  }

  /** To the engine, after what was confirmed before. */
  async #committed(batch: Batch): Promise<string | null> {
    this.#direct++;
    try {
      await this.#settleAll();
      return await this.#engine.commit(batch);
    } finally {
      this.#direct--;
    }
  }

  #schedule(afterMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#isDue()) this.#apply().catch(() => {}); // tried again
      else this.#schedule(QUIET_MS);
    }, afterMs);
  }

  #isDue(): boolean {
    const [oldest, newest] = [this.#waiting[0], this.#waiting.at(-1)];
    const now = performance.now();
    return oldest === undefined || newest === undefined || now - newest.at >= QUIET_MS ||
      now - oldest.at >= GATHER_MS || this.#waitingBytes >= GATHER_BYTES;
  }

  /** Resolves when the engine has what waits now. @throws StoreFailure */
  async #settle(): Promise<void> {
    const last = this.#waiting.at(-1)?.number ?? -Infinity;
    while (this.#waiting.length > 0 && this.#waiting[0]!.number <= last) await this.#apply();
  }

  async #settleAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#settle();
  }

  #apply(): Promise<void> {
    return this.#applying ??= this.#applyWaiting().finally(() => {
      this.#applying = null;
      if (this.#waiting.length > 0) {
        this.#schedule(performance.now() < this.#pausedUntil ? PAUSE_MS : QUIET_MS);
      }
    });
  }

  async #applyWaiting(): Promise<void> {
    const journal = this.#journal!;
    const frames = [...this.#waiting];
    const last = frames.at(-1)?.number ?? 0;
    try {
      const applied = this.#isUnsure ? await this.#readApplied() : journal.applied;
      const left = frames.filter(({ number }) => number > applied);
      if (left.length > 0) await this.#options.apply(journal.id, left.map(({ bytes }) => bytes));
      this.#isUnsure = false;
    } catch (cause) {
      this.#isUnsure = true;
      this.#pause();
      throw new StoreFailure(`the store cannot be written: ${(cause as Error).message}`, { cause });
    }
    journal.applied = last;
    this.#waiting.splice(0, frames.length);
    for (const { bytes, keys } of frames) {
      this.#waitingBytes -= bytes.length;
      for (const { text } of keys) if (this.#keys.get(text)! <= last) this.#keys.delete(text);
    }
    for (const [first, number] of this.#firstParts) if (number <= last) this.#firstParts.delete(first);
  }

  async #readApplied(): Promise<number> {
    const [entry] = await this.#engine.get([JOURNAL.key()]);
    return JOURNAL.read(entry?.value)?.[1] ?? 0;
  }
}
