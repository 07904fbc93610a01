/**
 * The group-commit writer: writes queue here while a batch is being committed, and the queue becomes the next atomic batch.
 * A caller's write resolves when its batch is committed.
 */
import { retryOnConflict, type RetryOptions } from "../../concurrency/retry.ts";
import type { ChangeLog } from "../cluster/change_log.ts";
import type { ExactChanges } from "../cluster/exact_changes.ts";
import type { Entry, Key, Value } from "../engine.ts";
import { WriteConflict } from "../failure.ts";
import { CellCache } from "./cell_cache.ts";
import { CommitHealth } from "./commit_health.ts";
import { Filters } from "./filters.ts";
import { Flights } from "./flights.ts";
import type { RecordSlot } from "./segment.ts";
import { MergedCells } from "./merged_cells.ts";
import type { SightingsOptions } from "./sighting_log.ts";
import { Sightings } from "./sightings.ts";
import { Slots } from "./slots.ts";
import { costOf, firstGroup, isIndependent, stage, type Waiting, type Write } from "./write_batch.ts";

/** A batch that keeps conflicting with those of other processes fails after these attempts. */
const RETRY: RetryOptions = { when: (error) => error instanceof WriteConflict, attempts: 50 };

export interface WriterOptions extends SightingsOptions {
  readonly changes: ChangeLog;
  /** A number from 0 to 1, for request ids. */
  readonly random: () => number;
  /** This process's number, unique among the processes that serve the store. */
  readonly processNumber: () => number;
  /** Absent: no other process writes the same states. */
  readonly exactChanges?: ExactChanges;
  readonly health?: CommitHealth;
}

export class Writer {
  readonly #options: WriterOptions;
  readonly #cells: CellCache;
  readonly filters = new Filters();
  readonly sightings: Sightings;
  readonly health: CommitHealth;
  readonly #merged: MergedCells | null;
  readonly #slots: Slots;
  #waiting: Waiting[] = [];
  /** Work that runs between two commits. */
  readonly #betweenCommits: (() => Promise<void>)[] = [];
  readonly #flights: Flights;
  #running: Promise<void> | null = null;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#slots = new Slots(options.random);
    this.health = options.health ?? new CommitHealth();
    this.#cells = new CellCache(options.engine, this.filters.byPart);
    this.sightings = new Sightings(this.#cells, options);
    this.#flights = new Flights({ engine: options.engine, sightings: this.sightings, health: this.health });
    this.#merged = options.exactChanges === undefined
      ? null
      : new MergedCells({ ...options, changes: options.exactChanges, forget: (key) => this.forget(key) });
  }

  /** The last failure of the engine, or null since the last success. */
  get failure(): unknown {
    return this.health.failure;
  }

  get waitingWrites(): number {
    return this.#waiting.length;
  }

  /** Reserves the slot of a score record, which determines its request id (`req_<uuid>`). */
  reserve(): RecordSlot {
    return this.#slots.reserve(this.#options.processNumber(), this.#options.now());
  }

  /** Resolves when the write is durable. */
  write(write: Write): Promise<void> {
    return new Promise((done, fail) => {
      this.#waiting.push({ write, cost: costOf(write), done, fail, alone: false });
      this.#running ??= Promise.resolve().then(() => this.#run());
    });
  }

  /** The value of a cell: from memory, or read once. */
  async read(key: Key): Promise<Value | null> {
    return (this.#cells.peek(key) ?? await this.#cells.load(key)).value;
  }

  /** As `read`, synchronously: undefined when it is not in memory. */
  peek(key: Key): Value | null | undefined {
    return this.#cells.peek(key)?.value;
  }

  /**
   * The values of cells whose changes are not in the change log: as the store has them now, or from memory while no other
   * process changes them. Reads of the same tick are one read of the engine, and the next write of the cells needs none.
   */
  async readShared(keys: readonly Key[]): Promise<(Value | null)[]> {
    if (this.#options.isSoleProcess?.() === false) keys.forEach((key) => this.#cells.forget(key));
    const cells = await Promise.all(keys.map((key) => this.#cells.load(key)));
    return cells.map(({ value }) => value);
  }

  /** The entry as the store has it now, whichever process wrote it. An update of the cell starts from it or a newer one. */
  async readFresh(key: Key): Promise<Entry | null> {
    const [entry] = await this.#options.engine.get([key]);
    this.#cells.forget(key);
    return entry ?? null;
  }

  /** Forgets a cell, because another process changed it. */
  forget(key: Key): void {
    this.#cells.forget(key);
  }

  /** Forgets all cells, because changes of other processes were missed. */
  forgetAll(): void {
    this.#cells.clear();
  }

  keepFilters(): Promise<void> {
    return this.filters.keep(this.#options.engine, this.#options.isSoleProcess?.() === false);
  }

  /** Looks after states that other processes write too. @param all also those that were written just now */
  async checkMerged(all = false): Promise<void> {
    await this.#merged?.check(all);
  }

  /** Writes logged sightings to the values' own keys. */
  compactSightings(): Promise<void> {
    return this.sightings.compact((write) => this.write(write));
  }

  /** Resolves when every earlier write is durable or has failed. */
  async flush(): Promise<void> {
    while (this.#running !== null || !this.#flights.areNone) await (this.#running ?? this.#flights.ended());
  }

  /** Runs the work while no commit of this process is in progress: it reads exactly what was acknowledged. */
  runBetweenCommits<T>(work: () => Promise<T>): Promise<T> {
    const result = new Promise<T>((done, fail) => this.#betweenCommits.push(() => work().then(done, fail)));
    this.#running ??= Promise.resolve().then(() => this.#run());
    return result;
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#betweenCommits.length > 0) {
        if (this.#betweenCommits.length > 0) {
          await this.#flights.ended();
          await this.#betweenCommits.shift()!();
        } else if (!this.#flights.mayStart) await this.#flights.pause();
        else await this.#start(this.#take());
      }
    } finally {
      this.#running = null;
    }
  }

  /** Commits a group: beside others where no write of it needs the effect of another, otherwise alone. */
  async #start(group: readonly Waiting[]): Promise<void> {
    if (!this.#flights.maySeveral || group.some(({ write, alone }) => alone || !isIndependent(write))) {
      await this.#flights.ended();
      return await this.#finish(group);
    }
    try {
      await this.#flights.start(group.map(({ write }) => write), (error) => this.#settle(group, error));
    } catch (error) {
      this.#fail(group, error);
    }
  }

  #settle(group: readonly Waiting[], error: unknown): void {
    if (error instanceof TypeError && group.length > 1) {
      for (const item of group) item.alone = true;
      this.#waiting.unshift(...group);
      this.#running ??= Promise.resolve().then(() => this.#run());
    } else if (error !== null) this.#fail(group, error);
    else {
      this.health.succeeded();
      for (const { done } of group) done();
    }
  }

  #fail(group: readonly Waiting[], error: unknown): void {
    // The engine throws a TypeError for a value or key of the batch (too large), not for its own failures.
    if (!(error instanceof TypeError || error instanceof WriteConflict)) this.health.failed(error);
    for (const item of group) item.fail(error);
  }

  /** Commits a group and settles its callers. A value that the engine does not accept fails its own write only. */
  async #finish(group: readonly Waiting[]): Promise<void> {
    const writes = group.map(({ write }) => write);
    try {
      const refused = await retryOnConflict(() => this.#tryCommit(writes), RETRY);
      this.health.succeeded();
      for (const item of group) {
        if (refused.has(item.write)) item.fail(refused.get(item.write));
        else item.done();
      }
    } catch (error) {
      for (const item of group) for (const cell of item.write.cells ?? []) this.forget(cell.key);
      if (error instanceof TypeError && group.length > 1) {
        const half = group.length >> 1;
        await this.#finish(group.slice(0, half));
        await this.#finish(group.slice(half));
        return;
      }
      this.#fail(group, error);
    }
  }

  #take(): Waiting[] {
    const group = firstGroup(this.#waiting);
    this.#waiting = this.#waiting.slice(group.length);
    if (group.some((item) => item.write.records !== undefined)) this.#slots.close();
    return group;
  }

  /** Resolves to the refused writes of the group. @throws WriteConflict when another process wrote one of the checked keys first */
  async #tryCommit(writes: readonly Write[]): Promise<ReadonlyMap<Write, unknown>> {
    const { engine, changes } = this.#options;
    const [loading, reading] = [this.#cells.loadFor(writes), this.sightings.load(writes)];
    const waited = loading instanceof Promise || reading instanceof Promise;
    const [cells, seen] = waited ? await Promise.all([loading, reading]) : [loading, reading];
    const staged = stage(writes, cells);
    const kept = writes.filter((write) => !staged.refused.has(write));
    const log = this.sightings.stage(kept, seen, waited);
    const changed = kept.flatMap((write) => write.changes ?? []);
    const announcement = changed.length > 0 ? changes.announce(changed) : null;
    const check = [...staged.check, ...announcement?.check ?? []];
    const set = [...staged.set, ...log.set, ...announcement?.set ?? []];
    const version = await this.health.timed(engine.commit({ ...staged, check, set })).finally(() => {
      if (announcement !== null) changes.ended();
    });
    if (version === null) {
      for (const { key } of staged.check) this.forget(key);
      if (announcement !== null) await changes.catchUp();
      throw new WriteConflict("the store kept changing under a write");
    }
    for (const { key, value } of staged.cells) {
      this.#cells.put(key, { value, version: value === null ? null : version });
    }
    this.sightings.logged(log);
    if (this.#options.isSoleProcess?.() === false) kept.forEach(({ cells }) => this.#merged?.wrote(cells));
    if (announcement !== null) changes.announced(announcement, version);
    return staged.refused;
  }
}
