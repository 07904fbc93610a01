import assert from "node:assert/strict";
import { credentials, isJson, listed, mediaType } from "../../../src/http/header.ts";

Deno.test("mediaType: type and subtype, in lower case, without parameters", () => {
  const rows: [given: string | undefined, expected: string][] = [
    [undefined, ""],
    ["", ""],
    [" ", ""],
    ["application/json", "application/json"],
    ["Application/JSON; charset=utf-8", "application/json"],
    ["application/json;charset=utf-8", "application/json"],
    ["application/json ;charset=utf-8", "application/json"],
    [" \ttext/csv", "text/csv"],
    ["text/plain, text/html", "text/plain"],
    [";charset=utf-8", ""],
  ];
  for (const [given, expected] of rows) assert.equal(mediaType(given), expected, JSON.stringify(given));
});

Deno.test("isJson: JSON and structured syntaxes of it", () => {
  const yes = ["application/json", "application/problem+json", "application/vnd.maxmind.com-x+json"];
  const no = ["", "text/json", "application/jsonp", "application/json5", "text/x+json", "application/xml"];
  for (const type of yes) assert.equal(isJson(type), true, type);
  for (const type of no) assert.equal(isJson(type), false, type);
});

Deno.test("listed: members of a list, without blanks and parameters", () => {
  const rows: [given: string, expected: string[]][] = [
    ["", [""]],
    ["gzip", ["gzip"]],
    [" GZIP ;q=1 ,\tbr", ["gzip", "br"]],
    [",identity,", ["", "identity", ""]],
    ["*/*;q=0.8", ["*/*"]],
  ];
  for (const [given, expected] of rows) assert.deepEqual(listed(given), expected, given);
});

Deno.test("credentials: one word after the scheme", () => {
  const rows: [given: string | undefined, expected: string | null][] = [
    [undefined, null],
    ["", null],
    ["Bearer", null],
    ["Bearer ", null],
    ["Bearer a", "a"],
    ["bearer   a  ", "a"],
    ["BEARER a", "a"],
    ["Bearer a b", null],
    ["Bearer a\tb", null],
    ["Basic a", null],
    ["Bearera", null],
    ["Bearer\ta", null],
  ];
  for (const [given, expected] of rows) {
    assert.equal(credentials(given, "bearer"), expected, JSON.stringify(given));
  }
});
