import assert from "node:assert/strict";
import { addressFromV4 } from "../../../../src/model/address/address.ts";
import { IntervalBuilder } from "../../../../src/feeds/tables/interval_builder.ts";
import { StringColumn } from "../../../../src/feeds/tables/string_column.ts";
import { countryNumber, placeTable } from "../../../../src/feeds/tables/places.ts";

Deno.test("countryNumber takes two capital letters and nothing else", () => {
  const rows: [string, number][] = [
    ["DE", 0x4445],
    ["ZZ", 0x5a5a],
    ["de", 0],
    ["D", 0],
    ["DEU", 0],
    ["D1", 0],
    ["ÄÖ", 0],
    ["", 0],
  ];
  for (const [text, expected] of rows) assert.equal(countryNumber(text), expected, text);
});

Deno.test("a place without a country or a city has null there; a number without a row knows nothing", () => {
  const builder = new IntervalBuilder();
  for (let number = 0; number <= 4; number++) builder.markV4(number, number);
  const { offsets, text } = StringColumn.of(["", "Atlantis", "Paris\nIle-de-France"]);
  const keys = Uint16Array.of(countryNumber("DE"), 0, countryNumber("FR"));
  const table = placeTable({ intervals: builder.build().columns, dictionary: { keys, offsets, text } });
  assert.deepEqual([0, 1, 2, 3, 4].map((ip) => table.lookup(addressFromV4(ip))), [
    { known: false, why: "no_data" },
    { known: true, value: { country: "DE", city: null } },
    { known: true, value: { country: null, city: "Atlantis" } },
    { known: true, value: { country: "FR", city: "Paris", region: "Ile-de-France" } },
    { known: false, why: "no_data" },
  ]);
});

Deno.test("dictionaries of unequal length are refused", () => {
  const intervals = new IntervalBuilder().build().columns;
  const { offsets, text } = StringColumn.of(["x"]);
  assert.throws(() => placeTable({ intervals, dictionary: { keys: new Uint16Array(2), offsets, text } }));
  assert.throws(() => new StringColumn(Uint32Array.of(0, 3), new Uint8Array(2)), /do not match/);
});

Deno.test('a string column gives back every string and "" outside', () => {
  const strings = ["", "Köln", "東京", "🦊", "x".repeat(300)];
  const column = StringColumn.of(strings);
  assert.deepEqual(strings.map((_, index) => column.at(index)), strings);
  assert.deepEqual([column.at(-1), column.at(strings.length), column.length], ["", "", strings.length]);
});
