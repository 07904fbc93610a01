/** `/v1/webhooks`: what it takes, whose they are, and what nothing is sent to. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { startDnsServer, zone } from "../../support/servers/dns_server.ts";
import {
  addWebhook,
  deliveriesOf,
  Receiver,
  SENDING,
  signUp,
} from "../../support/servers/webhook_receiver.ts";

const URL_ = "https://127.0.0.1/hook";
const EVENTS = ["signup.scored"];

Deno.test("a webhook is created, listed, changed and deleted; its secret is shown once", async () => {
  await using app = await startApp({ env: SENDING });
  const made = await app.ask("/v1/webhooks", {
    json: { url: URL_, events: ["signup.scored", "signup.scored"] },
  });
  assert.equal(made.status, 200, made.text);
  const { webhook_id, secret, created_at, request_id, processing_time_sec, ...rest } = made.body;
  assert.match(webhook_id, /^wh_[0-9a-f]{24}$/);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.ok(created_at && request_id && processing_time_sec >= 0);
  const expected = {
    url: URL_,
    events: EVENTS,
    verdicts: null,
    enabled: true,
    note: null,
    old_secret_until: null,
    pending: 0,
    dropped: 0,
  };
  assert.deepEqual(rest, expected);
  const { body, text } = await app.ask("/v1/webhooks");
  assert.ok(
    body.count === 1 && body.sending === true && !text.includes("whsec") && !text.includes('secret"'),
  );
  const path = `/v1/webhooks/${webhook_id}`;
  const changed = await app.ask(path, { method: "PATCH", json: { enabled: false, verdicts: ["block"] } });
  assert.deepEqual([changed.body.enabled, changed.body.verdicts, changed.body.events], [
    false,
    ["block"],
    EVENTS,
  ]);
  const unchanged = await app.ask(path, { method: "PATCH", json: {} });
  assert.deepEqual([unchanged.body.enabled, unchanged.body.verdicts], [false, ["block"]]);
  const all = await app.ask(path, { method: "PATCH", json: { verdicts: null } });
  assert.equal(all.body.verdicts, null);
  assert.equal((await app.ask(path, { method: "DELETE" })).body.deleted, 1);
  assert.equal((await app.ask("/v1/webhooks")).body.count, 0);
  assert.equal((await app.ask(path, { method: "DELETE" })).status, 404);
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const actions = (await store.audit.list(account, { limit: 20 })).map(({ entry }) => entry.action);
  for (const action of ["webhook_created", "webhook_changed", "webhook_deleted"]) {
    assert.ok(actions.includes(action as typeof actions[number]), action);
  }
});

const REFUSED: readonly [name: string, json: unknown, field: RegExp][] = [
  ["no URL", { events: EVENTS }, /url/],
  ["not a URL", { url: "shop.test", events: EVENTS }, /url.*absolute URL/],
  ["another scheme", { url: "ftp://127.0.0.1/", events: EVENTS }, /url.*https/],
  ["http to a public address", { url: "http://8.8.8.8/", events: EVENTS }, /url.*https/],
  ["a private address", { url: "https://10.0.0.1/", events: EVENTS }, /url.*not public/],
  ["a private address, spelt otherwise", { url: "https://0x0a000001/", events: EVENTS }, /url.*not public/],
  ["a metadata service", { url: "http://169.254.169.254/", events: EVENTS }, /url.*not public/],
  ["IPv6 loopback", { url: "https://[::1]/", events: EVENTS }, /url.*not public/],
  ["a mapped address", { url: "https://[::ffff:10.0.0.1]/", events: EVENTS }, /url.*not public/],
  ["a port of another service", { url: "https://8.8.8.8:25/", events: EVENTS }, /url.*port/],
  ["a password", { url: "https://a:b@8.8.8.8/", events: EVENTS }, /url.*password/],
  ["too long", { url: `https://8.8.8.8/${"a".repeat(500)}`, events: EVENTS }, /url/],
  ["no events", { url: URL_, events: [] }, /events/],
  ["an unknown event", { url: URL_, events: ["signup"] }, /events/],
  ["an unknown verdict", { url: URL_, events: EVENTS, verdicts: ["maybe"] }, /verdicts/],
  ["no verdicts", { url: URL_, events: EVENTS, verdicts: [] }, /verdicts/],
];

Deno.test("bad input is refused by name, and makes no webhook", async (t) => {
  await using app = await startApp({ env: SENDING });
  for (const [name, json, field] of REFUSED) {
    await t.step(name, async () => {
      const { status, body } = await app.ask("/v1/webhooks", { json });
      assert.deepEqual([status, body.code], [400, "invalid_value"]);
      assert.match(JSON.stringify(body.errors), field);
    });
  }
  assert.equal((await app.ask("/v1/webhooks")).body.count, 0);
  const test = await app.ask("/v1/webhooks", { json: { url: URL_, events: EVENTS }, key: app.test });
  assert.equal(test.body.code, "test_key_refused");
});

Deno.test("an account has at most ten webhooks, and none of another account", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  const other = await app.account("other");
  const made = [];
  for (let index = 0; index < 10; index++) made.push(await addWebhook(app, receiver.url(`/${index}`)));
  const eleventh = await app.ask("/v1/webhooks", { json: { url: URL_, events: EVENTS } });
  assert.deepEqual([eleventh.status, eleventh.body.code], [409, "conflict"]);
  assert.equal((await app.ask("/v1/webhooks", { key: other.key })).body.count, 0);
  await signUp(app);
  await receiver.take(10);
  const { id } = made[0]!;
  await eventually(async () => (await deliveriesOf(app, id))[0]?.status === "delivered", "delivered");
  const [{ delivery_id }] = await deliveriesOf(app, id);
  for (
    const [method, rest] of [["PATCH", ""], ["DELETE", ""], ["POST", "/rotate"], ["GET", "/deliveries"], [
      "POST",
      `/deliveries/${delivery_id}/resend`,
    ]] as const
  ) {
    const json = method === "PATCH" ? { json: { enabled: false } } : {};
    const { status } = await app.ask(`/v1/webhooks/${id}${rest}`, { method, ...json, key: other.key });
    assert.equal(status, 404, `${method} ${rest}`);
  }
  const own = await addWebhook(app, receiver.url("/own"), {}, other.key);
  const path = `/v1/webhooks/${own.id}/deliveries/${delivery_id}/resend`;
  assert.equal((await app.ask(path, { method: "POST", key: other.key })).status, 404, "of another webhook");
  assert.equal((await app.ask("/v1/webhooks")).body.count, 10);
});

Deno.test("a name that leads to a private address later is not connected to", async () => {
  const answers = {
    before: zone({ "hook.shop.com": { A: ["127.0.0.1"] } }),
    after: zone({ "hook.shop.com": { A: ["127.0.0.2"] } }),
  };
  let now: keyof typeof answers = "before";
  await using dns = await startDnsServer((question) => answers[now](question));
  const clock = { now: Date.now() };
  const env = { ...SENDING, WINNOW_DNS: dns.setting, WINNOW_EGRESS_ALLOW: "127.0.0.1" };
  await using app = await startApp({ env, now: () => clock.now });
  await using receiver = new Receiver();
  const port = new URL(receiver.url()).port;
  const { id } = await addWebhook(app, `http://hook.shop.com:${port}/`);
  await signUp(app);
  await receiver.take(1);
  now = "after";
  clock.now += 86_400_000;
  await signUp(app);
  await eventually(async () => (await deliveriesOf(app, id))[0]?.attempts === 1, "an attempt");
  const [{ last_error, status }] = await deliveriesOf(app, id);
  assert.ok(
    status === "pending" && /not public/.test(last_error) && !last_error.includes("127."),
    last_error,
  );
  assert.equal(receiver.received.length, 1);
});

Deno.test("offline nothing is sent, and the list says so; later it is sent", async () => {
  await using receiver = new Receiver();
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-test-" });
  try {
    let key = "";
    {
      await using app = await startApp({ dataDir });
      key = app.live;
      await addWebhook(app, receiver.url());
      const { body } = await app.ask("/v1/webhooks");
      assert.equal(body.sending, false);
      await signUp(app);
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(receiver.received.length, 0);
      assert.equal((await app.ask("/v1/webhooks")).body.webhooks[0].pending, 1);
    }
    await using app = await startApp({ dataDir, env: SENDING });
    await receiver.take(1);
    await eventually(async () => {
      const { body } = await app.ask("/v1/webhooks", { key });
      return body.webhooks[0].pending === 0;
    }, "nothing waits");
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a full queue takes no more events, counts them, and costs the score nothing", async () => {
  await using app = await startApp();
  const { id } = await addWebhook(app, URL_);
  const { store } = app.app.services;
  const lane = { account: store.accounts.accountNamed("main")!.id, name: `webhook.${id}` };
  for (let index = 0; index < 1000; index++) {
    const { change } = store.queue.append(lane, { label: "signup.scored", sealed: "" }, Infinity)!;
    await store.commit(change);
  }
  const { request_id } = await signUp(app);
  assert.equal((await app.ask(`/v1/score/${request_id}`)).status, 200);
  const [webhook] = (await app.ask("/v1/webhooks")).body.webhooks;
  assert.deepEqual([webhook.pending, webhook.dropped], [1000, 1]);
  const metrics = (await app.ask("/metrics", { key: null })).text;
  assert.match(metrics, /winnow_webhook_attempts_total\{result="dropped"\} 1/);
  assert.match(metrics, /winnow_webhook_queue_length 1000/);
  await stillDeletes(app, id);
});

async function stillDeletes(app: TestApp, id: string): Promise<void> {
  await app.ask(`/v1/webhooks/${id}`, { method: "DELETE" });
  const { engine } = app.app.services.store;
  const left: string[] = [];
  for (const prefix of ["queue-job", "queue-ready", "queue-count", "webhook-delivery"]) {
    for await (const { key } of engine.scan([prefix])) left.push(key.join("/"));
  }
  assert.deepEqual(left, []);
}
