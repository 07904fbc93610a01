/** Separation of accounts, and paused accounts. */
import assert from "node:assert/strict";
import { type Answer, type Ask, startApp } from "../../support/app/app.ts";

Deno.test("two accounts never see each other's rules, usage, scores or labels; abuse counters are shared", async () => {
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
    assert.equal(trial.body.trial.would_change, 0, "a dry run reads only the account's own scores");
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

Deno.test("a paused account is 401 on scoring endpoints and 402 on shared-data endpoints; rules work", async () => {
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
    ["/v1/score/login", { user_id: "u" }, 401],
    ["/v1/events", { user_id: "u", type: "email_changed" }, 402],
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
