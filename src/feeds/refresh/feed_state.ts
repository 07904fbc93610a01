/** The state of one feed: its copy on disk and its fetches, stored as JSON with the copy. Times are milliseconds since the epoch. */

export interface FeedState {
  /** The URL that the copy came from, or that was last requested for it. */
  readonly url: string | null;
  /** Validators of that URL, for conditional requests. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Of the copy; null: there is no copy. */
  readonly sha256: string | null;
  readonly bytes: number;
  readonly entries: number;
  /** Rows that were left out. */
  readonly note: string | null;
  /** When content last changed. */
  readonly fetchedAt: number | null;
  /** When the source last confirmed the copy, by 200 or 304. */
  readonly checkedAt: number | null;
  readonly triedAt: number | null;
  /** When the next fetch is due. */
  readonly nextAt: number;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly lastError: string | null;
  /** The mirror does not have it. */
  readonly notOffered: boolean;
  /** Fetch history of previous source URLs, the latest first. Stored as `elsewhere`. */
  readonly previousSources: readonly FetchHistory[];
}

/** The outcome of the latest fetch from one URL; a new URL starts without one. */
export interface FetchHistory {
  readonly url: string;
  readonly triedAt: number;
  readonly nextAt: number;
  readonly failures: number;
  readonly lastError: string | null;
}

/** Source URLs that are remembered: the upstream, and a mirror or two. */
const MOST_SOURCES = 4;

export const NO_STATE: FeedState = {
  url: null,
  etag: null,
  lastModified: null,
  sha256: null,
  bytes: 0,
  entries: 0,
  note: null,
  fetchedAt: null,
  checkedAt: null,
  triedAt: null,
  nextAt: 0,
  failures: 0,
  lastError: null,
  notOffered: false,
  previousSources: [],
};

/**
 * The state as it counts for a source URL. When the URL has changed, back-off and failures are those of its own history, a new
 * URL is due immediately, and validators are dropped; the copy itself remains valid.
 */
export function stateAt(state: FeedState, url: string): FeedState {
  if (state.url === url) return state;
  const own = state.previousSources.find((history) => history.url === url);
  const { url: before, triedAt, nextAt, failures, lastError } = state;
  const left: FetchHistory[] = before === null
    ? []
    : [{ url: before, triedAt: triedAt ?? 0, nextAt, failures, lastError }];
  return {
    ...state,
    url,
    etag: null,
    lastModified: null,
    nextAt: own?.nextAt ?? 0,
    failures: own?.failures ?? 0,
    lastError: own?.lastError ?? null,
    notOffered: false,
    previousSources: [...left, ...state.previousSources.filter((history) => history.url !== url)].slice(
      0,
      MOST_SOURCES,
    ),
  };
}

/** Reads a stored state; anything malformed counts as not known. */
export function parseFeedState(text: string): FeedState {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return NO_STATE;
  }
  if (typeof given !== "object" || given === null) return NO_STATE;
  const { url, etag, lastModified, sha256, note, lastError, ...rest } = given as Record<string, unknown>;
  return {
    url: textOrNull(url),
    etag: textOrNull(etag),
    lastModified: textOrNull(lastModified),
    sha256: textOrNull(sha256),
    bytes: numberOrNull(rest["bytes"]) ?? 0,
    entries: numberOrNull(rest["entries"]) ?? 0,
    note: textOrNull(note),
    fetchedAt: numberOrNull(rest["fetchedAt"]),
    checkedAt: numberOrNull(rest["checkedAt"]),
    triedAt: numberOrNull(rest["triedAt"]),
    nextAt: numberOrNull(rest["nextAt"]) ?? 0,
    failures: numberOrNull(rest["failures"]) ?? 0,
    lastError: textOrNull(lastError),
    notOffered: rest["notOffered"] === true,
    previousSources: fetchHistories(rest["elsewhere"]),
  };
}

/** The stored form. */
export function feedStateText({ previousSources, ...state }: FeedState): string {
  return `${JSON.stringify({ ...state, elsewhere: previousSources }, null, 1)}\n`;
}

function fetchHistories(given: unknown): FetchHistory[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, MOST_SOURCES).flatMap((each: Record<string, unknown> | null) => {
    const url = textOrNull(each?.["url"]);
    return url === null ? [] : [{
      url,
      triedAt: numberOrNull(each?.["triedAt"]) ?? 0,
      nextAt: numberOrNull(each?.["nextAt"]) ?? 0,
      failures: numberOrNull(each?.["failures"]) ?? 0,
      lastError: textOrNull(each?.["lastError"]),
    }];
  });
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
