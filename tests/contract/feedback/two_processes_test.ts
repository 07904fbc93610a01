/** Two processes on one store, each with its own memory: what one acknowledged is never undone by what the other remembers. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";

/** As the timer does four times a second. */
async function follow(...apps: TestApp[]): Promise<void> {
  for (const { app } of apps) await app.services.store.changes.refresh();
}

Deno.test("the last label counts, whichever process took it", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const { request_id } = (await one.ask("/v1/score/ip?ip=9.9.9.9")).body;
  const label = async (app: TestApp, outcome: string) => {
    const { body } = await app.ask("/v1/outcome", { key: one.live, json: { request_id, outcome } });
    assert.equal(body.recorded, 1);
  };
  const seen = async (app: TestApp) => {
    await follow(one, two);
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

Deno.test("labels given by both at the same moment leave the counter as the label says", async () => {
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
    await follow(one, two);
    const stored = (await two.ask(`/v1/score/${request_id}`, { key: one.live })).body;
    const { abuse_reports } = (await two.ask("/v1/score/ip?ip=9.9.9.9", { key: one.live })).body;
    assert.equal(abuse_reports, stored.label.outcome === "fraud" ? 1 : 0);
  }
});

Deno.test("the last report on an address alone counts, whichever process took it", async () => {
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
  await follow(one, two);
  const score = async (app: TestApp) => (await app.ask("/v1/score/ip?ip=9.9.9.9", { key: one.live })).body;
  assert.equal((await score(one)).abuse_reports, 1);
  assert.equal((await score(two)).abuse_reports, 1);
});

Deno.test("a rule change that finds nothing to do looks at the newest rules first", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const key = one.live;
  const add = async (app: TestApp) =>
    (await app.ask("/v1/rules", { key, json: { action: "block", values: ["evil.example.org"] } })).body;
  assert.equal((await two.ask("/v1/rules", { key })).body.count, 0);
  const { rules: [made] } = await add(one);
  const deleted = await two.ask(`/v1/rules/${made.id}`, { key, method: "DELETE" });
  assert.deepEqual([deleted.status, deleted.body.deleted], [200, 1]);
  await follow(one, two);
  await add(one);
  await follow(one, two);
  assert.equal((await one.ask("/v1/rules?confirm=true", { key, method: "DELETE" })).body.deleted, 1);
  assert.deepEqual((await add(two)).skipped, [], "it is not there any more");
  assert.equal((await add(two)).added, 0, "now it is");
  assert.equal((await one.ask("/v1/rules?confirm=true", { key, method: "DELETE" })).body.deleted, 1);
});
