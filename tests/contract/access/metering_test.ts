import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("a component, an item and a report are one lookup each; what fails is free", async () => {
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

Deno.test("test keys are never billed", async () => {
  await using app = await startApp();
  for (let i = 0; i < 3; i++) {
    assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key: app.test })).status, 200);
  }
  const batch = await app.ask("/v1/batch", { key: app.test, json: { type: "ip", items: ["8.8.8.8"] } });
  assert.equal(batch.body.billable_lookups, 0);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("a used-up quota answers 429 on scoring endpoints and 402 on the network's, and free endpoints go on", async () => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 2 });
  const ask = (path: string, json?: unknown) =>
    app.ask(path, { key, ...(json === undefined ? {} : { json }) });
  assert.equal(
    (await ask("/v1/score/user", { ip: "8.8.8.8", email: "a@gmail.com", phone: "+442079460123" })).status,
    429,
    "three do not fit into two",
  );
  assert.equal((await ask("/v1/usage")).body.used, 0);
  assert.equal((await ask("/v1/score/user", { ip: "8.8.8.8", email: "a@gmail.com" })).status, 200);
  const refused = await ask("/v1/score/ip?ip=8.8.8.8");
  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, "quota_exceeded");
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds > 0 && seconds <= 31 * 86_400);
  assert.equal((await ask("/v1/batch", { type: "ip", items: ["8.8.8.8"] })).status, 402);
  assert.equal((await ask("/v1/report", { kind: "ip", value: "8.8.8.8" })).status, 402);
  assert.equal((await ask("/v1/verify/agent", { url: "https://example.org/", headers: {} })).status, 402);
  assert.equal((await ask("/v1/agent/authorize", { url: "https://example.org/", headers: {} })).status, 402);
  assert.equal((await ask("/v1/rules", { action: "allow", values: ["8.8.8.8"] })).status, 200);
  assert.equal((await ask("/v1/outcome", { request_id: "req_unknown", outcome: "fraud" })).status, 200);
  assert.equal((await ask("/v1/usage")).body.used, 2);
});

Deno.test("200 parallel requests against a quota of 100 give exactly 100 successes", async () => {
  await using app = await startApp();
  const { key } = await app.account("race", { monthly: 100 });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => app.ask(`/v1/score/ip?ip=8.8.${i}.8`, { key })),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 100);
  assert.equal(answers.filter((answer) => answer.status === 429).length, 100);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 100);
});

Deno.test("the rate limit allows a minute's burst, refills smoothly and says when", async () => {
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

Deno.test("a paused account answers 401 on scoring endpoints and 402 on the network's; rules go on", async () => {
  await using app = await startApp();
  const { account, key } = await app.account("paused");
  await app.app.services.store.accounts.putAccount({ ...account, paused: true });
  const rows: [string, unknown, number][] = [
    ["/v1/score/ip?ip=8.8.8.8", undefined, 401],
    ["/v1/score/user", { ip: "8.8.8.8" }, 401],
    ["/v1/score/device", { device_id: "0123456789abcdef0123456789abcdef" }, 401],
    ["/v1/batch", { type: "ip", items: ["8.8.8.8"] }, 402],
    ["/v1/report", { kind: "ip", value: "8.8.8.8" }, 402],
    ["/v1/outcome", { request_id: "req_x", outcome: "legit" }, 402],
    ["/v1/verify/agent", { url: "https://example.org/", headers: {} }, 402],
    ["/v1/agent/authorize", { url: "https://example.org/", headers: {} }, 402],
  ];
  for (const [path, json, status] of rows) {
    const answer = await app.ask(path, { key, ...(json === undefined ? {} : { json }) });
    assert.equal(answer.status, status, path);
    assert.equal(answer.body.code, "account_paused", path);
  }
  assert.equal((await app.ask("/v1/rules", { key })).status, 200);
  assert.equal((await app.ask("/v1/agent/policy", { key })).status, 200);
});

Deno.test("usage survives a restart and begins anew with the month", async () => {
  let now = Date.parse("2026-11-30T23:59:00Z");
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("months", { monthly: 1 });
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 200);
  await app.close();
  await using again = await startApp({ now: () => now, dataDir: app.dataDir });
  assert.equal((await again.ask("/v1/usage", { key })).body.used, 1);
  assert.equal((await again.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 429);
  now += 120_000;
  assert.equal((await again.ask("/v1/usage", { key })).body.used, 0);
  assert.equal((await again.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 200);
});
