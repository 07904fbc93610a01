import assert from "node:assert/strict";
import { type Answer, type Ask, startApp } from "../../support/app/app.ts";

const DEVICE = "0123456789abcdef0123456789abcdef";

interface Row {
  readonly path: string;
  readonly ask: Ask;
  /** Lookups of one such request. */
  readonly costs: number;
  /** 402 where the specification lists it, 429 elsewhere. */
  readonly spent: 200 | 402 | 429;
}

const AGENT = { url: "https://example.org/", headers: {} };

const ROWS: readonly Row[] = [
  { path: "/v1/score/ip?ip=8.8.8.8", ask: {}, costs: 1, spent: 429 },
  { path: "/v1/verify/email?email=a@gmail.com", ask: {}, costs: 1, spent: 429 },
  { path: "/v1/lookup/phone?phone=%2B442083661177", ask: {}, costs: 1, spent: 429 },
  { path: "/v1/score/domain?domain=example.org", ask: {}, costs: 1, spent: 429 },
  { path: "/v1/score/user?ip=8.8.8.8&email=a@gmail.com", ask: {}, costs: 2, spent: 429 },
  {
    path: "/v1/score/user",
    ask: {
      json: {
        ip: "8.8.8.8",
        email: "a@gmail.com",
        phone: "+442083661177",
        domain: "gmail.com",
        device_id: DEVICE,
      },
    },
    costs: 5,
    spent: 429,
  },
  { path: "/v1/score/user", ask: { json: { ip: "8.8.8.8", agent: AGENT } }, costs: 1, spent: 429 },
  { path: "/v1/score/device", ask: { json: { device_id: DEVICE } }, costs: 1, spent: 429 },
  {
    path: "/v1/batch",
    ask: { json: { type: "ip", items: ["8.8.8.8", "9.9.9.9", "x"] } },
    costs: 2,
    spent: 402,
  },
  { path: "/v1/verify/agent", ask: { json: AGENT }, costs: 1, spent: 402 },
  { path: "/v1/agent/authorize", ask: { json: AGENT }, costs: 1, spent: 402 },
  { path: "/v1/agent/policy", ask: {}, costs: 0, spent: 200 },
  { path: "/v1/rules", ask: {}, costs: 0, spent: 200 },
  { path: "/v1/rules", ask: { json: { action: "allow", values: ["203.0.113.1"] } }, costs: 0, spent: 200 },
  { path: "/v1/rules/import?action=allow", ask: { raw: "203.0.113.2\n" }, costs: 0, spent: 200 },
  { path: "/v1/rules?confirm=true", ask: { method: "DELETE" }, costs: 0, spent: 200 },
  { path: "/v1/usage", ask: {}, costs: 0, spent: 200 },
  { path: "/v1/sources", ask: {}, costs: 0, spent: 200 },
  { path: "/v1/outcomes/summary", ask: {}, costs: 0, spent: 200 },
];
const LIVE_ONLY: readonly Row[] = [
  {
    path: "/v1/report",
    ask: { json: { kind: "ip", values: ["73.15.20.1", "73.15.20.2"] } },
    costs: 1,
    spent: 402,
  },
  { path: "/v1/outcome", ask: { json: { request_id: "req_x", outcome: "legit" } }, costs: 0, spent: 200 },
];

function nameOf({ path, ask }: Row): string {
  return `${ask.method ?? (ask.json || ask.raw ? "POST" : "GET")} ${path}`;
}

Deno.test("each request costs what the specification says, shows the limit and what remains, and ignores unknown parameters", async (t) => {
  await using app = await startApp();
  const used = async () => (await app.ask("/v1/usage")).body.used as number;
  for (const row of [...ROWS, ...LIVE_ONLY]) {
    await t.step(nameOf(row), async () => {
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

Deno.test("a test key is never billed, whatever it asks", async (t) => {
  await using app = await startApp();
  for (const row of ROWS) {
    await t.step(nameOf(row), async () => {
      assert.equal((await app.ask(row.path, { ...row.ask, key: app.test })).status, 200);
    });
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
  for (const row of LIVE_ONLY) {
    const { status, body } = await app.ask(row.path, { ...row.ask, key: app.test });
    assert.deepEqual([status, body.code], [403, "test_key_refused"], row.path);
  }
});

Deno.test("without quota what costs is refused by its family's status, and test keys and free endpoints go on", async (t) => {
  await using app = await startApp();
  const { key } = await app.account("spent", { monthly: 0 });
  const test = await app.account("spent", { mode: "test" });
  for (const row of [...ROWS, ...LIVE_ONLY]) {
    await t.step(nameOf(row), async () => {
      const { status, body, headers } = await app.ask(row.path, { ...row.ask, key });
      assert.equal(status, row.spent);
      if (row.spent === 200) return;
      assert.equal(body.code, "quota_exceeded");
      assert.ok(Number(headers.get("retry-after")) > 0);
    });
  }
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key: test.key })).status, 200);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 0);
});

Deno.test("every endpoint answers 429 with Retry-After beyond the rate, and does nothing", async (t) => {
  const now = Date.now();
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("slow", { rpm: 1 });
  assert.equal((await app.ask("/v1/usage", { key })).status, 200);
  for (const row of [...ROWS, ...LIVE_ONLY]) {
    await t.step(nameOf(row), async () => {
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

Deno.test("200 requests at once against a rate of 100 a minute give exactly 100 successes", async () => {
  const now = Date.now();
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("race", { rpm: 100 });
  const answers = await Promise.all(Array.from({ length: 200 }, () => app.ask("/v1/rules", { key })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 100);
  assert.equal(answers.filter(({ status }) => status === 429).length, 100);
});

Deno.test("two accounts never see each other's rules, usage, scores or labels, and share abuse counters", async () => {
  await using app = await startApp();
  const names = ["ann", "bob"] as const;
  const keys = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await app.account(name)).key] as const)),
  );
  const ask = (name: string, path: string, given: Ask = {}) => app.ask(path, { ...given, key: keys[name]! });
  const scored: Record<string, Answer["body"]> = {};
  for (const name of names) {
    await ask(name, "/v1/rules", {
      json: { action: name === "ann" ? "block" : "allow", values: ["73.15.20.9"] },
    });
    scored[name] =
      (await ask(name, "/v1/score/user", { json: { ip: "73.15.20.1", email: `${name}@gmail.com` } })).body;
    await ask(name, "/v1/agent/policy", {
      method: "PUT",
      json: { rules: [{ trigger: "crawler", action: "deny", reason: name }] },
    });
  }
  await ask("ann", "/v1/score/ip?ip=1.1.1.1");
  await ask("ann", "/v1/outcome", { json: { request_id: scored.ann!.request_id, outcome: "fraud" } });
  assert.deepEqual(
    await Promise.all(
      names.map(async (name) => (await ask(name, "/v1/score/ip?ip=73.15.20.9")).body.verdict),
    ),
    ["block", "allow"],
  );
  assert.deepEqual(
    await Promise.all(names.map(async (name) => (await ask(name, "/v1/usage")).body.used)),
    [4, 3],
  );
  for (const [name, others] of [["ann", "bob"], ["bob", "ann"]] as const) {
    const { rules } = (await ask(name, "/v1/rules")).body;
    assert.equal(rules.length, 1);
    assert.equal((await ask(others, `/v1/rules/${rules[0].id}`, { method: "DELETE" })).status, 404);
    assert.equal((await ask(name, `/v1/score/${scored[others]!.request_id}`)).status, 404);
    assert.equal((await ask(name, `/v1/score/${scored[name]!.request_id}`)).status, 200);
    const foreign = await ask(name, "/v1/outcome", {
      json: { request_id: scored[others]!.request_id, outcome: "legit" },
    });
    assert.deepEqual([foreign.body.recorded, foreign.body.not_found], [0, 1]);
    assert.equal((await ask(name, "/v1/agent/policy")).body.rules[0].reason, name);
    const trial = await ask(name, "/v1/rules?dry_run=true", {
      json: { action: "block", values: [`${others}@gmail.com`] },
    });
    assert.equal(trial.body.trial.would_change, 0, "a dry run looks at one's own scores only");
  }
  const labels = await Promise.all(
    names.map(async (name) => (await ask(name, "/v1/outcomes/summary")).body.overall.labelled),
  );
  assert.deepEqual(labels, [1, 0]);
  assert.equal((await ask("ann", `/v1/score/${scored.ann!.request_id}`)).body.label.outcome, "fraud");
  const [forAnn, forBob] = await Promise.all(
    names.map(async (name) => (await ask(name, "/v1/score/ip?ip=73.15.20.1")).body.abuse_reports),
  );
  assert.deepEqual([forAnn, forBob], [1, 1], "abuse counters are shared");
});

Deno.test("an error is a problem document with the catalogue's code, and names no secret", async (t) => {
  await using app = await startApp();
  const rows: { name: string; path: string; ask: Ask; status: number; code: string }[] = [
    { name: "no such path", path: "/v1/nothing", ask: {}, status: 404, code: "not_found" },
    { name: "no such method", path: "/v1/batch", ask: {}, status: 405, code: "method_not_allowed" },
    { name: "bad JSON", path: "/v1/report", ask: { raw: "{" }, status: 400, code: "invalid_json" },
    { name: "bad value", path: "/v1/score/ip?ip=x", ask: {}, status: 400, code: "invalid_value" },
    { name: "no key", path: "/v1/report", ask: { key: null, json: {} }, status: 403, code: "key_missing" },
  ];
  for (const { name, path, ask, status, code } of rows) {
    await t.step(name, async () => {
      const { body, text, headers, ...answer } = await app.ask(path, ask);
      assert.equal(answer.status, status);
      assert.equal(headers.get("content-type"), "application/problem+json");
      assert.deepEqual([body.status, body.code], [status, code]);
      assert.match(body.type, new RegExp(`#${code}$`));
      assert.ok(body.title.length > 5 && body.detail.length > 5);
      assert.match(body.request_id, /^req_/);
      assert.ok(!text.includes(app.live) && !/\.ts:\d/.test(text));
    });
  }
  const factors = await app.ask("/compat/maxmind/minfraud/v2.0/factors", {
    key: null,
    headers: { authorization: `Basic ${btoa(`any:${app.live}`)}` },
    json: { device: { ip_address: "8.8.8.8" } },
  });
  assert.equal(factors.status, 404);
  assert.match(factors.text, /factors/i);
});
