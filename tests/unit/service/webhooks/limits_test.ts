import assert from "node:assert/strict";
import type { Account } from "../../../../src/model/records.ts";
import { GUEST_MESSAGES_A_DAY } from "../../../../src/model/endpoints/webhook.ts";
import { GuestBudget } from "../../../../src/service/webhooks/guest_budget.ts";
import { TargetRates } from "../../../../src/service/webhooks/target_rates.ts";

const NOW = Date.UTC(2036, 0, 1, 12);
const DAY = 86_400_000;

function account(madeBy: "operator" | "signup"): Account {
  return { id: madeBy, name: madeBy, createdAt: 0, paused: false, monthlyQuota: null, madeBy };
}

Deno.test("a guest's webhooks have a thousand messages a day together, a member's have no such limit", () => {
  const budget = new GuestBudget();
  const taken = (madeBy: "operator" | "signup", now = NOW) => {
    let count = 0;
    while (count < 2 * GUEST_MESSAGES_A_DAY && budget.take(account(madeBy), now)) count++;
    return count;
  };
  assert.deepEqual([taken("signup"), taken("signup"), taken("signup", NOW + DAY)], [1000, 0, 1000]);
  assert.equal(taken("operator"), 2000);
  assert.ok(budget.take(null, NOW));
});

Deno.test("each host has a rate, whosever the webhooks are; what guests send counts apart", () => {
  const rates = new TargetRates();
  const now = (url: string, guest: boolean, at = 0) => {
    let count = 0;
    while (rates.take(url, guest, at) === 0) count++;
    return count;
  };
  assert.equal(now("https://a.test/1", true), 20);
  assert.ok(rates.take("https://a.test/2", true, 0) > 0, "the same host");
  assert.equal(rates.take("https://a.test/2", true, 500), 0, "two a second");
  assert.equal(now("https://b.test/", true, 500), 20, "another host");
  assert.equal(now("https://a.test/", false, 500), 200, "members");
  assert.equal(now("https://a.test/", false, 1_500), 50);
});
