/** Attempts to have real reports of a value forgotten by reporting it with many accounts. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const DAY_MS = 86_400_000;
const SYBILS = 310;

Deno.test("300 accounts that are no reporters displace no report: what was blocked stays blocked", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const json = { kind: "email", value: "thief@gmail.com" };
  const score = async (key: string) => {
    const { body } = await app.ask("/v1/verify/email?email=thief@gmail.com&strictness=2", { key });
    return [body.abuse_reports, body.risk_score, body.verdict];
  };
  const { accounts } = app.app.services.store;
  const sybils = await Promise.all(Array.from({ length: SYBILS }, async (_, index) => {
    const { account, key } = await app.account(`sybil ${index}`, { madeBy: "signup" });
    await accounts.putAccount({ ...account, createdAt: now - 30 * DAY_MS });
    return key;
  }));
  const victim = await app.account("victim", { madeBy: "signup" });
  for (let i = 0; i < 4; i++) await app.ask("/v1/report", { key: victim.key, json });
  for (let member = 0; member < 5; member++) {
    const { key } = await app.account(`member ${member}`);
    await app.ask("/v1/report", { key, json });
  }
  now += DAY_MS;
  const [forOthers, forVictim] = [await score(app.test), await score(victim.key)];
  assert.deepEqual([forOthers[0], forOthers[2]], [5, "block"]);
  assert.deepEqual([forVictim[0], forVictim[2]], [9, "block"]);
  for (const key of sybils) assert.equal((await app.ask("/v1/report", { key, json })).status, 200);
  assert.deepEqual(await score(app.test), forOthers);
  assert.deepEqual(await score(victim.key), forVictim, "nor the reader's own");
  assert.equal((await score(sybils[0]!))[0], 6, "and each keeps its own");
});
