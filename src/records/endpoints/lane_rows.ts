/** Where the queues of webhooks and hooks are stored; a lane is the queue of one. */
import type { LaneRows, LaneState, QueuedJob } from "../../db/queue/rows.ts";
import { DAY_MS } from "../../model/duration.ts";
import { count, number, object, oneOf, record, text, transient } from "../define.ts";

export const QUEUE_JOB = record({
  prefix: "queue-job",
  key: ["account", "lane", "time", "id"],
  value: object<QueuedJob>({ at: number, label: text, sealed: text, attempts: count }, { note: text }),
  lifetimeMs: 7 * DAY_MS,
});
export const QUEUE_READY = record({
  prefix: "queue-ready",
  key: ["account", "lane"],
  value: oneOf(1),
  lifetimeMs: 7 * DAY_MS,
});
export const QUEUE_LANE = record({
  prefix: "queue-lane",
  key: ["account", "lane"],
  value: transient<LaneState>(),
  lifetimeMs: 2 * DAY_MS,
});
/** Jobs that were appended, removed, and refused because the lane was full: `in`, `out` and `refused`. */
export const QUEUE_COUNT = record({
  prefix: "queue-count",
  key: ["account", "lane", "part"],
  value: count,
  counter: true,
});

export const LANE_ROWS: LaneRows = {
  job: QUEUE_JOB,
  ready: QUEUE_READY,
  state: QUEUE_LANE,
  count: QUEUE_COUNT,
};
