import assert from "node:assert/strict";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/model/duration.ts";
import { goodCustomers } from "../../../../src/model/groups/good_customers.ts";

const NOW = 100 * DAY_MS;
/** `count` times, so far apart, of which the last is so long ago. */
const times = (count: number, apart: number, last: number) =>
  Array.from({ length: count }, (_, at) => NOW - last - (count - 1 - at) * apart);

Deno.test("a wave of which some are labelled has no good customers in it, a group of before has", () => {
  const wave = times(80, MINUTE_MS, HOUR_MS);
  const without = (chosen: readonly number[]) => wave.filter((time) => !chosen.includes(time));
  const some = (of: (at: number) => boolean) => wave.filter((_, at) => of(at));
  const month = times(300, 2.4 * HOUR_MS, HOUR_MS);
  const rows: readonly (readonly [
    what: string,
    fraud: readonly number[],
    allowed: readonly number[],
    good: [number, number],
  ])[] = [
    ["the first ten of the wave", some((at) => at < 10), wave.slice(10), [0, 0]],
    ["every eighth", some((at) => at % 8 === 5), without(some((at) => at % 8 === 5)), [0, 0]],
    ["the last ten", wave.slice(70), wave.slice(0, 70), [0, 0]],
    [
      "a wave of nine days ago",
      wave.slice(70).map((at) => at - 9 * DAY_MS),
      wave.slice(0, 70).map((at) => at - 9 * DAY_MS),
      [0, 0],
    ],
    ["300 of a month, and ten within an hour", times(10, 6 * MINUTE_MS, 0), month, [280, 300]],
    ["300 of a month, and ten on the days between", times(10, 3 * DAY_MS, HOUR_MS), month, [120, 250]],
    [
      "forty customers, then three who are fraud, all within seconds",
      [NOW - 10, NOW - 5, NOW],
      times(40, 5, 20),
      [40, 40],
    ],
    ["nobody labelled", [], wave, [80, 80]],
  ];
  for (const [what, fraud, allowed, [least, most]] of rows) {
    const good = goodCustomers(fraud, allowed, NOW);
    assert.ok(good >= least && good <= most, `${what}: ${good}`);
  }
});

Deno.test("who was not reported for a week is a good customer, unless somebody near in time was", () => {
  const fraud = [NOW - 10 * DAY_MS, NOW - DAY_MS];
  const rows: readonly (readonly [ago: number, good: number])[] = [
    [2 * DAY_MS, 0],
    [6.9 * DAY_MS, 0],
    [7.1 * DAY_MS, 1],
    [9.6 * DAY_MS, 0],
    [9.4 * DAY_MS, 1],
    [10.4 * DAY_MS, 0],
    [20 * DAY_MS, 1],
  ];
  for (const [ago, good] of rows) {
    assert.equal(goodCustomers(fraud, [NOW - ago], NOW), good, `${ago / DAY_MS} days`);
  }
});
