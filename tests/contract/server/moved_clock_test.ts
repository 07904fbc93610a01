/**
 * The machine's clock is moved by two days and by seventy minutes, forward and back, under a server in use: nobody is
 * refused, nothing is billed twice, and nothing expires that should not.
 */
import assert from "node:assert/strict";
import { Clock } from "../../../src/concurrency/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/model/duration.ts";
import { makeHook, send, supabase } from "../../support/app/hooks.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";

const STEPS = [2 * DAY_MS, -2 * DAY_MS, 70 * MINUTE_MS, -70 * MINUTE_MS, 0];
const SIGNUP = { ip: "81.2.69.160", email: "jane.doe@gmail.com", device_id: "0123456789abcdef" };

Deno.test("the clock is set ±2 days and ±70 minutes under a server in use", async () => {
  let [step, passed] = [0, 0];
  const clock = new Clock({
    wall: () => Date.now() + passed + step,
    steady: () => performance.now() + passed,
  });
  await using receiver = new Receiver();
  await using app = await startApp({ clock, env: SENDING });
  const { account, key } = await app.account("shop", { rpm: 60, monthly: 1000 });
  const test = (await app.account("shop", { mode: "test", rpm: 60 })).key;
  const minute = () => passed += MINUTE_MS;
  await addWebhook(app, receiver.url(), {}, key);
  const hook = await makeHook(app, {}, key);
  const visitor = new Visitor(app);
  assert.equal((await visitor.signIn(key)).path, "/console");
  minute();
  const overlapping = (await app.account("shop", { expiresAt: clock.now() + 90 * MINUTE_MS })).key;
  const rule = {
    action: "block",
    values: ["9.9.9.9"],
    expires_at: new Date(clock.now() + DAY_MS).toISOString(),
  };
  assert.equal((await app.ask("/v1/rules", { key, json: rule })).status, 200);
  const keyed = (name: string) => ({ key, headers: { "idempotency-key": name }, json: SIGNUP });
  const first = await app.ask("/v1/score/user", keyed("once"));
  assert.equal(first.status, 200, first.text);
  const used = async () => (await app.ask("/v1/usage", { key })).body.used;
  let [billed, messages] = [await used(), 1];
  const { request_id } = first.body;
  const answers = async (what: string) => {
    const check = async (name: string, path: string, given: Parameters<TestApp["ask"]>[1]) => {
      const answer = await app.ask(path, given);
      assert.equal(
        answer.status,
        200,
        `${what}: ${name}: ${answer.headers.get("retry-after")} ${answer.text}`,
      );
      return answer.body;
    };
    const again = await check("a repeated request", "/v1/score/user", keyed("once"));
    assert.equal(again.request_id, request_id, `${what}: it was executed again`);
    const scored = await check("a new request", "/v1/score/user", keyed(`new ${what}`));
    const repeated = await check("its repetition", "/v1/score/user", keyed(`new ${what}`));
    assert.equal(repeated.request_id, scored.request_id);
    assert.equal(scored.linkage.subnet_rate_1h, ++messages, `${what}: the last hour`);
    await check("a stored score", `/v1/score/${request_id}`, { key });
    await check("a test key", "/v1/score/ip?ip=8.8.8.8", { key: test });
    await check("a key that is replaced", "/v1/rules", { key: overlapping });
    assert.equal((await check("a rule", "/v1/score/ip?ip=9.9.9.9", { key })).verdict, "block", what);
    for (const at of [clock.now(), clock.near(clock.wall)]) {
      const user = supabase({ email: `user${++messages}@gmail.com` }, { ip_address: SIGNUP.ip });
      const { status, text } = await send(app, hook, user, { at });
      assert.equal(status, 200, `${what}: a message of a hook: ${text}`);
    }
    assert.equal((await visitor.get("/console/keys")).path, "/console/keys", `${what}: signed in`);
    billed += 3 + 1 + 2 * 2;
    assert.equal(await used(), billed, `${what}: what is billed`);
  };
  await answers("before");
  // What limits allow is used up before each step.
  const exhaust = async () => {
    for (;;) {
      const { status, headers } = await app.ask("/v1/rules", { key });
      if (status === 200) continue;
      assert.deepEqual([status, Number(headers.get("retry-after")) <= 2], [429, true]);
      return;
    }
  };
  for (const next of STEPS) {
    await exhaust();
    step = next;
    const { status, headers } = await app.ask("/v1/rules", { key });
    assert.ok(
      status === 200 || Number(headers.get("retry-after")) <= 2,
      `${next}: ${headers.get("retry-after")}`,
    );
    minute();
    await answers(`${next / MINUTE_MS} min`);
  }
  // Each event once, whatever the clock showed.
  const scored = 3 * (STEPS.length + 1) + 1;
  await receiver.take(scored);
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, receiver.received.length);
  const { store } = app.app.services;
  assert.equal(await store.usage.used(account.id, store.usage.monthOf(clock.now())), billed);
});
