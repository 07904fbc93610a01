/**
 * The feeds of a running program: loads the last good copies, fetches what is due, takes over what another process fetched,
 * keeps the range index current and passes the other lists to their consumers.
 *
 * `catalog/` has every feed as a row and their parsers, `refresh/` fetches and checks them, `worker/` is the thread that does
 * the long work, `ranges/` is the index of address ranges, `tables/` are places and networks, `domains/` the domain lists.
 */
import { FEEDS, feedUrl } from "./catalog/catalog.ts";
import type { Feed } from "./catalog/feed.ts";
import type { FeedConsumers } from "./refresh/feed_consumers.ts";
import { LoadedFeeds } from "./refresh/loaded_feeds.ts";
import type { FeedFetcher } from "./refresh/feed_request.ts";
import { type FeedState, NO_STATE } from "./refresh/feed_state.ts";
import { FeedStore } from "./refresh/feed_store.ts";
import type { SharedCopies } from "./refresh/shared_copies.ts";
import { SharedFeedStore } from "./refresh/shared_feed_store.ts";
import { FeedWorkerClient } from "./worker/worker_client.ts";
import type { RangeLibrary } from "./ranges/ranges.ts";
import { CONCURRENT_REFRESHES, FeedRefresher, type RefreshOutcome } from "./refresh/refresh.ts";
import { type FeedStatus, feedStatus } from "./refresh/stale.ts";

export interface FeedOptions {
  /** The folder of the fetched copies. */
  readonly dir: string;
  /** A folder of feeds that are part of the program, used until there is a newer copy. */
  readonly bundled?: string;
  /** Base URL; null: every feed from its upstream. */
  readonly mirror: string | null;
  /** True: nothing is fetched. */
  readonly offline: boolean;
  /** False: nothing is fetched in the background. */
  readonly refresh: boolean;
  readonly http: FeedFetcher;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Where nodes with folders of their own share copies; null or absent: there are none. */
  readonly shared?: SharedCopies | null;
  readonly random?: () => number;
  readonly feeds?: readonly Feed[];
}

/** Milliseconds between two polls of the folder, each followed by the fetches that are due. */
const POLL_MS = 500;
/** Polls between two exchanges with other nodes: three seconds. */
const POLLS_PER_EXCHANGE = 6;

export class FeedLibrary {
  readonly #options: FeedOptions;
  readonly #feeds: readonly Feed[];
  readonly #store: FeedStore;
  readonly #worker: FeedWorkerClient;
  readonly #refresher: FeedRefresher;
  readonly #loaded: LoadedFeeds;
  readonly #states = new Map<string, FeedState>();
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  #polling: Promise<void> | null = null;
  #polls = 0;
  #lastLogged = "";
  /** The timestamp of the folder at the last read, and whether it was the same as at the read before. */
  #seen = { stamp: "", settled: false };

  constructor(options: FeedOptions, consumers: Partial<FeedConsumers> = {}) {
    this.#options = options;
    this.#feeds = (options.feeds ?? FEEDS).filter(({ kind }) =>
      kind === "ranges" || kind === "asns" || (consumers[kind] ?? null) !== null
    );
    this.#store = options.shared
      ? new SharedFeedStore(options.shared, options.dir, options.bundled)
      : new FeedStore(options.dir, options.bundled);
    this.#worker = new FeedWorkerClient(options.log);
    const { http, mirror, now, random = Math.random } = options;
    this.#refresher = new FeedRefresher({
      store: this.#store,
      worker: this.#worker,
      http,
      mirror,
      now,
      random,
    });
    this.#loaded = new LoadedFeeds(this.#feeds, this.#store, this.#worker, consumers, options);
  }

  get ranges(): RangeLibrary {
    return this.#loaded.ranges;
  }

  /** Loads the last good copies. An unusable folder is logged. */
  async load(): Promise<void> {
    try {
      await this.#store.prepare(this.#feeds);
      await this.#exchange();
      await this.#poll();
    } catch (error) {
      this.#logOnce((error as Error).message);
    }
  }

  /** Watches the folder, and fetches in the background unless that is switched off. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#pollAndFetch(), POLL_MS);
    this.#pollAndFetch();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopping.abort();
    await Promise.allSettled([...this.#fetching.values(), this.#polling]);
    this.#worker.close();
  }

  /** Fetches these feeds (or all) now, due or not, and starts to use them. */
  async refresh(names?: readonly string[]): Promise<RefreshOutcome[]> {
    const chosen = this.#feeds.filter(({ name }) => names?.includes(name) ?? true);
    const outcomes = await this.#refresher.refreshAll(chosen, () => ({ signal: this.#stopping.signal }));
    await this.#use(outcomes);
    return outcomes;
  }

  statuses(): FeedStatus[] {
    const { mirror, now, offline, refresh } = this.#options;
    return this.#feeds.map((feed) => {
      const state = this.#loaded.actual(feed, this.#state(feed));
      const status = feedStatus(feed, state, now(), feedUrl(feed, mirror));
      return offline || !refresh ? { ...status, nextAt: null } : status;
    });
  }

  /** Identifies the loaded copies, for stored scores; `none` before the first load. */
  dataVersion(): string {
    return this.#loaded.version;
  }

  /** Grows whenever lists in use are replaced or confirmed. */
  get generation(): number {
    return this.#loaded.generation;
  }

  #pollAndFetch(): void {
    this.#polling ??= (++this.#polls % POLLS_PER_EXCHANGE === 0 ? this.#exchange() : Promise.resolve())
      .then(() => this.#poll())
      .then(() => this.#lastLogged = "", (error: Error) => this.#logOnce(error.message))
      .then(() => this.#fetchDue())
      .finally(() => this.#polling = null);
  }

  /** Without the shared copies those of the folder are used. */
  async #exchange(): Promise<void> {
    await this.#store.exchange(this.#feeds).catch((error: Error) =>
      this.#options.log(`feeds: the copies of the other nodes cannot be read: ${error.message}`)
    );
  }

  /** Reads the states when the folder changed, and once more after that: its timestamp is coarse. */
  async #poll(): Promise<void> {
    const stamp = await this.#store.stamp();
    if (stamp === this.#seen.stamp && this.#seen.settled) return;
    this.#seen = { stamp, settled: stamp === this.#seen.stamp };
    const states = await Promise.all(this.#feeds.map((feed) => this.#store.state(feed)));
    await this.#adopt(this.#feeds.map((feed, index) => ({ feed, state: states[index]!, content: null })));
  }

  #state({ name }: Feed): FeedState {
    return this.#states.get(name) ?? NO_STATE;
  }

  /** Repeats of the same message are left out. */
  #logOnce(message: string): void {
    if (message !== this.#lastLogged) this.#options.log(`feeds: the folder cannot be used: ${message}`);
    this.#lastLogged = message;
  }

  #fetchDue(): void {
    const { offline, refresh } = this.#options;
    if (offline || !refresh || this.#stopping.signal.aborted) return;
    for (const feed of this.#feeds) {
      if (this.#fetching.size >= CONCURRENT_REFRESHES) return;
      if (this.#fetching.has(feed.name) || !this.#refresher.due(feed, this.#state(feed))) continue;
      const work = this.#refresher.refresh(feed, { force: false, signal: this.#stopping.signal })
        .then((outcome) => this.#use([outcome]))
        .catch((error: Error) => this.#logOnce(error.message))
        .finally(() => {
          this.#fetching.delete(feed.name);
          if (this.#timer !== undefined) this.#fetchDue();
        });
      this.#fetching.set(feed.name, work);
    }
  }

  async #use(outcomes: readonly RefreshOutcome[]): Promise<void> {
    for (const { feed, result, detail } of outcomes) {
      const wrong = result === "failed" || result === "refused";
      // The same error is logged once, not at every attempt.
      if (wrong && detail !== this.#state(feed).lastError) {
        this.#options.log(`feeds: ${feed.name}: ${detail}`);
      }
    }
    await this.#adopt(outcomes);
  }

  async #adopt(found: readonly Pick<RefreshOutcome, "feed" | "state" | "content">[]): Promise<void> {
    for (const { feed, state } of found) this.#states.set(feed.name, state);
    const quarantined = await this.#loaded.adopt(found);
    for (const [name, state] of quarantined) this.#states.set(name, state);
  }
}
