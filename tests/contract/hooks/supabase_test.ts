/** Supabase Auth asks before it creates a user: what it is answered, and what that leaves. */
import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { failCommits, holdCommits } from "../../support/app/failing_store.ts";
import { hookScores, makeHook, send, supabase, usedLookups, useOf } from "../../support/app/hooks.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";
import { eventually } from "../../support/eventually.ts";

const GOOD = "jane.doe@gmail.com";
const REVIEWED = "bot@mailinator.com";
const BAD = "nobody@example.org";

function assertAllowed({ status, text, headers }: Answer, name: string): void {
  assert.equal(status, 200, name);
  assert.equal(headers.get("content-type"), "application/json", name);
  assert.equal(text, "{}", name);
}

/** Supabase takes a denial only with status 200, a code and a message. */
function assertRefused({ status, body, headers }: Answer, name: string): void {
  assert.equal(status, 200, name);
  assert.equal(headers.get("content-type"), "application/json", name);
  assert.deepEqual(Object.keys(body), ["error"], name);
  assert.deepEqual(Object.keys(body.error), ["http_code", "message"], name);
  assert.equal(body.error.http_code, 403, name);
  assert.match(body.error.message, /^This sign-up (was refused|could not be (checked|read))\./, name);
}

Deno.test("what each verdict becomes, by mode and by what to do when unsure", async () => {
  await using app = await startApp();
  const rows = [
    { mode: "enforce", when_unsure: "allow", [GOOD]: true, [REVIEWED]: true, [BAD]: false },
    { mode: "enforce", when_unsure: "refuse", [GOOD]: true, [REVIEWED]: false, [BAD]: false },
    { mode: "observe", when_unsure: "refuse", [GOOD]: true, [REVIEWED]: true, [BAD]: true },
  ] as const;
  for (const { mode, when_unsure, ...expected } of rows) {
    const hook = await makeHook(app, { mode, when_unsure });
    for (const [email, allowed] of Object.entries(expected)) {
      const answer = await send(app, hook, supabase({ email }));
      (allowed ? assertAllowed : assertRefused)(answer, `${mode} ${when_unsure} ${email}`);
    }
    const { allow, review, block, failed, last_result } = await useOf(app, hook);
    assert.deepEqual(
      { allow, review, block, failed, last_result },
      { allow: 1, review: 1, block: 1, failed: 0, last_result: "block" },
      "the verdict is recorded in every mode",
    );
  }
});

Deno.test("the whole message is scored: address, e-mail, phone and user id", async () => {
  await using app = await startApp();
  const hook = await makeHook(app);
  assertAllowed(await send(app, hook, supabase({ email: GOOD, phone: "442083661177" })), "all");
  const [score] = await hookScores(app);
  assert.equal(score.user_id, "ff7fc9ae-3b1b-4642-9241-64adb9848a03");
  assert.deepEqual(score.values.map(({ kind }: { kind: string }) => kind).sort(), ["email", "ip", "phone"]);
  const { body } = await app.ask(`/v1/score/${score.request_id}`);
  assert.equal(body.via, "hook");
  assert.equal(body.mode, "live");
  assert.deepEqual(body.components_invalid, [], "a phone number without plus is an international one");
  assert.equal(await usedLookups(app), 3);
});

Deno.test("an account's rules decide", async () => {
  await using app = await startApp();
  const hook = await makeHook(app);
  await app.ask("/v1/rules", { json: { action: "block", values: ["gmail.com"] } });
  await app.ask("/v1/rules", { json: { action: "allow", values: [REVIEWED] } });
  assertRefused(await send(app, hook, supabase({ email: GOOD })), "block rule");
  assertAllowed(await send(app, hook, supabase({ email: REVIEWED })), "allow rule");
  // What cannot be read hides no rule, and an allow rule on another value still wins.
  assertAllowed(
    await send(app, hook, supabase({ email: REVIEWED }, { ip_address: "nonsense" })),
    "allow rule",
  );
});

Deno.test("what cannot be read is never let pass because of that", async (t) => {
  await using app = await startApp();
  const hook = await makeHook(app, { when_unsure: "allow" });
  const watching = await makeHook(app, { mode: "observe" });
  const long = "x".repeat(10_000);
  const rows: Record<string, unknown> = {
    "a broken address": supabase({ email: GOOD }, { ip_address: "300.1.1.1" }),
    "an address that is no text": supabase({ email: GOOD }, { ip_address: 7 }),
    "an e-mail that is a list": supabase({ email: [GOOD] }),
    "an e-mail that is too long": supabase({ email: `${long}@gmail.com` }),
    "a phone number that is no text": supabase({ email: GOOD, phone: { number: "+442083661177" } }),
    "a user id with control characters": supabase({ email: GOOD, id: "a\u0000b" }),
    "no user": { metadata: { uuid: "1" } },
    "a user that is a text": { user: GOOD },
    "another hook of Supabase": { ...supabase({ email: GOOD }), metadata: { name: "send-email" } },
    "a list": [],
    "null": null,
    "no JSON": "{",
    "nothing": "",
  };
  for (const [name, payload] of Object.entries(rows)) {
    await t.step(name, async () => {
      assertRefused(await send(app, hook, payload), name);
      assertAllowed(await send(app, watching, payload), `${name}, observed`);
    });
  }
  assert.ok(!JSON.stringify((await app.ask("/v1/hooks")).body).includes("gmail"), "no value in the counts");
});

Deno.test("a sign-up without anything to score is unsure", async () => {
  await using app = await startApp();
  for (const when_unsure of ["allow", "refuse"] as const) {
    const hook = await makeHook(app, { when_unsure });
    const answer = await send(app, hook, supabase({ is_anonymous: true }, { ip_address: undefined }));
    (when_unsure === "allow" ? assertAllowed : assertRefused)(answer, when_unsure);
    await eventually(async () => (await useOf(app, hook)).last_note === "nothing to score", when_unsure);
  }
  assert.equal((await hookScores(app)).length, 0);
});

Deno.test("a repeated attempt has another message id and the same uuid: one verdict, one score, one bill", async () => {
  await using app = await startApp();
  const hook = await makeHook(app);
  const message = supabase({ email: BAD });
  assertRefused(await send(app, hook, message, { id: "first" }), "first");
  await app.ask("/v1/rules", { json: { action: "allow", values: [BAD] } });
  assertRefused(await send(app, hook, message, { id: "second" }), "the verdict of the first attempt");
  assertRefused(await send(app, hook, message, { id: "first" }), "replayed");
  const together = supabase({ email: "other@example.org" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(app, hook, together)));
  for (const answer of answers) assertRefused(answer, "together");
  assert.equal((await hookScores(app)).length, 2);
  assert.equal(await usedLookups(app), 4);
  assert.equal((await useOf(app, hook)).block, 2);
  assertAllowed(await send(app, hook, supabase({ email: BAD })), "another sign-up");
  const without = { ...supabase({ email: "third@example.org" }), metadata: {} };
  for (const id of ["a", "a", "b"]) {
    assertRefused(await send(app, hook, without, { id }), "no uuid: by message id");
  }
  assert.equal((await hookScores(app)).length, 5);
});

async function timed(work: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now();
  const answer = await work();
  const seconds = (performance.now() - started) / 1000;
  assert.ok(seconds < 2, `answered after ${seconds} s`);
  return answer;
}

Deno.test("a store that hangs: answered in time as when unsure, and the verdict is recorded when it can be", async () => {
  await using app = await startApp();
  const open = await makeHook(app, { when_unsure: "allow" });
  const shut = await makeHook(app, { when_unsure: "refuse" });
  const message = supabase({ email: BAD });
  const release = holdCommits(app);
  const [first, second] = await Promise.all([
    timed(() => send(app, open, message)),
    timed(() => send(app, shut, supabase({ email: GOOD }))),
  ]);
  assertAllowed(first, "allow when unsure");
  assertRefused(second, "refuse when unsure");
  release();
  await eventually(async () => (await hookScores(app)).length === 2, "both are recorded");
  assertRefused(await send(app, open, message), "the attempt after that gets the verdict");
  assert.equal((await hookScores(app)).length, 2);
  await eventually(async () => (await useOf(app, open)).failed === 1, "the failure is counted");
  assert.equal((await useOf(app, open)).block, 1);
});

Deno.test("whatever prevents the score is unsure, and costs nothing", async (t) => {
  const setUp = async (app: TestApp) => ({
    open: await makeHook(app, { when_unsure: "allow" }),
    shut: await makeHook(app, { when_unsure: "refuse" }),
    watching: await makeHook(app, { mode: "observe", when_unsure: "refuse" }),
  });
  const check = async (
    app: TestApp,
    { open, shut, watching }: Awaited<ReturnType<typeof setUp>>,
    note: string,
  ) => {
    assertAllowed(await timed(() => send(app, open, supabase({ email: BAD }))), "allow");
    assertRefused(await timed(() => send(app, shut, supabase({ email: GOOD }))), "refuse");
    assertAllowed(await timed(() => send(app, watching, supabase({ email: BAD }))), "observe");
    return async () => {
      for (const hook of [open, shut, watching]) {
        await eventually(async () => (await useOf(app, hook)).last_note === note, note);
      }
      assert.equal((await hookScores(app)).length, 0);
      assert.equal(await usedLookups(app), 0);
    };
  };
  await t.step("a paused account", async () => {
    await using app = await startApp();
    const hooks = await setUp(app);
    const { accounts } = app.app.services.store;
    const account = accounts.accountNamed("main")!;
    await accounts.putAccount({ ...account, paused: true });
    await (await check(app, hooks, "account_paused"))();
  });
  await t.step("a store that fails", async () => {
    await using app = await startApp();
    const hooks = await setUp(app);
    const end = failCommits(app, "the disk is full", () => true);
    await check(app, hooks, "unavailable");
    end();
    assertAllowed(await send(app, hooks.open, supabase({ email: GOOD })), "it works again");
    assert.equal((await hookScores(app)).length, 1);
  });
  await t.step("a guest who sends too much", async () => {
    await using app = await startApp();
    const { key } = await app.account("slow", { rpm: 1, madeBy: "signup" });
    const hook = await makeHook(app, { when_unsure: "refuse" }, key);
    const answers: Answer[] = [];
    for (let turn = 0; turn < 70; turn++) answers.push(await send(app, hook, supabase({ email: GOOD })));
    assertAllowed(answers[0]!, "first");
    assertRefused(answers.at(-1)!, "beyond the limit");
  });
});

Deno.test("a flood opens no door: beyond a member's limit local data decides, not billed and not stored", async () => {
  let ahead = 0;
  await using app = await startApp({ now: () => Date.now() + ahead });
  const { key } = await app.account("slow", { rpm: 60 });
  const open = await makeHook(app, { when_unsure: "allow" }, key);
  const shut = await makeHook(app, { when_unsure: "refuse" }, key);
  for (let turn = 0; turn < 70; turn++) await send(app, open, supabase({ email: `p${turn}@gmail.com` }));
  assertRefused(await send(app, open, supabase({ email: BAD })), "block, though when_unsure is allow");
  assertAllowed(await send(app, shut, supabase({ email: GOOD })), "good, though when_unsure is refuse");
  ahead = 120_000;
  const stored = (await hookScores(app, key)).length;
  assert.ok(stored > 30 && stored <= 61, `${stored} of 72`);
  await eventually(async () => (await useOf(app, shut, key)).last_note === "rate_limited", "the note");
});

Deno.test("a quota that is used up opens no door: local data decides, not billed and not stored, and the event says so", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  const hook = await makeHook(app, { when_unsure: "allow" });
  const watching = await makeHook(app, { mode: "observe" });
  await app.ask("/v1/rules", { json: { action: "allow", values: [REVIEWED] } });
  await addWebhook(app, receiver.url(), { events: ["signup.scored"] });
  const { accounts } = app.app.services.store;
  await accounts.putAccount({ ...accounts.accountNamed("main")!, monthlyQuota: 1 });
  const ask = (email: string, to = hook) => send(app, to, supabase({ email }));
  assertRefused(await ask(BAD), "block, though when_unsure is allow");
  assertAllowed(await ask(BAD, watching), "observed");
  assertAllowed(await ask(REVIEWED), "a rule of the account");
  assertAllowed(await ask(GOOD), "good");
  const same = supabase({ email: BAD });
  for (const id of ["a", "b"]) assertRefused(await send(app, hook, same, { id }), "asked again");
  await eventually(async () => (await useOf(app, hook)).block === 3, "counted");
  const { block, allow, failed, last_note } = await useOf(app, hook);
  assert.deepEqual({ block, allow, failed, last_note }, {
    block: 3,
    allow: 2,
    failed: 0,
    last_note: "quota_exceeded",
  });
  assert.equal((await hookScores(app)).length, 0, "no score is stored");
  assert.equal(await usedLookups(app), 0);
  for (const { event: { data } } of await receiver.take(6)) {
    assert.deepEqual([data.without_quota, data.via], [true, "hook"]);
    assert.equal((await app.ask(`/v1/score/${data.request_id}`)).status, 404);
  }
  const api = await app.ask("/v1/score/user", { json: { email: BAD, ip: "8.8.8.8" } });
  assert.deepEqual([api.status, api.body.code], [429, "quota_exceeded"], "the API's own answer is as before");
});
