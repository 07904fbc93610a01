/** Events to webhooks: signed, in order, filtered, and nothing in clear about anybody. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import {
  addWebhook,
  deliveriesOf,
  Receiver,
  SENDING,
  signUp,
  untilNewest,
  verifyBoth,
} from "../../support/servers/webhook_receiver.ts";

Deno.test("the event of a sign-up names the condition that decided, and its tags", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url());
  for (const json of [{ action: "block" }, { action: "tag", tag: "odd" }]) {
    const { status } = await app.ask("/v1/rules", {
      json: { ...json, when: "signup.score >= 0", state: "live" },
    });
    assert.equal(status, 200);
  }
  const { rule } = await signUp(app, { email: "ann.miller@gmail.com" });
  const [message] = await receiver.take(1);
  const { data } = message!.event;
  assert.deepEqual([data.rule, data.rule_applied, data.tags, data.verdict], [
    { id: rule.rule_id, action: "block", kind: "condition" },
    { id: rule.rule_id, action: "block", kind: "condition" },
    ["odd"],
    "block",
  ]);
  await app.ask("/v1/rules", { json: { action: "allow", values: ["ann.miller@gmail.com"] } });
  const listed = await signUp(app, { email: "ann.miller@gmail.com" });
  const [, second] = await receiver.take(2);
  assert.deepEqual(second!.event.data.rule, {
    id: listed.rule.rule_id,
    action: "allow",
    kind: "email",
  });
  assert.ok(!second!.raw.includes("ann.miller"));
});

Deno.test("a scored sign-up is sent, signed, and holds no identifier", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  const { id, secret } = await addWebhook(app, receiver.url());
  const email = "somebody.private@mailinator.com";
  const body = await signUp(app, { email, phone: "+442083661177", user_id: "user-17" });
  const [message] = await receiver.take(1);
  verifyBoth(secret, message!);
  assert.throws(() => verifyBoth(secret.replace(/.{3}=$/, "AAA="), message!));
  assert.equal(message!.headers.get("content-type"), "application/json");
  const { type, timestamp, data } = message!.event;
  assert.deepEqual(Object.keys(message!.event), ["type", "timestamp", "data"]);
  assert.ok(type === "signup.scored" && Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
  const { scored_at, facts, ...rest } = data;
  assert.deepEqual(facts, body.facts);
  assert.ok(Math.abs(Date.parse(scored_at) - Date.now()) < 60_000);
  assert.deepEqual(rest, {
    request_id: body.request_id,
    user_id: "user-17",
    verdict: body.verdict,
    risk_score: body.risk_score,
    summary: body.summary,
    customer_reason: body.customer_reason,
    top_signals: body.top_signals,
    rule_applied: null,
    rule: null,
    tags: [],
    ring_id: null,
    via: "user",
  });
  for (const secret of ["somebody", "private", "81.2.69", "2083661177"]) {
    assert.ok(!message!.raw.includes(secret));
  }
  assert.ok(message!.raw.length < 20_000);
  await untilNewest(app, id, "delivered");
  const metrics = (await app.ask("/metrics", { key: null })).text;
  assert.match(metrics, /^winnow_webhook_seconds_count 1$/m);
  const [delivery] = await deliveriesOf(app, id);
  const { delivery_id, created_at, ended_at, ...told } = delivery;
  assert.match(delivery_id, /^dlv_[0-9a-f]+$/);
  assert.ok(created_at <= ended_at);
  assert.deepEqual(told, {
    type: "signup.scored",
    status: "delivered",
    attempts: 1,
    last_status: 204,
    last_error: null,
    next_attempt_at: null,
  });
});

Deno.test("the value of a rule that decided is not sent", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url());
  await app.ask("/v1/rules", { json: { action: "block", values: ["ann@shop.example"] } });
  await signUp(app, { email: "ann@shop.example" });
  const [{ raw, event }] = await receiver.take(1) as [Awaited<ReturnType<Receiver["take"]>>[number]];
  assert.deepEqual(Object.keys(event.data.rule_applied), ["id", "action", "kind"]);
  assert.equal(event.data.summary, "Blocked by one of your rules.");
  assert.ok(!raw.includes("ann@"));
  const { facts, ...rest } = event.data;
  assert.equal(facts["email.domain"], "shop.example");
  assert.ok(!JSON.stringify(rest).includes("shop.example"), "but for the fact");
});

Deno.test("what is sent: verdicts and events that the webhook wants, of live keys and stored sign-ups alone", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url("/all"));
  await addWebhook(app, receiver.url("/block"), { verdicts: ["block"] });
  await addWebhook(app, receiver.url("/none"), { events: ["quota.low"] });
  const other = await app.account("other");
  await signUp(app, {}, other.key);
  await signUp(app, {}, app.test);
  await app.ask("/v1/score/ip?ip=81.2.69.160");
  await app.ask("/v1/score/user", { json: { ip: "not an address" } });
  const allowed = await signUp(app);
  assert.equal(allowed.verdict, "allow");
  await app.ask("/v1/rules", { json: { action: "block", values: ["81.2.69.161"] } });
  const blocked = await signUp(app, { ip: "81.2.69.161" });
  await receiver.take(3);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const got = receiver.received.map(({ path, event }) => `${path} ${event.data.request_id}`).sort();
  const expected = [
    `/all ${allowed.request_id}`,
    `/all ${blocked.request_id}`,
    `/block ${blocked.request_id}`,
  ];
  assert.deepEqual(got, expected.sort());
});

Deno.test("the compatibility layer's sign-ups are sent too", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url());
  const headers = { authorization: `Basic ${btoa(`1:${app.live}`)}` };
  const json = { device: { ip_address: "81.2.69.160" } };
  assert.equal((await app.ask("/minfraud/v2.0/score", { key: null, headers, json })).status, 200);
  const [message] = await receiver.take(1);
  assert.equal(message!.event.data.via, "compat");
});

Deno.test("messages come in the order of the sign-ups, one at a time", async () => {
  await using app = await startApp({ env: SENDING });
  let [inFlight, most] = [0, 0];
  await using receiver = new Receiver(async () => {
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setTimeout(resolve, 10));
    inFlight--;
    return new Response("ok");
  });
  await addWebhook(app, receiver.url());
  const ids: string[] = [];
  for (let index = 0; index < 45; index++) ids.push((await signUp(app)).request_id);
  const got = (await receiver.take(45)).map(({ event }) => event.data.request_id);
  assert.deepEqual(got, ids);
  assert.equal(most, 1);
});

Deno.test("a replaced secret signs beside the new one for a day", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ env: SENDING, now: () => clock.now });
  await using receiver = new Receiver();
  const { id, secret } = await addWebhook(app, receiver.url());
  const rotated = await app.ask(`/v1/webhooks/${id}/rotate`, { method: "POST" });
  assert.equal(rotated.status, 200, rotated.text);
  assert.notEqual(rotated.body.secret, secret);
  await signUp(app);
  const [first] = await receiver.take(1);
  for (const each of [secret, rotated.body.secret]) verifyBoth(each, first!);
  for (const turn of [2, 3]) {
    assert.equal((await app.ask(`/v1/webhooks/${id}/rotate`, { method: "POST" })).status, 200, `${turn}`);
  }
  const refused = await app.ask(`/v1/webhooks/${id}/rotate`, { method: "POST" });
  assert.deepEqual([refused.status, refused.body.code], [429, "rate_limited"], "few secrets sign");
  assert.equal(refused.headers.get("retry-after"), "86400");
  clock.now += 86_400_001;
  const last = await app.ask(`/v1/webhooks/${id}/rotate`, { method: "POST" });
  assert.equal(last.status, 200);
  assert.ok(
    (await app.ask("/v1/webhooks")).text.includes(id) &&
      !(await app.ask("/v1/webhooks")).text.includes("whsec"),
  );
});

Deno.test("an ended delivery is sent again with the same id, as a new delivery", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  const { id } = await addWebhook(app, receiver.url());
  await signUp(app);
  await receiver.take(1);
  await untilNewest(app, id, "delivered");
  const [{ delivery_id }] = await deliveriesOf(app, id);
  const path = `/v1/webhooks/${id}/deliveries/${delivery_id}/resend`;
  const again = await app.ask(path, { method: "POST" });
  assert.equal(again.status, 200, again.text);
  assert.ok(again.body.status === "pending" && again.body.delivery_id !== delivery_id);
  const [one, two] = await receiver.take(2);
  assert.ok(one!.id === two!.id && one!.raw === two!.raw);
  await eventually(async () => (await deliveriesOf(app, id)).length === 2, "both deliveries");
  const page = await app.ask(`/v1/webhooks/${id}/deliveries?limit=1`);
  assert.equal(page.body.next, again.body.delivery_id);
  const rest = await app.ask(`/v1/webhooks/${id}/deliveries?limit=1&before=${page.body.next}`);
  assert.deepEqual([rest.body.deliveries[0].delivery_id, rest.body.next], [delivery_id, null]);
  await app.ask(`/v1/webhooks/${id}`, { method: "PATCH", json: { enabled: false } });
  assert.equal((await app.ask(path, { method: "POST" })).body.code, "invalid_value");
});
