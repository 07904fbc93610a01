/**
 * Linkage of sign-ups, separate for each account, by hashes only. A sign-up is counted in memory before it is written, so
 * that concurrent sign-ups count each other; a write merges its state into the stored one. Other processes see a count
 * within a second (`StateCache`). When two processes write the same state within that time, the later write may hide the counts of the
 * other until that one writes it again.
 */
import { type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { type Linkage, mergeHits, mergeMembers } from "../../model/linkage/linkage.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import { type Change, changeOf } from "../../db/commit/change.ts";
import type { Key, Value } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import {
  asRate,
  asSet,
  type Counter,
  countersOf,
  LINKAGE,
  type LinkedValues,
  type State,
} from "./counters.ts";
import { firstState, StateCache, type StateReader } from "./state_cache.ts";

export type { LinkedValues };

export interface Linked {
  readonly linkage: Linkage;
  /** To be written together with the score; empty when the sign-up leaves no trace. */
  readonly change: Change;
}

/** Characters of cached state. */
const MAX_CACHED_CHARS = 16_000_000;

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
    this.#states = new StateCache({
      keyspace: LINKAGE,
      writer,
      merge: mergeStored,
      sizeOf,
      maxChars: MAX_CACHED_CHARS,
    });
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

  /** Forgets what is in memory of an account. @param owner see `linksOwner` */
  forget(owner: string): void {
    this.#states.forget(owner);
  }

  #count(counters: readonly Counter[], now: number, keep: boolean): Linked {
    const linkage: { -readonly [Field in keyof Linkage]: number | null } = {
      device_email_count: null,
      email_device_count: null,
      email_ip_count: null,
      subnet_rate_1h: null,
      domain_rate_1h: null,
      referral_rate_1h: null,
    };
    const cells: CellUpdate[] = [];
    for (const counter of counters) {
      const before = firstState(this.#states, counter);
      const after = counter.add(before);
      linkage[counter.field] = counter.count(after);
      if (keep && after !== before) cells.push(this.#states.put(counter, after, counter, now));
    }
    return { linkage, change: changeOf({ cells }) };
  }
}

function mergeStored(_key: Key, cached: State | null, value: Value | null, now: number): State | null {
  const stored = LINKAGE.read(value);
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
