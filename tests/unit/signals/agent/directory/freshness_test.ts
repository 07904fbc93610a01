import assert from "node:assert/strict";
import { freshFor, retryAfter } from "../../../../../src/net/http/freshness.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3600;
const DAY = 86_400;

function date(offsetSeconds: number): string {
  return new Date(NOW + offsetSeconds * 1000).toUTCString();
}

Deno.test("freshFor reads the caching headers within 60 s and 24 h", () => {
  const rows: readonly { name: string; headers: Record<string, string>; seconds: number }[] = [
    { name: "no header", headers: {}, seconds: HOUR },
    { name: "max-age", headers: { "cache-control": "public, max-age=600" }, seconds: 600 },
    { name: "quoted and in upper case", headers: { "cache-control": 'Max-Age="600"' }, seconds: 600 },
    { name: "less age", headers: { "cache-control": "max-age=600", age: "100" }, seconds: 500 },
    { name: "s-maxage first", headers: { "cache-control": "max-age=600, s-maxage=900" }, seconds: 900 },
    { name: "too short", headers: { "cache-control": "max-age=5" }, seconds: 60 },
    { name: "too old", headers: { "cache-control": "max-age=600", age: "9999" }, seconds: 60 },
    { name: "too long", headers: { "cache-control": "max-age=31536000" }, seconds: DAY },
    { name: "no-store", headers: { "cache-control": "no-store, max-age=600" }, seconds: 60 },
    { name: "no-cache", headers: { "cache-control": "no-cache" }, seconds: 60 },
    {
      name: "max-age over expires",
      headers: { "cache-control": "max-age=600", expires: date(9000) },
      seconds: 600,
    },
    { name: "expires", headers: { expires: date(900) }, seconds: 900 },
    {
      name: "expires from the server's clock",
      headers: { expires: date(900), date: date(-100) },
      seconds: 1000,
    },
    { name: "expires in the past", headers: { expires: date(-900) }, seconds: 60 },
    { name: "expires that is no date", headers: { expires: "0" }, seconds: 60 },
    { name: "a max-age that is no number", headers: { "cache-control": "max-age=soon" }, seconds: HOUR },
    { name: "a negative max-age", headers: { "cache-control": "max-age=-5" }, seconds: HOUR },
  ];
  for (const { name, headers, seconds } of rows) {
    assert.equal(freshFor(new Headers(headers), NOW), seconds * 1000, name);
  }
});

Deno.test("retryAfter is 30 s to 5 min", () => {
  const rows = [
    [null, 30],
    ["", 30],
    ["120", 120],
    ["5", 30],
    ["86400", 300],
    [date(90), 90],
    [date(-90), 30],
    ["soon", 30],
  ] as const;
  for (const [header, seconds] of rows) {
    const headers = header === null ? null : new Headers({ "retry-after": header });
    assert.equal(retryAfter(headers, NOW), seconds * 1000, String(header));
  }
});
