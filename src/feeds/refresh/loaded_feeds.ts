/** The feeds in use: range lists and lists of systems in the range library, and which copy each consumer was given. */
import { createHash } from "node:crypto";
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import type { Feed, FeedContent, FeedContents, RangeRows } from "../catalog/feed.ts";
import type { ConsumedKind, FeedConsumers, LoadedFeed } from "./feed_consumers.ts";
import type { FeedState } from "./feed_state.ts";
import type { FeedStore } from "./feed_store.ts";
import type { FeedWorkerClient } from "../worker/worker_client.ts";
import { warpList } from "../ranges/warp.ts";
import { RangeIndex } from "../ranges/range_index.ts";
import { RangeLibrary } from "../ranges/ranges.ts";
import type { RefreshOutcome } from "./refresh.ts";

interface LoadedFeedsOptions {
  readonly now: () => number;
  readonly log: (line: string) => void;
}

type Found = Pick<RefreshOutcome, "feed" | "state" | "content">;

interface LoadedCopy {
  /** SHA-256 of the copy in use. */
  readonly sha256: string;
  readonly checkedAt: number | null;
}

export class LoadedFeeds {
  readonly ranges: RangeLibrary;
  readonly #feeds: readonly Feed[];
  readonly #store: FeedStore;
  readonly #worker: FeedWorkerClient;
  readonly #consumers: Partial<FeedConsumers>;
  readonly #log: (line: string) => void;
  readonly #copies = new Map<string, LoadedCopy>();
  readonly #rows = new Map<string, RangeRows>();
  #version = "none";
  #generation = 0;
  readonly #queue = new KeyedQueue();

  constructor(
    feeds: readonly Feed[],
    store: FeedStore,
    worker: FeedWorkerClient,
    consumers: Partial<FeedConsumers>,
    options: LoadedFeedsOptions,
  ) {
    this.ranges = new RangeLibrary(options.now, feeds);
    this.#feeds = feeds;
    this.#store = store;
    this.#worker = worker;
    this.#consumers = consumers;
    this.#log = options.log;
  }

  /** Starts to use new copies, one call after another. Returns the states of copies that turned out to be corrupt. */
  adopt(found: readonly Found[]): Promise<Map<string, FeedState>> {
    return this.#queue.run("adopt", () => this.#adopt(found));
  }

  /** The state on disk, without a copy that this process does not use. */
  actual(feed: Feed, state: FeedState): FeedState {
    return this.#copies.has(feed.name) ? state : { ...state, sha256: null };
  }

  /** Changes once new copies are in use. */
  get version(): string {
    return this.#version;
  }

  /** Grows whenever a copy in use was replaced or confirmed. */
  get generation(): number {
    return this.#generation;
  }

  async #adopt(found: readonly Found[]): Promise<Map<string, FeedState>> {
    const quarantined = new Map<string, FeedState>();
    const kinds = new Set<ConsumedKind>();
    const fresh = new Map<string, FeedContent>();
    let rangesChanged = false;
    for (const { feed, state, content } of found) {
      if (state.sha256 === null) continue;
      const { sha256, checkedAt } = state;
      const changed = this.#copies.get(feed.name)?.sha256 !== sha256;
      if (changed) {
        const loaded = content ?? await this.#load(feed, state, quarantined);
        if (loaded === null) continue;
        fresh.set(feed.name, loaded);
        if (loaded.kind === "ranges") {
          this.#rows.set(feed.name, loaded.data);
          rangesChanged = true;
        } else if (loaded.kind === "asns") {
          if (feed.claim !== undefined) this.ranges.replaceAsns(feed.name, feed.claim, loaded.data);
        } else kinds.add(loaded.kind);
      }
      this.#copies.set(feed.name, { sha256, checkedAt });
    }
    this.ranges.confirm(this.#confirmedTimes());
    try {
      if (rangesChanged) await this.#rebuild();
      for (const kind of kinds) await this.#deliver(kind, fresh, quarantined);
    } finally {
      this.#version = versionOf(this.#copies);
      this.#generation++;
    }
    return quarantined;
  }

  /** Null when there is no copy, or it is corrupt; then it is quarantined and will be fetched again. */
  async #load(
    feed: Feed,
    state: FeedState,
    quarantined: Map<string, FeedState>,
  ): Promise<FeedContent | null> {
    const bytes = await this.#store.read(feed);
    if (bytes === null) return null;
    const { name, minimum, maxBytes } = feed;
    const verdict = await this.#worker.check({ feed: name, bytes, minimum, maxBytes, previous: null });
    if (verdict.ok) return verdict.content;
    const reason = `the copy on disk is damaged: ${verdict.reason}`;
    this.#log(`feeds: ${name}: ${reason}`);
    const left = await this.#store.quarantine(feed, state, reason);
    if (left !== null) quarantined.set(name, left);
    return null;
  }

  async #rebuild(): Promise<void> {
    const lists = this.#feeds.flatMap(({ name, claim }) => {
      const rows = this.#rows.get(name);
      return rows === undefined || claim === undefined ? [] : [{ claim, rows }];
    });
    if (lists.some(({ claim }) => claim.category === "relay")) lists.push(warpList());
    const index = new RangeIndex(await this.#worker.run("build", lists));
    this.ranges.replace(index, versionOf(this.#copies, (name) => this.#rows.has(name)));
  }

  /** A consumer gets all feeds of its kind; those that did not change are read from disk. */
  async #deliver<Kind extends ConsumedKind>(
    kind: Kind,
    fresh: ReadonlyMap<string, FeedContent>,
    quarantined: Map<string, FeedState>,
  ): Promise<void> {
    const loaded: LoadedFeed<Kind>[] = [];
    for (const feed of this.#feeds) {
      if (feed.kind !== kind || !this.#copies.has(feed.name)) continue;
      const content = fresh.get(feed.name) ??
        await this.#load(feed, await this.#store.state(feed), quarantined);
      if (content?.kind !== kind) continue;
      const data = content.data as FeedContents[Kind];
      loaded.push({ feed, data, path: await this.#store.path(feed) });
    }
    try {
      if (loaded.length > 0) await this.#consumers[kind]?.(loaded);
    } catch (error) {
      this.#log(`feeds: ${kind} could not be loaded: ${(error as Error).message}`);
    }
  }

  #confirmedTimes(): Map<string, number> {
    const times = new Map<string, number>();
    for (const [name, { checkedAt }] of this.#copies) if (checkedAt !== null) times.set(name, checkedAt);
    return times;
  }
}

/** A short version for a set of copies: the start of a hash over their hashes. */
function versionOf(
  copies: ReadonlyMap<string, LoadedCopy>,
  wanted: (name: string) => boolean = () => true,
): string {
  const texts = [...copies].filter(([name]) => wanted(name)).map(([name, { sha256 }]) => `${name}=${sha256}`);
  if (texts.length === 0) return "none";
  return createHash("sha256").update(texts.sort().join("\n")).digest("hex").slice(0, 12);
}
