/** The console's alerts: created, tried, switched off, deleted; what a key that may only read sees. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { AlertReceiver } from "../../support/servers/alert_receiver.ts";
import { MailReceiver } from "../../support/servers/mail_receiver.ts";
import { SENDING } from "../../support/servers/webhook_receiver.ts";

const PAGE = "/console/alerts";

Deno.test("an alert from its form to its deletion", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new AlertReceiver();
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  assert.match((await visitor.get(PAGE)).text, /There are no alerts yet/);
  const target = receiver.url("/services/T0/B0/secret");
  const made = await visitor.submit(PAGE, { kind: "slack", target, hits: "250" });
  assert.equal(made.path, PAGE);
  assert.ok(made.text.includes(target) && made.text.includes(">250<"), made.text);
  const [alert] = (await app.ask("/v1/alerts")).body.alerts;
  assert.deepEqual([alert.kind, alert.rule_hits_per_hour], ["slack", 250]);
  const id = alert.alert_id;
  const tested = await visitor.submit(PAGE, { id }, `${PAGE}/test`);
  assert.match(tested.text, /The test was sent: 200/);
  const [{ body }] = (await receiver.exactly(1)) as [AlertReceiver["received"][number]];
  assert.ok(body.text.includes(`${app.origin}${PAGE}`), body.text);
  receiver.answer = () => new Response(null, { status: 500 });
  assert.match((await visitor.submit(PAGE, { id }, `${PAGE}/test`)).text, /could not be sent: 500/);
  await visitor.submit(PAGE, { id, enabled: "false" }, `${PAGE}/enable`);
  assert.match((await visitor.get(PAGE)).text, /disabled/);
  const reader = await app.account("main", { scopes: ["console", "cases"] });
  const other = new Visitor(app);
  await other.signIn(reader.key);
  const read = (await other.get(PAGE)).text;
  assert.ok(read.includes(id) && !read.includes("T0/B0") && !read.includes("Send a test"), read);
  await visitor.submit(PAGE, { id }, `${PAGE}/delete`);
  assert.match((await visitor.get(PAGE)).text, /There are no alerts yet/);
  const audit = (await visitor.get("/console/audit")).text;
  for (const words of ["Created an alert", "Tested an alert", "Deleted an alert"]) {
    assert.ok(audit.includes(words), words);
  }
});

Deno.test("what is wrong with the form is said, and nothing is made; tests have a limit", async () => {
  await using mail = await MailReceiver.start();
  await using app = await startApp({ env: { ...SENDING, WINNOW_SMTP_URL: `smtp://127.0.0.1:${mail.port}` } });
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const rows = [
    [{ kind: "slack", target: "https://10.0.0.1/", hits: "" }, /not public/],
    [{ kind: "email", target: "a@shop.example, b@shop.example", hits: "" }, /one e-mail address/],
    [{ kind: "url", target: "https://127.0.0.1/", hits: "many" }, /whole number/],
  ] as const;
  for (const [fields, says] of rows) {
    const page = await visitor.submit(PAGE, fields);
    assert.equal(page.status, 400);
    assert.match(page.text, says);
    assert.ok(page.text.includes(fields.target), "it is still typed");
  }
  assert.equal((await app.ask("/v1/alerts")).body.count, 0);
  await visitor.submit(PAGE, { kind: "email", target: "team@shop.example", hits: "" });
  const [{ alert_id: id }] = (await app.ask("/v1/alerts")).body.alerts;
  for (let index = 0; index < 10; index++) await visitor.submit(PAGE, { id }, `${PAGE}/test`);
  assert.match((await visitor.submit(PAGE, { id }, `${PAGE}/test`)).text, /10 times an hour/);
  assert.equal(mail.received.length, 10);
});
