/** Every upstream format, by a miniature file. */
import assert from "node:assert/strict";
import { addressFromV4, addressFromV6, networkOf } from "../../../../../src/model/address/address.ts";
import { findFeed } from "../../../../../src/feeds/catalog/catalog.ts";
import type { FeedContent, Parsed, RangeRows } from "../../../../../src/feeds/catalog/feed.ts";
import { inflated } from "../../../../../src/feeds/catalog/parsers/iptoasn.ts";

async function parse(name: string, text: string | Uint8Array<ArrayBuffer>): Promise<Parsed> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return await findFeed(name)!.parse(bytes, { maxBytes: 1_000_000 });
}

/** `first-last` of every range, with its label where the feed gives one. */
function shown({ content }: { readonly content: FeedContent }): string[] {
  assert.equal(content.kind, "ranges");
  const rows: RangeRows = (content as Extract<FeedContent, { kind: "ranges" }>).data;
  const label = (labels: Uint32Array, index: number) =>
    labels.length === 0 ? "" : ` ${rows.labels[labels[index]!]}`;
  const v4 = Array.from({ length: rows.v4.length / 2 }, (_, i) => {
    const [first, last] = [rows.v4[2 * i]!, rows.v4[2 * i + 1]!];
    return `${addressFromV4(first).text}-${addressFromV4(last).text}${label(rows.v4Labels, i)}`;
  });
  const v6 = Array.from({ length: rows.v6.length / 8 }, (_, i) => {
    const at = (start: number) =>
      addressFromV6([...rows.v6.subarray(start, start + 4)] as [number, number, number, number]);
    return `${at(8 * i).text}-${at(8 * i + 4).text}${label(rows.v6Labels, i)}`;
  });
  return [...v4, ...v6];
}

const FORMATS: { name: string; feed: string; given: string; expected: string[] }[] = [
  {
    name: "addresses and CIDRs a line, comments and trailing columns",
    feed: "x4bnet-vpn-ipv4",
    given: "# head\n2.26.157.0/24\n\n  104.28.28.64/26  # tail\n9.9.9.9,x\n; other\n",
    expected: ["2.26.157.0-2.26.157.255", "104.28.28.64-104.28.28.127", "9.9.9.9-9.9.9.9"],
  },
  {
    name: "AWS",
    feed: "aws-ip-ranges",
    given: '{"prefixes":[{"ip_prefix":"3.5.140.0/22"}],"ipv6_prefixes":[{"ipv6_prefix":"2600:1f18::/36"}]}',
    expected: ["3.5.140.0-3.5.143.255", "2600:1f18::-2600:1f18:fff:ffff:ffff:ffff:ffff:ffff"],
  },
  {
    name: "Google Cloud, either family a row",
    feed: "gcp-cloud",
    given: '{"prefixes":[{"ipv4Prefix":"34.1.208.0/20"},{"ipv6Prefix":"2600:1900:8000::/44"}]}',
    expected: ["34.1.208.0-34.1.223.255", "2600:1900:8000::-2600:1900:800f:ffff:ffff:ffff:ffff:ffff"],
  },
  {
    name: "Azure, the tags of the cloud only",
    feed: "azure-servicetags",
    given: JSON.stringify({
      values: [
        { name: "AzureCloud.westeurope", properties: { addressPrefixes: ["4.144.0.0/17"] } },
        { name: "Office365", properties: { addressPrefixes: ["13.107.6.152/31"] } },
        { name: "AzureCloudNot", properties: { addressPrefixes: ["13.107.6.152/31"] } },
      ],
    }),
    expected: ["4.144.0.0-4.144.127.255"],
  },
  {
    name: "Oracle",
    feed: "oracle-public_ip_ranges",
    given: '{"regions":[{"region":"a","cidrs":[{"cidr":"129.159.192.0/18","tags":["OCI"]}]},{"cidrs":[]}]}',
    expected: ["129.159.192.0-129.159.255.255"],
  },
  {
    name: "a geofeed",
    feed: "linode-geofeed",
    given: "# Linode Geofeed\n45.33.0.0/20,US,US-TX,Richardson,\n2600:3c00::/32,US,US-TX,Richardson,\n",
    expected: ["45.33.0.0-45.33.15.255", "2600:3c00::-2600:3c00:ffff:ffff:ffff:ffff:ffff:ffff"],
  },
  {
    name: "Vultr, without documentation and 6to4 space",
    feed: "vultr-geofeed",
    given: "192.0.2.0/24\n2002::/16\n45.32.0.0/16\n",
    expected: ["45.32.0.0-45.32.255.255"],
  },
  {
    name: "Fastly",
    feed: "fastly-public-ip-list",
    given: '{"addresses":["23.235.32.0/20"],"ipv6_addresses":["2a04:4e40::/32"]}',
    expected: ["23.235.32.0-23.235.47.255", "2a04:4e40::-2a04:4e40:ffff:ffff:ffff:ffff:ffff:ffff"],
  },
  {
    name: "Apple's relay with its places",
    feed: "apple-egress-ip-ranges",
    given: '172.224.226.0/27,GB,GB-EN,London,\n172.224.226.32/31,,,,\n172.224.226.34/31,GB,GB-EN,"Lon",\n',
    expected: [
      "172.224.226.0-172.224.226.31 GB|London",
      "172.224.226.32-172.224.226.33 ",
      "172.224.226.34-172.224.226.35 ",
    ],
  },
  {
    name: "Mullvad, a server without IPv6",
    feed: "mullvad-relays",
    given:
      '[{"ipv4_addr_in":"45.83.1.1","ipv6_addr_in":"2a0d:5600::1"},{"ipv4_addr_in":"45.83.1.2","ipv6_addr_in":null}]',
    expected: ["45.83.1.1-45.83.1.1", "45.83.1.2-45.83.1.2", "2a0d:5600::1-2a0d:5600::1"],
  },
  {
    name: "NordVPN",
    feed: "nordvpn-servers",
    given: '[{"station":"5.180.62.1","ipv6_station":"","ips":[{"ip":{"ip":"5.180.62.2","version":4}}]}]',
    expected: ["5.180.62.1-5.180.62.1", "5.180.62.2-5.180.62.2"],
  },
  {
    name: "Private Internet Access, JSON before a signature",
    feed: "pia-servers",
    given:
      '{"regions":[{"servers":{"wg":[{"ip":"37.19.1.1","cn":"x"}],"meta":[{"ip":"37.19.1.2"}]}}]}\n\nc2lnbmF0dXJl==\n',
    expected: ["37.19.1.1-37.19.1.1", "37.19.1.2-37.19.1.2"],
  },
  {
    name: "IVPN",
    feed: "ivpn-servers",
    given:
      '{"wireguard":[{"hosts":[{"host":"169.150.1.1","ipv6":{"local_ip":"fd00::1"}}]}],"openvpn":[{"hosts":[]}]}',
    expected: ["169.150.1.1-169.150.1.1"],
  },
  {
    name: "Proton VPN",
    feed: "proton-logicals",
    given: '{"LogicalServers":[{"Servers":[{"EntryIP":"185.159.1.1","ExitIP":"185.159.1.2"}]}]}',
    expected: ["185.159.1.2-185.159.1.2", "185.159.1.1-185.159.1.1"],
  },
  {
    name: "open proxies, where they listen and where they come out",
    feed: "monosans-proxies",
    given:
      '[{"protocol":"http","host":"41.2.3.4","port":80,"exit_ip":"41.2.3.5"},{"host":"41.2.3.6","exit_ip":null}]',
    expected: ["41.2.3.5-41.2.3.5", "41.2.3.4-41.2.3.4", "41.2.3.6-41.2.3.6"],
  },
  {
    name: "Spamhaus DROP with its listing",
    feed: "spamhaus-drop_v4",
    given:
      '{"cidr":"1.10.16.0/20","sblid":"SBL256894"}\n{"cidr":"223.254.0.0/16","sblid":"<b>"}\n{"type":"metadata","records":2}\n',
    expected: ["1.10.16.0-1.10.31.255 spamhaus_drop:SBL256894", "223.254.0.0-223.254.255.255 spamhaus_drop"],
  },
];

for (const { name, feed, given, expected } of FORMATS) {
  Deno.test(`parser: ${name}`, async () => {
    const parsed = await parse(feed, given);
    assert.deepEqual(shown(parsed), expected);
    assert.equal(parsed.entries, expected.length);
    assert.equal(parsed.bad, 0);
  });
}

Deno.test("Onionoo: seen exits, and IPv6 relay addresses only where the policy exits to IPv6", async () => {
  const relays = [
    { or_addresses: ["5.1.1.1:9001", "[2a01:1::1]:9001"], exit_addresses: ["5.1.1.9"] },
    { or_addresses: ["[2a01:1::2]:443"], exit_policy_summary: { accept: ["443"] } },
    {
      or_addresses: ["[2a01:1::3]:443"],
      exit_policy_summary: {},
      exit_policy_v6_summary: { accept: ["443"] },
    },
    {
      or_addresses: ["[2a01:1::4]:443"],
      exit_policy_summary: {},
      exit_policy_v6_summary: { reject: ["1-65535"] },
    },
    { or_addresses: ["[2a01:1::5]:443"], flags: ["Guard"], exit_addresses: ["5.1.1.5"] },
    { or_addresses: ["[2a01:1::6]:443"], running: false },
    { or_addresses: ["[2a01:1::7]:443", 5, "rubbish"], exit_addresses: ["2a01:1::7"], flags: ["Exit"] },
  ];
  const parsed = await parse("tor-onionoo-details", JSON.stringify({ relays }));
  const hosts = shown(parsed).map((range) => range.split("-")[0]);
  assert.deepEqual(hosts, ["5.1.1.9", "2a01:1::1", "2a01:1::3", "2a01:1::7"]);
});

Deno.test("ASN-DROP: numbers of networks", async () => {
  const rows = ['{"asn":64500}', '{"asn":"64501"}', '{"asn":0}', '{"type":"metadata","records":3}'];
  const { content, entries, bad } = await parse("spamhaus-asndrop", rows.join("\n"));
  assert.deepEqual(content, { kind: "asns", data: new Uint32Array([64500]) });
  assert.deepEqual({ entries, bad }, { entries: 1, bad: 2 });
});

Deno.test("disposable domains: lower case, without private suffixes and rubbish", async () => {
  const rows = [
    "0-MAIL.com",
    "@at.example.com",
    "pp.ua",
    "no_tld",
    "1.2.3.4",
    "a..b.com",
    "x".repeat(64) + ".com",
  ];
  const { content, bad, dropped } = await parse("disposable-domains", `${rows.join("\r\n")}\r\n`);
  assert.deepEqual(content, { kind: "domains", data: "0-mail.com\nat.example.com" });
  assert.deepEqual({ bad, dropped }, { bad: 4, dropped: 1 });
});

Deno.test("RDAP bootstrap: top-level domains that have a base", async () => {
  const services = [[["com", "net"], ["https://rdap.example/v1/"]], [["cz"], ["http://rdap.nic.cz/"]], [[
    "xx",
  ], []], 5];
  const { entries, bad } = await parse("rdap-dns", JSON.stringify({ services }));
  assert.deepEqual({ entries, bad }, { entries: 3, bad: 2 });
  await assert.rejects(parse("rdap-dns", "{}"), /no list "services"/);
});

Deno.test("confusables: mappings", async () => {
  const text = "# Version: 17.0.0\n0430 ;\t0061 ;\tMA\t# a\n006D ;\t0072 006E ;\tMA\t# rn\nrubbish\n";
  const { entries, bad } = await parse("confusables", text);
  assert.deepEqual({ entries, bad }, { entries: 2, bad: 1 });
});

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).bytes();
}

Deno.test("IPtoASN: routed rows, gzip or plain; a reversed range is a bad row", async () => {
  const rows = [
    "1.0.0.0\t1.0.0.255\t13335\tUS\tCLOUDFLARENET",
    "1.0.1.0\t1.0.3.255\t0\tNone\tNot routed",
    "1.0.9.0\t1.0.8.0\t56203\tAU\tREVERSED",
    "2001:200::\t2001:200:ffff::\t2500\tJP\tWIDE",
    "2001:200::\t1.0.0.0\t2500\tJP\tMIXED",
  ];
  const text = rows.join("\n");
  for (const bytes of [text, await gzip(text)]) {
    const { content, entries, bad } = await parse("iptoasn-v4", bytes);
    assert.deepEqual({ entries, bad }, { entries: 2, bad: 2 });
    assert.deepEqual(content.kind === "networks" && content.data, {
      v4: Uint32Array.of(0x01000000, 0x010000ff),
      v4Systems: Uint32Array.of(0),
      v6: Uint32Array.of(0x20010200, 0, 0, 0, 0x20010200, 0xffff0000, 0, 0),
      v6Systems: Uint32Array.of(1),
      asns: Uint32Array.of(13335, 2500),
      names: "CLOUDFLARENET\nWIDE",
    });
  }
});

Deno.test("a gzip file inflates within its limit, or is refused", async () => {
  const zeros = await gzip("\0".repeat(100_000));
  assert.equal(inflated(zeros, 100_000).length, 100_000);
  assert.throws(() => inflated(zeros, 99_999), /more than 99999 bytes/);
  assert.throws(() => inflated(zeros.slice(0, 50), 100_000), /not valid gzip/);
  const bomb = await gzip("\0".repeat(2_000_000));
  assert.throws(() => inflated(bomb, 100_000_000), /more than 1048576 bytes/);
  const plain = new TextEncoder().encode("plain");
  assert.equal(inflated(plain, 1), plain);
});

Deno.test("an MMDB file is one, or is refused", async () => {
  await assert.rejects(parse("dbip-city-ipv4", "not a database"), /not an MMDB file/);
});

Deno.test("networks keep their host bits out", async () => {
  const parsed = await parse("x4bnet-vpn-ipv4", "5.45.7.77/24\n2a0d:5600:0:1::77/64\n");
  assert.deepEqual(shown(parsed), [
    "5.45.7.0-5.45.7.255",
    "2a0d:5600:0:1::-2a0d:5600:0:1:ffff:ffff:ffff:ffff",
  ]);
  assert.equal(networkOf(addressFromV4(0x052d074d), 24).text, "5.45.7.0");
});
