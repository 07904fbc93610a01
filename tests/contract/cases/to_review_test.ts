/** What is to be reviewed: one number, the same on every page. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn, type Visitor } from "../../support/app/visitor.ts";

/** The numbers "… to review" of the overview and of the queue, and the scores that the queue lists. */
async function numbers(visitor: Visitor) {
  const [overview, queue] = [
    (await visitor.get("/console")).text,
    (await visitor.get("/console/review")).text,
  ];
  const said = (text: string) => /([\d,]+\+?) to review/.exec(text)?.[1];
  const listed = new Set(queue.match(/name="id" value="req_[0-9a-f-]{36}"/g)).size;
  return [said(overview), said(queue), listed];
}

async function review(app: TestApp, index: number, key = app.live): Promise<string> {
  const path = `/v1/verify/email?email=person${index}@yopmail.com&strictness=lenient`;
  const { body } = await app.ask(path, { key });
  assert.equal(body.verdict, "review", `${body.risk_score}`);
  return body.request_id;
}

Deno.test("to review are live scores with the verdict review and without a label, on every page", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const visitor = await signedIn(app);
  const later = () => now += 2000;
  assert.deepEqual(await numbers(visitor), ["0", "0", 0]);
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push(await review(app, index));
  for (let index = 0; index < 3; index++) await review(app, index, app.test);
  await app.ask("/v1/score/ip?ip=73.15.20.1");
  later();
  assert.deepEqual(await numbers(visitor), ["5", "5", 5]);
  await app.ask("/v1/outcome", { json: { request_id: ids[0], outcome: "fraud" } });
  await app.ask("/v1/outcome", { json: { request_id: ids[1], outcome: "legit" } });
  assert.deepEqual(await numbers(visitor), ["3", "3", 3], "at once");
  await app.ask("/v1/outcome", { json: { request_id: ids[0], outcome: "none" } });
  assert.deepEqual(await numbers(visitor), ["4", "4", 4]);
  now += 40 * 86_400_000;
  await visitor.signIn(app.live);
  assert.deepEqual(await numbers(visitor), ["4", "4", 4], "of all days that scores are kept");
});
