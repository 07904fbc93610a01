/** A dry run of settings equals the verdicts that the same sign-ups get with them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { startApp, type TestApp } from "../support/app/app.ts";
import { replay, signUps, START } from "../support/app/random_signups.ts";
import { rounds } from "../support/rounds.ts";

const thresholds = fc.tuple(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 0, max: 40 }))
  .map(([review, more]) => ({ review, block: review + more }));
const settings = fc.record({
  linkage_scoring: fc.constantFrom("report", "score"),
  thresholds: fc.option(thresholds),
});

/** None of them asks for a score: those would be true of other sign-ups with other settings. */
const RULES = [
  [],
  [{ action: "block", values: ["8.8.4.4"] }],
  [{ when: 'ip.network == "datacenter"', action: "allow", state: "live" }],
  [{ when: 'phone.country == "TJ"', action: "review", state: "live" }],
];

Deno.test("a dry run says which verdicts the same sign-ups get with other settings", async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      signUps,
      fc.constantFrom(...RULES),
      settings,
      settings,
      async (traffic, rules, from, to) => {
        const [past, other] = [{ now: START }, { now: START }];
        await using before = await startApp({ now: () => past.now });
        await using after = await startApp({ now: () => other.now });
        const set = async (app: TestApp, json: object) => {
          for (const rule of rules) assert.equal((await app.ask("/v1/rules", { json: rule })).status, 200);
          assert.equal((await app.ask("/v1/settings", { method: "PUT", json })).status, 200);
        };
        await set(before, from);
        await set(after, to);
        const was = await replay(before, past, traffic);
        const is = await replay(after, other, traffic);
        const { body, text } = await before.ask("/v1/settings?dry_run=true&list=would_change", {
          method: "PUT",
          json: to,
        });
        assert.ok(body.trial !== undefined, text);
        assert.deepEqual([body.trial.scores_checked, body.trial.not_judged], [traffic.length, 0], text);
        const listed = new Map<string, string>(
          body.list.scores.map(({ request_id, would_be }: Record<string, string>) => [request_id, would_be]),
        );
        for (const [index, answer] of is.entries()) {
          const { request_id, verdict } = was[index]!;
          const shown = JSON.stringify({ index, rules, from, to, was: was[index], is: answer });
          assert.equal(answer.verdict, listed.get(request_id) ?? verdict, shown);
        }
        changed += listed.size;
      },
    ),
    { numRuns: rounds(12) },
  );
  assert.ok(changed > 10, `${changed} changed`);
});
