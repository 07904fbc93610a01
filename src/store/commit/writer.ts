/**
 * The group-commit writer: every write of the service waits here, what is waiting becomes one atomic batch, and each
 * caller is released when that batch is committed.
 */
import { type Cell, Cells } from "./cell_cache.ts";
import type { Changes } from "../cluster/change_log.ts";
import {
  type Engine,
  type Key,
  keyText,
  MAX_BATCH_BYTES,
  MAX_CHECKS,
  MAX_MUTATIONS,
  type Value,
} from "../engine.ts";
import { WriteConflict } from "../failure.ts";
import { KeyFilter } from "./bloom_filter.ts";
import { type RecordPlace, SegmentBuilder } from "./segment.ts";
import { SegmentNames } from "./segment_ids.ts";
import { Sightings } from "./sightings.ts";
import { costOf, stage, type Write } from "./write_batch.ts";

interface Waiting {
  readonly write: Write;
  readonly cost: ReturnType<typeof costOf>;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

type CellsByText = ReadonlyMap<string, Cell>;

/** A batch that another process's writes keep refusing is given up after this many tries. */
const MAX_TRIES = 50;

export interface WriterOptions {
  readonly engine: Engine;
  readonly changes: Changes;
  readonly now: () => number;
  /** A number from 0 to 1, for request ids. */
  readonly random: () => number;
  /** This process's number among those of the store. */
  readonly member: () => number;
  /** No other process is there. Absent: there never is. */
  readonly alone?: () => boolean;
}

export class Writer {
  readonly #options: WriterOptions;
  readonly #cells: Cells;
  /** By topic: what the store surely holds nothing about needs no read. */
  readonly #filters = { reputation: new KeyFilter("reputation"), sighting: new KeyFilter("sighting") };
  readonly sightings: Sightings;
  readonly #names = new SegmentNames();
  #waiting: Waiting[] = [];
  readonly #betweens: (() => Promise<void>)[] = [];
  #running: Promise<void> | null = null;
  #segment: SegmentBuilder | null = null;
  #failure: unknown = null;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#cells = new Cells(options.engine, this.#filters);
    this.sightings = new Sightings(this.#cells, options);
  }

  /** The last failure of the engine, or null since the last success. */
  get failure(): unknown {
    return this.#failure;
  }

  /** A place for a score record, and with it its request id (`req_<uuid>`). */
  reserve(): RecordPlace {
    if (this.#segment === null || this.#segment.full) {
      const { member, now, random } = this.#options;
      const { time, nonce } = this.#names.next(member(), now());
      this.#segment = new SegmentBuilder(time, random, nonce);
    }
    return this.#segment.reserve();
  }

  /** Resolves when the write is durable. */
  write(write: Write): Promise<void> {
    return new Promise((done, fail) => {
      this.#waiting.push({ write, cost: costOf(write), done, fail });
      this.#running ??= Promise.resolve().then(() => this.#run());
    });
  }

  /** The value of a cell: from memory, or read once. */
  async read(key: Key): Promise<Value | null> {
    return (this.#cells.peek(key) ?? await this.#cells.load(key)).value;
  }

  /** As `read`, at once: undefined when it is not in memory. */
  peek(key: Key): Value | null | undefined {
    return this.#cells.peek(key)?.value;
  }

  /** Forgets a cell, because another process changed it. */
  forget(key: Key): void {
    this.#cells.forget(key);
  }

  /** Forgets all cells: this process was away from the change log for too long. */
  forgetAll(): void {
    this.#cells.clear();
  }

  /** Call it now and then in a process that follows the changes of others. Sightings of others are not among those. */
  async keepFilters(): Promise<void> {
    const { engine, alone } = this.#options;
    const { reputation, sighting } = this.#filters;
    if (alone?.() === false) sighting.reset();
    else await sighting.fill(engine);
    await reputation.fill(engine);
  }

  async stopFilters(): Promise<void> {
    await Promise.all(Object.values(this.#filters).map((filter) => filter.stop()));
  }

  /** Takes logged sightings to their places. */
  foldSightings(): Promise<void> {
    return this.sightings.fold((write) => this.write(write));
  }

  /** Waits until everything that was written before is durable. */
  async flush(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** Runs the work while no commit of this process is under way: what it reads holds all that was acknowledged. */
  between<T>(work: () => Promise<T>): Promise<T> {
    const result = new Promise<T>((done, fail) => this.#betweens.push(() => work().then(done, fail)));
    this.#running ??= Promise.resolve().then(() => this.#run());
    return result;
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#betweens.length > 0) {
        while (this.#betweens.length > 0) await this.#betweens.shift()!();
        if (this.#waiting.length === 0) break;
        await this.#finish(this.#take());
      }
    } finally {
      this.#running = null;
    }
  }

  /** Commits a group and releases its callers. What the engine does not take as it is refuses its own write only. */
  async #finish(group: readonly Waiting[]): Promise<void> {
    try {
      const refused = await this.#commit(group.map((item) => item.write));
      this.#failure = null;
      for (const item of group) {
        if (refused.has(item.write)) item.fail(refused.get(item.write));
        else item.done();
      }
    } catch (error) {
      for (const item of group) for (const cell of item.write.cells ?? []) this.forget(cell.key);
      // A TypeError is about a value or a key of the batch (too large), not about the store.
      const wrong = error instanceof TypeError;
      if (wrong && group.length > 1) {
        const half = group.length >> 1;
        await this.#finish(group.slice(0, half));
        await this.#finish(group.slice(half));
        return;
      }
      if (!wrong && !(error instanceof WriteConflict)) this.#failure = error;
      for (const item of group) item.fail(error);
    }
  }

  #take(): Waiting[] {
    let [bytes, mutations, checks, count] = [0, 0, 0, 0];
    for (const { cost } of this.#waiting) {
      bytes += cost.bytes;
      mutations += cost.mutations;
      checks += cost.checks;
      if (count > 0 && (bytes > MAX_BATCH_BYTES || mutations > MAX_MUTATIONS || checks > MAX_CHECKS)) break;
      count++;
    }
    const group = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    if (group.some((item) => item.write.records !== undefined)) this.#segment = null;
    return group;
  }

  async #commit(writes: readonly Write[]): Promise<ReadonlyMap<Write, unknown>> {
    const { engine, changes } = this.#options;
    for (let attempt = 1;; attempt++) {
      const [loadingCells, loadingSeen] = [this.#loadCells(writes), this.sightings.load(writes)];
      const waited = loadingCells instanceof Promise || loadingSeen instanceof Promise;
      const [cells, seen] = waited
        ? await Promise.all([loadingCells, loadingSeen])
        : [loadingCells, loadingSeen];
      const staged = stage(writes, cells);
      const kept = staged.refused.size === 0 ? writes : writes.filter((write) => !staged.refused.has(write));
      const log = this.sightings.stage(kept, seen, waited);
      const changed = kept.flatMap((write) => write.changes ?? []);
      const announcement = changed.length > 0 ? changes.announce(changed) : null;
      const version = await engine.commit({
        ...staged,
        check: announcement === null ? staged.check : [...staged.check, ...announcement.check],
        set: [...staged.set, ...log.set, ...announcement?.set ?? []],
      });
      if (version !== null) {
        for (const { key, value } of staged.cells) {
          this.#cells.put(key, { value, version: value === null ? null : version });
        }
        this.sightings.logged(log);
        if (announcement !== null) changes.announced(announcement, version);
        return staged.refused;
      }
      if (attempt === MAX_TRIES) throw new WriteConflict("the store kept changing under a write");
      for (const { key } of staged.check) this.forget(key);
      if (announcement !== null) await changes.refresh();
    }
  }

  /** Every cell the writes name, by its text. A promise when some have to be read. */
  #loadCells(writes: readonly Write[]): CellsByText | Promise<CellsByText> {
    const cells = new Map<string, Cell>();
    const missing: Promise<unknown>[] = [];
    for (const write of writes) {
      for (const { key } of write.cells ?? []) {
        const text = keyText(key);
        if (cells.has(text)) continue;
        const cell = this.#cells.peek(key);
        if (cell !== undefined) cells.set(text, cell);
        else missing.push(this.#cells.load(key).then((loaded) => cells.set(text, loaded)));
      }
    }
    return missing.length === 0 ? cells : Promise.all(missing).then(() => cells);
  }
}
