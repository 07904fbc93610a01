/** What queues store, and the rows of the store that hold it, which are handed in. */
import type { Keyspace } from "../keyspace.ts";

/** A job of a lane, as it is stored. Times are milliseconds since the epoch. */
export interface QueuedJob {
  /** When it was appended. */
  readonly at: number;
  /** What it is, in clear, for lists. */
  readonly label: string;
  /** Encrypted. */
  readonly sealed: string;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Of the last failure. */
  readonly note?: string;
}

/** Which process works on a lane, and since when it fails. Times are milliseconds since the epoch. */
export interface LaneState {
  readonly owner: string;
  /** The end of the lease. */
  readonly until: number;
  /** Attempts that failed one after another. */
  readonly failures: number;
  /** The first of them; 0 when there is none. */
  readonly failingSince: number;
  /** The lane rests until then. */
  readonly notBefore: number;
}

export type CountedPart = "in" | "out" | "refused";

type LaneRow<T, Rest extends readonly string[] = []> = Keyspace<
  T,
  readonly [account: string, lane: string, ...Rest]
>;

/** Where the lanes of a queue are stored. */
export interface LaneRows {
  readonly job: LaneRow<QueuedJob, [time: string, id: string]>;
  /** Of lanes that may have jobs. */
  readonly ready: LaneRow<1>;
  readonly state: LaneRow<LaneState>;
  /** Counters. */
  readonly count: LaneRow<number, [part: CountedPart]>;
}

/** A job that is leased for itself, as it is stored. Times are milliseconds since the epoch. */
export interface LeasedJob {
  readonly id: string;
  /** Its jobs are claimed in the order in which they are due. */
  readonly group: string;
  /** What is to be done, encrypted. */
  readonly sealed: string;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Not before this time. While the job is claimed, the end of the claim. */
  readonly dueAt: number;
  /** True: claimed until `dueAt`. (The name is stored.) */
  readonly leased: boolean;
  /** Given up after this. */
  readonly expiresAt: number;
}

/** Where the jobs of a queue are stored, and found by the time at which they are due. */
export interface JobRows {
  readonly job: Keyspace<LeasedJob, readonly [id: string]>;
  readonly due: Keyspace<1, readonly [group: string, time: string, id: string]>;
}
