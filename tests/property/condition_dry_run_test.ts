/** A dry run of conditions equals what they do when they are live and the same sign-ups come. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { startApp, type TestApp } from "../support/app/app.ts";
import { replay, signUps, START } from "../support/app/random_signups.ts";
import { rounds } from "../support/rounds.ts";

const WHENS = [
  'phone.country == "TJ" && ip.country != "TJ"',
  'signups("asn", "1h") > 3 && ip.network == "datacenter"',
  'signups("ip", "10m") > 1 || signup.score > 30',
  'fraud("ip", "1d") > 0',
  "label_counts.email.fraud > 0",
  'distinct("device", "email", "1h") >= 2',
  'first_seen_days("phone_block") == 0 && known(phone.country)',
  'components.email.score > 50 || findings.exists(f, f.startsWith("disposable"))',
  'signup.verdict != "allow"',
  'email.domain == "gmail.com" && signup.hour < 13',
  "linkage.ring.size > 1",
  "!(linkage.device_email_count > 1)",
  "true",
];

const ACTIONS = [
  { action: "block" },
  { action: "review" },
  { action: "allow" },
  { action: "allow", overrides: "block" },
  { action: "tag", tag: "seen" },
];

const condition = fc.tuple(fc.constantFrom(...WHENS), fc.constantFrom(...ACTIONS))
  .map(([when, does]) => ({ when, ...does }));

/** Rules that name values: they go first, and conditions change nothing of what they decide. */
const LISTS = [
  [],
  [{ action: "block", values: ["8.8.4.4"] }],
  [{ action: "allow", values: ["b@gmail.com"] }, { action: "block", values: ["firm.example"] }],
];

Deno.test("a dry run says what the live rules then do with the same sign-ups", async () => {
  let [touchedOnes, changedOnes, unknownOnes] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      signUps,
      fc.constantFrom(...LISTS),
      fc.array(condition, { maxLength: 2 }),
      fc.array(condition, { minLength: 1, maxLength: 3 }),
      async (traffic, lists, existing, tried) => {
        const [past, live] = [{ now: START }, { now: START }];
        await using before = await startApp({ now: () => past.now });
        await using after = await startApp({ now: () => live.now });
        const add = async (app: TestApp, rules: readonly object[]) => {
          for (const rule of rules) {
            const { status, text } = await app.ask("/v1/rules", { json: { ...rule, state: "live" } });
            assert.equal(status, 200, text);
          }
        };
        await add(before, [...lists, ...existing]);
        await add(after, [...lists, ...existing, ...tried]);
        const old = new Set(
          (await after.ask("/v1/rules")).body.rules.filter(({ kind }: { kind: string }) =>
            kind === "condition"
          ).slice(0, existing.length)
            .map(({ id }: { id: string }) => id),
        );
        const was = await replay(before, past, traffic);
        const is = await replay(after, live, traffic);

        const listed = async (list: string) => {
          const { body, text } = await before.ask(`/v1/rules?dry_run=true&list=${list}`, {
            json: { rules: tried },
          });
          assert.ok(body.trial !== undefined, text);
          const entries = body.list.scores.map((
            { request_id, would_be }: Record<string, string>,
          ) => [request_id, would_be]);
          return { trial: body.trial, scores: new Map<string, string>(entries) };
        };
        const { trial, scores: touched } = await listed("touched");
        const { scores: notJudged } = await listed("not_judged");
        assert.equal(trial.touched, touched.size);
        const tags = tried.some(({ action }) => action === "tag");
        const counts = { allow: 0, review: 0, block: 0 };
        for (const [index, answer] of is.entries()) {
          const { request_id, verdict } = was[index]!;
          const expected = touched.get(request_id) ?? verdict;
          const shown = JSON.stringify({ index, lists, existing, tried, was: was[index], is: answer });
          assert.equal(answer.verdict, expected, shown);
          if (touched.has(request_id)) counts[answer.verdict as "allow"]++;
          const unknown = answer.not_judged.some(({ rule_id }: { rule_id: string }) => !old.has(rule_id));
          if (!touched.has(request_id)) assert.equal(notJudged.has(request_id), unknown, shown);
          if (tags && !existing.some(({ action }) => action === "tag") && answer.tags.length > 0) {
            assert.ok(touched.has(request_id), shown);
          }
          if (verdict !== expected) changedOnes++;
        }
        assert.deepEqual(trial.after, counts);
        touchedOnes += touched.size;
        unknownOnes += notJudged.size;
      },
    ),
    { numRuns: rounds(12) },
  );
  assert.ok(
    touchedOnes > 20 && changedOnes > 5,
    `${touchedOnes} touched, ${changedOnes} changed, ${unknownOnes} unknown`,
  );
});
