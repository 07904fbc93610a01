/** Two nodes on one PostgreSQL database, as on separate machines. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

postgresTest("two nodes on PostgreSQL are one service", async (t) => {
  await using server = await sharedPostgres();
  const env = { WINNOW_STORE: await server.database(), WINNOW_SECRET: "one secret for all nodes" };
  await using one = await startApp({ env });
  await using two = await startApp({ env });
  await t.step("a score, its label and a report made on one are found on the other", async () => {
    const scored = await one.ask("/v1/score/user", {
      json: { ip: "73.15.20.1", email: "jane.doe@gmail.com", phone: "+442083661177" },
    });
    assert.equal(scored.status, 200, scored.text);
    const { request_id } = scored.body;
    await two.ask("/v1/outcome", { key: one.live, json: { request_id, outcome: "fraud" } });
    const stored = await one.ask(`/v1/score/${request_id}`);
    assert.equal(stored.body.risk_score, scored.body.risk_score);
    await eventually(async () => {
      const { body } = await one.ask(`/v1/score/${request_id}`);
      return body.label?.outcome === "fraud";
    }, "the label of the other node");
    await one.ask("/v1/report", { json: { kind: "ip", value: "73.15.99.1" } });
    await eventually(async () => {
      const { body } = await two.ask("/v1/score/ip?ip=73.15.99.1", { key: one.live });
      return body.abuse_reports === 1;
    }, "the report of the other node");
  });
  await t.step("rules apply and end on the other node within a second", async () => {
    const scored = () => two.ask("/v1/score/ip?ip=9.9.9.9", { key: one.live });
    assert.equal((await scored()).body.rule_applied ?? null, null);
    const made = await one.ask("/v1/rules", { json: { action: "block", values: ["9.9.9.9"] } });
    assert.equal(made.status, 200, made.text);
    await eventually(async () => (await scored()).body.verdict === "block", "the rule");
    await one.ask("/v1/rules?confirm=true", { method: "DELETE" });
    await eventually(async () => (await scored()).body.verdict !== "block", "its end");
  });
  await t.step("concurrent rule changes of one account on both nodes lose no rule", async () => {
    const [key, count] = [one.live, 15];
    await Promise.all([one, two].flatMap((node, side) =>
      Array.from({ length: count }, async (_, i) => {
        const json = { action: "block", values: [`r${i}.side${side}.example.org`] };
        assert.equal((await node.ask("/v1/rules", { key, json })).status, 200);
      })
    ));
    await eventually(async () => (await one.ask("/v1/rules")).body.rules.length === 2 * count, "all rules");
  });
  await t.step("a key made on one works on the other; a paused account is paused on both", async () => {
    const { account, key } = await one.account("acme");
    const status = async () => (await two.ask("/v1/score/ip?ip=8.8.8.8", { key })).status;
    await eventually(async () => await status() === 200, "the key");
    await one.app.services.store.accounts.putAccount({ ...account, paused: true });
    await eventually(async () => await status() === 401, "the pause");
  });
  await t.step("a quota is exact where only one node is asked", async () => {
    const { key } = await one.account("race", { monthly: 100 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => one.ask(`/v1/score/ip?ip=8.8.${i}.8`, { key })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 100);
    assert.equal((await one.ask("/v1/usage", { key })).body.used, 100);
  });
  await t.step("over two nodes a quota is not exceeded", async () => {
    const { key } = await one.account("shared", { monthly: 60 });
    await eventually(async () => (await two.ask("/v1/usage", { key })).status === 200, "the key");
    let allowed = 0;
    const spend = async (node: TestApp) => {
      const { status } = await node.ask("/v1/score/ip?ip=8.8.8.8", { key });
      if (status === 200) allowed++;
    };
    for (let i = 0; i < 20; i++) await Promise.all([spend(one), spend(two)]);
    await eventually(async () => {
      const used = await Promise.all([one, two].map((node) => node.ask("/v1/usage", { key })));
      return used.every(({ body }) => body.used === 40);
    }, "both see 40");
    for (let i = 0; i < 40; i++) await spend(i % 2 ? one : two);
    assert.ok(allowed >= 58 && allowed <= 60, `${allowed} of 60`);
    await eventually(async () => {
      const { body } = await one.ask("/v1/usage", { key });
      return body.used === allowed;
    }, "what was allowed is billed");
    await Promise.all([one, two].map(spend));
    assert.ok(allowed <= 60, "and no more");
  });
  await t.step("over two nodes a rate limit is not exceeded", async () => {
    const { key } = await one.account("limited", { rpm: 60 });
    await eventually(async () => (await two.ask("/v1/usage", { key })).status === 200, "the key");
    const began = Date.now();
    let allowed = 0;
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).ask("/v1/usage", { key })),
      );
      allowed += answers.filter(({ status }) => status === 200).length;
      await new Promise((resolve) => setTimeout(resolve, 1200));
    }
    const most = 60 + (Date.now() - began) / 1000 + 2;
    assert.ok(allowed >= 50 && allowed <= most, `${allowed} allowed by a limit of 60, at most ${most}`);
  });
});
