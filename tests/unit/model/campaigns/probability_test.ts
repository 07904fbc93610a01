/** Tails of distributions against values of tables. */
import assert from "node:assert/strict";
import { logBinomialTail, logPoissonTail } from "../../../../src/model/campaigns/probability.ts";

const POISSON: readonly [count: number, mean: number, chance: number][] = [
  [1, 0.5, 0.3934693403],
  [4, 0.5, 0.0017516226],
  [4, 1, 0.0189881569],
  [5, 2, 0.0526530173],
  [10, 3, 0.0011024881],
  [10, 5, 0.0318280573],
  [20, 10, 0.0034543420],
  [150, 100, 1.88421e-06],
];

const BINOMIAL: readonly [count: number, of: number, share: number, chance: number][] = [
  [3, 3, 0.1, 0.001],
  [8, 10, 0.5, 56 / 1024],
  [4, 4, 0.25, 1 / 256],
  [12, 20, 0.3, 0.0051381615],
];

Deno.test("tails of the Poisson and the binomial distribution are those of tables", () => {
  for (const [count, mean, chance] of POISSON) {
    near(logPoissonTail(count, mean), chance, `at least ${count} of ${mean}`);
  }
  for (const [count, of, share, chance] of BINOMIAL) {
    near(logBinomialTail(count, of, share), chance, `at least ${count} of ${of} at ${share}`);
  }
});

function near(log: number, chance: number, what: string): void {
  assert.ok(Math.abs(Math.exp(log) / chance - 1) < 1e-4, `${what}: ${Math.exp(log)}, not ${chance}`);
}

Deno.test("what is no more than expected has no chance that matters; what cannot be has none at all", () => {
  assert.deepEqual([logPoissonTail(0, 3), logPoissonTail(3, 3), logPoissonTail(2, 7)], [0, 0, 0]);
  assert.deepEqual([logBinomialTail(0, 9, 0.1), logBinomialTail(3, 30, 0.1)], [0, 0]);
  assert.deepEqual([logPoissonTail(1, 0), logBinomialTail(1, 5, 0)], [-Infinity, -Infinity]);
  // Smaller than the smallest number: 1000! has 2,568 digits.
  const log = logPoissonTail(1000, 1);
  assert.ok(log < -5912 && log > -5914, `${log}`);
});
