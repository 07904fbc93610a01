/** `GET /v1/report` and `/console/report`: what a month came to, and that each figure leads to what it counts. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { newestAppeal, pathOf, sendAppeal, stopped, switchOnAppeals } from "../../support/app/appeals.ts";
import { signedIn, type Visitor } from "../../support/app/visitor.ts";

const NOW = Date.UTC(2036, 6, 15, 12);

/** An address whose verdict is wanted, from each of its kind: allow, review, block. */
const EMAILS = {
  allow: (index: number) => `person${index}@gmail.com`,
  review: (index: number) => `person${index}@yopmail.com`,
} as const;

async function score(app: TestApp, verdict: keyof typeof EMAILS, index: number, key = app.live) {
  const strictness = verdict === "review" ? "&strictness=lenient" : "";
  const path = `/v1/verify/email?email=${EMAILS[verdict](index)}${strictness}`;
  const { body } = await app.ask(path, { key });
  assert.equal(body.verdict, verdict, JSON.stringify(body));
  return body.request_id as string;
}

async function label(app: TestApp, request_id: string, outcome: string, type?: string) {
  const { body } = await app.ask("/v1/outcome", {
    json: { request_id, outcome, ...(type === undefined ? {} : { type }) },
  });
  assert.equal(body.recorded, 1, JSON.stringify(body));
}

/** Scores of June and July, with labels; those of test keys are in nothing. */
async function fill(app: TestApp, clock: { now: number }): Promise<{ rule: string }> {
  clock.now = Date.UTC(2036, 5, 30, 23, 59, 59, 999);
  await label(app, await score(app, "review", 100), "fraud");
  clock.now = Date.UTC(2036, 6, 1);
  await score(app, "allow", 101);
  clock.now = NOW;
  const rule = (await app.ask("/v1/rules", { json: { action: "block", values: ["rule.example"] } })).body;
  for (let index = 0; index < 4; index++) await score(app, "allow", index);
  for (let index = 0; index < 3; index++) await score(app, "review", 10 + index, app.test);
  const reviews: string[] = [];
  for (let index = 0; index < 6; index++) reviews.push(await score(app, "review", 20 + index));
  const ruled = (await app.ask("/v1/verify/email?email=x@rule.example")).body;
  assert.equal(ruled.verdict, "block");
  clock.now += 3_600_000;
  await label(app, reviews[0]!, "fraud", "spam");
  await label(app, reviews[1]!, "fraud");
  await label(app, reviews[2]!, "fraud", "spam");
  clock.now += 3_600_000;
  await label(app, reviews[3]!, "legit");
  await label(app, ruled.request_id, "legit");
  await label(app, await score(app, "allow", 5), "fraud", "bonus_abuse");
  return { rule: rule.rules[0].id };
}

const plain = (text: string) => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

/** What the lists of scores say that the figures of the page lead to. */
async function leadsOf(
  visitor: Visitor,
  page: string,
): Promise<[figure: string, href: string, found: string][]> {
  const leads: [string, string, string][] = [];
  for (const [, href, figure] of page.matchAll(/<a href="(\/console\/scores[^"]*)">([\d,]+)<\/a>/g)) {
    const { text } = await visitor.get(href!.replaceAll("&amp;", "&"));
    leads.push([figure!, href!, /([\d,]+) scores? match(?:es)?\./.exec(plain(text))?.[1] ?? "none"]);
  }
  return leads;
}

Deno.test("the figures of a month are of live scores, and each leads to what it counts", async () => {
  const clock = { now: NOW };
  await using app = await startApp({ now: () => clock.now });
  const { rule } = await fill(app, clock);
  const { status, body } = await app.ask("/v1/report?month=2036-07");
  assert.equal(status, 200, JSON.stringify(body));
  const { request_id: _, processing_time_sec: __, false_positives_by_finding, ...report } = body;
  assert.deepEqual(report, {
    month: "2036-07",
    since: "2036-07-01T00:00:00.000Z",
    capped: false,
    volume: 13,
    allow: 6,
    review: 6,
    block: 1,
    to_review: 2,
    decided: 4,
    decided_fraud: 3,
    decided_legit: 1,
    precision: 0.75,
    caught: 3,
    missed: 1,
    false_positives: 2,
    false_positives_reviewed: 1,
    false_positives_blocked: 1,
    time_to_decide_seconds: 3600,
    time_to_decide_p90_seconds: 7200,
    appeals_decided: 0,
    overturned: 0,
    overturned_share: null,
    campaigns_found: 0,
    campaigns_handled: 0,
    caught_by_type: [
      { type: "spam", caught: 2, blocked: 0, reviewed: 2, missed: 0 },
      { type: "bonus_abuse", caught: 0, blocked: 0, reviewed: 0, missed: 1 },
      { type: null, caught: 1, blocked: 0, reviewed: 1, missed: 0 },
    ],
    false_positives_by_rule: [{ rule_id: rule, text: "domain rule.example", count: 1 }],
  });
  const disposable = false_positives_by_finding.find(({ finding }: { finding: string }) =>
    finding === "disposable"
  );
  assert.equal(disposable?.count, 1);
  assert.deepEqual((await app.ask("/v1/report")).body.volume, 13, "the present month");
  const june = (await app.ask("/v1/report?month=2036-06")).body;
  assert.deepEqual([june.volume, june.review, june.precision, june.to_review], [1, 1, 1, 0]);
  const visitor = await signedIn(app);
  const page = (await visitor.get("/console/report?month=2036-07")).text;
  assert.match(plain(page), /Report of July 2036/);
  assert.match(plain(page), /Precision 75\.0 %/);
  const leads = await leadsOf(visitor, page);
  assert.ok(leads.length >= 20, `${leads.length}`);
  for (const [figure, href, found] of leads) assert.equal(found, figure, href);
});

Deno.test("to review is one number: of the report, the queue and the overview", async () => {
  const clock = { now: NOW };
  await using app = await startApp({ now: () => clock.now });
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push(await score(app, "review", index));
  for (let index = 0; index < 2; index++) await score(app, "review", index, app.test);
  const visitor = await signedIn(app);
  const numbers = async () => {
    clock.now += 2000;
    const said = (text: string) => Number(/([\d,]+) to review/.exec(text)?.[1]);
    return [
      (await app.ask("/v1/report")).body.to_review,
      said((await visitor.get("/console")).text),
      said((await visitor.get("/console/review")).text),
      (await app.ask("/v1/scores/search", { json: { verdict: "review", label: "none" } })).body.total,
    ];
  };
  assert.deepEqual(await numbers(), [5, 5, 5, 5]);
  await label(app, ids[0]!, "fraud");
  await label(app, ids[1]!, "legit");
  assert.deepEqual(await numbers(), [3, 3, 3, 3]);
});

Deno.test("campaigns that were handled in a month are counted, and the figure leads to them", async () => {
  const clock = { now: NOW };
  await using app = await startApp({ now: () => clock.now });
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const state = (at: number, state: "handled" | "ignored") => ({
    at: new Date(at).toISOString(),
    state,
    note: null,
  });
  const campaign = (id: string, history: readonly ReturnType<typeof state>[]) => ({
    id: `cmp_${id}`,
    text: `campaign ${id}`,
    facts: {},
    shared: [],
    days: 7 as const,
    signups: 12,
    usual: 1,
    first: NOW - 86_400_000,
    last: NOW,
    verdicts: { allow: 12, review: 0, block: 0 },
    shareOfGood: 0,
    overTime: [12],
    rule: { when: "true", text: "a rule", action: "review" as const },
    members: "",
    state: history.at(-1)?.state ?? ("new" as const),
    note: null,
    until: null,
    history,
    foundAt: NOW,
    seenAt: NOW,
    signupsBefore: 0,
    announced: 0,
  });
  assert.ok(
    await store.campaigns.commit(account, 0, {
      set: [
        campaign("handled-now", [state(NOW, "handled")]),
        campaign("handled-then", [state(NOW, "handled"), state(NOW + 1, "ignored")]),
        campaign("handled-before", [state(Date.UTC(2036, 5, 30), "handled")]),
        campaign("never-handled", []),
      ],
      removed: [],
    }, NOW),
  );
  const { body } = await app.ask("/v1/report?month=2036-07");
  assert.deepEqual([body.campaigns_found, body.campaigns_handled], [4, 2]);
  const visitor = await signedIn(app);
  const page = (await visitor.get("/console/report")).text;
  const [, href] = /<a href="(\/console\/campaigns[^"]*)">2<\/a>/.exec(page)!;
  const list = (await visitor.get(href!.replaceAll("&amp;", "&"))).text;
  assert.ok(list.includes("campaign handled-now") && list.includes("campaign handled-then"));
  assert.ok(!list.includes("campaign handled-before") && !list.includes("campaign never-handled"));
});

Deno.test("a report without scores says so; a month is a month; test keys read none", async () => {
  await using app = await startApp({ now: () => NOW });
  const { body } = await app.ask("/v1/report?month=2036-07");
  assert.deepEqual([body.volume, body.precision, body.time_to_decide_seconds, body.caught_by_type], [
    0,
    null,
    null,
    [],
  ]);
  const expired = (await app.ask("/v1/report?month=2001-02")).body;
  assert.deepEqual([expired.volume, expired.since], [0, "2001-03-01T00:00:00.000Z"]);
  for (const month of ["1971-11", "2036", "2036-13", "2036-7", "July", "2036-07-01"]) {
    const { status, body } = await app.ask(`/v1/report?month=${month}`);
    assert.deepEqual([status, body.errors[0].parameter], [400, "month"], month);
  }
  assert.deepEqual((await app.ask("/v1/report", { key: app.test })).body.code, "test_key_refused");
});

Deno.test("the report as a file has all figures", async () => {
  const clock = { now: NOW };
  await using app = await startApp({ now: () => clock.now });
  await fill(app, clock);
  const file = await fetch(`${app.origin}/v1/report?month=2036-07&format=csv`, {
    headers: { "x-api-key": app.live },
  });
  assert.match(file.headers.get("content-type")!, /^text\/csv/);
  const [names, figures, end] = (await file.text()).split("\r\n");
  assert.equal(end, "");
  assert.ok(names!.startsWith("month,since,capped,volume,allow,review,block,to_review,"), names);
  assert.ok(figures!.startsWith("2036-07,2036-07-01T00:00:00.000Z,false,13,6,6,1,2,4,3,1,0.75,"), figures);
  assert.match(figures!, /spam: 2 caught, 0 missed/);
});

Deno.test("accepted appeals are what was overturned in the month, and the figure leads to them", async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  for (const decision of ["accepted", "refused", "accepted", null]) {
    await sendAppeal(app, pathOf(await stopped(app)), { text: `please, ${decision}` });
    const { appeal_id } = await newestAppeal(app);
    if (decision !== null) await app.ask(`/v1/appeals/${appeal_id}`, { json: { decision } });
  }
  const { body } = await app.ask("/v1/report");
  assert.deepEqual([body.appeals_decided, body.overturned, body.overturned_share], [3, 2, 2 / 3]);
  const visitor = await signedIn(app);
  const page = (await visitor.get("/console/report")).text;
  const [, href] = /<a href="(\/console\/appeals[^"]*)">2<\/a>/.exec(page)!;
  const list = (await visitor.get(href!.replaceAll("&amp;", "&"))).text;
  assert.equal(list.match(/please, accepted/g)?.length, 2);
  assert.ok(!list.includes("please, refused") && !list.includes("please, null"));
  const before = (await visitor.get(href!.replaceAll("&amp;", "&").replace(/month=\d+/, "month=2001"))).text;
  assert.ok(!before.includes("please, accepted"));
});
