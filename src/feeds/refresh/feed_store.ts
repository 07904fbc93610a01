/**
 * The feeds' folder: for each feed the last good copy under its own name, `<file>.state.json`, and the last refused download
 * as `<file>.refused`. Files are written completely and then renamed, so a reader or a crash sees the old or the new one.
 * Several processes share the folder; the one that fetches a feed holds its lock, which the system releases when it ends.
 */
import type { Feed } from "../catalog/feed.ts";
import { type FeedState, feedStateText, NO_STATE, parseFeedState } from "./feed_state.ts";

type FeedFile = Pick<Feed, "file">;

export class FeedStore {
  readonly #dir: string;
  readonly #bundled: string | null;

  /** @param bundled a folder of the same form that is part of the program; its copies are used until there is a newer one */
  constructor(dir: string, bundled: string | null = null) {
    this.#dir = trimmed(dir);
    this.#bundled = bundled === null ? null : trimmed(bundled);
  }

  /** Creates the folder, and removes partial files of a killed process. */
  async prepare(feeds: readonly FeedFile[]): Promise<void> {
    await Deno.mkdir(this.#locks, { recursive: true, mode: 0o700 });
    for await (const { name } of Deno.readDir(this.#dir)) {
      if (!name.endsWith(".tmp")) continue;
      const feed = feeds.find(({ file }) => name.startsWith(`.${file}.`));
      if (feed === undefined) continue;
      using lock = await this.lock(feed, false);
      if (lock !== null) await ifPresent(Deno.remove(`${this.#dir}/${name}`));
    }
  }

  /** Exchanges copies with other folders; here there are none. */
  exchange(_feeds: readonly Pick<Feed, "name" | "file">[]): Promise<void> {
    return Promise.resolve();
  }

  /** The path of the copy in use. */
  async path(feed: FeedFile): Promise<string> {
    const own = this.#copyPath(feed);
    if (this.#bundled === null || await ifPresent(Deno.stat(own)) !== null) return own;
    const bundled = `${this.#bundled}/${feed.file}`;
    return await ifPresent(Deno.stat(bundled)) === null ? own : bundled;
  }

  /** A text that changes when any file of the folder is replaced. */
  async stamp(): Promise<string> {
    const folder = await ifPresent(Deno.stat(this.#dir));
    return folder === null ? "" : `${folder.ino}/${folder.mtime?.getTime()}`;
  }

  /** A copy without a state (put there by hand) is dated by its file time; a state without its copy counts as no copy. */
  async state(feed: FeedFile): Promise<FeedState> {
    const path = await this.path(feed);
    const [own, copy] = await Promise.all([
      ifPresent(Deno.readFile(this.#statePath(feed))),
      ifPresent(Deno.stat(path)),
    ]);
    const text = own ?? await ifPresent(Deno.readFile(`${path}.state.json`));
    const state = text === null ? NO_STATE : parseFeedState(new TextDecoder().decode(text));
    if (copy === null) return { ...state, sha256: null, etag: null, lastModified: null };
    if (state.sha256 !== null) return state;
    const time = copy.mtime?.getTime() ?? null;
    return {
      ...state,
      sha256: `file-${copy.size}-${time}`,
      bytes: copy.size,
      fetchedAt: time,
      checkedAt: time,
    };
  }

  async read(feed: FeedFile): Promise<Uint8Array<ArrayBuffer> | null> {
    return await ifPresent(Deno.readFile(await this.path(feed)));
  }

  /** True when the copy's last byte is a line feed. */
  async endsWithLineFeed(feed: FeedFile): Promise<boolean> {
    using file = await Deno.open(await this.path(feed));
    const { size } = await file.stat();
    if (size === 0) return false;
    await file.seek(size - 1, Deno.SeekMode.Start);
    const last = new Uint8Array(1);
    await file.read(last);
    return last[0] === 0x0a;
  }

  /** Writes a download to a temporary file that no reader looks at. */
  async stage({ file }: FeedFile, bytes: Uint8Array): Promise<string> {
    const path = `${this.#dir}/.${file}.${crypto.randomUUID()}.tmp`;
    await writeThrough(path, bytes);
    return path;
  }

  /** The staged download becomes the copy. */
  async accept(feed: FeedFile, staged: string, state: FeedState): Promise<void> {
    await Deno.rename(staged, this.#copyPath(feed));
    await this.save(feed, state);
    await ifPresent(Deno.remove(this.#refusedPath(feed)));
  }

  /** The staged download is quarantined, for people to look at. */
  async refuse(feed: FeedFile, staged: string): Promise<void> {
    await Deno.rename(staged, this.#refusedPath(feed));
  }

  /**
   * The copy that this state describes is corrupt: it is quarantined and the feed becomes due. Null when another process is
   * replacing the copy or has replaced it.
   */
  async quarantine(feed: FeedFile, corrupt: FeedState, reason: string): Promise<FeedState | null> {
    using lock = await this.lock(feed, false);
    if (lock === null) return null;
    const path = await this.path(feed);
    if (path !== this.#copyPath(feed) || (await this.state(feed)).sha256 !== corrupt.sha256) return null;
    await Deno.rename(path, this.#refusedPath(feed));
    const next: FeedState = {
      ...corrupt,
      sha256: null,
      etag: null,
      lastModified: null,
      nextAt: 0,
      lastError: reason,
      previousSources: [],
    };
    await this.save(feed, next);
    return next;
  }

  async discard(staged: string): Promise<void> {
    await ifPresent(Deno.remove(staged));
  }

  async save(feed: FeedFile, state: FeedState): Promise<void> {
    const staged = `${this.#dir}/.${feed.file}.${crypto.randomUUID()}.tmp`;
    await writeThrough(staged, new TextEncoder().encode(feedStateText(state)));
    await Deno.rename(staged, this.#statePath(feed));
    using folder = await Deno.open(this.#dir);
    await folder.sync();
  }

  /** Held until it is disposed of. @param wait false: returns null when another process, or another task of this one, holds it */
  async lock({ file }: FeedFile, wait: boolean): Promise<Disposable | null> {
    await Deno.mkdir(this.#locks, { recursive: true, mode: 0o700 });
    const handle = await Deno.open(`${this.#locks}/${file}`, { create: true, write: true, mode: 0o600 });
    if (wait) await handle.lock(true);
    else if (!await handle.tryLock(true)) {
      handle.close();
      return null;
    }
    return handle;
  }

  get #locks(): string {
    return `${this.#dir}/locks`;
  }

  #copyPath({ file }: FeedFile): string {
    return `${this.#dir}/${file}`;
  }

  #statePath({ file }: FeedFile): string {
    return `${this.#dir}/${file}.state.json`;
  }

  #refusedPath({ file }: FeedFile): string {
    return `${this.#dir}/${file}.refused`;
  }
}

function trimmed(dir: string): string {
  return dir.replace(/(?<=.)\/+$/, "");
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

/** The result, or null when there is no such file. */
async function ifPresent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
