/**
 * Linkage of sign-ups, separate for each account, by hashes only. A sign-up is counted in memory before it is written, so
 * that concurrent sign-ups count each other; a write merges its state into the stored one. Other processes see a count
 * within a second (`StateCache`). When two processes write the same state within that time, the later write may hide the counts of the
 * other until that one writes it again.
 */
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
import type { Key, Value } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { firstState, StateCache, type StateKey, stateKey, type StateReader } from "./state_cache.ts";

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

const NO_KEYS: readonly StateKey[] = [];
/** Characters of cached state. */
const MAX_CACHED_CHARS = 16_000_000;

type State = DistinctSet | Rate;

/** A counter: where its state is stored, and how the state is changed, merged and counted. */
interface Counter extends StateKey {
  readonly field: keyof Linkage;
  /** The keys of the same counter under earlier secrets. */
  readonly earlier: readonly StateKey[];
  readonly expiresAt: number;
  add(state: State | null): State;
  merge(one: State | null, other: State | null): State;
  count(state: State | null): number;
}

export class Linkages {
  readonly #node: string;
  readonly #earlier: EarlierHashes | null;
  readonly #states: StateCache<State>;

  /**
   * @param node identifies this run of this process among all; a few characters
   * @param earlier hashes under earlier secrets; null: there are none
   */
  constructor(
    writer: StateReader,
    node: string,
    earlier: EarlierHashes | null = null,
  ) {
    this.#states = new StateCache({ writer, merge: mergeStored, sizeOf, maxChars: MAX_CACHED_CHARS });
    this.#earlier = earlier;
    this.#node = node;
  }

  /**
   * Counts a sign-up and returns the counts that include it.
   * @param keep false: the same counts, but the sign-up leaves no trace
   */
  link(account: string, values: LinkedValues, now: number, keep: boolean): Awaitable<Linked> {
    const counters = countersOf(account, values, now, this.#node, this.#earlier);
    const keys = this.#earlier === null ? counters : counters.flatMap((each) => [each, ...each.earlier]);
    return chain<unknown, Linked>(this.#states.read(keys, now), () => this.#count(counters, now, keep));
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
      const before = firstState(this.#states, counter);
      const after = counter.add(before);
      linkage[counter.field] = counter.count(after);
      if (!keep || after === before) continue;
      const { key, text, expiresAt } = counter;
      this.#states.set(text, after, now);
      const change = (current: State | null) => counter.merge(current, after);
      const whole = () => this.#states.get(text) ?? after;
      cells.push(KEYS.linkage.update(key, { text, expiresAt, exact: false, merges: true, change, whole }));
    }
    return { linkage, cells };
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
    ...stateKey(KEYS.linkage.key(account, field, value)),
    earlier: earlier?.(value).map((before) => stateKey(KEYS.linkage.key(account, field, before))) ?? NO_KEYS,
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

function mergeStored(_key: Key, cached: State | null, value: Value | null, now: number): State | null {
  const stored = KEYS.linkage.read(value);
  if (stored === null || cached === null) return stored ?? cached;
  return typeof stored === "string"
    ? mergeMembers(asSet(cached), stored, now)
    : mergeHits(asRate(cached), stored, now);
}

/** Characters, roughly. */
function sizeOf(state: State): number {
  return typeof state === "string"
    ? state.length
    : Object.values(state).reduce((sum, counts) => sum + counts.length * 8, 0);
}
