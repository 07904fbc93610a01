/**
 * Rings of sign-ups (`model/linkage/ring.ts`), separate for each account, by hashes only. As linkage: a sign-up is joined in
 * memory before it is written, a write merges its state into the stored one, and a restart changes nothing.
 */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import {
  crowdOf,
  isOrganisation,
  joinsByCommonDevice,
  joinsByPattern,
  joinsByReferral,
  type PlaceView,
  sharesDevices,
} from "../../model/linkage/place.ts";
import {
  countFraudOf,
  countPeople,
  groupOf,
  isLive,
  lastSeenWithOther,
  membersOf,
  mergeKeys,
  type Ring,
  RING_LINKS,
  RING_MS,
  type RingKey,
  type RingLink,
  type RingNode,
  type SignupId,
  touchKey,
  viewRing,
} from "../../model/linkage/ring.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import { type Change, changeOf } from "../../db/commit/change.ts";
import type { Engine, Key, Value } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { type PlaceKeys, Places, type PlacesView } from "./places.ts";
import { RING_NODE, RingForest, type RingForestOptions } from "./ring_forest.ts";
import { RING_KEY, type RingValues, type SharedKey, sharedKeys } from "./ring_keys.ts";
import { firstState, StateCache } from "./state_cache.ts";

export type { RingValues };

/** What a sign-up can share with others, with the keys that it is kept under. */
export interface RingKeys {
  readonly values: RingValues;
  readonly shared: readonly SharedKey[];
  readonly places: PlaceKeys;
}

export interface Joined {
  /** Null for a sign-up that shares nothing. */
  readonly ring: Ring | null;
  /** Members of the ring without repeated sign-ups; see `countPeople`. */
  readonly people: number;
  /** The root of its ring, which leads to the ring later; the sign-up itself when it shares nothing. */
  readonly node: SignupId;
  /** The oldest that it shares something with that nobody can merely claim; the sign-up itself when there is none. */
  readonly group: SignupId;
  /** Labelled fraud, of those that it hangs together with by such values. */
  readonly groupFraud: number;
  /**
   * When the device or phone was last seen with another e-mail address, in milliseconds since the epoch; 0 when never, and
   * for a device that many people share.
   */
  readonly lastWithOther: Readonly<Record<"device" | "phone", number>>;
  /** Several people have the device, or its id. */
  readonly isSharedDevice: boolean;
  /** What happens where it comes from; `device` only for a device that several people have. */
  readonly crowds: Readonly<Record<CrowdKind, Crowd | null>>;
  /** The account had sign-ups before today: what it never saw is unusual, and not unknown. */
  readonly hasHistory: boolean;
  /** The account's pages load the script of this service, with its tokens. */
  readonly usesTokens: boolean;
  /** To be written with the score; empty when the sign-up leaves no trace. */
  readonly change: Change;
}

type CrowdKind = "line" | "subnet" | "operator" | "domain" | "device" | "page";

/** The sign-ups of a place, this one included. */
interface Crowd {
  /** Of the last hour; null where another counter has it. */
  readonly lastHour: number | null;
  /** In this hour of a usual day, and over a whole week; see `PlaceView`. */
  readonly usual: number;
  readonly lasting: number;
  /** People who were known to share the place before today; see `crowdOf`. */
  readonly people: number;
}

/** A ring as it is now. */
export interface FoundRing {
  readonly root: SignupId;
  readonly ring: Ring;
  /** Oldest first. */
  readonly members: readonly SignupId[];
  /** Rings that were merged into it: their ids still lead to it. */
  readonly merged: readonly SignupId[];
  /** Members labelled fraud that a sign-up hangs together with by what nobody can merely claim. @param group of its record */
  fraudOf(group: SignupId | undefined): number;
}

/** On how many days before tokens came; see `PlaceView.tokenDays`. */
const TOKEN_DAYS = 2;
const MAX_CACHED_CHARS = 16_000_000;
/** Characters of an address's hash in `RingKey.e`. */
const EMAIL_CHARS = 8;

interface RingsOptions extends RingForestOptions {
  /** Hashes under earlier secrets; null: there are none. */
  readonly earlier: EarlierHashes | null;
  /** Identifies this run of this process among all. */
  readonly node: string;
}

export class Rings {
  readonly #engine: Engine;
  readonly #earlier: EarlierHashes | null;
  readonly #forest: RingForest;
  readonly #keys: StateCache<RingKey>;
  readonly #places: Places;

  constructor(options: RingsOptions) {
    const { engine, writer, earlier } = options;
    this.#earlier = earlier;
    this.#engine = engine;
    this.#forest = new RingForest(options);
    this.#keys = new StateCache({
      keyspace: RING_KEY,
      writer,
      merge: mergeStoredKey,
      sizeOf: ({ a }) => a.length * 32,
      maxChars: MAX_CACHED_CHARS,
    });
    this.#places = new Places(options);
  }

  /** Reads what `join` needs; synchronous when all of it is in memory. */
  load(account: string, values: RingValues, now: number): Awaitable<RingKeys> {
    const shared = sharedKeys(account, values, this.#earlier);
    const places = this.#places.keysOf(account, values);
    const keys = { values, shared, places };
    const states = this.#earlier === null ? shared : shared.flatMap((each) => [each, ...each.earlier]);
    const loading = all([this.#keys.read(states, now), this.#places.load(places, now)]);
    return chain(loading, () => chain(this.#loadNodes(account, shared, now), () => keys));
  }

  /**
   * Joins a sign-up to its ring. Synchronous, after `load`, so that no other sign-up comes between.
   * @param keys as `load` returned them
   * @param keep false: the same answer, but the sign-up leaves no trace
   */
  join(account: string, keys: RingKeys, id: SignupId, now: number, keep: boolean): Joined {
    const { values, shared } = keys;
    const email = values.address?.slice(0, EMAIL_CHARS) ?? "";
    const places = this.#places.view(keys.places, values, now);
    const isOfficeDevice = !values.isCommonDevice &&
      sharesDevices(places.organisation, values.isDoubtedDomain);
    const isSharedDevice = values.isCommonDevice || isOfficeDevice;
    const roots = new Set<SignupId>();
    const deep = new Set<SignupId>();
    const lastWithOther = { device: 0, phone: 0 };
    const groups = new Set<SignupId>();
    let via = 0;
    let hasOther = false;
    let repeats = false;
    let isNewDevice = values.device !== null;
    for (const each of shared) {
      const { link, isOfNetwork } = each;
      const state = firstState(this.#keys, each);
      if (!isLive(state, now)) continue;
      if (link === "device") {
        hasOther = lastSeenWithOther(state, email) > 0;
        isNewDevice = values.isCommonDevice;
      }
      if (link === "email") repeats = lastSeenWithOther(state, email) === 0;
      if (!joins(link, { values, places, state, isOfNetwork, isSharedDevice, now })) continue;
      if (link === "device" || link === "phone") lastWithOther[link] = lastSeenWithOther(state, email);
      via |= 1 << RING_LINKS.indexOf(link);
      for (const anchor of state.a) roots.add(this.#forest.find(account, anchor, deep));
      if (isProof(values, each)) {
        for (const group of state.w ?? (isClaimable(link) ? [] : state.a)) groups.add(group);
      }
    }
    const root = [...roots].sort()[0] ?? id;
    const cells: CellUpdate[] = [];
    const node = roots.size === 0 ? null : this.#forest.join(
      account,
      { root, roots, deep, id, via, repeats, groups: [...groups] },
      now,
      keep ? cells : null,
    );
    const group = groups.size === 0 ? id : groupOf(node, groups);
    if (keep) {
      const write = { expiresAt: now + RING_MS, merge: mergeKeys };
      for (const each of shared) {
        const isNamed = isProof(values, each) && (isClaimable(each.link) || group !== root);
        const by = { anchor: root, group: isNamed ? group : null, email, at: now };
        cells.push(this.#keys.put(each, touchKey(firstState(this.#keys, each), by), write, now));
      }
      const isPerson = roots.size === 0 && !isBusy(places.subnet) && !isBusy(places.organisation);
      const noted = { sharesDevice: hasOther, isPerson, isOfficeDevice, isNewDevice };
      cells.push(...this.#places.note(keys.places, values, places, noted, now));
    }
    const ring = viewRing(root, node, now);
    return {
      ring,
      people: ring === null ? 1 : countPeople(ring, node!, now),
      node: root,
      group,
      groupFraud: node === null ? 0 : countFraudOf(node, group, now),
      lastWithOther,
      isSharedDevice,
      crowds: crowdsOf(keys.places, places, { isSharedDevice, isNewDevice }),
      hasHistory: places.account.days > 0,
      usesTokens: places.account.tokenDays >= TOKEN_DAYS,
      change: changeOf({ cells }),
    };
  }

  /** See `Places.peopleOn`. */
  peopleOn(account: string, line: string, now: number): Awaitable<number> {
    return this.#places.peopleOn(account, line, now);
  }

  /** The ring that a sign-up, or the id of an earlier ring, now belongs to; null for a ring of one. */
  async find(account: string, id: SignupId, now: number): Promise<FoundRing | null> {
    await this.#forest.load(account, [id], now);
    const root = this.#forest.find(account, id);
    const node = this.#forest.node(account, root);
    const ring = viewRing(root, node, now);
    return ring === null ? null : foundRing(root, ring, node!, now);
  }

  /** See `RingForest.idsNow`. */
  idsNow(account: string, nodes: readonly SignupId[], now: number) {
    return this.#forest.idsNow(account, nodes, now);
  }

  /** The account's rings, in no order. */
  async *list(account: string, now: number): AsyncIterable<FoundRing> {
    for await (const { key, value } of this.#engine.scan(RING_NODE.below(account))) {
      const node = RING_NODE.read(value);
      const root = key[2]!;
      const ring = node.p === undefined ? viewRing(root, node, now) : null;
      if (ring !== null) yield foundRing(root, ring, node, now);
    }
  }

  /**
   * The part of a label's write that counts it in the ring of the score.
   * @param node, group as `join` returned them for the sign-up
   */
  async labelled(
    account: string,
    { node, group, id }: { readonly node: SignupId; readonly group: SignupId; readonly id: SignupId },
    fraud: boolean,
    now: number,
  ): Promise<readonly CellUpdate[]> {
    await this.#forest.load(account, [node], now);
    return this.#forest.label(account, this.#forest.find(account, node), { id, group }, fraud, now);
  }

  #loadNodes(account: string, shared: readonly SharedKey[], now: number): Awaitable<void> {
    const missing: SignupId[] = [];
    for (const each of shared) {
      const state = firstState(this.#keys, each);
      if (!isLive(state, now)) continue;
      for (const id of state.a) {
        if (!missing.includes(id) && !this.#forest.isLoaded(account, id, now)) missing.push(id);
      }
    }
    return missing.length === 0 ? undefined : this.#forest.load(account, missing, now);
  }
}

interface Shared {
  readonly values: RingValues;
  readonly places: PlacesView;
  /** Of the value that is shared. */
  readonly state: RingKey;
  readonly isOfNetwork: boolean;
  readonly isSharedDevice: boolean;
  readonly now: number;
}

/** Whether what a sign-up shares with an earlier one joins them. */
function joins(link: RingLink, { values, places, state, isOfNetwork, isSharedDevice, now }: Shared): boolean {
  const { isExit, isCommonDevice, isDoubtedDomain } = values;
  const shared = { network: places.subnet, same: state.n, sinceMs: now - state.t, isExit };
  if (link === "email_pattern") {
    return isOfNetwork ? joinsByPattern(shared) : !isOrganisation(places.organisation, isDoubtedDomain);
  }
  // Colleagues invite each other.
  if (link === "referral") return values.organisation === null && joinsByReferral(shared);
  if (link !== "device") return true;
  return isCommonDevice ? joinsByCommonDevice(shared) : !isSharedDevice;
}

function foundRing(root: SignupId, ring: Ring, node: RingNode, now: number): FoundRing {
  return {
    root,
    ring,
    members: membersOf(node, now),
    merged: node.k ?? [],
    fraudOf: (group) => countFraudOf(node, groupOf(node, [group ?? root]), now),
  };
}

/** Anybody can give somebody else's. */
function isClaimable(link: RingLink): link is "email" | "phone" {
  return link === "email" || link === "phone";
}

/**
 * Whether the sign-up shows that the value is its own. A pattern does in one network; at a domain anybody can write it. A
 * referral is somebody else's.
 */
function isProof({ verified }: RingValues, { link, isOfNetwork }: SharedKey): boolean {
  if (link === "email_pattern") return isOfNetwork;
  if (link === "referral") return false;
  return !isClaimable(link) || verified.includes(link);
}

/** Number of sign-ups in two hours from which, if it is far above the usual, they may be made up. */
const BUSY = 20;
const BUSY_TIMES = 5;

function isBusy({ twoHours, lastingNow }: PlaceView): boolean {
  return twoHours >= BUSY && twoHours >= BUSY_TIMES * lastingNow;
}

function crowdsOf(
  keys: PlaceKeys,
  places: PlacesView,
  { isSharedDevice, isNewDevice }: { readonly isSharedDevice: boolean; readonly isNewDevice: boolean },
): Joined["crowds"] {
  const crowd = (kind: keyof PlacesView, lastHour: number | null): Crowd | null => {
    if (keys[kind] === null) return null;
    const { usualNow: usual, lastingNow: lasting } = places[kind];
    return { lastHour, usual, lasting, people: crowdOf(places[kind]) };
  };
  const counted = (kind: keyof PlacesView) => crowd(kind, places[kind].lastHour + 1);
  return {
    // The first sign-up of an address is known by a mark alone.
    line: crowd("line", places.line.isKnown ? places.line.lastHour + 1 : places.subnet.knowsLine ? 2 : 1),
    subnet: crowd("subnet", null),
    operator: counted("operator"),
    domain: crowd("organisation", null),
    device: isSharedDevice ? counted("device") : null,
    page: isNewDevice ? counted("page") : null,
  };
}

function mergeStoredKey(_key: Key, cached: RingKey | null, value: Value | null): RingKey | null {
  const stored = RING_KEY.read(value);
  return stored === null ? cached : mergeKeys(cached, stored);
}
