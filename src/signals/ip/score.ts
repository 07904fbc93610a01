/** IP evidence to a component: the weights, the condition of each row, and the wire fields. */
import type { Address } from "../../model/address/address.ts";
import { type Component, type DeepReadonly, type History, NullReasons } from "../../model/component.ts";
import { isTrue, type Known, known, mapKnown, unknown } from "../../model/evidence.ts";
import type { Network, Place } from "../../model/outside_facts.ts";
import { evaluate, type Fired } from "../../scoring/evaluate.ts";
import { OWN_REPORTS, reportsFired } from "../../scoring/reports.ts";
import { isWidelyShared } from "./shared_address.ts";
import { type Egress, type EgressClaims, egressOf, hijackedOf, NO_EGRESS } from "./egress.ts";

export interface IpEvidence {
  readonly address: Address;
  /** The IANA registry's name for a special-purpose address; then nothing was looked up. */
  readonly reserved: string | null;
  readonly place: Known<Place>;
  readonly network: Known<Network>;
  readonly claims: EgressClaims;
  readonly history: History;
}

/** The wire fields of `GET /v1/score/ip`, without what every result carries. */
export type IpFields = DeepReadonly<ReturnType<typeof fieldsOf>>;

export interface IpComponent extends Component<IpFields> {
  /** The number of the system that announces the address; null when unknown. */
  readonly asn: number | null;
  /** A relay, VPN or Tor exit, or proxy: many people come from it in turn. */
  readonly isExit: boolean;
}

export const WEIGHTS = {
  tor_exit: { points: 70, group: "egress", text: "Tor exit node" },
  open_proxy: { points: 55, group: "egress", text: "open proxy" },
  vpn_exit: { points: 38, group: "egress", text: "commercial VPN exit" },
  datacenter: { points: 34, group: "egress", text: "datacenter address" },
  hosting_name: { points: 24, group: "egress", text: "network owner's name suggests hosting" },
  consumer_vpn: { points: 12, group: "egress", text: "VPN built into a consumer platform" },
  privacy_relay: { points: 12, group: "egress", text: "consumer privacy relay" },
  hijacked: { points: 60, group: "netblock", text: "listed in Spamhaus DROP" },
  recent_abuse: { points: 25, group: "recent", text: "reported for abuse in the last 30 days" },
  reported: { points: 100, group: "reports", text: "reported for abuse" },
  own_reports: OWN_REPORTS,
} as const;

type Row = keyof typeof WEIGHTS;

export function scoreIp(given: IpEvidence): IpComponent {
  const evidence = given.reserved === null ? given : asReserved(given, given.reserved);
  const { claims, network } = evidence;
  const egress = egressOf(claims);
  const hijacked = hijackedOf(claims);
  const nulls = new NullReasons();
  const fired: Fired<Row>[] = evidence.reserved !== null ? [] : [
    ...egressFired(egress, network),
    ...(isTrue(hijacked) ? ["hijacked" as const] : []),
    ...reportedFired(evidence, egress),
  ];
  return {
    kind: "ip",
    breakdown: evaluate({ component: "ip", weights: WEIGHTS, fired }),
    fields: fieldsOf(evidence, egress, hijacked, nulls),
    unknown: nulls.reasons,
    asn: network.known ? network.value.asn : null,
    isExit: isTrue(egress.relay) || isTrue(egress.vpn) || isTrue(egress.tor) || isTrue(egress.proxy),
  };
}

/** A special-purpose address cannot be an egress: every signal is false, and it is in no place. */
function asReserved(evidence: IpEvidence, reserved: string): IpEvidence {
  const why = unknown("not_supported", reserved);
  return { ...evidence, place: why, network: why, claims: NO_EGRESS };
}

function fieldsOf(
  { address, history, place, network, claims }: IpEvidence,
  egress: Egress,
  hijacked: Known<boolean>,
  nulls: NullReasons,
) {
  return {
    ip: address.text,
    abuse_reports: history.abuseReports,
    signals: {
      is_vpn: nulls.value("signals.is_vpn", egress.vpn),
      is_proxy: nulls.value("signals.is_proxy", egress.proxy),
      is_datacenter: nulls.value("signals.is_datacenter", egress.datacenter),
      is_tor: nulls.value("signals.is_tor", egress.tor),
      recent_abuse: history.recentAbuse,
      is_hijacked_netblock: nulls.value("signals.is_hijacked_netblock", hijacked),
    },
    geo: {
      country: nulls.value("geo.country", filled(mapKnown(place, ({ country }) => country))),
      city: nulls.value("geo.city", filled(mapKnown(place, ({ city }) => city))),
      /** For example `AS15169`. */
      asn: nulls.value("geo.asn", mapKnown(network, ({ asn }) => `AS${asn}`)),
      isp: nulls.value("geo.isp", filled(mapKnown(network, ({ name }) => name || null))),
    },
    vpn_provider: vpnProvider(egress, nulls),
    hijacked_source: nulls.value("hijacked_source", claims.hijacked),
  };
}

function reportedFired({ address, claims, history }: IpEvidence, { relay }: Egress): Fired<Row>[] {
  if (history.abuseRisk <= 0) return [];
  const widelyShared = isWidelyShared(address, relay, claims.networkOperator.kind);
  return reportsFired(history, "reported", { widelyShared });
}

/** Every kind of egress that applies; their group counts the strongest. */
function egressFired(egress: Egress, network: IpEvidence["network"]): Fired<Row>[] {
  const fired: Fired<Row>[] = [];
  if (isTrue(egress.tor)) fired.push("tor_exit");
  if (isTrue(egress.proxy)) fired.push("open_proxy");
  if (isTrue(egress.vpn)) {
    fired.push(named(egress.consumerVpn ? "consumer_vpn" : "vpn_exit", egress.vpnProvider));
  }
  if (isTrue(egress.datacenter)) {
    const owner = egress.datacenterName ?? (network.known ? network.value.name || null : null);
    fired.push(named(egress.datacenterGuessed ? "hosting_name" : "datacenter", owner));
  }
  if (isTrue(egress.relay) && !egress.consumerVpn) fired.push(named("privacy_relay", egress.relayName));
  return fired;
}

function named(name: Row, owner: string | null): Fired<Row> {
  return owner === null ? name : { name, text: `${WEIGHTS[name].text} (${owner})` };
}

function vpnProvider(egress: Egress, nulls: NullReasons): string | null {
  if (egress.vpnProvider !== null) return egress.vpnProvider;
  if (!egress.vpn.known) nulls.value("vpn_provider", egress.vpn);
  else if (egress.vpn.value) nulls.value("vpn_provider", unknown("no_data"));
  return null;
}

function filled<T>(fact: Known<T | null>): Known<T> {
  if (!fact.known) return fact;
  return fact.value === null ? unknown("no_data") : known(fact.value);
}
