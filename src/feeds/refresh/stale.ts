/** The age from which a list decides nothing any more, and a feed's status for people. */
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import type { Feed } from "../catalog/feed.ts";
import type { FeedState } from "./feed_state.ts";
import type { Category } from "../ranges/range_hit.ts";

/**
 * Beyond this age a list is no longer evidence about an address: exits, proxies and hijacked blocks come and go, while
 * hosting, VPN, relay and CDN networks rarely change.
 */
export const DECIDES_FOR: Partial<Record<Category, number>> = {
  tor: 3 * DAY_MS,
  proxy: DAY_MS,
  hijacked: 14 * DAY_MS,
};

/** A feed without such a limit is stale when it missed this many fetches, but not before three days. */
const MISSED_FETCHES = 3;
const MIN_STALE_MS = 3 * DAY_MS;

export type FeedCondition = "fresh" | "stale" | "not_loaded" | "bundled" | "not_offered";

/** One feed, for people: `GET /v1/sources`, `feeds status`. Times are milliseconds since the epoch. */
export interface FeedStatus
  extends
    Pick<Feed, "name" | "file" | "kind" | "licence" | "credit">,
    Pick<FeedState, "fetchedAt" | "lastError" | "note" | "failures"> {
  readonly state: FeedCondition;
  readonly entries: number | null;
  /** Milliseconds since the source last confirmed the copy. */
  readonly age: number | null;
  readonly nextAt: number | null;
  readonly url: string;
}

export function feedStatus(feed: Feed, state: FeedState, now: number, url: string): FeedStatus {
  const hasCopy = state.sha256 !== null;
  return {
    name: feed.name,
    file: feed.file,
    kind: feed.kind,
    state: conditionOf(feed, state, now),
    entries: hasCopy ? state.entries : null,
    age: hasCopy && state.checkedAt !== null ? Math.max(0, now - state.checkedAt) : null,
    fetchedAt: hasCopy ? state.fetchedAt : null,
    nextAt: state.nextAt > 0 ? state.nextAt : null,
    lastError: state.lastError,
    note: state.note,
    licence: feed.licence,
    credit: feed.credit,
    url,
    failures: state.failures,
  };
}

function conditionOf(feed: Feed, state: FeedState, now: number): FeedCondition {
  if (state.sha256 !== null) return now - (state.checkedAt ?? 0) > staleAfter(feed) ? "stale" : "fresh";
  if (feed.bundled === true) return "bundled";
  return state.notOffered ? "not_offered" : "not_loaded";
}

function staleAfter(feed: Feed): number {
  const limit = feed.claim === undefined ? undefined : DECIDES_FOR[feed.claim.category];
  return limit ?? Math.max(MIN_STALE_MS, MISSED_FETCHES * feed.cadence);
}

/** `4 days`, `31 hours`: the age of a list, for people. */
export function ageText(milliseconds: number): string {
  const [count, unit] = milliseconds >= 2 * DAY_MS
    ? [Math.floor(milliseconds / DAY_MS), "day"]
    : milliseconds >= 2 * HOUR_MS
    ? [Math.floor(milliseconds / HOUR_MS), "hour"]
    : [Math.max(0, Math.floor(milliseconds / 60_000)), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
