import assert from "node:assert/strict";
import {
  type Costs,
  type LabelledScore,
  ThresholdCosts,
  wilson,
} from "../../../src/scoring/threshold_cost.ts";
import { runAtOnce } from "../../../src/service/rules/time_slicing.ts";

const DEFAULT = { review: 40, block: 75 };

function scores(fraud: readonly number[], good: readonly number[]): LabelledScore[] {
  const of = (isFraud: boolean) => (combined: number) => ({
    isFraud,
    combined,
    highest: 0,
    hasInvalid: false,
  });
  return [...fraud.map(of(true)), ...good.map(of(false))];
}

const ROWS: readonly {
  name: string;
  fraud: readonly number[];
  good: readonly number[];
  costs: Costs;
  cheapest: { review: number; block: number };
  cost: number;
}[] = [
  {
    name: "apart: block between the two, the nearest to the present",
    fraud: [80, 90],
    good: [10, 20],
    costs: { missedFraud: 100, blockedGood: 20, review: 2 },
    cheapest: DEFAULT,
    cost: 0,
  },
  {
    name: "fraud below the review threshold: it is moved down to it",
    fraud: [30, 90],
    good: [35, 20],
    costs: { missedFraud: 100, blockedGood: 20, review: 2 },
    cheapest: { review: 30, block: 75 },
    cost: 100,
  },
  {
    name: "reviews that cost more than a missed fraud: none",
    fraud: [60, 90],
    good: [50, 20],
    costs: { missedFraud: 1, blockedGood: 20, review: 10 },
    cheapest: { review: 51, block: 60 },
    cost: 0,
  },
  {
    name: "good customers at the top: they are not blocked",
    fraud: [60],
    good: [95],
    costs: { missedFraud: 3, blockedGood: 100, review: 1 },
    cheapest: { review: 40, block: 96 },
    cost: 100,
  },
];

for (const { name, fraud, good, costs, cheapest, cost } of ROWS) {
  Deno.test(`the cheapest pair, ${name}`, () => {
    const table = new ThresholdCosts(scores(fraud, good), costs);
    const found = runAtOnce(table.cheapest(DEFAULT));
    assert.deepEqual([found.thresholds, found.cost.value], [cheapest, cost]);
  });
}

Deno.test("50 labels of each kind are needed to know", () => {
  const prices = { missedFraud: 1, blockedGood: 1, review: 1 };
  const rows: [fraud: number, good: number, isEnough: boolean][] = [
    [50, 50, true],
    [49, 5000, false],
    [5000, 49, false],
    [0, 0, false],
  ];
  for (const [fraud, good, isEnough] of rows) {
    const all = scores(Array(fraud).fill(80), Array(good).fill(10));
    assert.equal(new ThresholdCosts(all, prices).isEnough, isEnough);
  }
});

Deno.test("Wilson's interval by its published values", () => {
  const rows: [count: number, of: number, low: number, high: number][] = [
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [15, 148, 0.0624, 0.1605],
  ];
  for (const [count, of, low, high] of rows) {
    const found = wilson(count, of);
    assert.ok(Math.abs(found.low - low) < 5e-4 && Math.abs(found.high - high) < 5e-4, JSON.stringify(found));
  }
});
