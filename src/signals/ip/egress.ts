/** The kinds of egress of an address, from the claims of lists and facts about network operators. Each is decided separately; the score weighs them. */
import type { DeepReadonly } from "../../model/component.ts";
import { isTrue, type Known, known, mapKnown, unknown, type UnknownFact } from "../../model/evidence.ts";
import type { OperatorKind } from "../../model/outside_facts.ts";

/** What lists and operator tables contain, before any decision. */
export interface EgressClaims {
  /** Unknown when the list that decides is not loaded or too old. */
  readonly tor: Known<boolean>;
  readonly proxy: Known<boolean>;
  /** The list's own name for the entry, null when the address is not on it. */
  readonly hijacked: Known<string | null>;
  readonly vpnList: Known<boolean>;
  /** Not listed, but in a hosting provider's block with other addresses on VPN lists. */
  readonly vpnNeighbours: boolean;
  readonly relayList: Known<boolean>;
  readonly datacenterList: Known<boolean>;
  /** A provider's name from a list that gives one. */
  readonly listedVpnProvider: string | null;
  /** The cloud or hosting provider whose own published list contains the address. */
  readonly officialDatacenter: string | null;
  readonly networkOperator: {
    readonly kind: OperatorKind | null;
    readonly provider: string | null;
    /** Guessed from the network operator's name, not from a curated row. */
    readonly guessed: boolean;
  };
  /** Unknown when no network announces the address. */
  readonly networkOperatorKnown: Known<true>;
}

const NO = known(false);

/** No list and no network operator claims anything. */
export const NO_EGRESS: EgressClaims = {
  tor: NO,
  proxy: NO,
  hijacked: known(null),
  vpnList: NO,
  vpnNeighbours: false,
  relayList: NO,
  datacenterList: NO,
  listedVpnProvider: null,
  officialDatacenter: null,
  networkOperator: { kind: null, provider: null, guessed: false },
  networkOperatorKnown: known(true),
};

export type Egress = DeepReadonly<ReturnType<typeof egressOf>>;

export function egressOf(claims: EgressClaims) {
  const { networkOperator } = claims;
  const relay = relayOf(claims);
  const consumerVpn = isTrue(claims.relayList) && isTrue(claims.vpnList);
  const vpn = consumerVpn ? known(true) : vpnOf(claims, relay);
  const isVpn = vpn.known && vpn.value;
  const datacenter = datacenterOf(claims, relay);
  return {
    tor: claims.tor,
    proxy: claims.proxy,
    vpn,
    datacenter,
    relay,
    /** A VPN built into a consumer platform: reported as a VPN, weighted like a relay. */
    consumerVpn,
    vpnProvider: isVpn
      ? claims.listedVpnProvider ?? (networkOperator.kind === "vpn" ? networkOperator.provider : null)
      : null,
    datacenterName: claims.officialDatacenter ?? networkOperator.provider,
    /** The datacenter fact is derived only from words in the network operator's name. */
    datacenterGuessed: networkOperator.guessed && !isTrue(claims.datacenterList) &&
      claims.officialDatacenter === null,
    relayName: networkOperator.kind === "relay" ? networkOperator.provider : null,
  };
}

/** By a list, else by the network operator, since consumer relays use ranges or autonomous systems of their own. */
function relayOf(claims: EgressClaims): Known<boolean> {
  if (isTrue(claims.relayList) || claims.networkOperator.kind === "relay") return known(true);
  return claims.relayList.known || claims.networkOperatorKnown.known ? known(false) : claims.relayList;
}

/**
 * VPN lists also contain consumer relays and companies' staff gateways, which are not commercial VPNs. A hosting provider that VPNs
 * rent from counts only where a list names the address.
 */
function vpnOf(claims: EgressClaims, relay: Known<boolean>): Known<boolean> {
  const { networkOperator } = claims;
  if (isTrue(relay) || networkOperator.kind === "gateway") return known(false);
  if (isTrue(claims.vpnList) || claims.vpnNeighbours || networkOperator.kind === "vpn") return known(true);
  // Before a list is loaded only an operator whose addresses are its subscribers' rules a VPN out.
  const { kind } = networkOperator;
  if (claims.vpnList.known || kind === "access" || kind === "mobile") return known(false);
  const { networkOperatorKnown } = claims;
  return networkOperatorKnown.known ? claims.vpnList : combined(claims.vpnList, networkOperatorKnown);
}

const IN_DATACENTERS: ReadonlySet<OperatorKind> = new Set(["hosting", "vpn", "vpn_hosting", "gateway"]);

const HOSTING: ReadonlySet<OperatorKind | null> = new Set(["hosting", "vpn", "vpn_hosting"]);

/** The operator's addresses are servers', not lines'. */
export function isHostingKind(kind: OperatorKind | null): boolean {
  return HOSTING.has(kind);
}

/** The first of these that applies decides: exception, official range, list, network operator. */
function datacenterOf(claims: EgressClaims, relay: Known<boolean>): Known<boolean> {
  const { networkOperator } = claims;
  if (isTrue(relay) || networkOperator.kind === "access") return known(false);
  if (claims.officialDatacenter !== null || isTrue(claims.datacenterList)) return known(true);
  if (networkOperator.kind !== null && IN_DATACENTERS.has(networkOperator.kind)) return known(true);
  return unclaimed(claims, claims.datacenterList);
}

/** Without any claim: false when the network operator is known or the list may decide. */
function unclaimed(claims: EgressClaims, list: Known<boolean>): Known<boolean> {
  if (claims.networkOperatorKnown.known) return known(false);
  return list.known ? known(false) : combined(list, claims.networkOperatorKnown);
}

function combined(list: UnknownFact, operator: UnknownFact): UnknownFact {
  return operator.why === "no_data" ? list : unknown(operator.why, operator.detail);
}

/** Wire field `is_hijacked_netblock`. */
export function hijackedOf(claims: Pick<EgressClaims, "hijacked">): Known<boolean> {
  return mapKnown(claims.hijacked, (source) => source !== null);
}
