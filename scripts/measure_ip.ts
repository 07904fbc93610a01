/** Measures the IP signal on the corpora, for `measure.ts`. */
import {
  addressFromV4,
  addressFromV6,
  type Cidr,
  contains,
  parseAddress,
  parseCidr,
} from "../src/model/address/address.ts";
import { isGlobalUnicast } from "../src/model/address/special_purpose.ts";
import { Operators } from "../src/feeds/tables/operators.ts";
import type { IpFields } from "../src/signals/ip/score.ts";

export interface MeasureRow {
  readonly metric: string;
  /** Per cent, or null when there was nothing to measure. */
  readonly value: number | null;
  /** For example `>= 90`. */
  readonly target: string;
  readonly ok: boolean;
}

/** `cold`: nothing but the bundle. `refreshed`: the mirror's feeds have been loaded once. */
export type MeasureMode = "cold" | "refreshed";

type Score = (ip: string) => Promise<IpFields>;
type Test = (fields: IpFields) => boolean;

const CLOUDS = ["amazon", "microsoft", "google", "oracle", "digitalocean", "linode", "vultr"];

export async function measureIp(score: Score, corpora: string, mode: MeasureMode): Promise<MeasureRow[]> {
  const rows: MeasureRow[] = [];
  const target = (cold: string, refreshed: string) => mode === "cold" ? cold : refreshed;
  const share = (ips: readonly string[], test: Test) => shareOf(score, ips, test);
  const add = (metric: string, value: number | null, wanted: string) =>
    rows.push({ metric, value, target: wanted, ok: value !== null && meets(value, wanted) });

  const byCloud = csvGroups(`${corpora}/cloud-ranges/cloud.csv`, "provider", "cidr");
  const clouds: (number | null)[] = [];
  for (const cloud of CLOUDS) {
    clouds.push(await share(hostsOf(byCloud.get(cloud) ?? []), isDatacenter));
    add(`datacenter recall, ${cloud}`, clouds.at(-1)!, "report");
  }
  add("datacenter recall, clouds (macro)", mean(clouds), target(">= 90", ">= 99.5"));
  const x4b = [4, 6].flatMap((family) => lines(`${corpora}/x4bnet-ranges/datacenter-ipv${family}.txt`));
  const listed = await withoutAccessProviders(score, hostsOf(x4b));
  add(
    "datacenter recall, X4BNet ranges",
    await share(listed, isDatacenter),
    target(">= 70", ">= 99.5"),
  );

  const byProvider = csvGroups(`${corpora}/vpn-provider-ips/vpn-servers.csv`, "provider", "ip");
  const either: (number | null)[] = [];
  const vpn: (number | null)[] = [];
  for (const [provider, ips] of byProvider) {
    either.push(await share(ips, (fields) => isVpn(fields) || isDatacenter(fields)));
    vpn.push(await share(ips, isVpn));
    add(`VPN or datacenter, ${provider}`, either.at(-1)!, "report");
    add(`is_vpn, ${provider}`, vpn.at(-1)!, target("report", ">= 40"));
  }
  add("VPN or datacenter by provider (macro)", mean(either), target(">= 80", ">= 95"));
  add("is_vpn by provider (macro)", mean(vpn), target(">= 20", ">= 75"));
  add(
    "vpn_provider correct when given",
    await providerPrecision(score, byProvider),
    target(">= 95", ">= 98"),
  );

  for (const [name, file, limit] of FALSE_POSITIVES) {
    const ips = csvGroups(`${corpora}/residential-ips/${file}`, "", "ip").get("")!;
    add(`false positives, ${name}`, await share(ips, isFlagged), target(limit[0], limit[1]));
  }
  const relay = [4, 6].flatMap((family) => lines(`${corpora}/apple-private-relay/relay-ipv${family}.txt`));
  add("Apple relay as VPN", await share(hostsOf(relay), isVpn), target("<= 2", "<= 1"));

  const tor = await share(lines(`${corpora}/tor-exits/exits-2026-08.txt`), isTor);
  add("Tor exit recall", tor, target("report", ">= 100"));
  const noExit = await share(lines(`${corpora}/tor-exits/relays-not-exit-2026-08.txt`), isTor);
  add("Tor, relays that are no exits", noExit, "<= 0");
  const proxies = csvGroups(`${corpora}/open-proxies/proxies-2026-08.csv`, "", "ip").get("")!;
  add("open-proxy recall", await share(proxies, isProxy), target("report", ">= 98"));
  const drop = lines(`${corpora}/spamhaus-drop/drop_v4-2026-07.json`)
    .map((line) => (JSON.parse(line) as { cidr?: string }).cidr ?? "").filter((cidr) => cidr !== "");
  add("hijacked recall", await share(hostsOf(drop), isHijacked), target("report", ">= 100"));
  const delisted = lines(`${corpora}/spamhaus-drop/delisted-since-2025-04.txt`)
    .filter((cidr) => !drop.some((current) => overlap(cidr, current)));
  add("hijacked, delisted ranges", await share(hostsOf(delisted), isHijacked), "<= 0");
  const eyeball = csvGroups(`${corpora}/residential-ips/eyeball.csv`, "", "ip").get("")!;
  add("hijacked, residential", await share(eyeball, isHijacked), "<= 0.05");
  add("share of IPv4 space flagged", await share(randomV4(20_000), isFlagged), "<= 12");
  return rows;
}

const FALSE_POSITIVES: readonly [name: string, file: string, limit: [cold: string, refreshed: string]][] = [
  ["residential", "eyeball.csv", ["<= 0.3", "<= 0.5"]],
  ["business and education", "business-edu.csv", ["<= 1", "<= 1"]],
  ["hard negatives", "hard-negatives.csv", ["<= 10", "<= 10"]],
];

const isVpn: Test = ({ signals }) => signals.is_vpn === true;
const isDatacenter: Test = ({ signals }) => signals.is_datacenter === true;
const isTor: Test = ({ signals }) => signals.is_tor === true;
const isProxy: Test = ({ signals }) => signals.is_proxy === true;
const isHijacked: Test = ({ signals }) => signals.is_hijacked_netblock === true;
const isFlagged: Test = (fields) => isVpn(fields) || isDatacenter(fields) || isTor(fields) || isProxy(fields);

async function shareOf(score: Score, ips: readonly string[], test: Test): Promise<number | null> {
  let fired = 0;
  for (const ip of ips) if (test(await score(ip))) fired++;
  return ips.length === 0 ? null : 100 * fired / ips.length;
}

/** Per cent of the addresses with a provider's name that have the right one; only letters are compared. */
async function providerPrecision(score: Score, byProvider: Map<string, string[]>): Promise<number | null> {
  let named = 0;
  let right = 0;
  for (const [provider, ips] of byProvider) {
    for (const ip of ips) {
      const given = (await score(ip)).vpn_provider?.toLowerCase().replace(/[^a-z]/g, "");
      if (given === undefined) continue;
      named++;
      if (given === provider || (provider === "pia" && given === "privateinternetaccess")) right++;
    }
  }
  return named === 0 ? null : 100 * right / named;
}

/** Without addresses of access providers (`data/access_isps.csv`), which the list contains by mistake. */
async function withoutAccessProviders(score: Score, ips: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  const operators = new Operators();
  for (const ip of ips) {
    const { asn } = (await score(ip)).geo;
    if (asn === null || operators.of(Number(asn.slice(2)), "").kind !== "access") kept.push(ip);
  }
  return kept;
}

/** The first and one pseudo-random host of each range, without documentation ranges, which some feeds contain. */
function hostsOf(cidrs: readonly string[]): string[] {
  const random = generator();
  return cidrs.flatMap((text) => {
    const cidr = parseCidr(text);
    if (cidr === null || !isGlobalUnicast(cidr.address)) return [];
    return [cidr.address.text, hostIn(cidr, random)];
  });
}

function overlap(one: string, other: string): boolean {
  const [a, b] = [parseCidr(one), parseCidr(other)];
  return a !== null && b !== null && (contains(a, b.address) || contains(b, a.address));
}

function hostIn({ address, prefix }: Cidr, random: () => number): string {
  if (address.family === 4) {
    const size = 2 ** (32 - prefix);
    return addressFromV4(address.v4 + Math.floor(random() * size)).text;
  }
  const words = address.v6.map((word, index) => {
    const fixed = Math.min(32, Math.max(0, prefix - index * 32));
    return word + Math.floor(random() * 2 ** (32 - fixed));
  }) as [number, number, number, number];
  return addressFromV6(words).text;
}

function randomV4(count: number): string[] {
  const random = generator();
  return Array.from({ length: count }, () => addressFromV4(Math.floor(random() * 2 ** 32)).text);
}

/** A fixed sequence: the same addresses in every run. */
function generator(): () => number {
  let state = 20_261_120;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function meets(value: number, target: string): boolean {
  const [sign, limit] = target.split(" ");
  if (sign === "report") return true;
  return sign === ">=" ? value >= Number(limit) : value <= Number(limit);
}

function mean(values: readonly (number | null)[]): number | null {
  const given = values.filter((value) => value !== null);
  return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0) / given.length;
}

function lines(path: string): string[] {
  return Deno.readTextFileSync(path).split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Values of one column grouped by another (`""`: all in one group). The columns read here are not quoted. */
function csvGroups(path: string, by: string, wanted: string): Map<string, string[]> {
  const [heading, ...rest] = lines(path);
  const columns = heading!.split(",");
  const groups = new Map<string, string[]>();
  for (const line of rest) {
    const cells = line.split(",");
    const value = cells[columns.indexOf(wanted)]!;
    if (wanted === "ip" && parseAddress(value) === null) continue;
    const group = by === "" ? "" : cells[columns.indexOf(by)]!;
    const list = groups.get(group);
    if (list === undefined) groups.set(group, [value]);
    else list.push(value);
  }
  return groups;
}
