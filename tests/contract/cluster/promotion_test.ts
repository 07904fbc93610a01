/** A replica takes over from a database that is gone: one that lacks what was acknowledged, and one that has all of it. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { type Fault, FaultLoad, lineOf } from "../../support/cluster/faults.ts";
import { startNodes } from "../../support/cluster/nodes.ts";
import { eventually } from "../../support/eventually.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { SilentLine } from "../../support/servers/silent_line.ts";

const BOUND_MS = 2000;
const BUSY_BOUND_MS = 10_000;
const IP = "73.15.20.1";

postgresTest("three nodes follow the address of the database to a replica", async (t) => {
  await using primary = await startPostgres({ settings: { wal_retrieve_retry_interval: "100ms" } });
  await primary.database();
  await using behind = await primary.replica("behind");
  await using later = new AsyncDisposableStack();
  await using line = new SilentLine(primary.port);
  const env = {
    WINNOW_STORE: primary.url("store_1", { port: line.port }),
    WINNOW_SECRET: "one secret for all nodes",
  };
  await using cluster = await startNodes(env);
  const { one, two, three, nodes } = cluster;
  const key = one.live;
  const statuses = (key: string, of = nodes) =>
    Promise.all(of.map(async (node) => (await node.ask("/v1/rules", { key })).status));
  const everywhere = (key: string, status: number) =>
    eventually(async () => (await statuses(key)).every((one) => one === status), `${status} on all nodes`);
  const scored = (node: TestApp, ip = IP) =>
    node.ask(`/v1/score/ip?ip=${ip}`, { key }).then(({ body }) => body);
  const revoke = (node: TestApp, id: string) => {
    const { accounts } = node.app.services.store;
    return accounts.putKey({ ...accounts.key(id)!, revokedAt: Date.now() });
  };
  const logged = (text: string) => nodes.map(({ log }) => log.filter((line) => line.includes(text)).length);
  let isReady = true;
  const failover = (name: string, from: PostgresServer, to: PostgresServer): Fault => ({
    name,
    lastsMs: 300,
    begin: () => from.signal("SIGKILL"),
    end: async () => {
      await to.start();
      await to.promote();
      isReady = (await one.ask("/readyz", { key: null })).status === 200;
      line.pointTo(to.port);
    },
  });
  const check = (name: string, figures: Awaited<ReturnType<FaultLoad["run"]>>) => {
    console.log(lineOf(name, figures));
    const bound = figures.wasBusy ? BUSY_BOUND_MS : BOUND_MS;
    assert.ok(figures.isBounded, JSON.stringify(figures.statuses));
    assert.ok(figures.longestMs < bound + 400, `the longest answer took ${figures.longestMs} ms`);
    assert.ok(figures.recoveryMs < bound, `it recovered after ${figures.recoveryMs} ms`);
    assert.ok(figures.grownMb < 100, `memory grew by ${figures.grownMb} MB`);
    assert.ok(!isReady, "/readyz says that a node has no database");
  };
  const { key: busy } = await one.account("busy");
  const revokedBefore = await two.account("revoked before");
  const revokedMeanwhile = await two.account("revoked meanwhile");
  for (const each of [busy, revokedBefore.key, revokedMeanwhile.key]) await everywhere(each, 200);
  await revoke(three, revokedBefore.keyId);
  await everywhere(revokedBefore.key, 403);
  const load = new FaultLoad(nodes, busy);

  await t.step("a promoted asynchronous replica that lacks what was acknowledged", async () => {
    await eventually(async () => {
      const at = await primary.sql("postgres", "select pg_current_wal_lsn()");
      return await behind.sql("postgres", `select pg_last_wal_replay_lsn() >= '${at}'`) === "t";
    }, "the replica has caught up");
    await behind.halt();
    const rule = await one.ask("/v1/rules", { key, json: { action: "block", values: [IP] } });
    assert.equal(rule.status, 200);
    assert.equal((await two.ask("/v1/report", { key, json: { kind: "ip", value: IP } })).status, 200);
    const late = await three.account("late");
    await everywhere(late.key, 200);
    await revoke(two, revokedMeanwhile.keyId);
    await everywhere(revokedMeanwhile.key, 403);

    const name = "promotion of an asynchronous replica that lagged";
    const figures = await load.run(failover(name, primary, behind));
    check(name, figures);
    assert.ok(figures.lost > 0, "the database lost what it had acknowledged");

    await everywhere(late.key, 403);
    assert.deepEqual(await statuses(revokedBefore.key), [403, 403, 403]);
    const found = await Promise.all(nodes.map((node) => scored(node)));
    for (const { verdict, abuse_reports } of found) {
      assert.notEqual(verdict, "block");
      assert.equal(abuse_reports, 0);
    }
    await eventually(async () => new Set(await statuses(revokedMeanwhile.key)).size === 1, "one answer");
    await using joined = await startApp({ env });
    await eventually(async () => {
      const [there] = await statuses(revokedMeanwhile.key, [joined]);
      return there === (await statuses(revokedMeanwhile.key))[0];
    }, "a node that joins answers as the others");
    assert.deepEqual(logged("lost writes that it had confirmed"), [1, 1, 1]);
    await eventually(
      async () => (await one.ask("/readyz", { key: null })).status === 200,
      "it is ready",
    );
  });

  await t.step("what is written then is known on all nodes", async () => {
    for (const [side, node] of nodes.entries()) {
      const ip = `73.16.${side}.1`;
      const rule = await node.ask("/v1/rules", { key, json: { action: "block", values: [ip] } });
      assert.equal(rule.status, 200, rule.text);
      const report = await node.ask("/v1/report", { key, json: { kind: "ip", value: `73.17.${side}.1` } });
      assert.equal(report.status, 200, report.text);
      const made = await node.account(`made ${side}`);
      await everywhere(made.key, 200);
      await eventually(async () => {
        const rules = await Promise.all(nodes.map((each) => scored(each, ip)));
        const reports = await Promise.all(nodes.map((each) => scored(each, `73.17.${side}.1`)));
        return rules.every(({ verdict }) => verdict === "block") &&
          reports.every(({ abuse_reports }) => abuse_reports === 1);
      }, "the rule and the report");
    }
  });

  await t.step("a promoted synchronous replica", async () => {
    const standby = later.use(await behind.replica("standby"));
    await behind.set({ synchronous_standby_names: "standby" });
    const name = "promotion of a synchronous replica";
    const figures = await load.run(failover(name, behind, standby));
    check(name, figures);
    assert.equal(figures.lost, 0);
    assert.deepEqual(logged("lost writes that it had confirmed"), [1, 1, 1], "nothing more was lost");
  });
});
