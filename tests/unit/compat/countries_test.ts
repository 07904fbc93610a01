import assert from "node:assert/strict";
import { countryOf } from "../../../src/compat/countries.ts";
import table from "../../../data/countries.csv" with { type: "text" };

const CODES = table.trim().split("\n").slice(1).map((line) => line.slice(0, 2));

Deno.test("every country of ISO 3166-1 is there once, with a continent, an id and a name", () => {
  assert.equal(CODES.length, 250);
  assert.equal(new Set(CODES).size, 250);
  const ids = new Set<number>();
  for (const code of CODES) {
    assert.match(code, /^[A-Z]{2}$/);
    const country = countryOf(code)!;
    assert.match(country.continent.code, /^(AF|AN|AS|EU|NA|OC|SA)$/, code);
    assert.ok(Number.isInteger(country.geonameId) && country.geonameId > 10_000, code);
    assert.ok(
      country.name.length > 3 && !/[,"()[\]]/.test(country.name.replace("(Keeling)", "")),
      country.name,
    );
    ids.add(country.geonameId);
  }
  assert.equal(ids.size, 250);
});

Deno.test("names are those of the Unicode CLDR, but for those shortened by hand", () => {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const plain = (name: string) =>
    name.replaceAll("’", "'").replaceAll("St. ", "Saint ").replaceAll(" & ", " and ");
  const other = CODES.filter((code) => countryOf(code)!.name !== plain(names.of(code)!));
  assert.deepEqual(
    other.filter((code) => !["CD", "CG", "CI", "FK", "HK", "MM", "MO", "PS"].includes(code)),
    [],
  );
});

Deno.test("the European Union has 27 members and the territories that belong to it", () => {
  const inside = CODES.filter((code) => countryOf(code)!.inEuropeanUnion);
  const territories = ["AX", "GF", "GP", "MF", "MQ", "RE", "YT"];
  assert.equal(inside.length, 27 + territories.length);
  for (const code of [...territories, "FR", "IE", "HR"]) assert.ok(inside.includes(code), code);
  for (const code of ["GB", "CH", "NO", "IS", "GL", "NC", "TR", "XK"]) {
    assert.ok(!inside.includes(code), code);
  }
});

Deno.test("an unassigned code is unknown", () => {
  for (const code of ["ZZ", "EU", "AN", "", "gb"]) assert.equal(countryOf(code), null);
});
