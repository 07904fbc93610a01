/** What of the feeds is in use: range lists in the index, AS numbers, and which copy every consumer was given. */
import { createHash } from "node:crypto";
import type { Feed, RangeRows } from "../catalog/feed.ts";
import {
  type ConsumedKind,
  deliver,
  type FeedConsumers,
  isConsumed,
  type LoadedFeed,
} from "./feed_consumers.ts";
import type { FeedState } from "./feed_state.ts";
import type { FeedStore } from "./feed_store.ts";
import type { FeedWorkerClient } from "../worker/worker_client.ts";
import { curatedLists, type CuratedRange, warpList } from "../ranges/curated_ranges.ts";
import { RangeIndex } from "../ranges/range_index.ts";
import { RangeLibrary } from "../ranges/ranges.ts";
import type { RefreshOutcome } from "./refresh.ts";

export interface LoadedFeedsOptions {
  readonly now: () => number;
  readonly log: (line: string) => void;
}

type Found = Pick<RefreshOutcome, "feed" | "state" | "content">;

interface Held {
  /** SHA-256 of the copy in use. */
  readonly sha256: string;
  readonly checkedAt: number | null;
}

export class LoadedFeeds {
  readonly ranges: RangeLibrary;
  readonly #feeds: readonly Feed[];
  readonly #store: FeedStore;
  readonly #worker: FeedWorkerClient;
  readonly #consumers: FeedConsumers;
  readonly #log: (line: string) => void;
  readonly #held = new Map<string, Held>();
  readonly #rows = new Map<string, RangeRows>();
  #curated: readonly CuratedRange[] = [];
  #version = "none";
  #generation = 0;
  /** One adoption after another. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    feeds: readonly Feed[],
    store: FeedStore,
    worker: FeedWorkerClient,
    consumers: FeedConsumers,
    options: LoadedFeedsOptions,
  ) {
    this.ranges = new RangeLibrary(options.now, feeds);
    this.#feeds = feeds;
    this.#store = store;
    this.#worker = worker;
    this.#consumers = consumers;
    this.#log = options.log;
  }

  /** Puts new copies to use. Returns the states of copies that turned out to be damaged. */
  adopt(found: readonly Found[]): Promise<Map<string, FeedState>> {
    return this.#inTurn(() => this.#adopt(found));
  }

  async setCurated(ranges: readonly CuratedRange[]): Promise<void> {
    await this.#inTurn(async () => {
      this.#curated = ranges;
      await this.#rebuild();
      this.#generation++;
    });
  }

  /** The state on disk, without a copy that is not in use here. */
  actual(feed: Feed, state: FeedState): FeedState {
    return this.#held.has(feed.name) ? state : { ...state, sha256: null };
  }

  /** Changes when new copies are in use, not before. */
  get version(): string {
    return this.#version;
  }

  /** Grows whenever what is in use was replaced or confirmed. */
  get generation(): number {
    return this.#generation;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #adopt(found: readonly Found[]): Promise<Map<string, FeedState>> {
    const condemned = new Map<string, FeedState>();
    const kinds = new Set<ConsumedKind>();
    const fresh = new Map<string, LoadedFeed>();
    let rangesChanged = false;
    for (const { feed, state, content } of found) {
      if (state.sha256 === null) continue;
      const { sha256, checkedAt } = state;
      const changed = this.#held.get(feed.name)?.sha256 !== sha256;
      if (changed) {
        const loaded = content === null
          ? await this.#load(feed, state, condemned)
          : await this.#loaded(feed, content);
        if (loaded === null) continue;
        fresh.set(feed.name, loaded);
        if (loaded.content.kind === "ranges") {
          this.#rows.set(feed.name, loaded.content.rows);
          rangesChanged = true;
        } else if (loaded.content.kind === "asns") this.ranges.replaceAsnDrop(loaded.content.asns);
        if (isConsumed(feed.kind)) kinds.add(feed.kind);
      }
      this.#held.set(feed.name, { sha256, checkedAt });
    }
    this.ranges.confirm(this.#confirmedTimes());
    try {
      if (rangesChanged) await this.#rebuild();
      for (const kind of kinds) await this.#deliver(kind, fresh, condemned);
    } finally {
      this.#version = versionOf(this.#held);
      this.#generation++;
    }
    return condemned;
  }

  /** Null when there is no copy, or it is damaged; then it is set aside and will be fetched again. */
  async #load(
    feed: Feed,
    state: FeedState,
    condemned: Map<string, FeedState>,
  ): Promise<LoadedFeed | null> {
    const bytes = await this.#store.read(feed);
    if (bytes === null) return null;
    const { name, minimum, maxBytes } = feed;
    const verdict = await this.#worker.check({ feed: name, bytes, minimum, maxBytes, previous: null });
    if (verdict.ok) return await this.#loaded(feed, verdict.content);
    const reason = `the copy on disk is damaged: ${verdict.reason}`;
    this.#log(`feeds: ${name}: ${reason}`);
    const set = await this.#store.condemn(feed, state, reason);
    if (set !== null) condemned.set(name, set);
    return null;
  }

  async #loaded(feed: Feed, content: LoadedFeed["content"]): Promise<LoadedFeed> {
    return { feed, content, path: await this.#store.path(feed) };
  }

  async #rebuild(): Promise<void> {
    const lists = this.#feeds.flatMap(({ name, claim }) => {
      const rows = this.#rows.get(name);
      return rows === undefined || claim === undefined ? [] : [{ claim, rows }];
    });
    if (lists.some(({ claim }) => claim.category === "relay")) lists.push(warpList());
    lists.push(...curatedLists(this.#curated));
    const index = new RangeIndex(await this.#worker.run("build", lists));
    this.ranges.replace(index, versionOf(this.#held, (name) => this.#rows.has(name)));
  }

  /** A consumer gets all feeds of its kind; those that did not change are read again. */
  async #deliver(
    kind: ConsumedKind,
    fresh: ReadonlyMap<string, LoadedFeed>,
    condemned: Map<string, FeedState>,
  ): Promise<void> {
    const loaded: LoadedFeed[] = [];
    for (const feed of this.#feeds) {
      if (feed.kind !== kind || !this.#held.has(feed.name)) continue;
      const part = fresh.get(feed.name) ??
        await this.#load(feed, await this.#store.state(feed), condemned);
      if (part !== null) loaded.push(part);
    }
    try {
      if (loaded.length > 0) await deliver(this.#consumers, kind, loaded);
    } catch (error) {
      this.#log(`feeds: ${kind} could not be put to use: ${(error as Error).message}`);
    }
  }

  #confirmedTimes(): Map<string, number> {
    const times = new Map<string, number>();
    for (const [name, { checkedAt }] of this.#held) if (checkedAt !== null) times.set(name, checkedAt);
    return times;
  }
}

/** A short name for a set of copies: the start of a hash over their hashes. */
function versionOf(held: ReadonlyMap<string, Held>, wanted: (name: string) => boolean = () => true): string {
  const copies = [...held].filter(([name]) => wanted(name)).map(([name, { sha256 }]) => `${name}=${sha256}`);
  if (copies.length === 0) return "none";
  return createHash("sha256").update(copies.sort().join("\n")).digest("hex").slice(0, 12);
}
