import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { Operators } from "../../../../src/feeds/tables/operators.ts";

const operators = new Operators();

const CURATED: readonly { asn: number; kind: string; provider: string | null }[] = [
  { asn: 16509, kind: "hosting", provider: "Amazon Web Services" },
  { asn: 24940, kind: "hosting", provider: "Hetzner" },
  { asn: 207137, kind: "vpn", provider: "NordVPN" },
  { asn: 209854, kind: "vpn", provider: "Surfshark" },
  { asn: 208172, kind: "vpn", provider: "Proton VPN" },
  { asn: 39351, kind: "vpn", provider: "Mullvad" },
  { asn: 212238, kind: "vpn", provider: null },
  { asn: 60068, kind: "vpn_hosting", provider: "Datacamp" },
  { asn: 36290, kind: "access", provider: "The Cable (St Kitts)" },
  { asn: 6939, kind: "access", provider: "Hurricane Electric" },
  { asn: 22616, kind: "gateway", provider: "Zscaler" },
  { asn: 55256, kind: "gateway", provider: "Netskope" },
  { asn: 36183, kind: "relay", provider: "iCloud Private Relay on Akamai" },
  { asn: 174, kind: "carrier", provider: "Cogent Communications" },
];

for (const { asn, kind, provider } of CURATED) {
  Deno.test(`AS${asn} is ${kind}`, () => {
    assert.deepEqual(operators.of(asn, "whatever its name says"), { kind, provider, basis: "curated" });
  });
}

const NAMES: readonly { name: string; hosting: boolean }[] = [
  { name: "Acme Hosting Ltd", hosting: true },
  { name: "Some Cloud GmbH", hosting: true },
  { name: "LIENVPS TECHNOLOGY", hosting: true },
  { name: "HostHatch, LLC", hosting: true },
  { name: "zColo", hosting: true },
  { name: "Hostel Network", hosting: false },
  { name: "Observer Media", hosting: false },
  { name: "FIBERHOST S.A.", hosting: false },
  { name: "Piccolo Andrea", hosting: false },
  { name: "Example VPS LLC", hosting: true },
  { name: "Frankfurt Data Center AG", hosting: true },
  { name: "Nordic Datacentre AS", hosting: true },
  { name: "MegaHosting, Inc.", hosting: true },
  { name: "Dedicated Servers Ltd", hosting: true },
  { name: "Hostile Takeover Bank", hosting: false },
  { name: "Cloudberry Fibre Broadband", hosting: false },
  { name: "Cloud Telecom", hosting: false },
  { name: "Academic Computer Centre CYFRONET", hosting: false },
  { name: "University Hosting Services", hosting: false },
  { name: "COLOMBIA TELECOMUNICACIONES", hosting: false },
  { name: "Colorado School of Mines", hosting: false },
  { name: "Comcast Cable Communications, LLC", hosting: false },
  { name: "", hosting: false },
];

for (const { name, hosting } of NAMES) {
  Deno.test(`an unknown system named "${name}" is ${hosting ? "guessed to be hosting" : "nothing known"}`, () => {
    const expected = hosting
      ? { kind: "hosting", provider: name, basis: "name" }
      : { kind: null, provider: null, basis: null };
    assert.deepEqual(operators.of(4_200_000_000, name), expected);
  });
}

Deno.test("a name as long as an untrusted file may have is judged quickly", () => {
  assert.equal(operators.of(4_200_000_000, "x".repeat(1_000_000)).kind, null);
});

const AT: readonly { name: string; ip: string; asn: number; kind: string | null }[] = [
  {
    name: "a relay's range wins over the system that announces it",
    ip: "104.28.1.1",
    asn: 13335,
    kind: "relay",
  },
  { name: "outside the range the system counts", ip: "104.27.255.255", asn: 13335, kind: "hosting" },
  { name: "IPv6 relay range", ip: "2a09:bac2::1", asn: 13335, kind: "relay" },
  { name: "leased space behind a carrier is hosting", ip: "191.96.1.1", asn: 174, kind: "hosting" },
  {
    name: "leased space behind an unknown system is hosting",
    ip: "181.215.9.9",
    asn: 4_200_000_000,
    kind: "hosting",
  },
  { name: "leased space of a VPN's own system stays the VPN's", ip: "181.214.1.1", asn: 207137, kind: "vpn" },
  { name: "leased space of an access provider stays access", ip: "191.101.1.1", asn: 7922, kind: "access" },
  { name: "a carrier's other space is no evidence", ip: "38.1.1.1", asn: 174, kind: "carrier" },
];

for (const { name, ip, asn, kind } of AT) {
  Deno.test(`operators.at: ${name}`, () => {
    assert.equal(operators.at(parseAddress(ip)!, known({ asn, name: "" })).kind, kind);
  });
}

Deno.test("without an announcing system only ranges speak", () => {
  const silent = unknown("no_data");
  assert.equal(operators.at(parseAddress("104.28.1.1")!, silent).kind, "relay");
  assert.equal(operators.at(parseAddress("191.96.1.1")!, silent).kind, "hosting");
  assert.deepEqual(operators.at(parseAddress("8.8.8.8")!, silent), {
    kind: null,
    provider: null,
    basis: null,
  });
});

/** Each table's rows: number of columns, and the form of each. */
const TABLES: readonly { file: string; heading: string; row: RegExp }[] = [
  { file: "hosting_asns.csv", heading: "asn,name,as_of", row: /^\d+,[^,"]+,\d{4}-\d\d$/ },
  { file: "access_isps.csv", heading: "asn,name,as_of", row: /^\d+,[^,"]+,\d{4}-\d\d$/ },
  { file: "gateway_asns.csv", heading: "asn,name,as_of", row: /^\d+,[^,"]+,\d{4}-\d\d$/ },
  { file: "carriers.csv", heading: "asn,name,as_of", row: /^\d+,[^,"]+,\d{4}-\d\d$/ },
  {
    file: "vpn_asns.csv",
    heading: "asn,kind,provider,as_of",
    row: /^\d+,(vpn,[^,"]*|vpn_hosting,[^,"]+),\d{4}-\d\d$/,
  },
  {
    file: "relay_networks.csv",
    heading: "network,name,as_of",
    row: /^(AS\d+|[0-9a-f.:]+\/\d+),[^,"]+,\d{4}-\d\d$/,
  },
  { file: "leased_networks.csv", heading: "network,name,as_of", row: /^[0-9a-f.:]+\/\d+,[^,"]+,\d{4}-\d\d$/ },
];

for (const { file, heading, row } of TABLES) {
  Deno.test(`data/${file} is well formed, each row once`, () => {
    const text = Deno.readTextFileSync(new URL(`../../../../data/${file}`, import.meta.url));
    const [first, ...rows] = text.trimEnd().split("\n");
    assert.equal(first, heading);
    for (const line of rows) assert.match(line, row);
    const keys = rows.map((line) => line.split(",")[0]);
    assert.equal(new Set(keys).size, keys.length);
  });
}

Deno.test("no system is in two tables", () => {
  const seen = new Map<string, string>();
  for (const { file } of TABLES) {
    const text = Deno.readTextFileSync(new URL(`../../../../data/${file}`, import.meta.url));
    for (const line of text.trimEnd().split("\n").slice(1)) {
      const key = line.split(",")[0]!.replace(/^AS/, "");
      assert.equal(seen.get(key), undefined, `${key} in ${seen.get(key)} and ${file}`);
      seen.set(key, file);
    }
  }
});
