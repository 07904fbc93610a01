/** `/v1/settings`, `/console/settings` and `winnow accounts set`. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn, unescaped } from "../../support/app/visitor.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";

const DEVICE = "0123456789abcdef0123456789abcdef";
const MINUTE = 60_000;

/** What a change of linkage leaves as it is. */
const OTHERS = {
  compat: { balance: "null", unknown: "null" },
  thresholds: null,
  review_target: 24,
  appeals: false,
  key_sign_in: true,
  challenges: "off",
  decisions_tor: "off",
  decisions_drop: "off",
  appsec_review: "captcha",
  edge_hosts: [],
  edge_paths: [],
};

async function settings(app: TestApp, key = app.live): Promise<unknown> {
  const { status, body } = await app.ask("/v1/settings", { key });
  assert.equal(status, 200);
  const { request_id: _, processing_time_sec: __, linkage_scoring, ...others } = body;
  assert.deepEqual(others, OTHERS);
  return { linkage_scoring };
}

async function put(app: TestApp, json: unknown, key = app.live) {
  return await app.ask("/v1/settings", { key, method: "PUT", json });
}

async function signup(app: TestApp, email: string, key = app.live) {
  return (await app.ask("/v1/score/user", { key, json: { email, device_id: DEVICE } })).body;
}

Deno.test("linkage is only reported until the account switches it on, in every process, and for itself alone", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const other = await app.account("other");
  assert.deepEqual(await settings(app), { linkage_scoring: "report" });
  await signup(app, "a@one.com");
  const reported = await signup(app, "b@one.com");
  assert.deepEqual([reported.verdict, reported.linkage.ring.size], ["allow", 2]);
  assert.ok(!reported.top_signals.some((text: string) => text.startsWith("linkage:")));

  const changed = await put(app, { linkage_scoring: "score" });
  assert.deepEqual([changed.status, changed.body.linkage_scoring], [200, "score"]);
  await followChanges(app, second);
  for (const each of [app, second]) {
    assert.deepEqual(await settings(each), { linkage_scoring: "score" });
    const { verdict, top_signals } = await signup(each, `${each === app ? "c" : "d"}@one.com`, app.live);
    assert.equal(verdict, "review");
    assert.ok(top_signals.includes("linkage: another sign-up on this device within the hour"), top_signals);
  }
  assert.deepEqual(await settings(app, other.key), { linkage_scoring: "report" });
  await put(app, { linkage_scoring: "report" });
  assert.equal((await signup(app, "e@one.com")).verdict, "allow");
});

Deno.test("settings: a test key reads and changes nothing, scopes apply, bad input names the field", async () => {
  await using app = await startApp();
  const scoring = await app.account("main", { scopes: ["score"] });
  const rules = await app.account("main", { scopes: ["rules"] });
  const good = { linkage_scoring: "score" };
  assert.deepEqual(await settings(app, app.test), { linkage_scoring: "report" });
  assert.deepEqual(await settings(app, scoring.key), { linkage_scoring: "report" });
  const rows: [key: string, json: unknown, status: number, code: string, at: string | undefined][] = [
    [app.test, good, 403, "test_key_refused", undefined],
    [scoring.key, good, 403, "scope_missing", undefined],
    [rules.key, good, 403, "scope_missing", undefined],
    [app.live, {}, 400, "invalid_value", "/linkage_scoring"],
    [app.live, { linkage_scoring: "on" }, 400, "invalid_value", "/linkage_scoring"],
    [app.live, { linkage_scoring: null }, 400, "invalid_value", "/linkage_scoring"],
    [app.live, [], 400, "invalid_value", ""],
  ];
  for (const [key, json, status, code, at] of rows) {
    const answer = await put(app, json, key);
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
    assert.equal(answer.body.errors?.[0]?.pointer, at, answer.text);
  }
  assert.equal((await app.ask("/v1/settings", { key: rules.key })).status, 403);
  assert.equal((await app.ask("/v1/settings", { key: null })).status, 401);
  assert.deepEqual(await settings(app), { linkage_scoring: "report" });
});

Deno.test("a change of settings is in the audit log once; paused accounts keep theirs and stay paused", async () => {
  await using app = await startApp();
  await put(app, { linkage_scoring: "score" });
  await put(app, { linkage_scoring: "score" });
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!;
  const changes = (await store.audit.list(account.id, { limit: 100 })).map(({ entry }) => entry)
    .filter(({ action }) => action === "account_changed");
  assert.deepEqual(changes.map(({ details, times, via }) => [details, times, via]), [
    [{ linkage_scoring: "score" }, 1, "api"],
  ]);
  await store.accounts.putAccount({ ...account, paused: true });
  assert.equal((await put(app, { linkage_scoring: "report" })).status, 200);
  assert.equal(store.accounts.accountNamed("main")!.paused, true);
});

Deno.test("/console/settings previews by label what links change, and saves", async () => {
  let now = Date.parse("2036-03-01T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const label = (request_id: string, outcome: string) =>
    app.ask("/v1/outcome", { json: { request_id, outcome } });
  const other = await app.account("other");
  const visitor = await signedIn(app);
  assert.match((await visitor.get("/console/settings?preview=1")).text, /no stored sign-ups to compare/);
  await signup(app, "old@one.com");
  now += MINUTE;
  await signup(app, "older@one.com");
  now += 40 * 24 * 60 * MINUTE;
  const ids: string[] = [];
  for (const name of ["a", "b", "c", "d"]) {
    ids.push((await signup(app, `${name}@one.com`)).request_id);
    await signup(app, `${name}@one.com`, other.key);
    await signup(app, `${name}@one.com`, app.test);
    now += MINUTE;
  }
  await label(ids[1]!, "fraud");
  await label(ids[2]!, "legit");
  await visitor.signIn(app.live);
  const plain = await visitor.get("/console/settings");
  assert.match(plain.text, /value="report" checked/);
  assert.ok(!plain.text.includes("another verdict"));
  const text = unescaped((await visitor.get("/console/settings?preview=1")).text);
  assert.match(text, /Of 4 sign-ups, <strong>3<\/strong> have another verdict/);
  const cells = [...text.matchAll(/<td[^>]*><span>(\d+)<\/span>/g)].map(([, count]) => Number(count));
  assert.deepEqual(cells, [1, 1, 1], "fraud, legitimate, not labelled");
  const row = /rowheader[\s\S]*?<\/th>/.exec(text)![0];
  assert.match(row, /allow[\s\S]*review/);

  const saved = await visitor.submit("/console/settings", { linkage_scoring: "score" });
  assert.match(saved.text, /Saved/);
  assert.deepEqual(await settings(app), { linkage_scoring: "score" });
  now += MINUTE;
  assert.notEqual((await signup(app, "e@one.com")).verdict, "allow");
  assert.match(
    unescaped((await visitor.get("/console/settings?preview=1")).text),
    /Of 5 sign-ups, <strong>4<\/strong> have another verdict/,
    "counted ones are compared too",
  );
  const bad = await visitor.submit("/console/settings", { linkage_scoring: "on" });
  assert.deepEqual([bad.status, /choose one/.test(bad.text)], [400, true]);
});

Deno.test("accounts set NAME --linkage applies when the command ends", async () => {
  await inFolder(async (dir) => {
    await runCommand(dir, ["keys", "create", "--account", "main"]);
    const rows: [args: string[], code: number][] = [
      [["set", "main", "--linkage", "score"], 0],
      [["set", "main"], 2],
      [["set", "main", "--linkage", "on"], 2],
      [["set", "nobody", "--linkage", "score"], 1],
      [["pause", "main", "--linkage", "score"], 2],
    ];
    for (const [args, code] of rows) {
      assert.equal((await runCommand(dir, ["accounts", ...args])).code, code, args.join(" "));
    }
    await using app = await startApp({ dataDir: dir });
    assert.deepEqual(await settings(app), { linkage_scoring: "score" });
    const { code, out } = await runCommand(dir, ["accounts", "set", "main", "--linkage", "report"]);
    assert.deepEqual([code, out.trim()], [0, "links between the sign-ups of main are only reported"]);
    await followChanges(app);
    assert.deepEqual(await settings(app), { linkage_scoring: "report" });
  });
});
