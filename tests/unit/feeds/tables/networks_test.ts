import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { compileNetworks, namesIn, networkTable } from "../../../../src/feeds/tables/networks.ts";
import type { Network } from "../../../../src/model/outside_facts.ts";
import type { AddressTable } from "../../../../src/feeds/tables/address_table.ts";
import type { NetworkRange } from "../../../../src/feeds/tables/network_rows.ts";
import { networkRows } from "../../../support/fixtures/bundle.ts";

function range(first: string, last: string, asn: number, name: string): NetworkRange {
  return { first: parseAddress(first)!, last: parseAddress(last)!, asn, name };
}

function networksFromRanges(ranges: readonly NetworkRange[]): AddressTable<Network> {
  return networkTable(compileNetworks([networkRows(ranges)]));
}

function asnOf(table: AddressTable<Network>, text: string): number | null {
  const network = table.lookup(parseAddress(text)!);
  return network.known ? network.value.asn : null;
}

Deno.test("ASN 0 is a gap, as is space that is not announced", () => {
  const table = networksFromRanges([
    range("1.0.0.0", "1.0.0.255", 13335, "CLOUDFLARENET"),
    range("1.0.1.0", "1.0.3.255", 0, "Not routed"),
    range("1.0.4.0", "1.0.4.255", 38803, "GTELECOM"),
  ]);
  assert.deepEqual(["1.0.0.9", "1.0.2.0", "1.0.4.255", "1.0.5.0"].map((ip) => asnOf(table, ip)), [
    13335,
    null,
    38803,
    null,
  ]);
  assert.deepEqual(table.lookup(parseAddress("1.0.2.0")!), { known: false, why: "no_data" });
});

Deno.test("where announced ranges overlap, the one that starts later counts, and the wider one continues after it", () => {
  const table = networksFromRanges([
    range("10.0.0.0", "10.0.255.255", 1, "wide"),
    range("10.0.1.0", "10.0.1.255", 2, "inside"),
    range("10.0.255.0", "10.1.0.255", 3, "over the end"),
    range("2a00::", "2a00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 4, "wide"),
    range("2a00:1::", "2a00:1::", 5, "one address"),
  ]);
  const expected: [string, number | null][] = [
    ["10.0.0.255", 1],
    ["10.0.1.0", 2],
    ["10.0.2.0", 1],
    ["10.0.255.0", 3],
    ["10.1.0.255", 3],
    ["10.1.1.0", null],
    ["2a00:1::", 5],
    ["2a00:1::1", 4],
  ];
  for (const [ip, asn] of expected) assert.equal(asnOf(table, ip), asn, ip);
});

Deno.test("a better name replaces the range's; without one the range's stays", () => {
  const ranges = [
    range("9.0.0.0", "9.0.0.255", 13335, "CLOUDFLARENET"),
    range("9.0.1.0", "9.0.1.255", 64500, "NEWCOMER"),
  ];
  const { dictionary } = compileNetworks(
    [networkRows(ranges)],
    (asn) => asn === 13335 ? "Cloudflare, Inc." : "",
  );
  const nameOf = namesIn(dictionary);
  assert.deepEqual([13335, 64500, 1, 4_294_967_295].map(nameOf), ["Cloudflare, Inc.", "NEWCOMER", "", ""]);
});

Deno.test("AS numbers of 32 bits and names of any script survive", () => {
  const table = networksFromRanges([range("::1:0", "::1:ff", 4_294_967_294, '日本 🛰 "x", y')]);
  assert.deepEqual(table.lookup(parseAddress("::1:7")!), {
    known: true,
    value: { asn: 4_294_967_294, name: '日本 🛰 "x", y' },
  });
});

Deno.test("the ends of both address spaces can be announced", () => {
  const table = networksFromRanges([
    range("0.0.0.0", "255.255.255.255", 1, "all"),
    range("::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 2, "all"),
  ]);
  for (const ip of ["0.0.0.0", "255.255.255.255"]) assert.equal(asnOf(table, ip), 1);
  for (const ip of ["::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"]) assert.equal(asnOf(table, ip), 2);
});
