import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";

const PATH = "/v1/agent/policy";

Deno.test("GET /v1/agent/policy of an account that never set one is empty", async () => {
  await using app = await startApp();
  const { status, body } = await app.ask(PATH);
  assert.equal(status, 200);
  const { request_id, processing_time_sec, ...rest } = body;
  assert.deepEqual(rest, {
    rules: [],
    defaults_apply_when_no_rule_matches: true,
    replay_protection: "signature-window",
    updated_at: null,
    docs: `${app.origin}/docs/agents#policy`,
  });
  assert.match(request_id, /^req_/);
  assert.equal(typeof processing_time_sec, "number");
});

Deno.test("PUT /v1/agent/policy replaces the policy whole, for its account only, and it survives a restart", async () => {
  const first = {
    rules: [
      { trigger: "crawler", methods: ["post", "PUT"], action: "deny", reason: "read only" },
      { action: "allow" },
      { host: "*.BÜCHER.example", action: "review" },
    ],
    defaults_apply_when_no_rule_matches: false,
    replay_protection: "nonce",
  };
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-test-" });
  const clock = { now: NOW * 1000 };
  try {
    await using app = await startApp({ dataDir, now: () => clock.now });
    const other = await app.account("other");
    const saved = await app.ask(PATH, { method: "PUT", json: first });
    assert.equal(saved.status, 200);
    assert.equal(saved.body.saved, 3);
    assert.deepEqual(saved.body.rules, [
      first.rules[0],
      { action: "allow", reason: "" },
      { host: "*.xn--bcher-kva.example", action: "review", reason: "" },
    ]);
    assert.match(saved.body.note, /order.*first match/);
    const read = await app.ask(PATH);
    assert.deepEqual(read.body.rules, saved.body.rules);
    assert.equal(read.body.defaults_apply_when_no_rule_matches, false);
    assert.equal(read.body.replay_protection, "nonce");
    assert.equal(read.body.updated_at, new Date(clock.now).toISOString());
    assert.deepEqual((await app.ask(PATH, { key: other.key })).body.rules, []);
    assert.deepEqual(
      (await app.ask(PATH, { key: app.test })).body.rules,
      saved.body.rules,
      "both modes share it",
    );
    clock.now += 1000;
    await app.ask(PATH, { method: "PUT", json: { rules: [{ action: "review", reason: "x" }] } });
    await app.close();
    await using again = await startApp({ dataDir, now: () => clock.now });
    const later = await again.ask(PATH);
    assert.deepEqual(later.body.rules, [{ action: "review", reason: "x" }]);
    assert.equal(
      later.body.defaults_apply_when_no_rule_matches,
      true,
      "what is left out is the default again",
    );
    assert.equal(later.body.replay_protection, "signature-window");
    assert.equal(later.body.updated_at, new Date(clock.now).toISOString());
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("PUT /v1/agent/policy stores 200 rules of the largest size", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-test-" });
  const methods = Array.from({ length: 6 }, (_, index) => `M${index}`.padEnd(32, "X"));
  const rules = Array.from({ length: 200 }, (_, index) => ({
    host: `*.h${index}${".abc".repeat(61)}`,
    trigger: `t${index}`.padEnd(64, "ü"),
    action: "deny",
    methods,
    reason: "ü".repeat(200),
  }));
  try {
    await using app = await startApp({ dataDir });
    const { status, body } = await app.ask(PATH, { method: "PUT", json: { rules } });
    assert.deepEqual([status, body.saved], [200, 200]);
    await app.close();
    await using again = await startApp({ dataDir });
    assert.deepEqual((await again.ask(PATH)).body.rules, rules);
    await again.ask(PATH, { method: "PUT", json: { rules: rules.slice(0, 3) } });
    assert.deepEqual((await again.ask(PATH)).body.rules, rules.slice(0, 3));
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("rules with long URLs are stored, and one that is longer than a rule's URL as it is stored is refused", async () => {
  await using app = await startApp();
  const long = (of: number, char = "a") => `https://f.example/${of}/${char.repeat(2048 - 24)}`;
  const rules = Array.from({ length: 100 }, (_, index) => ({ url: long(index), action: "deny", reason: "" }));
  const { status, text } = await app.ask(PATH, { method: "PUT", json: { rules } });
  assert.equal(status, 200, text);
  assert.deepEqual(
    (await app.ask(PATH)).body.rules.map(({ url }: { url: string }) => url),
    rules.map(({ url }) => url),
  );
  const refused = await app.ask(PATH, {
    method: "PUT",
    json: { rules: [{ url: long(1, "é"), action: "deny" }] },
  });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, "/rules/0/url"]);
});

Deno.test("PUT /v1/agent/policy refuses what is wrong, names it, and changes nothing", async () => {
  await using app = await startApp();
  const kept = [{ action: "deny", reason: "kept" }];
  await app.ask(PATH, { method: "PUT", json: { rules: kept } });
  const rows: readonly [name: string, json: unknown, pointer: string, code?: string][] = [
    ["no rules", {}, "/rules"],
    ["rules null", { rules: null }, "/rules"],
    ["rule a string", { rules: ["deny"] }, "/rules/0"],
    ["action of custom rules", { rules: [{ action: "block" }] }, "/rules/0/action"],
    ["no action", { rules: [{ trigger: "crawler" }] }, "/rules/0/action"],
    ["methods a string", { rules: [{ action: "deny", methods: "GET" }] }, "/rules/0/methods"],
    ["methods empty", { rules: [{ action: "deny", methods: [] }] }, "/rules/0/methods"],
    ["long trigger", { rules: [{ action: "deny", trigger: "x".repeat(65) }] }, "/rules/0/trigger"],
    ["replay protection", { rules: [], replay_protection: "yes" }, "/replay_protection"],
    ["host with a scheme", { rules: [{ action: "deny", host: "https://a.example" }] }, "/rules/0/host"],
    ["host with a port", { rules: [{ action: "deny", host: "a.example:8443" }] }, "/rules/0/host"],
    ["host with a path", { rules: [{ action: "deny", host: "a.example/keys" }] }, "/rules/0/host"],
    ["host any", { rules: [{ action: "deny" }, { action: "deny", host: "*" }] }, "/rules/1/host"],
    ["host a star inside", { rules: [{ action: "deny", host: "a.*.example" }] }, "/rules/0/host"],
    ["host an address", { rules: [{ action: "deny", host: "127.1" }] }, "/rules/0/host"],
    ["host empty", { rules: [{ action: "deny", host: "" }] }, "/rules/0/host"],
    ["host long", { rules: [{ action: "deny", host: `${"a.".repeat(130)}example` }] }, "/rules/0/host"],
    ["201 rules", { rules: Array(201).fill({ action: "deny" }) }, "/rules", "too_many_items"],
  ];
  for (const [name, json, pointer, code = "invalid_value"] of rows) {
    const { status, body } = await app.ask(PATH, { method: "PUT", json });
    assert.deepEqual([status, body.code, body.errors[0].pointer], [400, code, pointer], name);
  }
  assert.deepEqual((await app.ask(PATH)).body.rules, kept);
});

Deno.test("the policy is free, open to paused accounts and closed to anonymous callers", async () => {
  await using app = await startApp();
  const poor = await app.account("poor", { monthly: 0 });
  const json = { rules: [{ action: "deny", reason: "" }] };
  assert.equal((await app.ask(PATH, { method: "PUT", json, key: poor.key })).status, 200);
  await app.app.services.store.accounts.putAccount({ ...poor.account, paused: true });
  assert.equal((await app.ask(PATH, { key: poor.key })).status, 200);
  assert.equal((await app.ask(PATH, { method: "PUT", json, key: poor.key })).status, 200);
  assert.equal((await app.ask("/v1/usage", { key: poor.key })).body.used, 0);
  for (const key of [null, "wk_live_nobody"]) {
    assert.equal((await app.ask(PATH, { key })).status, 403);
    assert.equal((await app.ask(PATH, { method: "PUT", json, key })).status, 403);
  }
});
