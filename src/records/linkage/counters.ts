/** The counters of a sign-up: which values were seen together, and how many sign-ups a network or domain had. */
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import {
  addHit,
  addMember,
  countHits,
  countMembers,
  type DistinctSet,
  hitsOf,
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
import type { Key } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { type StateKey, stateKey, type StateWrite } from "./state_cache.ts";
import { either, list, map, number, record, type Shape, shape } from "../define.ts";

/** Records of 16 characters and three of a day; see `model/linkage/linkage.ts`. */
const members = shape<DistinctSet>((value) =>
  typeof value === "string" && /^(?:[\w-]{16}[0-9a-z]{3})*$/.test(value)
);

export const LINKAGE = record({
  prefix: "linkage",
  key: ["account", "field", "hash"],
  value: either(members, map(list(number)) as Shape<Rate>),
  lifetimeMs: MEMBER_DAYS * DAY_MS,
  filtered: true,
  followed: "states",
});

/** The hashed identifiers of a sign-up; null for one that it did not have. */
export interface LinkedValues {
  readonly device: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  /** The hash of the /24 or /48. */
  readonly subnet: string | null;
  readonly domain: string | null;
  readonly referral: string | null;
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
  { field: "referral_rate_1h", of: "referral" },
] as const;

const NO_KEYS: readonly StateKey[] = [];

export type State = DistinctSet | Rate;

/** A counter of a sign-up: where its state is stored, and how the state is changed, merged and counted. */
export interface Counter extends StateKey, StateWrite<State> {
  readonly field: keyof Linkage;
  /** The keys of the same counter under earlier secrets. */
  readonly earlier: readonly StateKey[];
  add(state: State | null): State;
  count(state: State | null): number;
}

export function countersOf(
  account: string,
  values: LinkedValues,
  now: number,
  node: string,
  earlier: EarlierHashes | null,
): Counter[] {
  const counters: Counter[] = [];
  for (const { field, of, member } of SETS) {
    const value = values[of];
    if (value === null) continue;
    const keys = keysOf(account, field, value, earlier);
    counters.push(new MemberCounter(field, keys, values[member], now, earlier));
  }
  for (const { field, of } of RATES) {
    const value = values[of];
    if (value !== null) {
      counters.push(new RateCounter(field, keysOf(account, field, value, earlier), node, now));
    }
  }
  return counters;
}

interface CounterKeys extends StateKey {
  readonly earlier: readonly StateKey[];
}

function keysOf(account: string, field: string, value: string, earlier: EarlierHashes | null): CounterKeys {
  const { key, text } = stateKey(LINKAGE.key(account, field, value));
  const before = earlier?.(value).map((before) => stateKey(LINKAGE.key(account, field, before)));
  return { key, text, earlier: before ?? NO_KEYS };
}

class MemberCounter implements Counter {
  readonly field: keyof Linkage;
  readonly key: Key;
  readonly text: string;
  readonly earlier: readonly StateKey[];
  readonly expiresAt: number;
  readonly #seen: string | null;
  readonly #now: number;
  readonly #hashes: EarlierHashes | null;

  /** @param seen the member; null when the sign-up lacks it */
  constructor(
    field: keyof Linkage,
    { key, text, earlier }: CounterKeys,
    seen: string | null,
    now: number,
    hashes: EarlierHashes | null,
  ) {
    this.field = field;
    this.key = key;
    this.text = text;
    this.earlier = earlier;
    this.expiresAt = now + MEMBER_DAYS * DAY_MS;
    this.#seen = seen;
    this.#now = now;
    this.#hashes = hashes;
  }

  add(state: State | null): State {
    return this.#seen === null ? asSet(state) : addMember(this.#setOf(state), this.#seen, this.#now);
  }

  merge(one: State | null, other: State | null): State {
    return mergeMembers(this.#setOf(one), this.#setOf(other), this.#now);
  }

  delta(_state: State, earlier: State | null): State {
    const set = asSet(earlier);
    return this.#seen === null ? set : addMember(set, this.#seen, this.#now);
  }

  count(state: State | null): number {
    return countMembers(asSet(state), this.#now);
  }

  #setOf(state: State | null): DistinctSet {
    const [seen, hashes] = [this.#seen, this.#hashes];
    return seen === null || hashes === null ? asSet(state) : renamed(asSet(state), hashes(seen), seen);
  }
}

class RateCounter implements Counter {
  readonly field: keyof Linkage;
  readonly key: Key;
  readonly text: string;
  readonly earlier: readonly StateKey[];
  readonly expiresAt: number;
  readonly #node: string;
  readonly #now: number;

  constructor(field: keyof Linkage, { key, text, earlier }: CounterKeys, node: string, now: number) {
    this.field = field;
    this.key = key;
    this.text = text;
    this.earlier = earlier;
    this.expiresAt = now + (RATE_MINUTES + 1) * MINUTE_MS;
    this.#node = node;
    this.#now = now;
  }

  add(state: State | null): State {
    return addHit(asRate(state), this.#node, this.#now);
  }

  merge(one: State | null, other: State | null): State {
    return mergeHits(asRate(one), asRate(other), this.#now);
  }

  delta(state: State): State {
    return hitsOf(asRate(state), this.#node);
  }

  count(state: State | null): number {
    return countHits(asRate(state), this.#now);
  }
}

/** With the member under its present name. */
function renamed(set: DistinctSet, earlier: readonly string[], seen: string): DistinctSet {
  return earlier.reduce((renamed, before) => renameMember(renamed, before, seen), set);
}

export function asSet(state: State | null): DistinctSet {
  return typeof state === "string" ? state : NO_MEMBERS;
}

export function asRate(state: State | null): Rate {
  return state === null || typeof state === "string" ? NO_HITS : state;
}
