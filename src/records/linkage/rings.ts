/**
 * Rings of sign-ups (`model/linkage/ring.ts`), separate for each account, by hashes only. As linkage: a sign-up is joined in
 * memory before it is written, a write merges its state into the stored one, and a restart changes nothing.
 */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import {
  COMMON_DEVICE_MS,
  type DeviceUsers,
  type DeviceView,
  labelUser,
  UNSHARED_DEVICE,
  viewDevice,
} from "../../model/linkage/common_device.ts";
import { isOrganisation, sharesDevices } from "../../model/linkage/place.ts";
import {
  countFraudOf,
  countPeople,
  groupOf,
  isLive,
  lastSeenWithOther,
  type Ring,
  RING_LINKS,
  RING_MS,
  type RingKey,
  type RingLink,
  touchKey,
  usersOf,
  viewRing,
} from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import { type Change, changeOf } from "../../db/commit/change.ts";
import type { Engine } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { Companies, type CompanyKeys } from "./companies.ts";
import { type Crowds, crowdsOf, isBusy } from "./crowds.ts";
import { type PlaceKeys, Places } from "./places.ts";
import { type FoundRing, foundRing, type LabelledCells } from "./found_ring.ts";
import { RING_NODE, RingForest, type RingForestOptions } from "./ring_forest.ts";
import {
  deviceKey,
  RING_KEY_STATES,
  type RingValues,
  type SharedKey,
  sharedKeys,
  writeUntil,
} from "./ring_keys.ts";
import { isClaimable, isOfDevice, isProof, joins, joinsByShape, kinOf } from "./ring_joins.ts";
import { firstState, StateCache, type StateKey } from "./state_cache.ts";

export type { RingValues };

/** What a sign-up can share with others, with the keys that it is kept under. */
export interface RingKeys {
  /** With what was learned of the device. */
  readonly values: RingValues;
  readonly device: DeviceView;
  readonly shared: readonly SharedKey[];
  readonly places: PlaceKeys;
  readonly companies: CompanyKeys;
}

export interface Joined {
  /** Null for a sign-up that shares nothing. */
  readonly ring: Ring | null;
  /** Members of its part of the ring without repeated sign-ups; see `countPeople`. */
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
  /** Null without a device id. */
  readonly device: CommonDevice | null;
  /** What happens where it comes from; `device` only for a device that several people have. */
  readonly crowds: Crowds;
  /** The account had sign-ups before today: what it never saw is unusual, and not unknown. */
  readonly hasHistory: boolean;
  /** The account's pages load the script of this service, with its tokens. */
  readonly usesTokens: boolean;
  /** To be written with the score; empty when the sign-up leaves no trace. */
  readonly change: Change;
}

/** Whether many devices have a device id, and at least how many people who share nothing else. */
export interface CommonDevice {
  readonly isCommon: boolean;
  readonly people: number;
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
  /** Of an id of many, as long as neither it nor its kind change. */
  readonly #views = new WeakMap<DeviceUsers, { readonly kind: string; readonly view: DeviceView }>();
  readonly #companies: Companies;

  constructor(options: RingsOptions) {
    const { engine, writer, earlier } = options;
    this.#earlier = earlier;
    this.#engine = engine;
    this.#forest = new RingForest(options);
    this.#keys = new StateCache({
      ...RING_KEY_STATES,
      writer,
      maxChars: MAX_CACHED_CHARS,
    });
    this.#places = new Places(options);
    this.#companies = new Companies(options);
  }

  /** Reads what `join` needs; synchronous when all of it is in memory. @param id of the sign-up, or one of its time */
  load(account: string, values: RingValues, id: SignupId, now: number): Awaitable<RingKeys> {
    return chain(this.#read(account, values, now), (read) => {
      const device = this.#viewDevice(read, id, now);
      const learned = device.isCommon && !values.isCommonDevice;
      const reading = learned ? this.#read(account, { ...values, isCommonDevice: true }, now) : read;
      return chain(reading, (read) => {
        const keys = { ...read, device };
        return chain(this.#loadNodes(account, keys, now), () => keys);
      });
    });
  }

  #read(account: string, values: RingValues, now: number): Awaitable<Omit<RingKeys, "device">> {
    const shared = sharedKeys(account, values, this.#earlier);
    const places = this.#places.keysOf(account, values);
    const companies = this.#companies.keysOf(account, values.companies);
    const states = this.#earlier === null ? shared : shared.flatMap((each) => [each, ...each.earlier]);
    const loading = all([
      this.#keys.read(states, now),
      this.#places.load(places, now),
      this.#companies.read(companies, now),
    ]);
    return chain(loading, () => ({ values, shared, places, companies }));
  }

  #viewDevice({ values, shared, places }: Omit<RingKeys, "device">, id: SignupId, now: number): DeviceView {
    const key = shared.find(isOfDevice);
    const users = key === undefined ? undefined : usersOf(firstState(this.#keys, key), now);
    if (users === undefined || values.user === null) return UNSHARED_DEVICE;
    const kind = this.#places.kindOf(places, values, now);
    const known = this.#views.get(users);
    const view = known?.kind === kind.key ? known.view : viewDevice(users, null, kind, now);
    if (view !== known?.view) this.#views.set(users, { kind: kind.key, view });
    if (values.isCommonDevice || view.isCommon) return view;
    return viewDevice(users, { ...values.user, id }, kind, now);
  }

  /**
   * Joins a sign-up to its ring. Synchronous, after `load`, so that no other sign-up comes between.
   * @param keys as `load` returned them
   * @param keep false: the same answer, but the sign-up leaves no trace
   */
  join(account: string, keys: RingKeys, id: SignupId, now: number, keep: boolean): Joined {
    const { values, shared, device } = keys;
    const { isCommonDevice, isDoubtedDomain, user } = values;
    const email = values.address?.slice(0, EMAIL_CHARS) ?? "";
    const places = this.#places.view(keys.places, values, now);
    const sharesIds = sharesDevices(places.organisation, places.subnet, isDoubtedDomain);
    const isSharedDevice = isCommonDevice || sharesIds;
    const parts = new Set<SignupId>();
    const rings = new Set<SignupId>();
    const deep = { inParts: new Set<SignupId>(), inRings: new Set<SignupId>() };
    const lastWithOther = { device: 0, phone: 0 };
    const groups = new Set<SignupId>();
    let via = 0;
    let hasOther = false;
    let repeats = false;
    let isNewDevice = values.device !== null;
    for (const each of shared) {
      const { link, within, isShape } = each;
      if (isShape) continue;
      const state = firstState(this.#keys, each);
      if (!isLive(state, now)) continue;
      if (link === "device" && (within === "network" || !isCommonDevice)) {
        hasOther = lastSeenWithOther(state, email) > 0;
        isNewDevice = isCommonDevice;
      }
      if (link === "email") repeats = lastSeenWithOther(state, email) === 0;
      if (!joins(link, { values, places, state, within, isSharedDevice, now })) continue;
      // Two devices with one id are no repetition.
      if (link === "phone" || (link === "device" && !isCommonDevice)) {
        lastWithOther[link] = lastSeenWithOther(state, email);
      }
      via |= 1 << RING_LINKS.indexOf(link);
      if (within === "device") via |= 1 << RING_LINKS.indexOf("device");
      for (const anchor of state.a) parts.add(this.#forest.findPart(account, anchor, deep.inParts));
      if (isProof(values, each)) {
        for (const group of state.w ?? (isClaimable(link) ? [] : state.a)) groups.add(group);
      }
    }
    for (const kin of kinOf(device, values)) {
      via |= 1 << RING_LINKS.indexOf("device");
      parts.add(this.#forest.findPart(account, kin, deep.inParts));
    }
    for (const part of parts) rings.add(this.#forest.find(account, part, deep.inRings));
    let viaRing = 0;
    const toRings = (link: RingLink, anchors: readonly SignupId[]) => {
      const before = rings.size;
      for (const anchor of anchors) rings.add(this.#forest.find(account, anchor, deep.inRings));
      if (rings.size > before) viaRing |= 1 << RING_LINKS.indexOf(link);
    };
    for (const each of shared) {
      const state = each.isShape && parts.size > 0 ? firstState(this.#keys, each) : null;
      if (isLive(state, now) && joinsByShape({ values, places, state })) toRings("email_pattern", state.a);
    }
    if (!isOrganisation(places.organisation, isDoubtedDomain)) {
      for (const { link, parts } of this.#companies.joins(account, keys.companies, this.#forest, now)) {
        toRings(link, parts);
      }
    }
    const part = [...parts].sort()[0] ?? id;
    const root = [...rings].sort()[0] ?? id;
    const cells: CellUpdate[] = [];
    const joined = rings.size === 0 ? null : this.#forest.join(
      account,
      { id, parts, rings, deep, via, viaRing, repeats, groups: [...groups] },
      now,
      keep ? cells : null,
    );
    const node = joined?.ring ?? null;
    const group = groups.size === 0 ? id : groupOf(node, groups);
    if (keep) {
      for (const each of shared) {
        if (each.isShape && parts.size === 0) continue;
        const isNamed = isProof(values, each) && (isClaimable(each.link) || group !== part);
        const by = { anchor: part, group: isNamed ? group : null, email, at: now };
        const touch = isOfDevice(each) && user !== null ? { ...by, user: { ...user, id } } : by;
        const write = writeUntil(now + (touch === by ? RING_MS : COMMON_DEVICE_MS));
        cells.push(this.#keys.put(each, touchKey(firstState(this.#keys, each), touch), write, now));
      }
      cells.push(...this.#companies.note(keys.companies, { id, part, traits: values.traits }, now));
      const isPerson = rings.size === 0 && !isBusy(places.subnet) && !isBusy(places.organisation);
      const used = { sharesDevice: hasOther, isSharedId: device.isShared };
      const noted = { ...used, isPerson, isOfficeDevice: sharesIds, isNewDevice };
      cells.push(...this.#places.note(keys.places, values, places, noted, now));
    }
    const ring = viewRing(root, node, now);
    return {
      ring,
      people: joined === null ? 1 : countPeople(joined.part, now),
      node: root,
      group,
      groupFraud: node === null ? 0 : countFraudOf(node, group, now),
      lastWithOther,
      isSharedDevice,
      device: values.device === null ? null : { isCommon: isCommonDevice, people: device.people },
      crowds: crowdsOf(keys.places, places, { isSharedDevice, isNewDevice }),
      hasHistory: places.account.days > 0,
      usesTokens: places.account.tokenDays >= TOKEN_DAYS,
      change: changeOf({ cells }),
    };
  }

  /** Another process labelled a sign-up of the owner's. @param id null: any may be another */
  relabelled(owner: string, id: SignupId | null): void {
    this.#forest.relabelled(owner, id);
  }

  /** Forgets what is in memory of an account. @param owner see `linksOwner` */
  forget(owner: string): void {
    for (const each of [this.#keys, this.#forest, this.#places, this.#companies]) each.forget(owner);
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
  async *list(
    account: string,
    now: number,
    { newestFirst = false }: { readonly newestFirst?: boolean } = {},
  ): AsyncIterable<FoundRing> {
    for await (
      const { key, value } of this.#engine.scan(RING_NODE.below(account), { reverse: newestFirst })
    ) {
      const node = RING_NODE.read(value);
      const root = key[2]!;
      const isRoot = node.p === undefined && node.q === undefined;
      const ring = isRoot ? viewRing(root, node, now) : null;
      if (ring !== null) yield foundRing(root, ring, node, now);
    }
  }

  /**
   * The part of a label's write that counts it in the ring of the score.
   * @param node, group as `join` returned them for the sign-up
   * @param device hash of its device id; null: it had none
   */
  async labelled(
    account: string,
    { node, group, id, device }: {
      readonly node: SignupId;
      readonly group: SignupId;
      readonly id: SignupId;
      readonly device: string | null;
    },
    fraud: boolean,
    now: number,
  ): Promise<LabelledCells> {
    await this.#forest.load(account, [node], now);
    const root = this.#forest.find(account, node);
    const cells = this.#forest.label(account, root, { id, group }, fraud, now);
    const key = device === null ? null : deviceKey(account, device);
    const ofDevice = key === null ? [] : await this.#labelDevice(key, id, fraud, now);
    return {
      cells: [...cells, ...ofDevice],
      failed: () => {
        this.#forest.unlabel(account, this.#forest.find(account, root), { id, group }, fraud, now);
        if (key !== null) this.#unlabelDevice(key, id, fraud, now);
      },
    };
  }

  async #labelDevice(key: StateKey, id: SignupId, fraud: boolean, now: number) {
    await this.#keys.read([key], now);
    const state = this.#keys.get(key.text);
    const users = usersOf(state, now);
    if (state === null || users === undefined) return [];
    const labelled = { ...state, d: labelUser(users, id, fraud, now) };
    return [this.#keys.put(key, labelled, writeUntil(state.t + COMMON_DEVICE_MS), now)];
  }

  /** The newest label of a user decides, also in what is written already. */
  #unlabelDevice(key: StateKey, id: SignupId, fraud: boolean, now: number): void {
    const state = this.#keys.get(key.text);
    const users = usersOf(state, now);
    if (state === null || users === undefined) return;
    this.#keys.set(key.text, { ...state, d: labelUser(users, id, !fraud, now) }, now);
  }

  /** The part of a score's write that notes it in its ring; null where that changes nothing. @param node as `join` returned it */
  scored(account: string, node: SignupId, score: number, now: number): Change | null {
    const cell = this.#forest.scored(account, node, score, now);
    return cell === null ? null : changeOf({ cells: [cell] });
  }

  #loadNodes(account: string, { values, shared, companies, device }: RingKeys, now: number): Awaitable<void> {
    const missing = this.#companies.missing(account, companies, this.#forest, now);
    missing.push(...kinOf(device, values).filter((id) => !this.#forest.isLoaded(account, id, now)));
    for (const each of shared) {
      const state = firstState(this.#keys, each);
      if (!isLive(state, now)) continue;
      for (const id of state.a) {
        if (!missing.includes(id) && !this.#forest.isLoaded(account, id, now)) missing.push(id);
      }
    }
    if (missing.length === 0) return undefined;
    // Labels that were read may make a company of fraud.
    const more = () => this.#companies.missing(account, companies, this.#forest, now);
    return this.#forest.load(account, missing, now).then(() => this.#forest.load(account, more(), now));
  }
}
