import assert from "node:assert/strict";
import { correctionsOf } from "../../../scripts/data_countries.ts";
import { addressFromV4, parseAddress } from "../../../src/model/address/address.ts";
import { orNull } from "../../../src/model/evidence.ts";
import type { TableColumns } from "../../../src/feeds/tables/address_table.ts";
import { compileNetworks } from "../../../src/feeds/tables/networks.ts";
import { correctionRow, correctPlaces } from "../../../src/feeds/tables/place_corrections.ts";
import { countryNumber, placeTable } from "../../../src/feeds/tables/places.ts";
import { StringColumn } from "../../../src/feeds/tables/string_column.ts";
import { intervalTable, networkRows } from "../../support/fixtures/bundle.ts";

type Place = readonly [first: string, last: string, country: string, city: string];

const ip = (text: string) => parseAddress(text)!;

function places(rows: readonly Place[]): TableColumns {
  const { offsets, text } = StringColumn.of(rows.map(([, , , city]) => city));
  const ranges = rows.map(([first, last], index) => ({
    first: ip(first),
    last: ip(last),
    number: index + 1,
  }));
  const keys = Uint16Array.from(rows, ([, , country]) => countryNumber(country));
  return { intervals: intervalTable(ranges).columns, dictionary: { keys, offsets, text } };
}

/** One network of 9.0.0.0/8, placed and registered as given. */
function corrected(asn: number, name: string, rows: readonly Place[], registered: string): string[] {
  const networks = compileNetworks([
    networkRows([{ first: ip("9.0.0.0"), last: ip("9.255.255.255"), asn, name }]),
  ]);
  const found = correctionsOf(places(rows), networks, registered);
  return Array.from({ length: found.length / 3 }, (_, row) => {
    const [first, last, pair] = found.slice(row * 3, row * 3 + 3) as unknown as [number, number, number];
    const text = (country: number) => String.fromCharCode(country >>> 8, country & 0xff);
    return `${addressFromV4(first).text}-${addressFromV4(last).text} ${text(pair >>> 16)}>${
      text(pair & 0xffff)
    }`;
  });
}

const US = "9.0.0.0,9.255.255.255,US\n";
const HOME: Place = ["9.0.0.0", "9.127.255.255", "US", "Ohio"];
const STRAY: Place = ["9.200.0.0", "9.200.3.255", "JP", "Tokyo"];

const ROWS: readonly (readonly [string, number, string, readonly Place[], string, readonly string[]])[] = [
  ["a stray /22", 64500, "Acme Corp", [HOME, STRAY], US, ["9.200.0.0-9.200.3.255 JP>US"]],
  [
    "a stray /22 in two cities",
    64500,
    "Acme Corp",
    [HOME, ["9.200.0.0", "9.200.1.255", "JP", "Tokyo"], ["9.200.2.0", "9.200.3.255", "JP", "Osaka"]],
    US,
    ["9.200.0.0-9.200.3.255 JP>US"],
  ],
  ["a stray /23", 64500, "Acme Corp", [HOME, ["9.200.0.0", "9.200.1.255", "JP", "Tokyo"]], US, []],
  ["a hosting provider's", 64500, "Acme Hosting", [HOME, STRAY], US, []],
  [
    "a network at home elsewhere",
    64500,
    "Acme Corp",
    [["9.0.0.0", "9.127.0.0", "JP", "Kyoto"], STRAY],
    US,
    [],
  ],
  ["not registered", 64500, "Acme Corp", [HOME, STRAY], "9.0.0.0,9.127.255.255,US\n", []],
  [
    "in Europe",
    64500,
    "Acme Corp",
    [["9.0.0.0", "9.127.255.255", "DE", "Bonn"], STRAY],
    US.replace("US", "DE"),
    [],
  ],
  [
    "Amazon's default",
    16509,
    "Amazon.com, Inc.",
    [HOME, ["9.200.0.0", "9.200.0.255", "GB", "London"], ["9.200.1.0", "9.200.1.255", "GB", "Leeds"]],
    US,
    ["9.200.0.0-9.200.0.255 GB>US"],
  ],
  [
    "any city of a country",
    45102,
    "Alibaba (US)",
    [["9.200.0.0", "9.200.0.255", "CN", "Beijing"]],
    US,
    ["9.200.0.0-9.200.0.255 CN>US"],
  ],
];

for (const [name, asn, operator, rows, registered, expected] of ROWS) {
  Deno.test(`countries that are corrected: ${name}`, () =>
    assert.deepEqual(corrected(asn, operator, rows, registered), expected));
}

Deno.test("Amazon's region in London stays there, also in the middle of a range", () => {
  const rows: Place[] = [["3.4.0.0", "3.15.255.255", "GB", "London"], [
    "3.20.0.0",
    "3.20.0.255",
    "GB",
    "London",
  ]];
  const networks = compileNetworks([
    networkRows([{ first: ip("3.0.0.0"), last: ip("3.127.255.255"), asn: 16509, name: "Amazon.com, Inc." }]),
  ]);
  const found = correctionsOf(places(rows), networks, "3.0.0.0,3.127.255.255,US\n");
  const ranges = Array.from(
    { length: found.length / 3 },
    (_, row) => [...found.slice(row * 3, row * 3 + 2)].map((v4) => addressFromV4(v4).text).join("-"),
  );
  assert.deepEqual(ranges, ["3.4.0.0-3.7.255.255", "3.12.0.0-3.15.255.255", "3.20.0.0-3.20.0.255"]);
});

Deno.test("a table of the registries out of order or unreadable is refused", () => {
  for (const text of ["9.0.1.0,9.0.1.255,US\n9.0.0.0,9.0.0.255,US\n", "9.0.0.0;9.0.0.255;US\n"]) {
    assert.throws(() => corrected(64500, "", [HOME], text), /registries' table has an unexpected line/);
  }
});

Deno.test("a correction cuts the places it overlaps and leaves other countries", () => {
  const columns = places([
    ["9.0.0.0", "9.0.0.99", "GB", "London"],
    ["9.0.0.100", "9.0.0.149", "IE", "Dublin"],
    ["9.0.0.150", "9.0.0.255", "GB", "London"],
  ]);
  const row = (first: string, last: string) =>
    correctionRow(ip(first).v4, ip(last).v4, countryNumber("GB"), countryNumber("US"));
  const rows = Uint32Array.from([...row("9.0.0.10", "9.0.0.19"), ...row("9.0.0.90", "9.0.0.199")]);
  const table = placeTable(correctPlaces(columns, rows));
  const at = (text: string) => {
    const place = orNull(table.lookup(ip(text)));
    return place === null ? null : `${place.country} ${place.city}`;
  };
  const expected = {
    "8.255.255.255": null,
    "9.0.0.0": "GB London",
    "9.0.0.9": "GB London",
    "9.0.0.10": "US null",
    "9.0.0.19": "US null",
    "9.0.0.20": "GB London",
    "9.0.0.90": "US null",
    "9.0.0.99": "US null",
    "9.0.0.100": "IE Dublin",
    "9.0.0.150": "US null",
    "9.0.0.199": "US null",
    "9.0.0.200": "GB London",
    "9.0.1.0": null,
  };
  for (const [text, place] of Object.entries(expected)) assert.equal(at(text), place, text);
});
