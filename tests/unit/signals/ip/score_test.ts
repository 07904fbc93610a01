import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { type IpEvidence, type IpFields, scoreIp, WEIGHTS } from "../../../../src/signals/ip/score.ts";
import { HISTORY, ipEvidence } from "../../../support/fixtures/ip_evidence.ts";

const YES = known(true);

interface Row {
  readonly name: string;
  readonly given: IpEvidence;
  readonly score: number;
  /** Rows that fired, with the points that counted. */
  readonly fired: Readonly<Record<string, number>>;
  readonly text?: string;
  readonly signals?: Partial<IpFields["signals"]>;
}

const HOSTING = { kind: "hosting", provider: "Hetzner", guessed: false } as const;

const ROWS: readonly Row[] = [
  { name: "an ordinary home line", given: ipEvidence(), score: 0, fired: {} },
  {
    name: "Tor in a datacenter counts as Tor alone, and both facts show",
    given: ipEvidence({ tor: YES, networkOperator: HOSTING }),
    score: 70,
    fired: { tor_exit: 70, datacenter: 0 },
    text: "Tor exit node",
    signals: { is_tor: true, is_datacenter: true, is_vpn: false, is_proxy: false },
  },
  {
    name: "an open proxy behind a VPN in a datacenter counts as the proxy alone",
    given: ipEvidence({ proxy: YES, vpnList: YES, datacenterList: YES }),
    score: 55,
    fired: { open_proxy: 55, vpn_exit: 0, datacenter: 0 },
    signals: { is_proxy: true, is_vpn: true, is_datacenter: true, is_tor: false },
  },
  {
    name: "a VPN names its provider",
    given: ipEvidence({ networkOperator: { kind: "vpn", provider: "Mullvad", guessed: false } }),
    score: 38,
    fired: { vpn_exit: 38, datacenter: 0 },
    text: "commercial VPN exit (Mullvad)",
  },
  {
    name: "a datacenter names its operator",
    given: ipEvidence({ networkOperator: HOSTING }),
    score: 34,
    fired: { datacenter: 34 },
    text: "datacenter address (Hetzner)",
  },
  {
    name: "a listed datacenter without a curated operator is named by the network",
    given: ipEvidence({ datacenterList: YES }),
    score: 34,
    fired: { datacenter: 34 },
    text: "datacenter address (Comcast Cable Communications, LLC)",
  },
  {
    name: "hosting by name alone weighs less",
    given: ipEvidence({ networkOperator: { kind: "hosting", provider: "Acme Hosting", guessed: true } }),
    score: 24,
    fired: { hosting_name: 24 },
    signals: { is_datacenter: true },
  },
  {
    name: "a consumer relay",
    given: ipEvidence({ relayList: YES, datacenterList: YES }),
    score: 12,
    fired: { privacy_relay: 12 },
    text: "consumer privacy relay",
    signals: { is_vpn: false, is_datacenter: false },
  },
  {
    name: "a VPN built into a consumer platform weighs as a relay",
    given: ipEvidence({ relayList: YES, vpnList: YES, listedVpnProvider: "Cloudflare WARP" }),
    score: 12,
    fired: { consumer_vpn: 12 },
    text: "VPN built into a consumer platform (Cloudflare WARP)",
    signals: { is_vpn: true },
  },
  {
    name: "a hijacked netblock stacks on the egress",
    given: ipEvidence({ hijacked: known("spamhaus_drop:SBL1"), networkOperator: HOSTING }),
    score: 74,
    fired: { hijacked: 60, datacenter: 34 },
    text: "listed in Spamhaus DROP",
    signals: { is_hijacked_netblock: true },
  },
  {
    name: "one old report",
    given: ipEvidence({}, { history: { ...HISTORY, abuseReports: 1, abuseRisk: 0.25 } }),
    score: 25,
    fired: { reported: 25 },
    text: "reported for abuse once",
    signals: { recent_abuse: false },
  },
  {
    name: "recent reports add the 30-day row",
    given: ipEvidence({}, {
      history: { ...HISTORY, abuseReports: 5, abuseRisk: 0.763, recentAbuse: true, recentAbuseCounts: true },
    }),
    score: 82,
    fired: { reported: 76.3, recent_abuse: 25 },
    text: "reported for abuse 5 times",
    signals: { recent_abuse: true },
  },
  {
    name: "reports of reporters that do not count are shown without effect",
    given: ipEvidence({}, {
      history: { ...HISTORY, abuseReports: 40, abuseRisk: 0, recentAbuse: true, recentAbuseCounts: true },
    }),
    score: 0,
    fired: {},
    signals: { recent_abuse: true },
  },
  {
    name: "persona 37: hijacked, datacenter, recent abuse",
    given: ipEvidence({ hijacked: known("spamhaus_drop:SBL1"), networkOperator: HOSTING }, {
      history: { ...HISTORY, abuseReports: 1, abuseRisk: 0.0001, recentAbuse: true, recentAbuseCounts: true },
    }),
    score: 80,
    fired: { hijacked: 60, datacenter: 34, recent_abuse: 25 },
  },
];

for (const { name, given, score, fired, text, signals } of ROWS) {
  Deno.test(`IP score: ${name}`, () => {
    const component = scoreIp(given);
    const { findings } = component.breakdown;
    assert.equal(component.breakdown.score, score);
    assert.deepEqual(Object.fromEntries(findings.map((finding) => [finding.name, finding.points])), fired);
    if (text !== undefined) assert.equal(findings[0]?.text, text);
    for (const [signal, value] of Object.entries(signals ?? {})) {
      assert.equal(component.fields.signals[signal as keyof IpFields["signals"]], value, signal);
    }
  });
}

Deno.test("an IP result has every field of the specification and no other", () => {
  const { fields } = scoreIp(ipEvidence());
  assert.deepEqual(fields, {
    ip: "73.15.20.1",
    abuse_reports: 0,
    signals: {
      is_vpn: false,
      is_proxy: false,
      is_datacenter: false,
      is_tor: false,
      recent_abuse: false,
      is_hijacked_netblock: false,
    },
    geo: { country: "US", city: "Pinole", asn: "AS7922", isp: "Comcast Cable Communications, LLC" },
    vpn_provider: null,
    proxy_likelihood: null,
    shared_address: { shared: null, kind: null },
    hijacked_source: null,
  });
  assert.deepEqual(scoreIp(ipEvidence()).unknown, {
    proxy_likelihood: "not_loaded",
    "shared_address.shared": "no_data",
  });
});

Deno.test("what is not known is null with its reason and moves nothing", () => {
  const off = unknown("not_loaded");
  const component = scoreIp(
    ipEvidence(
      {
        tor: off,
        proxy: unknown("stale", "4 days old"),
        hijacked: off,
        vpnList: off,
        relayList: off,
        datacenterList: off,
        networkOperatorKnown: unknown("no_data"),
      },
      { place: known({ country: "DE", city: null }), network: unknown("no_data") },
    ),
  );
  assert.equal(component.breakdown.score, 0);
  assert.deepEqual(component.breakdown.findings, []);
  assert.deepEqual(component.fields.signals, {
    is_vpn: null,
    is_proxy: null,
    is_datacenter: null,
    is_tor: null,
    recent_abuse: false,
    is_hijacked_netblock: null,
  });
  assert.deepEqual(component.fields.geo, { country: "DE", city: null, asn: null, isp: null });
  assert.deepEqual(component.unknown, {
    "signals.is_vpn": "not_loaded",
    "signals.is_proxy": "stale: 4 days old",
    "signals.is_datacenter": "not_loaded",
    "signals.is_tor": "not_loaded",
    "signals.is_hijacked_netblock": "not_loaded",
    "geo.city": "no_data",
    "geo.asn": "no_data",
    "geo.isp": "no_data",
    "vpn_provider": "not_loaded",
    "proxy_likelihood": "not_loaded",
    "shared_address.shared": "no_data",
    "hijacked_source": "not_loaded",
  });
});

Deno.test("a VPN without a provider has a reason; no VPN needs none", () => {
  const nameless = scoreIp(ipEvidence({ vpnList: YES }));
  assert.equal(nameless.fields.vpn_provider, null);
  assert.equal(nameless.unknown.vpn_provider, "no_data");
  assert.equal("vpn_provider" in scoreIp(ipEvidence()).unknown, false);
});

Deno.test("hijacked_source names the entry", () => {
  const { fields } = scoreIp(ipEvidence({ hijacked: known("spamhaus_asndrop:AS64500") }));
  assert.equal(fields.hijacked_source, "spamhaus_asndrop:AS64500");
});

Deno.test("special-purpose addresses: score 0, certain signals false, geo null with the registry's name as reason", () => {
  const component = scoreIp(
    ipEvidence({ tor: YES, hijacked: known("x"), vpnList: YES }, {
      address: parseAddress("10.1.2.3")!,
      reserved: "private use (RFC 1918)",
      history: { ...HISTORY, abuseReports: 9, abuseRisk: 0.9, recentAbuse: true, recentAbuseCounts: true },
    }),
  );
  assert.equal(component.breakdown.score, 0);
  assert.deepEqual(component.breakdown.findings, []);
  const { recent_abuse: _, ...signals } = component.fields.signals;
  assert.deepEqual(new Set(Object.values(signals)), new Set([false]));
  assert.deepEqual(component.fields.geo, { country: null, city: null, asn: null, isp: null });
  const reason = "not_supported: private use (RFC 1918)";
  assert.deepEqual(component.unknown, {
    "geo.country": reason,
    "geo.city": reason,
    "geo.asn": reason,
    "geo.isp": reason,
    "proxy_likelihood": reason,
    "shared_address.shared": reason,
  });
});

Deno.test("sightings are no part of the single result", () => {
  const { fields } = scoreIp(ipEvidence());
  assert.deepEqual(["times_seen", "first_seen"].filter((name) => name in fields), []);
});

Deno.test("tiers are ordered Tor, open proxy, VPN, datacenter, relay", () => {
  const tiers = [
    "tor_exit",
    "open_proxy",
    "vpn_exit",
    "datacenter",
    "hosting_name",
    "privacy_relay",
  ] as const;
  const points = tiers.map((tier) => WEIGHTS[tier].points);
  assert.deepEqual(points, points.toSorted((a, b) => b - a));
  assert.equal(new Set(points).size, points.length);
});
