/** A cell: one stored value that is read, changed and written back, with the version that it was read at. */
import type { Key, Value } from "../engine.ts";

export interface Cell {
  /** Null: the store holds nothing there. */
  readonly value: Value | null;
  readonly version: string | null;
}

export interface CellUpdate {
  readonly key: Key;
  /** `keyText` of the key, where it is known. */
  readonly text?: string;
  /**
   * Changes the cell; null deletes it. Pure and repeatable: it runs again on the newest value when another process wrote the
   * cell meanwhile. What it throws fails its own write as a whole, and no other write of the batch.
   */
  change(current: Value | null): Value | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** Bytes of the new value, where it is not small. */
  readonly bytes?: number;
  /** True: a write of another process since the last read is detected and the change repeated on it. False: the last writer wins. */
  readonly exact: boolean;
  /** True: it is exact only while other processes serve the store. Without them what is in memory is what is stored. */
  readonly checkedWithPeers?: true;
  /** True: the change merges a state into the stored one, and merging it again changes nothing (`merged_cells.ts`). */
  readonly merges?: true;
  /**
   * Of a followed state: what the change adds, to be merged by other processes, together with what earlier changes of the
   * same batch add. Absent: all of the new value.
   */
  delta?(earlier: Value | null): Value;
  /**
   * The newest state as this process knows it, `change` included. It is written as it is while no other process writes the
   * store, or what others write is followed: then the stored one need not be in memory.
   */
  whole?(): Value;
}
