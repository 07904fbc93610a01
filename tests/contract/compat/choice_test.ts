/** How an account has the compatibility layer write what is not known: `PUT /v1/settings {"compat": …}`. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { javaBreaks, phpBreaks, pythonBreaks } from "../../support/clients/maxmind_rules.ts";

const IP = "8.8.8.8";
const SIGNUP = { device: { ip_address: IP }, email: { address: "a@gmail.com" } };

const put = (app: TestApp, compat: unknown, key = app.live) =>
  app.ask("/v1/settings", { key, method: "PUT", json: { compat } });
const chosen = async (app: TestApp, key = app.live) => (await app.ask("/v1/settings", { key })).body.compat;
const fraud = async (app: TestApp, key = app.live, product = "insights") =>
  (await app.ask(`/minfraud/v2.0/${product}`, asking(key, { json: SIGNUP }))).body;
const geo = async (app: TestApp, depth: string, key = app.live) =>
  (await app.ask(`/geoip/v2.1/${depth}/${IP}`, asking(key))).body;

/** Paths of nulls and of empty objects in the vendor's fields. */
function gaps(value: unknown, path = ""): string[] {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  const entries = Object.entries(value as object).filter(([name]) => path !== "" || name !== "winnow");
  if (entries.length === 0 && !Array.isArray(value)) return [path];
  return entries.flatMap(([name, item]) => gaps(item, path === "" ? name : `${path}.${name}`));
}

Deno.test("an account chooses for itself, field by field, and in every process", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const other = await app.account("other");
  assert.deepEqual(await chosen(app), { balance: "null", unknown: "null" });
  assert.equal((await put(app, { balance: "zero" })).status, 200);
  const changed = await put(app, { unknown: "omit" });
  assert.deepEqual(changed.body.compat, { balance: "zero", unknown: "omit" });
  assert.equal(changed.body.linkage_scoring, "report", "what is not sent stays");
  await followChanges(app, second);
  for (const each of [app, second]) {
    assert.deepEqual(await chosen(each, app.live), { balance: "zero", unknown: "omit" });
    const body = await fraud(each, app.live);
    assert.deepEqual([body.funds_remaining, body.queries_remaining], [0, 0]);
    assert.ok(!("credit_card" in body));
  }
  assert.deepEqual(await chosen(app, other.key), { balance: "null", unknown: "null" });
  const untouched = await fraud(app, other.key);
  assert.deepEqual([untouched.funds_remaining, untouched.credit_card], [null, null]);
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  assert.deepEqual(await chosen(app), { balance: "zero", unknown: "omit" });
  await put(app, { balance: "null", unknown: "null" });
  assert.ok("credit_card" in await fraud(app));
});

Deno.test("omit: no null and no empty object in the vendor's fields, and every client reads it", async () => {
  await using app = await startApp();
  const before = await geo(app, "insights");
  await put(app, { balance: "zero", unknown: "omit" });
  for (const product of ["insights", "score"]) {
    const body = await fraud(app, app.live, product);
    assert.deepEqual(gaps(body), []);
    assert.ok("winnow" in body && body.winnow.phone === null, "its shape is the service's own");
    assert.deepEqual(pythonBreaks(body, "fraud"), []);
    assert.deepEqual(phpBreaks(body, "fraud"), []);
    assert.deepEqual(javaBreaks(body, "fraud"), []);
  }
  for (const depth of ["country", "city", "insights"]) {
    const body = await geo(app, depth);
    assert.deepEqual(gaps(body), []);
    assert.ok(!("location" in body), "else read as 0, 0");
    assert.deepEqual(body.maxmind, { queries_remaining: 0 });
    assert.equal(body.country.iso_code, "US");
  }
  const after = await geo(app, "insights");
  for (const [name, value] of Object.entries(before.traits)) {
    if (value === null) assert.ok(!(name in after.traits), name);
    else assert.equal(after.traits[name], value, name);
  }
  assert.equal(
    after.traits.is_tor_exit_node,
    before.traits.is_tor_exit_node ?? undefined,
    "false stays false",
  );

  await put(app, { balance: "null" });
  assert.deepEqual(gaps(await fraud(app)), ["funds_remaining", "queries_remaining"], "Python needs the keys");
});

Deno.test("WINNOW_COMPAT_BALANCE is the default of accounts that have not chosen", async () => {
  await using app = await startApp({ env: { WINNOW_COMPAT_BALANCE: "zero" } });
  assert.deepEqual(await chosen(app), { balance: "zero", unknown: "null" });
  await put(app, { unknown: "omit" });
  assert.equal((await fraud(app)).funds_remaining, 0);
  await put(app, { balance: "null" });
  assert.deepEqual(await chosen(app), { balance: "null", unknown: "omit" });
  assert.equal((await fraud(app)).funds_remaining, null);
});

Deno.test("bad choices name the field, and change nothing; a choice is in the audit log", async () => {
  await using app = await startApp();
  const scoring = await app.account("main", { scopes: ["score"] });
  const rows: [compat: unknown, pointer: string][] = [
    [{ balance: "0" }, "/compat/balance"],
    [{ balance: null }, "/compat/balance"],
    [{ balance: "zero", unknown: "zero" }, "/compat/unknown"],
    ["zero", "/compat"],
    [null, "/compat"],
  ];
  for (const [compat, pointer] of rows) {
    const { status, body } = await put(app, compat);
    assert.deepEqual([status, body.code, body.errors[0].pointer], [400, "invalid_value", pointer]);
  }
  assert.equal((await put(app, { balance: "zero" }, scoring.key)).body.code, "scope_missing");
  assert.equal((await put(app, { balance: "zero" }, app.test)).body.code, "test_key_refused");
  assert.deepEqual(await chosen(app), { balance: "null", unknown: "null" });

  await put(app, { unknown: "omit" });
  await put(app, { unknown: "omit" });
  const { store } = app.app.services;
  const entries = (await store.audit.list(store.accounts.accountNamed("main")!.id, { limit: 100 }))
    .map(({ entry }) => entry).filter(({ action }) => action === "account_changed");
  assert.deepEqual(entries.map(({ times, changes }) => [times, changes]), [
    [1, { compat_unknown: ["null", "omit"] }],
  ]);
});

Deno.test("/console/settings shows the choice and saves it", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  assert.match((await visitor.get("/console/settings")).text, /name="unknown" value="null" checked/);
  const saved = await visitor.submit("/console/settings", { balance: "zero", unknown: "omit" });
  assert.match(saved.text, /Saved/);
  assert.match(saved.text, /name="balance" value="zero" checked/);
  assert.match(saved.text, /name="unknown" value="omit" checked/);
  assert.match(saved.text, /value="report" checked/);
  assert.deepEqual(await chosen(app), { balance: "zero", unknown: "omit" });
  const bad = await visitor.submit("/console/settings", { balance: "zero", unknown: "0" });
  assert.deepEqual([bad.status, /choose one/.test(bad.text)], [400, true]);
});
