import assert from "node:assert/strict";
import { changeOf, usualOf } from "../../../src/model/usual.ts";

Deno.test("the usual is the middle: wild days do not move it", () => {
  assert.equal(usualOf([]), null);
  assert.equal(usualOf([4]), 4);
  assert.equal(usualOf([3, 900, 4]), 4);
  assert.equal(usualOf([2, 4, 6, 900]), 5);
});

const ROWS: readonly [
  count: number,
  earlier: readonly number[],
  change: "more" | "less" | null,
  why: string,
][] = [
  [20, [2, 2, 2, 2], "more", "ten times the usual"],
  [4, [0, 0, 0, 0], null, "fewer than five are chance"],
  [5, [0, 0, 0], "more", "five where there was none"],
  [20, [2, 2, 25, 2], null, "an earlier day had more"],
  [20, [2, 2], null, "two days tell nothing"],
  [0, [30, 31, 28], "less", "none where thirty are usual"],
  [0, [9, 9, 9], null, "within what chance does"],
  [0, [30, 0, 30], null, "an earlier day had none either"],
  [7, [6, 6, 6], null, "about the usual"],
];

Deno.test("a change is more than each earlier span, or less, by more than chance", () => {
  for (const [count, earlier, change, why] of ROWS) assert.equal(changeOf(count, earlier), change, why);
});
