/** What is usual at the networks and organisations that an account's sign-ups come from (`model/linkage/place.ts`). */
import { addToPlace, mergePlaces, type Place, type PlaceView, viewPlace } from "../../model/linkage/place.ts";
import type { CellUpdate } from "../commit/cell.ts";
import type { Writer } from "../commit/writer.ts";
import { type Key, keyText, type Value } from "../engine.ts";
import { KEYS } from "../keys.ts";
import { RING_MS } from "../../model/linkage/ring.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { StateCache } from "./state_cache.ts";

/** Where a sign-up comes from, and what it adds there. Hashes; null for what it did not have. */
export interface PlacesOf {
  /** The /24 or /48. */
  readonly subnet: string | null;
  /** The domain of its e-mail address; null for one that anybody can have an address at. */
  readonly organisation: string | null;
  readonly device: string | null;
  readonly email_pattern: string | null;
}

export interface PlacesView {
  readonly subnet: PlaceView;
  readonly organisation: PlaceView;
}

interface PlacesOptions {
  readonly writer: Pick<Writer, "readShared">;
  /** Identifies this run of this process among all. */
  readonly node: string;
  readonly earlier: EarlierHashes | null;
}

/** Characters of a place's hash (96 bits). */
const KEY_CHARS = 16;
const MAX_CACHED_CHARS = 8_000_000;
/** Characters of a state in addition to its days, roughly. */
const PLACE_CHARS = 120;
const KINDS = ["subnet", "organisation"] as const;

export class Places {
  readonly #node: string;
  readonly #earlier: EarlierHashes | null;
  readonly #states: StateCache<Place>;

  constructor({ writer, node, earlier }: PlacesOptions) {
    this.#node = node;
    this.#earlier = earlier;
    this.#states = new StateCache({ writer, merge: mergeStored, sizeOf, maxChars: MAX_CACHED_CHARS });
  }

  /** Null when there is nothing to read. */
  load(account: string, values: PlacesOf, now: number): Promise<unknown> | null {
    const keys = KINDS.flatMap((kind) => this.#keys(account, kind, values[kind]));
    return this.#states.read(keys, now);
  }

  /** Without the sign-up itself. Synchronous, after `load`. */
  view(account: string, values: PlacesOf, now: number): PlacesView {
    const own = { pattern: values.email_pattern, device: values.device };
    const view = (kind: typeof KINDS[number]) =>
      viewPlace(this.#state(this.#keys(account, kind, values[kind])), own, now);
    return { subnet: view("subnet"), organisation: view("organisation") };
  }

  /** Adds a sign-up. @param shared its device was seen with another e-mail address */
  note(account: string, values: PlacesOf, shared: boolean, now: number): CellUpdate[] {
    const own = { pattern: values.email_pattern, device: values.device };
    return KINDS.flatMap((kind) => {
      const keys = this.#keys(account, kind, values[kind]);
      const [key] = keys;
      if (key === undefined) return [];
      const place = addToPlace(this.#state(keys), own, shared, this.#node, now);
      this.#states.set(keyText(key), place, now);
      const change = (current: Place | null) => mergePlaces(current, place, now);
      return [KEYS.place.update(key, { exact: false, merges: true, expiresAt: now + RING_MS, change })];
    });
  }

  /** Of the first key that has a state: a place goes on from its state under an earlier secret. */
  #state(keys: readonly Key[]): Place | null {
    for (const key of keys) {
      const state = this.#states.get(keyText(key));
      if (state !== null) return state;
    }
    return null;
  }

  /** The key, and those under earlier secrets. */
  #keys(account: string, kind: typeof KINDS[number], hash: string | null): Key[] {
    if (hash === null) return [];
    const keyOf = (hash: string) => KEYS.place.key(account, `${kind[0]}${hash.slice(0, KEY_CHARS)}`);
    return [keyOf(hash), ...this.#earlier?.(hash).map(keyOf) ?? []];
  }
}

function mergeStored(_key: Key, cached: Place | null, value: Value | null, now: number): Place | null {
  const stored = KEYS.place.read(value);
  return stored === null ? cached : mergePlaces(cached, stored, now);
}

function sizeOf({ d }: Place): number {
  return Object.values(d).reduce((sum, counts) => sum + counts.length * 4, PLACE_CHARS);
}
