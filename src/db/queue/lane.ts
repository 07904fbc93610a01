/** What lanes are made of: their names and their jobs. */
import type { Write } from "../commit/write_batch.ts";
import type { QueuedJob } from "./rows.ts";

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

export type NewJob = Pick<QueuedJob, "label" | "sealed">;

/** The part of a write that appends a job. */
export interface Appended extends Required<Pick<Write, "set" | "add">> {
  readonly id: string;
}

/** The lane is another process's now: the lease ended before the job was done. */
export class LaneLost extends Error {
  override readonly name = "LaneLost";
}

export function textOf({ account, name }: Lane): string {
  return `${account} ${name}`;
}
