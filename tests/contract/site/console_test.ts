import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { unescaped, Visitor } from "../../support/app/visitor.ts";

const HOUR = 3_600_000;

async function signedIn(app: TestApp): Promise<Visitor> {
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  return visitor;
}

function idsOn(page: string): string[] {
  return [...page.matchAll(/href="\/console\/scores\/(req_[0-9a-f-]{36})"/g)].map(([, id]) => id!);
}

Deno.test("/console counts the month's credits, the verdicts and what was found", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  assert.match((await visitor.get("/console")).text, /No scores in the last 7 days/);
  await using other = await startApp();
  const there = await signedIn(other);
  await other.ask("/v1/score/user", { json: { ip: "185.220.101.1", email: "someone@mailinator.com" } });
  await other.ask("/v1/verify/email?email=other@mailinator.com");
  await other.ask("/v1/score/ip?ip=8.8.8.8", { key: other.test });
  const { text } = await there.get("/console?days=30");
  assert.match(text, /Credits used this month<\/p><p class="stat">3</);
  assert.match(text, /disposable e-mail domain <span[^>]*>E-mail<\/span><\/span><span class="numbers">2</);
  assert.match(text, /Scores this month<\/p><p class="stat">3</);
  assert.match(text, /1 of the last 30 days with test keys/);
  assert.match(text, /Time to score \(median\)<\/p><p class="stat">\d/);
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
  assert.deepEqual(await ids("verdict=nonsense&component=nonsense&after=nonsense"), [
    both.body.request_id,
    address.body.request_id,
    mail.body.request_id,
  ]);
  const { text } = await visitor.get("/console/scores");
  assert.match(text, /s•••@mailinator\.com/);
  assert.doesNotMatch(text, /someone@|8\.8\.8\.8/);
});

Deno.test("/console/scores/<id> tells how the score came about, and takes a label", async () => {
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
  assert.match(text, /the list that decides it was never loaded/);
  assert.ok(shown.includes(stored.body.data_version));
  const labelled = await visitor.submit(path, { outcome: "fraud" }, `${path}/label`);
  assert.match(labelled.text, /Labelled <span class="badge fraud">/);
  assert.equal((await app.ask(`/v1/score/${body.request_id}`)).body.label.outcome, "fraud");
  assert.equal((await visitor.submit(path, { outcome: "maybe" }, `${path}/label`)).status, 400);
  assert.match((await visitor.get("/console/outcomes")).text, /Does a higher score mean more fraud/);
});

Deno.test("rules: preview changes nothing, adding counts at once, and what is no rule is named", async () => {
  await using app = await startApp();
  await app.ask("/v1/verify/email?email=someone@gmail.com");
  const visitor = await signedIn(app);
  const wish = {
    action: "block",
    values: "gmail.com\nnot a value\n",
    note: "why not",
    expires: "2099-01-01",
  };
  const preview = await visitor.submit("/console/rules/new", { ...wish, step: "preview" });
  assert.match(preview.text, /1 rule would be added/);
  assert.match(preview.text, /<strong>1<\/strong> would have had another verdict/);
  assert.match(preview.text, /not a value/);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const added = await visitor.submit("/console/rules/new", { ...wish, step: "add" });
  assert.match(added.text, /1 added/);
  const { rules } = (await app.ask("/v1/rules")).body;
  assert.equal(rules.length, 1);
  assert.equal(rules[0].note, "why not");
  assert.equal(rules[0].expires_at, "2099-01-01T00:00:00.000Z");
  assert.equal((await app.ask("/v1/verify/email?email=someone@gmail.com")).body.verdict, "block");
  const gone = await visitor.submit("/console/rules", { id: rules[0].id }, "/console/rules/delete");
  assert.match(gone.text, /1 rule was deleted/);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

const WRONG_RULES: readonly { name: string; fields: Record<string, string>; says: RegExp }[] = [
  { name: "no value", fields: { action: "block", values: " \n" }, says: /at least one value/ },
  { name: "no action", fields: { action: "maybe", values: "a.example" }, says: /Choose allow or block/ },
  {
    name: "a day that is over",
    fields: { action: "block", values: "a.example", expires: "2020-01-01" },
    says: /must be in the future/,
  },
  {
    name: "a long note",
    fields: { action: "block", values: "a.example", note: "x".repeat(201) },
    says: /at most 200/,
  },
];

Deno.test("rules: a form with a mistake says it and keeps what was typed", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  for (const { name, fields, says } of WRONG_RULES) {
    const { status, text } = await visitor.submit("/console/rules/new", { ...fields, step: "add" });
    assert.equal(status, 400, name);
    assert.match(text, says, name);
    if (fields.values!.trim() !== "") assert.match(text, />a\.example<\/textarea>/, name);
  }
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

Deno.test("rules: a file is previewed, imported, searched, exported, and the export imports again", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const list =
    'value,why\n203.0.113.7,abuse\nfraud.example,"a, b"\n+442079460123,x\nfraud.example,again\nnonsense value\n';
  const file = new File([list], "list.csv", { type: "text/csv" });
  const preview = await visitor.submit("/console/rules/import", {
    action: "block",
    step: "preview",
    text: "",
    file,
  });
  assert.match(preview.text, /This is a preview/);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const kept = unescaped(/<textarea[^>]*name="text"[^>]*>([\s\S]*?)<\/textarea>/.exec(preview.text)![1]!);
  assert.equal(kept.trim(), list.trim(), "the list stands in the form for the import");
  const done = await visitor.submit("/console/rules/import", { action: "block", step: "import", text: kept });
  assert.match(done.text, /Imported<\/p><p class="stat">3</);
  assert.match(done.text, /nonsense value/);
  assert.equal((await app.ask("/v1/rules")).body.count, 3);
  const found = await visitor.get("/console/rules?q=FRAUD&action=block");
  assert.match(found.text, /1 of 3 rules/);
  assert.doesNotMatch(found.text, /203\.0\.113\.7/);
  const csv = await visitor.get("/console/rules.csv");
  assert.match(csv.headers.get("content-type") ?? "", /text\/csv/);
  assert.equal(csv.text.split("\r\n")[0], "value,action,kind,note,expires_at,created_at");
  const twice = await app.ask("/v1/rules/import?action=block", {
    raw: csv.text,
    headers: { "content-type": "text/csv" },
  });
  assert.equal(twice.body.imported, 0);
  assert.equal(twice.body.duplicates, 3);
  const unsure = await visitor.submit("/console/rules", {}, "/console/rules/delete-all");
  assert.equal(unsure.status, 400);
  await visitor.submit("/console/rules", { confirm: "true" }, "/console/rules/delete-all");
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

Deno.test("rules: a note that a spreadsheet takes for a formula is exported as text", async () => {
  await using app = await startApp();
  await app.ask("/v1/rules", {
    json: { action: "block", values: ["a.example"], note: '=HYPERLINK("http://evil.example")' },
  });
  const { text } = await (await signedIn(app)).get("/console/rules.csv");
  assert.match(text, /a\.example,block,domain,"'=HYPERLINK\(""http/);
});

Deno.test("rules: one that comes from a score names the masked value and leaves it to be typed", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/verify/email?email=someone@mailinator.com");
  const visitor = await signedIn(app);
  const { text } = await visitor.get(`/console/rules/new?action=allow&from=${body.request_id}&part=email`);
  assert.match(text, /s•••@mailinator\.com/);
  assert.match(text, /<option value="allow" selected/);
  assert.equal(
    (await visitor.get(`/console/rules/new?from=req_00000000-0000-7000-8000-000000000000&part=email`)).status,
    404,
  );
});

Deno.test("agent policy: rules are added, moved, removed; a page that is old changes nothing", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const page = "/console/agents";
  const seenOn = (text: string) => /name="seen" value="(\d*)"/.exec(text)![1]!;
  const step = async (fields: Record<string, string>) =>
    await visitor.submit(page, { seen: seenOn((await visitor.get(page)).text), ...fields });
  const rules = async () =>
    (await app.ask("/v1/agent/policy")).body.rules.map(({ trigger }: { trigger?: string }) =>
      trigger ?? "any"
    );
  const old = seenOn((await visitor.get(page)).text);
  await step({
    do: "add",
    trigger: "fetcher",
    methods: "get, head",
    action: "allow",
    reason: "acts for a person",
  });
  await step({ do: "add", trigger: "crawler", methods: "", action: "deny", reason: "" });
  await step({ do: "add", trigger: "", methods: "", action: "review", reason: "" });
  assert.deepEqual(await rules(), ["fetcher", "crawler", "any"]);
  const first = (await app.ask("/v1/agent/policy")).body.rules[0];
  assert.deepEqual(first, {
    trigger: "fetcher",
    action: "allow",
    methods: ["GET", "HEAD"],
    reason: "acts for a person",
  });
  await step({ do: "down", index: "0" });
  assert.deepEqual(await rules(), ["crawler", "fetcher", "any"]);
  await step({ do: "up", index: "2" });
  assert.deepEqual(await rules(), ["crawler", "any", "fetcher"]);
  await step({ do: "remove", index: "1" });
  assert.deepEqual(await rules(), ["crawler", "fetcher"]);
  const stale = await visitor.submit(page, { do: "remove", index: "0", seen: old });
  assert.equal(stale.status, 400);
  assert.match(stale.text, /has changed since/);
  assert.deepEqual(await rules(), ["crawler", "fetcher"]);
  assert.equal((await step({ do: "add", action: "maybe" })).status, 400);
  await step({ do: "settings", nonce: "true" });
  const policy = (await app.ask("/v1/agent/policy")).body;
  assert.equal(policy.replay_protection, "nonce");
  assert.equal(policy.defaults_apply_when_no_rule_matches, false);
  assert.deepEqual(await rules(), ["crawler", "fetcher"], "the rules stay");
});

Deno.test("agent policy: a captured request is judged for free, as text or as JSON", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const attempt = async (request: string) =>
    await visitor.submit("/console/agents", { request }, "/console/agents/try");
  const plain = await attempt(
    "GET /products?page=2 HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: Bot\r\n\r\n",
  );
  assert.match(
    plain.text,
    /<span class="badge review">review<\/span> decided by <code>default:not_web_bot_auth</,
  );
  const json = await attempt(
    '{"url":"https://shop.example/","headers":{"signature":"x","signature-input":"y"}}',
  );
  assert.match(json.text, /malformed_signature|not_web_bot_auth/);
  for (
    const [request, says] of [
      ["", /paste a request/],
      ["hello", /first line/],
      ["GET / HTTP/1.1\nnonsense", /not a header/],
      ["GET / HTTP/1.1", /no Host/],
      ["{", /not valid JSON/],
    ] as const
  ) {
    const { status, text } = await attempt(request);
    assert.equal(status, 400, request);
    assert.match(text, says, request);
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
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

Deno.test("sources: what was never loaded is called that", async () => {
  await using app = await startApp();
  const { text } = await (await signedIn(app)).get("/console/sources");
  assert.match(text, /<span class="badge not_loaded">not loaded<\/span>/);
  assert.match(text, /tor-bulk-exit-list/);
  assert.match(text, /never/);
});

Deno.test("what customers write stays text on every page", async () => {
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
    json: { email: `${probe}@probe.example`, domain: "probe.example" },
  });
  const id = scored.body.request_id;
  const pages = [
    await visitor.get("/console"),
    await visitor.get("/console/scores"),
    await visitor.get(`/console/scores/${id}`),
    await visitor.get("/console/rules"),
    await visitor.get(`/console/rules?q=${encodeURIComponent(probe)}`),
    await visitor.get(`/console/rules/new?from=${id}&part=email&action=${encodeURIComponent(probe)}`),
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
