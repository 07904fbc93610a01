/** A dry run of rules that name values equals what they do when the same sign-ups come. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { MINUTE_MS } from "../../src/model/duration.ts";
import { startApp, type TestApp } from "../support/app/app.ts";
import { replay, signUps, START } from "../support/app/random_signups.ts";
import { rounds } from "../support/rounds.ts";

/** None is finer than what scores store, so that the dry run can tell of each. */
const VALUES = [
  "8.8.4.4",
  "8.8.8.0/24",
  "8.8.0.0/16",
  "73.0.0.0/8",
  "0.0.0.0/0",
  "AS15169",
  "gmail.com",
  "firm.example",
  "a@mailinator.com",
  "x@mailinator.com",
  "+992501839999",
  "phone_prefix:+99250183",
  "phone_prefix:+49",
  "country:TJ",
  "country:US",
  "device:0123456789abcdef0123456789abcdef",
];

const list = fc.record({
  action: fc.constantFrom("block", "allow"),
  values: fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 3 }),
});

Deno.test("a dry run says which verdicts the same sign-ups get with more values", async () => {
  let [touchedOnes, changedOnes] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      signUps,
      fc.array(list, { maxLength: 2 }),
      list,
      fc.boolean(),
      async (traffic, existing, tried, inBlocks) => {
        const [past, live] = [{ now: START }, { now: START }];
        await using before = await startApp({ now: () => past.now });
        await using after = await startApp({ now: () => live.now });
        const add = async (app: TestApp, rules: readonly object[]) => {
          for (const json of rules) {
            const { status, text } = await app.ask("/v1/rules", { json });
            assert.equal(status, 200, text);
          }
        };
        await add(before, existing);
        await add(after, [...existing, tried]);
        const was = await replay(before, past, traffic);
        const is = await replay(after, live, traffic);
        if (inBlocks) {
          past.now += 10 * MINUTE_MS;
          const { services: { store } } = before.app;
          const account = store.accounts.accountNamed("main")!;
          await store.postings.compact(account.id, 1);
          await store.columns.compact(account.id, 1);
        }
        const { body, text } = await before.ask("/v1/rules?dry_run=true&list=touched", { json: tried });
        assert.ok(body.trial !== undefined, text);
        assert.deepEqual([body.trial.scores_checked, body.trial.not_judged], [traffic.length, 0], text);
        const touched = new Map<string, string>(
          body.list.scores.map(({ request_id, would_be }: Record<string, string>) => [request_id, would_be]),
        );
        for (const [index, answer] of is.entries()) {
          const { request_id, verdict } = was[index]!;
          const expected = touched.get(request_id) ?? verdict;
          const shown = JSON.stringify({ index, existing, tried, was: was[index], is: answer });
          assert.equal(answer.verdict, expected, shown);
          if (expected !== verdict) changedOnes++;
        }
        touchedOnes += touched.size;
      },
    ),
    { numRuns: rounds(12) },
  );
  // What is drawn may touch few: the property is compared for each sign-up above, and here that there was something to compare.
  assert.ok(touchedOnes > 5 && changedOnes > 2, `${touchedOnes} touched, ${changedOnes} changed`);
});
