/** What queues are made of: lanes, their jobs, and the keys of both. */
import type { Write } from "../commit/write_batch.ts";
import type { Key } from "../engine.ts";
import { KEYS } from "../../records/keys.ts";
import type { QueuedJob } from "../../records/values.ts";

export interface Lane {
  readonly account: string;
  /** `<kind>.<id>`; the kind names the handler of its jobs. */
  readonly name: string;
}

export interface Job extends QueuedJob {
  readonly id: string;
  /** Not before this time. Jobs are worked off in this order. */
  readonly dueAt: number;
}

export interface NewJob {
  /** What it is, in clear, for lists. */
  readonly label: string;
  /** Encrypted; see `Seal`. */
  readonly sealed: string;
}

/** The part of a write that appends a job. */
export interface Appended extends Pick<Write, "set" | "add"> {
  readonly id: string;
}

/** The lane is another process's now: the lease ended before the job was done. */
export class LaneLost extends Error {
  override readonly name = "LaneLost";
}

export function textOf({ account, name }: Lane): string {
  return `${account} ${name}`;
}

export function laneKey({ account, name }: Lane): Key {
  return KEYS.queueLane.key(account, name);
}

export function jobKey({ account, name }: Lane, dueAt: number, id: string): Key {
  return KEYS.queueJob.key(account, name, hex(dueAt, 12), id);
}

export function hex(value: number, digits: number): string {
  return Math.max(0, Math.floor(value)).toString(16).padStart(digits, "0");
}
