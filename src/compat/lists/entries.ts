/** The networks of a list of blocked addresses: each once, and none that another one holds. */
import { type Cidr, compareAddresses, contains, parseCidr } from "../../model/address/address.ts";
import type { Decision } from "../../model/decisions/decision.ts";

export interface ListedNetwork extends Cidr {
  /** `192.0.2.7` or `192.0.2.0/24`. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export interface ListChoice {
  readonly families: readonly (4 | 6)[];
  /** Null: any. */
  readonly origins: ReadonlySet<string> | null;
  /** Null: all. */
  readonly limit: number | null;
}

/**
 * Bans of addresses and ranges alone: who shall solve a captcha is not to be blocked. A network within another one is left out,
 * because nftables refuses intervals that overlap.
 * @param decisions the most important first: a limit leaves out the last of them
 * @returns by family and address
 */
export function listedNetworks(
  decisions: Iterable<Decision>,
  { families, origins, limit }: ListChoice,
): readonly ListedNetwork[] {
  const most = limit ?? Infinity;
  const chosen = new Map<string, ListedNetwork>();
  for (const decision of decisions) {
    if (decision.type !== "ban" || (decision.scope !== "Ip" && decision.scope !== "Range")) continue;
    if (origins !== null && !origins.has(decision.origin)) continue;
    const network = networkOf(decision);
    if (network === null || !families.includes(network.address.family)) continue;
    const before = chosen.get(network.text);
    if (before === undefined ? chosen.size < most : before.until < network.until) {
      chosen.set(network.text, network);
    }
  }
  return withoutHeld([...chosen.values()].sort(byPlace));
}

function networkOf({ value, until }: Decision): ListedNetwork | null {
  const cidr = parseCidr(value);
  if (cidr === null) return null;
  const { address, prefix } = cidr;
  return { address, prefix, until, text: isSingle(cidr) ? address.text : `${address.text}/${prefix}` };
}

/** True when it is one address. */
function isSingle({ address, prefix }: Cidr): boolean {
  return prefix === (address.family === 4 ? 32 : 128);
}

/** By their first addresses; of those that begin together the widest first. */
function byPlace(one: Cidr, other: Cidr): number {
  return compareAddresses(one.address, other.address) || one.prefix - other.prefix;
}

/** @param sorted so that what holds others comes before them */
function withoutHeld(sorted: readonly ListedNetwork[]): ListedNetwork[] {
  const kept: ListedNetwork[] = [];
  for (const network of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !contains(last, network.address)) kept.push(network);
  }
  return kept;
}
