/**
 * The change log: a write that other processes must see adds a numbered entry to its process's own sequence, in the same
 * atomic batch. Each process reads the heads of all sequences four times a second and passes new entries to the followers of
 * their topic. No process writes another's sequence, and each write checks the head of its own: a head that went back, changed
 * its version or is gone means that the store lost writes (a replica that lagged was promoted, an older state was restored).
 * Then, and when entries were missed, every follower reloads everything.
 */
import type { Engine, Entry, Key, SetOp } from "../engine.ts";
import { StoreFailure } from "../failure.ts";
import { EarlierLog, type EarlierLogOptions } from "../migrations/0004_one_change_log.ts";
import { CHANGE, CHANGE_HEAD, CHANGE_SEQUENCE } from "../own_rows.ts";

export const POLL_MS = 250;
/** Within this time a process that runs has read what another one wrote. */
export const NOTICED_MS = POLL_MS + 100;
/** A process whose timers did not run for this long was suspended: meanwhile others may have written anything. */
const ASLEEP_MS = NOTICED_MS;
/** A process that is further behind reloads everything. */
const MAX_BEHIND = 2000;
/** How long a sequence without new entries is kept. */
const LIFETIME_MS = CHANGE_SEQUENCE.lifetimeMs;
/** A process begins another sequence before its own could be forgotten, and reloads everything after such a pause. */
const LONG_PAUSE_MS = LIFETIME_MS / 3;
/** In the order of keys the heads follow all entries: one scan reads them, with that of earlier versions. */
const HEADS = { start: CHANGE_HEAD.key() };
const ALL = HEADS.start.slice(0, 1);

interface Announcement {
  readonly sequence: string;
  readonly check: readonly { readonly key: Key; readonly version: string | null }[];
  readonly set: readonly SetOp[];
  readonly head: number;
}

/** Called with the scope of each change of its topic (`["rules", account]` → `[account]`), or null: reload everything. */
type Follower = (scope: Key | null) => void | Promise<void>;

/** As a process has seen it. */
interface Head {
  readonly head: number;
  readonly version: string | null;
  /** When it was written, by its writer's clock. */
  readonly at: number;
}

const NOTHING: Head = { head: 0, version: null, at: 0 };

interface Compared {
  /** How it shows that the store lost writes; null: it did not. */
  readonly lost: string | null;
  /** Too many entries to read one by one. */
  readonly missed: boolean;
  /** The entries that were added since the last poll. */
  readonly numbers: readonly (readonly [sequence: string, number: number])[];
}

interface ChangeLogOptions extends EarlierLogOptions {
  /** A new id, unique over all processes. */
  readonly id?: () => string;
  /** Called after the store lost writes that had been acknowledged, with what happened. */
  readonly onLoss?: (what: string) => void;
}

export class ChangeLog {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #options: ChangeLogOptions;
  readonly #earlier: EarlierLog;
  readonly #followers = new Map<string, Follower[]>();
  /** This process's own sequence. */
  #own: { readonly id: string; readonly head: Head };
  /** Of all sequences, when they were last read. */
  #heads: ReadonlyMap<string, Head> = new Map();
  /** Counts the writes to the own sequence that began or ended: its head cannot be judged while it changes. */
  #writes = 0;
  #writing = false;
  #timer: ReturnType<typeof setInterval> | null = null;
  #polling: Promise<void> | null = null;
  #polledAt: number;
  /** By a clock that is not set: when the heads were last read, and since when a follower fails. */
  #readAt = performance.now();
  /** Changes that a follower failed to process, by topic and scope; repeated at every poll. */
  readonly #failed = new Map<string, { readonly follower: Follower; readonly scope: Key | null }>();
  #failedSince: number | null = null;
  /** By the same clock: when this process was last known to run. */
  #ranAt = performance.now();
  /** How often it was suspended, and after how many of these it has read what others wrote. */
  #sleeps = 0;
  #sleepsRead = 0;
  #waking: Promise<void> | null = null;

  constructor(engine: Engine, now: () => number, options: ChangeLogOptions = {}) {
    this.#engine = engine;
    this.#now = now;
    this.#options = options;
    this.#earlier = new EarlierLog(engine, now, options);
    this.#own = this.#newSequence();
    this.#polledAt = now();
  }

  follow(topic: string, follower: Follower): void {
    const followers = this.#followers.get(topic) ?? [];
    followers.push(follower);
    this.#followers.set(topic, followers);
  }

  /** Reads the heads: earlier changes are not passed on. @param poll false in a process that does not follow others */
  async start(poll: boolean): Promise<void> {
    const { heads, earlier } = await this.#read();
    this.#heads = heads;
    this.#earlier.begin(earlier, poll);
    this.#polledAt = this.#now();
    this.#ranAt = performance.now();
    if (poll) this.#timer = setInterval(() => void (this.wake() ?? this.refresh()).catch(() => {}), POLL_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#polling;
  }

  /** For how long changes of other processes have not been followed, in milliseconds; 0 in a process that does not follow. */
  get behindMs(): number {
    if (this.#timer === null) return 0;
    return performance.now() - Math.min(this.#readAt, this.#failedSince ?? Infinity);
  }

  /** The mutations that announce changes; they belong into the batch that makes the changes. */
  announce(changes: readonly Key[]): Announcement {
    const distinct = [...new Map(changes.map((change) => [change.join("\u0000"), change])).values()];
    const now = this.#now();
    if (Math.abs(now - this.#own.head.at) > LONG_PAUSE_MS) this.#own = this.#newSequence();
    const { id, head: { head: before, version } } = this.#own;
    const head = before + 1;
    const [key, expiresAt] = [CHANGE_SEQUENCE.key(id), now + LIFETIME_MS];
    this.#writes++;
    this.#writing = true;
    return {
      sequence: id,
      check: [{ key, version }],
      set: [
        CHANGE_SEQUENCE.set(key, [head, now], expiresAt),
        CHANGE.set(entryKey(id, head), distinct, expiresAt),
        ...this.#earlier.announce(),
      ],
      head,
    };
  }

  /** The batch was committed: this process need not read its own changes. */
  announced({ sequence, head }: Announcement, version: string): void {
    this.ended();
    if (sequence === this.#own.id) this.#own = { id: sequence, head: { head, version, at: this.#now() } };
    this.#earlier.announced(version);
  }

  /** The batch was not committed, or that is not known. */
  ended(): void {
    this.#writes++;
    this.#writing = false;
  }

  /** Passes on what other processes wrote since the last call. */
  async refresh(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => this.#polling = null);
    await this.#polling;
  }

  /** As `refresh`, for a read that begins after the call: what other processes committed before is passed on when it resolves. */
  async catchUp(): Promise<void> {
    await this.#polling?.catch(() => {}); // may have read the heads before the call
    await this.refresh();
  }

  /**
   * Null while changes are followed. After this process was suspended: resolves when what others wrote meanwhile is passed on,
   * before which nothing in memory may be relied on. It rejects when that cannot be read, and the next call tries again.
   */
  wake(): Promise<void> | null {
    if (this.#timer === null) return null;
    const now = performance.now();
    if (now - this.#ranAt > ASLEEP_MS) this.#sleeps++;
    this.#ranAt = now;
    if (this.#sleeps === this.#sleepsRead) return null;
    return this.#waking ??= this.#readAfterSleep().finally(() => this.#waking = null);
  }

  async #readAfterSleep(): Promise<void> {
    while (this.#sleepsRead !== this.#sleeps) {
      const sleeps = this.#sleeps;
      await this.catchUp();
      if (this.#failedSince !== null) throw new StoreFailure("changes of other processes cannot be read");
      this.#sleepsRead = sleeps;
    }
  }

  async #poll(): Promise<void> {
    for (const [name, { follower, scope }] of [...this.#failed]) await this.#notify(name, follower, scope);
    const writes = this.#writes;
    const { heads, earlier } = await this.#read();
    const settled = !this.#writing && writes === this.#writes;
    const { lost, missed, numbers } = this.#compare(heads, settled);
    const entries = await this.#engine.get(numbers.map((number) => entryKey(...number)));
    const read = await this.#earlier.read(earlier);
    const paused = this.#now() - this.#polledAt > LONG_PAUSE_MS;
    const own = heads.get(this.#own.id);
    if (lost !== null) this.#own = this.#newSequence();
    else if (settled && own !== undefined) this.#own = { id: this.#own.id, head: own };
    this.#heads = heads;
    this.#polledAt = this.#now();
    this.#readAt = performance.now();
    if (lost !== null) this.#options.onLoss?.(lost);
    if (lost !== null || missed || paused || read === null || entries.includes(null)) {
      for (const topic of this.#followers.keys()) await this.#notifyAll(topic, null);
      return;
    }
    const passed = [...entries.flatMap((entry) => CHANGE.read(entry!.value)), ...read];
    for (const [topic, ...scope] of passed) await this.#notifyAll(topic!, scope);
  }

  /** @param settled false: the own sequence is being written, and not to be judged */
  #compare(heads: ReadonlyMap<string, Head>, settled: boolean): Compared {
    const numbers: [string, number][] = [];
    let [lost, missed]: [string | null, boolean] = [null, false];
    const known = new Map(this.#heads).set(this.#own.id, this.#own.head);
    for (const id of new Set([...known.keys(), ...heads.keys()])) {
      if (id === this.#own.id && !settled) continue;
      const [before, after] = [known.get(id) ?? NOTHING, heads.get(id) ?? NOTHING];
      if (after.head > before.head) {
        missed ||= after.head - before.head > MAX_BEHIND;
        for (let next = before.head + 1; next <= after.head && !missed; next++) numbers.push([id, next]);
      } else if (after.version !== before.version) {
        const forgotten = after.version === null && this.#now() - before.at > LIFETIME_MS / 2;
        if (!forgotten) lost = `change ${before.head} of a process is gone, ${after.head} is its newest`;
      }
    }
    return { lost, missed, numbers: lost !== null || missed ? [] : numbers };
  }

  async #read() {
    const heads = new Map<string, Head>();
    let earlier: Entry | null = null;
    for await (const entry of this.#engine.scan(ALL, HEADS)) {
      if (entry.key[1] === CHANGE_HEAD.prefix[1]) earlier = entry;
      else {
        const [head, at] = CHANGE_SEQUENCE.read(entry.value);
        heads.set(entry.key[2]!, { head, version: entry.version, at });
      }
    }
    return { heads, earlier };
  }

  #newSequence() {
    const id = this.#options.id?.() ?? crypto.randomUUID();
    return { id, head: { ...NOTHING, at: this.#now() } };
  }

  async #notifyAll(topic: string, scope: Key | null): Promise<void> {
    for (const [index, follower] of (this.#followers.get(topic) ?? []).entries()) {
      await this.#notify(JSON.stringify([topic, index, scope]), follower, scope);
    }
  }

  /** A follower that fails (the store did not respond) is called again later, and does not delay the others. */
  async #notify(name: string, follower: Follower, scope: Key | null): Promise<void> {
    try {
      await follower(scope);
      this.#failed.delete(name);
      if (this.#failed.size === 0) this.#failedSince = null;
    } catch {
      this.#failed.set(name, { follower, scope });
      this.#failedSince ??= performance.now();
    }
  }
}

/** To write when everything changed: a sequence without its entries, so that every process reloads everything. */
export function everythingChanged(id: string, now: number): SetOp {
  return CHANGE_SEQUENCE.set(CHANGE_SEQUENCE.key(id), [1, now], now + LIFETIME_MS);
}

function entryKey(id: string, number: number): Key {
  return CHANGE.key(id, number.toString(36).padStart(10, "0"));
}
