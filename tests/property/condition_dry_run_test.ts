/** A dry run of conditions equals what they do when they are live and the same sign-ups come. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { MINUTE_MS } from "../../src/model/duration.ts";
import { startApp, type TestApp } from "../support/app/app.ts";
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

interface SignUp {
  readonly json: object;
  readonly pause: number;
  /** How the one before it is labelled first. */
  readonly label: "fraud" | "legit" | null;
}

const choice = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const signUps: fc.Arbitrary<SignUp[]> = fc.array(
  fc.record({
    json: fc.record({
      ip: fc.constantFrom("8.8.8.8", "8.8.4.4", "73.15.20.1", "185.220.101.1"),
      email: choice("a@gmail.com", "b@gmail.com", "x@mailinator.com", "c@firm.example"),
      phone: choice("+992501834567", "+992501839999", "+4915112345678"),
      device_id: choice("0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"),
    }),
    pause: fc.constantFrom(0, 1, 5, 11, 47).map((minutes) => minutes * MINUTE_MS),
    label: fc.constantFrom("fraud", "legit", null, null, null),
  }),
  { minLength: 5, maxLength: 25 },
);

const condition = fc.tuple(fc.constantFrom(...WHENS), fc.constantFrom(...ACTIONS))
  .map(([when, does]) => ({ when, ...does }));

/** Rules that name values: they go first, and conditions change nothing of what they decide. */
const LISTS = [
  [],
  [{ action: "block", values: ["8.8.4.4"] }],
  [{ action: "allow", values: ["b@gmail.com"] }, { action: "block", values: ["firm.example"] }],
];

const START = Date.parse("2026-11-20T09:00:00Z");

/** Returns the answers. */
async function replay(app: TestApp, clock: { now: number }, traffic: readonly SignUp[]) {
  const answers = [];
  for (const { json, pause, label } of traffic) {
    clock.now += pause + 1;
    const before = answers.at(-1);
    if (label !== null && before !== undefined) {
      const { status } = await app.askDirectly("/v1/outcome", {
        json: { request_id: before.request_id, outcome: label },
      });
      assert.equal(status, 200);
    }
    const { status, body, text } = await app.askDirectly("/v1/score/user", { json });
    assert.equal(status, 200, text);
    answers.push(body);
  }
  return answers;
}

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
