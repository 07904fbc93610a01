/**
 * The stream: what each process changed of followed keyspaces (`KeyspaceRow.followed`), so that the others know it without
 * reading the values again. A commit writes an entry into its process's own stream, in the same batch; each process reads the
 * heads of all streams every POLL_MS, then the new entries, and applies them in memory. Entries are gone after a while: a
 * process that is further behind forgets what it knows, and reads it from the store when it is needed.
 *
 * A stream has no gaps and each entry has one content: after a commit of which it is not known whether it was applied, the
 * process begins another stream, and follows the earlier one as if it were another's.
 */
import { within } from "../../concurrency/time_limit.ts";
import { type Engine, type Key, keyText, type SetOp } from "../engine.ts";
import { StoreFailure } from "../failure.ts";
import { STREAM_ENTRY, STREAM_HEAD } from "../own_rows.ts";
import { decodeEntry, type Delta, encodeEntries } from "./stream_entry.ts";
import { StreamView } from "./stream_view.ts";

const POLL_MS = 80;
/** A request waits until what others committed so long ago is known. */
const FRESH_MS = 200;
/** It waits no longer, and is refused; with what it waits for then, its answer comes within two seconds. */
const MAX_WAIT_MS = 700;
const RETRY_MS = 20;
/** Longer than parts of states are hidden: see `RecentStates`. */
export const RECENT_MS = 6000;
/** A process that is further behind forgets what it knows. */
const MAX_BEHIND = 1500;
/** Another stream begins before the head of this one could be forgotten. */
const LONG_PAUSE_MS = STREAM_HEAD.lifetimeMs / 3;
const ENTRIES_PER_READ = 100;
/** A process that joins waits so long until those that run know it. */
const JOIN_MS = 1000;
const JOIN_LOOK_MS = 25;

/** Takes what is new of one keyspace. */
interface Follower {
  /** The values are `LeastAndSum`; others are states, of which one may be taken twice. */
  readonly isSum: boolean;
  /**
   * @param text of the key
   * @param about `isOwn`: this process wrote it. `isIncluded`: of a sum, what is known of the value has it already
   */
  take(delta: Delta, text: string, about: { readonly isOwn: boolean; readonly isIncluded: boolean }): void;
}

/** What a commit tells the others. */
interface Told {
  readonly stream: string;
  /** The numbers of the entries follow this one. */
  readonly after: number;
  readonly parts: readonly (readonly Delta[])[];
  readonly set: readonly SetOp[];
}

interface StreamOptions {
  readonly engine: Engine;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Names this run of this process, unique over all. */
  readonly run: string;
  /** No other process serves the store. */
  readonly isSole: () => boolean;
  /** A process that serves the store writes no stream. */
  readonly hasSilent: () => boolean;
  /** Called when what is in memory of followed keyspaces may lack something. */
  readonly onMissed: () => void;
}

interface Head {
  readonly stream: string;
  readonly head: number;
}

export class Stream {
  readonly view: StreamView;
  readonly #options: StreamOptions;
  readonly #followers = new Map<string, Follower>();
  #streams = 0;
  /** This process's own stream, and when something was last written there, by its clock. */
  #own: string;
  #ownAt: number;
  /** True: the head is written although there is nothing to tell. */
  #mustBegin = false;
  /** It was the only process: who was away meanwhile misses what it did not tell. */
  #wasSole = false;
  /** The own stream begins with an entry that nobody finds, so that all who read it forget what they know. */
  #hasGap = false;
  #isOwn = false;
  #isEntered = false;
  /** True: all that others wrote is known, but for the last moment. */
  #isComplete = false;
  /** True: at the last read a process wrote no stream, or that was not known. */
  #wasSilent = false;
  /** By a clock that is not set: when the last read of heads began of which all is applied. */
  #seenAt = performance.now();
  #timer: ReturnType<typeof setInterval> | null = null;
  #polling: Promise<void> | null = null;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.view = new StreamView(
      (delta, text, isIncluded) => {
        this.#followers.get(delta.key[0]!)?.take(delta, text, { isOwn: this.#isOwn, isIncluded });
      },
      ({ key, value }) => value !== null && this.#followers.get(key[0]!)?.isSum === true,
    );
    this.#own = "";
    this.#ownAt = options.now();
    this.#beginOwn();
  }

  /** @param part the first part of the keys */
  follow(part: string, follower: Follower): void {
    this.#followers.set(part, follower);
  }

  /** What this process commits is told to others: they may be there. */
  get isTelling(): boolean {
    return this.#options.engine.sums === true && !this.#options.isSole();
  }

  /** Memory has what other processes committed, but for the last moment. */
  get isFollowing(): boolean {
    return this.#isComplete && !this.#wasSilent && !this.#options.hasSilent();
  }

  /** For how long what others wrote has not been read, in milliseconds; 0 in a process that does not follow. */
  get behindMs(): number {
    return this.#isEntered ? performance.now() - this.#seenAt : 0;
  }

  /** The keys of the heads that are read together with sums. */
  headKeys(streams: readonly string[]): Key[] {
    return streams.map((stream) => STREAM_HEAD.key(stream));
  }

  /** @param value null: nothing was written in the stream, or nothing for long */
  headOf(value: unknown): number {
    return (value as readonly [head: number] | null)?.[0] ?? 0;
  }

  /**
   * Begins to follow, when other processes serve the store.
   * @param commit writes a change, with which this process tells that it does
   */
  async enter(commit: () => Promise<void>): Promise<void> {
    if (this.#isEntered) return;
    this.#isEntered = true;
    if (this.#wasSole) {
      this.#wasSole = false;
      this.#hasGap = true;
      this.#beginOwn();
    }
    this.#seenAt = performance.now();
    this.#timer = setInterval(() => void this.refresh().catch(() => {}), POLL_MS);
    await this.announce(commit);
    await this.refresh().catch(() => {}); // requests wait for it
  }

  /** Tells a process that joins that this one is there. @param commit as in `enter` */
  async announce(commit: () => Promise<void>): Promise<void> {
    if (!this.#isEntered) return;
    this.#mustBegin = true;
    await commit().catch(() => {}); // with the next commit
  }

  /** Resolves when these runs are known to tell what they do, or after a while: one may have ended. */
  async meet(runs: readonly string[]): Promise<void> {
    const end = performance.now() + JOIN_MS;
    const isMet = () => runs.every((run) => this.view.streams.some((stream) => stream.startsWith(`${run}.`)));
    while (this.#isEntered && !isMet() && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, JOIN_LOOK_MS));
      await this.refresh().catch(() => {});
    }
  }

  /** The last peer has left. */
  leave(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#isEntered = this.#isComplete = false;
    this.#wasSole = true;
  }

  async stop(): Promise<void> {
    this.leave();
    await this.#polling?.catch(() => {});
  }

  /** Null while what others committed a moment ago is known. Resolves when it is; it rejects when that takes too long. */
  wait(): Promise<void> | null {
    if (!this.#isEntered || performance.now() - this.#seenAt <= FRESH_MS) return null;
    return this.#catchUp(performance.now());
  }

  async #catchUp(now: number): Promise<void> {
    while (this.#isEntered && this.#seenAt < now - FRESH_MS) {
      const left = now + MAX_WAIT_MS - performance.now();
      if (left <= 0) throw unreadable();
      const before = this.#seenAt;
      await within(this.refresh(), left);
      if (this.#seenAt !== before) continue;
      if (this.#options.engine.isSilent) throw unreadable();
      // A read that failed is followed by the next.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** What a commit is to write so that others know these; null: nobody asks. Then `told`, or `failed` if it was applied perhaps. */
  tell(deltas: readonly Delta[]): Told | null {
    if (!this.isTelling || (deltas.length === 0 && !this.#mustBegin)) return null;
    const now = this.#options.now();
    if (Math.abs(now - this.#ownAt) > LONG_PAUSE_MS) this.#beginOwn();
    const stream = this.#own;
    const after = this.view.positionOf(stream)!;
    const encoded = deltas.length === 0 ? [] : encodeEntries({ at: now, deltas });
    const head = after + encoded.length;
    const set: SetOp[] = encoded.map((bytes, index) =>
      STREAM_ENTRY.set(entryKey(stream, after + index + 1), bytes, now + STREAM_ENTRY.lifetimeMs)
    );
    set.push(STREAM_HEAD.set(STREAM_HEAD.key(stream), [head, now], now + STREAM_HEAD.lifetimeMs));
    // All of them are applied together: which entry a delta is in is of no concern here.
    const parts = encoded.map((_, index) => index === encoded.length - 1 ? deltas : []);
    return { stream, after, parts, set };
  }

  /** The batch was committed. */
  told({ stream, after, parts }: Told): void {
    this.#mustBegin = false;
    if (stream === this.#own) {
      this.#ownAt = this.#options.now();
      this.#hasGap = false;
    }
    this.#isOwn = true;
    parts.forEach((deltas, index) => this.view.arrive(stream, after + index + 1, deltas));
    this.#isOwn = false;
  }

  /** It may have been applied: what it told is read, when it was. */
  failed(): void {
    this.#mustBegin = true;
    this.#beginOwn();
  }

  #beginOwn(): void {
    this.#own = `${this.#options.run}.${this.#streams++}`;
    this.#ownAt = this.#options.now();
    this.view.begin(this.#own, this.#hasGap ? 1 : 0);
  }

  /** Applies what others wrote since the last call. */
  refresh(): Promise<void> {
    return this.#polling ??= this.#poll().finally(() => this.#polling = null);
  }

  async #poll(): Promise<void> {
    const started = performance.now();
    const own = this.#own;
    const isSilent = this.#options.hasSilent();
    const heads: Head[] = [];
    for await (const { key, value } of this.#options.engine.scan(STREAM_HEAD.prefix)) {
      heads.push({ stream: key[2]!, head: STREAM_HEAD.read(value)[0] });
    }
    this.#forgetEnded(heads);
    const { wanted, unknown, lost } = this.#compare(heads, own);
    const entries = await this.#read(wanted);
    const begun = await Promise.all(unknown.map((head) => this.#readNew(head)));
    const isMissing = lost || entries.some(({ bytes }) => bytes === null);
    for (const [index, { stream, head }] of unknown.entries()) {
      this.view.begin(stream, head);
      // Sums that were read before may have what it told, or lack it.
      for (const delta of begun[index]!.deltas) this.#takeEarlier(delta);
    }
    if (isMissing || begun.some(({ isWhole }) => !isWhole) || (this.#wasSilent && !isSilent)) {
      for (const { stream, head } of isMissing ? heads : []) {
        if (stream !== own && stream !== this.#own) this.view.begin(stream, head);
      }
      this.view.reset();
      this.#options.onMissed();
    }
    this.#wasSilent = isSilent;
    if (!isMissing) {
      for (const { stream, number, bytes } of entries) {
        this.view.arrive(stream, number, decodeEntry(bytes!).deltas);
      }
    }
    this.#seenAt = started;
    if (this.#isEntered) this.#isComplete = true;
  }

  /** Streams of processes that ended long ago, and those of this one in which nothing was written. */
  #forgetEnded(heads: readonly Head[]): void {
    const running = new Set(heads.map(({ stream }) => stream)).add(this.#own);
    for (const stream of this.view.streams) if (!running.has(stream)) this.view.forget(stream);
  }

  #compare(heads: readonly Head[], own: string) {
    const wanted: { readonly stream: string; readonly number: number }[] = [];
    const unknown: Head[] = [];
    let lost = false;
    for (const { stream, head } of heads) {
      // The own one is known, while it is.
      if (stream === own || stream === this.#own) continue;
      const position = this.view.positionOf(stream);
      if (position === undefined) unknown.push({ stream, head });
      else if (head < position || head - position > MAX_BEHIND) lost = true;
      else for (let number = position + 1; number <= head; number++) wanted.push({ stream, number });
    }
    return { wanted: lost ? [] : wanted, unknown, lost };
  }

  async #read(wanted: readonly { readonly stream: string; readonly number: number }[]) {
    const found: { stream: string; number: number; bytes: Uint8Array | null }[] = [];
    for (let from = 0; from < wanted.length; from += ENTRIES_PER_READ) {
      const page = wanted.slice(from, from + ENTRIES_PER_READ);
      const keys = page.map(({ stream, number }) => entryKey(stream, number));
      const entries = await this.#options.engine.get(keys);
      for (const [index, each] of page.entries()) {
        found.push({ ...each, bytes: STREAM_ENTRY.read(entries[index]?.value) });
      }
    }
    return found;
  }

  /**
   * What a stream told that is followed from now on: all of it, or the newest, which states that are read now may lack.
   */
  async #readNew(
    { stream, head }: Head,
  ): Promise<{ readonly isWhole: boolean; readonly deltas: readonly Delta[] }> {
    const found: Delta[] = [];
    let newest = -Infinity;
    for (let last = head; last > 0; last -= ENTRIES_PER_READ) {
      const count = Math.min(last, ENTRIES_PER_READ);
      const numbers = Array.from({ length: count }, (_, at) => ({ stream, number: last - at }));
      for (const { bytes } of await this.#read(numbers)) {
        if (bytes === null) return { isWhole: false, deltas: found };
        const { at, deltas } = decodeEntry(bytes);
        newest = Math.max(newest, at);
        if (head > MAX_BEHIND && newest - at > RECENT_MS) return { isWhole: false, deltas: found };
        found.push(...deltas);
      }
    }
    return { isWhole: true, deltas: found };
  }

  /** What was told before its stream was followed. */
  #takeEarlier(delta: Delta): void {
    const follower = this.#followers.get(delta.key[0]!);
    const known = follower?.isSum === true ? { ...delta, value: null } : delta;
    follower?.take(known, keyText(delta.key), { isOwn: false, isIncluded: true });
  }
}

function unreadable(): StoreFailure {
  return new StoreFailure("what other processes wrote cannot be read");
}

function entryKey(stream: string, number: number): Key {
  return STREAM_ENTRY.key(stream, number.toString(36).padStart(8, "0"));
}
