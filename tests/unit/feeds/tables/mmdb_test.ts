import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { openAsnMmdb, openCityMmdb } from "../../../../src/feeds/tables/mmdb.ts";
import { mmdbBytes, type MmdbDraft, type MmdbValue } from "../../../support/fixtures/mmdb.ts";

function withFile<T>(bytes: Uint8Array, run: (path: string) => T): T {
  const path = Deno.makeTempFileSync({ prefix: "winnow-", suffix: ".mmdb" });
  try {
    Deno.writeFileSync(path, bytes);
    return run(path);
  } finally {
    Deno.removeSync(path);
  }
}

function ip(text: string) {
  return parseAddress(text)!;
}

const CITY_SHAPES: readonly { name: string; record: MmdbValue; expected: unknown }[] = [
  {
    name: "flat, as ip-location-db",
    record: { city: "Berlin (Reinickendorf)", country_code: "DE", state1: "Land Berlin", postcode: "" },
    expected: known({ country: "DE", city: "Berlin", region: "Land Berlin" }),
  },
  {
    name: "flat, with a name in brackets and a district",
    record: { city: "Kempten (Allgau) (Lenzfried)", country_code: "DE" },
    expected: known({ country: "DE", city: "Kempten" }),
  },
  {
    name: "nested, as GeoIP2",
    record: {
      country: { iso_code: "GB", names: { en: "United Kingdom" } },
      city: { geoname_id: 1, names: { de: "London (de)", en: "London" } },
      subdivisions: [{ iso_code: "ENG", names: { en: "England" } }],
    },
    expected: known({ country: "GB", city: "London", region: "England" }),
  },
  {
    name: "nested without English names",
    record: { country: { iso_code: "FR" }, city: { names: { fr: "Lyon" } } },
    expected: known({ country: "FR", city: "Lyon" }),
  },
  {
    name: "country alone",
    record: { country: { iso_code: "jp" } },
    expected: known({ country: "JP", city: null }),
  },
  {
    name: "country as plain text",
    record: { country: "NL", city: "Delft" },
    expected: known({ country: "NL", city: "Delft" }),
  },
  { name: "empty strings", record: { country_code: "", city: "" }, expected: unknown("no_data") },
  { name: "a country that is no code", record: { country_code: "Germany" }, expected: unknown("no_data") },
  {
    name: "wrong types",
    record: { country_code: 7, city: [1], subdivisions: "x" },
    expected: unknown("no_data"),
  },
  {
    name: "another kind of database",
    record: { connection_type: "Cable/DSL" },
    expected: unknown("no_data"),
  },
  { name: "a record that is text", record: "192.0.2.0/24", expected: unknown("no_data") },
  { name: "a record that is a list", record: ["DE"], expected: unknown("no_data") },
];

for (const { name, record, expected } of CITY_SHAPES) {
  Deno.test(`city file, ${name}`, () =>
    withFile(mmdbBytes({ type: "City", networks: { "8.8.8.0/24": record, "2a00::/32": record } }), (path) => {
      const table = openCityMmdb(path);
      assert.deepEqual(table.lookup(ip("8.8.8.8")), expected);
      assert.deepEqual(table.lookup(ip("2a00::1")), expected);
      assert.deepEqual(table.lookup(ip("8.8.9.0")), unknown("no_data"));
      assert.deepEqual(table.lookup(ip("2a01::1")), unknown("no_data"));
    }));
}

const ASN_SHAPES: readonly { name: string; record: MmdbValue; expected: unknown }[] = [
  {
    name: "GeoLite2 ASN",
    record: { autonomous_system_number: 15169, autonomous_system_organization: "GOOGLE" },
    expected: known({ asn: 15169, name: "GOOGLE" }),
  },
  {
    name: "GeoIP2 Enterprise",
    record: { traits: { autonomous_system_number: 217, autonomous_system_organization: "UMN" } },
    expected: known({ asn: 217, name: "UMN" }),
  },
  {
    name: "AS number as text",
    record: { asn: "AS13335", as_name: "Cloudflare" },
    expected: known({ asn: 13335, name: "Cloudflare" }),
  },
  { name: "no name", record: { autonomous_system_number: 7 }, expected: known({ asn: 7, name: "" }) },
  { name: "no number", record: { autonomous_system_organization: "X" }, expected: unknown("no_data") },
  { name: "number 0", record: { autonomous_system_number: 0 }, expected: unknown("no_data") },
  { name: "no number at all", record: { asn: "ASx" }, expected: unknown("no_data") },
];

for (const { name, record, expected } of ASN_SHAPES) {
  Deno.test(`ASN file, ${name}`, () =>
    withFile(mmdbBytes({ type: "ASN", networks: { "8.8.8.0/24": record } }), (path) => {
      assert.deepEqual(openAsnMmdb(path).lookup(ip("8.8.8.8")), expected);
    }));
}

Deno.test("a file of one family leaves the other family to the other table", () => {
  const otherFamily = { lookup: () => known({ country: "XX", city: null }) };
  const draft = (type: string, ipVersion: 4 | 6, network: string): MmdbDraft => ({
    type,
    ipVersion,
    networks: { [network]: { country_code: "DE", city: "" } },
  });
  withFile(mmdbBytes(draft("city ipv4", 4, "8.8.8.0/24")), (path) => {
    assert.deepEqual(
      openCityMmdb(path, otherFamily).lookup(ip("8.8.8.8")),
      known({ country: "DE", city: null }),
    );
    assert.deepEqual(
      openCityMmdb(path, otherFamily).lookup(ip("808:808::")),
      known({ country: "XX", city: null }),
    );
    assert.deepEqual(openCityMmdb(path).lookup(ip("808:808::")), unknown("no_data"));
  });
  withFile(mmdbBytes(draft("city ipv6", 6, "2a00::/32")), (path) => {
    assert.deepEqual(
      openCityMmdb(path, otherFamily).lookup(ip("2a00::1")),
      known({ country: "DE", city: null }),
    );
    assert.deepEqual(
      openCityMmdb(path, otherFamily).lookup(ip("8.8.8.8")),
      known({ country: "XX", city: null }),
    );
  });
});

/** A pointer to a map whose two values point at a map whose two values point at … : a few hundred bytes, 2^depth values. */
function unfolding(depth: number): number[] {
  const pointer = (at: number) => [0x20 | (at >>> 8), at & 0xff];
  const maps = [0xe0];
  let deepest = 2;
  for (let level = 0; level < depth; level++) {
    const at = 2 + maps.length;
    maps.push(0xe2, 0x41, 0x61, ...pointer(deepest), 0x41, 0x62, ...pointer(deepest));
    deepest = at;
  }
  return [...pointer(deepest), ...maps];
}

const BROKEN_RECORDS: readonly { name: string; data: readonly number[] }[] = [
  { name: "maps that unfold without end", data: unfolding(60) },
  { name: "a pointer to itself", data: [0x20, 0x00] },
  { name: "a map longer than the file", data: [0xff, 0xff, 0xff, 0xff] },
  { name: "an unknown type", data: [0x00, 0xff] },
];

for (const { name, data } of BROKEN_RECORDS) {
  Deno.test(`a record with ${name} is unavailable and the rest of the file is read`, () =>
    withFile(mmdbBytes({ type: "City", networks: { "8.8.8.0/24": "x" }, rawData: data }), (path) => {
      const table = openCityMmdb(path);
      const answer = table.lookup(ip("8.8.8.8"));
      assert.equal(answer.known, false);
      assert.equal(!answer.known && answer.why, "unavailable");
      assert.deepEqual(table.lookup(ip("9.9.9.9")), unknown("no_data"));
    }));
}

const GOOD = mmdbBytes({ type: "City", networks: { "8.8.8.0/24": { country_code: "DE" } } });

const REFUSED: readonly { name: string; bytes: Uint8Array; why: RegExp }[] = [
  { name: "empty", bytes: new Uint8Array(), why: /no MaxMind DB metadata/ },
  {
    name: "something else",
    bytes: new TextEncoder().encode("PK\x03\x04".repeat(1000)),
    why: /no MaxMind DB metadata/,
  },
  { name: "gzip, not unpacked", bytes: Uint8Array.of(0x1f, 0x8b, 8, 0), why: /no MaxMind DB metadata/ },
  { name: "cut off", bytes: GOOD.slice(0, GOOD.length >> 1), why: /no MaxMind DB metadata/ },
  { name: "without its beginning", bytes: GOOD.slice(400), why: /search tree does not fit/ },
  {
    name: "of an unknown record size",
    bytes: mmdbBytes({ type: "City", networks: { "8.8.8.0/24": "x" }, metadata: { record_size: 23 } }),
    why: /record size/,
  },
  {
    name: "of IP version 5",
    bytes: mmdbBytes({ type: "City", networks: { "8.8.8.0/24": "x" }, metadata: { ip_version: 5 } }),
    why: /IP version 5/,
  },
  {
    name: "with a tree that is too large for it",
    bytes: mmdbBytes({
      type: "City",
      networks: { "8.8.8.0/24": "x" },
      metadata: { node_count: 4_000_000_000 },
    }),
    why: /search tree does not fit/,
  },
  {
    name: "without a node",
    bytes: mmdbBytes({ type: "City", networks: { "8.8.8.0/24": "x" }, metadata: { node_count: 0 } }),
    why: /search tree does not fit/,
  },
];

for (const { name, bytes, why } of REFUSED) {
  Deno.test(`a file that is ${name} is refused with its path`, () =>
    withFile(bytes, (path) => {
      for (const open of [openCityMmdb, openAsnMmdb]) {
        assert.throws(() => open(path), (error: Error) => {
          assert.ok(error.message.startsWith(`the MMDB file ${path} is refused: `), error.message);
          assert.match(error.message, why);
          return true;
        });
      }
    }));
}

Deno.test("a file that is not there is refused with its path", () => {
  assert.throws(
    () => openCityMmdb("/nonexistent/own.mmdb"),
    /the MMDB file \/nonexistent\/own\.mmdb is refused: it cannot be read/,
  );
});

Deno.test("metadata that unfolds without end is refused", () => {
  const text = new TextDecoder("latin1").decode(GOOD);
  const metadata = text.lastIndexOf("MaxMind.com") + "MaxMind.com".length;
  withFile(Uint8Array.from([...GOOD.slice(0, metadata), ...unfolding(60)]), (path) => {
    assert.throws(() => openCityMmdb(path), /is refused: the record follows too many pointers/);
  });
});
