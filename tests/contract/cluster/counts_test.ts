/** What three nodes on one PostgreSQL database count together. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

const PER_NODE = 100;
const TOTAL = 3 * PER_NODE;
/** How long after a burst every node has counted all of it. */
const SETTLED_MS = 6000;

postgresTest("a burst of sign-ups over three nodes is counted exactly, on each node", async (t) => {
  await using server = await sharedPostgres();
  const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
  await using cluster = await startNodes(env);
  const { one, nodes } = cluster;
  const key = one.live;
  await untilKnown(nodes, key);
  const signUp = async (node: TestApp, index: number) => {
    const json = {
      ip: `73.15.20.${index % 250}`,
      email: `user${index}@the-shop.com`,
      fingerprint: { visitor_id: "ab".repeat(16) },
    };
    const answer = await node.ask("/v1/score/user", { key, json });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  await signUp(one, 999);
  const { used: cost } = (await one.ask("/v1/usage", { key })).body;
  await Promise.all(
    nodes.flatMap((node, side) =>
      Array.from({ length: PER_NODE }, (_, index) => signUp(node, side * PER_NODE + index))
    ),
  );
  const ended = performance.now();
  let counted = TOTAL + 1;
  await t.step("velocity counts all of it", async () => {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    for (const node of nodes) {
      // Each of these is a sign-up too.
      counted++;
      const { linkage } = await signUp(node, 1000 + counted);
      assert.equal(linkage.subnet_rate_1h, counted);
      assert.equal(linkage.domain_rate_1h, counted);
      await new Promise((resolve) => setTimeout(resolve, 1200));
    }
    assert.ok(performance.now() > ended);
  });
  await t.step("a node that joins counts on from there", async () => {
    await using four = await startApp({ env });
    counted++;
    const { linkage } = await signUp(four, 1000 + counted);
    assert.equal(linkage.subnet_rate_1h, counted);
  });
  await t.step("usage is exact", async () => {
    const used = await Promise.all(
      nodes.map(async (node) => (await node.ask("/v1/usage", { key })).body.used),
    );
    assert.deepEqual(used, nodes.map(() => cost * counted));
  });
  await t.step("scores of the day are exact", async () => {
    for (const node of nodes) {
      const { labels } = (await node.ask("/v1/outcomes/summary", { key })).body;
      assert.equal(labels.scored, counted);
    }
  });
  await t.step("sightings of one address are exact", async () => {
    const ip = "73.99.1.2";
    const score = async (node: TestApp) =>
      (await node.ask("/v1/batch", { key, json: { type: "ip", items: [ip] } })).body.results[0];
    await Promise.all(nodes.flatMap((node) => Array.from({ length: PER_NODE }, () => score(node))));
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    for (const [index, node] of nodes.entries()) {
      assert.equal((await score(node)).times_seen, TOTAL + 1 + index);
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
  });
});
