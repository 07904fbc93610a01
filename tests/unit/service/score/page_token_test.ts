import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { IdentifierHasher } from "../../../../src/service/access/identifier_hasher.ts";
import { isFromNetwork, issuePageToken, readPageToken } from "../../../../src/service/score/page_token.ts";

const NOW = Date.UTC(2036, 2, 3, 9);
const HOUR = 3_600_000;

Deno.test("a token is valid for a day, also after a small step of the clock, and told from a forged one ever after", () => {
  const hasher = new IdentifierHasher("secret");
  const token = issuePageToken(hasher, parseAddress("2001:db8:7:1::5"), NOW);
  for (
    const [hours, state] of [[0, "valid"], [23, "valid"], [25, "expired"], [-0.2, "valid"], [-1, "expired"], [
      -48,
      "expired",
    ], [900, "expired"]] as const
  ) assert.equal(readPageToken(hasher, token, NOW + hours * HOUR).state, state, `${hours}`);
  const rotated = new IdentifierHasher("later secret", ["secret"]);
  assert.equal(readPageToken(rotated, token, NOW).state, "valid");
  assert.equal(readPageToken(new IdentifierHasher("another"), token, NOW).state, "invalid");
  for (const text of ["", "a.b.c", token.slice(1), `${token}x`, token.toUpperCase(), "\u0000"]) {
    assert.deepEqual(readPageToken(hasher, text, NOW), { state: "invalid", network: null }, text);
  }
});

Deno.test("a token tells the /24 or /48, by its hash", () => {
  const hasher = new IdentifierHasher("secret");
  const read = (text: string) => readPageToken(hasher, issuePageToken(hasher, parseAddress(text), NOW), NOW);
  assert.ok(isFromNetwork(read("73.15.20.7"), hasher.hash("subnet", "73.15.20.0/24")));
  assert.ok(!isFromNetwork(read("73.15.20.7"), hasher.hash("subnet", "73.15.21.0/24")));
  assert.ok(!isFromNetwork(read("73.15.20.7"), null));
  const nowhere = readPageToken(hasher, issuePageToken(hasher, null, NOW), NOW);
  assert.deepEqual([nowhere.state, nowhere.network, isFromNetwork(nowhere, null)], ["valid", null, false]);
});
