/** `PUT /v1/settings?dry_run=true`: the stored scores whose verdict would change, and nothing is changed. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DEVICE = "0123456789abcdef0123456789abcdef";

async function tried(app: TestApp, json: object, query = "", key = app.live) {
  return await app.ask(`/v1/settings?dry_run=true${query}`, { method: "PUT", json, key });
}

Deno.test("a change of thresholds tells which stored scores would get another verdict, and opens them", async () => {
  await using app = await startApp();
  const scores = [];
  for (const email of ["jane@mailinator.com", "bob@mailinator.com", "jane@gmail.com"]) {
    scores.push((await app.ask("/v1/score/user", { json: { email } })).body);
    scores.push((await app.ask(`/v1/verify/email?email=${email}`)).body);
    await app.ask("/v1/score/user", { json: { email, strictness: 2 } });
  }
  const outcome = { request_id: scores[0].request_id, outcome: "legit" };
  await app.ask("/v1/outcome", { json: outcome });
  const before = (await app.ask("/v1/settings")).body.thresholds;
  const thresholds = { review: 79, block: 90 };
  const { status, body } = await tried(app, { thresholds }, "&list=would_change");
  assert.deepEqual([status, body.dry_run, body.thresholds], [200, true, thresholds], body.detail);
  assert.deepEqual((await app.ask("/v1/settings")).body.thresholds, before, "nothing is changed");
  assert.equal(body.trial.scores_checked, 9);
  assert.deepEqual(
    [body.trial.would_change, body.trial.good, body.trial.unlabelled, body.trial.not_judged],
    [4, 1, 3, 0],
  );
  await app.ask("/v1/settings", { method: "PUT", json: { thresholds } });
  const after: Record<string, string> = {};
  for (const email of ["jane@mailinator.com", "bob@mailinator.com"]) {
    after[`${email} user`] = (await app.ask("/v1/score/user", { json: { email } })).body.verdict;
    after[`${email} email`] = (await app.ask(`/v1/verify/email?email=${email}`)).body.verdict;
  }
  const listed = new Map(
    body.list.scores.map((
      score: { request_id: string; would_be: string },
    ) => [score.request_id, score.would_be]),
  );
  assert.deepEqual(
    scores.slice(0, 4).map(({ request_id }) => listed.get(request_id)),
    Object.values(after),
    "each would get the verdict that it then gets",
  );
  assert.deepEqual((await tried(app, { thresholds })).body.trial.would_change, 4, "those of before");
  assert.equal((await tried(app, { linkage_scoring: "report" })).body.trial.would_change, 0);
});

Deno.test("a change of linkage tells which sign-ups would get another verdict", async () => {
  await using app = await startApp();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) {
    const json = { email: `${name}@one.com`, device_id: DEVICE };
    ids.push((await app.ask("/v1/score/user", { json })).body.request_id);
  }
  const { body } = await tried(app, { linkage_scoring: "score" }, "&list=would_change");
  const { before, after, would_change } = body.trial;
  assert.deepEqual([before.allow, after.review, would_change], [2, 2, 2]);
  assert.deepEqual(
    body.list.scores.map(({ request_id, would_be }: Record<string, string>) => [request_id, would_be]),
    [[ids[2], "review"], [ids[1], "review"]],
  );
});

Deno.test("a dry run of settings is refused as the change is", async () => {
  await using app = await startApp();
  const wrong = await tried(app, { thresholds: { review: 80, block: 70 } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [400, "/thresholds/review"]);
  assert.equal((await tried(app, { linkage_scoring: "score" }, "", app.test)).status, 403);
  const scoring = await app.account("main", { scopes: ["score"] });
  assert.equal((await tried(app, { linkage_scoring: "score" }, "", scoring.key)).status, 403);
  assert.equal((await tried(app, { linkage_scoring: "score" }, "&days=7")).status, 400);
});
