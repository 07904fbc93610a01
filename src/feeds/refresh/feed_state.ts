/** What is known about one feed's copy on disk and its fetches, kept as JSON beside the copy. Times are milliseconds since the epoch. */

export interface FeedState {
  /** The address the copy came from, or was last asked for at. */
  readonly url: string | null;
  /** Validators of that address, for conditional requests. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Of the copy; null: there is none. */
  readonly sha256: string | null;
  readonly bytes: number;
  readonly entries: number;
  /** Rows that were left out. */
  readonly note: string | null;
  /** When a copy with new content came. */
  readonly fetchedAt: number | null;
  /** When the source last confirmed the copy, by 200 or 304. */
  readonly checkedAt: number | null;
  readonly triedAt: number | null;
  /** When it is due again. */
  readonly nextAt: number;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly lastError: string | null;
  /** The mirror does not have it. */
  readonly notOffered: boolean;
  /** What was earned at addresses that were asked before `url`, the latest first. */
  readonly elsewhere: readonly Earned[];
}

/** How an address did when it was last asked; another address starts without it. */
export interface Earned {
  readonly url: string;
  readonly triedAt: number;
  readonly nextAt: number;
  readonly failures: number;
  readonly lastError: string | null;
}

/** Addresses that are remembered: the upstream, and a mirror or two. */
const MOST_ADDRESSES = 4;

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
  elsewhere: [],
};

/**
 * The state as it counts for an address. At another one than the last, validators, back-off and failures are what that
 * address earned itself, and a new one is due at once; the copy stays as good as it was.
 */
export function stateAt(state: FeedState, url: string): FeedState {
  if (state.url === url) return state;
  const own = state.elsewhere.find((earned) => earned.url === url);
  const { url: before, triedAt, nextAt, failures, lastError } = state;
  const left: Earned[] = before === null
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
    elsewhere: [...left, ...state.elsewhere.filter((earned) => earned.url !== url)].slice(0, MOST_ADDRESSES),
  };
}

/** Anything that is not a state, or part of one, counts as not known. */
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
    elsewhere: earnedIn(rest["elsewhere"]),
  };
}

function earnedIn(given: unknown): Earned[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, MOST_ADDRESSES).flatMap((each: Record<string, unknown> | null) => {
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
