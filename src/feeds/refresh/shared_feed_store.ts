/**
 * The feeds' folder of a node among others: a feed is fetched by the node that has its lease, which shares the copy; the
 * others put it into their own folders, from where it is used like a copy of their own.
 */
import type { Feed } from "../catalog/feed.ts";
import { type FeedState, feedStateText, parseFeedState } from "./feed_state.ts";
import { FeedStore } from "./feed_store.ts";
import type { SharedCopies, SharedCopy } from "./shared_copies.ts";

type FeedFile = Pick<Feed, "name" | "file">;

/** The states when the copies here and there were last the same. */
interface SameStates {
  readonly own: string;
  readonly shared: string;
}

export class SharedFeedStore extends FeedStore {
  readonly #shared: SharedCopies;
  readonly #seen = new Map<string, SameStates>();
  /** Feeds whose shared copy is being taken: it is not shared again. */
  readonly #taking = new Set<string>();

  constructor(shared: SharedCopies, dir: string, bundled: string | null = null) {
    super(dir, bundled);
    this.#shared = shared;
  }

  /** As in one folder, over all nodes; the newest copy is here when it resolves. */
  override async lock(feed: FeedFile, wait: boolean): Promise<Disposable | null> {
    const end = await this.#shared.lease(feed.name, wait);
    if (end === null) return null;
    const lock = await super.lock(feed, wait).catch((error) => {
      end();
      throw error;
    });
    if (lock === null) {
      end();
      return null;
    }
    const shared = (await this.#shared.copies().catch(() => null))?.get(feed.name);
    if (shared !== undefined) await this.#take(feed, shared).catch(() => {});
    return {
      [Symbol.dispose]() {
        lock[Symbol.dispose]();
        end();
      },
    };
  }

  override async save(feed: FeedFile, state: FeedState): Promise<void> {
    await super.save(feed, state);
    if (!this.#taking.has(feed.name)) await this.#publish(feed, state);
  }

  /** Takes what other nodes fetched, and shares what only this folder has. */
  override async exchange(feeds: readonly FeedFile[]): Promise<void> {
    const copies = await this.#shared.copies();
    for (const feed of feeds) {
      const shared = copies.get(feed.name);
      const own = await this.state(feed);
      const newer = this.#newer(feed, own, shared);
      if (newer === "own") await this.#publish(feed, own);
      else if (newer === "shared") {
        using lock = await super.lock(feed, false);
        if (lock !== null) await this.#take(feed, shared!);
      }
    }
  }

  /**
   * What has changed since both were the same; when both have, or nothing was seen yet, the later by the nodes' clocks. A copy
   * that a node fetched whose clock was set back is so taken like any other.
   */
  #newer({ name }: FeedFile, own: FeedState, shared: SharedCopy | undefined): "own" | "shared" | null {
    const seen = this.#seen.get(name);
    const ownChanged = seen?.own !== feedStateText(own);
    const sharedChanged = seen?.shared !== (shared?.state ?? "");
    if (seen !== undefined && !(ownChanged && sharedChanged)) {
      return ownChanged ? "own" : sharedChanged ? "shared" : null;
    }
    const since = shared === undefined ? null : parseFeedState(shared.state).triedAt;
    const later = (own.triedAt ?? 0) - (since ?? 0);
    if (later === 0) this.#remember(name, own, shared?.state ?? "");
    return later > 0 ? "own" : later < 0 ? "shared" : null;
  }

  #remember(name: string, own: FeedState, shared: string): void {
    this.#seen.set(name, { own: feedStateText(own), shared });
  }

  /** Under the lock of the folder. */
  async #take(feed: FeedFile, shared: SharedCopy): Promise<void> {
    const [state, own] = [parseFeedState(shared.state), await this.state(feed)];
    if (this.#newer(feed, own, shared) !== "shared") return;
    this.#taking.add(feed.name);
    try {
      if (state.sha256 === own.sha256 || state.sha256 === null) {
        await this.save(feed, { ...state, sha256: own.sha256 });
      } else if (shared.hasBytes) {
        const bytes = await this.#shared.bytes(feed.name);
        if (bytes === null || await sha256Of(bytes) !== state.sha256) return; // it is being replaced
        await this.accept(feed, await this.stage(feed, bytes), state);
      } else return;
      this.#remember(feed.name, await this.state(feed), shared.state);
    } finally {
      this.#taking.delete(feed.name);
    }
  }

  /** Not of a feed without a copy: the copy of another node must stay. */
  async #publish(feed: FeedFile, state: FeedState): Promise<void> {
    if (state.sha256 === null) return;
    const text = feedStateText(state);
    await this.#shared.publish(feed.name, text, state.sha256, () => this.read(feed));
    this.#remember(feed.name, await this.state(feed), text);
  }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
