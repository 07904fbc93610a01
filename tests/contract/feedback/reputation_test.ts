/** The effect of reports on a score: which accounts count, how much and for how long. */
import assert from "node:assert/strict";
import { abuse, RESIDENTIAL } from "../../support/app/abuse.ts";
import { startApp } from "../../support/app/app.ts";

Deno.test("own reports count in full up to block, those of other members from two on as one each, a guest's not at all", async () => {
  await using app = await startApp();
  const other = await app.account("other", { mode: "test" });
  const second = await app.account("second");
  const guest = await app.account("guest", { madeBy: "signup" });
  const report = async (key: string, times: number) => {
    for (let i = 0; i < times; i++) {
      await app.ask("/v1/report", { key, json: { kind: "email", value: "thief@gmail.com" } });
    }
  };
  const score = async (key: string) => {
    const { body } = await app.ask("/v1/verify/email?email=thief@gmail.com", { key });
    return { reports: body.abuse_reports, score: body.risk_score, verdict: body.verdict };
  };
  const clean = (await score(other.key)).score;
  await report(guest.key, 8);
  assert.deepEqual(await score(other.key), { reports: 0, score: clean, verdict: "allow" });
  assert.deepEqual([(await score(guest.key)).reports, (await score(guest.key)).verdict], [8, "block"]);
  await report(app.live, 8);
  assert.deepEqual([(await score(app.test)).reports, (await score(app.test)).verdict], [8, "block"]);
  assert.deepEqual(await score(other.key), { reports: 8, score: clean, verdict: "allow" });
  assert.equal((await score(guest.key)).reports, 16, "guests see what members report");
  await report(second.key, 1);
  const two = await score(other.key);
  assert.equal(two.reports, 9);
  assert.ok(two.score > clean && two.score < 50, `two reporters weigh ${two.score}`);
});

Deno.test("own labels count in full up to block on devices too, whatever device has the same id", async () => {
  await using app = await startApp();
  const json = { device_id: "0123456789abcdef0123456789abcdef" };
  for (let i = 0; i < 8; i++) {
    const { request_id } = (await app.ask("/v1/score/device", { json })).body;
    await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
  }
  assert.equal((await app.ask("/v1/score/device", { json })).body.verdict, "block");
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
