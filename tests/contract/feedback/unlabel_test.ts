/** `outcome: "none"` in POST /v1/outcome: removes a label, and what it had added. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { outcomeResult } from "../../../src/http/feedback/outcome_schema.ts";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { failCommits } from "../../support/app/failing_store.ts";
import { abuseCounters, label, scoreUser, SIGNUP } from "../../support/app/outcomes.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { rounds } from "../../support/rounds.ts";

async function labelOf(app: TestApp, requestId: string): Promise<string | null> {
  return (await app.ask(`/v1/score/${requestId}`, { key: app.live })).body.label?.outcome ?? null;
}

async function labelled(app: TestApp): Promise<number> {
  return (await app.ask("/v1/outcomes/summary")).body.labels.labelled;
}

Deno.test("none removes the label and what it had added, everywhere and after a restart", async () => {
  await using app = await startApp();
  await using peer = await startApp({ dataDir: app.dataDir });
  peer.live = app.live;
  const other = await app.account("other", { mode: "test" });
  const scored = await scoreUser(app, SIGNUP);
  const { request_id } = scored;
  const before = await scoreUser(app, SIGNUP, other.key);
  await label(app, { request_id, outcome: "fraud" });
  assert.deepEqual(await abuseCounters(app, other.key), [1, 1, 1, 1, 1]);
  assert.equal(await labelled(app), 1);
  assert.equal((await scoreUser(app, SIGNUP)).linkage.ring.labelled_fraud, 1);
  const { status, body } = await label(app, { request_id, outcome: "none" });
  assert.equal(status, 200);
  assert.deepEqual(outcomeResult.parse(body), body);
  assert.deepEqual([body.recorded, body.not_found], [1, 0]);
  assert.deepEqual(body.results, [{
    request_id,
    status: "recorded",
    our_score: scored.risk_score,
    our_verdict: scored.verdict,
    disagreement: null,
  }]);
  assert.deepEqual(await abuseCounters(app, other.key), [0, 0, 0, 0, 0]);
  const after = await scoreUser(app, SIGNUP, other.key);
  assert.deepEqual([after.risk_score, after.verdict, after.top_signals], [
    before.risk_score,
    before.verdict,
    before.top_signals,
  ]);
  assert.equal((await scoreUser(app, SIGNUP)).linkage.ring.labelled_fraud, 0);
  assert.equal(await labelled(app), 0);
  await followChanges(app, peer);
  for (const at of [app, peer]) assert.equal(await labelOf(at, request_id), null);
  await Promise.all([app.close(), peer.close()]);
  await using again = await startApp({ dataDir: app.dataDir });
  again.live = app.live;
  assert.equal(await labelOf(again, request_id), null);
});

Deno.test("none without a label is recorded and changes nothing; of an unknown score it is not found", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const { request_id } = await scoreUser(app, SIGNUP);
  const { body } = await label(app, [
    { request_id, outcome: "none" },
    { request_id: "req_00000000-0000-7000-8000-000000000000", outcome: "none" },
  ]);
  assert.deepEqual([body.recorded, body.not_found], [1, 1]);
  await label(app, { request_id, outcome: "fraud" });
  const theirs = await label(app, { request_id, outcome: "none" }, other.key);
  assert.deepEqual([theirs.body.recorded, theirs.body.not_found], [0, 1]);
  assert.equal((await label(app, { request_id, outcome: "none" }, app.test)).status, 403);
  assert.equal((await label(app, { request_id, outcome: null })).status, 400);
  assert.equal((await label(app, { request_id, outcome: "" })).status, 400);
  assert.equal(await labelOf(app, request_id), "fraud");
  const { store } = app.app.services;
  const entries = await store.audit.list(store.accounts.accountNamed("main")!.id, { limit: 100 });
  const found = entries.map(({ entry }) => entry).filter(({ action }) => action === "scores_labelled");
  assert.deepEqual(found.map(({ details }) => details), [{ outcome: "fraud" }], "nothing else was changed");
  await label(app, { request_id, outcome: "none" });
  const after = await store.audit.list(store.accounts.accountNamed("main")!.id, { limit: 100 });
  assert.ok(
    after.some(({ entry }) => entry.details.outcome === "none" && entry.subjects.includes(request_id)),
  );
});

Deno.test("after any sequence of labels the counters are those of the last one", async () => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, SIGNUP);
  await scoreUser(app, SIGNUP);
  const outcomes = fc.array(fc.constantFrom("fraud", "legit", "none"), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(outcomes, fc.boolean(), async (sequence, together) => {
      const entries = sequence.map((outcome) => ({ request_id, outcome }));
      const bodies = together
        ? [(await label(app, entries)).body]
        : await Array.fromAsync(entries, async (entry) => (await label(app, entry)).body);
      assert.equal(bodies.reduce((sum, { recorded }) => sum + recorded, 0), sequence.length);
      const last = sequence.at(-1)!;
      assert.equal(await labelOf(app, request_id) ?? "none", last);
      assert.deepEqual(await abuseCounters(app), Array(5).fill(last === "fraud" ? 1 : 0));
      const [ring] = (await app.ask("/v1/rings")).body.rings;
      assert.equal(ring.labelled_fraud, last === "fraud" ? 1 : 0);
    }),
    { numRuns: rounds(40) },
  );
});

Deno.test("the console removes a label", async () => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, SIGNUP);
  const visitor = await signedIn(app);
  const page = `/console/scores/${request_id}`;
  assert.doesNotMatch((await visitor.get(page)).text, /Remove the label/);
  assert.match((await visitor.submit(page, { outcome: "fraud" }, `${page}/label`)).text, /Remove the label/);
  await visitor.submit(page, { outcome: "none" }, `${page}/label`);
  assert.equal(await labelOf(app, request_id), null);
  assert.deepEqual(await abuseCounters(app), [0, 0, 0, 0, 0]);
});

Deno.test("a score of a test key is unlabelled without a trace in any counter", async () => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, SIGNUP, app.test);
  await label(app, { request_id, outcome: "fraud" });
  await label(app, { request_id, outcome: "none" });
  assert.equal(await labelOf(app, request_id), null);
  assert.deepEqual(await abuseCounters(app), [0, 0, 0, 0, 0]);
});

Deno.test("a label taken back in one process is gone from the ring in all, also after the others wrote it again", async () => {
  await using app = await startApp();
  await using other = await startApp({ dataDir: app.dataDir });
  await followChanges(app, other);
  const DEVICE = "0f".repeat(16);
  let number = 0;
  const signUp = async (on: TestApp) => {
    const json = { ip: `81.2.${++number}.7`, email: `jane.${number}@gmail.com`, device_id: DEVICE };
    return (await on.ask("/v1/score/user", { key: app.live, json })).body;
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 1_300));
  const say = (on: TestApp, request_id: string, outcome: string) =>
    on.ask("/v1/outcome", { key: app.live, json: { request_id, outcome } });
  const first = await signUp(app);
  await signUp(other);
  await say(app, first.request_id, "fraud");
  await settled();
  assert.equal((await signUp(other)).linkage.ring.labelled_fraud, 1);
  await settled();
  await say(app, first.request_id, "none");
  await settled();
  for (const on of [other, app, other, app]) {
    assert.equal((await signUp(on)).linkage.ring.labelled_fraud, 0);
    await settled();
  }
  await say(other, first.request_id, "fraud");
  await settled();
  for (const on of [app, other]) assert.equal((await signUp(on)).linkage.ring.labelled_fraud, 1);
});

Deno.test("a label that is refused leaves the ring as it was, whatever joins it next", async () => {
  await using app = await startApp();
  const DEVICE = "0e".repeat(16);
  let number = 0;
  const signUp = async () => {
    const json = { ip: `81.2.${++number}.9`, email: `john.${number}@gmail.com`, device_id: DEVICE };
    return (await app.ask("/v1/score/user", { json })).body;
  };
  const first = await signUp();
  await signUp();
  await label(app, { request_id: first.request_id, outcome: "fraud" });
  assert.equal((await signUp()).linkage.ring.labelled_fraud, 1);
  const end = failCommits(app, "the disk is full", () => true);
  const refused = await app.ask("/v1/outcome", { json: { request_id: first.request_id, outcome: "legit" } });
  assert.equal(refused.status, 503);
  end();
  for (let times = 0; times < 2; times++) assert.equal((await signUp()).linkage.ring.labelled_fraud, 1);
  await label(app, { request_id: first.request_id, outcome: "legit" });
  for (let times = 0; times < 2; times++) assert.equal((await signUp()).linkage.ring.labelled_fraud, 0);
});
