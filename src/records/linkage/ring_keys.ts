/** The keys of what sign-ups share. */
import { COMMON_DEVICE_MS, type DeviceUser, type DeviceUsers } from "../../model/linkage/common_device.ts";
import { mergeKeys, RING_LINKS, type RingKey, type RingLink } from "../../model/linkage/ring.ts";
import type { Key, Value } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import type { Traits } from "../../model/linkage/company.ts";
import type { CompanyValue } from "./companies.ts";
import type { PlacesOf } from "./places.ts";
import { signupIds } from "./signup_ids.ts";
import { type StateKey, stateKey, type StateWrite } from "./state_cache.ts";
import { count, list, number, object, record, shape, text } from "../define.ts";

/** See `DeviceUsers`. */
const deviceText = shape<string>((value) => typeof value === "string" && /^[\w.-]*$/.test(value));

/** What sign-ups share. */
export const RING_KEY = record({
  prefix: "ring-key",
  key: ["account", "value"],
  value: object<RingKey & { readonly s?: number }>({
    a: list(signupIds),
    t: number,
    e: text,
    o: number,
    n: count,
  }, {
    s: count,
    w: list(signupIds),
    d: object<DeviceUsers>({ u: deviceText }, { m: deviceText, l: deviceText }),
  }),
  /** Those of device ids; all others end after RING_MS. */
  lifetimeMs: COMMON_DEVICE_MS,
  filtered: true,
  followed: "states",
});

/** Characters of a value's hash: 96 bits. */
const KEY_CHARS = 16;
const NO_KEYS: readonly StateKey[] = [];

/** Hashes of what a sign-up can share with others; null for what it did not have. */
export type RingValues = Readonly<Record<Exclude<RingLink, "email_domain">, string | null>> & PlacesOf & {
  /** The shape of its addresses, where it has a device: rings of one network with one shape are parts of one. */
  readonly shape: string | null;
  readonly traits: Traits;
  /** By its domain and referral; see `model/linkage/company.ts`. */
  readonly companies: readonly CompanyValue[];
  /** The e-mail address as it was typed; `email` is the person's, without tags and dots. */
  readonly address: string | null;
  /** What the customer had verified as the user's. */
  readonly verified: readonly string[];
  /** The address is a relay's, a VPN's or Tor exit's, or a proxy's. */
  readonly isExit: boolean;
  /** The domain of the e-mail address is known to be young, or to take no mail: it is not an organisation's. */
  readonly isDoubtedDomain: boolean;
  /** Who comes with the device id, where there is one. */
  readonly user: Omit<DeviceUser, "id"> | null;
};

export interface SharedKey extends StateKey {
  readonly link: RingLink;
  /** Where sign-ups share the value; `device`: with one device id that many devices have. */
  readonly within: "anywhere" | "network" | "device";
  /** Only what belongs to a ring by itself is joined by it, as another part. */
  readonly isShape: boolean;
  /** The keys of the same value under earlier secrets. */
  readonly earlier: readonly StateKey[];
}

/**
 * The keys of what a sign-up has. A pattern and a referral are values of their network; at the domain of an organisation a
 * pattern is one of the domain too. A device id that many devices have joins nobody by itself: it is a value of its network
 * too, and a pattern is one of those who have it.
 */
export function sharedKeys(account: string, values: RingValues, earlier: EarlierHashes | null): SharedKey[] {
  const { subnet, organisation, device, isCommonDevice, shape } = values;
  const keys: SharedKey[] = [];
  const add = (link: RingLink, hash: string, within: SharedKey["within"], scope: string | null) => {
    const key = { link, within, isShape: hash === shape };
    keys.push(sharedKey(account, key, hash, scope, earlier));
  };
  for (const link of RING_LINKS) {
    const hash = link === "email_domain" ? null : values[link];
    if (hash === null) continue;
    const isOfNetwork = link === "email_pattern" || link === "referral";
    if (!isOfNetwork) add(link, hash, "anywhere", null);
    if (subnet !== null && (isOfNetwork || (link === "device" && isCommonDevice))) {
      add(link, hash, "network", subnet);
    }
    if (link !== "email_pattern") continue;
    if (organisation !== null) add(link, hash, "anywhere", null);
    if (isCommonDevice && device !== null) add(link, hash, "device", device);
  }
  if (shape !== null && subnet !== null) add("email_pattern", shape, "network", subnet);
  return keys;
}

/** @param scope null for a value that is the same everywhere */
function sharedKey(
  account: string,
  of: Pick<SharedKey, "link" | "within" | "isShape">,
  hash: string,
  scope: string | null,
  earlier: EarlierHashes | null,
): SharedKey {
  const now = scope ?? "";
  const scopes = earlier?.(now) ?? [];
  const before = earlier?.(hash).map((hash, secret) => keyOf(account, of.link, hash, scopes[secret] ?? now));
  const { key, text } = keyOf(account, of.link, hash, now);
  const { link, within, isShape } = of;
  return { key, text, link, within, isShape, earlier: before ?? NO_KEYS };
}

export function writeUntil(expiresAt: number): StateWrite<RingKey> {
  return { expiresAt, merge: mergeKeys };
}

/** How they are kept in memory. */
export const RING_KEY_STATES = {
  keyspace: RING_KEY,
  merge(_key: Key, cached: RingKey | null, value: Value | null): RingKey | null {
    const stored = RING_KEY.read(value);
    return stored === null ? cached : mergeKeys(cached, stored);
  },
  sizeOf: ({ a, d }: RingKey) => a.length * 32 + (d === undefined ? 0 : d.u.length),
};

/** The key of a device id, wherever it is. */
export function deviceKey(account: string, hash: string): StateKey {
  return keyOf(account, "device", hash, "");
}

/** @param scope "" for a value that is the same everywhere */
function keyOf(account: string, link: RingLink, hash: string, scope: string): StateKey {
  const value = `${RING_LINKS.indexOf(link)}${hash.slice(0, KEY_CHARS)}${scope.slice(0, KEY_CHARS)}`;
  return stateKey(RING_KEY.key(account, value));
}
