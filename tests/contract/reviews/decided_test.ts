/** `review.decided` and `label.changed`: what they tell, by which doors, and what tells nobody. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { plantReviews } from "../../support/app/reviews.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";

const BOTH = { events: ["review.decided", "label.changed"] };

/** What came, without times and ids. */
function told(receiver: Receiver): unknown[][] {
  return receiver.received.map(({ event: { type, data } }) =>
    type === "review.decided"
      ? [type, data.request_id, data.decision, data.outcome, data.by, data.note]
      : [type, data.request_id, data.old_outcome, data.outcome, data.by, data.type]
  );
}

const label = (app: TestApp, request_id: string, outcome: string, more = {}) =>
  app.ask("/v1/outcome", { json: { request_id, outcome, ...more } });

Deno.test("a label on what is to review is its decision, whoever gives it; taking it away decides nothing", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url(), BOTH);
  const anna = await app.account("main", { keyName: "Anna" });
  const [one, two] = await plantReviews(app, 2) as [string, string];
  await app.ask(`/v1/score/${one}/note`, { method: "PUT", json: { note: "is a regular" } });
  const before = Date.now();
  await app.ask("/v1/outcome", { key: anna.key, json: { request_id: one, outcome: "legit" } });
  await receiver.take(2);
  const [decided] = receiver.received;
  assert.deepEqual(decided!.event.data, {
    request_id: one,
    user_id: "user-0",
    decision: "approve",
    outcome: "legit",
    note: "is a regular",
    by: "key Anna",
    by_id: anna.keyId,
    at: decided!.event.data.at,
  });
  const at = Date.parse(decided!.event.data.at);
  assert.ok(at >= before && at <= Date.now());
  await label(app, one, "legit");
  await label(app, one, "fraud", { type: "bonus_abuse" });
  await label(app, one, "fraud", { type: "spam" });
  await label(app, one, "none");
  await label(app, two, "fraud");
  const main = receiver.received.length;
  await receiver.take(8);
  const key = app.app.services.store.accounts.keysOf(anna.account.id)[0]!;
  const name = `key ${key.name === "" ? key.id : key.name}`;
  assert.deepEqual(told(receiver).slice(2), [
    ["review.decided", one, "reject", "fraud", name, "is a regular"],
    ["label.changed", one, "legit", "fraud", name, "bonus_abuse"],
    ["label.changed", one, "fraud", "fraud", name, "spam"],
    ["label.changed", one, "fraud", "none", name, null],
    ["review.decided", two, "reject", "fraud", name, null],
    ["label.changed", two, "none", "fraud", name, null],
  ]);
  assert.ok(main <= 8);
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 8, "each has an id of its own");
});

Deno.test("the console's decision and its undo are told, with the note; files, test keys and allowed scores decide nothing", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url(), BOTH);
  await using others = new Receiver();
  const stranger = await app.account("other");
  await addWebhook(app, others.url(), BOTH, stranger.key);
  const [one, two] = await plantReviews(app, 2) as [string, string];
  const [tested] = await plantReviews(app, 1, app.test);
  const visitor = await signedIn(app);
  const path = `/console/scores/${one}`;
  const done = await visitor.submit(path, { outcome: "legit", note: "called" }, `${path}/label`);
  assert.match(done.text, /by key [^<]*/);
  const undo = /name="undo" value="([^"]+)"/.exec(done.text)![1]!;
  await visitor.submit(path, { undo, back: path }, "/console/labels/undo");
  await app.ask("/v1/outcomes/import", { raw: `request_id,outcome\n${two},fraud\n` });
  assert.equal((await app.ask(`/v1/score/${two}`)).body.label.outcome, "fraud");
  assert.equal((await label(app, tested!, "fraud")).body.recorded, 1);
  const allowed = await app.ask("/v1/score/ip?ip=8.8.8.8");
  assert.equal(allowed.body.verdict, "allow");
  await label(app, allowed.body.request_id, "fraud");
  await receiver.take(4);
  const by = receiver.received[0]!.event.data.by;
  assert.match(by, /^key /);
  assert.deepEqual(told(receiver), [
    ["review.decided", one, "approve", "legit", by, "called"],
    ["label.changed", one, "none", "legit", by, null],
    ["label.changed", one, "legit", "none", by, null],
    ["label.changed", allowed.body.request_id, "none", "fraud", by, null],
  ]);
  assert.equal(others.received.length, 0, "nobody else is told");
  const { notes } = (await app.ask(`/v1/score/${one}`)).body;
  assert.deepEqual(notes.map(({ by, text }: { by: string; text: string }) => [by, text]), [[by, "called"]]);
});

Deno.test("rule.changed tells of lists and conditions without a value", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url(), { events: ["rule.changed"] });
  const added = await app.ask("/v1/rules", {
    json: { action: "block", values: ["198.51.100.7", "bad@shop.example"], note: "secret note" },
  });
  const when = 'ip.country == "TJ"';
  const condition = await app.ask("/v1/rules", { json: { action: "review", when, state: "shadow" } });
  const { id } = condition.body.rules[0];
  await app.ask(`/v1/rules/${id}`, { method: "PATCH", json: { state: "live", note: "secret note" } });
  await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
  await receiver.take(5);
  const [first, second, third, ...deleted] = receiver.received.map(({ event }) => event.data);
  const ids = added.body.rules.map((rule: { id: string }) => rule.id);
  assert.deepEqual([first.change, first.count, first.rule_ids.toSorted()], ["added", 2, ids.toSorted()]);
  assert.deepEqual([second.change, second.rule_ids, second.changes], ["added", [id], []]);
  assert.equal(third.change, "changed");
  assert.deepEqual(third.changes, [
    { field: "state", from: "shadow", to: "live" },
    { field: "note", from: "none", to: "a text" },
  ]);
  assert.deepEqual(deleted.map(({ change, count }) => [change, count]), [["deleted", 2], ["deleted", 1]]);
  for (const { raw } of receiver.received) assert.doesNotMatch(raw, /198\.51|bad@|secret note/);
});

Deno.test("a webhook has the growth of a campaign by the name that it asked for, once", async () => {
  await using app = await startApp({ env: SENDING });
  const { events } = app.app.services.webhooks;
  await using both = new Receiver();
  await using earlier = new Receiver();
  await addWebhook(app, both.url(), { events: ["campaign.grew", "campaign.grown"] });
  await addWebhook(app, earlier.url(), { events: ["campaign.grown"] });
  const { account } = await app.account("main");
  const { EVENT_BODIES } = await import("../../../src/http/openapi/events.ts");
  const { data } = EVENT_BODIES["campaign.grew"].example;
  await app.app.services.store.commit(
    events.change([{
      account: account.id,
      type: "campaign.grew",
      id: "one",
      data: structuredClone(data) as never,
    }]),
  );
  app.app.services.webhooks.reconsider();
  await both.take(1);
  await earlier.take(1);
  assert.deepEqual(both.received.map(({ event }) => event.type), ["campaign.grew"]);
  assert.deepEqual(earlier.received.map(({ event }) => event.type), ["campaign.grown"]);
});
