/**
 * Limits shared between processes. Each process writes what it allowed to each key since it began to count, and adds to
 * its own limits what the others wrote, twice a second. So a key's limit holds over all processes, late by a second at
 * most; what was too much in that second is owed. A process that is alone writes nothing.
 */
import type { Engine, Json, Key, SetOp } from "../engine.ts";
import type { Peers } from "./peers.ts";

/** What a process allowed to a key. Times are milliseconds since the epoch. */
export interface Spending {
  readonly key: string;
  /** Milliseconds of the limit used up by this process since `since`; never less than before. */
  readonly spent: number;
  /** When counting began; 0: it has not, only `arrival` is known. */
  readonly since: number;
  /** Where the key's limit stood when counting began, and where it stands now, all processes together. */
  readonly base: number;
  readonly arrival: number;
}

export interface SharedLimiter {
  /** On: what is allowed is counted for others. Off costs nothing. */
  share(on: boolean): void;
  /** What changed since a moment; 0: everything that others could need. */
  spendings(since: number, now: number): Iterable<Spending>;
  /** Another process knows that the limit stands here at least. */
  raise(key: string, arrival: number, now: number): void;
  /** Another process allowed so much more. */
  absorb(key: string, spent: number, now: number): void;
}

export interface SharedLimitsOptions {
  readonly engine: Engine;
  readonly peers: Peers;
  /** By a name that is the same in all processes. */
  readonly limiters: Readonly<Record<string, SharedLimiter>>;
  readonly now: () => number;
}

const LIMITS: Key = ["limits"];
const EVERY_MS = 500;
/** A spending is repeated for so long, so that no reader misses it. */
const REPEATED_MS = 5000;
const KEPT_MS = 30_000;
/** About 100 bytes a key. */
const KEYS_PER_VALUE = 400;

type Seen = Map<string, { readonly since: number; readonly spent: number }>;
type Written =
  readonly (readonly [key: string, spent: number, since: number, base: number, arrival: number])[];

export class SharedLimits {
  readonly #options: SharedLimitsOptions;
  /** What was absorbed of each other process, by its number and the limiter's name. */
  #seen = new Map<string, Seen>();
  #others = new Set<number>();
  /** When the newest of the others came; 0 while there is none. */
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

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.exchange().catch(() => {}).finally(() => this.#running = null);
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  /** Writes what this process allowed, and takes in what the others did. */
  async exchange(): Promise<void> {
    const { limiters, peers, now } = this.#options;
    const others = new Set(await peers.refresh());
    if (others.size > this.#others.intersection(others).size) this.#newcomerAt = now();
    this.#others = others;
    for (const limiter of Object.values(limiters)) {
      // Under another number the others would take all that was spent for new.
      if (peers.number !== this.#number) limiter.share(false);
      limiter.share(others.size > 0);
    }
    this.#number = peers.number;
    if (others.size === 0) {
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
        set.push({
          key: [...LIMITS, hex(peers.number), name, hex(from / KEYS_PER_VALUE)],
          value: spendings.slice(from, from + KEYS_PER_VALUE) as unknown as Json,
          expiresAt: time + KEPT_MS,
        });
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
    const seen = new Map<string, Seen>();
    for await (const { key, value } of engine.scan(LIMITS)) {
      const [, member, name] = key as [string, string, string];
      const limiter = limiters[name];
      if (limiter === undefined || !this.#others.has(parseInt(member, 16))) continue;
      const origin = `${member} ${name}`;
      const before = this.#seen.get(origin) ?? new Map();
      seen.set(origin, before);
      for (const spending of (value as unknown as Written).map(unpacked)) {
        this.#take(limiter, spending, before, now());
      }
    }
    this.#seen = seen;
  }

  #take(
    limiter: SharedLimiter,
    { key, spent, since, base, arrival }: Spending,
    seen: Seen,
    now: number,
  ): void {
    const before = seen.get(key);
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

function packed({ key, spent, since, base, arrival }: Spending): Written[number] {
  return [key, Math.round(spent * 100) / 100, since, Math.round(base), Math.round(arrival)];
}

function unpacked([key, spent, since, base, arrival]: Written[number]): Spending {
  return { key, spent, since, base, arrival };
}

function hex(number: number): string {
  return number.toString(16).padStart(4, "0");
}
