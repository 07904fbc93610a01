/** Test keys: nothing is billed, and nothing of what they score remains. */
import assert from "node:assert/strict";
import { RESIDENTIAL } from "../../support/app/abuse.ts";
import { startApp } from "../../support/app/app.ts";
import { endpointName, ENDPOINTS, LIVE_ONLY } from "../../support/fixtures/endpoint_costs.ts";

Deno.test("test keys are never billed", async () => {
  await using app = await startApp();
  for (let i = 0; i < 3; i++) {
    assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key: app.test })).status, 200);
  }
  const batch = await app.ask("/v1/batch", { key: app.test, json: { type: "ip", items: ["8.8.8.8"] } });
  assert.equal(batch.body.billable_lookups, 0);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("a test key is never billed on any endpoint", async (t) => {
  await using app = await startApp();
  for (const row of ENDPOINTS) {
    await t.step(endpointName(row), async () => {
      assert.equal((await app.ask(row.path, { ...row.ask, key: app.test })).status, 200);
    });
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
  for (const row of LIVE_ONLY) {
    const { status, body } = await app.ask(row.path, { ...row.ask, key: app.test });
    assert.deepEqual([status, body.code], [403, "test_key_refused"], row.path);
  }
});

Deno.test("a score with a test key counts no sighting", async () => {
  await using app = await startApp();
  for (let i = 0; i < 3; i++) {
    await app.ask("/v1/batch", { key: app.test, json: { type: "ip", items: [RESIDENTIAL] } });
  }
  const { body } = await app.ask("/v1/batch", { json: { type: "ip", items: [RESIDENTIAL] } });
  assert.equal(body.results[0].times_seen, 1);
});
