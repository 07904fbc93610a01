import assert from "node:assert/strict";
import { parseExpiry, parseSpan } from "../../../../src/model/access/key_expiry.ts";
import { ALL_SCOPES, hasScope, parseScopes, scopesField } from "../../../../src/model/access/key_scope.ts";
import { InvalidValue } from "../../../../src/model/invalid_value.ts";

const SCOPES: readonly [texts: string[], scopes: string[] | null][] = [
  [["score"], ["score"]],
  [["score,feedback"], ["score", "feedback"]],
  [["feedback", "score"], ["score", "feedback"]],
  [["score, feedback", "score"], ["score", "feedback"]],
  [[ALL_SCOPES.join(",")], [...ALL_SCOPES]],
  [["score,"], ["score"]],
  [[], null],
  [[""], null],
  [["Score"], null],
  [["score,admin"], ["score", "admin"]],
  [["score,root"], null],
  [["toString"], null],
  [["__proto__"], null],
];

Deno.test("parseScopes takes names, one or several in a text", () => {
  for (const [texts, scopes] of SCOPES) {
    const parsed = parseScopes(texts);
    if (scopes === null) assert.ok(parsed instanceof InvalidValue, texts.join(" "));
    else assert.deepEqual(parsed, scopes, texts.join(" "));
  }
});

Deno.test("a key with all scopes has no field, and so the scopes of later versions too", () => {
  assert.deepEqual(scopesField(ALL_SCOPES), {});
  assert.deepEqual(scopesField(["rules", "score"]), { scopes: ["score", "rules"] });
  assert.ok(ALL_SCOPES.every((scope) => hasScope({}, scope)));
  assert.ok(!hasScope({ scopes: ["score"] }, "rules"));
  assert.ok(!hasScope({ scopes: [] }, "score"));
});

const NOW = Date.parse("2026-11-20T12:00:00Z");
const EXPIRY: readonly [text: string, at: string | RegExp][] = [
  ["30d", "2026-12-20T12:00:00.000Z"],
  ["12h", "2026-11-21T00:00:00.000Z"],
  ["90m", "2026-11-20T13:30:00.000Z"],
  ["2027-01-31", "2027-01-31T00:00:00.000Z"],
  ["2027-01-31T08:15Z", "2027-01-31T08:15:00.000Z"],
  ["2027-01-31T08:15:30Z", "2027-01-31T08:15:30.000Z"],
  ["0", /future/],
  ["0d", /future/],
  ["2026-11-20", /future/],
  ["2026-11-20T12:00:00Z", /future/],
  ["2027-02-31", /a time from now/],
  ["2027-13-01", /a time from now/],
  ["2027-1-1", /a time from now/],
  ["2027-01-31T08:15:30", /a time from now/],
  ["-1d", /a time from now/],
  ["1.5d", /a time from now/],
  ["30", /a time from now/],
  ["30 d", /a time from now/],
  ["99999d", /a time from now/],
  ["never", /a time from now/],
  ["", /a time from now/],
];

Deno.test("parseExpiry takes a span or a date, in the future", () => {
  for (const [text, wanted] of EXPIRY) {
    const at = parseExpiry(text, NOW);
    if (typeof wanted === "string") {
      assert.equal(typeof at === "number" && new Date(at).toISOString(), wanted, text);
    } else assert.match(at instanceof InvalidValue ? at.reason : String(at), wanted, text);
  }
});

Deno.test("parseSpan", () => {
  assert.deepEqual(["0", "24h", "90m", "7d", "0h", "24", "h", "-1h", ""].map(parseSpan), [
    0,
    24 * 3_600_000,
    90 * 60_000,
    7 * 24 * 3_600_000,
    0,
    null,
    null,
    null,
    null,
  ]);
});
