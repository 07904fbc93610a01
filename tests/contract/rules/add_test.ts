/** POST /v1/rules. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { addRules, countRules } from "../../support/app/rules.ts";

Deno.test("invalid rules are refused", async (t) => {
  await using app = await startApp();
  const rows: { name: string; json: unknown }[] = [
    { name: "no action", json: { values: ["1.1.1.1"] } },
    { name: "a wrong action", json: { action: "review", values: ["1.1.1.1"] } },
    { name: "no values", json: { action: "block" } },
    { name: "empty values", json: { action: "block", values: [] } },
    { name: "numbers", json: { action: "block", values: [1] } },
    { name: "a long note", json: { action: "block", values: ["1.1.1.1"], note: "x".repeat(201) } },
    { name: "10,001 values", json: { action: "block", values: Array(10_001).fill("1.1.1.1") } },
  ];
  for (const row of rows) {
    await t.step(
      row.name,
      async () => assert.equal((await app.ask("/v1/rules", { json: row.json })).status, 400),
    );
  }
});

Deno.test("a rule ends when it expires; a note is kept", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const expires_at = new Date(now + 3_600_000).toISOString();
  const { body } = await app.ask("/v1/rules", {
    json: { action: "block", values: ["73.15.20.1"], expires_at, note: "until the review" },
  });
  assert.deepEqual([body.rules[0].expires_at, body.rules[0].note], [expires_at, "until the review"]);
  const verdict = async () => (await app.ask("/v1/score/ip?ip=73.15.20.1")).body.verdict;
  assert.equal(await verdict(), "block");
  now += 3_600_001;
  assert.equal(await verdict(), "allow");
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  assert.equal(
    (await app.ask("/v1/rules", {
      json: { action: "block", values: ["1.1.1.1"], expires_at: "2020-01-01T00:00:00Z" },
    })).status,
    400,
  );
});

Deno.test("a rule that is posted again keeps the later end", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const post = async (value: string, expires_at?: string) => {
    const json = { action: "block", values: [value], ...(expires_at === undefined ? {} : { expires_at }) };
    return (await app.ask("/v1/rules", { json })).body;
  };
  const [soon, later] = [at(60), at(600)];
  const order = ["8.8.8.8", "9.9.9.9", "1.1.1.1", "1.0.0.1"];
  for (const value of order) {
    await post(value, soon);
    now += 1;
  }
  const first = (await app.ask("/v1/rules")).body.rules;
  const good = await post("8.8.8.8");
  assert.deepEqual([good.added, good.rules], [0, []]);
  assert.match(
    good.skipped[0].reason,
    /^this rule already exists and is kept until 20.*Z$/,
  );
  assert.match((await post("9.9.9.9", later)).skipped[0].reason, /the later expiry applies/);
  const sooner = (await post("1.1.1.1", at(5))).skipped[0].reason;
  assert.equal(sooner, `this rule already exists and is kept until ${soon}`);
  const imported = await app.ask("/v1/rules/import?action=block", {
    raw: "1.0.0.1\n",
    headers: { "content-type": "text/plain" },
  });
  assert.deepEqual([imported.body.imported, imported.body.duplicates], [0, 1]);
  assert.deepEqual(imported.body.warnings, [{
    line: 1,
    value: "1.0.0.1",
    read_as: "1.0.0.1",
    warning: `this rule already exists and is kept until ${soon}`,
  }]);
  const { rules, count } = (await app.ask("/v1/rules")).body;
  assert.equal(count, 4);
  assert.deepEqual(rules.map((rule: { value: string }) => rule.value), order, "oldest first, as before");
  const ends = (list: { id: string; value: string; expires_at?: string }[]) =>
    Object.fromEntries(list.map((rule) => [rule.value, [rule.id, rule.expires_at]]));
  const ids = Object.fromEntries(first.map((rule: { id: string; value: string }) => [rule.value, rule.id]));
  assert.deepEqual(ends(rules), {
    "8.8.8.8": [ids["8.8.8.8"], soon],
    "9.9.9.9": [ids["9.9.9.9"], later],
    "1.1.1.1": [ids["1.1.1.1"], soon],
    "1.0.0.1": [ids["1.0.0.1"], soon],
  });
  now += 61_000;
  const verdicts = [];
  for (const ip of ["8.8.8.8", "9.9.9.9", "1.1.1.1", "1.0.0.1"]) {
    verdicts.push((await app.ask(`/v1/score/ip?ip=${ip}`)).body.rule_applied?.value ?? null);
  }
  assert.deepEqual(verdicts, [null, "9.9.9.9", null, null]);
});

Deno.test("a rule without an expiry keeps none, and says so only where one is asked for", async () => {
  await using app = await startApp();
  const post = async (json: Record<string, unknown>) =>
    (await app.ask("/v1/rules", { json: { action: "block", values: ["8.8.8.8"], ...json } })).body.skipped[0]
      ?.reason;
  assert.equal(await post({}), undefined);
  assert.equal(await post({}), "this rule already exists");
  const reason = await post({ expires_at: "2099-01-01T00:00:00Z" });
  assert.equal(reason, "this rule already exists and is kept without an expiry");
  assert.equal((await app.ask("/v1/rules")).body.rules[0].expires_at, undefined);
});

Deno.test("rules of the longest values and notes are kept, listed and deleted", async () => {
  await using app = await startApp();
  const label = (i: number) => `x${i.toString(36).padStart(5, "0")}`.padEnd(60, "y");
  const values = Array.from(
    { length: 1000 },
    (_, i) => [label(i), label(i), label(i), label(i), "top"].join("."),
  );
  const { status, body } = await app.ask("/v1/rules", {
    json: { action: "block", values, note: "\u{1f4a5}注".repeat(66) },
  });
  assert.deepEqual([status, body.added], [200, 1000]);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  again.live = app.live;
  const list = (await again.ask("/v1/rules")).body;
  assert.deepEqual(list.rules.map(({ value }: { value: string }) => value), values);
  assert.equal(list.rules[999].note, "\u{1f4a5}注".repeat(66));
  assert.equal((await again.ask(`/v1/score/domain?domain=${values[500]}`)).body.verdict, "block");
  assert.equal((await again.ask("/v1/rules?confirm=true", { method: "DELETE" })).body.deleted, 1000);
  assert.equal(await countRules(again), 0);
});

Deno.test("an account has at most 200,000 rules; a call that exceeds that is refused whole", async () => {
  await using app = await startApp();
  const { store, rules } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const many = Array.from({ length: 199_999 }, (_, i) => ({
    id: `id${i}`,
    action: "block" as const,
    kind: "ip" as const,
    value: `20.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    created_at: "2026-11-20T00:00:00.000Z",
  }));
  await rules.change(account, () => ({ added: many, removed: new Set<string>(), result: null }), Date.now());
  assert.equal((await addRules(app, "block", "9.9.9.9")).added, 1);
  const body = "9.9.9.9\n9.9.9.8\n";
  for (const query of ["action=block", "action=block&dry_run=true"]) {
    const over = await app.ask(`/v1/rules/import?${query}`, { raw: body });
    assert.deepEqual([over.status, over.body.code], [400, "too_many_items"]);
  }
  assert.equal((await app.ask("/v1/score/ip?ip=9.9.9.8")).body.rule_applied, undefined);
  assert.equal((await app.ask("/v1/score/ip?ip=20.3.13.62")).body.rule_applied.id, "id199998");
  assert.equal((await app.ask("/v1/rules?confirm=true", { method: "DELETE" })).body.deleted, 200_000);
  assert.equal(await countRules(app), 0);
});

const SUFFIXES = ["co.uk", "github.io"];

Deno.test("a rule for a public suffix is added with a warning, whether it allows or blocks", async (t) => {
  for (const action of ["allow", "block"]) {
    await t.step(action, async () => {
      await using app = await startApp();
      const values = [...SUFFIXES, "shop.co.uk", "me.github.io", "fraud.example"];
      const { body } = await app.ask("/v1/rules", { json: { action, values } });
      assert.equal(body.added, values.length);
      for (const rule of body.rules as { value: string; warning?: string }[]) {
        if (SUFFIXES.includes(rule.value)) {
          assert.ok(rule.warning?.startsWith(`${rule.value} is a public suffix`), rule.value);
        } else assert.equal("warning" in rule, false, rule.value);
      }
    });
  }
});
