/**
 * The group-commit writer: writes queue here while a batch is being committed, and the queue becomes the next atomic batch.
 * A caller's write resolves when its batch is committed.
 */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { retryOnConflict, type RetryOptions } from "../../concurrency/retry.ts";
import type { ChangeLog } from "../cluster/change_log.ts";
import type { Stream } from "../cluster/stream.ts";
import type { Delta } from "../cluster/stream_entry.ts";
import type { ExactChanges } from "../cluster/exact_changes.ts";
import { type Engine, type Entry, type Key, keyText, type SumOp, type Value } from "../engine.ts";
import type { AnyKeyspace } from "../keyspace.ts";
import { WriteConflict } from "../failure.ts";
import { CellCache } from "./cell_cache.ts";
import { type Change, writeOf } from "./change.ts";
import { CommitHealth } from "./commit_health.ts";
import { MergedCells } from "./merged_cells.ts";
import type { Participant } from "./participant.ts";
import { costOf, groupSize, stage, type StagedCell, type Write, type WriteCost } from "./write_batch.ts";

/** `isOwn`: this process wrote it. `isFirst`: nothing was stored before, as far as the streams tell. */
export type TakeState = (
  delta: Delta,
  text: string,
  about: { readonly isOwn: boolean; readonly isFirst: boolean },
) => void;

interface Waiting<W extends Write> {
  readonly write: W;
  readonly cost: WriteCost;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/** A batch that keeps conflicting with the writes of other processes fails after these attempts. */
const RETRY: RetryOptions = { when: (error) => error instanceof WriteConflict, attempts: 50 };

/** After a commit of so many writes that took so long the next one waits for more. */
const BUSY_GROUP = 2;
const LONG_COMMIT_MS = 1;
const MAX_GATHER_MS = 20;
/** With other processes on the store it may wait so many times as long as the last one took: each of them takes every commit. */
const TOLD_TIMES = 4;
const TICK_MS = 1;
/** So many without a write end it while other requests are in progress, which may write; else one does. */
const QUIET_TICKS = 4;

export interface WriterOptions<W extends Write = Write> {
  readonly engine: Engine;
  readonly changes: ChangeLog;
  readonly now: () => number;
  /** True while no other process serves the store. Absent: always true. */
  readonly isSoleProcess?: () => boolean;
  /** Absent: no other process writes the same states. */
  readonly exactChanges?: ExactChanges;
  /** Absent: other processes are told nothing, and nothing of theirs is followed. */
  readonly stream?: Stream;
  /** Keyspaces that are followed in it. */
  readonly followed?: readonly AnyKeyspace[];
  /** Requests that may write yet, and those that wait for a write already. Absent: not known. */
  readonly inProgress?: () => number;
  /** How commits wait for more writes. Absent: by a timer. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly health?: CommitHealth;
  /** Where participants read the same cells. Absent: a cache of its own. */
  readonly cells?: CellCache;
  readonly participants?: readonly Participant<W>[];
}

/** @typeParam W writes with what they carry for participants */
export class Writer<W extends Write = Write> {
  readonly #options: WriterOptions<W>;
  readonly #cells: CellCache;
  readonly #participants: readonly Participant<W>[];
  readonly health: CommitHealth;
  readonly #pause: (ms: number) => Promise<void>;
  readonly #merged: MergedCells | null;
  readonly #followed: ReadonlySet<string>;
  readonly #waiting: Waiting<W>[] = [];
  /** Work that runs between two commits. */
  readonly #betweenCommits: (() => Promise<void>)[] = [];
  #running: Promise<void> | null = null;
  /** How long the last commit took, when others waited with it. */
  #lastMs = 0;
  generation = 0; // Counts `forgetAll`: states that were read before it are read again.

  constructor(options: WriterOptions<W>) {
    this.#options = options;
    this.health = options.health ?? new CommitHealth();
    this.#pause = options.pause ?? pauseFor;
    this.#cells = options.cells ?? new CellCache(options.engine);
    this.#participants = options.participants ?? [];
    this.#followed = new Set((options.followed ?? []).map(({ topic }) => topic));
    this.#merged = options.exactChanges === undefined
      ? null
      : new MergedCells({ ...options, changes: options.exactChanges, forget: (key) => this.forget(key) });
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.#options.now();
  }

  /** How much of the usual caches is worth its memory, 0 to 1. */
  get cacheShare(): number {
    return this.#options.engine.cacheShare ?? 1;
  }

  /** The last failure of the engine, or null since the last success. */
  get failure(): unknown {
    return this.health.failure;
  }

  /** No other process serves the store. */
  get isSole(): boolean {
    return this.#options.isSoleProcess?.() ?? true;
  }

  /** What is in memory of followed states is all that is stored: nobody else writes, or it is followed what others write. */
  get isCurrent(): boolean {
    return this.isSole || this.isFollowing;
  }

  /** What other processes write is followed. */
  get isFollowing(): boolean {
    return this.#options.stream?.isFollowing === true;
  }

  /** Follows states of a keyspace, or what else is told under a name. @param take called for what processes add to them, this one included */
  follow(part: string, take: TakeState): void {
    this.#options.stream?.follow(part, {
      isSum: false,
      take: (delta, text, { isOwn }) => {
        const isFirst = this.#cells.noteAdded(part, text) && this.isFollowing;
        if (!isOwn) this.#merged?.noteShared(text);
        take(delta, text, { isOwn, isFirst });
      },
    });
  }

  get waitingWrites(): number {
    return this.#waiting.length;
  }

  /** Resolves when the write is durable. */
  write(what: W | Change): Promise<void> {
    // A change is made by a noun of the same store, so it carries nothing else.
    const write = writeOf(what) as W;
    return new Promise((done, fail) => {
      if (this.#waiting.push({ write, cost: costOf(write), done, fail }) === 1) this.health.waits();
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
   * Synchronous when all of them are in memory.
   */
  readShared(keys: readonly Key[]): Awaitable<readonly (Value | null)[]> {
    if (!this.isSole) this.#forgetShared(keys);
    const cells = all(keys.map((key) => this.#cells.peek(key) ?? this.#cells.load(key)));
    return chain(cells, (cells) => cells.map(({ value }) => value));
  }

  #forgetShared(keys: readonly Key[]): void {
    const { isFollowing } = this;
    for (const key of keys) {
      const text = keyText(key);
      if (!isFollowing || !this.#followed.has(key[0]!)) this.#cells.forget(key, text);
      else if (!this.#cells.lacks(key, text)) this.#cells.drop(text);
    }
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

  /** See `MergedCells.drop`. */
  dropWritten(beginning: string): void {
    this.#merged?.drop(beginning);
  }

  /** Forgets all cells, because changes of other processes were missed. */
  forgetAll(): void {
    this.generation++;
    this.#cells.clear();
  }

  /** Forgets what is followed in the stream, because a part of it was missed. */
  forgetFollowed(): void {
    this.generation++;
    this.#cells.forgetFollowed();
  }

  keepFilters(): Promise<void> {
    const isCurrent = { followed: this.isCurrent, others: this.isSole };
    return this.#cells.filters.keep(this.#options.engine, isCurrent);
  }

  /** Stops reading in the background. */
  stop(): Promise<void> {
    return this.#cells.filters.stop();
  }

  /** Looks after states that other processes write too. @param all also those that were written just now */
  async checkMerged(all = false): Promise<void> {
    await this.#merged?.check(all);
  }

  /** Resolves when every earlier write is durable or has failed. */
  async flush(): Promise<void> {
    while (this.#running !== null) await this.#running;
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
        // Only what was there: writes have their turn however often such work is requested, and however long it takes.
        for (const work of this.#betweenCommits.splice(0)) await work();
        if (this.#waiting.length === 0) continue;
        await this.#gather();
        const group = this.#take();
        const started = performance.now();
        await this.#finish(group);
        this.#lastMs = group.length < BUSY_GROUP ? 0 : performance.now() - started;
      }
    } finally {
      this.#running = null;
    }
  }

  /** Commits a group and settles its callers. A value that the engine does not accept fails its own write only. */
  async #finish(group: readonly Waiting<W>[]): Promise<void> {
    let refused: ReadonlyMap<Write, unknown>;
    try {
      refused = await this.#commit(group.map((item) => item.write));
    } catch (error) {
      for (const item of group) for (const cell of item.write.cells ?? []) this.forget(cell.key);
      // The engine throws a TypeError for a value or key of the batch (too large), not for its own failures.
      const wrong = error instanceof TypeError;
      if (wrong && group.length > 1) {
        const half = group.length >> 1;
        await this.#finish(group.slice(0, half));
        await this.#finish(group.slice(half));
        return;
      }
      if (!wrong && !(error instanceof WriteConflict)) {
        this.#options.stream?.failed();
        for (const participant of this.#participants) participant.failed?.();
        this.health.failed(error);
      }
      for (const item of group) item.fail(error);
      return;
    }
    this.health.succeeded();
    for (const { write, done, fail } of group) {
      if (refused.has(write)) fail(refused.get(write));
      else done();
    }
    // What is durable stays so whatever these do: all callers have their answer.
    for (const { write } of group) {
      if (!refused.has(write)) { for (const committed of write.committed ?? []) committed(); }
    }
  }

  /** Waits while more writes come, about as long as the last commit took: one of many costs hardly more than one of a few. */
  async #gather(): Promise<void> {
    const { engine, stream, inProgress = () => 0 } = this.#options;
    if (engine.isRemote !== true || this.#lastMs < LONG_COMMIT_MS) return;
    const times = stream?.isTelling === true ? TOLD_TIMES : 1;
    const end = performance.now() + Math.min(times * this.#lastMs, MAX_GATHER_MS);
    const mayCome = () => this.#waiting.length < inProgress();
    for (let quiet = 0; quiet < (mayCome() ? QUIET_TICKS : 1) && performance.now() < end;) {
      const before = this.#waiting.length;
      await this.#pause(TICK_MS);
      quiet = this.#waiting.length > before ? 0 : quiet + 1;
    }
  }

  #take(): Waiting<W>[] {
    const group = this.#waiting.splice(0, groupSize(this.#waiting, this.#participants));
    this.health.taken();
    const writes = group.map(({ write }) => write);
    for (const participant of this.#participants) participant.taken?.(writes);
    return group;
  }

  /** Resolves to the refused writes of the group, with their errors. */
  #commit(writes: readonly W[]): Promise<ReadonlyMap<W, unknown>> {
    return retryOnConflict(() => this.#tryCommit(writes), RETRY);
  }

  /** @throws WriteConflict when another process wrote one of the checked keys first */
  async #tryCommit(writes: readonly W[]): Promise<ReadonlyMap<W, unknown>> {
    const { engine, changes, stream } = this.#options;
    const joined = this.#participants.map((participant) => participant.join(writes));
    const loadingCells = this.#cells.loadFor([...writes, ...joined], this.isCurrent);
    const loading = all([loadingCells, ...joined.map((each) => each.loading)]);
    const waited = loading instanceof Promise;
    const [cells] = waited ? await loading : loading;
    const contribute = (kept: readonly W[]) => joined.map((each) => each.stage(kept, waited));
    const { isSole } = this;
    const isTelling = stream?.isTelling === true;
    const { kept, sum, told: also, ...staged } = stage(writes, cells, { isSole, isTelling, contribute });
    const changed = kept.flatMap((write) => write.changes ?? []);
    const announcement = changed.length > 0 ? changes.announce(changed) : null;
    const told = isTelling ? stream.tell([...this.#deltasOf(sum, staged.cells), ...also]) : null;
    const check = [...staged.check, ...announcement?.check ?? []];
    const set = [...staged.set, ...announcement?.set ?? [], ...told?.set ?? []];
    const summed = sum.length > 0 ? { sum } : {};
    const { isFollowing } = this;
    const note = () => kept.forEach(({ cells }) => this.#merged?.noteWritten(cells, isFollowing));
    // What others write at the same time may be known before this commit is done.
    if (isFollowing) note();
    const version = await this.health.timed(
      engine.commit({ ...staged, ...summed, check, set, own: isSole || isTelling }),
    )
      .finally(() => {
        if (announcement !== null) changes.ended();
      });
    if (version === null) {
      for (const { key } of staged.check) this.forget(key);
      if (announcement !== null) await changes.catchUp();
      throw new WriteConflict("the store kept changing under a write");
    }
    for (const { key, text, value, isWhole } of staged.cells) {
      if (isWhole) this.#cells.forget(key, text);
      else this.#cells.put(key, { value, version: value === null ? null : version }, text);
    }
    if (told !== null) stream!.told(told);
    for (const each of joined) each.committed?.();
    if (!this.isSole && !isFollowing) note();
    if (announcement !== null) changes.announced(announcement, version);
    return staged.refused;
  }
  /** What a commit tells other processes. */
  #deltasOf(
    sums: readonly SumOp[],
    cells: readonly Pick<StagedCell, "key" | "value" | "delta">[],
  ): Delta[] {
    const deltas: Delta[] = sums.map(({ key, value }) => ({ key, value }));
    for (const { key, value, delta } of cells) {
      if (this.#followed.has(key[0]!)) deltas.push({ key, value: value === null ? null : delta ?? value });
    }
    return deltas;
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
