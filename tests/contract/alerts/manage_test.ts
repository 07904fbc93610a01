/** `/v1/alerts`: what it takes, whose they are, what is refused, and what a stranger can do with it. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { addAlert, AlertReceiver } from "../../support/servers/alert_receiver.ts";
import { MailReceiver } from "../../support/servers/mail_receiver.ts";
import { SENDING } from "../../support/servers/webhook_receiver.ts";

const URL_ = "https://127.0.0.1/services/T0/B0/secret";

/** The mail server of a test. */
const mailing = ({ port }: MailReceiver) => ({ ...SENDING, WINNOW_SMTP_URL: `smtp://127.0.0.1:${port}` });

async function storedTexts(app: TestApp): Promise<string> {
  let all = "";
  for await (const { key, value } of app.app.services.store.engine.scan([])) {
    all += `${JSON.stringify(key)} ${JSON.stringify(value)}\n`;
  }
  return all;
}

Deno.test("an alert is created, listed, changed and deleted; its address is stored encrypted", async () => {
  await using app = await startApp({ env: SENDING });
  const made = await app.ask("/v1/alerts", { json: { kind: "slack", url: URL_, rule_hits_per_hour: 100 } });
  assert.equal(made.status, 200, made.text);
  const { alert_id, created_at, request_id, processing_time_sec, ...rest } = made.body;
  assert.match(alert_id, /^alr_[0-9a-f]{24}$/);
  assert.ok(created_at && request_id && processing_time_sec >= 0);
  const expected = {
    kind: "slack",
    url: URL_,
    to: null,
    rule_hits_per_hour: 100,
    enabled: true,
    pending: 0,
    last: null,
  };
  assert.deepEqual(rest, expected);
  const listed = await app.ask("/v1/alerts");
  assert.deepEqual([listed.body.count, listed.body.sending, listed.body.mail], [1, true, false]);
  const path = `/v1/alerts/${alert_id}`;
  const changed = await app.ask(path, {
    method: "PATCH",
    json: { enabled: false, rule_hits_per_hour: null },
  });
  assert.deepEqual([changed.body.enabled, changed.body.rule_hits_per_hour, changed.body.url], [
    false,
    null,
    URL_,
  ]);
  const other = await app.ask(path, { method: "PATCH", json: { url: `${URL_}2` } });
  assert.deepEqual([other.body.url, other.body.enabled], [`${URL_}2`, false]);
  assert.equal((await app.ask(path, { method: "PATCH", json: {} })).body.url, `${URL_}2`);
  assert.ok(!(await storedTexts(app)).includes("services/T0"));
  assert.equal((await app.ask(path, { method: "DELETE" })).body.deleted, 1);
  assert.equal((await app.ask("/v1/alerts")).body.count, 0);
  for (const method of ["DELETE", "PATCH"]) {
    const json = method === "PATCH" ? { json: { enabled: true } } : {};
    assert.equal((await app.ask(path, { method, ...json })).status, 404);
  }
  assert.equal((await app.ask(`${path}/test`, { method: "POST" })).status, 404);
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const entries = (await store.audit.list(account, { limit: 20 })).map(({ entry }) => entry);
  assert.deepEqual(
    entries.map(({ action }) => action).filter((action) => action.startsWith("alert_")).toSorted(),
    ["alert_changed", "alert_changed", "alert_created", "alert_deleted"],
  );
  assert.ok(!JSON.stringify(entries).includes("services/T0"));
});

const REFUSED: readonly [name: string, json: unknown, field: RegExp][] = [
  ["no kind", { url: URL_ }, /kind/],
  ["an unknown kind", { kind: "sms", url: URL_ }, /kind/],
  ["no URL", { kind: "slack" }, /url/],
  ["an address for Slack", { kind: "slack", url: URL_, to: "a@shop.example" }, /to/],
  ["a URL for e-mail", { kind: "email", url: URL_ }, /url/],
  ["no address", { kind: "email" }, /to/],
  ["two addresses", { kind: "email", to: "a@shop.example, b@shop.example" }, /to/],
  ["a header", { kind: "email", to: "a@shop.example\r\nBcc: b@shop.example" }, /to/],
  ["a name", { kind: "email", to: "Anna <a@shop.example>" }, /to/],
  ["not a URL", { kind: "url", url: "shop.test" }, /url.*absolute URL/],
  ["another scheme", { kind: "url", url: "ftp://127.0.0.1/" }, /url.*https/],
  ["http to a public address", { kind: "url", url: "http://8.8.8.8/" }, /url.*https/],
  ["a private address", { kind: "url", url: "https://10.0.0.1/" }, /url.*not public/],
  ["a private address of Slack", { kind: "slack", url: "https://192.168.1.1/" }, /url.*not public/],
  ["a metadata service", { kind: "url", url: "http://169.254.169.254/" }, /url.*not public/],
  ["IPv6 loopback", { kind: "url", url: "https://[::1]/" }, /url.*not public/],
  ["a port of another service", { kind: "url", url: "https://8.8.8.8:25/" }, /url.*port/],
  ["a password", { kind: "url", url: "https://a:b@8.8.8.8/" }, /url.*password/],
  ["too long", { kind: "url", url: `https://8.8.8.8/${"a".repeat(500)}` }, /url/],
  ["no hits", { kind: "url", url: URL_, rule_hits_per_hour: 0 }, /rule_hits_per_hour/],
  ["half a hit", { kind: "url", url: URL_, rule_hits_per_hour: 1.5 }, /rule_hits_per_hour/],
];

Deno.test("what is refused names its field", async () => {
  await using mail = await MailReceiver.start();
  await using app = await startApp({ env: mailing(mail) });
  for (const [name, json, field] of REFUSED) {
    const { status, text } = await app.ask("/v1/alerts", { json });
    assert.equal(status, 400, name);
    assert.match(text, field, name);
  }
  assert.equal((await app.ask("/v1/alerts")).body.count, 0);
  const id = await addAlert(app, { kind: "email", to: "team@Shop.Example" });
  const path = `/v1/alerts/${id}`;
  assert.equal((await app.ask("/v1/alerts")).body.alerts[0].to, "team@shop.example");
  const wrong = await app.ask(path, { method: "PATCH", json: { url: URL_ } });
  assert.equal(wrong.status, 400, "an alert by e-mail has no URL");
  const again = await app.ask("/v1/alerts", { json: { kind: "email", to: "team@shop.example" } });
  assert.equal(again.status, 409);
});

Deno.test("without a mail server there is no alert by e-mail", async () => {
  await using app = await startApp({ env: SENDING });
  const { status, text } = await app.ask("/v1/alerts", { json: { kind: "email", to: "a@shop.example" } });
  assert.equal(status, 400);
  assert.match(text, /WINNOW_SMTP_URL/);
});

Deno.test("alerts are of one account, and of live keys that may manage", async () => {
  await using receiver = new AlertReceiver();
  await using app = await startApp({ env: SENDING });
  const other = await app.account("other");
  const reader = await app.account("main", { scopes: ["score", "cases", "console", "rules", "feedback"] });
  const id = await addAlert(app, { kind: "url", url: receiver.url() });
  const paths = [
    ["GET", "/v1/alerts", undefined],
    ["POST", "/v1/alerts", { kind: "url", url: receiver.url("/2") }],
    ["PATCH", `/v1/alerts/${id}`, { enabled: false }],
    ["DELETE", `/v1/alerts/${id}`, undefined],
    ["POST", `/v1/alerts/${id}/test`, undefined],
    ["POST", "/v1/alerts/check", undefined],
  ] as const;
  for (const [method, path, json] of paths) {
    const sent = json === undefined ? { method } : { method, json };
    assert.equal((await app.ask(path, { ...sent, key: reader.key })).status, 403, `${method} ${path}`);
    if (method === "GET") {
      assert.deepEqual((await app.ask(path, { key: app.test })).body.alerts, []);
      assert.deepEqual((await app.ask(path, { key: other.key })).body.alerts, []);
      continue;
    }
    assert.equal((await app.ask(path, { ...sent, key: app.test })).status, 403, `${method} ${path} test key`);
    if (path.includes(id)) {
      assert.equal((await app.ask(path, { ...sent, key: other.key })).status, 404, `${method} ${path}`);
    }
  }
  assert.equal((await app.ask("/v1/alerts")).body.count, 1);
  await receiver.exactly(0);
});

Deno.test("a stranger with a free key: three alerts, ten tests an hour, mail to nobody", async () => {
  await using mail = await MailReceiver.start();
  await using receiver = new AlertReceiver();
  await using app = await startApp({ env: mailing(mail) });
  const { key } = await app.account("stranger", { madeBy: "signup" });
  const victim = await app.ask("/v1/alerts", { key, json: { kind: "email", to: "victim@shop.example" } });
  assert.equal(victim.status, 400);
  assert.match(victim.text, /signed up by itself sends no e-mail/);
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) {
    ids.push(await addAlert(app, { kind: "url", url: receiver.url(`/${index}`) }, key));
  }
  const fourth = await app.ask("/v1/alerts", { key, json: { kind: "url", url: receiver.url("/4") } });
  assert.equal(fourth.status, 409, fourth.text);
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) {
    statuses.push((await app.ask(`/v1/alerts/${ids[index % 3]}/test`, { key, method: "POST" })).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429]);
  await receiver.exactly(10);
  assert.equal(mail.received.length, 0);
  // A member that is made a guest: what it set up is not sent.
  const member = await app.account("member");
  const id = await addAlert(app, { kind: "email", to: "victim@shop.example" }, member.key);
  const { accounts } = app.app.services.store;
  await accounts.putAccount({ ...accounts.account(member.account.id)!, standing: "guest" });
  const tested = await app.ask(`/v1/alerts/${id}/test`, { key: member.key, method: "POST" });
  assert.deepEqual([tested.body.delivered, mail.received.length], [false, 0]);
  for (let index = 0; index < 10; index++) {
    await addAlert(app, { kind: "url", url: receiver.url(`/m${index}`) });
  }
  const eleventh = await app.ask("/v1/alerts", { json: { kind: "url", url: receiver.url("/m10") } });
  assert.equal(eleventh.status, 409);
});

Deno.test("a test is sent at once in the form of its kind, and says what came of it", async () => {
  await using mail = await MailReceiver.start();
  await using receiver = new AlertReceiver();
  await using app = await startApp({
    env: { ...mailing(mail), WINNOW_BASE_URL: "https://risk.shop.example" },
  });
  const test = async (id: string) => (await app.ask(`/v1/alerts/${id}/test`, { method: "POST" })).body;
  const url = await addAlert(app, { kind: "url", url: receiver.url("/url") });
  const { delivered, note } = await test(url);
  assert.deepEqual([delivered, note], [true, "200"]);
  const { body, headers } = receiver.received[0]!;
  assert.deepEqual(Object.keys(body), ["alert_id", "id", "kind", "title", "text", "link", "at", "test"]);
  assert.deepEqual([body.alert_id, body.kind, body.test], [url, "test", true]);
  assert.equal(body.link, "https://risk.shop.example/console/alerts");
  assert.equal(headers.get("content-type"), "application/json");
  const slack = await addAlert(app, { kind: "slack", url: receiver.url("/slack") });
  await test(slack);
  const posted = receiver.received[1]!.body;
  assert.match(
    posted.text,
    /^This is a test: .*<https:\/\/risk\.shop\.example\/console\/alerts\|Open in Winnow>$/,
  );
  assert.deepEqual(
    posted.blocks.map(({ type, text }: { type: string; text: { type: string } }) => [type, text.type]),
    [
      ["section", "mrkdwn"],
    ],
  );
  const email = await addAlert(app, { kind: "email", to: "team@shop.example" });
  assert.deepEqual((await test(email)).delivered, true);
  const [sent] = await mail.take(1);
  assert.deepEqual(sent!.to, ["team@shop.example"]);
  assert.ok(sent!.headers.includes("Subject: Winnow: This is a test"), sent!.headers.join("\n"));
  assert.match(sent!.text, /nothing is wrong.*https:\/\/risk\.shop\.example\/console\/alerts/s);
  receiver.answer = () => new Response("no_service", { status: 404 });
  const failed = await test(slack);
  assert.deepEqual([failed.delivered, failed.note], [false, "404"]);
  mail.refuse = () => ({ code: 550, message: "no such user team@shop.example" });
  const refused = await test(email);
  assert.deepEqual([refused.delivered, refused.note], [false, "the mail server answered 550"]);
});
