import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function add(app: TestApp, action: string, ...values: string[]): Promise<Answer["body"]> {
  const { status, body } = await app.ask("/v1/rules", { json: { action, values } });
  assert.equal(status, 200);
  return body;
}

async function count(app: TestApp): Promise<number> {
  return (await app.ask("/v1/rules")).body.count;
}

const KINDS: readonly {
  readonly kind: string;
  readonly given: string;
  readonly value: string;
  readonly path: string;
  /** A value beside it that the rule does not reach. */
  readonly not: string;
}[] = [
  {
    kind: "ip",
    given: "::ffff:73.15.20.1",
    value: "73.15.20.1",
    path: "/v1/score/ip?ip=73.15.20.1",
    not: "/v1/score/ip?ip=73.15.20.2",
  },
  {
    kind: "cidr",
    given: "73.16.0.77/16",
    value: "73.16.0.0/16",
    path: "/v1/score/ip?ip=73.16.255.1",
    not: "/v1/score/ip?ip=73.17.0.1",
  },
  {
    kind: "cidr",
    given: "2600:1700:1234::/48",
    value: "2600:1700:1234::/48",
    path: "/v1/score/ip?ip=2600:1700:1234:ffff::1",
    not: "/v1/score/ip?ip=2600:1700:1235::1",
  },
  {
    kind: "email",
    given: "Jane@Example.ORG",
    value: "jane@example.org",
    path: "/v1/verify/email?email=jane@example.org",
    not: "/v1/verify/email?email=joe@example.org",
  },
  {
    kind: "domain",
    given: "Fraud.Example.",
    value: "fraud.example",
    path: "/v1/score/domain?domain=deep.under.fraud.example",
    not: "/v1/score/domain?domain=notfraud.example",
  },
  {
    kind: "phone",
    given: "+44 20 8366 1177",
    value: "+442083661177",
    path: "/v1/lookup/phone?phone=%2B442083661177",
    not: "/v1/lookup/phone?phone=%2B442083661178",
  },
  {
    kind: "asn",
    given: "as 15169",
    value: "AS15169",
    path: "/v1/score/ip?ip=8.8.8.8",
    not: "/v1/score/ip?ip=73.15.20.9",
  },
];

Deno.test("each kind is told from the value, kept canonically, and decides what it names and nothing beside it", async (t) => {
  await using app = await startApp();
  for (const { kind, given, value, path, not } of KINDS) {
    await t.step(`${kind} ${given}`, async () => {
      for (const action of ["allow", "block"]) {
        const { rules, added, request_id, processing_time_sec } = await add(app, action, given);
        assert.equal(added, 1);
        assert.match(request_id, /^req_/);
        assert.ok(processing_time_sec >= 0);
        const { warning: _, ...rule } = rules[0];
        assert.deepEqual(Object.keys(rule).sort(), ["action", "created_at", "id", "kind", "value"]);
        assert.match(rule.id, UUID);
        assert.ok(Math.abs(Date.parse(rule.created_at) - Date.now()) < 60_000);
        assert.deepEqual([rule.action, rule.kind, rule.value], [action, kind, value]);
        const { body } = await app.ask(path);
        assert.deepEqual(body.rule_applied, { id: rule.id, action, kind, value });
        assert.deepEqual([body.risk_score, body.verdict], action === "block" ? [100, "block"] : [0, "allow"]);
        assert.equal((await app.ask(not)).body.rule_applied, undefined);
      }
      const gone = await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
      assert.deepEqual([gone.status, gone.body.deleted], [200, 2]);
      assert.deepEqual(Object.keys(gone.body).sort(), ["deleted", "processing_time_sec", "request_id"]);
      assert.equal((await app.ask(path)).body.rule_applied, undefined);
    });
  }
});

Deno.test("block beats allow, the narrow and the broad alike, whichever came first", async (t) => {
  await using app = await startApp();
  const rows: { name: string; allow: string; block: string; path: string }[] = [
    {
      name: "a narrow allow in a broad block",
      allow: "73.15.20.1",
      block: "73.0.0.0/8",
      path: "/v1/score/ip?ip=73.15.20.1",
    },
    {
      name: "a narrow block in a broad allow",
      allow: "73.0.0.0/8",
      block: "73.15.20.1",
      path: "/v1/score/ip?ip=73.15.20.1",
    },
    {
      name: "an allowed address in a blocked AS",
      allow: "8.8.8.8",
      block: "AS15169",
      path: "/v1/score/ip?ip=8.8.8.8",
    },
    {
      name: "the same value",
      allow: "example.org",
      block: "example.org",
      path: "/v1/score/domain?domain=example.org",
    },
    {
      name: "an allowed address of mail at a blocked domain",
      allow: "jane@example.org",
      block: "example.org",
      path: "/v1/verify/email?email=jane@example.org",
    },
    {
      name: "another component of a signup",
      allow: "jane@gmail.com",
      block: "73.15.20.1",
      path: "/v1/score/user?email=jane@gmail.com&ip=73.15.20.1",
    },
  ];
  for (const { name, allow, block, path } of rows) {
    await t.step(name, async () => {
      for (const order of [["allow", "block"], ["block", "allow"]]) {
        for (const action of order) await add(app, action, action === "allow" ? allow : block);
        const { body } = await app.ask(path);
        assert.deepEqual([body.risk_score, body.verdict, body.rule_applied.action], [100, "block", "block"]);
        await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
      }
    });
  }
});

Deno.test("a rule decides at every strictness, for test keys too, and stands in the stored score", async () => {
  await using app = await startApp();
  await add(app, "allow", "mailinator.com");
  for (const strictness of [0, 1, 2, 3]) {
    for (const key of [app.live, app.test]) {
      const { body } = await app.ask(`/v1/score/user?email=x@mailinator.com&strictness=${strictness}`, {
        key,
      });
      assert.deepEqual([body.risk_score, body.verdict], [0, "allow"]);
      const stored = (await app.ask(`/v1/score/${body.request_id}`, { key })).body;
      assert.deepEqual(stored.rule_applied, body.rule_applied);
    }
  }
});

Deno.test("rules are free and go on without quota; deleting at once deletes once", async () => {
  await using app = await startApp();
  const { key } = await app.account("spent", { monthly: 0 });
  const json = { action: "block", values: ["1.1.1.1"] };
  assert.equal((await app.ask("/v1/rules", { key, json })).body.added, 1);
  assert.equal((await app.ask("/v1/rules/import?action=allow", { key, raw: "2.2.2.2\n" })).body.imported, 1);
  const { rules } = (await app.ask("/v1/rules", { key })).body;
  assert.equal(rules.length, 2);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.ask(`/v1/rules/${rules[0].id}`, { key, method: "DELETE" })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(404)]);
  assert.equal((await app.ask("/v1/rules", { key })).body.count, 1);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 0);
});

Deno.test("rules added, imported and deleted at once are all there or all gone", async () => {
  await using app = await startApp();
  const values = (from: number, length: number) =>
    Array.from({ length }, (_, i) => `20.0.${(from + i) >> 8}.${(from + i) & 255}`);
  const [first, , ...rest] = await Promise.all([
    add(app, "block", ...values(0, 300)),
    add(app, "block", ...values(0, 300)),
    ...[1, 2, 3, 4].map((part) =>
      app.ask("/v1/rules/import?action=block", { raw: values(300 * part, 300).join("\n") })
    ),
  ]);
  assert.ok(rest.every(({ body }) => body.imported === 300));
  assert.equal(await count(app), 1500, "the same values twice are one rule each");
  await Promise.all([
    ...first.rules.slice(0, 50).map(({ id }: { id: string }) =>
      app.ask(`/v1/rules/${id}`, { method: "DELETE" })
    ),
    add(app, "allow", "9.9.9.9"),
  ]);
  assert.equal(await count(app), (first.added === 0 ? 1500 : 1450) + 1);
  assert.equal((await app.ask("/v1/score/ip?ip=9.9.9.9")).body.rule_applied.action, "allow");
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
  assert.equal(await count(again), 0);
});

Deno.test("an account has at most 200,000 rules; what goes beyond is refused whole", async () => {
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
  assert.equal((await add(app, "block", "9.9.9.9")).added, 1);
  const body = "9.9.9.9\n9.9.9.8\n";
  for (const query of ["action=block", "action=block&dry_run=true"]) {
    const over = await app.ask(`/v1/rules/import?${query}`, { raw: body });
    assert.deepEqual([over.status, over.body.code], [400, "too_many_items"]);
  }
  assert.equal((await app.ask("/v1/score/ip?ip=9.9.9.8")).body.rule_applied, undefined);
  assert.equal((await app.ask("/v1/score/ip?ip=20.3.13.62")).body.rule_applied.id, "id199998");
  assert.equal((await app.ask("/v1/rules?confirm=true", { method: "DELETE" })).body.deleted, 200_000);
  assert.equal(await count(app), 0);
});

const FILES: readonly {
  readonly name: string;
  readonly file: string | Uint8Array<ArrayBuffer>;
  readonly lines: number;
  readonly imported: number;
  readonly type?: string;
}[] = [
  { name: "an empty file", file: "", lines: 0, imported: 0 },
  { name: "only a header", file: "ip,comment\n", lines: 1, imported: 0 },
  { name: "no line end at the end", file: "1.1.1.1\n2.2.2.2", lines: 2, imported: 2 },
  { name: "CR alone", file: "1.1.1.1\r2.2.2.2\r", lines: 2, imported: 2 },
  {
    name: "a byte order mark and a header",
    file: "\ufeffvalue;note\r\n1.1.1.1;x\r\n",
    lines: 2,
    imported: 1,
  },
  { name: "junk columns", file: "7,low,1.1.1.1,seen\n8,high,fraud.example,\n", lines: 2, imported: 2 },
  { name: "a quote that never closes", file: '"1.1.1.1\n2.2.2.2\n"a,b\n', lines: 3, imported: 2 },
  { name: "formulas", file: "=HYPERLINK(1)\n@SUM(1)\n+1+cmd\n1.1.1.1\n", lines: 4, imported: 1 },
  {
    name: "invalid UTF-8",
    file: new Uint8Array([0xff, 0x31, 0x0a, ...new TextEncoder().encode("1.1.1.1\n")]),
    lines: 2,
    imported: 1,
  },
  { name: "NUL", file: "\u00001.1.1.1\n2.2.2.2\n", lines: 2, imported: 1 },
  {
    name: "a line of a million characters",
    file: `${"x".repeat(1_000_000)}\n1.1.1.1\n`,
    lines: 2,
    imported: 1,
  },
  { name: "as text/csv", file: "1.1.1.1\n", lines: 1, imported: 1, type: "text/csv; charset=utf-8" },
];

Deno.test("every line of every file is accounted for, and skipped ones say which and why", async (t) => {
  await using app = await startApp();
  await add(app, "block", "2.2.2.2");
  for (const { name, file, lines, imported, type } of FILES) {
    await t.step(name, async () => {
      const { status, body } = await app.ask("/v1/rules/import?action=allow", {
        method: "POST",
        raw: file,
        headers: { "content-type": type ?? "text/plain" },
      });
      assert.equal(status, 200);
      assert.deepEqual([body.action, body.imported, body.duplicates], ["allow", imported, 0]);
      const { skipped, by_kind } = body;
      assert.equal(body.imported + body.duplicates + body.duplicates_in_file + skipped.length, lines);
      const kinds = Object.values(by_kind) as number[];
      assert.equal(kinds.reduce((sum, n) => sum + n, 0), imported);
      for (const { line, value, reason } of skipped) {
        assert.ok(
          line >= 1 && line <= lines && reason.length > 3 && value.length <= 200 && value.isWellFormed(),
        );
      }
      const allowed = (await app.ask("/v1/rules")).body.rules.filter((rule: { action: string }) =>
        rule.action === "allow"
      );
      assert.equal(allowed.length, imported);
      const again = await app.ask("/v1/rules/import?action=allow", { method: "POST", raw: file });
      assert.deepEqual([again.body.imported, again.body.duplicates], [0, imported]);
      for (const { id } of allowed) await app.ask(`/v1/rules/${id}`, { method: "DELETE" });
    });
  }
});

Deno.test("imports that cannot be are refused whole", async (t) => {
  await using app = await startApp();
  const rows: { name: string; query: string; raw: string; status: number; type?: string }[] = [
    { name: "no action", query: "", raw: "1.1.1.1", status: 400 },
    { name: "a wrong action", query: "?action=review", raw: "1.1.1.1", status: 400 },
    { name: "a wrong dry_run", query: "?action=block&dry_run=perhaps", raw: "1.1.1.1", status: 400 },
    { name: "JSON", query: "?action=block", raw: '["1.1.1.1"]', status: 415, type: "application/json" },
    { name: "50 MB", query: "?action=block", raw: "1.1.1.1\n".repeat(6_250_000), status: 413 },
  ];
  for (const { name, query, raw, status, type } of rows) {
    await t.step(name, async () => {
      const answer = await app.ask(`/v1/rules/import${query}`, {
        raw,
        headers: { "content-type": type ?? "text/plain" },
      });
      assert.equal(answer.status, status);
    });
  }
  assert.equal(await count(app), 0);
});

Deno.test("hostile rule ids are 404, and rules of others stay", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const { rules } = (await app.ask("/v1/rules", {
    key: other.key,
    json: { action: "block", values: ["1.1.1.1"] },
  })).body;
  for (const id of [rules[0].id, "x", "%00", "%2e%2e", "__proto__", "0".repeat(3000), "%F0%9F%92%A5"]) {
    const { status, body } = await app.ask(`/v1/rules/${id}`, { method: "DELETE" });
    assert.deepEqual([status, body.code], [404, "not_found"], id.slice(0, 20));
  }
  assert.equal((await app.ask("/v1/rules?confirm=true", { method: "DELETE" })).body.deleted, 0);
  assert.equal((await app.ask("/v1/rules", { key: other.key })).body.count, 1);
});
