/**
 * Linkage of sign-ups, separate for each account, by hashes only. A sign-up is counted in memory before it is written, so
 * that concurrent sign-ups count each other; a write merges its state into the stored one. Other processes see a count
 * within REREAD_MS. When two processes write the same state within that time, the later write may hide the counts of the
 * other until that one writes it again.
 */
import { LRUCache } from "lru-cache";
import { type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import {
  addHit,
  addMember,
  countHits,
  countMembers,
  type DistinctSet,
  type Linkage,
  MEMBER_DAYS,
  mergeHits,
  mergeMembers,
  NO_HITS,
  NO_MEMBERS,
  type Rate,
  RATE_MINUTES,
  renameMember,
} from "../../model/linkage/linkage.ts";
import type { CellUpdate } from "../commit/cell.ts";
import type { Writer } from "../commit/writer.ts";
import { type Key, keyText, type Value } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { EarlierHashes } from "../secret_record.ts";

/** The hashed identifiers of a sign-up; null for one that it did not have. */
export interface LinkedValues {
  readonly device: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  /** The hash of the /24 or /48. */
  readonly subnet: string | null;
  readonly domain: string | null;
}

export interface Linked {
  readonly linkage: Linkage;
  /** To be written together with the score; empty when the sign-up leaves no trace. */
  readonly cells: readonly CellUpdate[];
}

/** Distinct members that were seen together with a value. */
const SETS = [
  { field: "device_email_count", of: "device", member: "email" },
  { field: "email_device_count", of: "email", member: "device" },
  { field: "email_ip_count", of: "email", member: "ip" },
] as const;

/** Sign-ups with a value in the last hour. */
const RATES = [
  { field: "subnet_rate_1h", of: "subnet" },
  { field: "domain_rate_1h", of: "domain" },
] as const;

const NO_KEYS: readonly Key[] = [];
const REREAD_MS = 1000;
/** Characters of cached state. */
const MAX_CACHED_CHARS = 16_000_000;
/** Characters of an entry in addition to its state, roughly. */
const ENTRY_CHARS = 200;

type State = DistinctSet | Rate;

/** A counter: where its state is stored, and how the state is changed, merged and counted. */
interface Counter {
  readonly field: keyof Linkage;
  readonly key: Key;
  /** The keys of the same counter under earlier secrets. */
  readonly earlier: readonly Key[];
  /** The key as one string. */
  readonly text: string;
  readonly expiresAt: number;
  add(state: State | null): State;
  merge(one: State | null, other: State | null): State;
  count(state: State | null): number;
}

export class Linkages {
  readonly #writer: Pick<Writer, "readShared">;
  readonly #node: string;
  readonly #earlier: EarlierHashes | null;
  readonly #cache = new LRUCache<string, { readonly state: State | null; readonly readAt: number }>({
    maxSize: MAX_CACHED_CHARS,
    sizeCalculation: ({ state }) => ENTRY_CHARS + sizeOf(state),
  });
  readonly #loading = new Map<string, Promise<void>>();

  /**
   * @param node identifies this run of this process among all; a few characters
   * @param earlier hashes under earlier secrets; null: there are none
   */
  constructor(writer: Pick<Writer, "readShared">, node: string, earlier: EarlierHashes | null = null) {
    this.#writer = writer;
    this.#earlier = earlier;
    this.#node = node;
  }

  /**
   * Counts a sign-up and returns the counts that include it.
   * @param keep false: the same counts, but the sign-up leaves no trace
   */
  link(account: string, values: LinkedValues, now: number, keep: boolean): Awaitable<Linked> {
    const counters = countersOf(account, values, now, this.#node, this.#earlier);
    return chain(this.#load(counters, now), () => this.#count(counters, now, keep));
  }

  #count(counters: readonly Counter[], now: number, keep: boolean): Linked {
    const linkage: { -readonly [Field in keyof Linkage]: number | null } = {
      device_email_count: null,
      email_device_count: null,
      email_ip_count: null,
      subnet_rate_1h: null,
      domain_rate_1h: null,
    };
    const cells: CellUpdate[] = [];
    for (const counter of counters) {
      const { text } = counter;
      const cached = this.#cache.get(text);
      const before = cached?.state ?? null;
      const after = counter.add(before);
      linkage[counter.field] = counter.count(after);
      if (!keep || after === before) continue;
      this.#cache.set(text, { state: after, readAt: cached?.readAt ?? now });
      const { key, expiresAt } = counter;
      const change = (current: State | null) => counter.merge(current, after);
      cells.push(KEYS.linkage.update(key, { expiresAt, exact: false, merges: true, change }));
    }
    return { linkage, cells };
  }

  /** Reads the states that are missing or older than REREAD_MS; concurrent callers share a read. */
  #load(counters: readonly Counter[], now: number): Awaitable<unknown> {
    const missing: Counter[] = [];
    const waiting: Promise<void>[] = [];
    for (const counter of counters) {
      const cached = this.#cache.get(counter.text);
      if (cached !== undefined && Math.abs(now - cached.readAt) < REREAD_MS) continue;
      const running = this.#loading.get(counter.text);
      if (running !== undefined) waiting.push(running);
      else missing.push(counter);
    }
    if (missing.length > 0) {
      const reading = this.#read(missing, now);
      for (const { text } of missing) this.#loading.set(text, reading);
      waiting.push(reading);
    }
    return waiting.length === 0 ? undefined : Promise.all(waiting);
  }

  async #read(counters: readonly Counter[], now: number): Promise<void> {
    try {
      const values = await this.#stored(counters);
      for (const [index, counter] of counters.entries()) {
        const stored = KEYS.linkage.read(values[index]);
        const cached = this.#cache.get(counter.text);
        const state = cached === undefined ? stored : counter.merge(cached.state, stored);
        this.#cache.set(counter.text, { state, readAt: now });
      }
    } finally {
      for (const { text } of counters) this.#loading.delete(text);
    }
  }

  /** A counter that is not stored goes on from its state under an earlier secret. */
  async #stored(counters: readonly Counter[]): Promise<readonly (Value | null)[]> {
    if (this.#earlier === null) return await this.#writer.readShared(counters.map(({ key }) => key));
    const values = await this.#writer.readShared(counters.flatMap(({ key, earlier }) => [key, ...earlier]));
    let at = 0;
    return counters.map(({ earlier }) => {
      const own = values.slice(at, at += 1 + earlier.length);
      return own.find((value) => value !== null) ?? null;
    });
  }
}

function countersOf(
  account: string,
  values: LinkedValues,
  now: number,
  node: string,
  earlier: EarlierHashes | null,
): Counter[] {
  const counters: Counter[] = [];
  const keysOf = (field: string, value: string) => ({
    ...keyOf(account, field, value),
    earlier: earlier?.(value).map((before) => KEYS.linkage.key(account, field, before)) ?? NO_KEYS,
  });
  for (const { field, of, member } of SETS) {
    const [value, seen] = [values[of], values[member]];
    if (value === null) continue;
    const setOf = (state: State | null) =>
      seen === null || earlier === null ? asSet(state) : renamed(asSet(state), earlier(seen), seen);
    counters.push({
      field,
      ...keysOf(field, value),
      expiresAt: now + MEMBER_DAYS * DAY_MS,
      add: (state) => seen === null ? asSet(state) : addMember(setOf(state), seen, now),
      merge: (one, other) => mergeMembers(setOf(one), setOf(other), now),
      count: (state) => countMembers(asSet(state), now),
    });
  }
  for (const { field, of } of RATES) {
    const value = values[of];
    if (value === null) continue;
    counters.push({
      field,
      ...keysOf(field, value),
      expiresAt: now + (RATE_MINUTES + 1) * MINUTE_MS,
      add: (state) => addHit(asRate(state), node, now),
      merge: (one, other) => mergeHits(asRate(one), asRate(other), now),
      count: (state) => countHits(asRate(state), now),
    });
  }
  return counters;
}

function keyOf(account: string, field: string, value: string): { key: Key; text: string } {
  const key = KEYS.linkage.key(account, field, value);
  return { key, text: keyText(key) };
}

/** With the member under its present name. */
function renamed(set: DistinctSet, earlier: readonly string[], seen: string): DistinctSet {
  return earlier.reduce((renamed, before) => renameMember(renamed, before, seen), set);
}

function asSet(state: State | null): DistinctSet {
  return typeof state === "string" ? state : NO_MEMBERS;
}

function asRate(state: State | null): Rate {
  return state === null || typeof state === "string" ? NO_HITS : state;
}

/** Characters, roughly. */
function sizeOf(state: State | null): number {
  if (state === null) return 0;
  return typeof state === "string"
    ? state.length
    : Object.values(state).reduce((sum, counts) => sum + counts.length * 8, 0);
}
