/**
 * Linkage of signups, one account apart from another, by hashes only. A signup counts in this process's memory at once, so
 * that concurrent signups see each other; what is written is merged into what the store holds. Other processes see a
 * count within REREAD_MS, and when two write the same thing in that time the one that writes last may hide the other's
 * counts until the other writes it again.
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
} from "../../model/linkage.ts";
import { type Engine, type Key, keyText, type Value } from "../engine.ts";
import type { CellUpdate } from "../commit/write_batch.ts";

/** The hashed identifiers of a signup; null when it did not carry one. */
export interface LinkedValues {
  readonly device: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  /** Of the /24 or /48. */
  readonly subnet: string | null;
  readonly domain: string | null;
}

export interface Linked {
  readonly linkage: Linkage;
  /** To be written together with the score; empty when the signup leaves no trace. */
  readonly cells: readonly CellUpdate[];
}

/** Distinct members seen beside a value. */
const SETS = [
  { field: "device_email_count", of: "device", member: "email" },
  { field: "email_device_count", of: "email", member: "device" },
  { field: "email_ip_count", of: "email", member: "ip" },
] as const;

/** Signups with a value in the last hour. */
const RATES = [
  { field: "subnet_rate_1h", of: "subnet" },
  { field: "domain_rate_1h", of: "domain" },
] as const;

const REREAD_MS = 1000;
/** Characters of remembered state; what falls out is read again. */
const REMEMBERED_CHARS = 16_000_000;
/** What an entry takes besides its state. */
const ENTRY_CHARS = 200;

/** One counted thing: where it is kept and how a state of it is added to, merged and counted. */
interface Counted {
  readonly field: keyof Linkage;
  readonly key: Key;
  /** The same as one string. */
  readonly text: string;
  readonly expiresAt: number;
  add(state: Value | null): Value;
  merge(one: Value | null, other: Value | null): Value;
  count(state: Value | null): number;
}

interface Remembered {
  readonly state: Value | null;
  readonly readAt: number;
}

export class LinkageStore {
  readonly #engine: Engine;
  readonly #node: string;
  readonly #memory = new LRUCache<string, Remembered>({
    maxSize: REMEMBERED_CHARS,
    sizeCalculation: ({ state }) => ENTRY_CHARS + sizeOf(state),
  });
  readonly #loading = new Map<string, Promise<void>>();

  /** @param node tells this process from all others, also from itself before a restart; a few characters */
  constructor(engine: Engine, node: string) {
    this.#engine = engine;
    this.#node = node;
  }

  /**
   * Counts a signup and answers with the counts that include it.
   * @param moves false: the counts are answered as if it counted, and it leaves no trace
   */
  link(account: string, values: LinkedValues, now: number, moves: boolean): Awaitable<Linked> {
    const things = [...setsOf(account, values, now), ...ratesOf(account, values, now, this.#node)];
    return chain(this.#load(things, now), () => this.#count(things, now, moves));
  }

  #count(things: readonly Counted[], now: number, moves: boolean): Linked {
    const linkage: { -readonly [Field in keyof Linkage]: number | null } = {
      device_email_count: null,
      email_device_count: null,
      email_ip_count: null,
      subnet_rate_1h: null,
      domain_rate_1h: null,
    };
    const cells: CellUpdate[] = [];
    for (const thing of things) {
      const { text } = thing;
      const remembered = this.#memory.get(text);
      const before = remembered?.state ?? null;
      const after = thing.add(before);
      linkage[thing.field] = thing.count(after);
      if (!moves || after === before) continue;
      this.#memory.set(text, { state: after, readAt: remembered?.readAt ?? now });
      const { key, expiresAt } = thing;
      cells.push({ key, expiresAt, exact: false, change: (current) => thing.merge(current, after) });
    }
    return { linkage, cells };
  }

  /** Brings what is missing or old into memory; callers of one moment share one read. */
  #load(things: readonly Counted[], now: number): Awaitable<unknown> {
    const missing: Counted[] = [];
    const waiting: Promise<void>[] = [];
    for (const thing of things) {
      const { text } = thing;
      const remembered = this.#memory.get(text);
      if (remembered !== undefined && Math.abs(now - remembered.readAt) < REREAD_MS) continue;
      const running = this.#loading.get(text);
      if (running !== undefined) waiting.push(running);
      else missing.push(thing);
    }
    if (missing.length > 0) {
      const reading = this.#read(missing, now);
      for (const { text } of missing) this.#loading.set(text, reading);
      waiting.push(reading);
    }
    return waiting.length === 0 ? undefined : Promise.all(waiting);
  }

  async #read(things: readonly Counted[], now: number): Promise<void> {
    try {
      const entries = await this.#engine.get(things.map(({ key }) => key));
      for (const [index, thing] of things.entries()) {
        const { text } = thing;
        const stored = entries[index]?.value ?? null;
        const known = this.#memory.get(text);
        const state = known === undefined ? stored : thing.merge(known.state, stored);
        this.#memory.set(text, { state, readAt: now });
      }
    } finally {
      for (const { text } of things) this.#loading.delete(text);
    }
  }
}

function setsOf(account: string, values: LinkedValues, now: number): Counted[] {
  return SETS.flatMap(({ field, of, member }) => {
    const value = values[of];
    const seen = values[member];
    if (value === null) return [];
    return [{
      field,
      ...keyOf(account, field, value),
      expiresAt: now + MEMBER_DAYS * DAY_MS,
      add: (state) => seen === null ? asSet(state) : addMember(asSet(state), seen, now),
      merge: (one, other) => mergeMembers(asSet(one), asSet(other), now),
      count: (state) => countMembers(asSet(state), now),
    }];
  });
}

function ratesOf(account: string, values: LinkedValues, now: number, node: string): Counted[] {
  return RATES.flatMap(({ field, of }) => {
    const value = values[of];
    if (value === null) return [];
    return [{
      field,
      ...keyOf(account, field, value),
      expiresAt: now + (RATE_MINUTES + 1) * MINUTE_MS,
      add: (state) => addHit(asRate(state), node, now),
      merge: (one, other) => mergeHits(asRate(one), asRate(other), now),
      count: (state) => countHits(asRate(state), now),
    }];
  });
}

function keyOf(account: string, field: string, value: string): { key: Key; text: string } {
  const key = ["linkage", account, field, value];
  return { key, text: keyText(key) };
}

function asSet(state: Value | null): DistinctSet {
  return typeof state === "string" ? state : NO_MEMBERS;
}

function asRate(state: Value | null): Rate {
  return state === null || typeof state !== "object" ? NO_HITS : state as unknown as Rate;
}

function sizeOf(state: Value | null): number {
  if (state === null) return 0;
  return typeof state === "string"
    ? state.length
    : Object.values(state as unknown as Rate).reduce((sum, counts) => sum + counts.length * 8, 0);
}
