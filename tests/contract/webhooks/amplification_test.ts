/** What little can be made much of: webhooks that point at one machine. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { plantRing } from "../../support/app/ring.ts";
import { eventually } from "../../support/eventually.ts";
import { addWebhook, Receiver, SENDING, signUp } from "../../support/servers/webhook_receiver.ts";

Deno.test("one webhook for each URL: a second one is a 409, made or changed, and nothing is made", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  const first = await addWebhook(app, receiver.url("/a"));
  const second = await addWebhook(app, receiver.url("/b"));
  const events = ["quota.low"];
  for (const url of [receiver.url("/a"), ` ${receiver.url("/a")}#b`]) {
    const { status, body } = await app.ask("/v1/webhooks", { json: { url, events } });
    assert.deepEqual([status, body.code], [409, "conflict"], url);
    const path = `/v1/webhooks/${second.id}`;
    const changed = await app.ask(path, { method: "PATCH", json: { url, events } });
    assert.deepEqual([changed.status, changed.body.code], [409, "conflict"], url);
  }
  const same = await app.ask(`/v1/webhooks/${first.id}`, {
    method: "PATCH",
    json: { url: receiver.url("/a") },
  });
  assert.equal(same.status, 200, "its own URL");
  const { webhooks } = (await app.ask("/v1/webhooks")).body;
  assert.deepEqual(webhooks.map(({ url }: { url: string }) => url), [receiver.url("/a"), receiver.url("/b")]);
  assert.ok(!webhooks[1].events.includes("quota.low"));
  const other = await app.account("other");
  await addWebhook(app, receiver.url("/a"), {}, other.key);
});

Deno.test("three labels in one call are one message to each webhook, however large the ring", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ env: SENDING, now: () => clock.now });
  await using receiver = new Receiver();
  const events = { events: ["verdict.changed", "ring.changed"] };
  for (let i = 0; i < 3; i++) await addWebhook(app, receiver.url(`/${i}`), events);
  const { ids } = await plantRing(app, 26);
  const outcomes = ids.slice(0, 3).map((request_id) => ({ request_id, outcome: "fraud" }));
  await app.ask("/v1/outcome", { json: { outcomes } });
  await eventually(() => {
    clock.now += 3_000;
    app.app.services.webhooks.reconsider();
    return receiver.received.length >= 3;
  }, "a message to each");
  await eventually(async () => {
    const { webhooks } = (await app.ask("/v1/webhooks")).body;
    return webhooks.every(({ pending }: { pending: number }) => pending === 0);
  }, "nothing waits");
  assert.deepEqual(receiver.received.map(({ path }) => path).sort(), ["/0", "/1", "/2"]);
  for (const { event } of receiver.received) {
    assert.deepEqual([event.type, event.data.changed, event.data.signups.length], ["ring.changed", 23, 23]);
  }
});

Deno.test("guests together send a few messages a second to one machine, and members are not slowed down by it", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  const guests = [];
  for (let i = 0; i < 4; i++) {
    const { key } = await app.account(`guest-${i}`, { madeBy: "signup" });
    await addWebhook(app, receiver.url(`/guest-${i}`), {}, key);
    guests.push(key);
  }
  await addWebhook(app, receiver.url("/member"));
  const started = performance.now();
  for (let i = 0; i < 15; i++) {
    for (const key of guests) await signUp(app, {}, key);
  }
  for (let i = 0; i < 60; i++) await signUp(app);
  const toMember = () => receiver.received.filter(({ path }) => path === "/member").length;
  await eventually(() => toMember() === 60, "the member's messages");
  const seconds = (performance.now() - started) / 1000;
  const toGuests = receiver.received.length - toMember();
  assert.ok(toGuests >= 20 && toGuests <= 20 + Math.ceil(2 * seconds), `${toGuests} of 60 in ${seconds} s`);
});
