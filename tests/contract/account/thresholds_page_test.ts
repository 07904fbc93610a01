/** `/console/settings/thresholds`: thresholds by cost, tried on the past, set with one click. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { label } from "../../support/app/outcomes.ts";
import { signedIn, unescaped, type Visitor } from "../../support/app/visitor.ts";

const PAGE = "/console/settings/thresholds";
const COSTS = "missedFraud=100&blockedGood=20&cost_review=2";

/** Disposable addresses score 78 alone, addresses at a large provider next to nothing. */
async function seed(app: TestApp, outcome: "fraud" | "legit", count: number, domain: string): Promise<void> {
  const items = Array.from(
    { length: count },
    (_, at) => `jane.smith${String.fromCharCode(97 + at % 26)}${at}@${domain}`,
  );
  const { results } = (await app.ask("/v1/batch", { json: { type: "email", items } })).body;
  const outcomes = results.map(({ request_id }: { request_id: string }) => ({ request_id, outcome }));
  for (const one of outcomes) assert.equal((await label(app, one)).body.recorded, 1);
}

async function shown(visitor: Visitor, path: string): Promise<string> {
  const { status, text } = await visitor.get(path);
  assert.equal(status, 200, text);
  return unescaped(text).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

Deno.test("with fewer than 50 labels of a kind the page says that nobody can know, and offers nothing", async () => {
  await using app = await startApp();
  await seed(app, "fraud", 50, "mailinator.com");
  await seed(app, "legit", 49, "gmail.com");
  const visitor = await signedIn(app);
  const text = await shown(visitor, `${PAGE}?${COSTS}`);
  assert.match(text, /With 50 fraud labels and 49 good labels nobody can know/);
  assert.doesNotMatch(text, /Cheapest/);
  assert.ok(!(await visitor.get(`${PAGE}?${COSTS}`)).text.includes('class="course"'), "nothing is drawn");
});

Deno.test("with enough labels the cost is drawn with its interval, and the cheapest pair is set with one click", async () => {
  await using app = await startApp();
  await app.ask("/v1/settings", { method: "PUT", json: { thresholds: { review: 90, block: 95 } } });
  await seed(app, "fraud", 52, "mailinator.com");
  await seed(app, "legit", 51, "gmail.com");
  const visitor = await signedIn(app);
  const text = await shown(visitor, `${PAGE}?${COSTS}`);
  assert.match(text, /By 52 fraud labels and 51 good labels\./);
  assert.match(text, /now: 90, 95 52 of 52 0 of 51 0/);
  const [, review, block] = /Cheapest: review (\d+), block (\d+)/.exec(text)!;
  assert.match(text, new RegExp(`cheapest: ${review}, ${block} 0 of 52 0 of 51 0`));
  const page = (await visitor.get(`${PAGE}?${COSTS}`)).text;
  assert.equal(page.match(/class="band"/g)?.length, 2);
  assert.equal(page.match(/class="course"/g)?.length, 2);

  const tried = await shown(visitor, `${PAGE}?review=${review}&block=${block}&list=would_change`);
  assert.match(tried, /Of 103 stored scores, 52 would have another verdict/);
  assert.match(tried, /Labelled fraud hit 52/);
  assert.match(tried, /Verdict would change/, "its list is open");
  await visitor.submit(PAGE, { review: review!, block: block! }, PAGE);
  const { thresholds } = (await app.ask("/v1/settings")).body;
  assert.deepEqual(thresholds, { review: Number(review), block: Number(block) });
  assert.match(await shown(visitor, `${PAGE}?${COSTS}`), /The thresholds in force are the cheapest/);
  await visitor.submit(PAGE, { reset: "1" }, PAGE);
  assert.equal((await app.ask("/v1/settings")).body.thresholds, null);
});

Deno.test("scores that a rule decided do not count, and the page says so", async () => {
  await using app = await startApp();
  await seed(app, "fraud", 50, "mailinator.com");
  await app.ask("/v1/rules", { json: { action: "allow", values: ["gmail.com"] } });
  await seed(app, "legit", 50, "gmail.com");
  const text = await shown(await signedIn(app), `${PAGE}?${COSTS}`);
  assert.match(text, /With 50 fraud labels and 0 good labels/);
  assert.match(text, /50 labels of scores that a rule or your agent policy decided are left out/);
});

Deno.test("what is typed wrong is said, and nothing changes", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const rows: [query: string, says: RegExp][] = [
    ["missedFraud=much&blockedGood=1&cost_review=1", /What a missed fraud costs must be a number/],
    ["missedFraud=-1&blockedGood=1&cost_review=1", /What a missed fraud costs must be a number/],
    ["missedFraud=0&blockedGood=0&cost_review=0", /at least one of the three/],
    ["review=80&block=40", /must not be above block/],
    ["review=0&block=40", /from 1 to 100/],
    ["review=x&block=40", /whole number/],
  ];
  for (const [query, says] of rows) {
    const { status, text } = await visitor.get(`${PAGE}?${query}`);
    assert.equal(status, 400, query);
    assert.match(unescaped(text), says, query);
  }
  await visitor.submit(PAGE, { review: "80", block: "40" }, PAGE);
  assert.equal((await app.ask("/v1/settings")).body.thresholds, null);
});
