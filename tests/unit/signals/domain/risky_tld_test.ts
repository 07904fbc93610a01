import assert from "node:assert/strict";
import { riskyTld } from "../../../../src/signals/domain/risky_tld.ts";

Deno.test("riskyTld: at least 100 phishing domains per 10,000 names in two periods", () => {
  for (const tld of ["top", "bond", "xin", "cfd", "icu", "sbs", "vip", "pro", "cc"]) {
    assert.equal(riskyTld(`shop.${tld}`).risky, true, tld);
  }
});

Deno.test("riskyTld: large and restricted top-level names are not", () => {
  for (
    const tld of [
      "com",
      "net",
      "org",
      "de",
      "uk",
      "fr",
      "edu",
      "gov",
      "xyz",
      "shop",
      "online",
      "info",
      "xn--p1ai",
    ]
  ) {
    assert.deepEqual(riskyTld(`shop.${tld}`), { risky: false, share: 0 }, tld);
  }
});

Deno.test("riskyTld looks at the last label only", () => {
  assert.equal(riskyTld("top.com").risky, false);
  assert.equal(riskyTld("xin").risky, true);
  assert.equal(riskyTld("notop").risky, false);
});

Deno.test("riskyTld: the share grows with the logarithm of the rate and ends at 1", () => {
  const order = ["tk", "cc", "sbs", "top", "icu", "xin"].map((tld) => riskyTld(`a.${tld}`).share);
  assert.deepEqual(order, order.toSorted((a, b) => a - b));
  assert.ok(order[0]! > 0 && order[0]! < 0.5);
  assert.equal(order.at(-1), 1);
});
