/** The state of one feed: its copy on disk and its fetches, stored as JSON with the copy. Times are milliseconds since the epoch. */
import { isObject, type JsonObject, parseJson } from "../../model/json.ts";

export interface FeedState {
  /** The URL that the copy came from, or that was last requested for it. */
  readonly url: string | null;
  /** Validators of that URL, for conditional requests. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** SHA-256 of the copy; null: there is no copy. */
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
interface FetchHistory {
  readonly url: string;
  readonly triedAt: number;
  readonly nextAt: number;
  readonly failures: number;
  readonly lastError: string | null;
}

/** Source URLs that are remembered: the upstream, and a mirror or two. */
const MAX_SOURCES = 4;

export const NO_STATE: FeedState = stateFrom({});

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
      MAX_SOURCES,
    ),
  };
}

/** Reads a stored state; anything malformed counts as not known. */
export function parseFeedState(text: string): FeedState {
  const given = parseJson(text);
  return isObject(given) ? stateFrom(given) : NO_STATE;
}

function stateFrom(given: JsonObject): FeedState {
  return {
    url: textOrNull(given.url),
    etag: textOrNull(given.etag),
    lastModified: textOrNull(given.lastModified),
    sha256: textOrNull(given.sha256),
    bytes: numberOrNull(given.bytes) ?? 0,
    entries: numberOrNull(given.entries) ?? 0,
    note: textOrNull(given.note),
    fetchedAt: numberOrNull(given.fetchedAt),
    checkedAt: numberOrNull(given.checkedAt),
    triedAt: numberOrNull(given.triedAt),
    nextAt: numberOrNull(given.nextAt) ?? 0,
    failures: numberOrNull(given.failures) ?? 0,
    lastError: textOrNull(given.lastError),
    notOffered: given.notOffered === true,
    previousSources: fetchHistories(given.elsewhere),
  };
}

/** The stored form. */
export function feedStateText({ previousSources, ...state }: FeedState): string {
  return `${JSON.stringify({ ...state, elsewhere: previousSources }, null, 1)}\n`;
}

function fetchHistories(given: unknown): FetchHistory[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, MAX_SOURCES).filter(isObject).flatMap((each) => {
    const url = textOrNull(each.url);
    return url === null ? [] : [{
      url,
      triedAt: numberOrNull(each.triedAt) ?? 0,
      nextAt: numberOrNull(each.nextAt) ?? 0,
      failures: numberOrNull(each.failures) ?? 0,
      lastError: textOrNull(each.lastError),
    }];
  });
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
