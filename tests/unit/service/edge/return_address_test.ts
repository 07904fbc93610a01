import assert from "node:assert/strict";
import fc from "fast-check";
import { returnAddress } from "../../../../src/service/edge/return_address.ts";

const HOSTS = ["shop.example", "localhost:3000"];

const ROWS: readonly (readonly [wanted: string | null, goes: string])[] = [
  ["/", "/"],
  ["/shop?a=b&c=d#e", "/shop?a=b&c=d#e"],
  ["/a//b", "/a//b"],
  ["https://shop.example/x?y", "https://shop.example/x?y"],
  ["http://localhost:3000/x", "http://localhost:3000/x"],
  [null, "/"],
  ["", "/"],
  ["shop", "/"],
  ["//evil.example", "/"],
  ["///evil.example", "/"],
  ["/\\evil.example", "/"],
  ["\\\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["/\n/evil.example", "/"],
  ["https://evil.example/", "/"],
  ["https://shop.example.evil.example/", "/"],
  ["https://shop.example@evil.example/", "/"],
  ["https://evil.example@shop.example/", "/"],
  ["https://evil.example\\@shop.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["data:text/html,x", "/"],
  [`/${"a".repeat(5_000)}`, "/"],
];

for (const [wanted, goes] of ROWS) {
  Deno.test(`from ${JSON.stringify(wanted?.slice(0, 60) ?? null)} a visitor goes to ${goes}`, () => {
    assert.equal(returnAddress(wanted, HOSTS), goes);
  });
}

Deno.test("whatever is asked for, a browser stays on the site or goes to a listed host", () => {
  const part = fc.constantFrom(
    "/",
    "\\",
    ":",
    "@",
    "?",
    "#",
    "http",
    "https",
    "evil.example",
    "shop.example",
    "\t",
    "%2f",
    ".",
  );
  const text = fc.oneof(fc.string(), fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")));
  fc.assert(
    fc.property(text, (wanted) => {
      const { origin } = new URL(returnAddress(wanted, HOSTS), "https://site.example");
      assert.ok(
        [
          "https://site.example",
          "http://shop.example",
          "https://shop.example",
          "http://localhost:3000",
          "https://localhost:3000",
        ]
          .includes(origin) || new URL(origin).hostname === "shop.example",
        origin,
      );
    }),
    { numRuns: 2_000 },
  );
});
