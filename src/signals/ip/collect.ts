/** IP evidence from the tables in memory. Special-purpose space is decided first and asks nothing. */
import type { Address } from "../../domain/address.ts";
import { type Known, known, mapKnown, unknown } from "../../domain/evidence.ts";
import { isGlobalUnicast, specialPurpose } from "../../domain/special_purpose.ts";
import type { NetworkTable } from "../../feeds/networks.ts";
import { operatorAt } from "../../feeds/operators.ts";
import type { PlaceTable } from "../../feeds/places.ts";
import { CATEGORY, type Category, NO_HIT, type RangeHit } from "../../feeds/range_hit.ts";
import type { CollectContext } from "../signal.ts";
import type { EgressClaims } from "./egress.ts";
import type { IpEvidence } from "./score.ts";

export interface IpSources {
  readonly places: PlaceTable;
  readonly networks: NetworkTable;
  readonly ranges: IpRanges;
}

/** The range lists: what they claim for an address, and whether the list of a category may decide at all. */
export interface IpRanges {
  lookup(address: Address): RangeHit;
  /** `unknown("not_loaded")` or `unknown("stale", "4 days old")` when it may not. */
  loaded(category: Category): Known<true>;
}

/** No list was ever loaded. */
export const NO_RANGES: IpRanges = {
  lookup: () => NO_HIT,
  loaded: () => unknown("not_loaded"),
};

export function collectIp(
  address: Address,
  sources: IpSources,
  context: Pick<CollectContext, "history">,
): Promise<IpEvidence> {
  const reserved = isGlobalUnicast(address) ? null : specialPurpose(address)?.name ?? null;
  const { history } = context;
  if (reserved !== null) {
    const place = unknown("not_asked");
    return Promise.resolve({ address, reserved, place, network: place, claims: NO_CLAIMS, history });
  }
  const network = sources.networks.lookup(address);
  const place = sources.places.lookup(address);
  const claims = claimsOf(address, network, sources.ranges);
  return Promise.resolve({ address, reserved, place, network, claims, history });
}

const NOT_ASKED = unknown("not_asked");

const NO_CLAIMS: EgressClaims = {
  tor: NOT_ASKED,
  proxy: NOT_ASKED,
  hijacked: NOT_ASKED,
  vpnList: NOT_ASKED,
  relayList: NOT_ASKED,
  datacenterList: NOT_ASKED,
  listedVpnProvider: null,
  officialDatacenter: null,
  operator: { kind: null, provider: null, guessed: false },
  operatorKnown: NOT_ASKED,
};

function claimsOf(
  address: Address,
  network: ReturnType<NetworkTable["lookup"]>,
  ranges: IpRanges,
): EgressClaims {
  const hit = ranges.lookup(address);
  const listed = (category: Category): Known<boolean> =>
    mapKnown(ranges.loaded(category), () => (hit.mask & CATEGORY[category]) !== 0);
  const hijacked = listed("hijacked");
  const datacenterList = listed("datacenter");
  const vpnList = listed("vpn");
  const { kind, provider, basis } = operatorAt(address, network);
  return {
    tor: listed("tor"),
    proxy: listed("proxy"),
    hijacked: mapKnown(hijacked, (on) => on ? hit.hijackedSource ?? "spamhaus_drop" : null),
    vpnList,
    relayList: listed("relay"),
    datacenterList,
    listedVpnProvider: vpnList.known ? hit.vpnProvider : null,
    officialDatacenter: datacenterList.known ? hit.datacenterOperator : null,
    operator: { kind, provider, guessed: basis === "name" },
    operatorKnown: network.known ? known(true) : network,
  };
}
