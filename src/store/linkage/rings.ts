/**
 * Rings of sign-ups (`model/linkage/ring.ts`), separate for each account, by hashes only. As linkage: a sign-up is joined in
 * memory before it is written, a write merges its state into the stored one, and a restart changes nothing.
 */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import {
  addMember,
  countMembers,
  type DistinctSet,
  mergeMembers,
  newestMembers,
  NO_MEMBERS,
} from "../../model/linkage/linkage.ts";
import {
  isLive,
  joinsByPattern,
  lastSeenWithOther,
  membersOf,
  mergeKeys,
  type Ring,
  RING_LINKS,
  RING_MS,
  type RingKey,
  type SignupId,
  touchKey,
  viewRing,
} from "../../model/linkage/ring.ts";
import type { CellUpdate } from "../commit/cell.ts";
import { type Engine, type Key, keyText, type Value } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { RingForest, type RingForestOptions } from "./ring_forest.ts";
import { placeKey, type RingValues, type SharedKey, sharedKeys } from "./ring_keys.ts";
import { StateCache } from "./state_cache.ts";

export type { RingValues };

export interface Joined {
  /** Null for a sign-up that shares nothing. */
  readonly ring: Ring | null;
  /** The root of its ring, which leads to the ring later; the sign-up itself when it shares nothing. */
  readonly node: SignupId;
  /** When the device or phone was last seen with another e-mail address, in milliseconds since the epoch; 0 when never. */
  readonly lastWithOther: Readonly<Record<"device" | "phone", number>>;
  /** To be written with the score; empty when the sign-up leaves no trace. */
  readonly cells: readonly CellUpdate[];
}

/** A ring as it is now. */
export interface FoundRing {
  readonly root: SignupId;
  readonly ring: Ring;
  /** Oldest first. */
  readonly members: readonly SignupId[];
  /** Rings that were merged into it: their ids still lead to it. */
  readonly merged: readonly SignupId[];
}

const MAX_CACHED_CHARS = 16_000_000;
/** Patterns of a network that are told apart. */
const MAX_PATTERNS = 64;
/** Characters of an address's hash in `RingKey.e`. */
const EMAIL_CHARS = 8;

interface RingsOptions extends RingForestOptions {
  /** Hashes under earlier secrets; null: there are none. */
  readonly earlier: EarlierHashes | null;
}

export class Rings {
  readonly #engine: Engine;
  readonly #earlier: EarlierHashes | null;
  readonly #forest: RingForest;
  readonly #keys: StateCache<RingKey>;
  readonly #places: StateCache<DistinctSet>;

  constructor(options: RingsOptions) {
    const { engine, earlier } = options;
    this.#earlier = earlier;
    this.#engine = engine;
    this.#forest = new RingForest(options);
    const maxChars = MAX_CACHED_CHARS;
    this.#keys = new StateCache({
      engine,
      merge: mergeStoredKey,
      sizeOf: ({ a }) => a.length * 32,
      maxChars,
    });
    this.#places = new StateCache({ engine, merge: mergeStoredPlace, sizeOf: (set) => set.length, maxChars });
  }

  /** Reads what `join` needs; synchronous when all of it is in memory. */
  load(account: string, values: RingValues, now: number): Awaitable<void> {
    const shared = sharedKeys(account, values, this.#earlier);
    const keys = this.#keys.read(shared.flatMap(({ key, earlier }) => [key, ...earlier]), now);
    const place = values.email_pattern === null ? null : this.#places.read([placeKey(account, values)], now);
    if (keys === null && place === null) return this.#loadNodes(account, shared, now);
    return Promise.all([keys, place]).then(() => this.#loadNodes(account, shared, now));
  }

  /**
   * Joins a sign-up to its ring. Synchronous, after `load`, so that no other sign-up comes between.
   * @param keep false: the same answer, but the sign-up leaves no trace
   */
  join(account: string, values: RingValues, id: SignupId, now: number, keep: boolean): Joined {
    const email = values.email?.slice(0, EMAIL_CHARS) ?? "";
    const shared = sharedKeys(account, values, this.#earlier);
    const roots = new Set<SignupId>();
    const lastWithOther = { device: 0, phone: 0 };
    let via = 0;
    for (const each of shared) {
      const { link } = each;
      const state = this.#state(each);
      if (!isLive(state, now)) continue;
      if (link === "device" || link === "phone") lastWithOther[link] = lastSeenWithOther(state, email);
      if (link === "email_pattern" && !this.#patternJoins(account, values, state, now)) continue;
      via |= 1 << RING_LINKS.indexOf(link);
      for (const anchor of state.a) roots.add(this.#forest.find(account, anchor));
    }
    const root = [...roots].sort()[0] ?? id;
    const cells: CellUpdate[] = [];
    const node = roots.size === 0
      ? null
      : this.#forest.join(account, { root, roots, id, via }, now, keep ? cells : null);
    if (keep) {
      for (const each of shared) cells.push(this.#touch(each, root, email, now));
      if (values.email_pattern !== null) this.#notePattern(account, values, now, cells);
    }
    return { ring: viewRing(root, node, now), node: root, lastWithOther, cells };
  }

  /** The ring that a sign-up, or the id of an earlier ring, now belongs to; null for a ring of one. */
  async find(account: string, id: SignupId, now: number): Promise<FoundRing | null> {
    await this.#forest.load(account, [id], now);
    const root = this.#forest.find(account, id);
    const node = this.#forest.node(account, root);
    const ring = viewRing(root, node, now);
    return ring === null ? null : { root, ring, members: membersOf(node!, now), merged: node!.k ?? [] };
  }

  /** See `RingForest.idsNow`. */
  idsNow(account: string, nodes: readonly SignupId[], now: number) {
    return this.#forest.idsNow(account, nodes, now);
  }

  /** The account's rings, in no order. */
  async *list(account: string, now: number): AsyncIterable<FoundRing> {
    for await (const { key, value } of this.#engine.scan(KEYS.ringNode.below(account))) {
      const node = KEYS.ringNode.read(value);
      const root = key[2]!;
      const ring = node.p === undefined ? viewRing(root, node, now) : null;
      if (ring !== null) yield { root, ring, members: membersOf(node, now), merged: node.k ?? [] };
    }
  }

  /**
   * The part of a label's write that counts it in the ring of the score.
   * @param node as `join` returned it for the sign-up
   */
  async labelled(
    account: string,
    node: SignupId,
    id: SignupId,
    fraud: boolean,
    now: number,
  ): Promise<readonly CellUpdate[]> {
    await this.#forest.load(account, [node], now);
    return this.#forest.label(account, this.#forest.find(account, node), id, fraud, now);
  }

  #loadNodes(account: string, shared: readonly SharedKey[], now: number): Awaitable<void> {
    const anchors = new Set<SignupId>();
    for (const each of shared) {
      const state = this.#state(each);
      if (isLive(state, now)) { for (const anchor of state.a) anchors.add(anchor); }
    }
    const missing = [...anchors].filter((id) => !this.#forest.isLoaded(account, id, now));
    return missing.length === 0 ? undefined : this.#forest.load(account, missing, now);
  }

  /** A value that is not stored goes on from its state under an earlier secret. */
  #state({ text, earlier }: SharedKey): RingKey | null {
    const own = this.#keys.get(text);
    if (own !== null || earlier.length === 0) return own;
    return earlier.map((key) => this.#keys.get(keyText(key))).find((state) => state !== null) ?? null;
  }

  #touch(shared: SharedKey, anchor: SignupId, email: string, now: number): CellUpdate {
    const { key, text } = shared;
    const state = touchKey(this.#state(shared), { anchor, email, at: now });
    this.#keys.set(text, state, now);
    const change = (current: RingKey | null) => mergeKeys(current, state);
    return KEYS.ringKey.update(key, { exact: false, expiresAt: now + RING_MS, change });
  }

  #patternJoins(account: string, values: RingValues, state: RingKey, now: number): boolean {
    const patterns = this.#places.get(keyText(placeKey(account, values))) ?? NO_MEMBERS;
    return joinsByPattern(Math.max(0, countMembers(patterns, now) - 1), state.n);
  }

  #notePattern(account: string, values: RingValues, now: number, cells: CellUpdate[]): void {
    const key = placeKey(account, values);
    const text = keyText(key);
    const before = this.#places.get(text) ?? NO_MEMBERS;
    const after = newestMembers(addMember(before, values.email_pattern!, now), MAX_PATTERNS);
    if (after === before) return;
    this.#places.set(text, after, now);
    const change = (current: DistinctSet | null) => mergePlaces(current, after, now);
    cells.push(KEYS.ringPlace.update(key, { exact: false, expiresAt: now + RING_MS, change }));
  }
}

function mergeStoredKey(_key: Key, cached: RingKey | null, value: Value | null): RingKey | null {
  const stored = KEYS.ringKey.read(value);
  return stored === null ? cached : mergeKeys(cached, stored);
}

function mergeStoredPlace(
  _key: Key,
  cached: DistinctSet | null,
  value: Value | null,
  now: number,
): DistinctSet {
  return mergePlaces(cached, KEYS.ringPlace.read(value) ?? NO_MEMBERS, now);
}

function mergePlaces(one: DistinctSet | null, other: DistinctSet, now: number): DistinctSet {
  return newestMembers(mergeMembers(one ?? NO_MEMBERS, other, now), MAX_PATTERNS);
}
