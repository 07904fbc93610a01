/** Which table a key belongs to. */
import assert from "node:assert/strict";
import { CATALOG } from "../../../../src/records/index.ts";
import { monthAt, monthEnd, Places } from "../../../../src/db/postgres/place.ts";
import { ACCOUNT } from "../../../../src/records/accounts.ts";
import {
  CHANGE_SEQUENCE,
  COLUMN,
  COLUMN_BLOCK,
  COUNTED_FROM,
  POSTING_CHUNK,
  READY,
  SCHEMA,
  SCORES_OF,
  SEGMENT,
} from "../../../../src/db/own_rows.ts";
import { DAY_COUNT } from "../../../../src/records/sightings/day_counting.ts";
import { FEED_CHUNK, FEED_LEASE } from "../../../../src/records/feed_copies.ts";
import { QUOTA_SLICES } from "../../../../src/records/limits/quota_slices.ts";
import { SESSION } from "../../../../src/records/people/sessions.ts";
import { SIGHTING } from "../../../../src/records/sightings/sighting.ts";
import { SIGHTING_LOG } from "../../../../src/records/sightings/sighting_log.ts";
import { SLICE } from "../../../../src/records/limits/rate_slices.ts";
import { USAGE } from "../../../../src/records/usage.ts";

/** 2026-11-22 and 2027-01-05. */
const [NOVEMBER, JANUARY] = ["01a202eb4fb0000000", "01a2e4a6c000000000"];
const PLACES = new Places(CATALOG.rows);
const MONTHS = ["202611", "202612", "202701"];
const SHORT = MONTHS.map((month) => `${month}s`);
const LATE = [...MONTHS, "tallies"];

Deno.test("the place of a key", () => {
  const rows: [readonly string[], string][] = [
    [SEGMENT.key(NOVEMBER!, "000"), "202611s"],
    [SEGMENT.key(NOVEMBER!, "x"), "202611"],
    [SEGMENT.key(`${NOVEMBER}0`, "000"), "202611"],
    [SCORES_OF.key("acc", `${JANUARY}003`), "202701s"],
    [SCORES_OF.key("acc", `${JANUARY}`), "202701"],
    [SEGMENT.key("nothing", "000"), "data"],
    [SEGMENT.key("000000000001000000", "000"), "data"],
    [["segment"], "data"],
    [USAGE.key("acc", "2026-11"), "usage"],
    [SESSION.key("hash"), "work"],
    [SIGHTING_LOG.key("a", "b"), "work"],
    [SIGHTING.key("ip", "h"), "data"],
    [SIGHTING.key("ip", "0123456789-_abcXYZxyzA"), "tallies"],
    [SIGHTING.key("ip", "acc~0123456789-_abcXYZxyzA"), "data"],
    [POSTING_CHUNK.key("acc", `${NOVEMBER}0000abcdef01`, "p0000000000000000"), "202611"],
    [POSTING_CHUNK.key("acc", "01a202eb4fb0", "p0000000000000000"), "data"],
    [COLUMN_BLOCK.key("acc", `${JANUARY}gabcdef01`), "202701"],
    [COLUMN.key("acc", "at", `${JANUARY}gabcdef01`, "000"), "202701"],
    [SCHEMA.key(), "data"],
    [READY.key(), "work"],
    [CHANGE_SEQUENCE.key("id"), "work"],
    [SLICE.key("key", "id"), "work"],
    [QUOTA_SLICES.key("acc", "2026-11"), "work"],
    [DAY_COUNT.key("acc", "2026-11-22", "run"), "work"],
    [COUNTED_FROM.key(), "data"],
    [FEED_LEASE.key("feed"), "work"],
    [FEED_CHUNK.key("feed", "token", "000000"), "data"],
    [ACCOUNT.key("acc"), "data"],
    [[""], "data"],
  ];
  for (const [key, place] of rows) assert.equal(PLACES.of(key), place, key.join("/"));
});

Deno.test("a scan looks where keys below its prefix may be, and in no month outside its span", () => {
  const rows: [readonly string[], { start?: string[]; end?: string[] }, string[]][] = [
    [[], {}, ["data", "work", "usage", ...LATE, ...SHORT]],
    [["segment"], {}, ["data", ...MONTHS, ...SHORT]],
    [["segment", NOVEMBER!], {}, ["data", "202611", "202611s"]],
    [["scores-of"], {}, ["data", ...MONTHS, ...SHORT]],
    [["scores-of"], { start: ["scores-of", "acc", NOVEMBER!] }, ["data", ...MONTHS, ...SHORT]],
    [["scores-of", "acc"], {}, ["data", ...MONTHS, ...SHORT]],
    [["scores-of", "acc"], { start: ["scores-of", "acc", JANUARY!] }, ["data", "202701", "202701s"]],
    [["scores-of", "acc"], { end: ["scores-of", "acc", NOVEMBER!] }, ["data", "202611", "202611s"]],
    [["usage", "acc"], {}, ["usage"]],
    [["sighting"], {}, ["data", "work", "tallies"]],
    [["sighting", "log"], {}, ["work"]],
    [["sighting", "ip"], {}, ["data", "tallies"]],
    [["posting", "acc", NOVEMBER!], {}, ["data", "202611"]],
    [["column", "acc"], {}, ["data", ...MONTHS]],
    [["column", "acc", "at"], {
      start: ["column", "acc", "at", NOVEMBER!],
      end: ["column", "acc", "at", `${NOVEMBER}z`],
    }, ["data", "202611"]],
    [["changes", "entry"], {}, ["work"]],
    [["account"], {}, ["data"]],
  ];
  for (const [prefix, span, places] of rows) {
    assert.deepEqual(PLACES.below(prefix, span, LATE), places, prefix.join("/"));
  }
});

Deno.test("months follow one another, and every table of rewritten entries is one of known keyspaces", () => {
  assert.deepEqual([monthAt(Date.UTC(2026, 11, 31)), monthAt(Date.UTC(2026, 11, 31), 1)], [
    "202612",
    "202701",
  ]);
  assert.equal(monthEnd("202612"), Date.UTC(2027, 0));
  const all = CATALOG.rows.map(({ prefix }) => prefix.join(" "));
  for (const prefix of PLACES.rewritten) {
    assert.ok(all.some((text) => `${text} `.startsWith(`${prefix.join(" ")} `)), prefix.join("/"));
  }
  assert.equal(CATALOG.of(["sighting", "log", "a"]), SIGHTING_LOG);
});
