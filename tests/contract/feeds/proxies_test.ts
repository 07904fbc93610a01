/** Proxies on people's lines: from the feed's daily files to the answers, over HTTP and over a restart. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { insights } from "../../support/app/insights.ts";
import { addressesFrom, sampleText } from "../../support/fixtures/proxy_feed.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { Mirror } from "../../support/servers/feed_mirror.ts";

const FILE = "avastel-proxy-bot-ips-1day.txt";
const NAME = "avastel-proxies";
/** 73.0.0.0, an access network. */
const FIRST = 73 * 2 ** 24;
const SEEN = "73.0.0.1";
const BESIDE = "73.0.0.200";
const FAR = "81.2.69.160";

const today = Math.floor(Date.now() / DAY_MS);
const sample = (day: number) => sampleText(day, addressesFrom(FIRST, 6_000, 10));

function settings(mirror: Mirror): Record<string, string> {
  return {
    WINNOW_OFFLINE: "false",
    WINNOW_SMTP_PROBE: "off",
    WINNOW_DNS: "127.0.0.1:9",
    WINNOW_TIME_BUDGET_MS: "0",
    WINNOW_EGRESS_ALLOW: "127.0.0.0/8",
    WINNOW_FEED_MIRROR: mirror.url,
  };
}

async function refresh(app: TestApp, expected: string): Promise<void> {
  const [outcome] = await app.app.services.feeds.refresh([NAME]);
  assert.equal(outcome?.result, expected, outcome?.detail);
}

async function score(app: TestApp, ip: string) {
  const { body } = await app.ask(`/v1/score/ip?ip=${ip}`);
  return body;
}

Deno.test("daily samples change the likelihood of neighbours, set no boolean, and survive a restart", async () => {
  await using folder = await temporaryFolder();
  await using mirror = new Mirror({ [FILE]: sample(today - 1) });
  let before;
  {
    await using app = await startApp({ dataDir: folder.path, env: settings(mirror) });
    assert.equal((await score(app, SEEN)).proxy_likelihood, null);
    await refresh(app, "updated");
    assert.equal((await score(app, SEEN)).proxy_likelihood, null, "one sample is too little");
    mirror.files.set(FILE, sample(today));
    await refresh(app, "updated");
    await refresh(app, "unchanged");

    before = await score(app, SEEN);
    assert.ok(before.proxy_likelihood >= 0.95);
    assert.equal(before.signals.is_proxy, null);
    assert.deepEqual([before.risk_score, before.verdict], [18, "allow"]);
    const beside = await score(app, BESIDE);
    assert.ok(beside.proxy_likelihood > 0.9 && beside.risk_score <= 12);
    const far = await score(app, FAR);
    assert.ok(far.proxy_likelihood < 0.5 && far.risk_score === 0);

    const body = await insights(app, { device: { ip_address: SEEN } });
    assert.equal(body.winnow.residential_proxy_likelihood, before.proxy_likelihood);
    assert.equal(body.ip_address.traits.is_residential_proxy, null);
    const { coverage } = (await app.ask("/v1/sources")).body;
    assert.equal(
      coverage.find(({ signal }: { signal: string }) => signal === "proxy_likelihood").state,
      "refreshed",
    );
  }
  mirror.files.set(FILE, "<html>an error page</html>");
  await using again = await startApp({ dataDir: folder.path, env: settings(mirror) });
  assert.equal((await score(again, SEEN)).proxy_likelihood, before.proxy_likelihood);
  await refresh(again, "refused");
  assert.equal((await score(again, BESIDE)).proxy_likelihood > 0.9, true, "the last good copy stays");
});

Deno.test("a missed day, a clock set back and a damaged day leave the other days in use", async () => {
  await using folder = await temporaryFolder();
  await using mirror = new Mirror({ [FILE]: sample(today - 3) });
  let clock = (today + 0.5) * DAY_MS;
  const open = () => startApp({ dataDir: folder.path, env: settings(mirror), now: () => clock });
  const path = (day: number) => `${folder.path}/feeds/proxies/${day}.day`;
  const counted = () =>
    [...Deno.readDirSync(`${folder.path}/feeds/proxies`)].map(({ name }) => name)
      .filter((name) => name.endsWith(".day")).sort();
  let likelihood: number;
  {
    await using app = await open();
    await refresh(app, "updated");
    mirror.files.set(FILE, sample(today - 1));
    await refresh(app, "updated");
    likelihood = (await score(app, BESIDE)).proxy_likelihood;
    assert.ok(likelihood > 0.9, "the day before yesterday was missed");
  }
  clock -= 40 * DAY_MS;
  {
    await using app = await open();
    assert.equal((await score(app, BESIDE)).proxy_likelihood, likelihood);
    mirror.files.set(FILE, sample(today));
    await refresh(app, "updated");
    assert.deepEqual(counted(), [today - 3, today - 1, today].map((day) => `${day}.day`));
    likelihood = (await score(app, BESIDE)).proxy_likelihood;
    assert.ok(likelihood > 0.9, "counted with the clock set back");
  }
  clock += 40 * DAY_MS;
  for (const day of [today - 3, today]) {
    const bytes = await Deno.readFile(path(day));
    await Deno.writeFile(path(day), bytes.subarray(0, bytes.length - 12));
  }
  await using app = await open();
  assert.deepEqual(counted(), [`${today - 1}.day`, `${today}.day`], "the latest is counted again");
  assert.ok((await score(app, BESIDE)).proxy_likelihood > 0.9);
});

Deno.test("a reserved address has no likelihood, and carrier-grade NAT is shared", async () => {
  await using app = await startApp();
  const inside = await score(app, "100.64.1.1");
  assert.deepEqual([inside.proxy_likelihood, inside.shared_address], [null, {
    shared: true,
    kind: "carrier_nat",
  }]);
  assert.deepEqual((await score(app, "10.0.0.1")).shared_address, { shared: null, kind: null });
});
