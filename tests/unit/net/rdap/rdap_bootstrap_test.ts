import assert from "node:assert/strict";
import { baseFor, baseUrl, curatedBases, readBootstrap } from "../../../../src/net/rdap/rdap_bootstrap.ts";

const service = (zones: unknown, urls: unknown) => [zones, urls];
const rows: { name: string; given: unknown; expected: Record<string, string> }[] = [
  {
    name: "zones, https before http, a slash at the end",
    given: {
      services: [
        service(["AAA", "co.bbb"], ["http://rdap.test/x", "https://rdap.test/x"]),
        service(["ccc"], ["http://plain.test/"]),
      ],
    },
    expected: { aaa: "https://rdap.test/x/", "co.bbb": "https://rdap.test/x/", ccc: "http://plain.test/" },
  },
  {
    name: "malformed rows are left out, the others stay",
    given: {
      services: [
        [],
        null,
        "x",
        service(["no-url"], []),
        service(["bad-url"], ["::", 7, "ftp://rdap.test/"]),
        service("not-a-list", ["https://rdap.test/"]),
        service([1, null, "", "a b", "ok"], ["https://rdap.test/"]),
      ],
    },
    expected: { ok: "https://rdap.test/" },
  },
  {
    name: "text",
    given: '{"services":[[["ok"],["https://rdap.test/"]]]}',
    expected: { ok: "https://rdap.test/" },
  },
  { name: "text that is not JSON", given: "<html>", expected: {} },
  { name: "empty text", given: "", expected: {} },
  { name: "no services", given: { services: "x" }, expected: {} },
  { name: "null", given: null, expected: {} },
  { name: "a list", given: [1], expected: {} },
];

for (const { name, given, expected } of rows) {
  Deno.test(`readBootstrap: ${name}`, () =>
    assert.deepEqual(
      Object.fromEntries(readBootstrap(typeof given === "string" ? given : JSON.stringify(given))),
      expected,
    ));
}

Deno.test("baseFor takes the longest zone above the domain", () => {
  const bases = new Map([["uk", "u"], ["co.uk", "c"], ["com", "m"]]);
  assert.equal(baseFor("shop.co.uk", bases), "c");
  assert.equal(baseFor("shop.uk", bases), "u");
  assert.equal(baseFor("www.shop.com", bases), "m");
  assert.equal(baseFor("com", bases), null);
  assert.equal(baseFor("notcom", bases), null);
  assert.equal(baseFor("shop.de", bases), null);
});

Deno.test("curated bases are https, complete and name the largest zones", () => {
  assert(curatedBases().size >= 40);
  for (const [zone, base] of curatedBases()) {
    assert.equal(baseUrl(base), base, zone);
    assert(base.startsWith("https://"), zone);
  }
  assert.equal(curatedBases().get("com"), "https://rdap.verisign.com/com/v1/");
});
