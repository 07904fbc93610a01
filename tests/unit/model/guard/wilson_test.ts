/** Wilson's bound, runs of numbers, and blocks that grow. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { blockState, nextBlock, NO_BLOCK } from "../../../../src/model/guard/blocks.ts";
import { runLength } from "../../../../src/model/guard/runs.ts";
import { wilsonUpper } from "../../../../src/model/guard/wilson.ts";

for (
  const [verified, sent, bound] of [[0, 10, 0.2775], [0, 30, 0.1135], [0, 0, 1], [10, 10, 1], [
    5,
    10,
    0.7634,
  ]] as const
) {
  Deno.test(`the upper bound of ${verified} of ${sent} is ${bound}`, () => {
    assert.ok(Math.abs(wilsonUpper(verified, sent) - bound) < 0.0001, `${wilsonUpper(verified, sent)}`);
  });
}

Deno.test("the bound is never below the share, and falls as more are tried without one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 5000 }), (sent, more) => {
      const verified = Math.min(sent, more);
      assert.ok(wilsonUpper(verified, sent) >= verified / sent - 1e-12);
      assert.ok(wilsonUpper(0, sent + 1) < wilsonUpper(0, sent));
    }),
  );
});

Deno.test("a run is a chain of numbers, each close to the next", () => {
  assert.equal(runLength(100, [80, 120, 140], 20), 4);
  assert.equal(runLength(100, [79, 121], 20), 1);
  assert.equal(runLength(100, [100, 100], 20), 1);
  assert.equal(runLength(5, [-10, -31], 20), 2);
  fc.assert(fc.property(fc.array(fc.nat(9999), { maxLength: 60 }), fc.nat(9999), (others, number) => {
    // The plain way: numbers join as long as one is close to any that has joined.
    const joined = new Set([number]);
    for (let grew = true; grew;) {
      grew = false;
      for (const other of others) {
        if (!joined.has(other) && [...joined].some((one) => Math.abs(one - other) <= 20)) {
          joined.add(other);
          grew = true;
        }
      }
    }
    assert.equal(runLength(number, others, 20), joined.size);
  }));
});

Deno.test("blocks last 10 minutes, an hour, six hours, a day; after a calm day ten minutes again", () => {
  const minute = 60_000;
  let state = NO_BLOCK;
  let at = 0;
  const lasted = [];
  for (let times = 0; times < 5; times++) {
    const event = nextBlock(state, { at, why: "", shown: "" });
    lasted.push((event.until - at) / minute);
    state = blockState([event]);
    at = event.until;
  }
  assert.deepEqual(lasted, [10, 60, 360, 1440, 1440]);
  const calm = nextBlock(state, { at: at + 1440 * minute, why: "", shown: "" });
  assert.equal((calm.until - calm.at) / minute, 10);
});
