/**
 * Rate limits shared between processes. Twice a second each process writes how much it allowed to each key since it began to
 * count, and adds what its peers wrote to its own limits. So a key's limit holds over all processes with a delay of a second
 * at most; an excess of that second is subtracted later. A process without peers writes nothing.
 */
import type { Engine, SetOp } from "../../db/engine.ts";
import type { Peers } from "../../db/cluster/peers.ts";
import { record, transient } from "../define.ts";
import { MINUTE_MS } from "../../model/duration.ts";

/** `Spending` of one key, without names. */
type StoredSpending = readonly [
  key: string,
  spent: number,
  since: number,
  base: number,
  arrival: number,
];
export const LIMITS = record({
  prefix: "limits",
  key: ["process", "limiter", "part"],
  value: transient<readonly StoredSpending[]>(),
  lifetimeMs: MINUTE_MS / 2,
  place: "work",
});

/** What a process allowed to a key. Times are milliseconds since the epoch. */
export interface Spending {
  readonly key: string;
  /** Milliseconds of the limit used up by this process since `since`; never less than before. */
  readonly spent: number;
  /** When counting began; 0: it did not begin, only `arrival` is known. */
  readonly since: number;
  /** The key's theoretical arrival time over all processes: when counting began, and now. */
  readonly base: number;
  readonly arrival: number;
}

export interface SharedLimiter {
  /** On: what is allowed is counted for the peers. Off costs nothing. */
  share(on: boolean): void;
  /** What changed since a time; 0: everything that peers could need. */
  spendings(since: number, now: number): Iterable<Spending>;
  /** A peer knows that the arrival time is this or later. */
  raise(key: string, arrival: number, now: number): void;
  /** A peer allowed this much more. */
  absorb(key: string, spent: number, now: number): void;
}

export interface SharedLimitsOptions {
  readonly engine: Engine;
  readonly peers: Peers;
  /** By name; the names are the same in all processes. */
  readonly limiters: Readonly<Record<string, SharedLimiter>>;
  readonly now: () => number;
  /** Called when peers joined or left. */
  readonly onPeers?: (joined: readonly number[], left: readonly number[]) => void;
}

const EVERY_MS = 500;
/** A spending is repeated for this long, so that no reader misses it. */
const REPEATED_MS = 5000;
/** About 100 bytes a key. */
const KEYS_PER_VALUE = 400;

type PeerSpending = Map<string, { readonly since: number; readonly spent: number }>;

export class SharedLimits {
  readonly #options: SharedLimitsOptions;
  /** What was absorbed of each peer, by its number and the limiter's name. */
  #seen = new Map<string, PeerSpending>();
  #peers = new Set<number>();
  /** When the newest peer was found; 0 without peers. */
  #newcomerAt = 0;
  readonly #startedAt: number;
  #number: number;
  #written = "";
  #timer: ReturnType<typeof setInterval> | null = null;
  #running: Promise<void> | null = null;

  constructor(options: SharedLimitsOptions) {
    this.#options = options;
    this.#startedAt = options.now();
    this.#number = options.peers.number;
  }

  /** Other processes that serve the store. */
  get peers(): number {
    return this.#peers.size;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.exchange().catch(() => {}).finally(() => this.#running = null);
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  /** Writes what this process allowed, and reads what its peers did. */
  async exchange(): Promise<void> {
    const { limiters, peers, now } = this.#options;
    const numbers = new Set(await peers.refresh());
    const [joined, left] = [[...numbers.difference(this.#peers)], [...this.#peers.difference(numbers)]];
    if (joined.length > 0) this.#newcomerAt = now();
    if (joined.length + left.length > 0) this.#options.onPeers?.(joined, left);
    this.#peers = numbers;
    for (const limiter of Object.values(limiters)) {
      // Peers would take everything that was written under another number for new.
      if (peers.number !== this.#number) limiter.share(false);
      limiter.share(numbers.size > 0);
    }
    this.#number = peers.number;
    if (numbers.size === 0) {
      this.#seen.clear();
      return;
    }
    await this.#write();
    await this.#read();
  }

  async #write(): Promise<void> {
    const { engine, limiters, peers, now } = this.#options;
    const time = now();
    const since = time - this.#newcomerAt < REPEATED_MS ? 0 : time - REPEATED_MS;
    const set: SetOp[] = [];
    for (const [name, limiter] of Object.entries(limiters)) {
      const spendings = [...limiter.spendings(since, time)].map(packed);
      for (let from = 0; from < spendings.length; from += KEYS_PER_VALUE) {
        const key = LIMITS.key(hex(peers.number), name, hex(from / KEYS_PER_VALUE));
        const part = spendings.slice(from, from + KEYS_PER_VALUE);
        set.push(LIMITS.set(key, part, time + LIMITS.lifetimeMs));
      }
    }
    const text = JSON.stringify(set.map(({ key, value }) => [key, value]));
    if (text === this.#written) return;
    this.#written = text;
    for (let from = 0; from < set.length; from += 10) {
      await engine.commit({ set: set.slice(from, from + 10) });
    }
  }

  async #read(): Promise<void> {
    const { engine, limiters, now } = this.#options;
    const seen = new Map<string, PeerSpending>();
    for await (const { key, value } of engine.scan(LIMITS.prefix)) {
      const [, process, name] = key as [string, string, string];
      const limiter = limiters[name];
      if (limiter === undefined || !this.#peers.has(parseInt(process, 16))) continue;
      const origin = `${process} ${name}`;
      const before = this.#seen.get(origin) ?? new Map();
      seen.set(origin, before);
      for (const spending of LIMITS.read(value).map(unpacked)) {
        this.#take(limiter, spending, before, now());
      }
    }
    this.#seen = seen;
  }

  #take(
    limiter: SharedLimiter,
    { key, spent, since, base, arrival }: Spending,
    seen: PeerSpending,
    now: number,
  ): void {
    const known = seen.get(key);
    // A peer whose clock was set back starts counting again. What is only old was written again since.
    const isAnew = known !== undefined && known.since - since > LIMITS.lifetimeMs;
    const before = isAnew ? undefined : known;
    if (before !== undefined && (since < before.since || since === before.since && spent <= before.spent)) {
      return;
    }
    if (since === 0) {
      limiter.raise(key, arrival, now);
      return;
    }
    seen.set(key, { since, spent });
    if (before?.since === since) limiter.absorb(key, spent - before.spent, now);
    else if (since < this.#startedAt) limiter.raise(key, arrival, now);
    else {
      limiter.raise(key, base, now);
      limiter.absorb(key, spent, now);
    }
  }
}

function packed({ key, spent, since, base, arrival }: Spending): StoredSpending {
  return [key, Math.round(spent * 100) / 100, since, Math.round(base), Math.round(arrival)];
}

function unpacked([key, spent, since, base, arrival]: StoredSpending): Spending {
  return { key, spent, since, base, arrival };
}

function hex(number: number): string {
  return number.toString(16).padStart(4, "0");
}
