/** Which table a key belongs to. */
import assert from "node:assert/strict";
import { KEYS, keyspaceOf } from "../../../../src/records/keys.ts";
import { monthAt, monthEnd, placeOf, placesBelow, REWRITTEN } from "../../../../src/db/postgres/place.ts";

/** 2026-11-22 and 2027-01-05. */
const [NOVEMBER, JANUARY] = ["01a202eb4fb0000000", "01a2e4a6c000000000"];
const MONTHS = ["202611", "202612", "202701"];

Deno.test("the place of a key", () => {
  const rows: [readonly string[], string][] = [
    [KEYS.segment.key(NOVEMBER!, "000"), "202611"],
    [KEYS.scoresOf.key("acc", `${JANUARY}003`), "202701"],
    [KEYS.segment.key("nothing", "000"), "data"],
    [KEYS.segment.key("000000000001000000", "000"), "data"],
    [["segment"], "data"],
    [KEYS.usage.key("acc", "2026-11"), "usage"],
    [KEYS.session.key("hash"), "work"],
    [KEYS.sightingLog.key("a", "b"), "work"],
    [KEYS.sighting.key("ip", "h"), "data"],
    [KEYS.schema.key(), "data"],
    [KEYS.ready.key(), "work"],
    [KEYS.changeSequence.key("id"), "work"],
    [KEYS.slice.key("key", "id"), "work"],
    [KEYS.quotaSlices.key("acc", "2026-11"), "work"],
    [KEYS.dayCount.key("acc", "2026-11-22", "run"), "work"],
    [KEYS.countedFrom.key(), "data"],
    [KEYS.feedLease.key("feed"), "work"],
    [KEYS.feedChunk.key("feed", "token", "000000"), "data"],
    [KEYS.account.key("acc"), "data"],
    [[""], "data"],
  ];
  for (const [key, place] of rows) assert.equal(placeOf(key), place, key.join("/"));
});

Deno.test("a scan looks where keys below its prefix may be, and in no month outside its span", () => {
  const rows: [readonly string[], { start?: string[]; end?: string[] }, string[]][] = [
    [[], {}, ["data", "work", "usage", ...MONTHS]],
    [["segment"], {}, ["data", ...MONTHS]],
    [["segment", NOVEMBER!], {}, ["data", "202611"]],
    [["scores-of"], {}, ["data", ...MONTHS]],
    [["scores-of"], { start: ["scores-of", "acc", NOVEMBER!] }, ["data", ...MONTHS]],
    [["scores-of", "acc"], {}, ["data", ...MONTHS]],
    [["scores-of", "acc"], { start: ["scores-of", "acc", JANUARY!] }, ["data", "202701"]],
    [["scores-of", "acc"], { end: ["scores-of", "acc", NOVEMBER!] }, ["data", "202611"]],
    [["usage", "acc"], {}, ["usage"]],
    [["sighting"], {}, ["data", "work"]],
    [["sighting", "log"], {}, ["work"]],
    [["sighting", "ip"], {}, ["data"]],
    [["changes", "entry"], {}, ["work"]],
    [["account"], {}, ["data"]],
  ];
  for (const [prefix, span, places] of rows) {
    assert.deepEqual(placesBelow(prefix, span, MONTHS), places, prefix.join("/"));
  }
});

Deno.test("months follow one another, and every table of rewritten entries is one of known keyspaces", () => {
  assert.deepEqual([monthAt(Date.UTC(2026, 11, 31)), monthAt(Date.UTC(2026, 11, 31), 1)], [
    "202612",
    "202701",
  ]);
  assert.equal(monthEnd("202612"), Date.UTC(2027, 0));
  const all = Object.values(KEYS).map(({ prefix }) => prefix.join(" "));
  for (const prefix of REWRITTEN) {
    assert.ok(all.some((text) => `${text} `.startsWith(`${prefix.join(" ")} `)), prefix.join("/"));
  }
  assert.equal(keyspaceOf(["sighting", "log", "a"]), KEYS.sightingLog);
});
