/** State, age and last error of every data source: `GET /v1/sources`, the console and `feeds status --json`. */
import type { FeedKind } from "../feeds/catalog/feed.ts";
import type { FeedCondition, FeedStatus } from "../feeds/refresh/stale.ts";

export const SOURCE_KINDS = [
  "ranges",
  "asns",
  "domains",
  "rdap",
  "confusables",
  "networks",
  "proxies",
  "city",
] as const satisfies readonly FeedKind[];

export const SOURCE_STATES = [
  "fresh",
  "stale",
  "not_loaded",
  "bundled",
  "not_offered",
] as const satisfies readonly FeedCondition[];

export interface SourceRow {
  readonly name: string;
  readonly kind: FeedStatus["kind"];
  readonly state: FeedCondition;
  /** Null when nothing is loaded. */
  readonly entries: number | null;
  /** Since the source last confirmed the loaded copy. */
  readonly age_seconds: number | null;
  /** RFC 3339. */
  readonly fetched_at: string | null;
  readonly next_at: string | null;
  readonly last_error: string | null;
  /** What was left out of the last accepted copy. */
  readonly note: string | null;
  readonly licence: string;
  readonly credit: string;
  readonly url: string;
}

export function sourcesReport(statuses: readonly FeedStatus[]): SourceRow[] {
  return statuses.map((status) => ({
    name: status.name,
    kind: status.kind,
    state: status.state,
    entries: status.entries,
    age_seconds: status.age === null ? null : Math.floor(status.age / 1000),
    fetched_at: timeText(status.fetchedAt),
    next_at: timeText(status.nextAt),
    last_error: status.lastError,
    note: status.note,
    licence: status.licence,
    credit: status.credit,
    url: status.url,
  }));
}

function timeText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
