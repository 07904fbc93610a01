/** Data feeds from a mirror to the answers of a running library. */
import assert from "node:assert/strict";
import { CATEGORY, type Category } from "../../../src/feeds/ranges/range_hit.ts";
import { parseAddress } from "../../../src/model/address/address.ts";
import {
  DAY,
  HOUR,
  openFeeds,
  openLibrary,
  START,
  TOR,
  TOR_NAME,
} from "../../support/fixtures/feed_library.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { feedOptions, Mirror, SAMPLE_FILES, SMALL_FEEDS } from "../../support/servers/feed_mirror.ts";

Deno.test("a refresh changes the answers of a running library", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await openFeeds(mirror, dir.path);
  assert.equal(feeds.hit("5.45.1.1").mask, 0);
  assert.deepEqual(feeds.library.ranges.loaded("tor"), { known: false, why: "not_loaded" });
  assert.equal(feeds.library.ranges.dataVersion(), "none");
  await feeds.library.refresh();

  const rows: [address: string, categories: Category[]][] = [
    ["5.45.1.1", ["tor", "datacenter"]],
    ["5.45.9.9", []],
    ["2a03:e600:100::1", ["tor"]],
    ["2a03:e600:100::2", []],
    ["45.83.1.1", ["vpn"]],
    ["2a0d:5600::1", ["vpn"]],
    ["23.92.0.1", ["datacenter"]],
    ["3.5.140.1", ["datacenter"]],
    ["52.93.127.17", ["datacenter"]],
    ["52.93.127.18", []],
    ["20.151.255.255", ["datacenter"]],
    ["52.96.0.1", []],
    ["2603:1000::1", ["datacenter"]],
    ["172.64.0.1", ["cdn"]],
    ["172.224.226.1", ["relay"]],
    ["172.224.226.40", ["datacenter"]],
    ["104.28.28.1", ["relay"]],
    ["104.28.28.40", ["vpn", "relay"]],
    ["104.28.99.1", ["vpn", "relay"]],
    ["41.2.3.4", ["proxy"]],
    ["41.2.3.5", ["proxy"]],
    ["1.10.31.255", ["hijacked"]],
    ["8.8.8.8", []],
  ];
  for (const [address, categories] of rows) {
    const mask = categories.reduce((bits, category) => bits | CATEGORY[category], 0);
    assert.equal(feeds.hit(address).mask, mask, address);
  }
  assert.equal(feeds.hit("45.83.1.1").vpnProvider, "Mullvad");
  assert.equal(feeds.hit("45.83.1.2").vpnProvider, null);
  assert.equal(feeds.hit("104.28.99.1").vpnProvider, "Cloudflare WARP");
  assert.equal(feeds.hit("104.28.28.1").vpnProvider, null);
  assert.equal(feeds.hit("3.5.140.1").datacenterOperator, "AWS");
  assert.equal(feeds.hit("23.92.0.1").datacenterOperator, null);
  assert.equal(feeds.hit("1.10.16.0").hijackedSource, "spamhaus_drop:SBL256894");
  assert.deepEqual(feeds.library.ranges.relayPlace(parseAddress("104.28.28.1")!), {
    country: "DE",
    city: "Berlin",
  });
  assert.equal(feeds.library.ranges.relayPlace(parseAddress("8.8.8.8")!), null);
  assert.deepEqual(feeds.library.ranges.lookupAsn(64500), [{
    feed: "spamhaus-asndrop",
    category: "hijacked",
  }]);
  assert.deepEqual(feeds.library.ranges.lookupAsn(64501), []);
  assert.deepEqual(feeds.library.ranges.loaded("tor"), { known: true, value: true });
  assert.deepEqual(feeds.library.ranges.loaded("hijacked", 6), { known: false, why: "not_loaded" });
  assert.match(feeds.library.ranges.dataVersion(), /^[0-9a-f]{12}$/);
  assert.deepEqual(feeds.domains.at(-1), [
    {
      name: "disposable_email_blocklist",
      domains: ["trash-mail.example.com", "0-mail.com", "10minutemail.com"],
    },
    { name: "disposable-domains", domains: ["0-mail.com", "mailinator.com"] },
  ]);
});

Deno.test("a second refresh is conditional and moves the age, not the copy", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await openFeeds(mirror, dir.path);
  await feeds.library.refresh();
  const version = feeds.library.dataVersion();
  feeds.clock.now += DAY;
  mirror.requests.length = 0;
  const outcomes = await feeds.library.refresh();
  assert.ok(outcomes.every(({ result }) => result === "unchanged" || result === "not_offered"));
  const asked = mirror.requests.filter(({ status }) => status !== 404);
  assert.equal(asked.length, Object.keys(SAMPLE_FILES).length);
  for (const { file, ifNoneMatch, status } of asked) {
    assert.match(ifNoneMatch ?? "", /^"[0-9a-f]{16}"$/, file);
    assert.equal(status, 304, file);
  }
  assert.equal(feeds.status("tor-bulk-exit-list").age, 0);
  assert.equal(feeds.status("tor-bulk-exit-list").fetchedAt, START);
  assert.equal(feeds.library.dataVersion(), version);
});

Deno.test("a source without validators that sends the same bytes counts as unchanged", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror({ "tor-bulk-exit-list.txt": () => new Response("5.45.1.1\n") });
  await using feeds = await openFeeds(mirror, dir.path);
  assert.equal((await feeds.library.refresh(["tor-bulk-exit-list"]))[0]?.result, "updated");
  feeds.clock.now += HOUR;
  assert.equal((await feeds.library.refresh(["tor-bulk-exit-list"]))[0]?.result, "unchanged");
  assert.equal(feeds.status("tor-bulk-exit-list").fetchedAt, START);
  assert.equal(feeds.status("tor-bulk-exit-list").age, 0);
});

Deno.test("lists that are too old no longer decide; their age counts from the last 200 or 304", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await openFeeds(mirror, dir.path);
  await feeds.library.refresh();
  const { ranges } = feeds.library;
  const rows: { category: Category; address: string; limit: number; detail: string }[] = [
    { category: "proxy", address: "41.2.3.4", limit: DAY, detail: "24 hours old" },
    { category: "tor", address: "5.45.1.1", limit: 3 * DAY, detail: "3 days old" },
    { category: "hijacked", address: "1.10.16.1", limit: 14 * DAY, detail: "14 days old" },
  ];
  for (const { category, address, limit, detail } of rows) {
    feeds.clock.now = START + limit;
    assert.ok(ranges.loaded(category).known, category);
    assert.ok(feeds.is(address, category), category);
    feeds.clock.now = START + limit + 1;
    assert.deepEqual(ranges.loaded(category), { known: false, why: "stale", detail });
    assert.ok(!feeds.is(address, category), category);
  }
  assert.equal(feeds.hit("1.10.16.1").hijackedSource, null);
  assert.deepEqual(ranges.lookupAsn(64500), []);
  assert.equal(feeds.hit("5.45.1.1").mask, CATEGORY.datacenter);
  assert.equal(feeds.status("tor-bulk-exit-list").state, "stale");
  feeds.clock.now = START + 1000 * DAY;
  for (const category of ["vpn", "datacenter", "relay", "cdn"] as const) {
    assert.ok(ranges.loaded(category).known, category);
  }
  assert.ok(feeds.is("45.83.1.1", "vpn"));
  await feeds.library.refresh(["tor-bulk-exit-list"]);
  assert.ok(ranges.loaded("tor").known);
  assert.ok(feeds.is("5.45.1.1", "tor"));
});

Deno.test("failures back off: twice as long each time, up to the cadence; Retry-After of the source counts", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror({ [TOR]: () => new Response("", { status: 500 }) });
  const now = 1_800_000_000_000;
  await using library = openLibrary(
    feedOptions({ dir: dir.path, mirror: mirror.url, now: () => now, feeds: SMALL_FEEDS }),
  );
  const minutes: number[] = [];
  for (let attempt = 0; attempt < 9; attempt++) {
    const [outcome] = await library.refresh([TOR_NAME]);
    minutes.push((outcome!.state.nextAt - now) / 60_000);
  }
  assert.deepEqual(minutes, [5, 10, 20, 40, 80, 160, 320, 360, 360]);
  mirror.files.set(TOR, () => new Response("", { status: 429, headers: { "retry-after": "999999" } }));
  assert.equal((await library.refresh([TOR_NAME]))[0]!.state.nextAt, now + 6 * 3_600_000);
});
