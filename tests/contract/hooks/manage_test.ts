/** `/v1/hooks`: an owner makes, lists, changes and deletes hooks. */
import assert from "node:assert/strict";
import { followChanges, startApp } from "../../support/app/app.ts";
import { makeHook, send, supabase } from "../../support/app/hooks.ts";

const SECRET = `whsec_${new Uint8Array(24).fill(9).toBase64()}`;
const GOOD = { kind: "svix", mode: "observe", when_unsure: "allow" } as const;

Deno.test("a hook as it is made, listed, changed and deleted", async () => {
  await using app = await startApp();
  const made = await app.ask("/v1/hooks", {
    json: { ...GOOD, pointers: { email: "/data/email" }, types: ["user.created"] },
  });
  assert.equal(made.status, 200);
  const { secret, request_id: _id, processing_time_sec: _time, ...hook } = made.body;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.match(hook.hook_id, /^hook_[\w-]{22}$/);
  assert.equal(hook.url, `${app.origin}/hooks/${hook.hook_id}`);
  assert.deepEqual(hook.pointers, { ip: null, email: "/data/email", phone: null, user_id: null });
  const listed = async () => (await app.ask("/v1/hooks")).body.hooks;
  assert.deepEqual(await listed(), [hook], "without the secret");
  const path = `/v1/hooks/${hook.hook_id}`;
  const change = async (json: unknown) => (await app.ask(path, { method: "PATCH", json })).body;
  const changed = await change({ mode: "enforce", pointers: { ip: "/ip", email: "" }, types: [] });
  assert.equal(changed.secret, null);
  const expected = {
    ...hook,
    mode: "enforce",
    pointers: { ip: "/ip", email: null, phone: null, user_id: null },
    types: [],
  };
  assert.deepEqual(await listed(), [expected]);
  assert.equal((await change({ when_unsure: "refuse" })).when_unsure, "refuse");
  assert.equal((await change({ secret: SECRET })).secret, SECRET);
  const removed = await app.ask(path, { method: "DELETE" });
  assert.deepEqual([removed.status, removed.body.deleted], [200, true]);
  assert.deepEqual(await listed(), []);
  assert.equal((await app.ask(path, { method: "DELETE" })).status, 404);
  assert.equal((await app.ask(path, { method: "PATCH", json: {} })).status, 404);
  const { audit, accounts } = app.app.services.store;
  const entries = await audit.list(accounts.accountNamed("main")!.id, { limit: 50 });
  const kept = entries.map(({ entry }) => entry).filter(({ action }) => action.startsWith("hook_"));
  for (const entry of kept) assert.deepEqual([entry.via, entry.subjects], ["api", [hook.hook_id]]);
  assert.deepEqual(
    kept.map(({ action, details, changes }) => [action, details, Object.keys(changes ?? {})]).sort((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
    ),
    [
      ["hook_changed", { kind: "svix", mode: "enforce", secret: "replaced" }, []],
      ["hook_changed", { kind: "svix", mode: "enforce" }, ["mode", "pointers", "types"]],
      ["hook_changed", { kind: "svix", mode: "enforce" }, ["when_unsure"]],
      ["hook_created", { kind: "svix", mode: "observe" }, []],
      ["hook_deleted", { kind: "svix" }, []],
    ],
  );
  assert.ok(!JSON.stringify(kept).includes("whsec_"));
});

Deno.test("what is refused names its field, and makes and changes nothing", async () => {
  await using app = await startApp();
  const hook = await makeHook(app, GOOD);
  const rows: [json: Record<string, unknown>, detail: RegExp][] = [
    [{ ...GOOD, kind: "auth0" }, /^\/kind: must be one of supabase, svix, standard_webhooks/],
    [{ ...GOOD, mode: undefined }, /^\/mode: must be one of observe, enforce/],
    [{ ...GOOD, when_unsure: "review" }, /^\/when_unsure: must be one of allow, refuse/],
    [{ ...GOOD, secret: "hunter2" }, /^\/secret: must begin with whsec_/],
    [{ ...GOOD, secret: `v1a,whsk_${"A".repeat(40)}` }, /^\/secret: is an asymmetric \(v1a\) secret/],
    [{ ...GOOD, secret: "whsec_AAAA" }, /^\/secret: must have 24 to 64 bytes/],
    [{ ...GOOD, pointers: { email: "data.email" } }, /^\/pointers\/email: must be a JSON Pointer/],
    [{ ...GOOD, pointers: { email: "/~2" } }, /^\/pointers\/email: must be a JSON Pointer/],
    [{ ...GOOD, pointers: { email: `/${"x".repeat(200)}` } }, /^\/pointers\/email: may have at most 200/],
    [{ ...GOOD, pointers: { mail: "/x" } }, /^\/pointers: /],
    [
      { ...GOOD, kind: "supabase", pointers: { email: "/x" } },
      /^\/pointers: a hook of kind supabase has none/,
    ],
    [{ ...GOOD, types: [""] }, /^\/types\/0: must not be empty/],
    [{ ...GOOD, types: Array(11).fill("x") }, /^\/types: may have at most 10/],
  ];
  for (const [json, detail] of rows) {
    const { status, body } = await app.ask("/v1/hooks", { json });
    assert.equal(status, 400, JSON.stringify(json));
    assert.match(body.detail, detail);
    const { kind, ...rest } = json;
    if (kind !== GOOD.kind || json.mode === undefined) continue;
    const changed = await app.ask(`/v1/hooks/${hook.id}`, { method: "PATCH", json: rest });
    assert.deepEqual([changed.status, changed.body.detail], [400, body.detail]);
  }
  const both = await app.ask(`/v1/hooks/${hook.id}`, {
    method: "PATCH",
    json: { secret: SECRET, rotate: true },
  });
  assert.equal(both.status, 400);
  const { hooks } = (await app.ask("/v1/hooks")).body;
  assert.equal(hooks.length, 1);
  assert.equal(hooks[0].replaced_secret_until, null);
});

Deno.test("an account can have ten hooks, also when they are made at the same time", async () => {
  await using app = await startApp();
  await using other = await startApp({ dataDir: app.dataDir });
  const made = await Promise.all(
    Array.from(
      { length: 16 },
      (_, turn) => (turn % 2 ? app : other).ask("/v1/hooks", { json: GOOD, key: app.live }),
    ),
  );
  assert.equal(made.filter(({ status }) => status === 200).length, 10);
  for (const { status, body } of made) {
    if (status !== 200) assert.deepEqual([status, body.code], [409, "conflict"]);
  }
  await followChanges(app, other);
  for (const each of [app, other]) {
    assert.equal((await each.ask("/v1/hooks", { key: app.live })).body.hooks.length, 10);
  }
});

Deno.test("another account neither sees, changes, deletes nor uses a hook", async () => {
  await using app = await startApp();
  const hook = await makeHook(app, { mode: "enforce" });
  const { key } = await app.account("other");
  const path = `/v1/hooks/${hook.id}`;
  for (const ask of [{ method: "PATCH", json: { rotate: true } }, { method: "DELETE" }]) {
    const { status, body } = await app.ask(path, { ...ask, key });
    assert.deepEqual([status, body.code], [404, "not_found"]);
  }
  assert.deepEqual((await app.ask("/v1/hooks", { key })).body.hooks, []);
  assert.equal((await send(app, hook, supabase({ email: "a@gmail.com" }))).text, "{}");
});

Deno.test("a test key sees no hook, and changes nothing", async () => {
  await using app = await startApp();
  const hook = await makeHook(app);
  const key = app.test;
  for (
    const [path, ask] of [
      ["/v1/hooks", { json: GOOD }],
      [`/v1/hooks/${hook.id}`, { method: "PATCH", json: { mode: "observe" } }],
      [`/v1/hooks/${hook.id}`, { method: "DELETE" }],
    ] as const
  ) {
    const { status, body } = await app.ask(path, { ...ask, key });
    assert.deepEqual([status, body.code], [403, "test_key_refused"]);
  }
  assert.deepEqual((await app.ask("/v1/hooks", { key })).body.hooks, []);
  assert.equal((await app.ask("/v1/hooks")).body.hooks[0].mode, "enforce");
});
