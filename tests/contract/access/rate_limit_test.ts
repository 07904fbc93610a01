/** The rate limit per minute. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { endpointName, ENDPOINTS, LIVE_ONLY } from "../../support/fixtures/endpoint_costs.ts";

Deno.test("the rate limit allows a burst of one minute, refills smoothly and sends Retry-After", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("slow", { rpm: 6 });
  for (let left = 5; left >= 0; left--) {
    const answer = await app.ask("/v1/usage", { key });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-ratelimit-limit"), "6");
    assert.equal(answer.headers.get("x-ratelimit-remaining"), String(left));
  }
  const refused = await app.ask("/v1/usage", { key });
  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, "rate_limited");
  assert.equal(refused.headers.get("retry-after"), "10");
  assert.equal(refused.headers.get("x-ratelimit-remaining"), "0");
  now += 10_000;
  assert.equal((await app.ask("/v1/usage", { key })).status, 200);
  assert.equal((await app.ask("/v1/usage", { key })).status, 429);
});

Deno.test("every endpoint answers 429 with Retry-After beyond the rate, and does nothing", async (t) => {
  const now = Date.now();
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("slow", { rpm: 1 });
  assert.equal((await app.ask("/v1/usage", { key })).status, 200);
  for (const row of [...ENDPOINTS, ...LIVE_ONLY]) {
    await t.step(endpointName(row), async () => {
      const { status, body, headers } = await app.ask(row.path, { ...row.ask, key });
      assert.deepEqual([status, body.code, body.status], [429, "rate_limited", 429]);
      assert.equal(headers.get("retry-after"), "60");
      assert.deepEqual([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")], ["1", "0"]);
      assert.equal(headers.get("content-type"), "application/problem+json");
    });
  }
  const second = await app.account("slow");
  assert.deepEqual((await app.ask("/v1/rules", { key: second.key })).body.count, 0);
  assert.deepEqual((await app.ask("/v1/usage", { key: second.key })).body.used, 0);
});

Deno.test("200 concurrent requests against a limit of 100 per minute give exactly 100 successes", async () => {
  const now = Date.now();
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("race", { rpm: 100 });
  const answers = await Promise.all(Array.from({ length: 200 }, () => app.ask("/v1/rules", { key })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 100);
  assert.equal(answers.filter(({ status }) => status === 429).length, 100);
});
