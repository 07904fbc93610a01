/** The catalogue as a whole. */
import assert from "node:assert/strict";
import { FEEDS, feedUrl, findFeed } from "../../../../src/feeds/catalog/catalog.ts";
import { DECIDES_FOR } from "../../../../src/feeds/refresh/stale.ts";

/** The files of the mirror's contract. */
const MIRROR_FILES = [
  "apple-egress-ip-ranges.csv",
  "aws-ip-ranges.json",
  "azure-servicetags.json",
  "cloudflare-ips-v4.txt",
  "cloudflare-ips-v6.txt",
  "confusables.txt",
  "digitalocean.csv",
  "disposable-domains.txt",
  "disposable_email_blocklist.conf",
  "gcp-cloud.json",
  "linode-geofeed.csv",
  "monosans-proxies.json",
  "oracle-public_ip_ranges.json",
  "rdap-dns.json",
  "spamhaus-drop_v4.json",
  "tor-bulk-exit-list.txt",
  "tor-onionoo-details.json",
  "vultr-geofeed.txt",
  "x4bnet-datacenter-ipv4.txt",
  "x4bnet-datacenter-ipv6.txt",
  "x4bnet-vpn-ipv4.txt",
  "x4bnet-vpn-ipv6.txt",
];

Deno.test("every file of the mirror has its row", () => {
  const files = new Set(FEEDS.map(({ file }) => file));
  assert.deepEqual(MIRROR_FILES.filter((file) => !files.has(file)), []);
});

Deno.test("every row is complete and bounded", () => {
  assert.equal(new Set(FEEDS.map(({ name }) => name)).size, FEEDS.length);
  assert.equal(new Set(FEEDS.map(({ file }) => file)).size, FEEDS.length);
  for (const feed of FEEDS) {
    assert.match(feed.name, /^[a-z0-9_-]+$/i);
    assert.match(feed.file, /^[a-z0-9_.-]+$/i);
    assert.equal(new URL(feed.url).protocol, "https:", feed.name);
    assert.ok(feed.licence !== "" && feed.credit !== "", feed.name);
    assert.ok(feed.minimum >= 1 && feed.maxBytes <= 192 * 2 ** 20 && feed.timeout >= 60_000, feed.name);
    assert.equal(feed.claim !== undefined, feed.kind === "ranges" || feed.kind === "asns", feed.name);
  }
});

Deno.test("what may go stale is asked for well within its limit", () => {
  for (const { name, claim, cadence } of FEEDS) {
    const limit = claim === undefined ? undefined : DECIDES_FOR[claim.category];
    if (limit !== undefined) assert.ok(cadence * 6 <= limit, name);
  }
  assert.equal(findFeed("tor-bulk-exit-list")?.cadence, 6 * 3_600_000);
});

Deno.test("each category has a list that decides it for both families", () => {
  for (const category of ["tor", "proxy", "vpn", "datacenter", "relay", "hijacked", "cdn"] as const) {
    const rows = FEEDS.filter(({ claim }) => claim?.category === category);
    for (const family of [4, 6] as const) {
      assert.ok(rows.some(({ decides }) => decides?.includes(family)), `${category} ${family}`);
    }
  }
});

Deno.test("a feed is found by its name or its file, and fetched from the mirror where there is one", () => {
  const feed = findFeed("aws-ip-ranges.json")!;
  assert.equal(feed, findFeed("aws-ip-ranges"));
  assert.equal(findFeed("aws"), undefined);
  assert.equal(feedUrl(feed, null), "https://ip-ranges.amazonaws.com/ip-ranges.json");
  for (const mirror of ["http://10.0.0.5:8000/feeds", "http://10.0.0.5:8000/feeds/"]) {
    assert.equal(feedUrl(feed, mirror), "http://10.0.0.5:8000/feeds/aws-ip-ranges.json");
  }
});
