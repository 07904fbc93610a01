import assert from "node:assert/strict";
import fc from "fast-check";
import { overallVerdict } from "../../src/scoring/combine.ts";
import { type LabelledScore, ThresholdCosts, verdictWith } from "../../src/scoring/threshold_cost.ts";
import { runAtOnce } from "../../src/service/rules/time_slicing.ts";
import { rounds } from "../support/rounds.ts";

const points = fc.integer({ min: 0, max: 100 });
const score: fc.Arbitrary<LabelledScore> = fc.record({
  isFraud: fc.boolean(),
  combined: points,
  highest: points,
  hasInvalid: fc.boolean(),
});
const thresholds = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }))
  .map(([one, other]) => ({ review: Math.min(one, other), block: Math.max(one, other) }));
const price = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 }));
const costs = fc.record({ missedFraud: price, blockedGood: price, review: price });

Deno.test("the verdict that costs are counted by is the one that a score gets", () => {
  fc.assert(
    fc.property(score, thresholds, ({ combined, highest, hasInvalid }, strictness) => {
      const { verdict } = overallVerdict({
        combined,
        strictness,
        anyBlock: highest >= strictness.block,
        anyInvalid: hasInvalid,
        rule: null,
        agentDenied: false,
      });
      assert.equal(verdictWith({ combined, highest, hasInvalid }, strictness), verdict);
    }),
    { numRuns: rounds(2000) },
  );
});

Deno.test("no pair is cheaper than the cheapest, each cost is the sum of its scores, and lies in its interval", () => {
  fc.assert(
    fc.property(
      fc.array(score, { minLength: 1, maxLength: 30 }),
      costs,
      thresholds,
      (scores, prices, present) => {
        const table = new ThresholdCosts(scores, prices);
        const best = runAtOnce(table.cheapest(present));
        for (let review = 1; review <= 100; review += 7) {
          for (let block = review; block <= 100; block += 9) {
            const pair = table.at({ review, block });
            const sum = scores.reduce((sum, { isFraud, ...each }) => {
              const verdict = verdictWith(each, { review, block });
              if (verdict === "review") return sum + prices.review;
              if (isFraud && verdict === "allow") return sum + prices.missedFraud;
              return !isFraud && verdict === "block" ? sum + prices.blockedGood : sum;
            }, 0);
            assert.ok(Math.abs(pair.cost.value - sum / scores.length * 100) < 1e-6);
            assert.ok(pair.cost.low <= pair.cost.value + 1e-9 && pair.cost.value <= pair.cost.high + 1e-9);
            assert.ok(best.cost.value <= pair.cost.value + 1e-6);
          }
        }
        const { review, block } = best.thresholds;
        assert.ok(1 <= review && review <= block && block <= 100);
        if (table.at(present).cost.value <= best.cost.value + 1e-9) {
          assert.deepEqual(
            best.thresholds,
            present,
          );
        }
      },
    ),
    { numRuns: rounds(100) },
  );
});

Deno.test("more labels of the same make the interval narrower", () => {
  const some: LabelledScore[] = [];
  for (let at = 0; at < 60; at++) {
    some.push({ isFraud: true, combined: at + 30, highest: 0, hasInvalid: false });
    some.push({ isFraud: false, combined: at, highest: 0, hasInvalid: false });
  }
  const prices = { missedFraud: 100, blockedGood: 20, review: 2 };
  const width = (times: number) => {
    const { low, high } =
      new ThresholdCosts(Array(times).fill(some).flat(), prices).at({ review: 40, block: 75 }).cost;
    return high - low;
  };
  assert.ok(width(1) > width(4) && width(4) > width(16) && width(16) > 0);
});
