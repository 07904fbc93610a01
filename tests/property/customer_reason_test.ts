/** What a person may hear: null on allow alone, the same in the answer and in the stored score, and never of another person. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { CUSTOMER_REASON_CODES } from "../../src/model/customer_reason.ts";
import { startApp } from "../support/app/app.ts";
import { replay, signUps, START } from "../support/app/random_signups.ts";
import { rounds } from "../support/rounds.ts";

Deno.test("answers and stored scores tell the same, null on allow alone, and links, groups and rules nothing of their own", async () => {
  const clock = { now: START };
  await using app = await startApp({ now: () => clock.now });
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  await app.ask("/v1/rules", { json: { action: "block", values: ["8.8.4.4"] } });
  await app.ask("/v1/rules", {
    json: { when: 'email.domain_class == "free" && ip.country == "US"', action: "review", state: "live" },
  });
  const seen = new Set<string | null>();
  await fc.assert(
    fc.asyncProperty(signUps, async (traffic) => {
      for (const answer of await replay(app, clock, traffic)) {
        const { customer_reason: reason, verdict, rule_applied, request_id } = answer;
        seen.add(reason);
        assert.equal(reason === null, verdict === "allow");
        if (reason !== null) assert.ok(CUSTOMER_REASON_CODES.includes(reason), reason);
        if (rule_applied !== undefined && verdict !== "allow") assert.equal(reason, "general");
        const { body: stored } = await app.askDirectly(`/v1/score/${request_id}`);
        assert.equal(stored.customer_reason, reason);
        const strongest = stored.top_signals.find((text: string) => !text.startsWith("rule:")) ?? "";
        if (strongest.startsWith("linkage:") && verdict !== "allow") assert.equal(reason, "general");
      }
    }),
    { numRuns: rounds(12) },
  );
  assert.ok(seen.has("general") && seen.size >= 3, [...seen].join());
});
