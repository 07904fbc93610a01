/**
 * The feeds of a running program: loads the last good copies, fetches what is due, adopts what another process fetched, keeps
 * the range index current and hands the other lists to their consumers.
 */
import { FEEDS, feedUrl } from "./catalog/catalog.ts";
import type { Feed } from "./catalog/feed.ts";
import type { FeedConsumers } from "./refresh/feed_consumers.ts";
import { isConsumed } from "./refresh/feed_consumers.ts";
import { LoadedFeeds } from "./refresh/loaded_feeds.ts";
import type { FeedFetcher } from "./refresh/feed_request.ts";
import { type FeedState, NO_STATE } from "./refresh/feed_state.ts";
import { FeedStore } from "./refresh/feed_store.ts";
import { FeedWorkerClient } from "./worker/worker_client.ts";
import type { CuratedRange } from "./ranges/curated_ranges.ts";
import type { RangeLibrary } from "./ranges/ranges.ts";
import { FeedRefresher, type RefreshOutcome } from "./refresh/refresh.ts";
import { type FeedStatus, feedStatus } from "./refresh/stale.ts";

export interface FeedOptions {
  /** The feeds' own folder. */
  readonly dir: string;
  /** A folder of feeds that came with the program, for where there is no newer copy. */
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
  readonly random?: () => number;
  readonly feeds?: readonly Feed[];
}

/** How often the folder is looked at and due feeds are started, in milliseconds. */
const TICK = 500;
const AT_ONCE = 4;

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
  #looking: Promise<void> | null = null;
  #complaint = "";
  /** The folder as it was when it was last read, and whether it had changed then. */
  #seen = { stamp: "", settled: false };

  constructor(options: FeedOptions, consumers: FeedConsumers = {}) {
    this.#options = options;
    this.#feeds = (options.feeds ?? FEEDS).filter(({ kind }) => !isConsumed(kind) || kind in consumers);
    this.#store = new FeedStore(options.dir, options.bundled);
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

  /** Ranges known by hand take part in the index from now on. */
  async setCurated(ranges: readonly CuratedRange[]): Promise<void> {
    await this.#loaded.setCurated(ranges);
  }

  /** Loads the last good copies. Trouble with the folder goes to the log. */
  async load(): Promise<void> {
    try {
      await this.#store.prepare(this.#feeds);
      await this.#look();
    } catch (error) {
      this.#complain((error as Error).message);
    }
  }

  /** Follows the folder, and fetches in the background unless that is switched off. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#tick(), TICK);
    this.#tick();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopping.abort();
    await Promise.allSettled([...this.#fetching.values(), this.#looking]);
    this.#worker.close();
  }

  /** Fetches these feeds (or all) now, due or not, and puts them to use. */
  async refresh(names?: readonly string[]): Promise<RefreshOutcome[]> {
    const chosen = this.#feeds.filter(({ name }) => names?.includes(name) ?? true);
    const outcomes: RefreshOutcome[] = [];
    const queue = [...chosen];
    const work = async () => {
      for (let feed = queue.shift(); feed !== undefined; feed = queue.shift()) {
        outcomes.push(await this.#refresher.refresh(feed, { force: true, signal: this.#stopping.signal }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
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

  /** Names everything loaded, for stored scores; `none` before the first load. */
  dataVersion(): string {
    return this.#loaded.version;
  }

  /** Grows whenever lists in use were replaced or confirmed. */
  get generation(): number {
    return this.#loaded.generation;
  }

  #tick(): void {
    this.#looking ??= this.#look()
      .then(() => this.#complaint = "", (error: Error) => this.#complain(error.message))
      .then(() => this.#fetchDue())
      .finally(() => this.#looking = null);
  }

  /** Reads the states when the folder changed, and once more after that: its time stamp is coarse. */
  async #look(): Promise<void> {
    const stamp = await this.#store.stamp();
    if (stamp === this.#seen.stamp && this.#seen.settled) return;
    this.#seen = { stamp, settled: stamp === this.#seen.stamp };
    const states = await Promise.all(this.#feeds.map((feed) => this.#store.state(feed)));
    await this.#adopt(this.#feeds.map((feed, index) => ({ feed, state: states[index]!, content: null })));
  }

  #state({ name }: Feed): FeedState {
    return this.#states.get(name) ?? NO_STATE;
  }

  /** Once, not at every turn. */
  #complain(message: string): void {
    if (message !== this.#complaint) this.#options.log(`feeds: the folder cannot be used: ${message}`);
    this.#complaint = message;
  }

  #fetchDue(): void {
    const { offline, refresh } = this.#options;
    if (offline || !refresh || this.#stopping.signal.aborted) return;
    for (const feed of this.#feeds) {
      if (this.#fetching.size >= AT_ONCE) return;
      if (this.#fetching.has(feed.name) || !this.#refresher.due(feed, this.#state(feed))) continue;
      const work = this.#refresher.refresh(feed, { force: false, signal: this.#stopping.signal })
        .then((outcome) => this.#use([outcome]))
        .catch((error: Error) => this.#complain(error.message))
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
      // The same trouble is told once, not at every attempt.
      if (wrong && detail !== this.#state(feed).lastError) {
        this.#options.log(`feeds: ${feed.name}: ${detail}`);
      }
    }
    await this.#adopt(outcomes);
  }

  async #adopt(found: readonly Pick<RefreshOutcome, "feed" | "state" | "content">[]): Promise<void> {
    for (const { feed, state } of found) this.#states.set(feed.name, state);
    const condemned = await this.#loaded.adopt(found);
    for (const [name, state] of condemned) this.#states.set(name, state);
  }
}
