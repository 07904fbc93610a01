/** IP evidence from the tables in memory. Special-purpose addresses are recognised first and not looked up. */
import type { Address } from "../../model/address/address.ts";
import { isFalse, isTrue, type Known, known, mapKnown, unknown } from "../../model/evidence.ts";
import { isGlobalUnicast, specialPurpose } from "../../model/address/special_purpose.ts";
import type { GeoLocation, Network, OperatorKind, ProxyTraces } from "../../model/outside_facts.ts";
import type { AddressTable } from "../../feeds/tables/address_table.ts";
import type { Operator, Operators } from "../../feeds/tables/operators.ts";
import { type AsnHit, CATEGORY, type Category, type RangeHit } from "../../feeds/ranges/range_hit.ts";
import type { CollectContext } from "../signal.ts";
import { type EgressClaims, egressOf, NO_EGRESS } from "./egress.ts";
import type { IpEvidence } from "./score.ts";
import { sharedAddress } from "./shared_address.ts";

export interface IpSources {
  readonly places: AddressTable<GeoLocation>;
  readonly networks: AddressTable<Network>;
  readonly ranges: IpRanges;
  readonly operators: Pick<Operators, "at">;
  readonly proxies: {
    lookup(address: Address, network: Known<Network>): Known<ProxyTraces>;
  };
}

/** The range lists: what they claim about an address, and whether the list of a category may decide. */
interface IpRanges {
  lookup(address: Address): RangeHit;
  /** `unknown("not_loaded")` or `unknown("stale", "4 days old")` when it may not. */
  loaded(category: Category, family: 4 | 6): Known<true>;
  /** The loaded lists that contain the system as a whole. */
  lookupAsn(asn: number): readonly AsnHit[];
  /** The location of a relay's users by the relay's own list. */
  relayPlace(address: Address): { readonly country: string; readonly city: string | null } | null;
}

export function collectIp(
  address: Address,
  sources: IpSources,
  context: Pick<CollectContext, "history">,
): IpEvidence {
  const reserved = isGlobalUnicast(address) ? null : specialPurpose(address)?.name ?? null;
  const { history } = context;
  if (reserved !== null) {
    const place = unknown("not_asked");
    return { address, reserved, place, network: place, claims: NO_EGRESS, proxies: place, history };
  }
  const network = sources.networks.lookup(address);
  const hit = sources.ranges.lookup(address);
  const claims = claimsOf(address, hit, network, sources);
  const place = relayPlace(address, hit, sources.ranges) ?? sources.places.lookup(address);
  const proxies = sources.proxies.lookup(address, network);
  return { address, reserved, place, network, claims, proxies, history };
}

/** The number of the system that announces the address; null when unknown. */
export function announcedBy(address: Address, { networks }: Pick<IpSources, "networks">): number | null {
  const network = isGlobalUnicast(address) ? networks.lookup(address) : null;
  return network?.known ? network.value.asn : null;
}

/** ISO 3166-1 alpha-2, as the component of the address has it; null when unknown. */
export function countryOf(address: Address, sources: Pick<IpSources, "ranges" | "places">): string | null {
  if (!isGlobalUnicast(address)) return null;
  const place = relayPlace(address, sources.ranges.lookup(address), sources.ranges) ??
    sources.places.lookup(address);
  return place.known ? place.value.country || null : null;
}

/** The location of a relay's users, which is more useful than that of its servers. */
function relayPlace(address: Address, hit: RangeHit, ranges: IpRanges): IpEvidence["place"] | null {
  const place = (hit.mask & CATEGORY.relay) === 0 ? null : ranges.relayPlace(address);
  return place === null ? null : known({ country: place.country || null, city: place.city });
}

function claimsOf(
  address: Address,
  hit: RangeHit,
  network: Known<Network>,
  sources: IpSources,
): EgressClaims {
  const { ranges, operators } = sources;
  const systems = network.known ? ranges.lookupAsn(network.value.asn) : NO_SYSTEMS;
  let mask = hit.mask;
  for (const { category } of systems) mask |= CATEGORY[category];
  // A hit always counts; the absence of one counts only when the deciding list is loaded and recent.
  const listed = (category: Category): Known<boolean> => {
    if ((mask & CATEGORY[category]) !== 0) return YES;
    const loaded = ranges.loaded(category, address.family);
    return loaded.known ? NO : loaded;
  };
  const datacenterList = listed("datacenter");
  const vpnList = listed("vpn");
  const unannounced = !network.known && network.why === "no_data" ? hostOfHole(address, sources) : null;
  const { kind, provider, basis } = unannounced ?? operators.at(address, network);
  const { datacenterOperator: officialDatacenter } = hit;
  const mayNeighbour = isFalse(vpnList) && officialDatacenter === null && RENTS_TO_VPNS.has(kind);
  return {
    tor: listed("tor"),
    proxy: listed("proxy"),
    hijacked: mapKnown(listed("hijacked"), (is) => is ? hijackSource(hit, network, systems) : null),
    vpnList,
    vpnNeighbours: mayNeighbour && hasVpnNeighbours(address, ranges),
    relayList: listed("relay"),
    datacenterList,
    listedVpnProvider: hit.vpnProvider,
    officialDatacenter,
    networkOperator: { kind, provider, guessed: basis === "name" },
    networkOperatorKnown: network.known ? YES : network,
  };
}

const HOLE_STEP = 1024;
/** On each side: a hole is at most a /18 and a bit wide. */
const HOLE_STEPS = 16;

/**
 * Providers announce their space bit by bit: what lies between the addresses of one known hosting provider, a /18 away at most, is
 * its own, and is announced after the tables were made. Null without one. Costs up to 32 look-ups, for addresses without a network.
 */
function hostOfHole(address: Address, sources: IpSources): Operator | null {
  if (address.family !== 4) return null;
  const below = nearest(address, -HOLE_STEP, sources);
  if (below === null) return null;
  return nearest(address, HOLE_STEP, sources)?.asn === below.asn ? below.operator : null;
}

function nearest(
  address: Address,
  step: number,
  { networks, operators }: IpSources,
): { readonly asn: number; readonly operator: Operator } | null {
  for (let count = 1; count <= HOLE_STEPS; count++) {
    const v4 = address.v4 + count * step;
    if (v4 < 0 || v4 > 0xffffffff) return null;
    const neighbour = { family: 4, text: "", v4, v6: address.v6 } as const;
    const network = networks.lookup(neighbour);
    if (!network.known) continue;
    const operator = operators.at(neighbour, network);
    return operator.kind === "hosting" && operator.basis === "curated"
      ? { asn: network.value.asn, operator }
      : null;
  }
  return null;
}

/** The address's own entry, else the entry of the autonomous system that announces it (`spamhaus_asndrop:AS64500`). */
function hijackSource(hit: RangeHit, network: Known<Network>, systems: readonly AsnHit[]): string {
  const system = systems.find(({ category }) => category === "hijacked");
  if ((hit.mask & CATEGORY.hijacked) !== 0 || system === undefined || !network.known) {
    return hit.hijackedSource ?? "spamhaus_drop";
  }
  return `${system.feed.replaceAll("-", "_")}:AS${network.value.asn}`;
}

const YES = known(true as const);
const NO = known(false);
const NO_SYSTEMS: readonly AsnHit[] = [];

/** Operators that rent addresses out to VPNs. */
const RENTS_TO_VPNS: ReadonlySet<OperatorKind | null> = new Set(["hosting", "vpn_hosting", "carrier"]);
const NEIGHBOURS = 2;

/**
 * VPNs rent whole blocks and lists contain only observed addresses: where two addresses of a hosting provider's or carrier's /24
 * are listed, the rest is assumed to belong to the same tenant. Costs up to 256 look-ups.
 */
function hasVpnNeighbours(address: Address, ranges: IpRanges): boolean {
  if (address.family !== 4) return false;
  const block = address.v4 - (address.v4 & 0xff);
  let found = 0;
  for (let host = 0; host < 256; host++) {
    const neighbour = { family: 4, text: "", v4: block + host, v6: address.v6 } as const;
    const { mask } = ranges.lookup(neighbour);
    if ((mask & CATEGORY.vpn) !== 0 && (mask & CATEGORY.relay) === 0 && ++found === NEIGHBOURS) return true;
  }
  return false;
}

/** Whether the tables know that many people share a global unicast address. */
export function isSharedAt(address: Address, sources: IpSources): boolean {
  const network = sources.networks.lookup(address);
  const claims = claimsOf(address, sources.ranges.lookup(address), network, sources);
  const shared = sharedAddress({ address, reserved: null, network, claims }, egressOf(claims));
  return shared.known && shared.value.shared;
}

/** Whether a global unicast address belongs to a datacenter or a VPN. */
export function hostingAt(address: Address, sources: IpSources): Known<boolean> {
  const { networks, ranges } = sources;
  const egress = egressOf(claimsOf(address, ranges.lookup(address), networks.lookup(address), sources));
  if (isTrue(egress.datacenter) || isTrue(egress.vpn)) return known(true);
  return egress.datacenter;
}
