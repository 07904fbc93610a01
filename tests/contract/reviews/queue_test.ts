/** The queue for several people: orders, claims, assignment, decisions on old pages, saved filters. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { plantCampaign } from "../../support/app/campaign.ts";
import { personSession } from "../../support/app/person.ts";
import { plantReviews } from "../../support/app/reviews.ts";
import { tokenOf, unescaped, Visitor } from "../../support/app/visitor.ts";

interface Item {
  readonly request_id: string;
  readonly risk_score: number;
  readonly age_seconds: number;
  readonly late: boolean;
  readonly claimed_by: string | null;
  readonly assigned_to: string | null;
  readonly assigned_to_id: string | null;
}

async function queue(
  app: TestApp,
  query = "",
): Promise<{ total: number; reviews: Item[]; cursor: string | null }> {
  const { status, body } = await app.ask(`/v1/reviews${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const ids = ({ reviews }: { reviews: readonly Item[] }) => reviews.map(({ request_id }) => request_id);

/** Two people who signed in, each with a key of their own. */
async function two(app: TestApp) {
  const people = ["Anna", "Ben"].map(async (name) => {
    const { keyId, key } = await app.account("main", { keyName: name });
    const visitor = new Visitor(app);
    await visitor.signIn(key);
    return { keyId, key, visitor };
  });
  return await Promise.all(people) as [Awaited<typeof people[0]>, Awaited<typeof people[1]>];
}

/** As a browser sends a form of the page, with all of its hidden fields. */
function fieldsOf(page: string, action: string): Record<string, string> {
  const form = new RegExp(
    `<form method="post"[^>]*action="${action.replaceAll("?", "\\?")}"[^>]*>(.*?)</form>`,
    "s",
  ).exec(
    page,
  );
  assert.ok(form !== null, `there is a form ${action}`);
  const hidden = form[1]!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(hidden, ([, name, value]) => [name!, unescaped(value!)]),
  );
}

Deno.test("the queue by risk, age and campaign, page by page, with ages and the target", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const [old] = await plantReviews(app, 1) as [string];
  now += 25 * 3_600_000;
  const risky = await app.ask("/v1/score/user", {
    json: { ip: "185.220.101.9", email: "x9f8k2l3q@mailinator.com", strictness: "lenient" },
  });
  const [, ...others] = await plantReviews(app, 4) as [string, string, string, string];
  now += 2000;
  const all = await queue(app, "?sort=age");
  assert.equal(all.total, all.reviews.length);
  assert.ok(all.total >= 5, `${all.total}`);
  const ages = all.reviews.map(({ age_seconds }) => age_seconds);
  assert.deepEqual(ages, ages.toSorted((one, other) => other - one), "the oldest first");
  assert.equal(all.reviews[0]!.request_id, old);
  assert.equal(all.reviews[0]!.age_seconds, 25 * 3600 + 2);
  assert.deepEqual(all.reviews.map(({ late }) => late), [true, ...all.reviews.slice(1).map(() => false)]);
  const byRisk = await queue(app, "?sort=risk");
  const scores = byRisk.reviews.map(({ risk_score }) => risk_score);
  assert.deepEqual(scores, scores.toSorted((one, other) => other - one));
  assert.deepEqual(ids(await queue(app)), ids(byRisk), "risk is the default");
  for (const sort of ["risk", "age", "newest", "campaign"]) {
    const whole = ids(await queue(app, `?sort=${sort}`));
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await queue(app, `?sort=${sort}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      assert.equal(page.total, whole.length);
      pages.push(...ids(page));
      cursor = page.cursor;
    }
    assert.deepEqual(pages, whole, sort);
  }
  // A page goes on after a case that was decided meanwhile.
  const first = await queue(app, "?sort=age&limit=1");
  await app.ask("/v1/outcome", { json: { request_id: old, outcome: "legit" } });
  assert.deepEqual(
    ids(await queue(app, `?sort=age&cursor=${first.cursor}`)),
    ids(all).filter((id) => id !== old),
  );
  assert.ok(others.length === 3 && risky.status === 200);
  assert.equal((await app.ask("/v1/reviews?cursor=req_x")).status, 400);
  assert.equal((await app.ask("/v1/reviews?sort=name")).status, 400);
  assert.equal((await app.ask("/v1/reviews", { key: app.test })).body.code, "test_key_refused");
  await app.ask("/v1/settings", { method: "PUT", json: { review_target: 48 } });
  assert.equal((await app.ask("/v1/reviews")).body.review_target, 48);
  assert.equal((await app.ask("/v1/settings", { method: "PUT", json: { review_target: 0 } })).status, 400);
  const back = await app.ask("/v1/settings", { method: "PUT", json: { review_target: null } });
  assert.equal(back.body.review_target, 24);
});

Deno.test("by campaign: those of one come together and first", async () => {
  await using app = await startApp();
  const [alone] = await plantReviews(app, 1);
  const when = 'email.domain_class == "private"';
  const rule = await app.ask("/v1/rules", { json: { action: "review", when, state: "live" } });
  assert.equal(rule.status, 200, rule.text);
  await plantCampaign(app, 12);
  await app.ask("/v1/campaigns?fresh=true");
  const { reviews } = await queue(app, "?sort=campaign") as unknown as {
    reviews: (Item & { campaign_id: string | null })[];
  };
  const campaigns = reviews.map(({ campaign_id }) => campaign_id);
  assert.equal(campaigns.filter((id) => id !== null).length, 12, JSON.stringify(campaigns));
  assert.ok(campaigns.slice(0, 12).every((id) => id === campaigns[0]), "first");
  assert.ok(ids({ reviews }).indexOf(alone!) >= 12);
});

Deno.test("a case is assigned, found as mine, and given back; what is not to review is refused", async () => {
  await using app = await startApp();
  const [anna, ben] = await two(app);
  const [one, other] = await plantReviews(app, 2) as [string, string];
  const assign = (id: string, person_id: string | null, key = app.live) =>
    app.ask(`/v1/reviews/${id}/assign`, { key, json: { person_id } });
  const done = await assign(one, anna.keyId);
  assert.deepEqual([done.status, done.body.assigned_to, done.body.assigned_to_id], [
    200,
    "key Anna",
    anna.keyId,
  ]);
  const mine = async (key: string, assigned = "mine") =>
    ids((await app.ask(`/v1/reviews?assigned=${assigned}`, { key })).body);
  assert.deepEqual(await mine(anna.key), [one]);
  assert.deepEqual(await mine(ben.key), []);
  assert.deepEqual(await mine(ben.key, anna.keyId), [one]);
  assert.deepEqual(await mine(ben.key, "none"), [other]);
  assert.equal((await assign(one, "psn_nobody")).status, 400);
  const stranger = await app.account("stranger");
  assert.equal((await assign(one, stranger.keyId)).status, 400, "of another account");
  assert.equal((await assign(one, null, stranger.key)).status, 404);
  assert.equal((await assign("req_x", null)).status, 404);
  const allowed = await app.ask("/v1/score/ip?ip=8.8.8.8");
  assert.equal((await assign(allowed.body.request_id, null)).status, 409);
  assert.equal((await assign(one, null)).body.assigned_to, null);
  assert.deepEqual(await mine(anna.key), []);
  await assign(one, ben.keyId);
  await app.ask("/v1/outcome", { json: { request_id: one, outcome: "fraud" } });
  assert.equal((await assign(one, ben.keyId)).status, 409, "it is decided");
  assert.deepEqual(await mine(ben.key), []);
});

Deno.test("opening a case claims it for a quarter of an hour; the other is told, takes over and decides; the first is told", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const [anna, ben] = await two(app);
  const [spare, his, id] = await plantReviews(app, 3) as [string, string, string];
  const path = `/console/scores/${id}`;
  const claimedBy = async () =>
    (await queue(app)).reviews.find(({ request_id }) => request_id === id)?.claimed_by ?? null;
  const queued = (await anna.visitor.get("/console/review?sort=age")).text;
  assert.match(queued, new RegExp(`href="${path}\\?queue=sort%3Dage"`));
  assert.equal(await claimedBy(), null);
  const opened = (await anna.visitor.get(`${path}?queue=sort%3Dage`)).text;
  assert.match(opened, /You have it until/);
  assert.equal(await claimedBy(), "key Anna");
  assert.match((await ben.visitor.get("/console/review")).text, /key Anna has it open/);
  const seen = (await ben.visitor.get(path)).text;
  assert.match(seen, /<strong>key Anna<\/strong> has this case open since/);
  assert.equal(await claimedBy(), "key Anna", "it stays hers");
  // Reading it again renews the claim.
  now += 10 * 60_000;
  await anna.visitor.get(path);
  now += 10 * 60_000;
  assert.equal(await claimedBy(), "key Anna");
  const taken = await ben.visitor.post(`${path}/claim`, fieldsOf(seen, `${path}/claim`));
  assert.match(taken.text, /You have it until/);
  assert.equal(await claimedBy(), "key Ben");
  // Who lost the case is asked before deciding it.
  const asked = await anna.visitor.post(`${path}/label`, {
    ...fieldsOf(opened, `${path}/label`),
    outcome: "legit",
    note: "known",
  });
  assert.equal(asked.status, 409);
  assert.match(asked.text, /key Ben took this case over 0 s ago\. Decide all the same\?/);
  const decided = await ben.visitor.post(`${path}/label`, {
    ...fieldsOf(taken.text, `${path}/label`),
    outcome: "fraud",
    type: "bonus_abuse",
  });
  assert.match(decided.text, /1 score labelled as fraud/);
  // He was led on to a case, which is his now.
  assert.match(decided.path, new RegExp(`^/console/scores/${his}\\?`));
  now += 20_000;
  const stale = await anna.visitor.post(`${path}/label`, {
    ...fieldsOf(opened, `${path}/label`),
    outcome: "legit",
    note: "known",
  });
  assert.equal(stale.status, 409);
  assert.match(stale.text, /key Ben decided 20 s ago: fraud\. Replace\?/);
  assert.equal((await app.ask(`/v1/score/${id}`)).body.label.outcome, "fraud", "nothing was changed");
  assert.deepEqual((await app.ask(`/v1/score/${id}`)).body.notes, []);
  // Confirmed, it goes on to the next case of the queue that nobody has open.
  const replaced = await anna.visitor.post(`${path}/label`, fieldsOf(stale.text, `${path}/label`));
  assert.match(replaced.path, new RegExp(`^/console/scores/${spare}\\?queue=sort%3Dage&from=${id}`));
  const score = (await app.ask(`/v1/score/${id}`)).body;
  assert.equal(score.label.outcome, "legit");
  assert.deepEqual(score.notes.map((note: { by: string; text: string }) => [note.by, note.text]), [[
    "key Anna",
    "known",
  ]]);
  // The undo is offered to who did it.
  const undo = /name="undo" value="([^"]+)"/.exec(replaced.text)![1]!;
  assert.doesNotMatch((await ben.visitor.get(`${path}?undo=${undo}`)).text, /name="undo"/);
  const foreign = await ben.visitor.post("/console/labels/undo", { csrf: tokenOf(seen), undo, back: path });
  assert.equal(foreign.status, 404);
  const undone = await anna.visitor.post(
    "/console/labels/undo",
    fieldsOf(replaced.text, "/console/labels/undo"),
  );
  assert.match(undone.path, new RegExp(`^${path}`));
  assert.deepEqual((await app.ask(`/v1/score/${id}`)).body.label.outcome, "fraud");
});

Deno.test("a claim ends by itself; who may not decide claims nothing; nothing else is claimed", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const [anna] = await two(app);
  const viewer = await app.account("main", { role: "viewer" });
  const support = new Visitor(app);
  await support.signIn(viewer.key);
  const [id] = await plantReviews(app, 1) as [string];
  const shown = (await support.get(`/console/scores/${id}`)).text;
  assert.doesNotMatch(shown, /You have it until|Take over|Reject|Approve|name="person_id"/);
  const claimed = async () => (await queue(app)).reviews[0]!.claimed_by;
  assert.equal(await claimed(), null);
  await anna.visitor.get(`/console/scores/${id}`);
  assert.equal(await claimed(), "key Anna");
  const text = (await support.get("/console/review")).text;
  assert.match(text, /key Anna has it open/);
  assert.doesNotMatch(text, /type="checkbox"|Label as/);
  now += 15 * 60_000 + 1;
  assert.equal(await claimed(), null);
  const allowed = (await app.ask("/v1/score/ip?ip=8.8.8.8")).body.request_id;
  assert.doesNotMatch((await anna.visitor.get(`/console/scores/${allowed}`)).text, /You have it until/);
});

Deno.test("many at once: what somebody decided meanwhile keeps it, and both are told so", async () => {
  await using app = await startApp();
  const [anna] = await two(app);
  const [one, other] = await plantReviews(app, 2) as [string, string];
  const page = (await anna.visitor.get("/console/review")).text;
  await app.ask("/v1/outcome", { json: { request_id: one, outcome: "legit" } });
  const fields = { ...fieldsOf(page, "/console/review"), outcome: "fraud" };
  const done = await anna.visitor.post("/console/review", { ...fields, id: [one, other] });
  assert.match(done.text, /1 score labelled as fraud/);
  assert.match(done.text, /1 score was decided meanwhile, and keep/);
  const outcome = async (id: string) => (await app.ask(`/v1/score/${id}`)).body.label.outcome;
  assert.deepEqual([await outcome(one), await outcome(other)], ["legit", "fraud"]);
});

Deno.test("filters of the queue are saved by name, each person's own", async () => {
  await using app = await startApp();
  const [anna, ben] = await two(app);
  await plantReviews(app, 2);
  const address = "/console/review?sort=risk&min_score=100";
  const page = (await anna.visitor.get(address)).text;
  assert.match(page, /Nothing to review with these filters/);
  const saved = await anna.visitor.post("/console/review/filters", {
    ...fieldsOf(page, "/console/review/filters"),
    name: "<b>hot</b>",
  });
  assert.match(
    saved.text,
    /href="\/console\/review\?sort=risk&amp;min_score=100"[^>]*>&lt;b&gt;hot&lt;\/b&gt;/,
  );
  assert.doesNotMatch((await ben.visitor.get("/console/review")).text, /hot/);
  assert.equal(
    (await anna.visitor.post("/console/review/filters", {
      ...fieldsOf(page, "/console/review/filters"),
      name: "x".repeat(41),
    })).status,
    400,
  );
  const removed = await anna.visitor.post(
    "/console/review/filters/remove",
    fieldsOf(saved.text, "/console/review/filters/remove"),
  );
  assert.doesNotMatch(removed.text, /hot/);
  assert.equal((await anna.visitor.get("/console/review?sort=bad")).status, 400);
  assert.equal((await anna.visitor.get("/console/review?min_score=x")).status, 400);
});

Deno.test("notes are a thread with authors; an empty one takes back one's own", async () => {
  await using app = await startApp();
  const [anna, ben] = await two(app);
  const [id] = await plantReviews(app, 1) as [string];
  const put = (key: string, note: string) =>
    app.ask(`/v1/score/${id}/note`, { method: "PUT", key, json: { note } });
  const read = async () => {
    const { note, notes } = (await app.ask(`/v1/score/${id}`)).body;
    return [note, notes.map(({ by, text }: { by: string; text: string }) => [by, text])];
  };
  await Promise.all([put(anna.key, "first"), put(anna.key, "first")]);
  await put(ben.key, "second");
  await put(anna.key, "third");
  const thread = [["key Anna", "first"], ["key Ben", "second"], ["key Anna", "third"]];
  assert.deepEqual(await read(), ["third", thread]);
  await put(anna.key, "");
  assert.deepEqual(await read(), [null, [["key Ben", "second"]]]);
  const { store } = app.app.services;
  // As an earlier version wrote it.
  const [old] = await plantReviews(app, 1, (await app.account("old")).key) as [string];
  const account = store.accounts.accountNamed("old")!.id;
  const digits = old.slice(4).replaceAll("-", "");
  await store.engine.commit({ set: [{ key: ["note", account, digits], value: "of old" }] });
  const key = (await app.account("old", { keyName: "new" })).key;
  const ofOld = async () => (await app.ask(`/v1/score/${old}`, { key })).body.notes;
  assert.deepEqual(await ofOld(), [{ by: null, by_id: null, at: null, text: "of old" }]);
  await app.ask(`/v1/score/${old}/note`, { method: "PUT", key, json: { note: "of now" } });
  assert.deepEqual((await ofOld()).map(({ text }: { text: string }) => text), ["of old", "of now"]);
  let full = await put(ben.key, "x");
  let kept = 0;
  for (; kept < 100 && full.status === 200; kept++) full = await put(ben.key, `${kept} ${"ü".repeat(490)}`);
  assert.equal(full.status, 400, full.text);
  assert.ok(kept > 20, `${kept}`);
  assert.match(full.body.detail, /too many notes/);
});

Deno.test("people: a case is assigned to one, found as mine in the console, and decided in that person's name", async () => {
  await using app = await startApp();
  const { visitor, person } = await personSession(app, "analyst", { name: "Anna Kern" });
  const support = await personSession(app, "viewer", { name: "Vera" });
  const [id] = await plantReviews(app, 1) as [string];
  const path = `/console/scores/${id}`;
  const assign = (person_id: string) => app.ask(`/v1/reviews/${id}/assign`, { json: { person_id } });
  assert.equal((await assign(support.person.id)).status, 400, "who may not decide");
  assert.equal((await assign(person.id)).body.assigned_to, "Anna Kern");
  const mine = (await visitor.get("/console/review?assigned=mine")).text;
  assert.match(mine, new RegExp(id));
  assert.match(mine, /for Anna Kern/);
  assert.doesNotMatch((await support.visitor.get("/console/review?assigned=mine")).text, new RegExp(id));
  const refused = await support.visitor.post(`${path}/claim`, { csrf: tokenOf(mine) });
  assert.equal(refused.status, 403);
  const opened = (await visitor.get(path)).text;
  assert.equal((await queue(app)).reviews[0]!.claimed_by, "Anna Kern");
  await visitor.post(`${path}/label`, {
    ...fieldsOf(opened, `${path}/label`),
    outcome: "legit",
    note: "called",
  });
  const { label, notes } = (await app.ask(`/v1/score/${id}`)).body;
  assert.equal(label.outcome, "legit");
  assert.deepEqual(
    notes.map(({ by, by_id }: { by: string; by_id: string }) => [by, by_id]),
    [["Anna Kern", person.id]],
  );
  assert.match((await visitor.get(path)).text, /by Anna Kern/);
});
