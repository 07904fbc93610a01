/** The formats in which firewalls read a list of networks, one line each. */
import { goDuration } from "../crowdsec/decision_json.ts";
import type { ListedNetwork } from "./entries.ts";

interface ListFormat {
  /** Lines before those of the networks. @param families those of the list */
  readonly head?: (families: readonly (4 | 6)[]) => readonly string[];
  readonly line: (network: ListedNetwork, seconds: number) => string;
}

/** Seconds: ipset takes no longer time-outs, and the others need none. */
const LONGEST = 2_147_483;

/** MikroTik has lists of their own for IPv6. */
const MIKROTIK = { 4: "/ip/firewall/address-list", 6: "/ipv6/firewall/address-list" };

const TABLE = {
  plain: { line: ({ text }) => text },
  nftables: {
    line: ({ text, address }, seconds) =>
      `add element inet winnow ${
        address.family === 4 ? "blocked" : "blocked6"
      } { ${text} timeout ${seconds}s }`,
  },
  ipset: {
    line: ({ text, address }, seconds) =>
      `add ${address.family === 4 ? "winnow" : "winnow6"} ${text} timeout ${seconds}`,
  },
  mikrotik: {
    head: (families) => families.map((family) => `${MIKROTIK[family]}/remove [ find where list=winnow ]`),
    line: ({ text, address }, seconds) =>
      `${MIKROTIK[address.family]}/add list=winnow address=${text} timeout=${goDuration(seconds)}`,
  },
  juniper: { line: ({ address, prefix }) => `${address.text}/${prefix}` },
  f5: { line: ({ address, prefix }) => `${address.text},${prefix},bl,winnow` },
} as const satisfies Readonly<Record<string, ListFormat>>;

export type ListFormatName = keyof typeof TABLE;

export const LIST_FORMATS = Object.keys(TABLE) as readonly ListFormatName[];

/** The lines of a list, each with its end. */
export function* listLines(
  name: ListFormatName,
  networks: readonly ListedNetwork[],
  families: readonly (4 | 6)[],
  now: number,
): Iterable<string> {
  const format: ListFormat = TABLE[name];
  for (const line of format.head?.(families) ?? []) yield `${line}\n`;
  for (const network of networks) {
    const seconds = Math.min(LONGEST, Math.max(1, Math.floor((network.until - now) / 1000)));
    yield `${format.line(network, seconds)}\n`;
  }
}
