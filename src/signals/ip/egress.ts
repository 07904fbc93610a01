/** Which kind of egress an address is, from what lists and operator facts claim. Each fact is decided for itself; which one counts is the score's business. */
import { type Known, known, mapKnown, unknown, type UnknownFact } from "../../model/evidence.ts";

export type OperatorKind = "hosting" | "vpn" | "vpn_hosting" | "access" | "gateway" | "relay" | "carrier";

/** What the collector found; nothing is decided yet. */
export interface EgressClaims {
  /** Null: the list that decides says no; unknown: that list may not decide. */
  readonly tor: Known<boolean>;
  readonly proxy: Known<boolean>;
  /** The list's own name for the entry, null when the address is not on it. */
  readonly hijacked: Known<string | null>;
  readonly vpnList: Known<boolean>;
  /** Not listed, but in a hoster's block of which VPN lists name other addresses. */
  readonly vpnNeighbours: boolean;
  readonly relayList: Known<boolean>;
  readonly datacenterList: Known<boolean>;
  /** A provider's name from a list that gives one. */
  readonly listedVpnProvider: string | null;
  /** The cloud or hoster whose own published list holds the address. */
  readonly officialDatacenter: string | null;
  readonly operator: {
    readonly kind: OperatorKind | null;
    readonly provider: string | null;
    /** Guessed from the operator's name, not from a curated row. */
    readonly guessed: boolean;
  };
  /** False: nobody announces the address, so there is no operator to know. */
  readonly operatorKnown: Known<true>;
}

export interface Egress {
  readonly tor: Known<boolean>;
  readonly proxy: Known<boolean>;
  readonly vpn: Known<boolean>;
  readonly datacenter: Known<boolean>;
  readonly relay: Known<boolean>;
  /** A VPN that a platform gives to everyone: a VPN by fact, a relay by weight. */
  readonly consumerVpn: boolean;
  readonly vpnProvider: string | null;
  readonly datacenterName: string | null;
  /** The datacenter fact rests on the words of the operator's name alone. */
  readonly datacenterGuessed: boolean;
  readonly relayName: string | null;
}

export function egressOf(claims: EgressClaims): Egress {
  const { operator } = claims;
  const relay = relayOf(claims);
  const consumerVpn = hit(claims.relayList) && hit(claims.vpnList);
  const vpn = consumerVpn ? known(true) : vpnOf(claims, relay);
  const isVpn = vpn.known && vpn.value;
  const datacenter = datacenterOf(claims, relay);
  return {
    tor: claims.tor,
    proxy: claims.proxy,
    vpn,
    datacenter,
    relay,
    consumerVpn,
    vpnProvider: isVpn
      ? claims.listedVpnProvider ?? (operator.kind === "vpn" ? operator.provider : null)
      : null,
    datacenterName: claims.officialDatacenter ?? operator.provider,
    datacenterGuessed: operator.guessed && !hit(claims.datacenterList) && claims.officialDatacenter === null,
    relayName: operator.kind === "relay" ? operator.provider : null,
  };
}

/** A list's word, else the operator's: its consumer relay has ranges or a system of its own. */
function relayOf(claims: EgressClaims): Known<boolean> {
  if (hit(claims.relayList) || claims.operator.kind === "relay") return known(true);
  return claims.relayList.known || claims.operatorKnown.known ? known(false) : claims.relayList;
}

/**
 * Lists of VPNs contain the consumer relays and the staff gateways of companies; neither is a VPN someone bought to
 * hide. A hoster that VPNs rent from is one only where a list says so.
 */
function vpnOf(claims: EgressClaims, relay: Known<boolean>): Known<boolean> {
  const { operator } = claims;
  if (hit(relay) || operator.kind === "gateway") return known(false);
  if (hit(claims.vpnList) || claims.vpnNeighbours || operator.kind === "vpn") return known(true);
  return silent(claims, claims.vpnList);
}

const IN_DATACENTERS: ReadonlySet<OperatorKind> = new Set(["hosting", "vpn", "vpn_hosting", "gateway"]);

/** Exception set, official range, list, operator: the first that speaks decides. */
function datacenterOf(claims: EgressClaims, relay: Known<boolean>): Known<boolean> {
  const { operator } = claims;
  if (hit(relay) || operator.kind === "access") return known(false);
  if (claims.officialDatacenter !== null || hit(claims.datacenterList)) return known(true);
  if (operator.kind !== null && IN_DATACENTERS.has(operator.kind)) return known(true);
  return silent(claims, claims.datacenterList);
}

/** Nothing claims it: false when the operator is known or the list was there to be asked. */
function silent(claims: EgressClaims, list: Known<boolean>): Known<boolean> {
  if (claims.operatorKnown.known) return known(false);
  return list.known ? known(false) : combined(list, claims.operatorKnown);
}

function combined(list: UnknownFact, operator: UnknownFact): UnknownFact {
  return operator.why === "no_data" ? list : unknown(operator.why, operator.detail);
}

function hit(fact: Known<boolean>): boolean {
  return fact.known && fact.value;
}

/** The netblock fact as the wire has it. */
export function hijackedOf(claims: Pick<EgressClaims, "hijacked">): Known<boolean> {
  return mapKnown(claims.hijacked, (source) => source !== null);
}
