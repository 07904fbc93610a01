/** The console's pages. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { refOf } from "../../support/app/ring.ts";
import { signedIn, unescaped } from "../../support/app/visitor.ts";

const HOUR = 3_600_000;

function idsOn(page: string): string[] {
  return [...page.matchAll(/href="\/console\/scores\/(req_[0-9a-f-]{36})"/g)].map(([, id]) => id!);
}

Deno.test("/console counts the month's lookups, the verdicts and the findings", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  assert.match((await visitor.get("/console")).text, /No scores in the last 7 days/);
  await using other = await startApp();
  const there = await signedIn(other);
  await other.ask("/v1/score/user", { json: { ip: "185.220.101.1", email: "someone@mailinator.com" } });
  await other.ask("/v1/verify/email?email=other@mailinator.com");
  await other.ask("/v1/score/ip?ip=8.8.8.8", { key: other.test });
  const { text } = await there.get("/console?days=30");
  assert.match(text, /Lookups used this month<\/p><p class="stat">3</);
  assert.match(text, /disposable e-mail domain <span[^>]*>E-mail<\/span><\/span><span class="numbers">2</);
  assert.match(text, /Scores this month<\/p><p class="stat">2</);
  assert.match(text, /1 with test keys in the last 30 days/);
  assert.match(text, /Median response time<\/p><p class="stat">\d/);
  assert.match(text, /<title>2\d{3}-\d\d-\d\d: \d+ allow, \d+ review, \d+ block<\/title>/);
});

Deno.test("/console/scores lists newest first and pages without losing or repeating any", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const wanted: string[] = [];
  for (let step = 0; step < 4; step++) {
    const { body } = await app.ask("/v1/batch", {
      json: { type: "ip", items: Array.from({ length: 20 }, (_, index) => `8.8.${step}.${index}`) },
    });
    for (const { request_id } of body.results) wanted.unshift(request_id);
    now += HOUR;
  }
  const visitor = await signedIn(app);
  const seen: string[] = [];
  let path: string | undefined = "/console/scores";
  for (let pages = 0; path !== undefined; pages++) {
    assert.ok(pages < 10);
    const { text } = await visitor.get(path);
    seen.push(...idsOn(text));
    path = /href="(\/console\/scores\?after=[^"]+)">Older/.exec(text)?.[1];
  }
  assert.deepEqual(seen, wanted);
});

Deno.test("/console/scores filters by verdict and part, and shows values masked", async () => {
  await using app = await startApp();
  const mail = await app.ask("/v1/verify/email?email=someone@mailinator.com");
  const address = await app.ask("/v1/score/ip?ip=8.8.8.8");
  const both = await app.ask("/v1/score/user", { json: { ip: "8.8.4.4", email: "jane.doe@gmail.com" } });
  const visitor = await signedIn(app);
  const ids = async (query: string) => idsOn((await visitor.get(`/console/scores?${query}`)).text);
  assert.deepEqual(await ids("verdict=block"), [mail.body.request_id]);
  assert.deepEqual(await ids("component=ip"), [both.body.request_id, address.body.request_id]);
  assert.deepEqual(await ids("verdict=block&component=ip"), []);
  const { text } = await visitor.get("/console/scores");
  assert.match(text, /s•••@mailinator\.com/);
  assert.doesNotMatch(text, /someone@|8\.8\.8\.8/);
});

Deno.test("/console/scores/<id> explains the score and accepts a label", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/user", {
    json: { ip: "185.220.101.1", email: "someone@mailinator.com" },
  });
  const stored = await app.ask(`/v1/score/${body.request_id}`);
  const visitor = await signedIn(app);
  const path = `/console/scores/${body.request_id}`;
  const { text } = await visitor.get(path);
  const shown = unescaped(text);
  for (const component of stored.body.components) {
    assert.ok(shown.includes(component.masked));
    for (const { text: finding, points } of component.findings) {
      assert.ok(shown.includes(finding), finding);
      if (points > 0) assert.ok(shown.includes(`+${points}`), finding);
    }
    for (const place of Object.keys(component.unknown)) assert.ok(shown.includes(place), place);
  }
  assert.match(text, /the list it depends on was never loaded/);
  assert.ok(shown.includes(stored.body.data_version));
  const labelled = await visitor.submit(path, { outcome: "fraud" }, `${path}/label`);
  assert.match(labelled.text, /Labelled <span class="badge fraud">/);
  assert.equal((await app.ask(`/v1/score/${body.request_id}`)).body.label.outcome, "fraud");
  assert.equal((await visitor.submit(path, { outcome: "maybe" }, `${path}/label`)).status, 400);
  assert.match((await visitor.get("/console/outcomes")).text, /Does a higher score mean more fraud/);
});

Deno.test("keys: a new one is shown once and works; a test key never signs in", async () => {
  await using app = await startApp({ env: { WINNOW_RATE_LIMIT: "55" } });
  const visitor = await signedIn(app);
  const made = await visitor.submit("/console/keys", { name: "checkout", mode: "test" });
  assert.equal(made.status, 201);
  const key = /<code id="made-key">([^<]+)</.exec(made.text)![1]!;
  assert.match(key, /^wk_test_/);
  const usage = await app.ask("/v1/usage", { key });
  assert.equal(usage.body.rate_limit_per_minute, 55);
  const list = await visitor.get("/console/keys");
  assert.match(list.text, /checkout/);
  assert.ok(!list.text.includes(key));
  assert.equal((await visitor.submit("/console/keys", { name: "x".repeat(81), mode: "live" })).status, 400);
});

Deno.test("sources: a list that was never loaded is shown as not loaded", async () => {
  await using app = await startApp();
  const { text } = await (await signedIn(app)).get("/console/sources");
  assert.match(text, /<span class="badge not_loaded">not loaded<\/span>/);
  assert.match(text, /tor-bulk-exit-list/);
  assert.match(text, /never/);
  assert.match(text, /<code>is_tor<\/code>.{1,200}cold.{1,200}0 %/s);
});

Deno.test("customer input stays text on every page", async () => {
  await using app = await startApp();
  const probe = `"><img src=x onerror=alert(1)><script>alert(2)</script>'&lt;`;
  const visitor = await signedIn(app);
  await app.ask("/v1/rules", { json: { action: "block", values: ["probe.example"], note: probe } });
  await app.ask("/v1/agent/policy", {
    method: "PUT",
    json: { rules: [{ trigger: probe.slice(0, 64), action: "deny", reason: probe }] },
  });
  await visitor.submit("/console/keys", { name: probe, mode: "live" });
  const { accounts } = app.app.services.store;
  await accounts.putAccount({ ...accounts.accountNamed("main")!, name: probe.slice(0, 80) });
  const scored = await app.ask("/v1/score/user", {
    json: { email: `${probe}@probe.example`, domain: "probe.example", user_id: probe },
  });
  const id = scored.body.request_id;
  const ref = await refOf(app, id, "domain");
  const pages = [
    await visitor.get("/console"),
    await visitor.get("/console/scores"),
    await visitor.get(`/console/scores/${id}`),
    await visitor.get("/console/rules"),
    await visitor.get(`/console/rules?q=${encodeURIComponent(probe)}`),
    await visitor.get(`/console/rules/new?action=${encodeURIComponent(probe)}`),
    await visitor.get(`/console/scores?q=${encodeURIComponent(probe)}`),
    await visitor.get(`/console/rules/for/${ref}?from=${encodeURIComponent(probe)}`),
    await visitor.get(`/console/values/${ref}`),
    await visitor.submit("/console/review", { note: probe }, `/console/scores/${id}/note`),
    await visitor.get("/console/agents"),
    await visitor.get("/console/keys"),
    await visitor.get(`/docs/api?q=${encodeURIComponent(probe)}`),
    await visitor.get(`/console/sign-in?next=${encodeURIComponent(probe)}`),
    await visitor.submit("/console/rules/new", {
      action: "block",
      values: probe,
      note: probe,
      step: "preview",
    }),
    await visitor.submit("/console/rules/import", { action: "block", text: probe, step: "preview" }),
    await visitor.submit("/console/agents", { request: probe }, "/console/agents/try"),
    await visitor.submit("/docs/api/getScoreIp", { "p-ip": probe, key: app.live }),
    await visitor.submit("/docs/api/getScoreIp", { "p-ip": "8.8.8.8", "p-strictness": probe, key: probe }),
  ];
  for (const { path, text } of pages) {
    assert.doesNotMatch(text, /<img src=x|<script>alert/, path);
  }
  assert.ok(
    pages.filter(({ text }) => text.includes("&lt;img src=x")).length >= 10,
    "the probe is shown, as text",
  );
});
