/** Events, messages and answers that are kept name no erased person; the audit log keeps its lines. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const ANNA = { user_id: "user-anna-0000001", email: "anna.petersen@mailhost-anna.example", ip: "73.15.20.1" };
const BRUNO = {
  user_id: "user-bruno-000002",
  email: "bruno.meyer@mailhost-bruno.example",
  ip: "81.2.69.160",
};

async function stored(app: TestApp, prefix: string): Promise<number> {
  const { engine } = app.app.services.store;
  return (await Array.fromAsync(engine.scan([prefix]))).length;
}

Deno.test("events that wait or ended go, and those about others stay", async () => {
  await using app = await startApp();
  const hook = await app.ask("/v1/webhooks", {
    json: { url: "https://receiver.invalid/", events: ["signup.scored", "verdict.changed"] },
  });
  assert.equal(hook.status, 200, JSON.stringify(hook.body));
  for (const person of [ANNA, BRUNO, ANNA]) await app.ask("/v1/score/user", { json: person });
  const waiting = await stored(app, "queue-job") + await stored(app, "webhook-delivery");
  assert.equal(waiting, 3);
  const { messages } = (await app.ask("/v1/privacy/export", { json: { user_id: ANNA.user_id } })).body;
  assert.equal(messages.length, 2);
  assert.ok(JSON.stringify(messages).includes(ANNA.user_id));
  assert.equal((await app.ask("/v1/privacy/erase", { json: { email: ANNA.email } })).body.state, "done");
  assert.equal(await stored(app, "queue-job") + await stored(app, "webhook-delivery"), 1);
  const left = (await app.ask("/v1/privacy/export", { json: { user_id: BRUNO.user_id } })).body;
  assert.deepEqual([left.messages.length, left.scores.length], [1, 1]);
});

Deno.test("an answer that is kept for its Idempotency-Key goes; sent again, the request is another score", async () => {
  await using app = await startApp();
  const headers = (key: string) => ({ "idempotency-key": key });
  const first = await app.ask("/v1/score/user", { json: ANNA, headers: headers("a") });
  const other = await app.ask("/v1/score/user", { json: BRUNO, headers: headers("b") });
  await app.ask("/v1/privacy/erase", { json: { user_id: ANNA.user_id } });
  const again = await app.ask("/v1/score/user", { json: ANNA, headers: headers("a") });
  assert.notEqual(again.body.request_id, first.body.request_id);
  assert.equal((await app.ask(`/v1/score/${first.body.request_id}`)).status, 404);
  const same = await app.ask("/v1/score/user", { json: BRUNO, headers: headers("b") });
  assert.equal(same.body.request_id, other.body.request_id);
});

Deno.test("the audit log keeps its lines, without user ids and values", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/user", { json: ANNA });
  const { rules: [rule] } =
    (await app.ask("/v1/rules", { json: { action: "block", values: [ANNA.email], note: ANNA.user_id } }))
      .body;
  await app.ask("/v1/outcome", { json: { request_id: body.request_id, outcome: "fraud" } });
  const lines = async () => {
    const { entries } = (await app.ask("/v1/audit?limit=100")).body;
    return entries.filter(({ action }: { action: string }) => action !== "data_erased");
  };
  const before = await lines();
  assert.ok(JSON.stringify(before).includes("mailhost-anna"), "the masked value of the rule");
  const { receipt } = (await app.ask("/v1/privacy/erase", { json: { user_id: ANNA.user_id } })).body;
  const after = await lines();
  const said = (entries: { action: string; objects: string[] }[]) =>
    entries.map(({ action, objects }) => [action, objects]);
  assert.deepEqual(said(after), said(before));
  assert.ok(!/anna/i.test(JSON.stringify(after)), JSON.stringify(after));
  assert.equal((await app.ask(`/v1/rules/${rule.id}`)).status, 404);
  const erasures = (await app.ask("/v1/audit?action=data_erased")).body.entries;
  assert.deepEqual(erasures.map(({ objects }: { objects: string[] }) => objects), [[receipt]]);
});

Deno.test("undoing an import or many labels does not bring a label of an erased score back", async () => {
  await using app = await startApp();
  const ids: string[] = [];
  for (const person of [ANNA, BRUNO]) {
    ids.push((await app.ask("/v1/score/user", { json: person })).body.request_id);
  }
  await app.ask("/v1/outcome", { json: { request_id: ids[0], outcome: "fraud" } });
  const imported = await app.ask("/v1/outcomes/import", {
    raw: `request_id,outcome\n${ids[0]},legit\n${ids[1]},fraud\n`,
    headers: { "content-type": "text/csv" },
  });
  assert.equal(imported.status, 200, imported.text);
  await app.ask("/v1/privacy/erase", { json: { user_id: ANNA.user_id } });
  const undone = await app.ask(`/v1/outcomes/import/${imported.body.import_id}`, { method: "DELETE" });
  assert.equal(undone.status, 200, undone.text);
  assert.equal((await app.ask(`/v1/score/${ids[1]}`)).body.label, null);
  for await (const { key } of app.app.services.store.engine.scan(["label"])) assert.fail(key.join(" "));
});
