/** Asks the source of a feed, conditionally when a copy of that source is at hand. */
import { feedUrl } from "../catalog/catalog.ts";
import type { Feed } from "../catalog/feed.ts";
import type { FeedState } from "./feed_state.ts";

export interface FeedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The part of the guarded HTTP client that feeds use. */
export interface FeedFetcher {
  get(url: string, options: {
    readonly accept?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly maxBytes: number;
    readonly timeoutMs: number;
    readonly redirects: number;
    readonly onBytes?: (received: number, total: number | null) => void;
    readonly signal?: AbortSignal;
  }): Promise<FeedAnswer>;
}

export interface Watching {
  /** Bytes received so far, and all of them where the source says. */
  readonly onBytes?: (received: number, total: number | null) => void;
  readonly signal?: AbortSignal;
}

const REDIRECTS = 5;
const PAGE_BYTES = 4 * 2 ** 20;

/** @throws {Error} when no answer came; its message says why */
export async function requestFeed(
  http: FeedFetcher,
  feed: Feed,
  mirror: string | null,
  state: FeedState,
  watching: Watching,
): Promise<FeedAnswer> {
  const url = feedUrl(feed, mirror);
  const limits = {
    maxBytes: feed.maxBytes,
    timeoutMs: feed.timeout,
    redirects: REDIRECTS,
    ...(watching.signal && { signal: watching.signal }),
  };
  const headers = state.url === url ? validators(state) : {};
  let target = url;
  if (mirror === null && feed.link !== undefined) {
    target = linkIn(await http.get(url, { ...limits, maxBytes: PAGE_BYTES }), feed.link);
  }
  return await http.get(target, {
    ...limits,
    headers,
    ...(watching.onBytes && { onBytes: watching.onBytes }),
  });
}

function validators({ etag, lastModified, sha256 }: FeedState): Record<string, string> {
  if (sha256 === null) return {};
  return {
    ...(etag !== null && { "if-none-match": etag }),
    ...(lastModified !== null && { "if-modified-since": lastModified }),
  };
}

/** The address of an upstream file whose name changes, from the page that links to it. */
function linkIn({ status, body }: FeedAnswer, pattern: RegExp): string {
  if (status !== 200) throw new Error(`the page that links to it answered ${status}`);
  const link = pattern.exec(new TextDecoder().decode(body))?.[0];
  if (link === undefined) throw new Error("the page that links to it has no such link");
  return link;
}
