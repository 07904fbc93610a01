/**
 * A block: the records of a span of time, column by column. It is written once and never changed. What a column holds is
 * decided by the caller: the database stores it as parts of a value's size, so that a column of all blocks is one range of keys.
 */
import type { SlotName } from "../commit/slot_name.ts";

export interface BlockHead {
  /** Names sort by time. */
  readonly name: string;
  /** Slots from here (inclusive) to there (exclusive). */
  readonly from: SlotName;
  readonly to: SlotName;
  readonly records: number;
  /** When the first of its records expires, in milliseconds since the epoch. */
  readonly wholeUntil: number;
  /** Of what its columns are. */
  readonly version: number;
}

/** How far an owner's records are in blocks. */
export interface ColumnManifest {
  /** Records from here on are not in a block yet. */
  readonly to: SlotName;
  /** Until when a process makes the next block; 0: none does. */
  readonly claimed: number;
  /** Of the blocks; those of another version are not read. */
  readonly version: number;
}

/** The bytes of a column in one block. */
export type BlockColumn = readonly [column: string, bytes: Uint8Array];
