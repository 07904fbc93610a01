/** The keys of what sign-ups share. */
import { RING_LINKS, RING_MS, type RingKey, type RingLink } from "../../model/linkage/ring.ts";
import type { EarlierHashes } from "../secret_record.ts";
import type { CompanyValue } from "./companies.ts";
import type { PlacesOf } from "./places.ts";
import { signupIds } from "./signup_ids.ts";
import { type StateKey, stateKey } from "./state_cache.ts";
import { count, list, number, object, record, text } from "../define.ts";

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
  }),
  lifetimeMs: RING_MS,
  filtered: true,
});

/** Characters of a value's hash: 96 bits. */
const KEY_CHARS = 16;
const NO_KEYS: readonly StateKey[] = [];

/** Hashes of what a sign-up can share with others; null for what it did not have. */
export type RingValues = Readonly<Record<Exclude<RingLink, "email_domain">, string | null>> & PlacesOf & {
  /** The shape of its addresses, where it has a device: rings of one network with one shape are parts of one. */
  readonly shape: string | null;
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
};

export interface SharedKey extends StateKey {
  readonly link: RingLink;
  /** Where sign-ups share the value. */
  readonly within: "anywhere" | "network";
  /** Only what belongs to a ring by itself is joined by it, as another part. */
  readonly isShape: boolean;
  /** The keys of the same value under earlier secrets. */
  readonly earlier: readonly StateKey[];
}

/**
 * The keys of what a sign-up has. A pattern and a referral are values of their network, and so is a device id that many devices have. At the
 * domain of an organisation a pattern is one of the domain too.
 */
export function sharedKeys(account: string, values: RingValues, earlier: EarlierHashes | null): SharedKey[] {
  const { subnet, organisation, isCommonDevice, shape } = values;
  const keys: SharedKey[] = [];
  for (const link of RING_LINKS) {
    const hash = link === "email_domain" ? null : values[link];
    if (hash === null) continue;
    const isOfNetwork = link === "email_pattern" || link === "referral" ||
      (link === "device" && isCommonDevice);
    if (!isOfNetwork) keys.push(sharedKey(account, link, hash, null, earlier));
    else if (subnet !== null) keys.push(sharedKey(account, link, hash, subnet, earlier));
    if (link === "email_pattern" && organisation !== null) {
      keys.push(sharedKey(account, link, hash, null, earlier));
    }
  }
  if (shape !== null && subnet !== null) {
    keys.push({ ...sharedKey(account, "email_pattern", shape, subnet, earlier), isShape: true });
  }
  return keys;
}

/** @param subnet null for a value that is the same in every network */
function sharedKey(
  account: string,
  link: RingLink,
  hash: string,
  subnet: string | null,
  earlier: EarlierHashes | null,
): SharedKey {
  const network = subnet ?? "";
  const subnets = earlier?.(network) ?? [];
  const before = earlier?.(hash).map((hash, secret) =>
    keyOf(account, link, hash, subnets[secret] ?? network)
  );
  const { key, text } = keyOf(account, link, hash, network);
  return {
    key,
    text,
    link,
    within: subnet === null ? "anywhere" : "network",
    isShape: false,
    earlier: before ?? NO_KEYS,
  };
}

/** @param subnet "" for a value that is the same in every network */
function keyOf(account: string, link: RingLink, hash: string, subnet: string): StateKey {
  const value = `${RING_LINKS.indexOf(link)}${hash.slice(0, KEY_CHARS)}${subnet.slice(0, KEY_CHARS)}`;
  return stateKey(RING_KEY.key(account, value));
}
