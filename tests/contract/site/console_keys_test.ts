/** The console's keys page: what a new key may do, and rotation. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn, Visitor } from "../../support/app/visitor.ts";

const CHOICES: readonly {
  name: string;
  fields: Readonly<Record<string, string>>;
  status: number;
  scopes?: readonly string[];
  says?: RegExp;
}[] = [
  { name: "one scope", fields: { scope: "score" }, status: 201, scopes: ["score"] },
  { name: "no choice sent", fields: {}, status: 201, scopes: ["score", "feedback", "console"] },
  { name: "no box checked", fields: { scope: "" }, status: 400, says: /must be one or more of/ },
  { name: "an unknown scope", fields: { scope: "admin" }, status: 400, says: /must be one or more of/ },
  {
    name: "a scope that the session lacks",
    fields: { scope: "rules" },
    status: 403,
    says: /lacks the scope rules/,
  },
  { name: "an end", fields: { scope: "score", expires: "30d" }, status: 201, scopes: ["score"] },
  {
    name: "an end in the past",
    fields: { expires: "2020-01-01" },
    status: 400,
    says: /must be in the future/,
  },
  { name: "an end that is none", fields: { expires: "soon" }, status: 400, says: /a time from now/ },
];

for (const { name, fields, status, scopes, says } of CHOICES) {
  Deno.test(`keys: a new one with ${name}`, async () => {
    await using app = await startApp();
    const visitor = new Visitor(app);
    await visitor.signIn((await app.account("main", { scopes: ["score", "feedback", "console"] })).key);
    const form = await visitor.get("/console/keys");
    const offered = [...form.text.matchAll(/type="checkbox" name="scope" value="(\w+)" checked/g)].map((
      [, scope],
    ) => scope);
    assert.deepEqual(offered, ["score", "feedback", "console"], "only what the session's key has is offered");
    const count = () =>
      app.app.services.store.accounts.keysOf(app.app.services.store.accounts.accountNamed("main")!.id).length;
    const before = count();
    const page = await visitor.submit("/console/keys", { name: "till", mode: "live", ...fields });
    assert.equal(page.status, status);
    if (says !== undefined) {
      assert.match(page.text, says);
      assert.equal(count(), before);
      return;
    }
    const key = /<code id="made-key">([^<]+)</.exec(page.text)![1]!;
    const usage = (await app.ask("/v1/usage", { key })).body;
    assert.deepEqual(usage.key.scopes, scopes);
    assert.equal(usage.key.expires_at === null, fields.expires === undefined);
    assert.match((await visitor.get("/console/keys")).text, new RegExp(`>${scopes!.join(", ")}<`));
  });
}

Deno.test("keys: a rotated one is replaced by one shown once; both work until the old one ends", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const visitor = await signedIn(app);
  const old = await app.account("main", { scopes: ["score"] });
  const page = await visitor.submit("/console/keys", { id: old.keyId }, "/console/keys/rotate");
  assert.equal(page.status, 201);
  assert.match(page.text, new RegExp(`${old.keyId}</code> can, which stops working at .*2026-11-21 12:00`));
  const made = /<code id="made-key">([^<]+)</.exec(page.text)![1]!;
  assert.deepEqual((await app.ask("/v1/usage", { key: made })).body.key.scopes, ["score"]);
  assert.equal((await app.ask("/v1/usage", { key: old.key })).status, 200);
  const list = await visitor.get("/console/keys");
  assert.ok(!list.text.includes(made));
  const again = await visitor.submit("/console/keys", { id: old.keyId }, "/console/keys/rotate");
  assert.equal(again.status, 400);
  assert.match(again.text, /was already replaced/);
  now += 24 * 3_600_000;
  await visitor.signIn(app.live);
  assert.equal((await app.ask("/v1/usage", { key: old.key })).body.code, "key_expired");
  assert.match((await visitor.get("/console/keys")).text, />expired</);
  const other = await app.account("other");
  for (const id of [other.keyId, "key_never"]) {
    assert.equal((await visitor.submit("/console/keys", { id }, "/console/keys/rotate")).status, 404);
  }
});

Deno.test("keys: a session rotates no key that can do more than its own, and is not offered it", async () => {
  await using app = await startApp();
  const less = await app.account("main", { scopes: ["console"] });
  const visitor = new Visitor(app);
  await visitor.signIn(less.key);
  const main = app.app.services.store.accounts;
  const strong = main.keysOf(less.account.id).filter(({ scopes }) => scopes === undefined);
  const { text } = await visitor.get("/console/keys");
  assert.equal(text.match(/>Rotate</g)?.length, 1);
  for (const { id } of strong) {
    const page = await visitor.submit("/console/keys", { id }, "/console/keys/rotate");
    assert.equal(page.status, 403);
    assert.match(page.text, /lacks the scope score, feedback, rules, agents/);
    assert.doesNotMatch(page.text, /wk_live_\w{43}/);
    assert.equal(main.key(id)!.replacedBy, undefined);
  }
});

Deno.test("keys: expired ones do not count against the 50 of an account, rotated ones do until they end", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const first = await app.account("crowd");
  for (let count = 2; count <= 49; count++) await app.account("crowd", { expiresAt: now + 3_600_000 });
  const visitor = new Visitor(app);
  await visitor.signIn(first.key);
  const rotate = () => visitor.submit("/console/keys", { id: first.keyId }, "/console/keys/rotate");
  const create = () => visitor.submit("/console/keys", { name: "one more", mode: "live" });
  assert.equal((await create()).status, 201);
  assert.equal((await create()).status, 400);
  assert.equal((await rotate()).status, 400);
  assert.equal(app.app.services.store.accounts.key(first.keyId)!.replacedBy, undefined);
  now += 3_600_000;
  assert.equal((await rotate()).status, 201);
});
