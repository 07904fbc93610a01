/** The part of `/console/decisions` that shows who carries out decisions, and what they did. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

Deno.test("bouncers and what they dropped, with texts of theirs as text", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const before = await visitor.get("/console/decisions");
  assert.match(before.text, /No bouncer has asked yet/);
  const headers = { "user-agent": "<b>cs</b>-bouncer/v9" };
  await app.ask("/compat/crowdsec/v1/decisions/stream?startup=true", { headers });
  const listed = await visitor.get("/console/decisions");
  assert.match(listed.text, /&lt;b&gt;cs&lt;\/b&gt;-bouncer/);
  assert.match(listed.text, /follows changes/);
  const meta = { window_size_seconds: 900, utc_now_timestamp: 1_790_000_000 };
  const items = [{ name: "dropped", value: 1234, unit: "request", labels: { origin: "winnow-rules" } }];
  const component = { type: "nginx", version: "v2", utc_startup_timestamp: 1, metrics: [{ meta, items }] };
  const json = { remediation_components: [component] };
  assert.equal((await app.ask("/compat/crowdsec/v1/usage-metrics", { json })).status, 201);
  const { text } = await visitor.get("/console/decisions");
  assert.match(text, /nginx/);
  assert.match(text, /1,234/);
  assert.doesNotMatch(text, /No bouncer has asked yet/);
});
