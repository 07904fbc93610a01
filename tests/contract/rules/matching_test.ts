/** Which requests a rule decides. */
import assert from "node:assert/strict";
import { type Answer, startApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const KINDS: readonly {
  readonly kind: string;
  readonly given: string;
  readonly value: string;
  readonly path: string;
  /** A similar value that the rule does not match. */
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

Deno.test("each kind is detected from the value, stored canonically, and decides exactly what it names", async (t) => {
  await using app = await startApp();
  for (const { kind, given, value, path, not } of KINDS) {
    await t.step(`${kind} ${given}`, async () => {
      for (const action of ["allow", "block"]) {
        const { rules, added, request_id, processing_time_sec } = await addRules(app, action, given);
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

Deno.test("a rule decides at every strictness, also for test keys, and is in the stored score", async () => {
  await using app = await startApp();
  await addRules(app, "allow", "mailinator.com");
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

Deno.test("a rule decides on every endpoint, is shown, and belongs to its account only", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  await addRules(
    app,
    "block",
    "73.15.0.0/16",
    "blocked@example.org",
    "evil.example",
    "+442083661177",
    "AS15169",
  );
  const rows: {
    name: string;
    path: string;
    json?: unknown;
    at?: (body: Answer["body"]) => Answer["body"];
    kind: string;
  }[] = [
    { name: "ip by cidr", path: "/v1/score/ip?ip=73.15.20.1", kind: "cidr" },
    { name: "ip by asn", path: "/v1/score/ip?ip=8.8.8.8", kind: "asn" },
    { name: "email", path: "/v1/verify/email?email=Blocked@example.org", kind: "email" },
    {
      name: "email by its domain's parent",
      path: "/v1/verify/email?email=x@mail.evil.example",
      kind: "domain",
    },
    { name: "phone", path: "/v1/lookup/phone?phone=020+8366+1177&country=GB", kind: "phone" },
    { name: "domain by its parent", path: "/v1/score/domain?domain=a.b.evil.example", kind: "domain" },
    {
      name: "device by its ip",
      path: "/v1/score/device",
      json: { device_id: "0123456789abcdef0123456789abcdef", ip: "73.15.20.1" },
      kind: "cidr",
    },
    {
      name: "batch",
      path: "/v1/batch",
      json: { type: "ip", items: ["73.15.20.1"] },
      at: (body) => body.results[0],
      kind: "cidr",
    },
    {
      name: "unified",
      path: "/v1/score/user",
      json: { ip: "73.15.20.1", email: "jane@gmail.com" },
      kind: "cidr",
    },
    {
      name: "unified, the component",
      path: "/v1/score/user",
      json: { ip: "73.15.20.1", email: "jane@gmail.com" },
      at: (body) => body.components.ip,
      kind: "cidr",
    },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      const ask = row.json === undefined ? {} : { json: row.json };
      const answer = await app.ask(row.path, ask);
      const body = (row.at ?? ((whole) => whole))(answer.body);
      assert.equal(body.risk_score, 100);
      assert.equal(body.verdict, "block");
      assert.deepEqual(Object.keys(body.rule_applied).sort(), ["action", "id", "kind", "value"]);
      assert.equal(body.rule_applied.kind, row.kind);
      const theirs = await app.ask(row.path, { ...ask, key: other.key });
      assert.equal((row.at ?? ((whole) => whole))(theirs.body).rule_applied, undefined);
    });
  }
});

Deno.test("an e-mail rule without a tag matches every spelling of the mailbox; one with a tag matches that tag only", async (t) => {
  const rows: { rule: string; hit: string[]; miss: string[] }[] = [
    {
      rule: "jane.doe@gmail.com",
      hit: ["jane.doe@gmail.com", "janedoe@gmail.com", "J.ANE.DOE+x@gmail.com", "janedoe@googlemail.com"],
      miss: ["jane.doe@yahoo.com", "jane@gmail.com"],
    },
    {
      rule: "Jane.Doe+shop@gmail.com",
      hit: ["jane.doe+shop@gmail.com"],
      miss: ["jane.doe@gmail.com", "janedoe@gmail.com", "jane.doe+other@gmail.com"],
    },
    {
      rule: "jane.doe@corp-site.com",
      hit: ["Jane.Doe@corp-site.com", "jane.doe+x@corp-site.com"],
      miss: ["janedoe@corp-site.com"],
    },
  ];
  for (const { rule, hit, miss } of rows) {
    await t.step(rule, async () => {
      await using app = await startApp();
      const added = await app.ask("/v1/rules", { json: { action: "block", values: [rule] } });
      assert.equal(added.body.rules[0].value, rule.toLowerCase());
      const ruled = async (email: string) =>
        (await app.ask(`/v1/verify/email?email=${encodeURIComponent(email)}`)).body.rule_applied?.value ??
          null;
      for (const email of hit) assert.equal(await ruled(email), rule.toLowerCase(), email);
      for (const email of miss) assert.equal(await ruled(email), null, email);
    });
  }
});
