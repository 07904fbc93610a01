/** Campaigns in the console: cards, one click for each thing that can be done, and what must not be seen. */
import assert from "node:assert/strict";
import { MINUTE_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { plantCampaign } from "../../support/app/campaign.ts";
import { plantRing } from "../../support/app/ring.ts";
import { signedIn, tokenOf, unescaped, Visitor } from "../../support/app/visitor.ts";

async function campaignsOf(app: TestApp, key = app.live) {
  const { status, body } = await app.ask("/v1/campaigns?fresh=true", { key });
  assert.equal(status, 200);
  return body.campaigns;
}

function cards(page: string): string[] {
  return [...page.matchAll(/<article [^]*?<\/article>/g)].map(([card]) => card!);
}

/** Where the link with the text leads. */
function linkOf(page: string, text: string): string {
  return unescaped(new RegExp(`<a[^>]* href="([^"]*)"[^>]*>${text}</a>`).exec(page)![1]!);
}

async function labelsOf(app: TestApp, ids: readonly string[]) {
  return await Promise.all(ids.map(async (id) => (await app.ask(`/v1/score/${id}`)).body.label));
}

Deno.test("a card says what is shared, how many, the usual, and leads to each thing that can be done", async () => {
  await using app = await startApp();
  const planted = await plantCampaign(app, 7);
  await app.ask("/v1/outcome", { json: { request_id: planted[0].request_id, outcome: "fraud" } });
  await app.ask("/v1/outcome", { json: { request_id: planted[1].request_id, outcome: "legit" } });
  const [campaign] = await campaignsOf(app);
  const visitor = await signedIn(app);
  const { text } = await visitor.get("/console");
  const [card, ...others] = cards(text);
  assert.deepEqual(others, []);
  const words = card!.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  assert.match(
    words,
    /kestrelbyte\.com 7 sign-ups in 24 hours; usual: 0\. 7 allow 14 % labelled fraud \(1\) 1 labelled legitimate/,
  );
  assert.match(
    card!,
    /<svg class="spark"[^>]*role="img" aria-label="Sign-ups in 24 hours, the newest on the right: [\d, ]+7"/,
  );
  const examples = [...card!.matchAll(/href="\/console\/scores\/(req_[0-9a-f-]+)"/g)].map(([, id]) => id);
  assert.deepEqual(examples, planted.slice(-5).reverse().map(({ request_id }) => request_id));
  for (const word of ["Label all", "Watch", "Ignore"]) {
    assert.match(card!, new RegExp(`<button[^>]*>${word}</button>`));
  }
  assert.doesNotMatch(card!, /<script|style=/);

  const all = await visitor.get(linkOf(card!, "See all"));
  assert.match(all.text, /7 scores match/);
  const fraud = await visitor.get(linkOf(card!, "14 % labelled fraud \\(1\\)"));
  assert.match(fraud.text, /1 score matches/);
  const rule = await visitor.get(linkOf(card!, "Make a rule"));
  assert.equal(rule.status, 200);
  assert.ok(unescaped(rule.text).includes(`>${campaign.suggested_rule.when}</textarea>`));
  assert.match(rule.text, /<option value="shadow" selected/);
  assert.match(rule.text, /Labelled fraud hit<\/p><p class="stat">1</);
  assert.match(rule.text, /Good customers hit<\/p><p class="stat">1</);
  assert.equal((await app.ask("/v1/rules")).body.count, 0, "nothing is made by looking");
});

Deno.test("all that a person saw are labelled with the type; who joined since is not; the undo puts back what was", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const planted = await plantCampaign(app, 8);
  const ids = planted.map(({ request_id }) => request_id);
  await app.ask("/v1/outcome", { json: { request_id: ids[0], outcome: "legit" } });
  const [{ campaign_id: id }] = await campaignsOf(app);
  const visitor = await signedIn(app);
  const page = await visitor.get("/console");
  const until = /name="until" value="([^"]+)"/.exec(page.text)![1]!;
  now += MINUTE_MS;
  const late = (await plantCampaign(app, 1, { from: 8 }))[0].request_id;
  await campaignsOf(app);
  const fields = { csrf: tokenOf(page.text), outcome: "fraud", type: "spam", until, back: "/console" };
  const wrong = await visitor.post(`/console/campaigns/${id}/label`, { ...fields, type: "bad luck" });
  assert.equal(wrong.status, 400);
  assert.equal(
    (await visitor.post(`/console/campaigns/${id}/label`, { ...fields, until: "soon" })).status,
    400,
  );
  const done = await visitor.post(`/console/campaigns/${id}/label`, fields);
  assert.match(done.path, /^\/console\?undo=/);
  assert.match(done.text, /8 scores labelled as fraud \(spam\)/);
  assert.deepEqual(
    (await labelsOf(app, ids)).map((label) => [label.outcome, label.type]),
    ids.map(() => ["fraud", "spam"]),
  );
  assert.deepEqual(await labelsOf(app, [late]), [null]);
  const undo = /name="undo" value="([^"]+)"/.exec(done.text)![1]!;
  const back = await visitor.submit("/console", { undo, back: "/console" }, "/console/labels/undo");
  assert.match(back.text, /The labels of 8 scores are as they were/);
  assert.deepEqual((await labelsOf(app, ids)).map((label) => label?.outcome ?? null), [
    "legit",
    ...ids.slice(1).map(() => null),
  ]);
});

const NAMES = [
  "ada",
  "boris",
  "carla",
  "dmitri",
  "elena",
  "farid",
  "greta",
  "hugo",
  "ines",
  "jonas",
] as const;

/** Different letters for each number. */
function word(index: number): string {
  return (index * 7919 + 100_000).toString().replaceAll(/\d/g, (digit) => "abdegilmor"[Number(digit)]!);
}

Deno.test("a campaign of more than one value of undo holds is labelled whole and set back whole", async () => {
  await using app = await startApp();
  const size = 620;
  const ids: string[] = [];
  for (let index = 0; index < size; index++) {
    const json = {
      ip: `73.${index % 250}.${index >> 4}.9`,
      email: `${NAMES[index % 10]}.${word(index)}@kestrelbyte.com`,
    };
    ids.push((await app.askDirectly("/v1/score/user", { json })).body.request_id);
  }
  const campaigns = await campaignsOf(app);
  const { campaign_id: id, last } = campaigns.find(({ facts }: { facts: object }) => "email.domain" in facts);
  const visitor = await signedIn(app);
  const path = `/console/campaigns/${id}`;
  const done = await visitor.submit(
    path,
    { outcome: "fraud", type: "fake_account", until: last },
    `${path}/label`,
  );
  assert.match(done.text, /620 scores labelled as fraud/);
  const outcomes = async () => {
    const stored = app.app.services.store;
    const account = stored.accounts.accountNamed("main")!.id;
    return new Set(
      await Promise.all(ids.map(async (each) => (await stored.labels.get(account, each))?.outcome ?? null)),
    );
  };
  assert.deepEqual([...await outcomes()], ["fraud"]);
  const undo = /name="undo" value="([^"]+)"/.exec(done.text)![1]!;
  const back = await visitor.submit(path, { undo, back: path }, "/console/labels/undo");
  assert.match(back.text, /The labels of 620 scores are as they were/);
  assert.deepEqual([...await outcomes()], [null]);
  const shown = new Set<string>();
  for (let next: string | undefined = path; next !== undefined;) {
    const { text } = await visitor.get(next);
    for (const [, each] of text.matchAll(/class="score-row" href="\/console\/scores\/(req_[0-9a-f-]+)"/g)) {
      shown.add(each!);
    }
    const older: string | undefined = /<a class="button quiet" href="([^"]+)">Older</.exec(text)?.[1];
    next = older === undefined ? undefined : unescaped(older);
  }
  assert.deepEqual([...shown].sort(), ids.toSorted());
  assert.equal((await visitor.get(`${path}?after=nothing`)).status, 400);
});

Deno.test("watched, ignored for a time, handled with a note: in lists of their own, with an undo and a history", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  await plantCampaign(app, 6);
  const [{ campaign_id: id }] = await campaignsOf(app);
  const visitor = await signedIn(app);
  const path = `/console/campaigns/${id}`;
  const set = (fields: Record<string, string>) =>
    visitor.submit("/console", { back: "/console", ...fields }, `${path}/state`);
  const listed = async (state: string) =>
    cards((await visitor.get(`/console/campaigns?state=${state}`)).text).length;
  const watched = await set({ state: "watched" });
  assert.match(watched.text, /Watched, with an event when it grows: <a href="\/console\/campaigns\/cmp_/);
  assert.deepEqual([cards(watched.text).length, await listed("new"), await listed("watched")], [0, 0, 1]);
  assert.doesNotMatch(watched.text, /Watched: /, "it has not grown");
  now += MINUTE_MS;
  await plantCampaign(app, 3, { from: 6 });
  await campaignsOf(app);
  assert.match(
    (await visitor.get("/console")).text,
    new RegExp(`Watched: <a href="${path}">[^<]*kestrelbyte\\.com</a>, 3 more`),
  );
  const back = await set({ state: "new" });
  assert.match(back.text, /among the new ones again/);
  assert.equal(cards(back.text).length, 1);
  const ignored = await set({ state: "ignored", days: "7" });
  assert.match(ignored.text, /Ignored until/);
  assert.match(ignored.text, /name="state" value="new"/, "its undo");
  assert.deepEqual([await listed("new"), await listed("ignored")], [0, 1]);
  assert.match((await visitor.get("/console/campaigns?state=ignored")).text, /ignored<\/span> until <time/);
  assert.equal((await set({ state: "gone" })).status, 400);
  assert.equal((await set({ state: "handled", note: "x".repeat(501) })).status, 400);
  const handled = await visitor.submit(
    path,
    { state: "handled", note: " <b>Payments</b> knows " },
    `${path}/state`,
  );
  assert.match(handled.text, /&lt;b&gt;Payments&lt;\/b&gt; knows/);
  assert.doesNotMatch(handled.text, /<b>Payments/);
  const history = /<ol class="small">([^]*?)<\/ol>/.exec(handled.text)![1]!.replaceAll(/<[^>]*>/g, "");
  assert.match(history, /UTC: watched.*UTC: new.*UTC: ignored.*UTC: handled: &lt;b&gt;/);
  assert.deepEqual([await listed("ignored"), await listed("handled")], [0, 1]);
  await set({ state: "ignored", days: "7" });
  // A note alone does not change until when.
  await visitor.submit(path, { state: "ignored", note: "again" }, `${path}/state`);
  assert.notEqual((await app.ask(`/v1/campaigns/${id}`)).body.until, null);
  now += 8 * 86_400_000;
  await visitor.signIn(app.live);
  assert.deepEqual([await listed("ignored"), await listed("new")], [0, 1]);
  await set({ state: "ignored", days: "" });
  const { body: { state, until } } = await app.ask(`/v1/campaigns/${id}`);
  assert.deepEqual([state, until], ["ignored", null], "for good, though its time was over");
});

Deno.test("the page of a campaign names the rules that were made of it", async () => {
  await using app = await startApp();
  await plantCampaign(app, 6);
  const [{ campaign_id: id, suggested_rule: { when, action } }] = await campaignsOf(app);
  const visitor = await signedIn(app);
  const path = `/console/campaigns/${id}`;
  const before = await visitor.get(path);
  assert.match(before.text, /No rule was made of this campaign/);
  const form = new URL(linkOf(before.text, "Make a rule"), app.origin).searchParams;
  const made = await visitor.submit("/console/rules/new", { ...Object.fromEntries(form), step: "save" });
  assert.match(made.text, /The rule is saved/);
  const { body: { rules } } = await app.ask("/v1/rules");
  assert.deepEqual([rules[0].when, rules[0].action, rules[0].state], [when, action, "shadow"]);
  assert.match(
    (await visitor.get(path)).text,
    new RegExp(`<a href="/console/rules/${rules[0].id}">[^]*?</a>: ${action}, shadow`),
  );
});

const MAIL = ["gmail.com", "gmx.de", "yahoo.com", "outlook.com", "icloud.com", "web.de"] as const;
Deno.test("what they share is no fact: the search is for the value, and all are labelled", async () => {
  await using app = await startApp();
  const { ids } = await plantRing(app, 9);
  const [{ campaign_id: id, facts, links, last }] = await campaignsOf(app);
  assert.deepEqual(facts, {});
  assert.match(links.network, /^\/v1\/values\/val_/);
  const visitor = await signedIn(app);
  const path = `/console/campaigns/${id}`;
  const { text } = await visitor.get(path);
  assert.equal([...text.matchAll(/class="score-row"/g)].length, 9);
  assert.match((await visitor.get(linkOf(text, "See all"))).text, /9 scores match/);
  assert.equal((await visitor.get(linkOf(text, "Their network"))).status, 200);
  const done = await visitor.submit(path, { outcome: "fraud", until: last }, `${path}/label`);
  assert.match(done.text, /9 scores labelled as fraud/);
  assert.ok((await labelsOf(app, ids)).every((label) => label.outcome === "fraud"));
});

const HOSTILE = `"><script>alert(1)</script>`;

Deno.test("what is shared is text, whatever it is", async () => {
  await using app = await startApp();
  for (let index = 0; index < 12; index++) {
    const json = {
      ip: `73.${15 + index}.20.1`,
      email: `jane.${String.fromCharCode(97 + index)}@${MAIL[index % MAIL.length]}`,
      user_id: HOSTILE,
      custom: { plan: HOSTILE },
    };
    assert.equal((await app.ask("/v1/score/user", { json })).status, 200);
  }
  const campaigns = await campaignsOf(app);
  const found = campaigns.find(({ facts }: { facts: object }) => "custom.plan" in facts);
  assert.ok(found !== undefined, JSON.stringify(campaigns.map(({ text }: { text: string }) => text)));
  const visitor = await signedIn(app);
  for (const path of ["/console", "/console/campaigns", `/console/campaigns/${found.campaign_id}`]) {
    const { status, text } = await visitor.get(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /<script>alert/, path);
  }
  const card = cards((await visitor.get("/console")).text).find((each) => each.includes(found.campaign_id))!;
  assert.match((await visitor.get(linkOf(card, "See all"))).text, /12 scores match/);
  assert.equal((await visitor.get(linkOf(card, "Make a rule"))).status, 200);
  for (
    const path of [
      `/console?campaign=${encodeURIComponent(HOSTILE)}&was=new`,
      `/console/campaigns?state=${encodeURIComponent(HOSTILE)}`,
    ]
  ) {
    assert.doesNotMatch((await visitor.get(path)).text, /<script>alert/, path);
  }
  assert.equal((await visitor.get(`/console/campaigns/${encodeURIComponent(HOSTILE)}`)).status, 404);
});

Deno.test("campaigns of another account and of test keys are on no page, and cannot be labelled or set", async () => {
  await using app = await startApp();
  const other = (await app.account("other")).key;
  const foreign = await plantCampaign(app, 6, { key: other, domain: "foreign-mail.com" });
  await plantCampaign(app, 6, { key: app.test, domain: "test-mail.com" });
  const [{ campaign_id: id }] = await campaignsOf(app, other);
  const [ofTests] = await campaignsOf(app, app.test);
  assert.ok(ofTests !== undefined);
  const visitor = await signedIn(app);
  for (
    const path of [
      "/console",
      "/console/campaigns",
      `/console?campaign=${id}&was=new`,
      `/console?campaign=${ofTests.campaign_id}`,
    ]
  ) {
    const { text } = await visitor.get(path);
    assert.deepEqual(cards(text), [], path);
    assert.doesNotMatch(text, /foreign-mail|test-mail/, path);
  }
  for (const each of [id, ofTests.campaign_id, "cmp_nosuchthing", "x"]) {
    const path = `/console/campaigns/${each}`;
    assert.equal((await visitor.get(path)).status, 404, path);
    const csrf = tokenOf((await visitor.get("/console")).text);
    const until = "2099-01-01T00:00:00Z";
    assert.equal((await visitor.post(`${path}/label`, { csrf, outcome: "fraud", until })).status, 404, path);
    assert.equal((await visitor.post(`${path}/state`, { csrf, state: "ignored" })).status, 404, path);
  }
  const label = (await app.ask(`/v1/score/${foreign[0].request_id}`, { key: other })).body.label;
  assert.equal(label, null);
});

Deno.test("a form needs its token, and a key that may change cases; labels need the console only", async () => {
  await using app = await startApp();
  await plantCampaign(app, 6);
  const [{ campaign_id: id, last }] = await campaignsOf(app);
  const path = `/console/campaigns/${id}`;
  const reader = new Visitor(app);
  await reader.signIn((await app.account("main", { scopes: ["console"] })).key);
  const forged = await reader.post(`${path}/label`, { csrf: "x", outcome: "fraud", until: last });
  assert.equal(forged.status, 403);
  assert.equal((await reader.submit(path, { state: "ignored" }, `${path}/state`)).status, 403);
  assert.equal((await app.ask(`/v1/campaigns/${id}`)).body.state, "new");
  const done = await reader.submit(
    path,
    { outcome: "fraud", until: last, back: "https://evil.example/" },
    `${path}/label`,
  );
  assert.match(done.text, /6 scores labelled as fraud/);
  assert.match(done.path, /^\/console\?undo=/, "it leads nowhere else");
});
