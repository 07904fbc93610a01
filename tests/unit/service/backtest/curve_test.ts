import assert from "node:assert/strict";
import fc from "fast-check";
import { fraudStoppedAt, ScoreCounts } from "../../../../src/service/backtest/curve.ts";

const row = fc.record({ score: fc.integer({ min: 0, max: 20 }), fraud: fc.boolean() });

function curveOf(rows: readonly { score: number; fraud: boolean }[]) {
  const counts = new ScoreCounts();
  for (const { score, fraud } of rows) counts.add(score, fraud);
  return counts.curve();
}

Deno.test("the area is the chance that fraud scores higher, ties counting half", () => {
  fc.assert(fc.property(fc.array(row, { minLength: 2, maxLength: 60 }), (rows) => {
    const fraud = rows.filter((each) => each.fraud);
    const legit = rows.filter((each) => !each.fraud);
    const pairs = fraud.flatMap((a) =>
      legit.map((b) => a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0)
    );
    const expected = pairs.length === 0
      ? null
      : pairs.reduce((sum: number, each) => sum + each, 0) / pairs.length;
    const { auc } = curveOf(rows);
    if (expected === null) assert.equal(auc, null);
    else assert.ok(Math.abs(auc! - expected) <= 0.00005);
  }));
});

Deno.test("each point counts what is at least its score, and both shares only grow", () => {
  fc.assert(fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (rows) => {
    const { points } = curveOf(rows);
    for (const [index, { score, fraud, legit }] of points.entries()) {
      const stopped = rows.filter((each) => each.score >= score);
      assert.equal(fraud, stopped.filter((each) => each.fraud).length);
      assert.equal(legit, stopped.length - fraud);
      if (index > 0) assert.ok(points[index - 1]!.score > score);
    }
  }));
});

Deno.test("a curve of many scores keeps a bounded number of points, with both ends", () => {
  const { points } = curveOf(Array.from({ length: 5000 }, (_, score) => ({ score, fraud: score % 7 === 0 })));
  assert.equal(points.length, 201);
  assert.deepEqual([points[0]!.score, points.at(-1)!.score], [4999, 0]);
});

Deno.test("the comparison never stops more legitimate rows than allowed", () => {
  const curve = curveOf([
    { score: 3, fraud: true },
    { score: 2, fraud: false },
    { score: 1, fraud: true },
    { score: 0, fraud: false },
  ]);
  assert.equal(fraudStoppedAt(curve, 0)?.score, 3);
  assert.equal(fraudStoppedAt(curve, 0.5)?.score, 1);
  assert.equal(fraudStoppedAt(curveOf([{ score: 1, fraud: false }]), 0), null);
});
