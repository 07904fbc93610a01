/** A list of half the internet is an error or an attack. */
import assert from "node:assert/strict";
import { FEEDS } from "../../../../src/feeds/catalog/catalog.ts";
import { checkFeed } from "../../../../src/feeds/refresh/feed_check.ts";

const LINES = FEEDS.filter((feed) =>
  feed.kind === "ranges" && /\.(txt|netset|ipset)$/.test(feed.file) && feed.decides?.includes(4)
);

/** Ordinary networks of a length, one a line. */
function networks(length: 8 | 24, count: number): Uint8Array<ArrayBuffer> {
  const lines = length === 8
    ? Array.from({ length: count }, (_, index) => `${index + 11}.0.0.0/8`).filter((row) => !/^127/.test(row))
    : Array.from({ length: count }, (_, index) => `20.${index >> 8}.${index & 255}.0/24`);
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

for (const feed of LINES) {
  const task = { feed: feed.name, minimum: 10, maxBytes: feed.maxBytes, previous: null };
  Deno.test(`${feed.name}: networks as its kind has them are taken, most of the internet is not`, async () => {
    assert.ok((await checkFeed({ ...task, bytes: networks(24, 200) })).ok);
    const outcome = await checkFeed({ ...task, bytes: networks(8, 150) });
    assert.ok(!outcome.ok);
    assert.match(outcome.reason, / % of IPv4/);
  });
}

for (const feed of FEEDS.filter(({ kind }) => kind === "proxies")) {
  Deno.test(`${feed.name}: most of the internet is no list of proxies`, async () => {
    const task = { feed: feed.name, minimum: 10, maxBytes: feed.maxBytes, previous: null };
    const list = (length: 8 | 24, count: number) => {
      const rows = new TextDecoder().decode(networks(length, count)).trim().split("\n");
      const text = ["# Last update: 2026-11-22 01:00:00", ...rows.map((row) => `${row};operator;0.9`), ""]
        .join("\n");
      return new TextEncoder().encode(text);
    };
    assert.ok((await checkFeed({ ...task, bytes: list(24, 200) })).ok);
    const outcome = await checkFeed({ ...task, bytes: list(8, 150) });
    assert.ok(!outcome.ok);
    assert.match(outcome.reason, / % of IPv4/);
  });
}

Deno.test("a list with a tenth of all systems is no list of hijacked ones", async () => {
  const rows = (records: number) => {
    const systems = Array.from({ length: records }, (_, at) => ({ asn: at + 1, asname: "x" }));
    const lines = [...systems, { type: "metadata", records }].map((row) => JSON.stringify(row));
    return new TextEncoder().encode(`${lines.join("\n")}\n`);
  };
  const feed = FEEDS.find(({ kind }) => kind === "asns")!;
  const task = { feed: feed.name, minimum: 10, maxBytes: feed.maxBytes, previous: null };
  assert.ok((await checkFeed({ ...task, bytes: rows(400) })).ok);
  assert.ok(!(await checkFeed({ ...task, bytes: rows(9_000) })).ok);
});

Deno.test("there are lists to hold this against", () => assert.ok(LINES.length > 0));
