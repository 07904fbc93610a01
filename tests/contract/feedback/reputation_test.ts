/** The effect of reports on a score: which accounts count, how much and for how long. */
import assert from "node:assert/strict";
import { abuse, RESIDENTIAL } from "../../support/app/abuse.ts";
import { startApp } from "../../support/app/app.ts";

Deno.test("own reports count in full up to block, another account's as one reporter, a throw-away account's not at all", async () => {
  await using app = await startApp();
  const other = await app.account("other", { mode: "test" });
  for (let i = 0; i < 8; i++) {
    await app.ask("/v1/report", { json: { kind: "email", value: "thief@gmail.com" } });
  }
  const score = async (key: string) =>
    (await app.ask("/v1/verify/email?email=thief@gmail.com", { key })).body;
  const own = await score(app.test);
  const theirs = await score(other.key);
  assert.equal(own.abuse_reports, 8);
  assert.equal(own.verdict, "block");
  assert.equal(theirs.abuse_reports, 8);
  assert.ok(theirs.risk_score < 50, `one reporter weighs ${theirs.risk_score}`);
  const throwaway = await app.account("throw-away", { madeBy: "signup" });
  for (let i = 0; i < 8; i++) {
    await app.ask("/v1/report", { key: throwaway.key, json: { kind: "email", value: "innocent@gmail.com" } });
  }
  const innocent = (await app.ask("/v1/verify/email?email=innocent@gmail.com")).body;
  const untouched = (await app.ask("/v1/verify/email?email=somebody@gmail.com")).body;
  assert.equal(innocent.abuse_reports, 8);
  assert.equal(innocent.risk_score, untouched.risk_score);
});

Deno.test("points decay over months, the counter stays, recent_abuse ends after 30 days", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  for (let i = 0; i < 4; i++) await app.ask("/v1/report", { json: { kind: "ip", value: RESIDENTIAL } });
  const fresh = await abuse(app, RESIDENTIAL);
  now += 40 * 86_400_000;
  const later = await abuse(app, RESIDENTIAL);
  now += 500 * 86_400_000;
  const old = await abuse(app, RESIDENTIAL);
  assert.deepEqual([fresh.recent, later.recent, old.recent], [true, false, false]);
  assert.deepEqual([fresh.reports, later.reports, old.reports], [4, 4, 4]);
  assert.ok(
    fresh.score > later.score && later.score > old.score && old.score < 10,
    JSON.stringify([fresh, later, old]),
  );
});

const DAY = 86_400_000;

Deno.test("a throw-away account adds no points to a value with an old report", async (t) => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const reporter = await app.account("reporter");
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
    assert.equal((await app.ask("/v1/report", { key: reporter.key, json: { kind, value } })).status, 200);
  }
  now += 400 * DAY;
  const throwaway = await app.account("throw-away", { madeBy: "signup" });
  for (const [kind, value] of Object.entries(values)) {
    await t.step(kind, async () => {
      const path = paths[kind as keyof typeof paths] + encodeURIComponent(value);
      const before = (await app.ask(path, { key: app.test })).body;
      const { status } = await app.ask("/v1/report", { key: throwaway.key, json: { kind, value } });
      assert.equal(status, 200);
      const after = (await app.ask(path, { key: app.test })).body;
      assert.equal(after.risk_score, before.risk_score);
      assert.equal(after.abuse_reports, before.abuse_reports + 1, "it is counted all the same");
      if (kind === "ip") assert.equal(after.signals.recent_abuse, true);
      const own = (await app.ask(path, { key: throwaway.key })).body;
      assert.ok(own.risk_score > before.risk_score, "its own report counts for itself");
    });
  }
});
