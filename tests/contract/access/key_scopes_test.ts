/** Keys that can do less: each endpoint and each form of the console needs a scope. */
import assert from "node:assert/strict";
import { ENDPOINTS } from "../../../src/http/nouns.ts";
import { ACTIONS } from "../../../src/model/access/action.ts";
import { ALL_SCOPES, type KeyScope } from "../../../src/model/access/key_scope.ts";
import { type Ask, startApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { plantRing, refOf } from "../../support/app/ring.ts";
import { tokenOf, Visitor } from "../../support/app/visitor.ts";

interface Row {
  readonly path: string;
  readonly ask: Ask;
  readonly scope: KeyScope;
  /** For a key without the scope. */
  readonly refused: 401 | 403;
  /** What a key with the scope alone is told, where it needs more for what the request gives away. */
  readonly says?: RegExp;
}

const REQUEST = "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17";
const AGENT = { url: "https://example.org/", headers: {} };
const DEVICE = { device_id: "0123456789abcdef0123456789abcdef" };
const score = { scope: "score", refused: 401 } as const;
const feedback = { scope: "feedback", refused: 403 } as const;
const rules = { scope: "rules", refused: 403 } as const;
const agents = { scope: "agents", refused: 403 } as const;
const cases = { scope: "cases", refused: 403 } as const;
const admin = { scope: "admin", refused: 403 } as const;

const ROWS: readonly Row[] = [
  { path: "/v1/score/ip?ip=8.8.8.8", ask: {}, ...score },
  { path: "/v1/verify/email?email=a@gmail.com", ask: {}, ...score },
  { path: "/v1/verify/email", ask: { json: { email: "a@gmail.com" } }, ...score },
  { path: "/v1/email-tokens/nonce", ask: { json: { session: "s1" } }, ...score },
  { path: "/v1/lookup/phone?phone=%2B442083661177", ask: {}, ...score },
  { path: "/v1/score/domain?domain=example.org", ask: {}, ...score },
  { path: "/v1/score/user?ip=8.8.8.8", ask: {}, ...score },
  { path: "/v1/score/user", ask: { json: { ip: "8.8.8.8", agent: AGENT } }, ...score },
  { path: "/v1/score/device", ask: { json: DEVICE }, ...score },
  { path: "/v1/score/login", ask: { json: { user_id: "u" } }, ...score },
  { path: "/v1/batch", ask: { json: { type: "ip", items: ["8.8.8.8"] } }, ...score, refused: 403 },
  { path: "/v1/score/req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", ask: {}, ...score, refused: 403 },
  { path: "/v1/scores/search", ask: { json: { value: "8.8.8.8" } }, ...cases },
  { path: "/v1/scores/facets", ask: { json: { facets: ["ip.asn"] } }, ...cases },
  { path: "/v1/values/val_x", ask: {}, ...cases },
  { path: "/v1/rings", ask: {}, ...cases },
  { path: "/v1/campaigns", ask: {}, ...cases },
  { path: "/v1/campaigns/cmp_019a9f3c11d27000", ask: {}, ...cases },
  { path: "/v1/campaigns/cmp_019a9f3c11d27000", ask: { json: { state: "handled" } }, ...cases },
  { path: "/v1/customer-reasons", ask: {}, ...score, refused: 403 },
  { path: "/v1/challenges", ask: { json: {} }, ...score, refused: 403 },
  { path: "/v1/decisions", ask: {}, ...score, refused: 403 },
  { path: "/v1/decisions/4711", ask: { method: "DELETE" }, ...rules },
  { path: "/v1/appeals", ask: {}, ...cases },
  { path: "/v1/appeals/apl_019a9f3c2b7e7f00a1b2c3d4e5f6", ask: {}, ...cases },
  {
    path: "/v1/appeals/apl_019a9f3c2b7e7f00a1b2c3d4e5f6",
    ask: { json: { decision: "refused" } },
    ...cases,
  },
  { path: "/v1/rings/ring_019a9f3c11d270008a513f2d9c0e4b17", ask: {}, ...cases },
  { path: "/v1/reviews", ask: {}, ...cases },
  {
    path: "/v1/reviews/req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17/assign",
    ask: { json: { person_id: null } },
    ...cases,
  },
  {
    path: "/v1/score/req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17/note",
    ask: { method: "PUT", json: { note: "x" } },
    ...cases,
  },
  { path: "/v1/usage", ask: {}, ...score, refused: 403 },
  { path: "/v1/sources", ask: {}, ...score, refused: 403 },
  { path: "/v1/settings", ask: {}, ...score, refused: 403 },
  {
    path: "/v1/settings",
    ask: { method: "PUT", json: { linkage_scoring: "report" } },
    ...admin,
  },
  { path: "/v1/audit", ask: {}, ...admin },
  { path: "/v1/report", ask: {}, ...cases },
  { path: "/v1/privacy/export", ask: { json: { user_id: "nobody" } }, ...admin },
  { path: "/v1/privacy/erase", ask: { json: { user_id: "nobody" } }, ...admin },
  { path: "/v1/privacy/erasures/era_x", ask: {}, ...admin },
  { path: "/v1/hooks", ask: {}, ...admin },
  {
    path: "/v1/hooks",
    ask: { json: { kind: "svix", mode: "observe", when_unsure: "allow" } },
    ...admin,
  },
  {
    path: "/v1/hooks/hook_x",
    ask: { method: "PATCH", json: { mode: "enforce" } },
    ...admin,
  },
  { path: "/v1/hooks/hook_x", ask: { method: "DELETE" }, ...admin },
  {
    path: "/v1/guard/send",
    ask: { json: { channel: "sms", to: "+442083661177" } },
    ...score,
  },
  {
    path: "/v1/guard/outcome",
    ask: { json: { send_id: "snd_x", status: "verified" } },
    ...score,
  },
  { path: "/v1/guard/settings", ask: {}, ...score, refused: 403 },
  { path: "/v1/guard/settings", ask: { method: "PUT", json: {} }, ...admin },
  { path: "/v1/alerts", ask: {}, ...admin },
  { path: "/v1/alerts", ask: { json: { kind: "url", url: "https://shop.test/" } }, ...admin },
  { path: "/v1/alerts/check", ask: { method: "POST" }, ...admin },
  { path: "/v1/alerts/alr_x", ask: { method: "PATCH", json: { enabled: false } }, ...admin },
  { path: "/v1/alerts/alr_x", ask: { method: "DELETE" }, ...admin },
  { path: "/v1/alerts/alr_x/test", ask: { method: "POST" }, ...admin },
  { path: "/v1/webhooks", ask: {}, ...admin },
  { path: "/v1/webhooks", ask: { json: { url: "https://shop.test/", events: ["quota.low"] } }, ...admin },
  { path: "/v1/webhooks/wh_x", ask: { method: "PATCH", json: { enabled: false } }, ...admin },
  { path: "/v1/webhooks/wh_x", ask: { method: "DELETE" }, ...admin },
  { path: "/v1/webhooks/wh_x/rotate", ask: { method: "POST" }, ...admin },
  { path: "/v1/webhooks/wh_x/deliveries", ask: {}, ...admin },
  { path: "/v1/webhooks/wh_x/deliveries/dlv_00000000/resend", ask: { method: "POST" }, ...admin },
  { path: "/v1/people", ask: {}, ...admin },
  // Every role may do what this scope alone may not.
  {
    path: "/v1/people",
    ask: { json: { email: "a@b.example", role: "viewer" } },
    ...admin,
    says: /lacks the role viewer, so it cannot be given to a person/,
  },
  { path: "/v1/people/psn_x", ask: { method: "PATCH", json: { role: "viewer" } }, ...admin },
  { path: "/v1/people/psn_x", ask: { method: "DELETE" }, ...admin },
  { path: "/v1/people/psn_x/sessions", ask: {}, ...admin },
  { path: "/v1/people/psn_x/sessions", ask: { method: "DELETE" }, ...admin },
  { path: "/v1/people/psn_x/sessions/ses_x", ask: { method: "DELETE" }, ...admin },
  { path: "/v1/report", ask: { json: { kind: "ip", value: "8.8.8.8" } }, ...feedback },
  { path: "/v1/report", ask: { method: "DELETE", json: { kind: "ip", value: "8.8.8.8" } }, ...feedback },
  { path: "/v1/outcome", ask: { json: { request_id: "req_x", outcome: "fraud" } }, ...feedback },
  { path: "/v1/events", ask: { json: { user_id: "u", type: "email_changed" } }, ...feedback },
  { path: "/v1/outcomes/summary", ask: {}, ...feedback },
  { path: "/v1/outcomes/import", ask: { raw: "user_id,outcome\nu-1,fraud\n" }, ...feedback },
  { path: "/v1/outcomes/import/imp_x", ask: { method: "DELETE" }, ...feedback },
  { path: "/v1/rules", ask: {}, ...rules },
  { path: "/v1/rules", ask: { json: { action: "block", values: ["8.8.8.8"] } }, ...rules },
  { path: "/v1/rules/import?action=block", ask: { raw: "9.9.9.9\n" }, ...rules },
  { path: "/v1/rules", ask: { json: { action: "block", when: 'ip.country == "TJ"' } }, ...rules },
  { path: "/v1/rules/0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c", ask: {}, ...rules },
  {
    path: "/v1/rules/0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c",
    ask: { method: "PATCH", json: { state: "paused" } },
    ...rules,
  },
  { path: "/v1/rules/0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c", ask: { method: "DELETE" }, ...rules },
  { path: "/v1/rules?confirm=true", ask: { method: "DELETE" }, ...rules },
  { path: "/v1/verify/agent", ask: { json: AGENT }, ...agents },
  { path: "/v1/agent/authorize", ask: { json: AGENT }, ...agents },
  { path: `/v1/agent/decisions/${REQUEST}`, ask: {}, ...agents },
  { path: `/v1/agent/decisions/${REQUEST}/receipt`, ask: {}, ...agents },
  { path: "/v1/agent/policy", ask: {}, ...agents },
  {
    path: "/v1/agent/policy",
    ask: { method: "PUT", json: { rules: [{ action: "deny", reason: "no" }] } },
    ...agents,
  },
];

const COMPAT: readonly Omit<Row, "refused">[] = [
  { path: "/minfraud/v2.0/insights", ask: { json: { device: { ip_address: "8.8.8.8" } } }, scope: "score" },
  { path: "/minfraud/v2.0/score", ask: { json: { device: { ip_address: "8.8.8.8" } } }, scope: "score" },
  { path: "/compat/maxmind/geoip/v2.1/city/8.8.8.8", ask: {}, scope: "score" },
  { path: "/geoip/v2.1/country/me", ask: {}, scope: "score" },
  {
    path: "/minfraud/v2.0/transactions/report",
    ask: { json: { ip_address: "8.8.8.8", tag: "chargeback" } },
    scope: "feedback",
  },
];

const nameOf = ({ path, ask }: Pick<Row, "path" | "ask">) =>
  `${ask.method ?? (ask.json || ask.raw ? "POST" : "GET")} ${path}`;

Deno.test("each endpoint is in this table, under its scope", () => {
  for (const { method, path, action } of ENDPOINTS) {
    const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, "[^/?]+")}(\\?.*)?$`, "i");
    const found = ROWS.filter((row) => pattern.test(nameOf(row)));
    assert.ok(found.length > 0, `${method} ${path}`);
    for (const row of found) assert.equal(row.scope, ACTIONS[action].scope, nameOf(row));
  }
});

for (const held of ALL_SCOPES) {
  Deno.test(`a key with the scope ${held} alone does what it covers, and nothing else`, async (t) => {
    await using app = await startApp();
    const one = await app.account("one", { scopes: [held] });
    for (const row of ROWS.filter(({ scope }) => scope !== held)) {
      await t.step(`${nameOf(row)} is refused`, async () => {
        const { status, body, headers } = await app.ask(row.path, { ...row.ask, key: one.key });
        assert.equal(status, row.refused);
        assert.equal(body.code, "scope_missing");
        assert.match(body.detail, new RegExp(`lacks the scope ${row.scope};.*--scope ${row.scope}`));
        assert.match(headers.get("x-ratelimit-limit") ?? "", /^\d+$/);
      });
    }
    for (const row of COMPAT.filter(({ scope }) => scope !== held)) {
      await t.step(`${nameOf(row)} is refused`, async () => {
        const { status, body } = await app.ask(row.path, asking(one.key, row.ask));
        assert.equal(status, 403);
        assert.deepEqual(Object.keys(body), ["code", "error"]);
        assert.equal(body.code, "PERMISSION_REQUIRED");
        assert.match(body.error, new RegExp(`lacks the scope ${row.scope}`));
      });
    }
    const all = await app.account("one");
    const usage = (await app.ask("/v1/usage", { key: all.key })).body;
    assert.equal(usage.used, 0, "what is refused costs nothing");
    assert.equal((await app.ask("/v1/rules", { key: all.key })).body.count, 0);
    assert.deepEqual((await app.ask("/v1/agent/policy", { key: all.key })).body.rules, []);
    assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key: all.key })).body.abuse_reports, 0);
    for (const row of ROWS.filter(({ scope }) => scope === held)) {
      await t.step(`${nameOf(row)} is done`, async () => {
        const { body } = await app.ask(row.path, { ...row.ask, key: one.key });
        if (row.says !== undefined) return assert.match(body.detail, row.says);
        assert.ok([undefined, "not_found"].includes(body.code), body.code);
      });
    }
    for (const row of COMPAT.filter(({ scope }) => scope === held)) {
      await t.step(`${nameOf(row)} is done`, async () => {
        const { status } = await app.ask(row.path, asking(one.key, row.ask));
        assert.ok(status < 300 || status === 404 || row.path.endsWith("/me"), String(status));
      });
    }
  });
}

Deno.test("a key made before there were scopes has all, and does not expire", async () => {
  await using app = await startApp();
  const { key } = (await app.ask("/v1/usage")).body;
  assert.deepEqual(key.scopes, ALL_SCOPES);
  assert.equal(key.expires_at, null);
  const { accounts } = app.app.services.store;
  const stored = accounts.keysOf(accounts.accountNamed("main")!.id)[0]!;
  assert.ok(!("scopes" in stored) && !("expiresAt" in stored), "nothing is stored for it");
});

Deno.test("GET /v1/usage says what the key may do and when it expires", async () => {
  await using app = await startApp();
  const expiresAt = Date.now() + 60_000;
  const made = await app.account("main", { scopes: ["feedback", "score"], expiresAt });
  assert.deepEqual((await app.ask("/v1/usage", { key: made.key })).body.key, {
    id: made.keyId,
    mode: "live",
    scopes: ["score", "feedback"],
    role: null,
    expires_at: new Date(expiresAt).toISOString(),
  });
});

/** Forms of the console, and the scope that each needs in addition to `console`, which reads and labels. */
const FORMS: readonly { path: string; fields: Record<string, string>; scope: KeyScope }[] = [
  { path: "/console/scores/{id}/label", fields: { outcome: "fraud" }, scope: "console" },
  { path: "/console/scores/{id}/note", fields: { note: "seen before" }, scope: "cases" },
  { path: "/console/review", fields: { outcome: "fraud", id: "{id}" }, scope: "console" },
  { path: "/console/labels/undo", fields: { undo: "x", back: "/console/review" }, scope: "console" },
  {
    path: "/console/outcomes/import",
    fields: { text: "request_id,outcome\n{id},fraud", step: "import" },
    scope: "console",
  },
  { path: "/console/outcomes/undo-import", fields: { import: "imp_x" }, scope: "console" },
  { path: "/console/rings/{ring}/label", fields: { outcome: "fraud", newest: "{id}" }, scope: "console" },
  { path: "/console/rules/for/{ref}", fields: { action: "block", target: "value" }, scope: "rules" },
  {
    path: "/console/rules/new",
    fields: { action: "block", values: "fraud.example", step: "add" },
    scope: "rules",
  },
  {
    path: "/console/rules/import",
    fields: { action: "block", text: "fraud.example", step: "import" },
    scope: "rules",
  },
  { path: "/console/rules/delete", fields: { id: "0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c" }, scope: "rules" },
  { path: "/console/rules/delete-all", fields: { confirm: "true" }, scope: "rules" },
  {
    path: "/console/agents",
    fields: { do: "add", action: "deny", reason: "no", seen: "" },
    scope: "agents",
  },
  { path: "/console/agents/try", fields: { request: "GET / HTTP/1.1\nHost: a.example" }, scope: "agents" },
  { path: "/console/people", fields: { email: "a@b.example", role: "viewer" }, scope: "admin" },
  { path: "/console/people/role", fields: { id: "psn_x", role: "viewer" }, scope: "admin" },
  { path: "/console/people/reset", fields: { id: "psn_x" }, scope: "admin" },
  { path: "/console/people/remove", fields: { id: "psn_x" }, scope: "admin" },
  { path: "/console/people/sign-out", fields: { id: "psn_x" }, scope: "admin" },
  { path: "/console/people/keys", fields: { key_sign_in: "true" }, scope: "admin" },
  { path: "/console/keys", fields: { mode: "live", scope: "console" }, scope: "admin" },
  { path: "/console/keys/rotate", fields: { id: "{key}", overlap: "24h" }, scope: "admin" },
  { path: "/console/keys/revoke", fields: { id: "{key}" }, scope: "admin" },
  { path: "/console/settings", fields: { linkage_scoring: "score" }, scope: "admin" },
  { path: "/console/settings/thresholds", fields: { review: "30", block: "60" }, scope: "admin" },
  { path: "/console/hooks", fields: { kind: "svix", mode: "observe", when_unsure: "allow" }, scope: "admin" },
  { path: "/console/hooks/hook_x", fields: { mode: "enforce", when_unsure: "allow" }, scope: "admin" },
  { path: "/console/hooks/hook_x/secret", fields: { secret: "" }, scope: "admin" },
  { path: "/console/hooks/hook_x/delete", fields: {}, scope: "admin" },
  {
    path: "/console/alerts",
    fields: { kind: "url", target: "https://shop.test/", hits: "" },
    scope: "admin",
  },
  { path: "/console/guard", fields: { user_day: "9" }, scope: "admin" },
  { path: "/console/guard/lift", fields: { kind: "block", name: "x" }, scope: "admin" },
  { path: "/console/alerts/test", fields: { id: "alr_x" }, scope: "admin" },
  { path: "/console/alerts/enable", fields: { id: "alr_x", enabled: "false" }, scope: "admin" },
  { path: "/console/alerts/delete", fields: { id: "alr_x" }, scope: "admin" },
  { path: "/console/webhooks", fields: { url: "https://shop.test/", events: "quota.low" }, scope: "admin" },
  { path: "/console/webhooks/rotate", fields: { id: "wh_x" }, scope: "admin" },
  { path: "/console/webhooks/enable", fields: { id: "wh_x", enabled: "false" }, scope: "admin" },
  { path: "/console/webhooks/delete", fields: { id: "wh_x" }, scope: "admin" },
  { path: "/console/webhooks/resend", fields: { id: "wh_x", delivery: "dlv_00000000" }, scope: "admin" },
];

/** Pages that a key with the scope console alone reads. */
const PAGES = [
  "",
  "/scores",
  "/scores.csv",
  "/scores/{id}",
  "/review",
  "/rings",
  "/rings/{ring}",
  "/values/{ref}",
  "/outcomes",
  "/outcomes/import",
  "/backtest",
  "/rules",
  "/agents",
  "/guard",
  "/people",
  "/my-account",
  "/keys",
  "/hooks",
  "/webhooks",
  "/alerts",
  "/settings",
  "/audit",
  "/sources",
];

Deno.test("a key without the scope console cannot sign in", async () => {
  await using app = await startApp();
  const scopes = ALL_SCOPES.filter((scope) => scope !== "console");
  const made = await app.account("main", { scopes });
  const visitor = new Visitor(app);
  const page = await visitor.signIn(made.key);
  assert.equal(page.status, 403);
  assert.match(page.text, /lacks the scope console/);
  assert.equal(visitor.cookies.has("winnow_session"), false);
});

Deno.test("a session does no more than its key: forms need the scope of what they do", async (t) => {
  await using app = await startApp();
  const { ids: [id], ringId } = await plantRing(app, 2);
  const ref = await refOf(app, id!, "device");
  const planted = (await app.ask("/v1/usage")).body.key.id;
  const filled = (text: string) =>
    text.replace("{id}", id!).replace("{ring}", ringId).replace("{ref}", ref).replace("{key}", planted);
  const fieldsOf = (row: typeof FORMS[number]) =>
    Object.fromEntries(Object.entries(row.fields).map(([name, value]) => [name, filled(value)]));
  const made = await app.account("main", { scopes: ["score", "console"] });
  const visitor = new Visitor(app);
  await visitor.signIn(made.key);
  for (const path of PAGES) {
    await t.step(`GET /console${path}`, async () => {
      const page = await visitor.get(`/console${filled(path)}`);
      assert.equal(page.status, 200);
      if (path === "/scores.csv") assert.match(page.text, new RegExp(id!));
    });
  }
  const labelOf = async () => (await app.ask(`/v1/score/${id}`)).body.label?.outcome ?? null;
  for (const row of FORMS) {
    await t.step(`POST ${row.path}`, async () => {
      const csrf = tokenOf((await visitor.get("/console/keys")).text);
      const page = await visitor.post(filled(row.path), { csrf, ...fieldsOf(row) });
      if (row.scope === "console") return assert.doesNotMatch(page.text, /lacks the scope/);
      assert.equal(page.status, 403);
      assert.match(page.text, new RegExp(`This key lacks the scope ${row.scope}`));
      assert.match(page.text, new RegExp(`<code>keys create --scope ${row.scope}</code>`));
      assert.match(page.text, /<a href="\/console\/keys">/, "no dead end");
    });
  }
  assert.equal(await labelOf(), "fraud");
  const tried = await visitor.submit("/docs/api/getRules", {});
  assert.match(tried.text, /lacks the scope rules/);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  assert.deepEqual((await app.ask("/v1/agent/policy")).body.rules, []);
  assert.equal((await app.ask(`/v1/score/${id}`)).body.note, null);
  assert.equal((await app.ask("/v1/settings")).body.linkage_scoring, "report");
  assert.deepEqual((await app.ask("/v1/hooks")).body.hooks, []);
  assert.deepEqual((await app.ask("/v1/webhooks")).body.webhooks, []);
  for (const row of FORMS.filter(({ path }) => !path.startsWith("/console/keys/"))) {
    await t.step(`POST ${row.path} with its scope`, async () => {
      const scopes: KeyScope[] = row.scope === "console" ? ["console"] : ["console", row.scope];
      const other = new Visitor(app);
      await other.signIn((await app.account("main", { scopes })).key);
      const csrf = tokenOf((await other.get("/console/keys")).text);
      assert.doesNotMatch(
        (await other.post(filled(row.path), { csrf, ...fieldsOf(row) })).text,
        /lacks the scope/,
      );
    });
  }
});
