/** The feeds of address ranges and AS numbers. A new feed is one row here and, for a new format, one parser. */
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import type { Feed } from "./feed.ts";
import { azureServiceTags, jsonLineRanges, jsonRanges, placedGeofeed, rangeLines } from "./parsers/ranges.ts";
import { spamhausAsnDrop, spamhausDrop } from "./parsers/spamhaus.ts";
import { onionooDetails } from "./parsers/tor.ts";

const MIB = 2 ** 20;

const RANGES = { kind: "ranges", cadence: DAY_MS, maxBytes: 16 * MIB, timeout: 60_000 } as const;

const TOR = {
  ...RANGES,
  claim: { category: "tor" },
  cadence: 6 * HOUR_MS,
  licence: "public facts",
  credit: "Tor Project",
} as const;
const X4BNET = {
  ...RANGES,
  parse: rangeLines,
  licence: "MIT",
  redistributable: true,
  credit: "X4BNet/lists_vpn",
} as const;
const SPAMHAUS = {
  ...RANGES,
  cadence: 12 * HOUR_MS,
  licence: "https://www.spamhaus.org/drop/terms/",
  credit: "Spamhaus DROP © The Spamhaus Project SLU",
} as const;

export const RANGE_FEEDS: readonly Feed[] = [
  {
    ...TOR,
    name: "tor-bulk-exit-list",
    file: "tor-bulk-exit-list.txt",
    url: "https://check.torproject.org/torbulkexitlist",
    parse: rangeLines,
    decides: [4],
    minimum: 50,
  },
  {
    ...TOR,
    name: "tor-onionoo-details",
    file: "tor-onionoo-details.json",
    url: "https://onionoo.torproject.org/details?type=relay&flag=Exit&running=true" +
      "&fields=or_addresses,exit_addresses,exit_policy_summary,exit_policy_v6_summary",
    parse: onionooDetails,
    decides: [6],
    minimum: 20,
  },
  ...(["vpn", "datacenter"] as const).flatMap((category) =>
    ([4, 6] as const).map((family): Feed => ({
      ...X4BNET,
      name: `x4bnet-${category}-ipv${family}`,
      file: `x4bnet-${category}-ipv${family}.txt`,
      url: `https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/${category}/ipv${family}.txt`,
      claim: { category },
      decides: [family],
      minimum: family === 4 ? 1_000 : 50,
    }))
  ),
  cloud("AWS", "aws-ip-ranges.json", "https://ip-ranges.amazonaws.com/ip-ranges.json", {
    parse: jsonRanges("prefixes.*.ip_prefix", "ipv6_prefixes.*.ipv6_prefix"),
    minimum: 500,
  }),
  cloud("Google Cloud", "gcp-cloud.json", "https://www.gstatic.com/ipranges/cloud.json", {
    parse: jsonRanges("prefixes.*.ipv4Prefix", "prefixes.*.ipv6Prefix"),
    minimum: 20,
  }),
  {
    ...cloud(
      "Microsoft Azure",
      "azure-servicetags.json",
      "https://www.microsoft.com/en-us/download/details.aspx?id=56519",
      { parse: azureServiceTags, minimum: 100 },
    ),
    link: /https:\/\/download\.microsoft\.com\/download\/[\w/-]{1,120}\/ServiceTags_Public_\d{8}\.json/,
    cadence: 7 * DAY_MS,
  },
  cloud(
    "Oracle Cloud",
    "oracle-public_ip_ranges.json",
    "https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json",
    {
      parse: jsonRanges("regions.*.cidrs.*.cidr"),
      minimum: 100,
    },
  ),
  cloud("DigitalOcean", "digitalocean.csv", "https://www.digitalocean.com/geo/google.csv", { minimum: 30 }),
  cloud("Linode", "linode-geofeed.csv", "https://geoip.linode.com/", { minimum: 30 }),
  cloud("Vultr", "vultr-geofeed.txt", "https://geofeed.constant.com/?text", { minimum: 20 }),
  edge("Fastly", "fastly-public-ip-list.json", "https://api.fastly.com/public-ip-list", {
    parse: jsonRanges("addresses.*", "ipv6_addresses.*"),
    minimum: 5,
  }),
  edge("Cloudflare", "cloudflare-ips-v4.txt", "https://www.cloudflare.com/ips-v4/", {
    minimum: 3,
    decides: [4],
  }),
  edge("Cloudflare", "cloudflare-ips-v6.txt", "https://www.cloudflare.com/ips-v6/", {
    minimum: 1,
    decides: [6],
  }),
  {
    ...RANGES,
    name: "apple-egress-ip-ranges",
    file: "apple-egress-ip-ranges.csv",
    url: "https://mask-api.icloud.com/egress-ip-ranges.csv",
    claim: { category: "relay", label: "place" },
    decides: [4, 6],
    parse: placedGeofeed,
    minimum: 500,
    maxBytes: 64 * MIB,
    licence: "published for use by sites, none stated",
    credit: "Apple iCloud Private Relay",
  },
  consumerVpn("Google", "google-vpn-geofeed.csv", "https://www.gstatic.com/vpn/geofeed"),
  vpn("Mullvad", "mullvad-relays.json", "https://api.mullvad.net/www/relays/all", {
    parse: jsonRanges("*.ipv4_addr_in", "*.ipv6_addr_in"),
    minimum: 100,
  }),
  vpn("NordVPN", "nordvpn-servers.json", "https://api.nordvpn.com/v1/servers?limit=16384", {
    parse: jsonRanges("*.station", "*.ipv6_station", "*.ips.*.ip.ip"),
    minimum: 500,
  }),
  vpn("Private Internet Access", "pia-servers.json", "https://serverlist.piaservers.net/vpninfo/servers/v7", {
    parse: jsonLineRanges("regions.*.servers.*.*.ip"),
    minimum: 100,
  }),
  vpn("IVPN", "ivpn-servers.json", "https://api.ivpn.net/v5/servers.json", {
    parse: jsonRanges("wireguard.*.hosts.*.host", "openvpn.*.hosts.*.host"),
    minimum: 30,
  }),
  vpn("Proton VPN", "proton-logicals.json", "https://api.protonvpn.ch/vpn/logicals", {
    parse: jsonRanges("LogicalServers.*.Servers.*.ExitIP", "LogicalServers.*.Servers.*.EntryIP"),
    minimum: 100,
  }),
  {
    ...RANGES,
    name: "monosans-proxies",
    file: "monosans-proxies.json",
    url: "https://raw.githubusercontent.com/monosans/proxy-list/main/proxies.json",
    claim: { category: "proxy" },
    decides: [4, 6],
    cadence: HOUR_MS,
    parse: jsonRanges("*.exit_ip", "*.host"),
    minimum: 20,
    licence: "MIT",
    credit: "monosans/proxy-list",
  },
  ...([4, 6] as const).map((family): Feed => ({
    ...SPAMHAUS,
    name: `spamhaus-drop_v${family}`,
    file: `spamhaus-drop_v${family}.json`,
    url: `https://www.spamhaus.org/drop/drop_v${family}.json`,
    claim: { category: "hijacked", label: "source" },
    decides: [family],
    parse: spamhausDrop,
    minimum: family === 4 ? 100 : 5,
  })),
  {
    ...SPAMHAUS,
    kind: "asns",
    claim: { category: "hijacked" },
    name: "spamhaus-asndrop",
    file: "spamhaus-asndrop.json",
    url: "https://www.spamhaus.org/drop/asndrop.json",
    parse: spamhausAsnDrop,
    minimum: 20,
  },
];

type Own = Pick<Feed, "minimum"> & Partial<Pick<Feed, "parse" | "decides">>;

function cloud(operator: string, file: string, url: string, own: Own): Feed {
  return operated({ category: "datacenter", operator }, file, url, own, operator);
}

function edge(operator: string, file: string, url: string, own: Own): Feed {
  return operated({ category: "cdn", operator }, file, url, own, operator);
}

/** A provider's list of its own servers: absence from it is not evidence. */
function vpn(provider: string, file: string, url: string, own: Own): Feed {
  const feed = operated({ category: "vpn", provider }, file, url, own, provider);
  return { ...feed, maxBytes: 64 * MIB, timeout: 120_000 };
}

function consumerVpn(provider: string, file: string, url: string): Feed {
  return operated({ category: "vpn", provider, consumer: true }, file, url, { minimum: 20 }, provider);
}

function operated(claim: Feed["claim"] & object, file: string, url: string, own: Own, credit: string): Feed {
  const name = file.slice(0, file.lastIndexOf("."));
  const licence = "published by the operator, none stated";
  return { ...RANGES, parse: rangeLines, ...own, name, file, url, claim, licence, credit };
}
