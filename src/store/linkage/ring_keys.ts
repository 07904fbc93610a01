/** The keys of what sign-ups share. */
import { RING_LINKS, type RingLink } from "../../model/linkage/ring.ts";
import { type Key, keyText } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { EarlierHashes } from "../secret_record.ts";

/** Characters of a value's hash: 96 bits. */
const KEY_CHARS = 16;
const NO_KEYS: readonly Key[] = [];

/** Hashes of what a sign-up can share with others; null for what it did not have. A pattern needs the subnet. */
export type RingValues = Readonly<Record<RingLink, string | null>> & {
  /** The /24 or /48. */
  readonly subnet: string | null;
};

export interface SharedKey {
  readonly link: RingLink;
  readonly key: Key;
  readonly text: string;
  /** The keys of the same value under earlier secrets. */
  readonly earlier: readonly Key[];
}

/** The keys of what a sign-up has. A pattern is a value of its network. */
export function sharedKeys(account: string, values: RingValues, earlier: EarlierHashes | null): SharedKey[] {
  const subnet = values.subnet ?? "";
  return RING_LINKS.flatMap((link, index) => {
    const hash = values[link];
    if (hash === null) return [];
    const keyOf = (hash: string, subnet: string) =>
      KEYS.ringKey.key(
        account,
        `${index}${hash.slice(0, KEY_CHARS)}${link === "email_pattern" ? subnet.slice(0, KEY_CHARS) : ""}`,
      );
    const key = keyOf(hash, subnet);
    const subnets = earlier?.(subnet) ?? [];
    const before = earlier?.(hash).map((hash, secret) => keyOf(hash, subnets[secret] ?? subnet)) ?? NO_KEYS;
    return [{ link, key, text: keyText(key), earlier: before }];
  });
}

export function placeKey(account: string, { subnet }: RingValues): Key {
  return KEYS.ringPlace.key(account, (subnet ?? "").slice(0, KEY_CHARS));
}
