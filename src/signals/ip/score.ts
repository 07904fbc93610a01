/** IP evidence to a component: the weights, the condition of each row, and the wire fields. */
import type { Address } from "../../model/address/address.ts";
import { type Component, type DeepReadonly, type History, NullReasons } from "../../model/component.ts";
import { isTrue, type Known, known, mapKnown, unknown } from "../../model/evidence.ts";
import type { GeoLocation, Network, ProxyTraces } from "../../model/outside_facts.ts";
import { evaluate, type Fired, scoreOf } from "../../scoring/evaluate.ts";
import { OWN_REPORTS, reportsFired, SHARED_VALUE_SHARE } from "../../scoring/reports.ts";
import { type Egress, type EgressClaims, egressOf, hijackedOf, isHostingKind, NO_EGRESS } from "./egress.ts";
import { type NetworkKind, networkKind, observedKind } from "./network_kind.ts";
import { proxyLikelihood } from "./proxy_likelihood.ts";
import { excuses, type SharedAddress, sharedAddress } from "./shared_address.ts";

export interface IpEvidence {
  readonly address: Address;
  /** The IANA registry's name for a special-purpose address; then nothing was looked up. */
  readonly reserved: string | null;
  readonly place: Known<GeoLocation>;
  readonly network: Known<Network>;
  readonly claims: EgressClaims;
  /** What was seen of proxies at and around the address. */
  readonly proxies: Known<ProxyTraces>;
  readonly history: History;
}

/** The wire fields of `GET /v1/score/ip`, without what every result carries. */
export type IpFields = DeepReadonly<ReturnType<typeof fieldsOf>>;

export interface IpComponent extends Component<IpFields> {
  /** The number of the system that announces the address; null when unknown. */
  readonly asn: number | null;
  /** Region of the address; null when unknown. */
  readonly region: string | null;
  /** The strongest of what is known of the network; null when nothing is. */
  readonly networkKind: NetworkKind | null;
  /** A relay, VPN or Tor exit, or proxy: many people come from it in turn. */
  readonly isExit: boolean;
  /** Many people share it without having chosen to: a carrier's gateway, a university, a relay. */
  readonly isSharedPlace: boolean;
}

export const WEIGHTS = {
  tor_exit: { points: 70, group: "egress", text: "Tor exit node" },
  open_proxy: { points: 55, group: "egress", text: "open proxy" },
  vpn_exit: { points: 38, group: "egress", text: "commercial VPN exit" },
  datacenter: { points: 34, group: "egress", text: "datacenter address" },
  hosting_name: { points: 24, group: "egress", text: "network owner's name suggests hosting" },
  consumer_vpn: { points: 12, group: "egress", text: "VPN built into a consumer platform" },
  company_gateway: { points: 12, group: "egress", text: "gateway of companies' staff" },
  privacy_relay: { points: 12, group: "egress", text: "consumer privacy relay" },
  proxy_seen: { points: 18, group: "proxy_line", text: "acted as a proxy in the last days" },
  proxy_neighbourhood: { points: 12, group: "proxy_line", text: "proxies on many lines of this network" },
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
  const shared = sharedAddress(evidence, egress);
  const likelihood = mapKnown(
    evidence.proxies,
    (traces) => proxyLikelihood(traces, isHostingKind(claims.networkOperator.kind)),
  );
  const nulls = new NullReasons();
  const fired: Fired<Row>[] = evidence.reserved !== null ? [] : [
    ...egressFired(egress, network, claims.networkOperator.kind === "gateway"),
    ...(isTrue(hijacked) ? ["hijacked" as const] : []),
    ...(isLine(egress) ? proxyFired(evidence.proxies, likelihood, excuses(shared)) : []),
    ...reportedFired(evidence, excuses(shared)),
  ];
  return {
    kind: "ip",
    breakdown: evaluate({ component: "ip", weights: WEIGHTS, fired }),
    fields: fieldsOf(evidence, egress, { hijacked, likelihood, shared }, nulls),
    unknown: nulls.reasons,
    asn: network.known ? network.value.asn : null,
    region: evidence.place.known ? evidence.place.value.region ?? null : null,
    networkKind: networkKind(egress, shared, claims.networkOperator),
    isSharedPlace: excuses(shared),
    isExit: isTrue(egress.relay) || isTrue(egress.vpn) || isTrue(egress.tor) || isTrue(egress.proxy),
  };
}

/** The rows about who had the address. */
const REPUTATION: ReadonlySet<string> = new Set<Row>(["own_reports", "reported", "recent_abuse"]);

/**
 * The component of an address that the account's own sign-ups show to be shared: its own labels count by the share of the
 * people there that they are about, and never reach a review by themselves; reports of others count nothing.
 * @param people who were seen there and share nothing else
 */
export function asObservedShared(component: IpComponent, own: History["own"], people: number): IpComponent {
  const { fields, breakdown, unknown: { ["shared_address.shared"]: _, ...unknown } } = component;
  const labelled = own?.count ?? 0;
  // Where most people turned out to be fraud, the address is theirs.
  if (fields.shared_address.shared === true || labelled * 2 > people) return component;
  const shared_address = { shared: true, kind: "observed" as const };
  const kept = breakdown.findings.filter(({ name }) => !REPUTATION.has(name));
  const reported = own === undefined || own.risk <= 0 ? [] : evaluate({
    component: "ip",
    weights: WEIGHTS,
    fired: [{
      name: "own_reports",
      share: Math.min(SHARED_VALUE_SHARE, own.risk * labelled / people),
      text: `${OWN_REPORTS.text} ${
        labelled === 1 ? "once" : `${labelled} times`
      }, of some ${people} people there`,
    }],
  }).findings;
  const findings = [...kept, ...reported];
  return {
    ...component,
    networkKind: observedKind(component.networkKind),
    fields: { ...fields, shared_address },
    breakdown: { ...breakdown, findings, score: scoreOf(findings, breakdown.trust) },
    unknown,
  };
}

/** A special-purpose address cannot be an egress: every signal is false, and it is in no place. */
function asReserved(evidence: IpEvidence, reserved: string): IpEvidence {
  const why = unknown("not_supported", reserved);
  return { ...evidence, place: why, network: why, claims: NO_EGRESS, proxies: why };
}

function fieldsOf(
  { address, history, place, network, claims }: IpEvidence,
  egress: Egress,
  { hijacked, likelihood, shared }: {
    readonly hijacked: Known<boolean>;
    readonly likelihood: Known<number>;
    readonly shared: Known<SharedAddress>;
  },
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
    /** 0 to 1. */
    proxy_likelihood: nulls.value("proxy_likelihood", likelihood),
    shared_address: {
      shared: nulls.value("shared_address.shared", mapKnown(shared, ({ shared }) => shared)),
      kind: shared.known ? shared.value.kind : null,
    },
    hijacked_source: nulls.value("hijacked_source", claims.hijacked),
  };
}

function reportedFired({ history }: IpEvidence, widelyShared: boolean): Fired<Row>[] {
  return history.abuseRisk <= 0 ? [] : reportsFired(history, "reported", { widelyShared });
}

/** Other evidence about a datacenter, relay, VPN, proxy or Tor exit says more than its neighbours do. */
function isLine({ datacenter, relay, vpn, proxy, tor }: Egress): boolean {
  return ![datacenter, relay, vpn, proxy, tor].some(isTrue);
}

/** Fewer than 1 in 250 residential addresses are above this. */
const NEIGHBOURHOOD_FROM = 0.965;
/** What a place that very many people share keeps of the points. */
const SHARED_PROXY_SHARE = 0.3;

/** Below the threshold of a review on their own, at every strictness: these are mostly innocent people's lines. */
function proxyFired(
  proxies: Known<ProxyTraces>,
  likelihood: Known<number>,
  widelyShared: boolean,
): Fired<Row>[] {
  if (!proxies.known || !likelihood.known) return [];
  const share = widelyShared ? SHARED_PROXY_SHARE : 1;
  if (proxies.value.seen) return [{ name: "proxy_seen", share }];
  if (likelihood.value < NEIGHBOURHOOD_FROM) return [];
  const text = `${WEIGHTS.proxy_neighbourhood.text} (likelihood ${likelihood.value.toFixed(2)} at even odds)`;
  return [{ name: "proxy_neighbourhood", share, text }];
}

/** Every kind of egress that applies; their group counts the strongest. @param isGateway of companies, whose people sit behind it */
function egressFired(egress: Egress, network: IpEvidence["network"], isGateway: boolean): Fired<Row>[] {
  const fired: Fired<Row>[] = [];
  if (isTrue(egress.tor)) fired.push("tor_exit");
  if (isTrue(egress.proxy)) fired.push("open_proxy");
  if (isTrue(egress.vpn)) {
    fired.push(named(egress.consumerVpn ? "consumer_vpn" : "vpn_exit", egress.vpnProvider));
  }
  if (isTrue(egress.datacenter)) {
    const owner = egress.datacenterName ?? (network.known ? network.value.name || null : null);
    const row = egress.datacenterGuessed ? "hosting_name" : isGateway ? "company_gateway" : "datacenter";
    fired.push(named(row, owner));
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
