/** Feeds of nodes with folders of their own, on one PostgreSQL database. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { eventually } from "../../support/eventually.ts";
import { addressesFrom, sampleText } from "../../support/fixtures/proxy_feed.ts";
import { Mirror } from "../../support/servers/feed_mirror.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

const TOR = "tor-bulk-exit-list";
const FILE = `${TOR}.txt`;
/** Until all nodes use what one fetched. */
const BOUND_MS = 10_000;

postgresTest("a feed is fetched once for all nodes, which use the same lists", async (t) => {
  await using server = await sharedPostgres();
  const exits = (net: number) =>
    Array.from({ length: 60 }, (_, index) => `81.2.${net}.${index + 1}`).join("\n");
  await using mirror = new Mirror({ [FILE]: exits(1) });
  const env = {
    WINNOW_STORE: await server.database(),
    WINNOW_SECRET: "one secret for all nodes",
    WINNOW_OFFLINE: "false",
    WINNOW_SMTP_PROBE: "off",
    WINNOW_DNS: "127.0.0.1:9",
    WINNOW_TIME_BUDGET_MS: "0",
    WINNOW_EGRESS_ALLOW: "127.0.0.0/8",
    WINNOW_FEED_MIRROR: mirror.url,
  };
  await using cluster = await startNodes(env);
  const { one, two, three, nodes } = cluster;
  const key = one.live;
  await untilKnown(nodes, key);
  const isTor = async (node: TestApp, ip: string) =>
    (await node.ask(`/v1/score/ip?ip=${ip}`, { key })).body.signals.is_tor === true;
  const versionOf = ({ app }: TestApp) => app.services.dataVersion();
  const refresh = async (node: TestApp) => (await node.app.services.feeds.refresh([TOR]))[0]!.result;
  const within = async (began: number, what: string, holds: () => Promise<boolean>) => {
    await eventually(holds, what);
    assert.ok(performance.now() - began < BOUND_MS, what);
  };

  await t.step("what one node fetched decides on all of them within ten seconds", async () => {
    assert.equal(await isTor(one, "81.2.1.1"), false);
    const began = performance.now();
    assert.equal(await refresh(one), "updated");
    assert.equal(await isTor(one, "81.2.1.1"), true);
    await within(
      began,
      "the list",
      async () => await isTor(two, "81.2.1.1") && await isTor(three, "81.2.1.1"),
    );
    assert.equal(new Set(nodes.map(versionOf)).size, 1, "one data version");
    assert.equal(mirror.count(FILE), 1);
  });
  await t.step("nodes that want to fetch at the same time fetch once", async () => {
    mirror.files.set(FILE, exits(2));
    mirror.requests.length = 0;
    const began = performance.now();
    const results = await Promise.all(nodes.map(refresh));
    assert.deepEqual(results.toSorted(), ["current", "current", "updated"]);
    assert.equal(mirror.count(FILE), 1);
    await within(began, "the list", async () => {
      const found = await Promise.all(nodes.map((node) => isTor(node, "81.2.2.1")));
      return found.every(Boolean) && new Set(nodes.map(versionOf)).size === 1;
    });
  });
  await t.step("a node that joins has the lists at once, without a request", async () => {
    mirror.requests.length = 0;
    await using four = await startApp({ env });
    assert.equal(await isTor(four, "81.2.2.1"), true);
    assert.equal(versionOf(four), versionOf(one));
    assert.equal(mirror.requests.length, 0);
  });
  await t.step("old chunks are gone, and the copy is bounded", async () => {
    const { engine } = one.app.services.store;
    const chunks = await Array.fromAsync(engine.scan(["feed-chunk"]));
    assert.equal(chunks.length, 1);
    assert.ok((chunks[0]!.value as Uint8Array).length < 60_000);
  });
  await t.step(
    "a node that joins has the days that others counted, though their samples are gone",
    async () => {
      const today = Math.floor(Date.now() / DAY_MS);
      const likelihood = async (node: TestApp) =>
        (await node.ask("/v1/score/ip?ip=73.0.0.200", { key })).body.proxy_likelihood;
      for (const day of [today - 1, today]) {
        mirror.files.set(
          "avastel-proxy-bot-ips-1day.txt",
          sampleText(day, addressesFrom(73 * 2 ** 24, 6_000, 10)),
        );
        assert.equal((await one.app.services.feeds.refresh(["avastel-proxies"]))[0]!.result, "updated");
      }
      const expected = await likelihood(one);
      assert.ok(expected > 0.9);
      mirror.requests.length = 0;
      await using five = await startApp({ env });
      assert.equal(await likelihood(five), expected);
      assert.equal(mirror.requests.length, 0);
      await eventually(
        async () => await likelihood(two) === expected && await likelihood(three) === expected,
        "the nodes that were there",
      );
    },
  );
  await t.step("a copy that a node fetched with its clock an hour back is everybody's", async () => {
    await using back = await startApp({ env, now: () => Date.now() - DAY_MS / 24 });
    mirror.files.set(FILE, exits(3));
    mirror.requests.length = 0;
    assert.equal(await refresh(back), "updated");
    const everybodys = async () =>
      (await Promise.all(nodes.map((node) => isTor(node, "81.2.3.1")))).every(Boolean) &&
      new Set([...nodes, back].map(versionOf)).size === 1;
    await eventually(everybodys, "the list");
    // Longer than the pause between two exchanges.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    assert.ok(await everybodys(), "no node put the older copy back");
    assert.equal(mirror.count(FILE), 1);
  });
});
