/** Labels in the console: the review queue, a whole ring, their undo; notes. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { plantRing } from "../../support/app/ring.ts";
import { signedIn, tokenOf, Visitor } from "../../support/app/visitor.ts";

function queued(page: string): string[] {
  return [...page.matchAll(/name="id" value="(req_[0-9a-f-]{36})"/g)].map(([, id]) => id!);
}

async function reviewed(app: TestApp, count: number, key = app.live): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const json = {
      ip: `185.220.101.${index + 1}`,
      email: `someone.${index}@mailinator.com`,
      strictness: "lenient",
    };
    const { body } = await app.ask("/v1/score/user", { key, json });
    assert.equal(body.verdict, "review");
    ids.push(body.request_id);
  }
  return ids;
}

async function labelsOf(app: TestApp, ids: readonly string[], key = app.live): Promise<(string | null)[]> {
  return await Promise.all(
    ids.map(async (id) => (await app.ask(`/v1/score/${id}`, { key })).body.label?.outcome ?? null),
  );
}

function undoOf(page: string): string {
  return /name="undo" value="([^"]+)"/.exec(page)![1]!;
}

Deno.test("the queue lists unlabelled reviews, newest first; a selection is labelled, and the undo sets back what was", async () => {
  await using app = await startApp();
  const [a, b, c] = await reviewed(app, 3) as [string, string, string];
  await app.ask("/v1/score/ip?ip=8.8.8.8");
  const visitor = await signedIn(app);
  assert.deepEqual(queued((await visitor.get("/console/review")).text), [c, b, a]);
  const none = await visitor.submit("/console/review", { outcome: "fraud" });
  assert.equal(none.status, 400);
  assert.match(none.text, /Select at least one score/);
  const wrong = await visitor.submit("/console/review", { outcome: "maybe", id: [a] });
  assert.equal(wrong.status, 400);
  assert.deepEqual(await labelsOf(app, [a, b, c]), [null, null, null]);
  const done = await visitor.submit("/console/review", { outcome: "fraud", id: [a, c] });
  assert.match(done.text, /2 scores labelled as fraud\./);
  assert.deepEqual(queued(done.text), [b]);
  assert.deepEqual(await labelsOf(app, [a, b, c]), ["fraud", null, "fraud"]);
  const undo = { undo: undoOf(done.text), back: "/console/review" };
  const back = await visitor.submit("/console/review", undo, "/console/labels/undo");
  assert.equal(back.path, "/console/review?undone=2");
  assert.match(back.text, /The labels of 2 scores are as they were/);
  assert.deepEqual(queued(back.text), [c, b, a]);
  assert.deepEqual(await labelsOf(app, [a, b, c]), [null, null, null]);
  const again = await visitor.submit("/console/review", undo, "/console/labels/undo");
  assert.equal(again.status, 404);
});

Deno.test("a ring is labelled whole and set back; what was labelled since keeps its label", async () => {
  await using app = await startApp();
  const { ids, ringId } = await plantRing(app, 5);
  const [first, second] = ids as [string, string];
  await app.ask("/v1/outcome", { json: { request_id: first, outcome: "legit" } });
  await app.ask("/v1/outcome", { json: { request_id: second, outcome: "fraud" } });
  const visitor = await signedIn(app);
  const path = `/console/rings/${ringId}`;
  const page = await visitor.get(path);
  const newest = /name="newest" value="([^"]+)"/.exec(page.text)![1]!;
  assert.equal(newest, ids[4]);
  const { ids: [later] } = await plantRing(app, 1);
  const done = await visitor.post(`${path}/label`, { csrf: tokenOf(page.text), outcome: "fraud", newest });
  assert.match(done.text, /4 scores labelled as fraud/, "one was labelled fraud already");
  assert.deepEqual(await labelsOf(app, ids), ids.map(() => "fraud"));
  assert.deepEqual(await labelsOf(app, [later!]), [null], "it joined after the page was shown");
  assert.match((await visitor.get(path)).text, /Labelled fraud<\/dt><dd>5</);
  await app.ask("/v1/outcome", { json: { request_id: ids[2], outcome: "legit" } });
  const back = await visitor.submit(path, { undo: undoOf(done.text), back: path }, "/console/labels/undo");
  assert.match(back.text, /The labels of 3 scores are as they were\. 1 score/);
  assert.deepEqual(await labelsOf(app, ids), ["legit", "fraud", "legit", null, null]);
  const { body } = await app.ask(`/v1/rings/${ringId}`);
  assert.equal(body.labelled_fraud, 1);
  const same = await visitor.submit(path, { outcome: "fraud", newest: second }, `${path}/label`);
  assert.match(same.text, /1 score labelled as fraud/);
  const none = await visitor.submit(path, { outcome: "fraud", newest: second }, `${path}/label`);
  assert.match(none.text, /All of them had this label already/);
});

Deno.test("an undo is the account's own, ends after a day, and leads back to the console only", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const other = (await app.account("other")).key;
  const [id] = await reviewed(app, 1);
  const visitor = await signedIn(app);
  const done = await visitor.submit("/console/review", { outcome: "legit", id: [id!] });
  const undo = undoOf(done.text);
  const stranger = new Visitor(app);
  await stranger.signIn(other);
  const foreign = await stranger.submit(
    "/console/review",
    { undo, back: "/console" },
    "/console/labels/undo",
  );
  assert.equal(foreign.status, 404);
  assert.doesNotMatch((await stranger.get(`/console/review?undo=${undo}`)).text, /labelled as/);
  const forged = await visitor.post("/console/labels/undo", { undo, back: "/console/review", csrf: "x" });
  assert.equal(forged.status, 403);
  assert.deepEqual(await labelsOf(app, [id!]), ["legit"]);
  now += 86_400_000 + 1000;
  await visitor.signIn(app.live);
  const late = await visitor.submit("/console/review", { undo, back: "/console" }, "/console/labels/undo");
  assert.equal(late.status, 404);
  const next = await visitor.submit("/console/review", { outcome: "fraud", id: [id!] });
  assert.equal(next.status, 200);
  const away = { undo: undoOf((await visitor.get(next.path)).text), back: "https://evil.example/" };
  assert.equal(
    (await visitor.submit("/console/review", away, "/console/labels/undo")).path,
    "/console?undone=1",
  );
});

Deno.test("scores of another account cannot be labelled, noted or selected", async () => {
  await using app = await startApp();
  const other = (await app.account("other")).key;
  const [own] = await reviewed(app, 1);
  const foreign = await reviewed(app, 2, other);
  const visitor = await signedIn(app);
  assert.deepEqual(queued((await visitor.get("/console/review")).text), [own]);
  assert.equal((await visitor.submit("/console/review", { outcome: "fraud", id: foreign })).status, 404);
  const mixed = await visitor.submit("/console/review", { outcome: "fraud", id: [own!, ...foreign] });
  assert.match(mixed.text, /1 score labelled as fraud/);
  const note = `/console/scores/${foreign[0]}/note`;
  assert.equal((await visitor.submit("/console/review", { note: "mine" }, note)).status, 404);
  assert.deepEqual(await labelsOf(app, foreign, other), [null, null]);
  assert.equal((await app.ask(`/v1/score/${foreign[0]}`, { key: other })).body.note, null);
});

Deno.test("a score's label can be removed, and its history and its note are shown", async () => {
  await using app = await startApp();
  const [id] = await reviewed(app, 1);
  const visitor = await signedIn(app);
  const path = `/console/scores/${id}`;
  assert.doesNotMatch((await visitor.get(path)).text, /Remove the label/);
  await visitor.submit(path, { outcome: "fraud" }, `${path}/label`);
  const removed = await visitor.submit(path, { outcome: "none" }, `${path}/label`);
  assert.match(removed.text, /2 changes/);
  assert.match(removed.text, /<\/time>: fraud<\/li><li><time[^>]*>[^<]*<\/time>: no label/);
  assert.deepEqual(await labelsOf(app, [id!]), [null]);
  const noted = await visitor.submit(path, { note: ' <b>same</b> "ring" ' }, `${path}/note`);
  assert.match(noted.text, /Note saved/);
  assert.match(noted.text, /<p>&lt;b&gt;same&lt;\/b&gt; &quot;ring&quot;<\/p>/);
  assert.equal((await app.ask(`/v1/score/${id}`)).body.note, '<b>same</b> "ring"');
  assert.equal((await visitor.submit(path, { note: "x".repeat(501) }, `${path}/note`)).status, 400);
  await visitor.submit(path, { note: "" }, `${path}/note`);
  assert.equal((await app.ask(`/v1/score/${id}`)).body.note, null);
});
