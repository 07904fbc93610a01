import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import type { History } from "../../../../src/model/component.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { openBundle } from "../../../../src/feeds/tables/bundle.ts";
import { buildRangeIndex } from "../../../../src/feeds/ranges/range_build.ts";
import { curatedLists, type CuratedRange } from "../../../support/fixtures/curated_lists.ts";
import { RangeIndex } from "../../../../src/feeds/ranges/range_index.ts";
import { RangeLibrary } from "../../../../src/feeds/ranges/ranges.ts";
import { collectIp, hostingAt, type IpSources } from "../../../../src/signals/ip/collect.ts";
import { NO_PROXIES, NO_RANGES } from "../../../support/fixtures/no_ranges.ts";
import { type IpFields, scoreIp } from "../../../../src/signals/ip/score.ts";
import { Operators } from "../../../../src/feeds/tables/operators.ts";
import { writeTinyBundle } from "../../../support/fixtures/bundle.ts";

const HISTORY: History = {
  abuseReports: 0,
  recentAbuse: false,
  recentAbuseCounts: false,
  abuseRisk: 0,
  firstSeen: "2026-01-01T00:00:00Z",
  timesSeen: 1,
};

const NOW = Date.parse("2026-06-10T00:00:00Z");
const DAY = 86_400_000;

/** Real tables of a few rows, read from their form on disk. */
const TABLES = await (async () => {
  const dir = Deno.makeTempDirSync({ prefix: "winnow-ip-" });
  try {
    writeTinyBundle(dir, {
      places: [["5.9.0.0", "5.9.255.255", "DE", "Falkenstein"], [
        "172.224.0.0",
        "172.224.255.255",
        "US",
        "Boston",
      ], [
        "203.0.113.0",
        "203.0.113.255",
        "AU",
        "Sydney",
      ]],
      networks: [
        ["5.9.0.0", "5.9.255.255", 24940, "Hetzner Online GmbH"],
        ["73.0.0.0", "73.255.255.255", 7922, "Comcast Cable Communications, LLC"],
        ["38.0.0.0", "38.255.255.255", 174, "Cogent Communications"],
        ["45.83.220.0", "45.83.220.255", 39351, "31173 Services AB"],
        ["165.225.0.0", "165.225.255.255", 62044, "Zscaler Switzerland GmbH"],
        ["172.224.0.0", "172.224.255.255", 36183, "Akamai Technologies, Inc."],
        ["190.2.0.0", "190.2.255.255", 36290, "The Cable"],
        ["203.0.113.0", "203.0.113.255", 64500, "Nobody"],
        ["64.0.0.0", "64.0.0.255", 64501, "Bulletproof"],
        // Vultr, with holes: of 16,384 addresses, of 64, of 40,960; between it and others.
        ["66.1.0.0", "66.1.191.255", 20473, "The Constant Company, LLC"],
        ["66.2.0.0", "66.2.7.255", 20473, "The Constant Company, LLC"],
        ["66.2.8.64", "66.2.15.255", 20473, "The Constant Company, LLC"],
        ["66.2.176.0", "66.2.255.255", 20473, "The Constant Company, LLC"],
        ["66.3.16.0", "66.3.31.255", 24940, "Hetzner Online GmbH"],
        ["66.3.48.0", "66.3.63.255", 7922, "Comcast Cable Communications, LLC"],
        ["66.3.80.0", "66.3.95.255", 7922, "Comcast Cable Communications, LLC"],
        ["66.3.112.0", "66.3.127.255", 64502, "Cloud Hosting"],
        ["66.3.144.0", "66.3.159.255", 64502, "Cloud Hosting"],
      ],
    });
    const { places, networks } = await openBundle(dir);
    return { places, networks, operators: new Operators() };
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
})();

function sources(ranges: readonly CuratedRange[], confirmed: Record<string, number> = LOADED): IpSources {
  const library = new RangeLibrary(() => NOW);
  library.replace(new RangeIndex(buildRangeIndex(curatedLists(ranges))), "test");
  library.confirm(new Map(Object.entries(confirmed)));
  library.replaceAsns("spamhaus-asndrop", { category: "hijacked" }, [64501]);
  return { ...TABLES, ranges: library, proxies: NO_PROXIES };
}

const LOADED = Object.fromEntries(
  [
    "tor-bulk-exit-list",
    "tor-onionoo-details",
    "monosans-proxies",
    "apple-egress-ip-ranges",
    "x4bnet-vpn-ipv4",
    "x4bnet-vpn-ipv6",
    "x4bnet-datacenter-ipv4",
    "x4bnet-datacenter-ipv6",
    "spamhaus-drop_v4",
    "spamhaus-drop_v6",
    "spamhaus-asndrop",
  ].map((name) => [name, NOW - 1000]),
);

function fieldsOf(ip: string, given: IpSources): IpFields {
  return scoreIp(collectIp(parseAddress(ip)!, given, { history: HISTORY })).fields;
}

interface Row {
  readonly name: string;
  readonly ip: string;
  readonly ranges: readonly CuratedRange[];
  readonly confirmed?: Record<string, number>;
  readonly signals: Partial<IpFields["signals"]>;
  readonly more?: Partial<IpFields>;
}

const ROWS: readonly Row[] = [
  {
    name: "nothing loaded: what only lists decide is null, what operators decide is not",
    ip: "5.9.60.2",
    ranges: [],
    confirmed: {},
    signals: { is_tor: null, is_proxy: null, is_hijacked_netblock: null, is_vpn: null, is_datacenter: true },
    more: { geo: { country: "DE", city: "Falkenstein", asn: "AS24940", isp: "Hetzner Online GmbH" } },
  },
  {
    name: "everything loaded and silent: false",
    ip: "73.15.20.1",
    ranges: [],
    signals: {
      is_tor: false,
      is_proxy: false,
      is_hijacked_netblock: false,
      is_vpn: false,
      is_datacenter: false,
    },
    more: { geo: { country: null, city: null, asn: "AS7922", isp: "Comcast Cable Communications, LLC" } },
  },
  {
    name: "a listed Tor exit",
    ip: "5.9.60.2",
    ranges: [{ cidr: "5.9.60.2/32", category: "tor" }],
    signals: { is_tor: true, is_datacenter: true },
  },
  {
    name: "a Tor list that is four days old decides nothing",
    ip: "5.9.60.2",
    ranges: [{ cidr: "5.9.60.2/32", category: "tor" }],
    confirmed: { ...LOADED, "tor-bulk-exit-list": NOW - 4 * DAY, "tor-onionoo-details": NOW - 4 * DAY },
    signals: { is_tor: null, is_proxy: false },
  },
  {
    name: "a listed VPN with its provider",
    ip: "5.9.60.3",
    ranges: [{ cidr: "5.9.60.3/32", category: "vpn", provider: "NordVPN" }],
    signals: { is_vpn: true, is_datacenter: true },
    more: { vpn_provider: "NordVPN" },
  },
  {
    name: "a provider's own list is enough to say VPN without the list that decides",
    ip: "5.9.60.3",
    ranges: [{ cidr: "5.9.60.3/32", category: "vpn", provider: "NordVPN" }],
    confirmed: {},
    signals: { is_vpn: true, is_tor: null },
  },
  {
    name: "a VPN by its own system",
    ip: "45.83.220.9",
    ranges: [],
    signals: { is_vpn: true },
    more: { vpn_provider: "Mullvad" },
  },
  {
    name: "a hoster's block with two listed VPN servers",
    ip: "5.9.60.200",
    ranges: [{ cidr: "5.9.60.3/32", category: "vpn" }, { cidr: "5.9.60.255/32", category: "vpn" }],
    signals: { is_vpn: true },
    more: { vpn_provider: null },
  },
  {
    name: "one listed neighbour is not enough",
    ip: "5.9.60.200",
    ranges: [{ cidr: "5.9.60.3/32", category: "vpn" }, { cidr: "5.9.61.3/32", category: "vpn" }],
    signals: { is_vpn: false },
  },
  {
    name: "the same block of an access provider is not taken for a VPN",
    ip: "73.15.20.200",
    ranges: [{ cidr: "73.15.20.0/25", category: "vpn" }],
    signals: { is_vpn: false, is_datacenter: false },
  },
  {
    name: "a carrier's tenant block",
    ip: "38.1.1.200",
    ranges: [{ cidr: "38.1.1.0/25", category: "vpn" }],
    signals: { is_vpn: true, is_datacenter: false },
  },
  {
    name: "an access provider inside a datacenter list",
    ip: "190.2.1.1",
    ranges: [{ cidr: "190.2.0.0/16", category: "datacenter" }],
    signals: { is_datacenter: false },
  },
  {
    name: "a staff gateway inside a VPN list",
    ip: "165.225.1.1",
    ranges: [{ cidr: "165.225.0.0/16", category: "vpn" }],
    signals: { is_vpn: false, is_datacenter: true },
  },
  {
    name: "a relay inside VPN and datacenter lists, by its list",
    ip: "5.9.60.9",
    ranges: [
      { cidr: "5.9.60.0/24", category: "relay" },
      { cidr: "5.9.0.0/16", category: "vpn" },
      { cidr: "5.9.0.0/16", category: "datacenter" },
    ],
    signals: { is_vpn: false, is_datacenter: false },
  },
  {
    name: "a relay inside a VPN list, by its system, when its list is missing",
    ip: "172.224.1.1",
    ranges: [{ cidr: "172.224.0.0/16", category: "vpn" }],
    confirmed: {},
    signals: { is_vpn: false, is_datacenter: false },
  },
  {
    name: "a netblock of a listed system",
    ip: "64.0.0.1",
    ranges: [],
    signals: { is_hijacked_netblock: true },
    more: { hijacked_source: "spamhaus_asndrop:AS64501" },
  },
  {
    name: "it is not announced and no list is loaded",
    ip: "9.9.9.9",
    ranges: [],
    confirmed: {},
    signals: { is_vpn: null, is_datacenter: null },
    more: { geo: { country: null, city: null, asn: null, isp: null } },
  },
];

for (const { name, ip, ranges, confirmed, signals, more } of ROWS) {
  Deno.test(`IP evidence, ${name}`, () => {
    const fields = fieldsOf(ip, sources(ranges, confirmed));
    for (const [signal, expected] of Object.entries(signals)) {
      assert.equal(fields.signals[signal as keyof IpFields["signals"]], expected, signal);
    }
    for (const [field, expected] of Object.entries(more ?? {})) {
      assert.deepEqual(fields[field as keyof IpFields], expected, field);
    }
  });
}

Deno.test("a second list of systems joins the first, with its own name and category", () => {
  const given = sources([]);
  const library = given.ranges as RangeLibrary;
  library.replaceAsns("another-list", { category: "vpn" }, [64501, 36290]);
  assert.deepEqual(library.lookupAsn(64501).map(({ feed }) => feed), ["spamhaus-asndrop", "another-list"]);
  const both = fieldsOf("64.0.0.1", given);
  assert.equal(both.hijacked_source, "spamhaus_asndrop:AS64501");
  assert.equal(both.signals.is_vpn, true);
  const vpn = fieldsOf("190.2.0.1", given);
  assert.deepEqual([vpn.signals.is_vpn, vpn.signals.is_hijacked_netblock], [true, false]);
});

Deno.test("special-purpose addresses are not looked up, although the tables cover them", () => {
  const address = parseAddress("203.0.113.5")!;
  const refuse = () => assert.fail("nothing may be asked");
  const given: IpSources = {
    places: { lookup: refuse },
    networks: { lookup: refuse },
    ranges: { lookup: refuse, loaded: refuse, lookupAsn: refuse, relayPlace: refuse },
    operators: { at: refuse },
    proxies: { lookup: refuse },
  };
  assert.equal(TABLES.places.lookup(address).known, true);
  const evidence = collectIp(address, given, { history: HISTORY });
  assert.match(evidence.reserved ?? "", /TEST-NET-3/);
  assert.equal(scoreIp(evidence).fields.geo.country, null);
  assert.equal(scoreIp(evidence).breakdown.score, 0);
});

Deno.test("a special-purpose block that is reachable is scored like any other", () => {
  const evidence = collectIp(parseAddress("192.31.196.1")!, sources([]), { history: HISTORY });
  assert.equal(evidence.reserved, null);
});

Deno.test("hostingAt: datacenter or VPN is hosting, an ordinary line is not, the unknown stays unknown", () => {
  const rows: [string, unknown][] = [
    ["5.9.60.2", known(true)],
    ["45.83.220.9", known(true)],
    ["73.15.20.1", known(false)],
    ["9.9.9.9", unknown("not_loaded")],
  ];
  for (const [ip, expected] of rows) {
    assert.deepEqual(
      hostingAt(parseAddress(ip)!, { ...TABLES, ranges: NO_RANGES, proxies: NO_PROXIES }),
      expected,
      ip,
    );
  }
});

Deno.test("an unannounced hole inside the space of one known hosting provider is its own", () => {
  const rows: [ip: string, is: boolean | null, why: string][] = [
    ["66.1.192.0", true, "its first address"],
    ["66.1.255.255", true, "its last address"],
    ["66.1.223.7", true, "in the middle of a /18"],
    ["66.2.8.5", true, "a small one"],
    ["66.2.96.0", null, "too far from both sides"],
    ["66.2.18.0", null, "too far from one side"],
    ["66.3.5.0", null, "between two providers"],
    ["66.3.40.0", null, "between a provider and an access network"],
    ["66.3.70.0", null, "inside an access network"],
    ["66.3.100.0", null, "between an access network and a guessed one"],
    ["66.3.130.0", null, "inside a network that is hosting by its name only"],
    ["0.0.255.255", null, "below the first row"],
    ["223.255.255.250", null, "above the last row"],
    ["2001:db9::1", null, "IPv6"],
  ];
  for (const [text, is, why] of rows) {
    const evidence = hostingAt(parseAddress(text)!, { ...TABLES, ranges: NO_RANGES, proxies: NO_PROXIES });
    assert.equal(evidence.known ? evidence.value : null, is, why);
  }
});
