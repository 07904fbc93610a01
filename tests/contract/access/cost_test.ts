/** What a request costs. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { endpointName, ENDPOINTS, LIVE_ONLY } from "../../support/fixtures/endpoint_costs.ts";

Deno.test("a component, a batch item and a report cost one lookup each; failures are free", async () => {
  await using app = await startApp();
  const used = async () => (await app.ask("/v1/usage")).body.used as number;
  const costs = async (work: () => Promise<{ status: number }>, status: number) => {
    const before = await used();
    assert.equal((await work()).status, status);
    return await used() - before;
  };
  assert.equal(await costs(() => app.ask("/v1/score/ip?ip=8.8.8.8"), 200), 1);
  assert.equal(await costs(() => app.ask("/v1/verify/email?email=jane@gmail.com"), 200), 1);
  assert.equal(await costs(() => app.ask("/v1/score/domain?domain=example.org"), 200), 1);
  assert.equal(await costs(() => app.ask("/v1/lookup/phone?phone=%2B442079460123"), 200), 1);
  assert.equal(
    await costs(() => app.ask("/v1/lookup/phone?phone=02079460123"), 200),
    0,
    "country_required is free",
  );
  assert.equal(
    await costs(
      () =>
        app.ask("/v1/score/user", {
          json: { ip: "8.8.8.8", email: "jane@gmail.com", phone: "+442079460123" },
        }),
      200,
    ),
    3,
  );
  assert.equal(
    await costs(() => app.ask("/v1/score/user", { json: { ip: "8.8.8.8", phone: "02079460123" } }), 200),
    1,
  );
  assert.equal(await costs(() => app.ask("/v1/score/user", { json: { ip: "not one" } }), 400), 0);
  assert.equal(await costs(() => app.ask("/v1/score/ip?ip=1.2.3"), 400), 0);
  assert.equal(
    await costs(
      () => app.ask("/v1/batch", { json: { type: "ip", items: ["8.8.8.8", "nonsense", "1.1.1.1"] } }),
      200,
    ),
    2,
  );
  assert.equal(
    await costs(
      () => app.ask("/v1/report", { json: { kind: "ip", values: ["8.8.8.8", "1.1.1.1", "9.9.9.9"] } }),
      200,
    ),
    1,
  );
  assert.equal(
    await costs(() => app.ask("/v1/rules", { json: { action: "block", values: ["203.0.113.9"] } }), 200),
    0,
  );
  assert.equal(await costs(() => app.ask("/v1/rules"), 200), 0);
  assert.equal(await costs(() => app.ask("/v1/usage"), 200), 0);
});

Deno.test("each request costs its documented lookups, shows the limit and the rest, and ignores unknown parameters", async (t) => {
  await using app = await startApp();
  const used = async () => (await app.ask("/v1/usage")).body.used as number;
  for (const row of [...ENDPOINTS, ...LIVE_ONLY]) {
    await t.step(endpointName(row), async () => {
      const before = await used();
      const path = `${row.path}${row.path.includes("?") ? "&" : "?"}utm_source=x&__proto__=1`;
      const { status, headers, body } = await app.ask(path, row.ask);
      assert.equal(status, 200);
      assert.equal(await used() - before, row.costs);
      assert.equal(headers.get("x-ratelimit-limit"), "1000000");
      assert.match(headers.get("x-ratelimit-remaining") ?? "", /^\d+$/);
      assert.ok(body.processing_time_sec >= 0);
    });
  }
});
