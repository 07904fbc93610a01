/** Events of users that were created: acknowledged, then scored, each once. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { failCommits, holdCommits } from "../../support/app/failing_store.ts";
import { clerk, hookScores, makeHook, send, usedLookups, useOf } from "../../support/app/hooks.ts";
import { eventually } from "../../support/eventually.ts";

const kinds = ["svix", "standard_webhooks"] as const;

async function scored(app: TestApp, count: number, key = app.live): Promise<void> {
  await eventually(async () => (await hookScores(app, key)).length === count, `${count} scores`);
}

Deno.test("what Clerk sends is acknowledged and scored: the primary e-mail address, the client's address, the id", async () => {
  await using app = await startApp();
  for (const [index, kind] of kinds.entries()) {
    const hook = await makeHook(app, { kind });
    const message = clerk("jane.doe@gmail.com", {
      id: `user_${index}`,
      phone_numbers: [{ phone_number: "+442083661177" }],
    });
    const answer = await send(app, hook, message, { as: "svix" });
    assert.deepEqual([answer.status, answer.body], [202, { result: "queued" }]);
    await scored(app, index + 1);
    const [score] = await hookScores(app);
    assert.equal(score.user_id, `user_${index}`);
    assert.deepEqual(
      score.values.map(({ kind, masked }: { kind: string; masked: string }) => [kind, masked]),
      [["ip", "73.15.20.•"], ["email", "j•••@gmail.com"], ["phone", score.values[2].masked]],
    );
    const { body } = await app.ask(`/v1/score/${score.request_id}`);
    assert.equal(body.via, "hook");
    assert.equal((await useOf(app, hook)).allow, 1);
  }
  assert.equal(await usedLookups(app), 6);
});

Deno.test("what is at the pointers is scored, of any sender", async () => {
  await using app = await startApp();
  const pointers = { email: "/data/contact/0/e~1mail", ip: "/meta~0data/addr", user_id: "/data/number" };
  const hook = await makeHook(app, { kind: "standard_webhooks", pointers });
  const payload = (number: unknown) => ({
    type: "contact.created",
    data: { contact: [{ "e/mail": "bot@mailinator.com" }], number, email: "unused@gmail.com" },
    "meta~data": { addr: "73.15.20.9" },
  });
  assert.equal((await send(app, hook, payload(42))).body.result, "queued");
  await scored(app, 1);
  const [score] = await hookScores(app);
  assert.equal(score.user_id, "42");
  assert.equal(score.verdict, "review");
  const { body } = await app.ask("/v1/scores/search", { json: { value: "bot@mailinator.com" } });
  assert.equal(body.results.length, 1);
  assert.equal((await useOf(app, hook)).last_result, "review");
});

Deno.test("Resend and plain events are understood without pointers", async () => {
  await using app = await startApp();
  const hook = await makeHook(app, { kind: "svix" });
  const resend = {
    type: "contact.created",
    created_at: "2026-11-22T10:00:00Z",
    data: { id: "e169aa45", email: "a@gmail.com" },
  };
  assert.equal((await send(app, hook, resend, { as: "svix" })).body.result, "queued");
  await scored(app, 1);
  assert.equal((await hookScores(app))[0].user_id, "e169aa45");
});

Deno.test("a message is taken in once, whoever repeats it and however fast; two hooks are apart", async () => {
  await using app = await startApp();
  const [hook, another] = [await makeHook(app, { kind: "svix" }), await makeHook(app, { kind: "svix" })];
  const message = clerk("jane.doe@gmail.com");
  const repeated = () => send(app, hook, message, { as: "svix", id: "msg_same" });
  const answers = await Promise.all(Array.from({ length: 12 }, repeated));
  const results = answers.map(({ status, body }) => `${status} ${body.result}`);
  assert.equal(results.filter((result) => result === "202 queued").length, 1);
  assert.equal(results.filter((result) => result === "202 repeated").length, 11);
  await scored(app, 1);
  assert.equal((await repeated()).body.result, "repeated", "also when it was scored");
  assert.equal((await send(app, another, message, { as: "svix", id: "msg_same" })).body.result, "queued");
  await scored(app, 2);
  assert.equal(await usedLookups(app), 4);
  assert.equal((await useOf(app, hook)).allow, 1);
});

Deno.test("other types of events and events without values are acknowledged and ignored", async () => {
  await using app = await startApp();
  const hook = await makeHook(app, { kind: "svix", types: ["user.created", "user.signed_up"] });
  const rows = [
    [{ ...clerk("a@gmail.com"), type: "user.deleted" }, "other type"],
    [{ data: { email: "a@gmail.com" } }, "other type"],
    [{ type: "user.created", data: { id: "user_1", deleted: true } }, "no ip, e-mail or phone in it"],
    [{ type: "user.created", data: { email: "", phone: null } }, "no ip, e-mail or phone in it"],
  ] as const;
  for (const [payload, note] of rows) {
    const answer = await send(app, hook, payload, { as: "svix" });
    assert.deepEqual([answer.status, answer.body.result], [202, "ignored"], note);
    await eventually(async () => (await useOf(app, hook)).last_note === note, note);
  }
  assert.equal((await useOf(app, hook)).ignored, rows.length);
  const broken = await send(app, hook, "{", { as: "svix" });
  assert.deepEqual([broken.status, broken.body.code], [400, "invalid_json"]);
  assert.equal((await hookScores(app)).length, 0);
  await send(app, hook, clerk("a@gmail.com"), { as: "svix" });
  await scored(app, 1);
});

Deno.test("what cannot be read is listed, the rest is scored, and the verdict is at least review", async () => {
  await using app = await startApp();
  const hook = await makeHook(app, { kind: "standard_webhooks" });
  const rows = [
    [{ email: "jane@gmail.com", ip: "nonsense" }, "ip"],
    [{ email: { address: "jane@gmail.com" }, ip: "73.15.20.1" }, "email"],
    [{ email: `${"x".repeat(200_000)}@gmail.com`, ip: "73.15.20.1" }, "email"],
    [{ email: "jane@gmail.com", id: "x".repeat(500) }, "user_id"],
  ] as const;
  for (const [index, [data, field]] of rows.entries()) {
    assert.equal((await send(app, hook, { type: "user.created", data })).body.result, "queued");
    await scored(app, index + 1);
    const [{ request_id, verdict }] = await hookScores(app);
    assert.notEqual(verdict, "allow", field);
    const { body } = await app.ask(`/v1/score/${request_id}`);
    assert.deepEqual(body.components_invalid.map((one: { field: string }) => one.field), [field]);
  }
});

Deno.test("an event is acknowledged only when it is durable", async () => {
  await using app = await startApp();
  const hook = await makeHook(app, { kind: "svix" });
  const end = failCommits(app, "the disk is full", () => true);
  const message = clerk("a@gmail.com");
  const failed = await send(app, hook, message, { as: "svix", id: "msg_1" });
  assert.deepEqual([failed.status, failed.body.code], [503, "unavailable"]);
  end();
  assert.equal((await send(app, hook, message, { as: "svix", id: "msg_1" })).body.result, "queued");
  await scored(app, 1);
  const release = holdCommits(app);
  let answered = false;
  const waiting = send(app, hook, message, { as: "svix", id: "msg_2" }).finally(() => answered = true);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(answered, false);
  release();
  assert.equal((await waiting).body.result, "queued");
  await scored(app, 2);
});

Deno.test("pause and quota: refused before the acknowledgement, and what is queued waits", async () => {
  await using app = await startApp();
  const hook = await makeHook(app, { kind: "svix" });
  const { accounts } = app.app.services.store;
  const set = (fields: object) => accounts.putAccount({ ...accounts.accountNamed("main")!, ...fields });
  const sent = async (id: string) => {
    const { status, body } = await send(app, hook, clerk("a@gmail.com"), { as: "svix", id });
    return [status, body.code ?? body.result];
  };
  await set({ paused: true });
  assert.deepEqual(await sent("one"), [402, "account_paused"]);
  await set({ paused: false, monthlyQuota: 0 });
  assert.deepEqual(await sent("one"), [402, "quota_exceeded"]);
  // One lookup is left, and the event needs two.
  await set({ monthlyQuota: 1 });
  assert.deepEqual(await sent("one"), [202, "queued"]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal((await hookScores(app)).length, 0);
  assert.deepEqual(await sent("one"), [202, "repeated"]);
  await set({ monthlyQuota: 10 });
  await scored(app, 1);
  assert.equal(await usedLookups(app), 2);
});

Deno.test("two accounts: each has its own hooks, events, scores and bills", async () => {
  await using app = await startApp();
  const { key } = await app.account("other");
  const [own, others] = [await makeHook(app, { kind: "svix" }), await makeHook(app, { kind: "svix" }, key)];
  assert.equal(
    (await send(app, { ...own, secret: others.secret }, clerk("a@gmail.com"), { as: "svix" })).status,
    401,
  );
  for (const hook of [own, others]) {
    assert.equal(
      (await send(app, hook, clerk("a@gmail.com"), { as: "svix", id: "msg_1" })).body.result,
      "queued",
    );
  }
  await scored(app, 1);
  await scored(app, 1, key);
  assert.deepEqual([await usedLookups(app), await usedLookups(app, key)], [2, 2]);
  assert.equal((await app.ask("/v1/hooks", { key })).body.hooks.length, 1);
});
