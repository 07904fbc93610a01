/**
 * The processes that serve one store at the same time. Each holds a number, unique among the running ones, under a lease. The
 * number is part of the ids of its segments, so that two processes never write the same segment.
 */
import { retryOnConflict } from "../../concurrency/retry.ts";
import { AGREE_MS, hasPassed, isAhead, isLeased } from "../../concurrency/clock_rules.ts";
import type { Engine, Entry, Key } from "../engine.ts";
import { WriteConflict } from "../failure.ts";
import { PROCESS } from "../own_rows.ts";

/** Topics of the change log: a process begins to serve the store, or leaves the cluster. They are stored. */
export const JOINED = "joined";
export const LEFT = "member";

/** Process numbers are below this: they share 24 bits of a segment id with its count. */
export const PROCESS_NUMBERS = 0x4000;
/** A process that did not renew its number for this long is taken for dead. */
const LEASE_MS = PROCESS.lifetimeMs;
const RENEW_MS = 20_000;
const MAX_ATTEMPTS = 100;
/** Below the number of a process that has its own sequence of changes. */
const MARK = "mark";
/** What it says; where the process tells in streams what it does (`Stream`), its run follows the second one. */
const [SEQUENCES, STREAMS] = ["sequences", "streams "];
/** A list of the peers that is older than this is not trusted: this process was suspended. */
const FRESH_MS = 5000;
/** For this long after the last peer left, the process still counts as one of several, because it counted with that peer. */
const SETTLED_MS = 5000;

interface PeersOptions {
  readonly engine: Engine;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** Names this run of this process; null: it writes no stream. */
  readonly run?: string | null;
  /** Called when the last peer leaves: cached entries may be stale. */
  readonly onGone?: () => void;
}

export class Peers {
  readonly #options: PeersOptions;
  #number: number;
  #version: string | null = null;
  #until = 0;
  #joining: Promise<void> | null = null;
  #refreshedAt = -Infinity;
  /** When a peer was last known to run. */
  #peersAt = -Infinity;
  #others: ReadonlySet<number> = new Set();
  /** True: the last refresh found a peer. */
  #met = false;
  /** True: the last refresh found a peer of a version before 0.2. */
  #hasEarlier = false;
  /** Of the peers that the last refresh found; null for one that writes no stream. */
  #runs: ReadonlySet<string | null> = new Set();

  constructor(options: PeersOptions) {
    this.#options = options;
    this.#number = this.#randomNumber();
  }

  /** This process's number. Before `join` it is random, which is enough for a short command. */
  get number(): number {
    return this.#number;
  }

  /** True when no peer was found by the last refresh, which was recent, or for SETTLED_MS before it. False before the first. */
  get isSoleProcess(): boolean {
    const now = this.#options.now();
    return !hasPassed(this.#refreshedAt, now, FRESH_MS) && hasPassed(this.#peersAt, now, SETTLED_MS);
  }

  /** The numbers of the peers that the last refresh found. */
  get others(): ReadonlySet<number> {
    return this.#others;
  }

  /** True when a process of a version before 0.2, which counts and follows changes in another way, serves the store too. */
  get hasEarlier(): boolean {
    return this.#hasEarlier;
  }

  /** The runs of the peers that the last refresh found, as their streams are named. */
  get runs(): readonly string[] {
    return [...this.#runs].filter((run) => run !== null);
  }

  /** True when a process that writes no stream serves the store too: one of an earlier version. */
  get hasSilent(): boolean {
    return this.#runs.has(null);
  }

  /** Takes a free number, which is held until `leave` or until it is not renewed; the one that it had before when that is free. */
  async join(): Promise<void> {
    let number = this.#version === null ? this.#randomNumber() : this.#number;
    const take = async () => {
      const wanted = number;
      number = this.#randomNumber();
      await this.#take(wanted);
    };
    await retryOnConflict(take, {
      when: (error) => error instanceof WriteConflict,
      attempts: MAX_ATTEMPTS,
    });
  }

  /** @throws WriteConflict when another process holds the number */
  async #take(number: number): Promise<void> {
    const { engine, now } = this.#options;
    const [held] = await engine.get([keyOf(number)]);
    const free = !held || !isLeased(untilOf(held), now(), LEASE_MS);
    if (!free || !await this.#write(number, held?.version ?? null)) {
      throw new WriteConflict("no number is free for this process");
    }
    this.#number = number;
  }

  /** Renews this process's number when it is time, and returns the numbers of its peers. */
  async refresh(): Promise<number[]> {
    const { engine, now } = this.#options;
    const peers: number[] = [];
    const marks = new Map<number, string>();
    const at = now();
    const before = this.#version;
    let isHeld = false;
    for await (const entry of engine.scan(PROCESS.prefix)) {
      const number = parseInt(entry.key[1]!, 16);
      if (entry.key[2] === MARK) marks.set(number, String(entry.value));
      else if (number === this.#number) isHeld = entry.version === before;
      else if (isLeased(untilOf(entry), now(), LEASE_MS)) peers.push(number);
    }
    this.#refreshedAt = at;
    this.#others = new Set(peers);
    this.#hasEarlier = peers.some((number) => !marks.has(number));
    this.#runs = new Set(peers.map((number) => runOf(marks.get(number))));
    this.#peersAt = peers.length > 0 ? at : Math.min(at, this.#peersAt);
    // A lease that seems longer is of before the clock was set back.
    const left = isAhead(this.#until, now(), LEASE_MS + AGREE_MS) ? this.#until - now() : 0;
    // After a suspension longer than a lease, a peer may have come and gone unnoticed, or done what it told nobody.
    if (left <= 0 || (peers.length === 0 && this.#met)) this.#gone();
    this.#met = peers.length > 0;
    // Another process may have taken the number, or the store lost the lease; or a refresh in parallel renewed it.
    const isLost = before !== null && before === this.#version && !isHeld;
    if (left <= 0 || isLost) await this.#rejoin();
    else if (left < LEASE_MS - RENEW_MS && !await this.#renew()) await this.#rejoin();
    return peers;
  }

  /** Refreshes in parallel take one number together. */
  #rejoin(): Promise<void> {
    return this.#joining ??= this.join().finally(() => this.#joining = null);
  }

  /** False when another process has the number. */
  async #renew(): Promise<boolean> {
    const before = this.#version;
    return await this.#write(this.#number, before) || before !== this.#version;
  }

  /** A peer announced that it leaves. The next refresh notices that when it had found the peer. */
  left(): void {
    if (!this.#met) this.#gone();
  }

  async leave(): Promise<void> {
    if (this.#version === null) return;
    await this.#options.engine.commit({
      check: [{ key: keyOf(this.#number), version: this.#version }],
      delete: [keyOf(this.#number), markOf(this.#number)],
    });
    this.#version = null;
  }

  #gone(): void {
    this.#peersAt = this.#options.now();
    this.#options.onGone?.();
  }

  async #write(number: number, before: string | null): Promise<boolean> {
    const { engine, now } = this.#options;
    const key = keyOf(number);
    const until = now() + LEASE_MS;
    const { run = null } = this.#options;
    const mark = run === null ? SEQUENCES : STREAMS + run;
    const version = await engine.commit({
      check: [{ key, version: before }],
      set: [PROCESS.set(key, until, until), PROCESS.set(markOf(number), mark, until)],
    });
    if (version === null) return false;
    this.#version = version;
    this.#until = until;
    return true;
  }

  #randomNumber(): number {
    return Math.floor(this.#options.random() * PROCESS_NUMBERS) % PROCESS_NUMBERS;
  }
}

/** The number of processes that serve a store; one that was killed counts for up to a minute more. */
export async function countProcesses(engine: Engine, now: number): Promise<number> {
  let count = 0;
  for await (const entry of engine.scan(PROCESS.prefix)) {
    if (isLeased(untilOf(entry), now, LEASE_MS)) count++;
  }
  return count;
}

function keyOf(number: number): Key {
  return PROCESS.key(number.toString(16).padStart(4, "0"));
}

/** Earlier versions leave it out of account. */
function markOf(number: number): Key {
  return [...keyOf(number), MARK];
}

/** Null: its process writes no stream. */
function runOf(mark: string | undefined): string | null {
  return mark?.startsWith(STREAMS) ? mark.slice(STREAMS.length) : null;
}

function untilOf({ value }: Entry): number {
  return typeof value === "number" ? value : 0;
}
