/** What `FairScheduler` knows of an account while it has questions. */
import type { Budget } from "./budget.ts";
import type { OutsideQuestion } from "./outside_question.ts";

/** A question that waits or runs. */
export interface Job<T> extends OutsideQuestion<T> {
  readonly promise: Promise<T>;
  readonly resolve: (answer: T | Promise<T>) => void;
  /** While it waits: the latest budget of each account that asked. */
  readonly waiting: Map<string, Budget>;
}

interface Lane<T> {
  running: number;
  readonly queue: Set<Job<T>>;
}

export interface Account<T> {
  readonly id: string;
  readonly guest: boolean;
  running: number;
  queued: number;
  /** By zone; the one that was served longest ago first. */
  readonly lanes: Map<string, Lane<T>>;
  /** Questions that nobody waits for any more, with the time when they are dropped. */
  readonly abandoned: Map<Job<T>, number>;
}

export function newAccount<T>(id: string, guest: boolean): Account<T> {
  return { id, guest, running: 0, queued: 0, lanes: new Map(), abandoned: new Map() };
}

export function laneOf<T>(account: Account<T>, zone: string): Lane<T> {
  let lane = account.lanes.get(zone);
  if (lane === undefined) account.lanes.set(zone, lane = { running: 0, queue: new Set() });
  return lane;
}
