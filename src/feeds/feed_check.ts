/** Decides whether a downloaded feed may replace the last good one. Runs in the feed worker. */
import { FEEDS } from "./catalog.ts";
import { type FeedContent, FeedRefused, type Parsed } from "./feed.ts";

export interface CheckTask {
  readonly feed: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly minimum: number;
  readonly maxBytes: number;
  /** The copy this one would replace; null when there is none. */
  readonly previous: PreviousCopy | null;
}

export interface PreviousCopy {
  readonly entries: number;
  /** It ended with a line feed. */
  readonly closed: boolean;
}

export type CheckOutcome =
  | {
    readonly ok: true;
    readonly entries: number;
    readonly note: string | null;
    readonly content: FeedContent;
  }
  | { readonly ok: false; readonly reason: string };

/** A feed may always have a few malformed rows; beyond that only this share of all rows, and never more than half. */
const BAD_ROWS = { always: 2, share: 0.1, most: 0.5 } as const;
/** A feed that keeps less than this share of its entries has lost something. */
const LEAST_KEPT = 0.5;

/** Never throws for what a stranger's bytes hold. */
export async function checkFeed(task: CheckTask): Promise<CheckOutcome> {
  const feed = FEEDS.find(({ name }) => name === task.feed);
  if (feed === undefined) throw new Error(`there is no feed ${task.feed}`);
  try {
    const parsed = await feed.parse(task.bytes, { maxBytes: task.maxBytes });
    const reason = objection(parsed, task);
    if (reason !== null) return { ok: false, reason };
    return { ok: true, entries: parsed.entries, note: noteOn(parsed), content: parsed.content };
  } catch (error) {
    if (error instanceof FeedRefused) return { ok: false, reason: error.message };
    return { ok: false, reason: `it could not be read: ${(error as Error).message.slice(0, 160)}` };
  }
}

function objection({ entries, bad, dropped, example }: Parsed, task: CheckTask): string | null {
  const rows = entries + bad + dropped;
  if (bad > rows * BAD_ROWS.most || (bad > BAD_ROWS.always && bad > rows * BAD_ROWS.share)) {
    return `${bad} of ${rows} rows are malformed, the first: ${example}`;
  }
  if (entries < task.minimum) return `${entries} entries, at least ${task.minimum} are expected`;
  const { previous } = task;
  if (previous === null) return null;
  if (entries < previous.entries * LEAST_KEPT) {
    return `${entries} entries, less than half of the ${previous.entries} before; remove the copy to accept it`;
  }
  const cut = previous.closed && task.bytes.at(-1) !== 0x0a && entries < previous.entries;
  return cut ? `it ends within a line after ${entries} of ${previous.entries} entries, it is cut off` : null;
}

function noteOn({ bad, dropped, example }: Parsed): string | null {
  const out = bad + dropped;
  return out === 0 ? null : `${out} ${out === 1 ? "row" : "rows"} left out, the first: ${example}`;
}
