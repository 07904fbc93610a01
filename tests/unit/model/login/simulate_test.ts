/** The simulation of `winnow simulate logins`: its aims are met, whatever the seed, and a seed is a table. */
import assert from "node:assert/strict";
import { simulateLogins } from "../../../../src/cli/simulate/logins.ts";

const SMALL = { users: 60, days: 40, attacks: 50 };

for (const seed of [1, 104]) {
  Deno.test(`seed ${seed} meets every aim`, () => {
    const rows = simulateLogins(seed);
    assert.deepEqual(rows.filter(({ met }) => met === false), []);
    assert.equal(rows.filter(({ met }) => met === true).length, 6);
  });
}

Deno.test("the same seed is the same table, another one is another", () => {
  assert.deepEqual(simulateLogins(7, SMALL), simulateLogins(7, SMALL));
  assert.notDeepEqual(simulateLogins(7, SMALL), simulateLogins(8, SMALL));
});
