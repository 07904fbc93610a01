/** Requests a feed from its source, conditionally when there is a copy from that source. */
import { feedUrl } from "../catalog/catalog.ts";
import type { Feed } from "../catalog/feed.ts";
import type { FeedState } from "./feed_state.ts";

interface FeedResponse {
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
  }): Promise<FeedResponse>;
}

export interface FetchProgress {
  /** Bytes received so far, and the total where the source gives it. */
  readonly onBytes?: (received: number, total: number | null) => void;
  readonly signal?: AbortSignal;
}

const MAX_REDIRECTS = 5;
const PAGE_BYTES = 4 * 2 ** 20;

/** @throws {Error} when there is no response; its message says why */
export async function requestFeed(
  http: FeedFetcher,
  feed: Feed,
  mirror: string | null,
  state: FeedState,
  progress: FetchProgress,
): Promise<FeedResponse> {
  const url = feedUrl(feed, mirror);
  const limits = {
    maxBytes: feed.maxBytes,
    timeoutMs: feed.timeout,
    redirects: MAX_REDIRECTS,
    ...(progress.signal && { signal: progress.signal }),
  };
  const headers = state.url === url ? validators(state) : {};
  let target = url;
  if (mirror === null && feed.link !== undefined) {
    target = linkIn(await http.get(url, { ...limits, maxBytes: PAGE_BYTES }), feed.link);
  }
  return await http.get(target, {
    ...limits,
    headers,
    ...(progress.onBytes && { onBytes: progress.onBytes }),
  });
}

function validators({ etag, lastModified, sha256 }: FeedState): Record<string, string> {
  if (sha256 === null) return {};
  return {
    ...(etag !== null && { "if-none-match": etag }),
    ...(lastModified !== null && { "if-modified-since": lastModified }),
  };
}

/** The URL of an upstream file whose name changes, from the page that links to it. */
function linkIn({ status, body }: FeedResponse, pattern: RegExp): string {
  if (status !== 200) throw new Error(`the page that links to it answered ${status}`);
  const link = pattern.exec(new TextDecoder().decode(body))?.[0];
  if (link === undefined) throw new Error("the page that links to it has no such link");
  return link;
}
