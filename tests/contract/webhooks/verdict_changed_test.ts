/** `verdict.changed`: a mailbox was answered, a ring was labelled. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { mailSettings } from "../../support/app/online.ts";
import { plantRing } from "../../support/app/ring.ts";
import { eventually } from "../../support/eventually.ts";
import { startDnsServer, zone } from "../../support/servers/dns_server.ts";
import { mailboxes, startSmtpServer } from "../../support/servers/smtp_server.ts";
import { addWebhook, Receiver, SENDING, signUp } from "../../support/servers/webhook_receiver.ts";

interface Signup {
  readonly request_id: string;
  readonly verdict: string;
  readonly old_verdict: string;
}

async function pendingOf(app: TestApp, id: string): Promise<number> {
  const { webhooks } = (await app.ask("/v1/webhooks")).body;
  return webhooks.find((webhook: { webhook_id: string }) => webhook.webhook_id === id).pending;
}

const CHANGES = { events: ["verdict.changed"] };

Deno.test("members of a ring whose verdict labels change are told in one message, once each", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ env: SENDING, now: () => clock.now });
  await using receiver = new Receiver();
  const hook = await addWebhook(app, receiver.url(), CHANGES);
  const other = await app.account("other");
  await addWebhook(app, receiver.url("/other"), CHANGES, other.key);
  const stranger = await plantRing(app, 3, other.key);
  const { ids, ringId } = await plantRing(app, 7);
  const alone = await signUp(app, { email: "z.other@gmail.com" });
  const label = (request_id: string, outcome: string) =>
    app.ask("/v1/outcome", { json: { request_id, outcome } });
  const fraud = ids.slice(0, 3);
  await label(ids[3]!, "legit");
  for (const id of fraud) await label(id, "fraud");
  clock.now += 2_000;
  app.app.services.webhooks.reconsider();
  await receiver.take(1);
  await eventually(async () => await pendingOf(app, hook.id) === 0, "nothing waits");
  assert.deepEqual(receiver.received.map(({ event }) => event.type), ["ring.changed"]);
  const { signups: told, ...ring } = receiver.received[0]!.event.data;
  assert.deepEqual(ring, { ring_id: ringId, size: 7, labelled_fraud: 3, changed: 3 });
  assert.deepEqual(told.map(({ request_id }: Signup) => request_id).sort(), ids.slice(4).sort());
  for (const data of told) {
    assert.equal(data.old_verdict, "allow");
    assert.ok(data.verdict !== "allow" && data.risk_score > data.old_risk_score);
    const again = await app.ask("/v1/score/user", {
      json: { ip: "73.15.20.99", device_id: "9f86d081884c7d659a2feaa0c55ad015" },
      key: app.test,
    });
    assert.equal(data.verdict, again.body.verdict, "a sign-up on the device now has this verdict");
  }
  for (const id of [...stranger.ids, alone.request_id, ...ids.slice(0, 4)]) {
    assert.ok(!told.some(({ request_id }: Signup) => request_id === id), "others are not told of");
  }
  await label(ids[0]!, "fraud");
  clock.now += 3_000;
  app.app.services.webhooks.reconsider();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(receiver.received.length, 1);
  for (const id of fraud) await app.ask("/v1/outcome", { json: { request_id: id, outcome: "none" } });
  clock.now += 3_000;
  await eventually(() => {
    // What is considered already goes on: it may be of before.
    app.app.services.webhooks.reconsider();
    return receiver.received.length === 2;
  }, "a second message");
  const back: Signup[] = receiver.received[1]!.event.data.signups;
  assert.equal(back.length, 3);
  for (const { verdict, old_verdict } of back) {
    assert.ok(verdict === "allow" && old_verdict === told[0].verdict, "without the label it is as before");
  }
});

Deno.test("a sign-up whose mailbox turns out not to exist is told, when the mail server has answered", async () => {
  let busy = true;
  const MX = [{ preference: 10, exchange: "mx.shop.com" }];
  const rows = { "shop.com": { A: ["127.0.0.1"], MX }, "mx.shop.com": { A: ["127.0.0.1"] } };
  await using dns = await startDnsServer(zone(rows));
  await using smtp = await startSmtpServer({
    rcpt: (command) =>
      busy ? "451 4.7.1 try again later" : mailboxes({ "ann.smith@shop.com": "250 Ok" })(command),
  });
  const clock = { now: Date.now() };
  await using app = await startApp({
    env: mailSettings(dns, smtp, { WINNOW_SMTP_HELO: "probe.test" }),
    now: () => clock.now,
  });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url(), CHANGES);
  const gone = await signUp(app, { email: "bob.miller@shop.com" });
  const there = await signUp(app, { email: "ann.smith@shop.com" });
  const unknown = JSON.stringify((await app.ask(`/v1/score/${gone.request_id}`)).body.components);
  assert.match(unknown, /pending/);
  await eventually(() => smtp.lines.filter((line) => line.startsWith("RCPT")).length >= 1, "a first probe");
  busy = false;
  await eventually(() => {
    clock.now += 60_000;
    app.app.services.webhooks.reconsider();
    return receiver.received.length > 0;
  }, "the event");
  const { data } = receiver.received[0]!.event;
  assert.equal(data.request_id, gone.request_id);
  assert.deepEqual([data.cause, data.old_verdict], ["mailbox_answered", gone.verdict]);
  assert.ok(data.risk_score > gone.risk_score && data.verdict !== gone.verdict);
  const now = await signUp(app, { email: "bob.miller@shop.com", ip: "81.2.69.160" }, app.test);
  assert.equal(data.verdict, now.verdict);
  clock.now += 3_600_000;
  app.app.services.webhooks.reconsider();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(receiver.received.length, 1, "the other one's verdict is the same");
  assert.ok(there.request_id !== gone.request_id);
});
