import assert from "node:assert/strict";
import { changeOf, endingBy, NO_CHANGE, together, writeOf } from "../../../../src/db/commit/change.ts";

const set = (key: string) => ({ key: [key], value: key });

Deno.test("together stores what all of its changes store, in their order, and leaves them as they were", () => {
  const [one, other] = [changeOf({ set: [set("a")], delete: [["x"]] }), changeOf({ set: [set("b")] })];
  const joined = together(one, undefined, NO_CHANGE, changeOf({ cells: [] }), other);
  assert.deepEqual(writeOf(joined), { set: [set("a"), set("b")], delete: [["x"]] });
  assert.deepEqual(writeOf(one), { set: [set("a")], delete: [["x"]] });
  assert.equal(together(undefined, one), one);
  assert.equal(together(NO_CHANGE, undefined), NO_CHANGE);
});

Deno.test("endingBy brings the end of cells forward, and puts none off", () => {
  const cell = { key: ["c"], exact: true, change: () => 1 };
  const change = changeOf({ cells: [cell, { ...cell, expiresAt: 5 }, { ...cell, expiresAt: 50 }] });
  assert.deepEqual(writeOf(endingBy(change, 10)).cells?.map(({ expiresAt }) => expiresAt), [10, 5, 10]);
});
