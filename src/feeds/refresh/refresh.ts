/** Fetches one feed with a conditional request, checks the download, and only then replaces the last good copy. */
import { MINUTE_MS } from "../../model/duration.ts";
import { feedUrl } from "../catalog/catalog.ts";
import type { Feed, FeedContent } from "../catalog/feed.ts";
import { type FeedFetcher, type FetchProgress, requestFeed } from "./feed_request.ts";
import { type FeedState, NO_STATE, stateAt } from "./feed_state.ts";
import type { FeedStore } from "./feed_store.ts";
import type { FeedWorkerClient } from "../worker/worker_client.ts";
import { printable } from "../catalog/parsers/text.ts";

export type RefreshResult =
  | "updated"
  | "unchanged" // 304, or the same bytes
  | "not_offered" // the mirror does not have this file
  | "refused" // the download is quarantined, the last good copy stays
  | "failed" // no usable response
  | "busy" // another process is fetching it
  | "current"; // another process fetched it in the meantime

export interface RefreshOutcome {
  readonly feed: Feed;
  readonly result: RefreshResult;
  /** Why, for people; "" when there is nothing to explain. */
  readonly detail: string;
  readonly state: FeedState;
  /** The content of the new copy, after "updated". */
  readonly content: FeedContent | null;
}

interface RefreshRequest extends FetchProgress {
  /** True: fetch now, after any other process that is fetching it; false: only when due and no other process is fetching it. */
  readonly force: boolean;
}

interface RefresherOptions {
  readonly store: FeedStore;
  readonly worker: FeedWorkerClient;
  readonly http: FeedFetcher;
  readonly mirror: string | null;
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** After a failure: 5 minutes, then doubled each time up to the feed's own cadence, randomised by a quarter. */
const BACK_OFF = { first: 5 * MINUTE_MS, spread: 0.25 } as const;
/** After a success the next fetch is at a random time in the last tenth of the cadence, so that nodes do not fetch in step. */
const JITTER = 0.1;

/** Feeds that are fetched at the same time. */
export const CONCURRENT_REFRESHES = 4;

export class FeedRefresher {
  readonly #options: RefresherOptions;

  constructor(options: RefresherOptions) {
    this.#options = options;
  }

  /** Never throws: a failure is in the outcome and in the feed's state on disk. */
  async refresh(feed: Feed, request: RefreshRequest): Promise<RefreshOutcome> {
    const { store, now } = this.#options;
    const requestedAt = now();
    let state = NO_STATE;
    try {
      const { triedAt } = await store.state(feed);
      using lock = await store.lock(feed, request.force);
      state = await store.state(feed);
      if (lock === null) return outcome(feed, "busy", "another process is fetching it", state);
      // A time that was in the state before is of a wrong clock, now or then.
      const meanwhile = state.triedAt !== triedAt && (state.triedAt ?? 0) > requestedAt;
      const taken = request.force ? meanwhile : !this.due(feed, state);
      if (taken) return outcome(feed, "current", "another process fetched it", state);
      return await this.#fetch(feed, state, request);
    } catch (error) {
      const lastError = `it cannot be kept: ${messageOf(error)}`;
      const nextAt = now() + BACK_OFF.first;
      const here = stateAt(state, feedUrl(feed, this.#options.mirror));
      return outcome(feed, "failed", lastError, { ...here, triedAt: requestedAt, nextAt, lastError });
    }
  }

  /** Refreshes feeds now, due or not, a few at a time. @param watch called when a feed begins; gives how to follow it */
  async refreshAll(
    feeds: readonly Feed[],
    watch: (feed: Feed) => FetchProgress,
    done: (outcome: RefreshOutcome) => void = () => {},
  ): Promise<RefreshOutcome[]> {
    const outcomes: RefreshOutcome[] = [];
    const queue = [...feeds];
    const work = async () => {
      for (let feed = queue.shift(); feed !== undefined; feed = queue.shift()) {
        const outcome = await this.refresh(feed, { force: true, ...watch(feed) });
        done(outcome);
        outcomes.push(outcome);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_REFRESHES }, work));
    return outcomes;
  }

  /**
   * True when the next fetch from the current URL is due (immediately for a new URL), or its time was set by a wrong clock.
   * Also when the copy came from another URL, but only after a pause: two nodes with different settings on one folder would
   * otherwise replace each other's copy endlessly.
   */
  due(feed: Feed, state: FeedState): boolean {
    const now = this.#options.now();
    const url = feedUrl(feed, this.#options.mirror);
    const { nextAt, failures } = stateAt(state, url);
    if (nextAt <= now || nextAt - now > 2 * feed.cadence) return true;
    return state.url !== url && failures === 0 && now - (state.triedAt ?? 0) >= BACK_OFF.first;
  }

  async #fetch(feed: Feed, before: FeedState, request: RefreshRequest): Promise<RefreshOutcome> {
    const { http, mirror } = this.#options;
    const url = feedUrl(feed, mirror);
    const state = stateAt(before, url);
    let answer;
    try {
      answer = await requestFeed(http, feed, mirror, state, request);
    } catch (error) {
      if (request.signal?.aborted) return outcome(feed, "failed", "given up", before);
      return await this.#fail(feed, state, messageOf(error));
    }
    if (answer.status === 200) return await this.#checkDownload(feed, state, answer.body, answer.headers);
    if (answer.status === 304 && state.sha256 !== null) {
      return await this.#keep(feed, state, answer.headers);
    }
    const missing = answer.status === 404 || answer.status === 410;
    if (missing && mirror !== null) return await this.#notOffered(feed, state);
    const pause = Number(answer.headers.get("retry-after"));
    return await this.#fail(feed, state, `the source answered ${answer.status}`, pause * 1000 || 0);
  }

  async #checkDownload(
    feed: Feed,
    state: FeedState,
    body: Uint8Array<ArrayBuffer>,
    headers: Headers,
  ): Promise<RefreshOutcome> {
    const { store, worker } = this.#options;
    const sha256 = await sha256Of(body);
    if (sha256 === state.sha256) return await this.#keep(feed, state, headers);
    const bytes = body.length;
    const staged = await store.stage(feed, body);
    const hasCopy = state.sha256 !== null && state.entries > 0;
    const previous = hasCopy
      ? { entries: state.entries, endsWithLineFeed: await store.endsWithLineFeed(feed) }
      : null;
    const { name, minimum, maxBytes } = feed;
    const verdict = await worker.check({ feed: name, bytes: body, minimum, maxBytes, previous }).catch(
      async (error: unknown) => {
        await store.discard(staged);
        throw error;
      },
    );
    if (!verdict.ok) {
      await store.refuse(feed, staged);
      const detail = `refused: ${verdict.reason} (saved as ${feed.file}.refused)`;
      return await this.#fail(feed, state, detail, 0, "refused");
    }
    const next: FeedState = {
      ...this.#confirmed(feed, state, headers),
      sha256,
      bytes,
      entries: verdict.entries,
      note: verdict.note,
      fetchedAt: this.#options.now(),
    };
    await store.accept(feed, staged, next);
    return { ...outcome(feed, "updated", verdict.note ?? "", next), content: verdict.content };
  }

  async #keep(feed: Feed, state: FeedState, headers: Headers): Promise<RefreshOutcome> {
    const next = this.#confirmed(feed, state, headers);
    await this.#options.store.save(feed, next);
    return outcome(feed, "unchanged", "", next);
  }

  async #notOffered(feed: Feed, state: FeedState): Promise<RefreshOutcome> {
    const now = this.#options.now();
    const nextAt = this.#nextFetch(feed, now);
    const next = { ...state, triedAt: now, nextAt, failures: 0, lastError: null, notOffered: true };
    await this.#options.store.save(feed, next);
    return outcome(feed, "not_offered", "the mirror does not have it", next);
  }

  async #fail(
    feed: Feed,
    state: FeedState,
    detail: string,
    pause = 0,
    result: "failed" | "refused" = "failed",
  ): Promise<RefreshOutcome> {
    const { store, now, random } = this.#options;
    const triedAt = now();
    const failures = state.failures + 1;
    const doubled = Math.min(feed.cadence, BACK_OFF.first * 2 ** (failures - 1));
    const spread = 1 + BACK_OFF.spread * (2 * random() - 1);
    const nextAt = triedAt + Math.max(doubled * spread, Math.min(pause, feed.cadence));
    const next = { ...state, triedAt, nextAt, failures, lastError: detail, notOffered: false };
    await store.save(feed, next);
    return outcome(feed, result, detail, next);
  }

  #confirmed(feed: Feed, state: FeedState, headers: Headers): FeedState {
    const now = this.#options.now();
    return {
      ...state,
      etag: headers.get("etag") ?? state.etag,
      lastModified: headers.get("last-modified") ?? state.lastModified,
      checkedAt: now,
      triedAt: now,
      nextAt: this.#nextFetch(feed, now),
      failures: 0,
      lastError: null,
      notOffered: false,
    };
  }

  #nextFetch(feed: Feed, now: number): number {
    return now + feed.cadence * (1 - JITTER * this.#options.random());
  }
}

function outcome(feed: Feed, result: RefreshResult, detail: string, state: FeedState): RefreshOutcome {
  return { feed, result, detail, state, content: null };
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function messageOf(error: unknown): string {
  return printable(error instanceof Error ? error.message : String(error)).slice(0, 200);
}
