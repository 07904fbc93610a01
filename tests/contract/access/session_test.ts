import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";

const HOUR = 3_600_000;
const START = Date.parse("2026-11-20T12:00:00Z");

Deno.test("the console asks for a key and continues to the requested page", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const asked = await visitor.get("/console/scores?verdict=block");
  assert.match(asked.text, /Live API key/);
  assert.match(asked.text, /name="next" value="\/console\/scores\?verdict=block"/);
  const page = await visitor.submit("/console/sign-in", {
    key: app.live,
    next: "/console/scores?verdict=block",
  });
  assert.equal(page.status, 200);
  assert.equal(page.path, "/console/scores?verdict=block");
});

Deno.test("signing in never leads to another site", async () => {
  await using app = await startApp();
  for (
    const next of [
      "https://evil.example/",
      "//evil.example",
      "/console/../../evil",
      "/console\\evil",
      "javascript:alert(1)",
      "/docs",
    ]
  ) {
    const page = await new Visitor(app).submit("/console/sign-in", { key: app.live, next });
    assert.match(page.path, /^\/console(\/evil)?$/, next);
  }
});

Deno.test("a session is a cookie that scripts cannot read and other sites do not send", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const { text } = await visitor.get("/console/sign-in");
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)![1]!;
  const response = await fetch(`${app.origin}/console/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: app.origin, cookie: `winnow_form=${visitor.cookies.get("winnow_form")}` },
    body: new URLSearchParams({ csrf, key: app.live }),
  });
  await response.body?.cancel();
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("winnow_session="))!;
  assert.match(cookie, /HttpOnly/);
  assert.match(cookie, /SameSite=Strict/);
  assert.match(cookie, /Path=\//);
  assert.doesNotMatch(cookie, /Secure/, "plain http here");
});

Deno.test("the cookie is Secure behind https", async () => {
  for (const env of [{ WINNOW_BASE_URL: "https://winnow.example" }, { WINNOW_TRUST_PROXY: "true" }]) {
    await using app = await startApp({ env });
    const response = await fetch(`${app.origin}/console/sign-in`, {
      headers: { "x-forwarded-proto": "https" },
    });
    await response.body?.cancel();
    assert.match(response.headers.getSetCookie()[0]!, /Secure/);
  }
});

const REFUSED: readonly {
  name: string;
  key: (app: { test: string }) => string;
  status: number;
  says: RegExp;
}[] = [
  { name: "a test key", key: (app) => app.test, status: 403, says: /That is a test key/ },
  { name: "a wrong key", key: () => "wk_live_wrong", status: 401, says: /This key is not known/ },
  { name: "no key", key: () => " ", status: 401, says: /Enter your key/ },
];

for (const { name, key, status, says } of REFUSED) {
  Deno.test(`signing in with ${name} is refused in words`, async () => {
    await using app = await startApp();
    const visitor = new Visitor(app);
    const page = await visitor.submit("/console/sign-in", { key: key(app), next: "" });
    assert.equal(page.status, status);
    assert.match(page.text, says);
    assert.equal(visitor.cookies.has("winnow_session"), false);
  });
}

Deno.test("a session ends 12 hours after the last visit, and 7 days after it began", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  now += 11 * HOUR;
  assert.match((await visitor.get("/console")).text, /Signed in as/);
  now += 11 * HOUR;
  assert.match((await visitor.get("/console")).text, /Signed in as/, "the visit before counted");
  now += 12 * HOUR;
  assert.match((await visitor.get("/console")).text, /Live API key/);
  await visitor.signIn(app.live);
  for (let visits = 0; visits < 20; visits++) {
    now += 8 * HOUR;
    assert.match((await visitor.get("/console")).text, /Signed in as/, `visit ${visits}`);
  }
  now += 8 * HOUR;
  assert.match((await visitor.get("/console")).text, /Live API key/);
});

Deno.test("signing out ends the session in the store, not only in the browser", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const token = visitor.cookies.get("winnow_session")!;
  const page = await visitor.submit("/console", {}, "/console/sign-out");
  assert.match(page.text, /You have signed out/);
  visitor.cookies.set("winnow_session", token);
  assert.match((await visitor.get("/console")).text, /Live API key/);
});

Deno.test("signing out everywhere ends all sessions of the account and of no other", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const visitors = [new Visitor(app), new Visitor(app), new Visitor(app)] as const;
  await visitors[0].signIn(app.live);
  await visitors[1].signIn(app.live);
  await visitors[2].signIn(other.key);
  await visitors[0].submit("/console/keys", {}, "/console/sign-out-everywhere");
  assert.match((await visitors[0].get("/console")).text, /Live API key/);
  assert.match((await visitors[1].get("/console")).text, /Live API key/);
  assert.match((await visitors[2].get("/console")).text, /Signed in as/);
});

Deno.test("a revoked key ends its sessions; another key's go on", async () => {
  await using app = await startApp();
  const second = await app.account("main");
  const [one, two] = [new Visitor(app), new Visitor(app)];
  await one.signIn(second.key);
  await two.signIn(app.live);
  const page = await two.submit("/console/keys", { id: second.keyId }, "/console/keys/revoke");
  assert.match(page.text, /revoked/);
  assert.match((await one.get("/console")).text, /Live API key/);
  assert.match((await two.get("/console")).text, /Signed in as/);
  assert.equal((await app.ask("/v1/usage", { key: second.key })).status, 401);
});

Deno.test("a paused account still reads and edits rules, and labels nothing", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  const scored = await app.ask("/v1/score/ip?ip=8.8.8.8");
  await visitor.signIn(app.live);
  const { accounts } = app.app.services.store;
  await accounts.putAccount({ ...accounts.accountNamed("main")!, paused: true });
  assert.match((await visitor.get("/console")).text, /This account is paused/);
  const label = await visitor.submit(
    `/console/scores/${scored.body.request_id}`,
    { outcome: "fraud" },
    `/console/scores/${scored.body.request_id}/label`,
  );
  assert.equal(label.status, 403);
  assert.match(label.text, /paused/);
  const key = await visitor.submit("/console/keys", { mode: "live", name: "more" });
  assert.equal(key.status, 403);
  const rule = await visitor.submit("/console/rules/new", {
    action: "block",
    values: "fraud.example",
    step: "add",
  });
  assert.match(rule.text, /1 rule added/);
});

Deno.test("a form of the console without its session's token is refused", async () => {
  await using app = await startApp();
  const [mine, other] = [new Visitor(app), new Visitor(app)];
  await mine.signIn(app.live);
  await other.signIn(app.live);
  const foreign = /name="csrf" value="([^"]+)"/.exec((await other.get("/console/keys")).text)![1]!;
  for (const csrf of ["", foreign, foreign.slice(0, -1)]) {
    const page = await mine.post("/console/rules/new", {
      csrf,
      action: "block",
      values: "fraud.example",
      step: "add",
    });
    assert.equal(page.status, 403, csrf);
  }
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

Deno.test("a made-up cookie opens no session, and no account sees another's pages", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const scored = await app.ask("/v1/score/ip?ip=8.8.8.8", { key: other.key });
  const visitor = new Visitor(app);
  for (const token of ["", "x", "A".repeat(43), "../../x"]) {
    visitor.cookies.set("winnow_session", token);
    assert.match((await visitor.get("/console")).text, /Live API key/, token);
  }
  await visitor.signIn(app.live);
  assert.equal((await visitor.get(`/console/scores/${scored.body.request_id}`)).status, 404);
  assert.doesNotMatch((await visitor.get("/console/scores")).text, new RegExp(scored.body.request_id));
  const revoke = await visitor.submit("/console/keys", { id: other.keyId }, "/console/keys/revoke");
  assert.equal(revoke.status, 404);
  assert.equal((await app.ask("/v1/usage", { key: other.key })).status, 200);
});

Deno.test("a session opened on one process counts on another, and so does its end", async () => {
  await using one = await startApp();
  await using other = await startApp({ dataDir: one.dataDir });
  const visitor = new Visitor(one);
  await visitor.signIn(one.live);
  const elsewhere = new Visitor(other);
  for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value);
  const page = await elsewhere.get("/console/keys");
  assert.match(page.text, /Signed in as/);
  await elsewhere.submit("/console/keys", {}, "/console/sign-out");
  assert.match((await visitor.get("/console")).text, /Live API key/);
});
