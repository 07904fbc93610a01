/**
 * The processes that serve one store at the same time. Each holds a number that no other living one has: it is part of the
 * names of its segments, so that two processes never write the same one.
 */
import type { Engine, Entry, Key } from "../engine.ts";

const MEMBERS: Key = ["process"];
/** Numbers there are: what fits beside the count in a segment's name. */
export const MEMBER_NUMBERS = 0x4000;
/** A process that did not renew its number for so long is gone. */
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const MAX_TRIES = 100;
/** A look at the others that is older than this says nothing: this process was held up. */
const FRESH_MS = 5000;
/** For so long after the last other process it is not alone: what was counted beside that one is written as beside it. */
const SETTLED_MS = 5000;

export interface MembersOptions {
  readonly engine: Engine;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** Others were there and are gone: what they wrote is in the store, and what is remembered of it may be old. */
  readonly onGone?: () => void;
}

export class Peers {
  readonly #options: MembersOptions;
  #number: number;
  #version: string | null = null;
  #until = 0;
  #refreshedAt = -Infinity;
  /** When others were there, as far as it is known. */
  #othersAt = -Infinity;
  #met = false;

  constructor(options: MembersOptions) {
    this.#options = options;
    this.#number = this.#any();
  }

  /** This process's number. Before `join` it is a guess, good enough for a command that lives shortly. */
  get number(): number {
    return this.#number;
  }

  /** No other process was there at the last refresh, a moment ago, and for a while before; false before the first. */
  get isSoleProcess(): boolean {
    const now = this.#options.now();
    return now - this.#refreshedAt < FRESH_MS && now - this.#othersAt >= SETTLED_MS;
  }

  /** Takes a number that is free, and keeps it until `leave` or until it is not renewed. */
  async join(): Promise<void> {
    const { engine, now } = this.#options;
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const number = this.#any();
      const [held] = await engine.get([memberKey(number)]);
      if (held && untilOf(held) > now()) continue;
      if (!await this.#write(number, held?.version ?? null)) continue;
      this.#number = number;
      return;
    }
    throw new Error("no number is free for this process");
  }

  /** Renews this process's number when it is time, and answers the numbers of the others. */
  async refresh(): Promise<number[]> {
    const { engine, now } = this.#options;
    const others: number[] = [];
    const at = now();
    for await (const entry of engine.scan(MEMBERS)) {
      const number = parseInt(entry.key[1]!, 16);
      if (number !== this.#number && untilOf(entry) > now()) others.push(number);
    }
    this.#refreshedAt = at;
    this.#othersAt = others.length > 0 ? at : Math.min(at, this.#othersAt);
    const left = this.#until - now();
    // Stopped for longer than a lease, it may have missed somebody's whole life.
    if (others.length === 0 && (this.#met || left <= 0)) this.#gone();
    this.#met = others.length > 0;
    // The number may be another's by now.
    if (left <= 0) await this.join();
    else if (left < LEASE_MS - RENEW_MS && !await this.#write(this.#number, this.#version)) await this.join();
    return others;
  }

  /** Another process says that it goes. One that was met is missed at the next refresh. */
  left(): void {
    if (!this.#met) this.#gone();
  }

  async leave(): Promise<void> {
    if (this.#version === null) return;
    await this.#options.engine.commit({
      check: [{ key: memberKey(this.#number), version: this.#version }],
      delete: [memberKey(this.#number)],
    });
    this.#version = null;
  }

  #gone(): void {
    this.#othersAt = this.#options.now();
    this.#options.onGone?.();
  }

  async #write(number: number, before: string | null): Promise<boolean> {
    const { engine, now } = this.#options;
    const key = memberKey(number);
    const until = now() + LEASE_MS;
    const version = await engine.commit({
      check: [{ key, version: before }],
      set: [{ key, value: until, expiresAt: until }],
    });
    if (version === null) return false;
    this.#version = version;
    this.#until = until;
    return true;
  }

  #any(): number {
    return Math.floor(this.#options.random() * MEMBER_NUMBERS) % MEMBER_NUMBERS;
  }
}

/** How many serve a store now; one that was killed counts for up to a minute more. */
export async function countMembers(engine: Engine, now: number): Promise<number> {
  let count = 0;
  for await (const entry of engine.scan(MEMBERS)) if (untilOf(entry) > now) count++;
  return count;
}

function memberKey(number: number): Key {
  return [...MEMBERS, number.toString(16).padStart(4, "0")];
}

function untilOf({ value }: Entry): number {
  return typeof value === "number" ? value : 0;
}
