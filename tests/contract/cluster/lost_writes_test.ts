/** Three nodes on one PostgreSQL database that loses confirmed writes and goes on. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { startNodes } from "../../support/cluster/nodes.ts";
import { eventually } from "../../support/eventually.ts";
import { keepState } from "../../support/servers/lost_writes.ts";
import { postgresTest, startPostgres } from "../../support/servers/postgres.ts";

const DATABASE = "store_1";
const IP = "73.15.20.1";

postgresTest("three nodes go on together after the database lost confirmed writes", async (t) => {
  await using server = await startPostgres();
  const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
  await using cluster = await startNodes(env);
  const { one, two, three, nodes } = cluster;
  const key = one.live;
  const verdicts = (ip: string) =>
    Promise.all(nodes.map(async (node) => (await node.ask(`/v1/score/ip?ip=${ip}`, { key })).body.verdict));
  const statuses = (key: string) =>
    Promise.all(nodes.map(async (node) => (await node.ask("/v1/rules", { key })).status));
  const everywhere = (what: string, holds: (found: unknown) => boolean, ask: () => Promise<unknown[]>) =>
    eventually(async () => (await ask()).every(holds), what);
  const revoke = (node: TestApp, id: string) => {
    const { accounts } = node.app.services.store;
    return accounts.putKey({ ...accounts.key(id)!, revokedAt: Date.now() });
  };

  const early = await one.account("early");
  await everywhere("its key", (status) => status === 200, () => statuses(early.key));
  const revokedBefore = await two.account("revoked");
  const revokedMeanwhile = await two.account("meanwhile");
  await everywhere("a key", (status) => status === 200, () => statuses(revokedMeanwhile.key));
  await revoke(three, revokedBefore.keyId);
  await everywhere("its end", (status) => status === 403, () => statuses(revokedBefore.key));
  const goBack = await keepState(server, DATABASE);

  // All of this is acknowledged, and then lost by the database.
  for (const node of nodes) {
    for (let i = 0; i < 4; i++) {
      await node.ask("/v1/report", { key, json: { kind: "ip", value: `73.15.${nodes.indexOf(node)}.${i}` } });
    }
    const json = { action: "block", values: [`10.${nodes.indexOf(node)}.0.1`, IP] };
    assert.equal((await node.ask("/v1/rules", { key, json })).status, 200);
  }
  await everywhere("the rule", (verdict) => verdict === "block", () => verdicts(IP));
  const late = await one.account("late");
  await everywhere("its key", (status) => status === 200, () => statuses(late.key));
  await revoke(two, revokedMeanwhile.keyId);
  await everywhere("its end", (status) => status === 403, () => statuses(revokedMeanwhile.key));
  await goBack();

  await t.step("what the database lost ends on all nodes, and a revoked key stays revoked", async () => {
    await everywhere("no rule", (verdict) => verdict !== "block", () => verdicts(IP));
    await everywhere("the lost key", (status) => status === 403, () => statuses(late.key));
    assert.deepEqual(await statuses(revokedBefore.key), [403, 403, 403]);
    await everywhere("revoked", (status) => status === 403, () => statuses(revokedMeanwhile.key));
    await using later = await startApp({ env });
    assert.equal(
      (await later.ask("/v1/rules", { key: revokedMeanwhile.key })).status,
      403,
      "also after a restart",
    );
  });
  await t.step("every node says what happened, and is ready", async () => {
    for (const node of nodes) {
      assert.equal(node.log.filter((line) => line.includes("lost writes that it had confirmed")).length, 1);
      assert.equal((await node.ask("/readyz", { key: null })).status, 200);
      assert.match((await node.ask("/metrics", { key: null })).text, /^winnow_store_losses_total 1$/m);
    }
  });
  await t.step(
    "reports, rules and keys made on any node work on all of them at the first attempt",
    async () => {
      for (const [side, node] of nodes.entries()) {
        const ip = `73.16.${side}.1`;
        const report = await node.ask("/v1/report", { key, json: { kind: "ip", value: ip } });
        assert.equal(report.status, 200, report.text);
        const rule = await node.ask("/v1/rules", { key, json: { action: "block", values: [ip] } });
        assert.equal(rule.status, 200, rule.text);
        await everywhere("the rule", (verdict) => verdict === "block", () => verdicts(ip));
        const made = await node.account(`made ${side}`);
        assert.deepEqual(await statuses(made.key), [200, 200, 200], "known at once");
        await revoke(node, made.keyId);
        await everywhere("its end", (status) => status === 403, () => statuses(made.key));
      }
    },
  );
  await t.step("a node that writes before it noticed the loss is told by its own sequence", async () => {
    const again = await keepState(server, DATABASE);
    const lost = await two.account("lost again");
    await everywhere("its key", (status) => status === 200, () => statuses(lost.key));
    await again();
    const [made] = await Promise.all([
      two.ask("/v1/rules", { key, json: { action: "block", values: ["10.9.9.9"] } }),
      one.ask("/v1/rules", { key, json: { action: "block", values: ["10.9.9.8"] } }),
    ]);
    assert.equal(made.status, 200, made.text);
    await everywhere("the rule", (verdict) => verdict === "block", () => verdicts("10.9.9.9"));
    await everywhere("the lost key", (status) => status === 403, () => statuses(lost.key));
  });
});

postgresTest("a node that cannot follow the others' changes is not ready, until it can", async () => {
  await using server = await startPostgres();
  const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
  await using node = await startApp({ env });
  const { engine } = node.app.services.store;
  const scan = engine.scan.bind(engine);
  engine.scan = (prefix, options) => {
    if (prefix[0] === "changes") throw new Error("cut off");
    return scan(prefix, options);
  };
  const ready = async () => await node.ask("/readyz", { key: null });
  await eventually(async () => (await ready()).status === 503, "not ready");
  assert.deepEqual((await ready()).body.checks, { store: "ok", changes: "not followed", data: "ok" });
  engine.scan = scan;
  await eventually(async () => (await ready()).status === 200, "ready again");
});
