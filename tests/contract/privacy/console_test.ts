/** An owner exports and erases a person from the pages of a score and of an address; nobody else is offered it. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

const ANNA = { user_id: "user-anna-0000001", email: "anna.petersen@mailhost-anna.example", ip: "73.15.20.1" };
const OFFER = "Export or erase this person";

Deno.test("an owner exports and erases a person in the console, after a confirmation of what goes and stays", async () => {
  await using app = await startApp();
  const ids: string[] = [];
  for (let times = 0; times < 2; times++) {
    ids.push((await app.ask("/v1/score/user", { json: ANNA })).body.request_id);
  }
  const owner = await signedIn(app);
  const score = `/console/scores/${ids[0]}`;
  const shown = (await owner.get(score)).text;
  assert.ok(shown.includes(OFFER));
  const value = /href="(\/console\/values\/[^"?]+)"/g;
  const values = await Promise.all(
    [...shown.matchAll(value)].map(async ([, to]) => (await owner.get(to!)).text),
  );
  assert.ok(values.some((text) => text.includes("E-mail") && text.includes(OFFER)));
  const page = (await owner.get(`${score}/person`)).text;
  for (const text of [ANNA.user_id, "It cannot be undone", "Reports and labels of other accounts"]) {
    assert.ok(page.includes(text), text);
  }
  const exported = await owner.submit(`${score}/person`, {}, `${score}/person/export`);
  assert.match(
    exported.headers.get("content-disposition")!,
    /^attachment; filename="exp_[0-9a-f]{32}\.json"$/,
  );
  const { scores } = JSON.parse(exported.text);
  assert.deepEqual(scores.map(({ request_id }: { request_id: string }) => request_id).sort(), ids.toSorted());
  const unsure = await owner.submit(`${score}/person`, {}, `${score}/person/erase`);
  assert.equal(unsure.status, 400);
  assert.ok(unsure.text.includes("Nothing was erased"));
  assert.equal((await owner.get(score)).status, 200);
  const erased = await owner.submit(`${score}/person`, { sure: "yes" }, `${score}/person/erase`);
  assert.equal(erased.status, 200);
  assert.match(erased.text, /The person is erased.*era_[0-9a-f]{32}/s);
  for (const id of ids) assert.equal((await app.ask(`/v1/score/${id}`)).status, 404);
  assert.equal((await owner.get(`${score}/person`)).status, 404);
});

Deno.test("an editor is not offered it, and another account finds nobody", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/user", { json: ANNA });
  const score = `/console/scores/${body.request_id}`;
  const editor = await signedIn(app, (await app.account("main", { role: "editor" })).key);
  const shown = await editor.get(score);
  assert.equal(shown.status, 200);
  assert.ok(!shown.text.includes(OFFER));
  assert.equal((await editor.submit(score, { sure: "yes" }, `${score}/person/erase`)).status, 403);
  const other = await signedIn(app, (await app.account("other")).key);
  assert.equal((await other.get(`${score}/person`)).status, 404);
  assert.equal((await other.submit("/console", { sure: "yes" }, `${score}/person/erase`)).status, 404);
  assert.equal((await app.ask(`/v1/score/${body.request_id}`)).status, 200);
});
