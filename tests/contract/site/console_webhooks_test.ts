/** The console's webhooks: created, rotated, disabled, deleted; deliveries and sending again. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { Receiver, SENDING, signUp, untilNewest } from "../../support/servers/webhook_receiver.ts";

const PAGE = "/console/webhooks";

Deno.test("a webhook from its form to its deletion", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const form = { url: receiver.url(), events: ["signup.scored", "quota.low"], verdicts: ["allow", "review"] };
  const made = await visitor.submit(PAGE, form);
  assert.equal(made.status, 201);
  const secret = /id="made-secret">(whsec_[^<]+)</.exec(made.text)![1]!;
  const listed = await visitor.get(PAGE);
  assert.ok(!listed.text.includes(secret) && listed.text.includes(receiver.url()));
  assert.match(listed.text, /signup\.scored, quota\.low/);
  const [webhook] = (await app.ask("/v1/webhooks")).body.webhooks;
  assert.deepEqual(webhook.verdicts, ["allow", "review"]);
  const id = webhook.webhook_id;
  await signUp(app);
  await untilNewest(app, id, "delivered");
  const deliveries = await visitor.get(`${PAGE}/${id}`);
  assert.match(deliveries.text, />204</);
  const delivery = /name="delivery" value="(dlv_\w+)"/.exec(deliveries.text)![1]!;
  const sent = await visitor.submit(`${PAGE}/${id}`, { id, delivery }, `${PAGE}/resend`);
  assert.ok(sent.status === 200 && sent.path === `${PAGE}/${id}`, `${sent.status} ${sent.path}`);
  await receiver.take(2);
  const rotated = await visitor.submit(PAGE, { id }, `${PAGE}/rotate`);
  assert.ok(rotated.status === 201 && !rotated.text.includes(secret));
  assert.match(rotated.text, /signed by the replaced secret too/);
  await visitor.submit(PAGE, { id, enabled: "false" }, `${PAGE}/enable`);
  assert.match((await visitor.get(PAGE)).text, /disabled/);
  await visitor.submit(PAGE, { id }, `${PAGE}/delete`);
  assert.match((await visitor.get(PAGE)).text, /There are no webhooks yet/);
  assert.match((await visitor.get("/console/audit")).text, /Deleted a webhook/);
});

Deno.test("what is wrong with a form is said at its field, and nothing is made", async () => {
  await using app = await startApp({ env: SENDING });
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const rows = [
    [{ url: "https://10.0.0.1/", events: ["signup.scored"] }, /aria-invalid="true"[^]*not public/],
    [{ url: "https://127.0.0.1/", events: [] as string[] }, /Choose at least one event/],
  ] as const;
  for (const [fields, says] of rows) {
    const page = await visitor.submit(PAGE, fields);
    assert.equal(page.status, 400);
    assert.match(page.text, says);
  }
  assert.equal((await app.ask("/v1/webhooks")).body.count, 0);
});

Deno.test("of another account's webhook nothing is shown or changed; offline the page says so", async () => {
  await using app = await startApp();
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  assert.match((await visitor.get(PAGE)).text, /WINNOW_OFFLINE/);
  const other = await app.account("other");
  const json = { url: "https://shop.example/", events: ["signup.scored"] };
  const { body } = await app.ask("/v1/webhooks", { json, key: other.key });
  const id = body.webhook_id;
  assert.ok(!(await visitor.get(PAGE)).text.includes(id));
  assert.equal((await visitor.get(`${PAGE}/${id}`)).status, 404);
  for (const action of ["rotate", "enable", "delete", "resend"]) {
    const page = await visitor.submit(
      PAGE,
      { id, enabled: "false", delivery: "dlv_00000000" },
      `${PAGE}/${action}`,
    );
    assert.equal(page.status, 404, action);
  }
  const [webhook] = (await app.ask("/v1/webhooks", { key: other.key })).body.webhooks;
  assert.ok(webhook.enabled && webhook.old_secret_until === null);
});
