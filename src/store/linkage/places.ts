/** What is usual at the networks and organisations that an account's sign-ups come from (`model/linkage/place.ts`). */
import { addToPlace, mergePlaces, type Place, type PlaceView, viewPlace } from "../../model/linkage/place.ts";
import type { CellUpdate } from "../commit/cell.ts";
import type { Key, Value } from "../engine.ts";
import { KEYS } from "../keys.ts";
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

/** Where a sign-up comes from, and what it adds there. Hashes; null for what it did not have. */
export interface PlacesOf {
  /** The /24 or /48. */
  readonly subnet: string | null;
  /** The domain of its e-mail address; null for one that anybody can have an address at. */
  readonly organisation: string | null;
  readonly device: string | null;
  readonly email_pattern: string | null;
}

/** The key of a place, and those under earlier secrets. */
interface PlaceKey extends StateKey {
  readonly earlier: readonly StateKey[];
}

export interface PlaceKeys {
  readonly subnet: PlaceKey | null;
  readonly organisation: PlaceKey | null;
}

export interface PlacesView {
  readonly subnet: PlaceView;
  readonly organisation: PlaceView;
}

interface PlacesOptions {
  readonly writer: StateReader;
  /** Identifies this run of this process among all. */
  readonly node: string;
  readonly earlier: EarlierHashes | null;
}

/** Characters of a place's hash (96 bits). */
const KEY_CHARS = 16;
const MAX_CACHED_CHARS = 8_000_000;
/** Characters of a state in addition to its days, roughly. */
const PLACE_CHARS = 120;

export class Places {
  readonly #node: string;
  readonly #earlier: EarlierHashes | null;
  readonly #states: StateCache<Place>;

  constructor({ writer, node, earlier }: PlacesOptions) {
    this.#node = node;
    this.#earlier = earlier;
    this.#states = new StateCache({
      keyspace: KEYS.place,
      writer,
      merge: mergeStored,
      sizeOf,
      maxChars: MAX_CACHED_CHARS,
    });
  }

  keysOf(account: string, values: PlacesOf): PlaceKeys {
    return {
      subnet: this.#key(account, "subnet", values),
      organisation: this.#key(account, "organisation", values),
    };
  }

  /** Null when there is nothing to read. */
  load({ subnet, organisation }: PlaceKeys, now: number): Promise<unknown> | null {
    const keys: StateKey[] = [];
    for (const each of [subnet, organisation]) if (each !== null) keys.push(each, ...each.earlier);
    return this.#states.read(keys, now);
  }

  /** Without the sign-up itself. Synchronous, after `load`. */
  view(keys: PlaceKeys, values: PlacesOf, now: number): PlacesView {
    const own = { pattern: values.email_pattern, device: values.device };
    const view = (key: PlaceKey | null) =>
      viewPlace(key === null ? null : firstState(this.#states, key), own, now);
    return { subnet: view(keys.subnet), organisation: view(keys.organisation) };
  }

  /** Adds a sign-up. @param shared its device was seen with another e-mail address */
  note(keys: PlaceKeys, values: PlacesOf, shared: boolean, now: number): CellUpdate[] {
    const own = { pattern: values.email_pattern, device: values.device };
    const write: StateWrite<Place> = {
      expiresAt: now + RING_MS,
      merge: (stored, place) => mergePlaces(stored, place, now),
    };
    const cells: CellUpdate[] = [];
    for (const each of [keys.subnet, keys.organisation]) {
      if (each === null) continue;
      const place = addToPlace(firstState(this.#states, each), own, shared, this.#node, now);
      cells.push(this.#states.put(each, place, write, now));
    }
    return cells;
  }

  #key(account: string, kind: "subnet" | "organisation", values: PlacesOf): PlaceKey | null {
    const hash = values[kind];
    if (hash === null) return null;
    const keyOf = (hash: string) =>
      stateKey(KEYS.place.key(account, `${kind[0]}${hash.slice(0, KEY_CHARS)}`));
    return { ...keyOf(hash), earlier: this.#earlier?.(hash).map(keyOf) ?? [] };
  }
}

function mergeStored(_key: Key, cached: Place | null, value: Value | null, now: number): Place | null {
  const stored = KEYS.place.read(value);
  return stored === null ? cached : mergePlaces(cached, stored, now);
}

function sizeOf({ d }: Place): number {
  return Object.values(d).reduce((sum, counts) => sum + counts.length * 4, PLACE_CHARS);
}
