/** Labels and reports in two processes on one store: what one acknowledged is never undone by the other's cache. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";
import { abuseCounters, label, scoreUser, SIGNUP } from "../../support/app/outcomes.ts";
import { eventually } from "../../support/eventually.ts";

Deno.test("the last label counts, in whichever process it arrived", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const { request_id } = (await one.ask("/v1/score/ip?ip=9.9.9.9")).body;
  const label = async (app: TestApp, outcome: string) => {
    const { body } = await app.ask("/v1/outcome", { key: one.live, json: { request_id, outcome } });
    assert.equal(body.recorded, 1);
  };
  const seen = async (app: TestApp) => {
    await followChanges(one, two);
    const stored = (await app.ask(`/v1/score/${request_id}`, { key: one.live })).body;
    const { abuse_reports } = (await app.ask("/v1/score/ip?ip=9.9.9.9", { key: one.live })).body;
    return [stored.label.outcome, abuse_reports];
  };
  await label(one, "fraud");
  await label(two, "legit");
  await label(one, "fraud");
  assert.deepEqual(await seen(one), ["fraud", 1]);
  assert.deepEqual(await seen(two), ["fraud", 1]);
  await label(two, "legit");
  await label(one, "legit");
  assert.deepEqual(await seen(one), ["legit", 0]);
  assert.deepEqual(await seen(two), ["legit", 0]);
});

Deno.test("concurrent labels in both processes leave the counter consistent with the label", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const { request_id } = (await one.ask("/v1/score/ip?ip=9.9.9.9")).body;
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      [one, two, one, two].map((app, index) =>
        app.ask("/v1/outcome", {
          key: one.live,
          json: { request_id, outcome: (index + round) % 3 === 0 ? "fraud" : "legit" },
        })
      ),
    );
    await followChanges(one, two);
    const stored = (await two.ask(`/v1/score/${request_id}`, { key: one.live })).body;
    const { abuse_reports } = (await two.ask("/v1/score/ip?ip=9.9.9.9", { key: one.live })).body;
    assert.equal(abuse_reports, stored.label.outcome === "fraud" ? 1 : 0);
  }
});

Deno.test("the last report on a bare address counts, in whichever process it arrived", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const report = async (app: TestApp, tag: string) => {
    const headers = basic(one.live);
    const json = { ip_address: "9.9.9.9", tag };
    const { status } = await app.ask("/minfraud/v2.0/transactions/report", { key: null, headers, json });
    assert.equal(status, 204);
  };
  await report(one, "spam_or_abuse");
  await report(two, "not_fraud");
  await report(one, "spam_or_abuse");
  await followChanges(one, two);
  const score = async (app: TestApp) => (await app.ask("/v1/score/ip?ip=9.9.9.9", { key: one.live })).body;
  assert.equal((await score(one)).abuse_reports, 1);
  assert.equal((await score(two)).abuse_reports, 1);
});

Deno.test("two processes relabel a score in turn, and neither acts on a stale cache", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const { request_id } = await scoreUser(app, SIGNUP);
  const known = (from: TestApp, expected: string) =>
    eventually(async () => {
      const { label } = (await from.ask(`/v1/score/${request_id}`, { key: app.live })).body;
      return label?.outcome === expected;
    }, expected);
  await label(app, { request_id, outcome: "fraud" });
  await known(second, "fraud");
  await label(second, { request_id, outcome: "legit" }, app.live);
  await known(app, "legit");
  await label(app, { request_id, outcome: "fraud" });
  await known(second, "fraud");
  assert.deepEqual(await abuseCounters(app), [1, 1, 1, 1, 1]);
});
