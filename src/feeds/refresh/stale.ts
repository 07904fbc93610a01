/** When a list is too old to decide, and what a feed's state is called. */
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import type { Feed } from "../catalog/feed.ts";
import type { FeedState } from "./feed_state.ts";
import type { Category } from "../ranges/range_hit.ts";

/**
 * Beyond this age a list says nothing about an address any more: exits, proxies and hijacked blocks come and go, while
 * hosting, VPN, relay and CDN networks stay what they are.
 */
export const DECIDES_FOR: Partial<Record<Category, number>> = {
  tor: 3 * DAY_MS,
  proxy: DAY_MS,
  hijacked: 14 * DAY_MS,
};

/** A feed without such a limit is called stale when it missed this many turns, but not before three days. */
const MISSED_TURNS = 3;
const LEAST_STALE = 3 * DAY_MS;

export type FeedCondition = "fresh" | "stale" | "not_loaded" | "bundled" | "not_offered";

/** One feed, for people: `GET /v1/sources`, `feeds status`. Times are milliseconds since the epoch. */
export interface FeedStatus {
  readonly name: string;
  readonly file: string;
  readonly kind: Feed["kind"];
  readonly state: FeedCondition;
  readonly entries: number | null;
  /** Since the source last confirmed the copy, in milliseconds. */
  readonly age: number | null;
  readonly fetchedAt: number | null;
  readonly nextAt: number | null;
  readonly lastError: string | null;
  readonly note: string | null;
  readonly licence: string;
  readonly credit: string;
  readonly url: string;
  readonly failures: number;
}

export function feedStatus(feed: Feed, state: FeedState, now: number, url: string): FeedStatus {
  const held = state.sha256 !== null;
  return {
    name: feed.name,
    file: feed.file,
    kind: feed.kind,
    state: conditionOf(feed, state, now),
    entries: held ? state.entries : null,
    age: held && state.checkedAt !== null ? Math.max(0, now - state.checkedAt) : null,
    fetchedAt: held ? state.fetchedAt : null,
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
  if (feed.kind === "asns") return DECIDES_FOR.hijacked!;
  return limit ?? Math.max(LEAST_STALE, MISSED_TURNS * feed.cadence);
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
