/** Decisions over three nodes on one PostgreSQL database: exact ids, bursts counted over all, and what one takes back is gone at the next pull. */
import assert from "node:assert/strict";
import type { TestApp } from "../../support/app/app.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

const ADDED_PER_NODE = 6;

postgresTest("three nodes tell the same decisions, with ids that none gives twice", async () => {
  await using server = await sharedPostgres();
  const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
  await using cluster = await startNodes(env);
  const { one, two, three, nodes } = cluster;
  const key = one.live;
  await untilKnown(nodes, key);
  const account = one.app.services.store.accounts.accountNamed("main")!;
  const pull = ({ app }: TestApp, since: number | null) => app.services.decisions.changes(account, since);
  const idsOf = async (node: TestApp) =>
    (await pull(node, null)).added.map(({ id, value }) => `${id} ${value}`).sort();

  // Rules and pulls at once on all nodes.
  await Promise.all(nodes.flatMap((node, side) =>
    Array.from({ length: ADDED_PER_NODE }, async (_, index) => {
      const json = { action: "block", values: [`83.${side + 1}.0.${index}`] };
      assert.equal((await node.ask("/v1/rules", { key, json })).status, 200);
      await pull(nodes[(side + index) % 3]!, null);
    })
  ));
  const known = await idsOf(one);
  assert.equal(known.length, 3 * ADDED_PER_NODE);
  assert.equal(new Set(known.map((text) => text.split(" ")[0])).size, known.length);
  assert.deepEqual(await idsOf(two), known);
  assert.deepEqual(await idsOf(three), known);

  // A rule taken back on one node is gone at the next pull of another.
  const { at } = await pull(two, null);
  const { body: { rules } } = await one.ask("/v1/rules", { key });
  const rule = rules.find(({ value }: { value: string }) => value === "83.1.0.0");
  assert.equal((await three.ask(`/v1/rules/${rule.id}`, { key, method: "DELETE" })).status, 200);
  const { ended } = await pull(two, at);
  assert.deepEqual(ended.map(({ value }) => value), ["83.1.0.0"]);
  assert.deepEqual((await pull(one, at)).ended, ended);

  // A burst over all nodes: each alone has seen too few.
  for (let turn = 0; turn < 10; turn++) {
    await nodes[turn % 3]!.app.services.decisions.refused(account, "2a02:898:52:17::1", "login");
  }
  for (const node of nodes) {
    const burst = (await pull(node, null)).added.filter(({ origin }) => origin === "winnow-velocity");
    assert.deepEqual(burst.map(({ type, scope, value }) => [type, scope, value]), [
      ["captcha", "Range", "2a02:898:52:17::/64"],
    ]);
  }

  // Lifted on one node, gone on the others, once.
  const burst = (await pull(one, null)).added.find(({ origin }) => origin === "winnow-velocity")!;
  const lifts = await Promise.all(
    nodes.map((node) => node.ask(`/v1/decisions/${burst.id}`, { key, method: "DELETE" })),
  );
  assert.deepEqual(lifts.map(({ status }) => status).sort(), [200, 404, 404]);
  for (const node of nodes) {
    assert.ok((await pull(node, null)).added.every(({ id }) => id !== burst.id));
  }
});
