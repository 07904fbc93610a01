/** Receivers that fail: when they are asked again, what they cannot do, and when they are given up. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { startRawServer } from "../../support/servers/http_server.ts";
import {
  addWebhook,
  deliveriesOf,
  Receiver,
  SENDING,
  signUp,
  untilNewest,
} from "../../support/servers/webhook_receiver.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Delays after each failed attempt. */
const DELAYS = [5_000, 30_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 7 * HOUR, 9 * HOUR];

async function withClock(test: (app: TestApp, clock: { now: number }) => Promise<void>): Promise<void> {
  const clock = { now: Date.now() };
  await using app = await startApp({ env: SENDING, now: () => clock.now });
  await test(app, clock);
}

const failing = (status: number, headers: HeadersInit = {}) => () => new Response("no", { status, headers });

/** Waits until so many attempts were made and noted. */
async function attempts(app: TestApp, id: string, count: number): Promise<void> {
  await eventually(async () => (await deliveriesOf(app, id))[0]?.attempts === count, `${count} attempts`);
}

/** Lets the worker look now, and time for what it must not do. */
async function look(app: TestApp): Promise<void> {
  app.app.services.webhooks.reconsider();
  await new Promise((resolve) => setTimeout(resolve, 150));
}

Deno.test("a delivery is tried nine times within 24 hours, each time not before its time, then the webhook is disabled", () =>
  withClock(async (app, clock) => {
    await using receiver = new Receiver(failing(500));
    const { id } = await addWebhook(app, receiver.url());
    const start = clock.now;
    await signUp(app);
    for (const [index, delay] of DELAYS.entries()) {
      await attempts(app, id, index + 1);
      const [{ next_attempt_at, last_status }] = await deliveriesOf(app, id);
      assert.deepEqual([Date.parse(next_attempt_at), last_status], [clock.now + delay, 500]);
      clock.now += delay - 1;
      await look(app);
      assert.equal(receiver.received.length, index + 1, `${delay - 1} ms are too early`);
      clock.now += 1;
      app.app.services.webhooks.reconsider();
    }
    await untilNewest(app, id, "failed");
    assert.ok(clock.now - start <= 24 * HOUR);
    assert.equal(receiver.received.length, 9);
    assert.equal(new Set(receiver.received.map((message) => message.id)).size, 1);
    const stamps = receiver.received.map(({ timestamp }) => timestamp);
    assert.ok(stamps.every((stamp, index) => index === 0 || stamp > stamps[index - 1]!));
    const [webhook] = (await app.ask("/v1/webhooks")).body.webhooks;
    assert.equal(webhook.enabled, false);
    assert.match(webhook.note, /failed for a day; the last one: 500/);
    const audit = await app.app.services.store.audit.list(
      app.app.services.store.accounts.accountNamed("main")!.id,
      { limit: 10 },
    );
    assert.ok(audit.some(({ entry }) => entry.action === "webhook_disabled" && entry.via === "service"));
    receiver.answer = () => new Response(null);
    await signUp(app);
    await look(app);
    assert.equal(receiver.received.length, 9, "nothing is sent to it, nor queued for it");
    assert.equal((await deliveriesOf(app, id)).length, 1);
    const changed = await app.ask(`/v1/webhooks/${id}`, { method: "PATCH", json: { enabled: true } });
    assert.deepEqual([changed.body.enabled, changed.body.note], [true, null]);
    await signUp(app);
    await receiver.take(10);
  }));

Deno.test("over a short failure the order is kept; a delivery that alone fails lets others pass", () =>
  withClock(async (app, clock) => {
    let bad = "";
    await using receiver = new Receiver(({ event }) =>
      new Response(null, { status: event.data.request_id === bad ? 500 : 200 })
    );
    const { id } = await addWebhook(app, receiver.url());
    receiver.answer = failing(503);
    const first = (await signUp(app)).request_id;
    await attempts(app, id, 1);
    const second = (await signUp(app)).request_id;
    receiver.answer = () => new Response(null);
    clock.now += 5_000;
    app.app.services.webhooks.reconsider();
    await receiver.take(3);
    const order = receiver.received.map(({ event }) => event.data.request_id);
    assert.deepEqual(order, [first, first, second]);
    await untilNewest(app, id, "delivered");

    receiver.answer = ({ event }) =>
      new Response(null, { status: event.data.request_id === bad ? 500 : 200 });
    receiver.received.length = 0;
    const hold = Promise.withResolvers<void>();
    receiver.answer = async () => (await hold.promise, new Response(null, { status: 500 }));
    bad = (await signUp(app)).request_id;
    await receiver.take(1);
    const good = (await signUp(app)).request_id;
    hold.resolve();
    receiver.answer = ({ event }) =>
      new Response(null, { status: event.data.request_id === bad ? 500 : 200 });
    for (const delay of [5_000, 30_000, 5 * MINUTE]) {
      const before = receiver.received.length;
      await eventually(async () => {
        const all = await deliveriesOf(app, id);
        return all.some(({ attempts, status }: { attempts: number; status: string }) =>
          attempts === before && status === "pending"
        );
      }, "the failure was noted");
      clock.now += delay;
      app.app.services.webhooks.reconsider();
      await receiver.take(before + 1);
    }
    clock.now += 5 * MINUTE;
    app.app.services.webhooks.reconsider();
    await receiver.take(5);
    assert.equal(receiver.received[4]!.event.data.request_id, good);
    await untilNewest(app, id, "delivered");
    assert.equal((await app.ask("/v1/webhooks")).body.webhooks[0].enabled, true);
  }));

for (const status of [429, 503]) {
  Deno.test(`${status} with Retry-After: nothing is sent before`, () =>
    withClock(async (app, clock) => {
      await using receiver = new Receiver(failing(status, { "retry-after": "120" }));
      const { id } = await addWebhook(app, receiver.url());
      await signUp(app);
      await attempts(app, id, 1);
      await signUp(app);
      clock.now += 119_999;
      await look(app);
      assert.equal(receiver.received.length, 1);
      clock.now += 1;
      app.app.services.webhooks.reconsider();
      await receiver.take(2);
    }));
}

Deno.test("410 disables the webhook at once; a redirect is a failure and is not followed", () =>
  withClock(async (app) => {
    await using receiver = new Receiver(failing(410));
    const gone = await addWebhook(app, receiver.url("/gone"));
    await signUp(app);
    await untilNewest(app, gone.id, "failed");
    const [webhook] = (await app.ask("/v1/webhooks")).body.webhooks;
    assert.deepEqual([webhook.enabled, webhook.note], [false, "the address answered 410 Gone"]);
    await using target = new Receiver();
    receiver.answer = () => new Response(null, { status: 307, headers: { location: target.url("/moved") } });
    const moved = await addWebhook(app, receiver.url("/redirect"));
    await signUp(app);
    await attempts(app, moved.id, 1);
    assert.equal((await deliveriesOf(app, moved.id))[0].last_status, 307);
    assert.equal(target.received.length, 0);
  }));

Deno.test("a receiver that hangs or answers without end delays nobody else's events", () =>
  withClock(async (app) => {
    let written = 0;
    await using endless = startRawServer(async (connection) => {
      await connection.write("HTTP/1.1 200 OK\r\n\r\n");
      for (; written < 500; written++) await connection.write(new Uint8Array(65_536));
    });
    await using silent = startRawServer((connection) => connection.disconnected);
    const other = await app.account("other");
    await using receiver = new Receiver();
    const { id } = await addWebhook(app, `${endless.url}/`);
    for (let index = 0; index < 8; index++) await addWebhook(app, `${silent.url}/${index}`);
    await addWebhook(app, receiver.url(), {}, other.key);
    for (let index = 0; index < 3; index++) await signUp(app);
    await signUp(app, {}, other.key);
    const started = performance.now();
    await receiver.take(1);
    assert.ok(performance.now() - started < 3_000);
    assert.equal(silent.seen.length <= 4, true, "an account has a few deliveries at a time");
    await untilNewest(app, id, "delivered");
    assert.ok(written < 500, "the body was not read to its end");
  }));
