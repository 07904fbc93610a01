/** What the feed worker does, as messages; also run in place where a worker cannot start. */
import type { RangeList } from "../catalog/feed.ts";
import { checkFeed, type CheckOutcome, type CheckTask } from "../refresh/feed_check.ts";
import { buildRangeIndex } from "../ranges/range_build.ts";
import type { RangeIndexData } from "../ranges/range_index.ts";

export type FeedTask =
  | { readonly kind: "check"; readonly check: CheckTask }
  | { readonly kind: "build"; readonly lists: readonly RangeList[] };

export type FeedTaskResult = CheckOutcome | RangeIndexData;

export async function runFeedTask(task: FeedTask): Promise<FeedTaskResult> {
  return task.kind === "check" ? await checkFeed(task.check) : buildRangeIndex(task.lists);
}

/** The buffers of all typed arrays in a plain value, to hand over instead of copying. */
export function buffersOf(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}
