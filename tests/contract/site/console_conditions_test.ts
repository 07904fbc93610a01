/** The console's pages for rules with a condition. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn, unescaped } from "../../support/app/visitor.ts";

const NEW = "/console/rules/new?with=condition";
const FIELDS = {
  with: "condition",
  when: `phone.country == "TJ" &&\r\n  ip.country != "TJ"`,
  action: "review",
  state: "draft",
  note: "elsewhere",
  expires: "2099-01-01",
  step: "save",
};

Deno.test("a condition is made, shadowed, made live, paused, edited with history, and deleted", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const made = await visitor.submit(NEW, FIELDS, "/console/rules/new");
  assert.match(made.path, /^\/console\/rules\/[0-9a-f-]{36}\?done=made$/);
  assert.match(unescaped(made.text), /phone\.country == "TJ" &&\n {2}ip\.country != "TJ"/);
  const page = made.path.split("?")[0]!;
  const { body: rule } = await app.ask(page.replace("/console", "/v1"));
  assert.equal(rule.when, FIELDS.when.replace("\r\n", "\n"));
  assert.deepEqual([rule.action, rule.state, rule.note], ["review", "draft", "elsewhere"]);
  assert.equal(rule.expires_at, "2099-01-01T00:00:00.000Z");

  const offered = (text: string) =>
    [...text.matchAll(/name="state" value="(\w+)"/g)].map(([, state]) => state);
  const steps = [["shadow", ["live", "paused"]], ["live", ["shadow", "paused"]], ["paused", [
    "shadow",
    "live",
  ]]] as const;
  assert.deepEqual(offered(made.text), ["shadow", "live"]);
  for (const [state, next] of steps) {
    const { text } = await visitor.submit(page, { state }, `${page}/state`);
    assert.match(text, new RegExp(`<span class="badge ${state}">`));
    assert.deepEqual(offered(text), next, state);
    assert.equal((await app.ask(page.replace("/console", "/v1"))).body.state, state);
  }
  const edited = await visitor.submit(
    page,
    { ...FIELDS, when: "signup.score > 50", note: "" },
    `${page}/edit`,
  );
  assert.match(edited.text, /The changes are saved/);
  const { body: after } = await app.ask(page.replace("/console", "/v1"));
  assert.deepEqual([after.when, after.note, after.state], ["signup.score > 50", undefined, "paused"]);
  assert.match(edited.text, /state from <code>live<\/code> to <code>paused<\/code>/);
  assert.match(edited.text, /note from <code>elsewhere<\/code> to none/);

  const { text: list } = await visitor.get("/console/rules?q=score");
  assert.match(unescaped(list), /signup\.score > 50/);
  assert.doesNotMatch((await visitor.get("/console/rules?q=nothing")).text, /signup\.score/);
  assert.doesNotMatch((await visitor.get("/console/rules?action=tag")).text, /signup\.score/);
  const gone = await visitor.submit(page, { id: rule.id }, "/console/rules/delete");
  assert.match(gone.text, /1 rule deleted/);
  assert.equal((await visitor.get(page)).status, 404);
});

Deno.test("a mistake is shown with its line, a caret below its column and the nearest name; nothing is lost", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const when = `ip.country != "TJ" &&\n  phone.contry == "<b>"`;
  for (const step of ["save", "try"]) {
    const { status, text } = await visitor.submit(NEW, { ...FIELDS, when, step }, "/console/rules/new");
    assert.equal(status, 400, step);
    assert.match(text, /Line 2, column 3: there is no phone\.contry/);
    assert.match(text, /Did you mean <code>phone\.country<\/code>\?/);
    assert.match(unescaped(text), /\n? {2}phone\.contry == "<b>"\n {2}\^<\/pre>/);
    assert.doesNotMatch(text, /<b>/, "what was typed is text");
    assert.match(text, /&lt;b&gt;&quot;<\/textarea>/);
    assert.match(text, /<option value="review" selected/);
  }
  assert.equal((await app.ask("/v1/rules")).body.count, 0);

  const rows: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ action: "tag" }, /needs the word/],
    [{ action: "tag", tag: "Not A Word" }, /must be a letter/],
    [{ action: "maybe" }, /Choose an action/],
    [{ state: "maybe" }, /Choose a state/],
    [{ expires: "2020-01-01" }, /must be in the future/],
    [{ note: "x".repeat(201) }, /at most 200/],
  ];
  for (const [fields, says] of rows) {
    const { status, text } = await visitor.submit(NEW, { ...FIELDS, ...fields }, "/console/rules/new");
    assert.equal(status, 400, JSON.stringify(fields));
    assert.match(text, says);
  }
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

Deno.test("an edit with a mistake keeps what was typed and changes nothing", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const { path } = await visitor.submit(NEW, FIELDS, "/console/rules/new");
  const page = path.split("?")[0]!;
  const { status, text } = await visitor.submit(page, { ...FIELDS, when: "signup.scor > 5" }, `${page}/edit`);
  assert.equal(status, 400);
  assert.match(text, /Did you mean <code>signup\.score<\/code>\?/);
  assert.match(text, /signup\.scor &gt; 5<\/textarea>/);
  assert.equal((await app.ask(page.replace("/console", "/v1"))).body.history.length, 0);
});

Deno.test("an allow rule that overrides blocks says on the screen that it is dangerous", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  assert.match((await visitor.get(NEW)).text, /Dangerous: it then lets in what a component blocks/);
  const allow = { ...FIELDS, action: "allow", overrides: "block" };
  const made = await visitor.submit(NEW, allow, "/console/rules/new");
  assert.match(made.text, /role="alert">It overrides blocks\. Dangerous/);
  assert.match(made.text, /data-confirm="Dangerous[^"]*Make it live\?"/);
  assert.match((await visitor.get("/console/rules")).text, /overrides blocks/);
  // Of another action it is left out, as a word is.
  const review = await visitor.submit(NEW, { ...allow, action: "review", tag: "word" }, "/console/rules/new");
  assert.doesNotMatch(review.text, /role="alert"/);
});

Deno.test("a rule that names a value has a page too: it is paused, resumed and edited", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const { body } = await app.ask("/v1/rules", { json: { action: "block", values: ["203.0.113.9"] } });
  const page = `/console/rules/${body.rules[0].id}`;
  assert.match((await visitor.get("/console/rules")).text, new RegExp(`href="${page}"`));
  const paused = await visitor.submit(page, { state: "paused" }, `${page}/state`);
  assert.match(paused.text, /The rule is paused/);
  assert.doesNotMatch(paused.text, /value="shadow"/);
  assert.notEqual((await app.ask("/v1/score/ip?ip=203.0.113.9")).body.verdict, "block");
  const noted = await visitor.submit(page, { note: "abuse desk", expires: "" }, `${page}/edit`);
  assert.match(noted.text, /note from none to <code>abuse desk<\/code>/);
  await visitor.submit(page, { state: "live" }, `${page}/state`);
  assert.equal((await app.ask("/v1/score/ip?ip=203.0.113.9")).body.verdict, "block");
  const broad = (await app.ask("/v1/rules", { json: { action: "allow", values: ["gmail.com"] } })).body;
  const its = await visitor.get(`/console/rules/${broad.rules[0].id}`);
  assert.match(its.text, /gmail\.com is a free mail provider/);
});

Deno.test("the rule of another account is not found", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/rules", { json: { action: "review", when: "signup.score > 5" } });
  const other = await app.account("other");
  const visitor = await signedIn(app, other.key);
  for (const path of ["", "/state", "/edit"]) {
    const page = `/console/rules/${body.rules[0].id}`;
    const { status } = path === ""
      ? await visitor.get(page)
      : await visitor.submit("/console/rules", FIELDS, page + path);
    assert.equal(status, 404, path);
  }
});

async function signups(app: TestApp): Promise<{ fraud: string[]; good: string[]; other: string[] }> {
  const ids = { fraud: [] as string[], good: [] as string[], other: [] as string[] };
  for (
    const [index, phone] of ["+992501830001", "+992501830002", "+992501830003", "+442083661177", null]
      .entries()
  ) {
    const json = { ip: `8.8.${index}.8`, email: `john.smith${index}@gmail.com`, phone };
    const { body } = await app.ask("/v1/score/user", { json });
    const label = index === 0 ? "fraud" : index === 1 ? "good" : "other";
    ids[label].push(body.request_id);
    if (label === "other") continue;
    const outcome = label === "good" ? "legit" : "fraud";
    await app.ask("/v1/outcome", { json: { request_id: body.request_id, outcome } });
  }
  return ids;
}

const idsIn = (text: string) =>
  [...text.matchAll(/href="\/console\/scores\/(req_[0-9a-f-]{36})"/g)].map(([, id]) => id);

Deno.test("a condition is tried on the past: counts, the lists behind them, and nothing is stored", async () => {
  await using app = await startApp();
  const ids = await signups(app);
  const visitor = await signedIn(app);
  const fields = { ...FIELDS, when: `phone.country == "TJ"`, action: "block", step: "try" };
  const tried = await visitor.submit(NEW, { ...fields, days: "180" }, "/console/rules/new");
  assert.equal(tried.status, 200);
  assert.match(tried.text, /What it would have done in the last 180 days/);
  assert.match(
    tried.text,
    /Of 5 stored sign-ups, it is true of <strong>3<\/strong>; the verdict of <strong>3<\/strong>/,
  );
  assert.match(tried.text, /Labelled fraud hit<\/p><p class="stat">1</);
  assert.match(tried.text, /Good customers hit<\/p><p class="stat">1</);
  assert.match(tried.text, /Not judged: 1<.*phone\.country is unknown/s);
  assert.deepEqual(idsIn(tried.text), [], "no list is open yet");
  assert.match(tried.text, /phone\.country == &quot;TJ&quot;<\/textarea>/, "the form is kept");

  assert.match(tried.path, /^\/console\/rules\/new\?with=condition&days=180&when=/);
  const open = async (list: string) => idsIn((await visitor.get(`${tried.path}&list=${list}`)).text);
  assert.deepEqual(await open("fraud"), ids.fraud);
  assert.deepEqual(await open("good"), ids.good);
  assert.deepEqual(await open("unlabelled"), ids.other.slice(0, 1));
  assert.deepEqual(await open("not_judged"), ids.other.slice(2));
  assert.equal((await visitor.get(`${tried.path}&list=good&cursor=nonsense`)).status, 400);
  const mistaken = await visitor.get(`${NEW}&days=30&when=phone.contry`);
  assert.equal(mistaken.status, 400);
  assert.match(mistaken.text, /Did you mean <code>phone\.country<\/code>/);
  const long = `custom.plan == "${"ж".repeat(1_500)}"`;
  const tooLong = await visitor.submit(NEW, { ...fields, when: long }, "/console/rules/new");
  assert.equal(tooLong.status, 400);
  assert.match(tooLong.text, /Save it as a draft: its page tries it/);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);

  const made = await visitor.submit(NEW, { ...fields, step: "save" }, "/console/rules/new");
  const page = made.path.split("?")[0]!;
  assert.doesNotMatch(made.text, /What it would have done/, "it is not tried until it is asked for");
  const past = await visitor.get(`${page}?days=30`);
  assert.match(past.text, /What it would have done in the last 30 days/);
  assert.match(past.text, /href="[^"]*\?days=30&amp;list=good#list"/);
  assert.deepEqual(idsIn((await visitor.get(`${page}?days=30&list=good`)).text), ids.good);
  assert.equal((await visitor.get(`${page}?days=30&list=good&cursor=nonsense`)).status, 400);
});

Deno.test("a condition that a rule of another kind comes before is tried with the name of that rule", async () => {
  await using app = await startApp();
  await signups(app);
  const { body } = await app.ask("/v1/rules", {
    json: { action: "block", values: ["phone_prefix:+99250183"] },
  });
  const visitor = await signedIn(app);
  const fields = { ...FIELDS, when: `phone.country == "TJ"`, action: "allow", step: "try" };
  const { text } = await visitor.submit(NEW, fields, "/console/rules/new");
  assert.match(text, /Other rules for the same sign-ups/);
  assert.match(text, new RegExp(`href="/console/rules/${body.rules[0].id}"`));
});

Deno.test("the page of a score shows facts, tags, what decided, what would have and what could not be judged", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const ids: Record<string, string> = {};
  for (
    const [name, rule] of Object.entries({
      decides: { when: `phone.country == "TJ"`, action: "review", state: "live" },
      tags: { when: `email.shape == "initial+surname+9999"`, action: "tag", tag: "shape-run", state: "live" },
      shadows: { when: `custom.plan == "pro"`, action: "block", state: "shadow" },
      unknown: { when: `device.os == "Windows"`, action: "block", state: "live" },
      never: { when: `signup.score > 99`, action: "block", state: "live" },
    })
  ) ids[name] = (await app.ask("/v1/rules", { json: rule })).body.rules[0].id;
  const json = {
    ip: "8.8.8.8",
    email: "jsmith8271@gmail.com",
    phone: "+992501834567",
    custom: { plan: "pro", note: `<i>"x"</i>` },
  };
  const { body } = await app.ask("/v1/score/user", { json });
  assert.equal(body.verdict, "review");
  const { text } = await visitor.get(`/console/scores/${body.request_id}`);
  const order = ['<h2 id="facts">', '<h2 id="review">', '<h2 id="links">', '<h3 id="part-ip">'];
  assert.deepEqual(
    order.map((part) => text.indexOf(part)),
    order.map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
  );
  assert.ok(text.indexOf(order[0]!) > 0, "facts come first");

  const rows = new Map(
    [...text.matchAll(
      /<th role="rowheader"[^>]*><span><code>([^<]+)<\/code><\/span><\/th><td[^>]*><span>(.*?)<\/span><\/td>/g,
    )]
      .map(([, name, cell]) => [name!, unescaped(cell!.replaceAll(/<[^>]+>/g, ""))]),
  );
  const expected: Readonly<Record<string, string>> = {
    "email.shape": "initial+surname+9999",
    "email.domain": "gmail.com",
    "phone.country": "TJ",
    "phone.carrier": "Tcell",
    "phone.block_shown": "+992 50 183 ••••",
    "custom.plan": "pro",
    "custom.note": `<i>"x"</i>`,
    "email.domain_age_days": "unknown: outbound traffic is disabled",
    "signup.referral": "unknown: the request does not contain the input it needs",
  };
  for (const [name, cell] of Object.entries(expected)) assert.equal(rows.get(name), cell, name);
  assert.equal(rows.has("device.os"), false);
  assert.match(text, /Not in the request: Device, Domain\./);
  assert.doesNotMatch(text, /jsmith|<i>/);

  assert.match(
    text,
    new RegExp(`Decided by</dt><dd><a href="/console/rules/${ids.decides}">your review rule`),
  );
  assert.match(text, /href="\/console\/scores\?tag=shape-run"/);
  assert.match(
    text,
    new RegExp(
      `Would have</dt><dd>.*?block \\(a rule in shadow\\), <a href="/console/rules/${ids.shadows}">`,
    ),
  );
  assert.match(
    text,
    new RegExp(`Not judged</dt><dd>.*?device\\.os is unknown.*?<a href="/console/rules/${ids.unknown}">`),
  );
  assert.equal(text.includes(ids.never!), false, "a rule that was not true is not on the page");

  // A fact leads to the scores that have it; a rule to those that it was true of.
  const links = [...text.matchAll(/<a class="mono" href="([^"]+)"[^>]*>([^<]+)</g)].map((
    [, href, name],
  ) => [unescaped(name!), unescaped(href!)]);
  const list = await visitor.get(new Map(links as [string, string][]).get("initial+surname+9999")!);
  assert.match(list.text, new RegExp(`href="/console/scores/${body.request_id}"`));
  const rules = await visitor.get("/console/rules");
  const hits = [
    ...rules.text.matchAll(
      /href="\/console\/rules\/([0-9a-f-]{36})"><code>.*?data-label="Hits, 7 days"[^>]*><span>(\d+)</gs,
    ),
  ];
  assert.deepEqual(
    new Map(hits.map(([, id, count]) => [id, count])),
    new Map([
      [ids.never, "0"],
      [ids.unknown, "0"],
      [ids.shadows, "1"],
      [ids.tags, "1"],
      [ids.decides, "1"],
    ]),
  );
  const page = await visitor.get(`/console/rules/${ids.decides}`);
  assert.match(page.text, /Hits in a day<\/p><p class="stat">1</);
  const scores = await visitor.get(`/console/scores?rule=${ids.decides}`);
  assert.match(scores.text, new RegExp(`href="/console/scores/${body.request_id}"`));
  assert.match(page.text, new RegExp(`href="/console/scores\\?rule=${ids.decides}"`));
});
