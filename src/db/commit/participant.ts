/** Who takes part in the commits of a writer: adds to a group what its writes carry for it, such as packed records or counts. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import type { SetOp, SumOp } from "../engine.ts";
import type { Delta } from "../cluster/stream_entry.ts";
import type { CellUpdate } from "./cell.ts";

/** What a batch has, at most. */
export interface BatchSize {
  mutations: number;
  bytes: number;
}

/** @typeParam W writes, with what they carry for it */
export interface Participant<W> {
  /** Begins to measure a group: the result is called with its writes in turn, and adds what each adds to the batch. */
  measure(): (write: W, size: BatchSize) => void;
  /** Called once for a group, when nothing more joins it. */
  taken?(writes: readonly W[]): void;
  /** Begins an attempt to commit the group, of which there are several when other processes write the same cells. */
  join(writes: readonly W[]): Participation<W>;
  /** A commit failed that may have been applied all the same. */
  failed?(): void;
}

/** One attempt to commit a group. */
export interface Participation<W> {
  /** Changes of cells, unless a write is refused: they are loaded with those of the writes. */
  readonly cells: readonly CellUpdate[];
  /** Ends when all is in memory that `stage` needs; synchronous when it is there already. */
  readonly loading: Awaitable<unknown>;
  /**
   * What is committed with the writes.
   * @param kept the writes that are committed; all of the group are the same array as in `join`
   * @param waited something was awaited since `join`: what is in memory now is newer
   */
  stage(kept: readonly W[], waited: boolean): Contribution;
  /** Called when the commit is done. */
  committed?(): void;
}

export interface Contribution {
  readonly cells: readonly CellUpdate[];
  readonly set: readonly SetOp[];
  readonly sum?: readonly SumOp[];
  /** See `Write.told`. */
  readonly told?: readonly Delta[];
}
