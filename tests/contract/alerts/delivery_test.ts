/** How alerts arrive: tried again, once over several nodes and a restart, quiet for an hour, and where they never go. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { addAlert, AlertReceiver, checkAlerts } from "../../support/servers/alert_receiver.ts";
import { MailReceiver } from "../../support/servers/mail_receiver.ts";
import { addWebhook, SENDING, signUp } from "../../support/servers/webhook_receiver.ts";

const HOUR = 3_600_000;

// deno-lint-ignore no-explicit-any -- as `Answer.body`
async function alertOf(app: TestApp): Promise<any> {
  return (await app.ask("/v1/alerts")).body.alerts[0];
}

/** A webhook that the service switches off. */
async function plantDisabled(app: TestApp, gone: AlertReceiver, path: string): Promise<void> {
  gone.answer = () => new Response(null, { status: 410 });
  const { id } = await addWebhook(app, gone.url(path));
  await signUp(app);
  const isOff = async () => {
    const { webhooks } = (await app.ask("/v1/webhooks")).body;
    return webhooks.find((each: { webhook_id: string }) => each.webhook_id === id).enabled === false;
  };
  await eventually(isOff, "it is switched off");
}

Deno.test("a receiver that fails gets the same message again; the page says what came of it", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new AlertReceiver();
  await using gone = new AlertReceiver();
  receiver.answer = (attempt) => new Response(null, { status: attempt === 1 ? 500 : 200 });
  await addAlert(app, { kind: "url", url: receiver.url() });
  await plantDisabled(app, gone, "/gone");
  assert.deepEqual(await checkAlerts(app), ["webhook_disabled"]);
  await eventually(async () => (await alertOf(app)).last !== null, "it is delivered", 15_000);
  const [first, second] = await receiver.exactly(2);
  assert.equal(first!.raw, second!.raw);
  const { last, pending } = await alertOf(app);
  assert.deepEqual([last.kind, last.delivered, last.note, pending], ["webhook_disabled", true, "200", 0]);
});

Deno.test("an address that is gone is not tried again; what waits is sent when the alert is switched on", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new AlertReceiver();
  await using gone = new AlertReceiver();
  receiver.answer = () => new Response("no_service", { status: 404 });
  const id = await addAlert(app, { kind: "slack", url: receiver.url() });
  await plantDisabled(app, gone, "/gone");
  await checkAlerts(app);
  await eventually(async () => (await alertOf(app)).last !== null, "it is given up");
  const { last } = await alertOf(app);
  assert.deepEqual([last.delivered, last.note], [false, "404"]);
  await receiver.exactly(1);
  await app.ask(`/v1/alerts/${id}`, { method: "PATCH", json: { enabled: false } });
  await plantDisabled(app, gone, "/other");
  assert.deepEqual(await checkAlerts(app), []);
  await receiver.exactly(1);
});

Deno.test("quiet for an hour after it spoke: what began meanwhile is told then, in one message", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ env: SENDING, now: () => clock.now });
  await using receiver = new AlertReceiver();
  await using gone = new AlertReceiver();
  await addAlert(app, { kind: "url", url: receiver.url() });
  await plantDisabled(app, gone, "/1");
  assert.deepEqual(await checkAlerts(app), ["webhook_disabled"]);
  await plantDisabled(app, gone, "/2");
  await plantDisabled(app, gone, "/3");
  for (let turn = 0; turn < 6; turn++) {
    clock.now += 9 * 60_000;
    assert.deepEqual(await checkAlerts(app), []);
  }
  clock.now += 10 * 60_000;
  assert.deepEqual(await checkAlerts(app), ["webhook_disabled"]);
  const received = await receiver.exactly(2);
  assert.equal(received[1]!.body.text.match(/A webhook was switched off/g).length, 2);
  for (let hour = 0; hour < 30; hour++) {
    clock.now += HOUR;
    assert.deepEqual(await checkAlerts(app), []);
  }
});

Deno.test("a restart tells nothing twice", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-test-" });
  await using receiver = new AlertReceiver();
  await using gone = new AlertReceiver();
  const first = await startApp({ env: SENDING, dataDir });
  const { live } = first;
  await addAlert(first, { kind: "url", url: receiver.url() });
  await plantDisabled(first, gone, "/gone");
  assert.deepEqual(await checkAlerts(first), ["webhook_disabled"]);
  await receiver.exactly(1);
  await first.close();
  const second = await startApp({ env: SENDING, dataDir });
  assert.deepEqual(await checkAlerts(second, live), []);
  await receiver.exactly(1);
  await second.close();
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("by e-mail: to its address alone, with the link", async () => {
  await using mail = await MailReceiver.start();
  await using gone = new AlertReceiver();
  const env = {
    ...SENDING,
    WINNOW_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    WINNOW_BASE_URL: "https://risk.shop.example",
  };
  await using app = await startApp({ env });
  await addAlert(app, { kind: "email", to: "team@shop.example" });
  await plantDisabled(app, gone, "/gone");
  await checkAlerts(app);
  const [sent] = await mail.take(1);
  assert.deepEqual(sent!.to, ["team@shop.example"]);
  assert.ok(sent!.headers.includes("Subject: Winnow: A webhook was switched off"), sent!.headers.join("\n"));
  assert.match(sent!.text, /switched off.*https:\/\/risk\.shop\.example\/console\/webhooks\n/s);
  await eventually(async () => (await alertOf(app)).last?.delivered === true, "it says so");
});

Deno.test("several looks at once tell once", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new AlertReceiver();
  await using gone = new AlertReceiver();
  await addAlert(app, { kind: "url", url: receiver.url() });
  await plantDisabled(app, gone, "/gone");
  const told = await Promise.all(Array.from({ length: 10 }, () => checkAlerts(app)));
  assert.deepEqual(told.flat(), ["webhook_disabled"]);
  await receiver.exactly(1);
});

Deno.test("two processes: one of them looks each minute, and whoever looks tells once", () =>
  inFolder(async (dataDir) => {
    await using one = await startApp({ env: SENDING, dataDir });
    await using two = await startApp({ env: SENDING, dataDir });
    await using receiver = new AlertReceiver();
    await using gone = new AlertReceiver();
    await addAlert(two, { kind: "url", url: receiver.url() }, one.live);
    await followChanges(one);
    await plantDisabled(one, gone, "/gone");
    await followChanges(two);
    const told = await Promise.all(
      Array.from({ length: 6 }, (_, index) => checkAlerts(index % 2 === 0 ? one : two, one.live)),
    );
    assert.deepEqual(told.flat(), ["webhook_disabled"]);
    await receiver.exactly(1);
    const alerts = [one, two].map(({ app }) => app.services.store.alerts);
    const claims = async (now: number) => [await alerts[0]!.claim(now), await alerts[1]!.claim(now)];
    const now = Date.now();
    assert.deepEqual(await claims(now), [true, false]);
    assert.deepEqual(await claims(now + 60_000), [true, false], "it goes on");
    await alerts[0]!.release();
    assert.equal(await alerts[1]!.claim(now + 61_000), true, "it ended");
    assert.equal(await alerts[0]!.claim(now + 120_000), false);
    assert.equal(await alerts[0]!.claim(now + 10 * 60_000), true, "it was killed");
  }));

Deno.test("a name that leads to a private address later is refused when a message is sent", async () => {
  await using receiver = new AlertReceiver();
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-test-" });
  const first = await startApp({ env: SENDING, dataDir });
  const { live } = first;
  const id = await addAlert(first, { kind: "slack", url: receiver.url() });
  await first.close();
  // The operator no longer allows loopback.
  const second = await startApp({ env: { ...SENDING, WINNOW_EGRESS_ALLOW: "" }, dataDir });
  const { body } = await second.ask(`/v1/alerts/${id}/test`, { key: live, method: "POST" });
  assert.equal(body.delivered, false);
  assert.match(body.note, /https|not public/);
  await receiver.exactly(0);
  await second.close();
  await Deno.remove(dataDir, { recursive: true });
});
