/** What lanes are made of: their names and their jobs. */
import type { Change } from "../commit/change.ts";
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

/** A job that is appended by the commit of a change. */
export interface Appended {
  readonly id: string;
  readonly change: Change;
}

/** Why a commit is abandoned: the lease ended before the job was done. */
export const LANE_LOST = "the lane is another process's now";

export function textOf({ account, name }: Lane): string {
  return `${account} ${name}`;
}
