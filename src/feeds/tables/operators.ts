/** Public knowledge about network operators: hosting providers, VPNs, and access providers that lists of datacenters include by mistake. */
import accessText from "../../../data/access_isps.csv" with { type: "text" };
import carrierText from "../../../data/carriers.csv" with { type: "text" };
import gatewayText from "../../../data/gateway_asns.csv" with { type: "text" };
import hostingText from "../../../data/hosting_asns.csv" with { type: "text" };
import leasedText from "../../../data/leased_networks.csv" with { type: "text" };
import mobileText from "../../../data/mobile_carriers.csv" with { type: "text" };
import relayText from "../../../data/relay_networks.csv" with { type: "text" };
import vpnText from "../../../data/vpn_asns.csv" with { type: "text" };
import { lruOf } from "../../concurrency/lru.ts";
import { type Address, type Cidr, contains, parseCidr } from "../../model/address/address.ts";
import type { Known } from "../../model/evidence.ts";
import type { Network, OperatorKind } from "../../model/outside_facts.ts";
import { rowsOf } from "../../model/table_text.ts";

export interface Operator {
  readonly kind: OperatorKind | null;
  /** The common name; null when nothing is known, or when a VPN's system serves several brands. */
  readonly provider: string | null;
  /** `name`: guessed from the operator's registered name, which is weaker evidence than a curated row. */
  readonly basis: "curated" | "name" | null;
}

const NOTHING: Operator = { kind: null, provider: null, basis: null };

/** The fields of each row after the heading. The tables have neither quotes nor commas inside a field. */
function rows(text: string): string[][] {
  return rowsOf(text).slice(1).map((row) => row.split(","));
}

/** The systems of a table of one kind. */
function systems(text: string, kind: OperatorKind): [asn: number, operator: Operator][] {
  return rows(text).map(([asn, name]) => [Number(asn), curated(kind, name!)]);
}

function curated(kind: OperatorKind, provider: string): Operator {
  return { kind, provider: provider === "" ? null : provider, basis: "curated" };
}

const RELAY_ROWS = rows(relayText) as [network: string, name: string, asOf: string][];

/** Access providers come last, so that their rows override all others. */
const BY_ASN: ReadonlyMap<number, Operator> = new Map<number, Operator>([
  ...systems(hostingText, "hosting"),
  ...systems(gatewayText, "gateway"),
  ...rows(vpnText).map(([asn, kind, provider]) =>
    [Number(asn), curated(kind as OperatorKind, provider!)] as const
  ),
  ...systems(carrierText, "carrier"),
  ...systems(mobileText, "mobile"),
  ...RELAY_ROWS.filter(([network]) => network.startsWith("AS")).map(([network, name]) =>
    [Number(network.slice(2)), curated("relay", name)] as const
  ),
  ...systems(accessText, "access"),
]);

interface PrefixRow {
  readonly cidr: Cidr;
  readonly operator: Operator;
}

const RELAYS: readonly PrefixRow[] = RELAY_ROWS
  .filter(([network]) => !network.startsWith("AS"))
  .map(([network, name]) => prefixRow(network, curated("relay", name)));

/**
 * Address space that its holder leases to hosting providers in blocks of /24. Carriers announce it for them, so the announcing system
 * is not evidence; where an operator with its own row announces it, that row counts.
 */
const LEASED: readonly PrefixRow[] = rows(leasedText)
  .map(([network, name]) => prefixRow(network!, curated("hosting", `leased from ${name}`)));

/** They announce leased space for others. */
const MAY_LEASE: ReadonlySet<OperatorKind | null> = new Set(["carrier", "mobile"]);

function prefixRow(network: string, operator: Operator): PrefixRow {
  const cidr = parseCidr(network);
  if (cidr === null) throw new Error(`not a network: ${network}`);
  return { cidr, operator };
}

const HOSTING_WORDS =
  /\b(?:\w*hosting\w*|host(?!a\b|el|il|om|ess)\w*|\w+hosts?|\w*vps\w*|\w*cloud\w*|(?!observ)\w*servers?|data ?cent(?:er|re)s?|\w*datacent\w*|\w?colo(?:cation)?|dedicated|idc)\b/i;
const OTHER_TRADES =
  /\b(?:tele\w*|\w*(?:telecom|com?munica)\w*|broadband|cable\w*|\w*fib(?:er|re|ra)\w*|wireless|\w*wifi|mobile|internet service|isp|universi\w*|college|school|institut\w*|academ\w*|government|ministry|council|bank\w*|insurance|hospital|health\w*|police|computer cent(?:er|re)|electric\w*|energ\w*|provedor\w*)\b/i;

export class Operators {
  /** By name: the same few thousand names are looked up repeatedly. */
  readonly #guesses = lruOf<Operator>(10_000);

  /** The operator of an autonomous system by its number, otherwise guessed from its name. */
  of(asn: number, name: string): Operator {
    const row = BY_ASN.get(asn);
    if (row !== undefined) return row;
    let guess = this.#guesses.get(name);
    if (guess === undefined) {
      guess = HOSTING_WORDS.test(name) && !OTHER_TRADES.test(name)
        ? { kind: "hosting", provider: name, basis: "name" }
        : NOTHING;
      this.#guesses.set(name, guess);
    }
    return guess;
  }

  /** The operator of an address: a relay's range overrides the system that announces it; a leased range applies where nothing is curated. */
  at(address: Address, network: Known<Network>): Operator {
    for (const { cidr, operator } of RELAYS) if (contains(cidr, address)) return operator;
    const announcing = network.known ? this.of(network.value.asn, network.value.name) : NOTHING;
    if (announcing.basis === "curated" && !MAY_LEASE.has(announcing.kind)) return announcing;
    for (const { cidr, operator } of LEASED) if (contains(cidr, address)) return operator;
    return announcing;
  }
}
