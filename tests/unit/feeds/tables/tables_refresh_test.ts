import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { orNull } from "../../../../src/model/evidence.ts";
import { openBundle } from "../../../../src/feeds/tables/bundle.ts";
import { networkRange, networkTable } from "../../../../src/feeds/catalog/parsers/iptoasn.ts";
import type { GeoLocation } from "../../../../src/model/outside_facts.ts";
import type { AddressTable } from "../../../../src/feeds/tables/address_table.ts";
import { correctionRow, NO_CORRECTIONS } from "../../../../src/feeds/tables/place_corrections.ts";
import { countryNumber } from "../../../../src/feeds/tables/places.ts";
import { refreshedNetworks, refreshedPlaces } from "../../../../src/feeds/tables/tables_refresh.ts";
import { writeTinyBundle } from "../../../support/fixtures/bundle.ts";
import { mmdbBytes } from "../../../support/fixtures/mmdb.ts";

const dir = Deno.makeTempDirSync({ prefix: "winnow-tables-" });
addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
writeTinyBundle(dir, {
  places: [["9.0.0.0", "9.0.0.255", "US", "Old Town"], ["2a00::", "2a00::ffff", "DE", "Berlin"]],
  networks: [["9.0.0.0", "9.0.0.255", 13335, "Cloudflare, Inc."], ["2a00::", "2a00::ffff", 64501, "Six"]],
});
const bundled = await openBundle(dir);

async function rows(text: string) {
  const { content } = await networkTable(new TextEncoder().encode(text), { maxBytes: 1_000_000 });
  assert.ok(content.kind === "networks");
  return content.data;
}

function network(table: Awaited<ReturnType<typeof refreshedNetworks>>, text: string) {
  return orNull(table.lookup(parseAddress(text)!));
}

Deno.test("a refreshed network table has the feed's numbers and the bundle's names", async () => {
  const v4 = await rows(
    "9.0.0.0\t9.0.0.127\t0\tNone\tNot routed\n" +
      "9.0.0.128\t9.0.0.255\t13335\tUS\tCLOUDFLARENET\r\n" +
      "# a line that is none\n" +
      "9.0.1.0\t9.0.1.255\t64500\tZZ\tNEWCOMER",
  );
  const table = await refreshedNetworks(v4, null, bundled.networks, console.error);
  assert.equal(network(table, "9.0.0.1"), null);
  assert.deepEqual(network(table, "9.0.0.200"), { asn: 13335, name: "Cloudflare, Inc." });
  assert.deepEqual(network(table, "9.0.1.9"), { asn: 64500, name: "NEWCOMER" });
  assert.deepEqual(
    network(table, "2a00::1"),
    { asn: 64501, name: "Six" },
    "the bundle answers for the other family",
  );
});

Deno.test("a refreshed table of both families leaves nothing to the bundle", async () => {
  const v4 = await rows("9.0.1.0\t9.0.1.255\t64500\tZZ\tNEWCOMER\n");
  const v6 = await rows("2a01::\t2a01::ffff\t64502\tZZ\tSIX-NEW\n");
  const table = await refreshedNetworks(v4, v6, bundled.networks, console.error);
  assert.deepEqual(network(table, "2a01::1"), { asn: 64502, name: "SIX-NEW" });
  assert.equal(network(table, "2a00::1"), null);
  assert.equal(network(table, "9.0.0.1"), null);
});

Deno.test("a feed out of order is sorted", async () => {
  const v4 = await rows("9.0.1.0\t9.0.1.255\t2\tZZ\tB\n9.0.0.0\t9.0.0.255\t1\tZZ\tA\n");
  const table = await refreshedNetworks(v4, null, bundled.networks, console.error);
  assert.deepEqual(network(table, "9.0.0.1"), { asn: 1, name: "A" });
  assert.deepEqual(network(table, "9.0.1.1"), { asn: 2, name: "B" });
});

const LINES: readonly { name: string; line: string; accepted: boolean }[] = [
  { name: "a row", line: "1.0.0.0\t1.0.0.255\t13335\tUS\tX", accepted: true },
  { name: "without a name", line: "1.0.0.0\t1.0.0.255\t13335", accepted: true },
  { name: "no AS number", line: "1.0.0.0\t1.0.0.255\tAS1\tUS\tX", accepted: false },
  { name: "an AS number over 32 bits", line: "1.0.0.0\t1.0.0.255\t4294967296\tUS\tX", accepted: false },
  { name: "two families", line: "1.0.0.0\t::1\t1\tUS\tX", accepted: false },
  { name: "no address", line: "1.0.0\t1.0.0.255\t1\tUS\tX", accepted: false },
  { name: "a comment", line: "# 1.0.0.0", accepted: false },
  { name: "nothing", line: "", accepted: false },
];

for (const { name, line, accepted } of LINES) {
  Deno.test(`IPtoASN line, ${name}, is ${accepted ? "a range" : "passed over"}`, () => {
    assert.equal(networkRange(line) !== null, accepted);
  });
}

/** DB-IP's files have 28-bit records. */
function cityFile(name: string, ipVersion: 4 | 6, networks: Record<string, [string, string]>): string {
  const records = Object.entries(networks).map((
    [cidr, [country_code, city]],
  ) => [cidr, { country_code, city }]);
  const path = `${dir}/${name}`;
  Deno.writeFileSync(
    path,
    mmdbBytes({
      type: `city ipv${ipVersion}`,
      ipVersion,
      recordSize: 28,
      networks: Object.fromEntries(records),
    }),
  );
  return path;
}

function place(table: AddressTable<GeoLocation>, text: string) {
  return orNull(table.lookup(parseAddress(text)!));
}

Deno.test("refreshed places replace the bundle's for their family", async () => {
  const v4 = cityFile("v4.mmdb", 4, {
    "9.0.0.0/25": ["FR", "Lyon (Part-Dieu)"],
    "9.0.0.128/25": ["FR", "Lyon"],
    "9.0.1.0/24": ["CH", ""],
  });
  const table = await refreshedPlaces({ v4, v6: null }, bundled.places, NO_CORRECTIONS, console.error);
  assert.deepEqual(place(table, "9.0.0.1"), { country: "FR", city: "Lyon" });
  assert.deepEqual(place(table, "9.0.0.255"), { country: "FR", city: "Lyon" });
  assert.deepEqual(place(table, "9.0.1.0"), { country: "CH", city: null });
  assert.equal(place(table, "9.0.2.0"), null);
  assert.deepEqual(place(table, "2a00::1"), { country: "DE", city: "Berlin" });
});

Deno.test("refreshed places are corrected where they still have the wrong country", async () => {
  const v4 = cityFile("wrong.mmdb", 4, { "9.0.0.0/25": ["GB", "London"], "9.0.0.128/25": ["IE", "Dublin"] });
  const [first, last] = ["9.0.0.0", "9.0.0.255"].map((ip) => parseAddress(ip)!.v4) as [number, number];
  const corrections = Uint32Array.from(correctionRow(first, last, countryNumber("GB"), countryNumber("US")));
  const table = await refreshedPlaces({ v4, v6: null }, bundled.places, corrections, console.error);
  assert.deepEqual(place(table, "9.0.0.127"), { country: "US", city: null });
  assert.deepEqual(place(table, "9.0.0.128"), { country: "IE", city: "Dublin" });
});

Deno.test("refreshed places of IPv6 are exact below a /64", async () => {
  const v6 = cityFile("v6.mmdb", 6, {
    "2a01::/32": ["NL", "Delft"],
    "2a02::5/128": ["BE", "Gent"],
    "2a02::8/125": ["BE", "Luik"],
  });
  const table = await refreshedPlaces({ v4: null, v6 }, bundled.places, NO_CORRECTIONS, console.error);
  assert.deepEqual(place(table, "2a01:0:ffff::1"), { country: "NL", city: "Delft" });
  assert.deepEqual(place(table, "2a02::5"), { country: "BE", city: "Gent" });
  assert.equal(place(table, "2a02::6"), null);
  assert.deepEqual(place(table, "2a02::f"), { country: "BE", city: "Luik" });
  assert.deepEqual(place(table, "9.0.0.1"), { country: "US", city: "Old Town" });
});

Deno.test("a city file that is not DB-IP's is refused", async () => {
  const other = `${dir}/other.mmdb`;
  Deno.writeFileSync(other, mmdbBytes({ type: "City", networks: { "9.0.0.0/24": { country_code: "FR" } } }));
  await assert.rejects(
    refreshedPlaces({ v4: other, v6: null }, bundled.places, NO_CORRECTIONS, console.error),
    /24-bit records, expected 28/,
  );
  const six = cityFile("six.mmdb", 6, { "2a01::/32": ["NL", ""] });
  await assert.rejects(
    refreshedPlaces({ v4: six, v6: null }, bundled.places, NO_CORRECTIONS, console.error),
    /IP version 6/,
  );
  Deno.writeTextFileSync(other, "not an MMDB");
  await assert.rejects(
    refreshedPlaces({ v4: other, v6: null }, bundled.places, NO_CORRECTIONS, console.error),
  );
  await assert.rejects(
    refreshedPlaces({ v4: `${dir}/absent`, v6: null }, bundled.places, NO_CORRECTIONS, console.error),
  );
});
