/** Keys with roles: made, rotated, kept, and no way to more than one has. */
import assert from "node:assert/strict";
import { ALL_SCOPES, type KeyScope } from "../../../src/model/access/key_scope.ts";
import { type Role, ROLES } from "../../../src/model/access/role.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { personSession } from "../../support/app/person.ts";
import { signedIn, tokenOf, type Visitor } from "../../support/app/visitor.ts";

const madeKey = (text: string) => /<code id="made-key">([^<]+)</.exec(text)?.[1] ?? null;

async function create(visitor: Visitor, fields: Readonly<Record<string, string | string[]>>) {
  const csrf = tokenOf((await visitor.get("/console")).text);
  return await visitor.post("/console/keys", { csrf, name: "made", mode: "live", ...fields });
}

async function usage(app: TestApp, key: string) {
  return (await app.ask("/v1/usage", { key })).body.key;
}

Deno.test("an owner makes keys of each role in the console; the list names them", async (t) => {
  await using app = await startApp();
  for (const key of [app.live, (await app.account("main", { role: "owner" })).key]) {
    const visitor = await signedIn(app, key);
    for (const role of ROLES) {
      await t.step(role, async () => {
        // The boxes of scopes are sent too: they are checked when the page is opened.
        const page = await create(visitor, { role, scope: ["", ...ALL_SCOPES] });
        assert.equal(page.status, 201);
        const { scopes, role: given } = await usage(app, madeKey(page.text)!);
        assert.deepEqual([given, scopes], [role, []]);
        assert.match((await visitor.get("/console/keys")).text, new RegExp(`>role ${role}<`));
      });
    }
  }
});

Deno.test("an owner's key gives what its page offers: no choice is its own role, scopes are scopes", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app, (await app.account("main", { role: "owner" })).key);
  const offered = [
    ...(await visitor.get("/console/keys")).text.matchAll(/name="scope" value="(\w+)" checked/g),
  ];
  assert.deepEqual(offered.map(([, scope]) => scope), ALL_SCOPES);
  assert.equal((await usage(app, madeKey((await create(visitor, {})).text)!)).role, "owner");
  const scoped = await usage(app, madeKey((await create(visitor, { scope: "score" })).text)!);
  assert.deepEqual([scoped.role, scoped.scopes], [null, ["score"]]);
  const wrong = await create(visitor, { role: "root" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /must be one of viewer, analyst, editor, owner/);
});

/** Keys that may manage keys, but not give these. */
const MORE: readonly { own: readonly KeyScope[]; given: Role; lets: boolean }[] = [
  { own: ["console", "admin"], given: "viewer", lets: false },
  { own: ["console", "admin", "score", "cases", "feedback"], given: "viewer", lets: false },
  { own: ["console", "admin", "score", "cases", "feedback", "agents"], given: "viewer", lets: true },
  { own: ["console", "admin", "score", "cases", "feedback", "agents"], given: "analyst", lets: false },
  { own: [...ALL_SCOPES], given: "owner", lets: true },
];

for (const { own, given, lets } of MORE) {
  Deno.test(`a key with ${own.length} scopes ${lets ? "gives" : "does not give"} the role ${given}`, async () => {
    await using app = await startApp();
    const visitor = await signedIn(app, (await app.account("main", { scopes: own })).key);
    const page = await create(visitor, { role: given });
    assert.equal(page.status, lets ? 201 : 403);
    assert.equal(madeKey(page.text) !== null, lets);
    if (!lets) assert.match(page.text, new RegExp(`lacks the role ${given}, so it cannot be given`));
    const offered = (await visitor.get("/console/keys")).text.includes(`<option value="${given}"`);
    assert.equal(offered, lets, "what is offered is what can be given");
  });
}

for (const role of ["viewer", "analyst", "editor"] as const) {
  Deno.test(`a key with the role ${role} makes, rotates and revokes no key`, async () => {
    await using app = await startApp();
    const made = await app.account("main", { role });
    const visitor = await signedIn(app, made.key);
    const { accounts } = app.app.services.store;
    const keys = () => JSON.stringify(accounts.keysOf(made.account.id));
    const before = keys();
    for (const fields of [{ role }, { role: "owner" }, { scope: "score" }, {}]) {
      assert.equal((await create(visitor, fields)).status, 403);
    }
    const csrf = tokenOf((await visitor.get("/console")).text);
    for (const action of ["rotate", "revoke"]) {
      const page = await visitor.post(`/console/keys/${action}`, { csrf, id: made.keyId, overlap: "0" });
      assert.equal(page.status, 403);
    }
    assert.equal((await visitor.post("/console/sign-out-everywhere", { csrf })).status, 403);
    assert.equal(keys(), before);
    assert.equal((await visitor.get("/console")).status, 200, "still signed in");
  });
}

Deno.test("a rotated key keeps its role, and a key that does more cannot be rotated", async () => {
  await using app = await startApp();
  const viewer = await app.account("main", { role: "viewer" });
  const owner = await signedIn(app, (await app.account("main", { role: "owner" })).key);
  const rotated = await owner.submit("/console/keys", { id: viewer.keyId }, "/console/keys/rotate");
  assert.equal(rotated.status, 201);
  assert.deepEqual((await usage(app, madeKey(rotated.text)!)).role, "viewer");
  const admin = await signedIn(app, (await app.account("main", { scopes: ["console", "admin"] })).key);
  const editor = await app.account("main", { role: "editor" });
  const refused = await admin.submit("/console/keys", { id: editor.keyId }, "/console/keys/rotate");
  assert.equal(refused.status, 403);
  assert.match(refused.text, /lacks the role editor/);
});

Deno.test("a key with a role keeps it over a restart, and has no scope that a version without roles would honour", async () => {
  await using app = await startApp();
  const { key, keyId } = await app.account("main", { role: "analyst" });
  const stored = app.app.services.store.accounts.key(keyId)!;
  assert.deepEqual([stored.role, stored.scopes], ["analyst", []]);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  assert.equal((await usage(again, key)).role, "analyst");
  assert.equal((await again.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 200);
  assert.equal((await again.ask("/v1/rules?confirm=true", { key, method: "DELETE" })).status, 403);
});

Deno.test("an editor changes thresholds and no other setting, by the API and in the console", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { role: "editor" });
  const put = (json: object, query = "") => app.ask(`/v1/settings${query}`, { key, method: "PUT", json });
  const thresholds = { review: 30, block: 60 };
  assert.deepEqual((await put({ thresholds })).body.thresholds, thresholds);
  for (const json of [{ linkage_scoring: "score" }, { thresholds, compat: { balance: "zero" } }]) {
    const { status, body } = await put(json);
    assert.deepEqual([status, body.code], [403, "scope_missing"]);
    assert.match(body.detail, /to change the settings, it needs the role owner/);
  }
  const visitor = await signedIn(app, key);
  const page = await visitor.get("/console/settings");
  assert.doesNotMatch(page.text, /action="\/console\/settings"/);
  assert.match(page.text, /Now: Only reported/);
  const csrf = tokenOf(page.text);
  assert.equal((await visitor.post("/console/settings", { csrf, linkage_scoring: "score" })).status, 403);
  const saved = await visitor.submit("/console/settings/thresholds", { review: "20", block: "70" });
  assert.match(saved.text, /Saved\./);
  const { body } = await app.ask("/v1/settings");
  assert.deepEqual([body.linkage_scoring, body.thresholds], ["report", { review: 20, block: 70 }]);
});

Deno.test("a session tries calls of the documentation with its own role", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app, (await app.account("main", { role: "viewer" })).key);
  const scored = await visitor.submit("/docs/api/getScoreIp", { "p-ip": "8.8.8.8" });
  assert.match(scored.text, /this key has the role viewer; to score, it needs the role analyst/);
  assert.match((await visitor.submit("/docs/api/getUsage", {})).text, /&quot;role&quot;: &quot;viewer&quot;/);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("a viewer reads a score with its reasons and its note, and cannot press anything there", async () => {
  await using app = await startApp();
  const { request_id: id } = (await app.ask("/v1/score/user?ip=8.8.8.8&email=a@gmail.com")).body;
  await app.ask(`/v1/score/${id}/note`, { method: "PUT", json: { note: "seen before" } });
  const visitor = await signedIn(app, (await app.account("main", { role: "viewer" })).key);
  const { text } = await visitor.get(`/console/scores/${id}`);
  assert.match(text, /datacenter address/);
  assert.match(text, /seen before/);
  assert.doesNotMatch(text, /Label as|Save note|Allow this|Block this|Trust this/);
  assert.equal(text.match(/<form[^>]*method="post"/g)?.length, 1, "signing out");
  const menu = [
    ...text.matchAll(/href="\/console\/(keys|hooks|webhooks|settings|audit|rules|agents|backtest)"/g),
  ];
  assert.deepEqual(menu, []);
});

/** A key that manages people, and little else. */
const ADMIN: readonly KeyScope[] = ["console", "admin"];

Deno.test("a key with the scope admin alone makes nobody who may do more, and takes over nobody", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ADMIN });
  const { person } = await personSession(app, "owner");
  const other = await personSession(app, "owner");
  const ask = (method: string, path: string, json?: object) =>
    app.ask(path, { key, method, ...(json === undefined ? {} : { json }) });
  for (const role of ROLES) {
    const { status, body } = await ask("POST", "/v1/people", { email: `${role}@shop.test`, role, name: "x" });
    assert.deepEqual([status, body.code], [403, "scope_missing"], role);
    assert.match(body.detail, new RegExp(`lacks the role ${role}, so it cannot be given to a person`));
  }
  const path = `/v1/people/${person.id}`;
  for (const json of [{ reset: true }, { role: "viewer" }, { name: "y" }]) {
    assert.equal((await ask("PATCH", path, json)).body.code, "scope_missing");
  }
  assert.equal((await ask("DELETE", path)).body.code, "scope_missing");
  const visitor = await signedIn(app, key);
  const csrf = tokenOf((await visitor.get("/console/people")).text);
  const forms = [
    ["/console/people", { email: "z@shop.test", role: "owner", name: "z" }],
    ["/console/people/role", { id: person.id, role: "viewer" }],
    ["/console/people/reset", { id: person.id }],
    ["/console/people/remove", { id: person.id }],
  ] as const;
  for (const [form, fields] of forms) {
    const { status, text } = await visitor.post(form, { csrf, ...fields });
    assert.equal(status, 403, form);
    assert.match(text, /lacks the role/);
  }
  const { people } = (await app.ask("/v1/people")).body;
  assert.deepEqual(
    people.map(({ person_id, role }: { person_id: string; role: string }) => [person_id, role]).sort(),
    [[person.id, "owner"], [other.person.id, "owner"]].sort(),
  );
});

Deno.test("a person's role is read anew with each request: a demoted owner's page is refused at once", async () => {
  await using app = await startApp();
  const { visitor, person } = await personSession(app, "owner");
  await personSession(app, "owner");
  const csrf = tokenOf((await visitor.get("/console/keys")).text);
  const json = { role: "analyst" };
  assert.equal((await app.ask(`/v1/people/${person.id}`, { method: "PATCH", json })).status, 200);
  assert.equal((await visitor.post("/console/keys", { csrf, mode: "live" })).status, 403);
  assert.equal((await visitor.get("/console/keys")).status, 403);
  assert.equal((await visitor.get("/console/review")).status, 200);
});

Deno.test("rules that a person made or changed name that person", async () => {
  await using app = await startApp();
  const { visitor, person } = await personSession(app, "editor", { name: "Anna" });
  await visitor.submit("/console/rules/new", { action: "block", values: "fraud.example", step: "add" });
  const [rule] = (await app.ask("/v1/rules")).body.rules;
  assert.deepEqual(rule.author, { key: person.id, name: "Anna" });
  await visitor.submit(`/console/rules/${rule.id}`, { state: "paused" }, `/console/rules/${rule.id}/state`);
  const { author, history } = (await app.ask(`/v1/rules/${rule.id}`)).body;
  assert.deepEqual([author.name, history[0].by], ["Anna", { key: person.id, name: "Anna" }]);
  const { text } = await visitor.get(`/console/rules/${rule.id}`);
  assert.match(text, /<\/time> by Anna/);
  assert.doesNotMatch(text, /with the key/);
});
