import assert from "node:assert/strict";
import { Tally } from "../../../../src/service/cases/facet_tally.ts";

Deno.test("of more values than are kept, the frequent ones stay with their counts", () => {
  const tally = new Tally("custom.id", 100);
  for (let at = 0; at < 10_000; at++) {
    tally.add(`once-${at}`, "allow", null);
    if (at % 10 === 0) tally.add("often", "block", "fraud");
    if (at % 20 === 0) tally.add("less often", "review", "legit");
  }
  assert.deepEqual(tally.most(2), [
    {
      value: "often",
      count: 1000,
      verdicts: { allow: 0, review: 0, block: 1000 },
      labels: { fraud: 1000, legit: 0 },
    },
    {
      value: "less often",
      count: 500,
      verdicts: { allow: 0, review: 500, block: 0 },
      labels: { fraud: 0, legit: 500 },
    },
  ]);
  assert.ok(tally.most(1000).length <= 100);
});

Deno.test("values of different types are different, and a set counts as each of its texts", () => {
  const tally = new Tally("custom.plan");
  for (const value of [5, "5", true, "true"]) tally.add(value, "allow", null);
  tally.add(["a", "5"], "allow", null);
  assert.deepEqual(
    tally.most(10).map(({ value, count }) => [value, count]),
    [["5", 2], [5, 1], ["a", 1], [true, 1], ["true", 1]],
  );
});
