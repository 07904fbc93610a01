import assert from "node:assert/strict";
import { hasKnownEnding, isPublicSuffix } from "../../../../src/feeds/domains/public_suffix.ts";

const ROWS: readonly { host: string; suffix: boolean; known: boolean }[] = [
  { host: "co.uk", suffix: true, known: true },
  { host: "github.io", suffix: true, known: true },
  { host: "com", suffix: true, known: true },
  { host: "any.ck", suffix: true, known: true },
  { host: "www.ck", suffix: false, known: true },
  { host: "example.com", suffix: false, known: true },
  { host: "me.github.io", suffix: false, known: true },
  { host: "mail.shop.co.uk", suffix: false, known: true },
  { host: "xn--e1afmkfd.xn--p1ai", suffix: false, known: true },
  { host: "fraud.example", suffix: false, known: true },
  { host: "a.b.test", suffix: false, known: true },
  { host: "john.smith", suffix: false, known: false },
  { host: "report.pdf", suffix: false, known: false },
  { host: "corp.local", suffix: false, known: false },
  { host: "n.a", suffix: false, known: false },
  { host: "smith", suffix: false, known: false },
];

for (const { host, suffix, known } of ROWS) {
  Deno.test(`${host} is ${suffix ? "a" : "no"} public suffix, its ending is ${known ? "" : "not "}known`, () => {
    assert.equal(isPublicSuffix(host), suffix);
    assert.equal(hasKnownEnding(host), known);
  });
}
