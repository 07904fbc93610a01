/**
 * The interface of a storage engine: get many, scan a prefix, commit an atomic batch. Keys are lists of strings and sort part
 * by part. The implementations are Deno KV (`deno_kv/`), PostgreSQL (`postgres/`) and a store that ends with its process
 * (`memory.ts`).
 */

import type { Distribution } from "../concurrency/measure/distribution.ts";

export type Key = readonly string[];

/** One string for a key, for use in maps. */
export function keyText(key: Key): string {
  return key.join("\u0000");
}

/** The key that `keyText` made the text of. */
export function keyOfText(text: string): Key {
  return text.split("\u0000");
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** JSON, or bytes of at most 60 KiB. */
export type Value = Json | Uint8Array;

export interface Entry {
  readonly key: Key;
  readonly value: Value;
  /** Changes with every write of the key. */
  readonly version: string;
}

export interface SetOp {
  readonly key: Key;
  readonly value: Value;
  /** Milliseconds since the epoch. An engine may return the entry for a while longer, so readers check their own expiry. */
  readonly expiresAt?: number;
}

/** An entry to be stored as it is. */
export interface NewEntry {
  readonly key: Key;
  /** The key as bytes (`key_bytes.ts`), where they are known. */
  readonly keyBytes?: Uint8Array;
  readonly value: Value;
  /** True: a counter, whose value is a number. */
  readonly counter: boolean;
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
}

/** A number that only falls, and one that is added to. */
export type LeastAndSum = readonly [least: number, sum: number];

/**
 * Changes a value that is `LeastAndSum`, or makes it: the smaller of the first numbers, and the sum of the second. It does so
 * without reading the value first, and batches of several processes add up.
 */
export interface SumOp {
  readonly key: Key;
  /** The second number is a positive integer. */
  readonly value: LeastAndSum;
  readonly expiresAt: number;
}

/** All of it is applied, or nothing. At most MAX_MUTATIONS operations. */
export interface Batch {
  /** The batch is applied only if each key still has this version (null: is absent). */
  readonly check?: readonly { readonly key: Key; readonly version: string | null }[];
  readonly set?: readonly SetOp[];
  readonly delete?: readonly Key[];
  /** Counters: adds a non-negative integer; an absent counter is 0. Its value is read as a number. Counters do not expire. */
  readonly add?: readonly { readonly key: Key; readonly by: number }[];
  /** For an engine that `sums`; keys that the batch neither sets nor deletes. */
  readonly sum?: readonly SumOp[];
  /**
   * True: no other process writes any of the keys, or those that do tell one another (`Engine.sums`). An engine of one machine
   * may confirm it when it is durable in a journal, with a version that no check holds against.
   */
  readonly own?: boolean;
}

export interface ScanOptions {
  /** First key, inclusive; below the prefix. */
  readonly start?: Key;
  /** Last key, exclusive; below the prefix. */
  readonly end?: Key;
  readonly limit?: number;
  readonly reverse?: boolean;
}

export interface Engine {
  get(keys: readonly Key[]): Promise<(Entry | null)[]>;
  scan(prefix: Key, options?: ScanOptions): AsyncIterable<Entry>;
  /** The new version of the set keys, or null when a check failed and nothing was applied. */
  commit(batch: Batch): Promise<string | null>;
  /** In a process that serves the store: from now on it keeps the store from deleting by a clock that is wrong. */
  keepTime?(): void;
  /** Gives up connections that may be dead: what waits for them fails, and what comes next gets new ones. */
  reconnect?(): void;
  /** True: it does not answer, and what comes is refused at once until it does. Absent: that is not known. */
  readonly isSilent?: boolean;
  /** True: it does not answer, or reads failed just now. Absent: that is not known. */
  readonly isFailing?: boolean;
  /** Bytes of the files by their kind, where the store is files of this machine; an empty object for others. */
  fileSizes?(): Promise<Readonly<Record<string, number>>>;
  /** True: it takes `Batch.sum`, and a `get` of at most MAX_SNAPSHOT_KEYS keys reads one state of the store. */
  readonly sums?: boolean;
  /** Grows with what the engine does in parallel with requests: as long as it does, they wait for a busy engine and not for a locked one. */
  readonly steps?: number;
  /** True: it stores values packed, so whoever commits them need not make them smaller. */
  readonly packs?: boolean;
  /** True: commits are messages to another process, of which a larger one costs hardly more. */
  readonly isRemote?: boolean;
  /** How much of the usual caches is worth its memory before this engine; absent: 1. */
  readonly cacheShare?: number;
  /** Times of the checkpoints that are made in parallel with commits; null or absent: none are. */
  readonly checkpointSeconds?: Distribution | null;
  /**
   * Stores entries whose keys are absent, many at a time; what was stored before a failure stays. Faster than `commit`. Nothing
   * else may write the store meanwhile. Absent: entries are committed.
   */
  load?(entries: readonly NewEntry[]): Promise<void>;
  /**
   * Overwrites what deleted and replaced entries left in the files of the store, where it is files of this machine: when it
   * resolves, they hold nothing of what was deleted before. Absent: that is up to the server that keeps the entries.
   * @param all false: only in the files that this process alone writes
   */
  overwrite?(all: boolean): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be opened; the message names it and what to do. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

export const MAX_MUTATIONS = 900;
/** See `Engine.sums`. */
export const MAX_SNAPSHOT_KEYS = 2000;
/** Below Deno KV's limit of 100 checks per batch. */
export const MAX_CHECKS = 90;
/** Bytes of all values of one batch, below Deno KV's limit of 800 KiB. */
export const MAX_BATCH_BYTES = 700_000;
/** Bytes of one value, below Deno KV's limit of 64 KiB. */
export const MAX_VALUE_BYTES = 60_000;
