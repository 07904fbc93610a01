/** The keys of what sign-ups share. */
import { RING_LINKS, type RingLink } from "../../model/linkage/ring.ts";
import { KEYS } from "../keys.ts";
import type { EarlierHashes } from "../secret_record.ts";
import type { PlacesOf } from "./places.ts";
import { type StateKey, stateKey } from "./state_cache.ts";

/** Characters of a value's hash: 96 bits. */
const KEY_CHARS = 16;
const NO_KEYS: readonly StateKey[] = [];

/** Hashes of what a sign-up can share with others; null for what it did not have. A pattern needs the subnet. */
export type RingValues = Readonly<Record<RingLink, string | null>> & PlacesOf & {
  /** The e-mail address as it was typed; `email` is the person's, without tags and dots. */
  readonly address: string | null;
  /** Many devices have this device id (a phone's model): like a pattern it links within one network only. */
  readonly isCommonDevice: boolean;
  /** What the customer had verified as the user's. */
  readonly verified: readonly string[];
  /** The address is a relay's, a VPN's or Tor exit's, or a proxy's. */
  readonly isExit: boolean;
};

export interface SharedKey extends StateKey {
  readonly link: RingLink;
  /** The keys of the same value under earlier secrets. */
  readonly earlier: readonly StateKey[];
}

/** The keys of what a sign-up has. A pattern is a value of its network, and so is a device id that many devices have. */
export function sharedKeys(account: string, values: RingValues, earlier: EarlierHashes | null): SharedKey[] {
  const keys: SharedKey[] = [];
  for (const link of RING_LINKS) {
    const hash = values[link];
    const isOfNetwork = link === "email_pattern" || (link === "device" && values.isCommonDevice);
    if (hash === null || (isOfNetwork && values.subnet === null)) continue;
    const subnet = isOfNetwork ? values.subnet! : "";
    const subnets = earlier?.(subnet) ?? [];
    const before = earlier?.(hash).map((hash, secret) =>
      keyOf(account, link, hash, subnets[secret] ?? subnet)
    );
    const { key, text } = keyOf(account, link, hash, subnet);
    keys.push({ key, text, link, earlier: before ?? NO_KEYS });
  }
  return keys;
}

/** @param subnet "" for a value that is the same in every network */
function keyOf(account: string, link: RingLink, hash: string, subnet: string): StateKey {
  const value = `${RING_LINKS.indexOf(link)}${hash.slice(0, KEY_CHARS)}${subnet.slice(0, KEY_CHARS)}`;
  return stateKey(KEYS.ringKey.key(account, value));
}
