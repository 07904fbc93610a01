/** Receivers of webhooks that hang delay no score of a hook, not even those of their own account. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { clerk, hookScores, makeHook, send } from "../../support/app/hooks.ts";
import { eventually } from "../../support/eventually.ts";
import { startRawServer } from "../../support/servers/http_server.ts";
import { addWebhook, SENDING, signUp } from "../../support/servers/webhook_receiver.ts";

Deno.test("an event is scored while all receivers of the account hang", async () => {
  await using silent = startRawServer((connection) => connection.disconnected);
  await using app = await startApp({ env: SENDING });
  const hook = await makeHook(app, { kind: "svix" });
  for (let index = 0; index < 8; index++) await addWebhook(app, `${silent.url}/${index}`);
  await signUp(app);
  await eventually(() => silent.seen.length >= 4, "deliveries that hang");
  const started = performance.now();
  assert.equal((await send(app, hook, clerk("jane@example.org"), { as: "svix" })).status, 202);
  await eventually(async () => (await hookScores(app)).length === 2, "its score");
  assert.ok(performance.now() - started < 3_000);
});
