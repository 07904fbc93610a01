/** What is usual at the places that an account's sign-ups come from (`model/linkage/place.ts`). */
import { type Awaitable, chain } from "../../concurrency/awaitable.ts";
import {
  addToPlace,
  crowdOf,
  markPlace,
  marksOf,
  mergePlaces,
  type Place,
  type PlaceRates,
  type PlaceView,
  viewPlace,
  type Visit,
} from "../../model/linkage/place.ts";
import { lruOf } from "../../concurrency/lru.ts";
import { hitsOf } from "../../model/linkage/linkage.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { Key, Value } from "../../db/engine.ts";
import { deviceKind, kindMarks } from "../../model/linkage/device_kind.ts";
import { RING_MS } from "../../model/linkage/ring.ts";
import type { EarlierHashes } from "../secret_record.ts";
import {
  firstState,
  StateCache,
  type StateKey,
  stateKey,
  type StateReader,
  type StateWrite,
} from "./state_cache.ts";
import { anything, count, list, map, number, object, record, shape } from "../define.ts";

/** See `model/linkage/place.ts`. */
const marks = shape<string>((value) => typeof value === "string" && /^(?:[0-9a-f]{16})*$/.test(value));

/** What is usual in a network or at a domain. */
export const PLACE = record({
  prefix: "place",
  key: ["account", "place"],
  value: object<Place>({ d: map(list(number)), g: count, m: marks, b: marks }, {
    e: anything,
    n: anything,
    y: anything,
    h: anything,
    r: anything,
  }),
  lifetimeMs: RING_MS,
  filtered: true,
  followed: "states",
});

/** Where a sign-up comes from, and what it adds there. Hashes; null for what it did not have. */
export interface PlacesOf {
  /** The /24 or /48. */
  readonly subnet: string | null;
  /** The IPv4 address, or the /64 of an IPv6 one. */
  readonly line: string | null;
  /** The /32 of an IPv6 address. */
  readonly operator: string | null;
  /** The registrable domain of its e-mail address; null for one that anybody can have an address at. */
  readonly organisation: string | null;
  readonly device: string | null;
  readonly email_pattern: string | null;
  /** Who signs up, by the first of address, device and phone; null for somebody of whom nothing is known. */
  readonly person: string | null;
  /** Many devices have this device id. */
  readonly isCommonDevice: boolean;
  /** Its kind, a few characters; null without a device id, or where all of its kind are known to share ids. */
  readonly kind: string | null;
  /** Token of its user agent. */
  readonly agent: string | null;
  /** The network that the page was loaded from, where it is another one; null otherwise. */
  readonly page: string | null;
  /** The page had a token of this service. */
  readonly hasToken: boolean;
}

/** The kinds of places. Their first letters, except that of the account, are in stored keys and never change. */
const PLACES = {
  subnet: { letter: "s", days: true, lastHour: false },
  organisation: { letter: "o", days: true, lastHour: false },
  line: { letter: "l", days: true, lastHour: true },
  operator: { letter: "w", days: false, lastHour: true },
  device: { letter: "d", days: false, lastHour: true },
  page: { letter: "p", days: false, lastHour: true },
  /** What the devices of a kind have in common: marks alone. */
  kind: { letter: "k", days: false, lastHour: false },
  /** All sign-ups of the account: noted once a day, and once more with the day's first token. */
  account: { letter: "c", days: true, lastHour: false },
} as const satisfies Readonly<Record<string, PlaceRates & { readonly letter: string }>>;

type PlaceKind = keyof typeof PLACES;

/** The key of a place, and those under earlier secrets. */
interface PlaceKey extends StateKey {
  readonly earlier: readonly StateKey[];
}

export type PlaceKeys = Readonly<Record<PlaceKind, PlaceKey | null>>;
export type PlacesView = Readonly<Record<Exclude<PlaceKind, "kind">, PlaceView>>;

/** What a sign-up is at its places. */
interface Noted {
  /** Its device was seen with another e-mail address. */
  readonly sharesDevice: boolean;
  /** It shares nothing with others, and did not come with a burst. */
  readonly isPerson: boolean;
  /** Several people at an organisation use its device. */
  readonly isOfficeDevice: boolean;
  /** Its device is new, or cannot be told from others. */
  readonly isNewDevice: boolean;
  /** People who share nothing else have its device id. */
  readonly isSharedId: boolean;
}

interface PlacesOptions {
  readonly writer: StateReader;
  /** Identifies this run of this process among all. */
  readonly node: string;
  readonly earlier: EarlierHashes | null;
}

interface AccountView {
  readonly state: Place;
  readonly hour: number;
  readonly view: PlaceView;
}

/** Accounts whose view is kept. */
const MAX_ACCOUNTS = 2000;
/** Characters of a place's hash (96 bits). */
const KEY_CHARS = 16;
const MAX_CACHED_CHARS = 12_000_000;
/** Characters of a state in addition to its rates, roughly. */
const PLACE_CHARS = 160;
/** People count from half a day after they came, so that the crowd of an address need not be read for each of its scores. */
const PEOPLE_REREAD_MS = 5 * MINUTE_MS;
const NO_KEYS: readonly StateKey[] = [];
const NOBODY = { pattern: null, device: null };

export class Places {
  readonly #node: string;
  readonly #earlier: EarlierHashes | null;
  readonly #states: StateCache<Place>;
  readonly #accountKeys = lruOf<PlaceKey>(MAX_ACCOUNTS);
  readonly #accountViews = lruOf<AccountView>(MAX_ACCOUNTS);
  /** The last day of which a token was noted here, by the account's key. */
  readonly #tokenDays = lruOf<string>(MAX_ACCOUNTS);

  constructor({ writer, node, earlier }: PlacesOptions) {
    this.#node = node;
    this.#earlier = earlier;
    this.#states = new StateCache({
      keyspace: PLACE,
      writer,
      merge: mergeStored,
      sizeOf,
      maxChars: MAX_CACHED_CHARS,
    });
  }

  /** As `Rings.forget`. */
  forget(owner: string): void {
    this.#states.forget(owner);
    this.#accountViews.delete(this.#accountKey(owner).text);
  }

  keysOf(account: string, values: PlacesOf): PlaceKeys {
    const { subnet, line, operator, organisation, device, isCommonDevice, page, kind } = values;
    const key = (kind: PlaceKind, hash: string | null) =>
      hash === null ? null : this.#key(account, kind, hash);
    return {
      subnet: key("subnet", subnet),
      line: key("line", line),
      operator: key("operator", operator),
      organisation: key("organisation", organisation),
      device: key("device", isCommonDevice || organisation !== null ? device : null),
      page: key("page", page),
      kind: key("kind", device === null ? null : kind),
      account: this.#accountKey(account),
    };
  }

  /** Undefined when all is in memory. */
  load(places: PlaceKeys, now: number): Awaitable<unknown> {
    const { line, subnet, ...others } = places;
    const keys: StateKey[] = [];
    for (const key of [subnet, ...Object.values(others)]) {
      if (key === null) continue;
      keys.push(key);
      if (key.earlier.length > 0) keys.push(...key.earlier);
    }
    // With other processes a second read costs more than one of a place that does not exist.
    if (line !== null && !this.#states.isCurrent) {
      return this.#states.read([...keys, line, ...line.earlier], now) ?? undefined;
    }
    // Most networks are new, and so is what is on them.
    return chain<unknown, unknown>(
      this.#states.read(keys, now) ?? undefined,
      () =>
        line === null || subnet === null || firstState(this.#states, subnet) === null
          ? undefined
          : this.#states.read([line, ...line.earlier], now) ?? undefined,
    );
  }

  /** People who are known to share an address; see `crowdOf`. @param line as in `PlacesOf` */
  peopleOn(account: string, line: string, now: number): Awaitable<number> {
    const key = this.#key(account, "line", line);
    const loading = this.#states.read([key, ...key.earlier], now, PEOPLE_REREAD_MS) ?? undefined;
    return chain<unknown, number>(loading, () => {
      const place = firstState(this.#states, key);
      return place === null ? 0 : crowdOf(viewPlace(place, NOBODY, now));
    });
  }

  /** Without the sign-up itself. Synchronous, after `load`. */
  view(keys: PlaceKeys, { email_pattern: pattern, device, line }: PlacesOf, now: number): PlacesView {
    const own = { pattern, device, line };
    const view = (key: PlaceKey | null) =>
      viewPlace(key === null ? null : firstState(this.#states, key), own, now);
    return {
      subnet: view(keys.subnet),
      line: view(keys.line),
      operator: view(keys.operator),
      organisation: view(keys.organisation),
      device: view(keys.device),
      page: view(keys.page),
      account: this.#viewAccount(keys.account, now),
    };
  }

  /** What is usual for devices of the sign-up's kind. Synchronous, after `load`. */
  kindOf(keys: PlaceKeys, { device }: PlacesOf, now: number): ReturnType<typeof deviceKind> {
    const state = keys.kind === null ? null : firstState(this.#states, keys.kind);
    return deviceKind(marksOf(state, now), device ?? "");
  }

  /** Adds a sign-up. @param views as `view` returned them */
  note(keys: PlaceKeys, values: PlacesOf, views: PlacesView, noted: Noted, now: number): CellUpdate[] {
    const { sharesDevice, isPerson, isOfficeDevice, isNewDevice, isSharedId } = noted;
    const { email_pattern: pattern, device, line, isCommonDevice, hasToken } = values;
    const person = isPerson ? values.person : null;
    const marks = { pattern, device, sharedDevice: sharesDevice ? device : null, person };
    const cells: CellUpdate[] = [];
    const add = (kind: PlaceKind, visit: Omit<Visit, "rates">) => {
      const key = keys[kind];
      if (key === null) return;
      const state = firstState(this.#states, key);
      const place = addToPlace(state, { ...visit, rates: PLACES[kind] }, this.#node, now);
      cells.push(this.#states.put(key, place, this.#writeOf(now), now));
    };
    add("subnet", { marks: { ...marks, line } });
    add("organisation", { marks });
    add("operator", { marks: {} });
    if (isNewDevice) add("page", { marks: {} });
    // Most addresses come once: an address has a state of its own from its second sign-up on, which then counts both.
    if (views.subnet.knowsLine) add("line", { marks: { person }, count: views.line.isKnown ? 1 : 2 });
    if (isCommonDevice || isOfficeDevice) add("device", { marks: {} });
    if (keys.kind !== null) {
      const state = firstState(this.#states, keys.kind);
      const place = markPlace(state, kindMarks(device!, values.agent, isSharedId), now);
      if (place !== state) cells.push(this.#states.put(keys.kind, place, this.#writeOf(now), now));
    }
    const tokenDay = hasToken ? String(Math.floor(now / DAY_MS)) : null;
    const isNewToken = tokenDay !== null && this.#tokenDays.get(keys.account!.text) !== tokenDay;
    if (!views.account.isToday || isNewToken) add("account", { marks: { tokenDay } });
    if (isNewToken) this.#tokenDays.set(keys.account!.text, tokenDay);
    return cells;
  }

  /** As long as it is the same state in the same hour, the same view: all sign-ups of the account ask for it. */
  #viewAccount(key: PlaceKey | null, now: number): PlaceView {
    const state = key === null ? null : this.#states.get(key.text);
    if (key === null || state === null) return viewPlace(null, NOBODY, now);
    const hour = Math.floor(now / HOUR_MS);
    const last = this.#accountViews.get(key.text);
    if (last?.state === state && last.hour === hour) return last.view;
    const view = viewPlace(state, NOBODY, now);
    this.#accountViews.set(key.text, { state, hour, view });
    return view;
  }

  #accountKey(account: string): PlaceKey {
    const known = this.#accountKeys.get(account);
    if (known !== undefined) return known;
    const key = { ...stateKey(PLACE.key(account, PLACES.account.letter)), earlier: NO_KEYS };
    this.#accountKeys.set(account, key);
    return key;
  }

  #writeOf(now: number): StateWrite<Place> {
    return {
      expiresAt: now + RING_MS,
      merge: (stored, place) => mergePlaces(stored, place, now),
      delta: (place) => placeOfNode(place, this.#node),
    };
  }

  #key(account: string, kind: PlaceKind, hash: string): PlaceKey {
    const keyOf = (hash: string) =>
      stateKey(PLACE.key(account, `${PLACES[kind].letter}${hash.slice(0, KEY_CHARS)}`));
    return { ...keyOf(hash), earlier: this.#earlier?.(hash).map(keyOf) ?? NO_KEYS };
  }
}

function mergeStored(_key: Key, cached: Place | null, value: Value | null, now: number): Place | null {
  const stored = PLACE.read(value);
  return stored === null ? cached : mergePlaces(cached, stored, now);
}

function sizeOf({ d, h, r }: Place): number {
  let counts = 0;
  for (const rate of [d, h, r]) for (const node in rate) counts += rate[node]!.length;
  return PLACE_CHARS + counts * 4;
}

/** The same place with the rates of one node only: merged into what others know of it, it adds what that node counted. */
function placeOfNode(place: Place, node: string): Place {
  const { d, h, r, ...marks } = place;
  return {
    ...marks,
    d: hitsOf(d, node),
    ...(h === undefined ? {} : { h: hitsOf(h, node) }),
    ...(r === undefined ? {} : { r: hitsOf(r, node) }),
  };
}
