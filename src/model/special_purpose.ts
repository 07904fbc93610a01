/**
 * Special-purpose address space, from the IANA IPv4 and IPv6 Special-Purpose Address Registries and RFC 5771, 4291
 * (multicast). Checked before any lookup: geolocation tables have entries for documentation space.
 */
import { type Address, type Cidr, contains, parseCidr } from "./address.ts";

export interface SpecialPurpose {
  readonly cidr: Cidr;
  /** The registry's name for the block. */
  readonly name: string;
  /** True when the block is globally reachable according to the registry; such an address is scored like any other. */
  readonly global: boolean;
}

const ROWS: readonly (readonly [cidr: string, name: string, global?: true])[] = [
  ["0.0.0.0/8", "this network (RFC 791)"],
  ["10.0.0.0/8", "private use (RFC 1918)"],
  ["100.64.0.0/10", "carrier-grade NAT shared space (RFC 6598)"],
  ["127.0.0.0/8", "loopback (RFC 1122)"],
  ["169.254.0.0/16", "link local (RFC 3927)"],
  ["172.16.0.0/12", "private use (RFC 1918)"],
  ["192.0.0.9/32", "Port Control Protocol anycast (RFC 7723)", true],
  ["192.0.0.10/32", "TURN anycast (RFC 8155)", true],
  ["192.0.0.0/24", "IETF protocol assignments (RFC 6890)"],
  ["192.0.2.0/24", "documentation TEST-NET-1 (RFC 5737)"],
  ["192.31.196.0/24", "AS112-v4 (RFC 7535)", true],
  ["192.52.193.0/24", "AMT (RFC 7450)", true],
  ["192.88.99.0/24", "deprecated 6to4 relay anycast (RFC 7526)"],
  ["192.168.0.0/16", "private use (RFC 1918)"],
  ["192.175.48.0/24", "direct delegation AS112 (RFC 7534)", true],
  ["198.18.0.0/15", "benchmarking (RFC 2544)"],
  ["198.51.100.0/24", "documentation TEST-NET-2 (RFC 5737)"],
  ["203.0.113.0/24", "documentation TEST-NET-3 (RFC 5737)"],
  ["224.0.0.0/4", "multicast (RFC 5771)"],
  ["240.0.0.0/4", "reserved (RFC 1112) and limited broadcast (RFC 919)"],
  ["::/128", "unspecified address (RFC 4291)"],
  ["::1/128", "loopback (RFC 4291)"],
  ["::/96", "deprecated IPv4-compatible addresses (RFC 4291)"],
  ["64:ff9b::/96", "IPv4-IPv6 translation (RFC 6052)"],
  ["64:ff9b:1::/48", "local IPv4-IPv6 translation (RFC 8215)"],
  ["100::/64", "discard only (RFC 6666)"],
  ["100:0:0:1::/64", "dummy IPv6 prefix (RFC 9780)"],
  ["2001:1::1/128", "Port Control Protocol anycast (RFC 7723)", true],
  ["2001:1::2/128", "TURN anycast (RFC 8155)", true],
  ["2001:1::3/128", "DNS-SD SRP anycast (RFC 9665)", true],
  ["2001:3::/32", "AMT (RFC 7450)", true],
  ["2001:4:112::/48", "AS112-v6 (RFC 7535)", true],
  ["2001:20::/28", "ORCHIDv2 (RFC 7343)", true],
  ["2001:30::/28", "drone remote ID (RFC 9374)", true],
  ["2001::/32", "Teredo (RFC 4380)"],
  ["2001::/23", "IETF protocol assignments (RFC 2928)"],
  ["2001:db8::/32", "documentation (RFC 3849)"],
  ["2002::/16", "6to4 (RFC 3056)"],
  ["2620:4f:8000::/48", "direct delegation AS112 (RFC 7534)", true],
  ["3fff::/20", "documentation (RFC 9637)"],
  ["5f00::/16", "segment routing SIDs (RFC 9602)"],
  ["fc00::/7", "unique local (RFC 4193)"],
  ["fe80::/10", "link local (RFC 4291)"],
  ["fec0::/10", "deprecated site local (RFC 3879)"],
  ["ff00::/8", "multicast (RFC 4291)"],
];

/** Global-unicast IPv6 space; addresses outside it without their own row are unassigned by IANA. */
const V6_UNICAST = parseCidr("2000::/3")!;

const TABLE: readonly SpecialPurpose[] = ROWS
  .map(([cidr, name, global]) => ({ cidr: parseCidr(cidr)!, name, global: global ?? false }))
  .sort((a, b) => b.cidr.prefix - a.cidr.prefix);

const TABLE_V4 = TABLE.filter((row) => row.cidr.address.family === 4);
const TABLE_V6 = TABLE.filter((row) => row.cidr.address.family === 6);
const UNASSIGNED_V6: SpecialPurpose = {
  cidr: parseCidr("::/0")!,
  name: "not allocated by IANA",
  global: false,
};

/** The registry's most specific row for an address, or null for ordinary space. */
export function specialPurpose(address: Address): SpecialPurpose | null {
  const table = address.family === 4 ? TABLE_V4 : TABLE_V6;
  for (const row of table) if (contains(row.cidr, address)) return row;
  return address.family === 6 && !contains(V6_UNICAST, address) ? UNASSIGNED_V6 : null;
}

/** True when the address is ordinary global unicast space: it may be looked up, scored and connected to. */
export function isGlobalUnicast(address: Address): boolean {
  return specialPurpose(address)?.global ?? true;
}
