/** Shared reputation under abuse: who can move whose score, and how much one value may remember. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const DAY = 86_400_000;

Deno.test("a throw-away account adds no points to a value that an old report stands on", async (t) => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const voice = await app.account("a voice");
  const values = {
    ip: "9.9.9.9",
    email: "someone@gmail.com",
    phone: "+4915112345678",
    domain: "iana.org",
  } as const;
  const paths = {
    ip: "/v1/score/ip?ip=",
    email: "/v1/verify/email?email=",
    phone: "/v1/lookup/phone?phone=",
    domain: "/v1/score/domain?domain=",
  } as const;
  for (const [kind, value] of Object.entries(values)) {
    assert.equal((await app.ask("/v1/report", { key: voice.key, json: { kind, value } })).status, 200);
  }
  now += 400 * DAY;
  const stranger = await app.account("throw-away", { madeBy: "signup" });
  for (const [kind, value] of Object.entries(values)) {
    await t.step(kind, async () => {
      const path = paths[kind as keyof typeof paths] + encodeURIComponent(value);
      const before = (await app.ask(path, { key: app.test })).body;
      const { status } = await app.ask("/v1/report", { key: stranger.key, json: { kind, value } });
      assert.equal(status, 200);
      const after = (await app.ask(path, { key: app.test })).body;
      assert.equal(after.risk_score, before.risk_score);
      assert.equal(after.abuse_reports, before.abuse_reports + 1, "it is counted all the same");
      if (kind === "ip") assert.equal(after.signals.recent_abuse, true);
      const own = (await app.ask(path, { key: stranger.key })).body;
      assert.ok(own.risk_score > before.risk_score, "its own report counts for itself");
    });
  }
});
