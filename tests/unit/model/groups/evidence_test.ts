import assert from "node:assert/strict";
import fc from "fast-check";
import { levelOf, lowerBound } from "../../../../src/model/groups/evidence.ts";

Deno.test("the lower 90 % bound of a share", () => {
  // As R's binom.wilson gives it for a two-sided interval of 80 %.
  const rows: readonly (readonly [hits: number, count: number, bound: number])[] = [
    [0, 0, 0],
    [0, 5, 0],
    [3, 3, 0.646],
    [3, 4, 0.432],
    [3, 5, 0.33],
    [9, 10, 0.72],
    [10, 80, 0.085],
  ];
  for (const [hits, count, bound] of rows) {
    assert.ok(
      Math.abs(lowerBound(hits, count) - bound) < 0.006,
      `${hits} of ${count}: ${lowerBound(hits, count)}`,
    );
  }
});

Deno.test("the bound is below the share, and grows with evidence of the same share", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 50 }), (hits, more) => {
    const count = hits + more;
    const bound = lowerBound(hits, count);
    assert.ok(bound >= 0 && bound <= hits / count);
    assert.ok(lowerBound(2 * hits, 2 * count) >= bound);
    assert.ok(lowerBound(hits + 1, count) > bound);
  }));
});

Deno.test("levels by labels, their age and the customers of a group", () => {
  const rows:
    readonly (readonly [fraud: number, legit: number, customers: number, faded: number, level: unknown])[] = [
      [2, 0, 0, 1, null],
      [3, 0, 0, 1, "review"],
      [3, 1, 0, 1, "review"],
      [3, 2, 0, 1, null],
      [3, 0, 2, 1, null],
      [7, 0, 0, 1, "review"],
      [8, 0, 0, 1, "block"],
      [6, 2, 0, 1, "block"],
      [5, 3, 0, 1, "review"],
      [9, 1, 0, 1, "block"],
      [10, 0, 5, 1, "review"],
      [10, 0, 12, 1, null],
      [10, 0, 300, 1, null],
      // Of 60, 120 and 180 days before.
      [8, 0, 0, 0.5, "block"],
      [3, 0, 0, 0.5, "review"],
      [3, 0, 0, 0.25, null],
      [8, 0, 0, 0.125, "review"],
    ];
  for (const [fraud, legit, customers, faded, level] of rows) {
    const evidence = { fraud, legit, fraudWeight: fraud * faded, legitWeight: legit * faded, customers };
    assert.equal(levelOf(evidence), level, JSON.stringify({ fraud, legit, customers, faded }));
  }
});
