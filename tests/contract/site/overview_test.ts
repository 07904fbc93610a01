/** What the overview and the summary of outcomes count: every score and label of their days, at any number. */
import assert from "node:assert/strict";
import { dayOf, dayText } from "../../../src/model/day_counts.ts";
import { DAY_MS } from "../../../src/model/duration.ts";
import { monthStart } from "../../../src/records/usage.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { COUNTED_FROM } from "../../../src/db/own_rows.ts";

/** More than one overview and one summary read. */
const MANY = 1000;
const readLimits = { overviewScores: 900, monthScores: 950, summaryLabels: 800, summaryScores: 900 };
const IPS = Array.from({ length: 500 }, (_, index) => `73.15.${index >> 8}.${index & 255}`);
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

interface Shown {
  readonly text: string;
  /** Verdicts of the days that have any, by day. */
  readonly days: Readonly<Record<string, readonly number[]>>;
}

async function overview(app: TestApp, days: 7 | 30, key = app.live): Promise<Shown> {
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  const { text } = await visitor.get(`/console?days=${days}`);
  const found: Record<string, number[]> = {};
  for (const [, row] of text.matchAll(/<tr role="row"><th role="rowheader"[^]*?<span>([^]*?)<\/tr>/g)) {
    const [day, ...counts] = row!.replaceAll(/<[^>]*>/g, " ").replaceAll(",", "").trim().split(/\s+/);
    if (counts.some((count) => count !== "0")) found[day!] = counts.map(Number);
  }
  return { text, days: found };
}

async function score(app: TestApp, scores: number, key = app.live): Promise<string[]> {
  const ids: string[] = [];
  for (let left = scores; left > 0; left -= IPS.length) {
    const json = { type: "ip", items: IPS.slice(0, left) };
    const { status, body } = await app.ask("/v1/batch", { key, json });
    assert.equal(status, 200);
    ids.push(...body.results.map((result: { request_id: string }) => result.request_id));
  }
  return ids;
}

async function label(app: TestApp, ids: readonly string[], outcome: string): Promise<void> {
  for (let from = 0; from < ids.length; from += 500) {
    const json = ids.slice(from, from + 500).map((request_id) => ({ request_id, outcome }));
    assert.equal((await app.ask("/v1/outcome", { json })).body.recorded, json.length);
  }
}

async function labels(app: TestApp, query = "") {
  const { status, body } = await app.ask(`/v1/outcomes/summary${query}`);
  assert.equal(status, 200);
  return body.labels;
}

/** The text of a card with tags taken out. */
function plain(text: string): string {
  return text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

Deno.test("30 days are 30 days however many scores and labels there are", async (t) => {
  let now = NOON - 20 * DAY_MS;
  await using app = await startApp({ now: () => now, readLimits });
  const early = await score(app, 100);
  now = NOON;
  const ids = await score(app, MANY);
  const tests = await score(app, 7, app.test);
  await t.step("by day, by component, in the month, and of test keys", async () => {
    const { text, days } = await overview(app, 30);
    assert.deepEqual(days, {
      [dayText(dayOf(NOON))]: [MANY, 0, 0],
      [dayText(dayOf(NOON) - 20)]: [100, 0, 0],
    });
    assert.doesNotMatch(text, /These figures cover/);
    assert.match(plain(text), /Scored components IP address 1,100 E-mail 0/);
    const ofMonth = monthStart(NOON) > NOON - 20 * DAY_MS ? "1,000" : "1,100";
    assert.ok(plain(text).includes(`Scores this month ${ofMonth}`), ofMonth);
    assert.match(plain(text), /7 with test keys in the last 30 days/);
    assert.deepEqual(Object.keys((await overview(app, 7)).days), [dayText(dayOf(NOON))]);
  });
  await t.step("labels change what is counted of the day of their score", async () => {
    await label(app, early, "fraud");
    await label(app, ids, "legit");
    await label(app, tests, "legit");
    await label(app, early.slice(0, 40), "legit");
    const counted = await labels(app, "?days=30");
    const scored = MANY + 100; // without those of test keys
    assert.equal(counted.capped, true);
    assert.deepEqual([counted.scored, counted.labelled, counted.test_mode], [scored, scored, 7]);
    assert.ok(counted.figures_since > counted.since, `${counted.figures_since} > ${counted.since}`);
    assert.equal(counted.since, new Date(Math.ceil(NOON / DAY_MS - 30) * DAY_MS).toISOString());
  });
  await t.step("days that an earlier version stored are read, up to a bound that is shown", async () => {
    await app.close();
    await using before = await startApp({ dataDir: app.dataDir, now: () => now, readLimits });
    await before.app.services.store.engine.commit({ delete: [COUNTED_FROM.key()] });
    await before.close();
    await using later = await startApp({ dataDir: app.dataDir, now: () => now, readLimits });
    const same = await overview(later, 30);
    assert.match(
      plain(same.text),
      /These figures cover the scores since [-\d]{10} 12:00 UTC; the last 30 days/,
    );
    assert.deepEqual(Object.values(same.days), [[893, 0, 0]], "900 without those of test keys");
    now += DAY_MS;
    await score(later, 30, later.live);
    const next = await overview(later, 30);
    assert.match(plain(next.text), /These figures cover the scores since/);
    assert.deepEqual(Object.values(next.days), [[30, 0, 0], [893, 0, 0]]);
    const counted = await labels(later, "?days=30");
    assert.deepEqual([counted.scored, counted.capped], [MANY + 7 + 30, true]);
    assert.equal(counted.since, counted.figures_since);
  });
});

Deno.test("two processes and a restart count together, and verdicts, rules and signals apart", async () => {
  const now = () => NOON;
  await using one = await startApp({ now });
  const { key } = await one.account("shop");
  await using two = await startApp({ now, dataDir: one.dataDir });
  const ask = async (app: TestApp, path: string, json?: unknown) => {
    const { status, text } = await app.ask(path, { key, ...(json === undefined ? {} : { json }) });
    assert.equal(status, 200, text);
  };
  await Promise.all([one, two].flatMap((app) => [
    ask(app, "/v1/score/ip?ip=73.15.20.1"),
    ask(app, "/v1/score/user", { email: "thief@mailinator.com", domain: "mailinator.com" }),
  ]));
  await ask(one, "/v1/rules", { action: "block", values: ["73.15.20.0/24"] });
  await ask(one, "/v1/score/ip?ip=73.15.20.1");
  await two.close();
  await using three = await startApp({ now, dataDir: one.dataDir });
  await ask(three, "/v1/score/ip?ip=73.99.20.1");
  const records = await Array.fromAsync(
    one.app.services.store.scores.list(
      one.app.services.store.accounts.accountNamed("shop")!.id,
      { since: 0, until: NOON },
    ),
  );
  assert.equal(records.length, 6);
  const truth = ["allow", "review", "block"].map((verdict) =>
    records.filter((record) => record.verdict === verdict).length
  );
  const disposable = records.flatMap(({ components }) => components)
    .filter(({ findings }) => findings.some(([name, , points]) => name === "disposable" && points > 0))
    .length;
  assert.ok(disposable >= 2, `${disposable}`);
  for (const app of [one, three]) {
    const { text, days } = await overview(app, 7, key);
    assert.deepEqual(days, { [dayText(dayOf(NOON))]: truth });
    assert.match(plain(text), /Your rules decided 1 of these scores/);
    assert.match(plain(text), /disposable e-mail domain E-mail 2 disposable e-mail domain Domain 2/);
  }
});
