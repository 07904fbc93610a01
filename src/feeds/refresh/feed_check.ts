/** Decides whether a downloaded feed may replace the last good one. Runs in the feed worker. */
import { FEEDS } from "../catalog/catalog.ts";
import { type FeedContent, FeedRefused, type Parsed, type RangeRows } from "../catalog/feed.ts";
import type { Category } from "../ranges/range_hit.ts";

export interface CheckTask {
  readonly feed: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly minimum: number;
  readonly maxBytes: number;
  /** The copy this one would replace; null when there is none. */
  readonly previous: PreviousCopy | null;
}

interface PreviousCopy {
  readonly entries: number;
  /** It ended with a line feed. */
  readonly endsWithLineFeed: boolean;
}

export type CheckOutcome =
  | {
    readonly ok: true;
    readonly entries: number;
    readonly note: string | null;
    readonly content: FeedContent;
  }
  | { readonly ok: false; readonly reason: string };

/** A feed may always have a few malformed rows; more only up to this share of all rows, and never more than half. */
const BAD_ROWS = { always: 2, share: 0.1, most: 0.5 } as const;
/** A feed with less than this share of its previous entries is incomplete. */
const MIN_KEPT_SHARE = 0.5;

/**
 * The most address space that a list of a category may contain, far above what they do: IPv4 addresses, and IPv6 networks of
 * /32. The widest lists in use have, in this order, 700; 500; 1.6 million; 200 million; 50,000; 7 million; 1 million.
 */
const MAX_SPACE: Readonly<Record<Category, { readonly v4: number; readonly v6: number }>> = {
  tor: { v4: 2 ** 20, v6: 16 },
  proxy: { v4: 2 ** 22, v6: 16 },
  vpn: { v4: 2 ** 26, v6: 2 ** 14 },
  datacenter: { v4: 2 ** 30, v6: 2 ** 17 },
  relay: { v4: 2 ** 24, v6: 2 ** 16 },
  hijacked: { v4: 2 ** 27, v6: 2 ** 17 },
  cdn: { v4: 2 ** 24, v6: 2 ** 12 },
};

/** Autonomous systems that are hijacked whole: the list has some 400 of 80,000. */
const MAX_HIJACKED_ASNS = 8_000;

/** Never throws for the content of the bytes, which are untrusted. */
export async function checkFeed(task: CheckTask): Promise<CheckOutcome> {
  const feed = FEEDS.find(({ name }) => name === task.feed);
  if (feed === undefined) throw new Error(`there is no feed ${task.feed}`);
  try {
    const parsed = await feed.parse(task.bytes, { maxBytes: task.maxBytes });
    const reason = objection(parsed, task) ?? tooMuch(parsed.content, feed.claim?.category);
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
  if (entries < previous.entries * MIN_KEPT_SHARE) {
    return `${entries} entries, less than half of the ${previous.entries} before; remove the copy to accept it`;
  }
  const cut = previous.endsWithLineFeed && task.bytes.at(-1) !== 0x0a && entries < previous.entries;
  return cut ? `it ends within a line after ${entries} of ${previous.entries} entries, it is cut off` : null;
}

/** A list of half the internet is an error or an attack, even when it is well formed. */
function tooMuch(content: FeedContent, category: Category | undefined): string | null {
  switch (content.kind) {
    case "ranges":
      return category === undefined ? null : tooWide(content.data, MAX_SPACE[category]);
    case "proxies":
      return tooWide(content.data.rows, MAX_SPACE.proxy);
    case "asns":
      return content.data.length > MAX_HIJACKED_ASNS ? "it has more systems than any list of its kind" : null;
    // A table of all networks or places covers everything, and the other kinds have no addresses.
    case "networks":
    case "city":
    case "domains":
    case "rdap":
    case "confusables":
      return null;
  }
}

function tooWide(rows: RangeRows, max: { readonly v4: number; readonly v6: number }): string | null {
  const v4 = v4SpaceOf(rows);
  if (v4 > max.v4) {
    const share = (100 * v4 / 2 ** 32).toPrecision(2);
    return `it covers ${share} % of IPv4, more than any list of its kind`;
  }
  return v6SpaceOf(rows) > max.v6 ? "it covers more of IPv6 than any list of its kind" : null;
}

function v4SpaceOf({ v4 }: RangeRows): number {
  let sum = 0;
  for (let at = 0; at < v4.length; at += 2) sum += v4[at + 1]! - v4[at]! + 1;
  return sum;
}

/** In networks of /32. */
function v6SpaceOf({ v6 }: RangeRows): number {
  let sum = 0;
  for (let at = 0; at < v6.length; at += 8) {
    sum += v6[at + 4]! - v6[at]! + (v6[at + 5]! - v6[at + 1]! + 1) / 2 ** 32;
  }
  return sum;
}

function noteOn({ bad, dropped, example }: Parsed): string | null {
  const out = bad + dropped;
  return out === 0 ? null : `${out} ${out === 1 ? "row" : "rows"} left out, the first: ${example}`;
}
