/** The simulation of `winnow simulate sms`: its aims are met, whatever the seed, and a seed is a table. */
import assert from "node:assert/strict";
import { simulateSms } from "../../../../src/cli/simulate/sms.ts";

for (const seed of [1, 4]) {
  Deno.test(`seed ${seed} meets every aim`, () => {
    const rows = simulateSms(seed);
    assert.deepEqual(rows.filter(({ met }) => !met), []);
    assert.equal(rows.length, 9);
  });
}

Deno.test("the same seed is the same table, another one is another", () => {
  assert.deepEqual(simulateSms(7), simulateSms(7));
  assert.notDeepEqual(simulateSms(7), simulateSms(8));
});
