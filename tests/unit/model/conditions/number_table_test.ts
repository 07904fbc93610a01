import assert from "node:assert/strict";
import fc from "fast-check";
import { pairKey, valueKey } from "../../../../src/model/conditions/counts/key.ts";
import { NumberTable } from "../../../../src/model/conditions/counts/number_table.ts";
import { rounds } from "../../../support/rounds.ts";

Deno.test("a table is a map, whatever slots its keys share", () => {
  // Few low bits: most keys share slots.
  const key = fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 40 })).map(([low, high]) => high * 2 ** 32 + low);
  const steps = fc.array(fc.tuple(key, fc.integer({ min: -2, max: 2 })), { maxLength: 300 });
  fc.assert(
    fc.property(steps, (steps) => {
      const table = new NumberTable();
      const map = new Map<number, number>();
      for (const [key, by] of steps) {
        const sum = (map.get(key) ?? 0) + by;
        if (sum === 0) map.delete(key);
        else map.set(key, sum);
        assert.equal(table.add(key, by), sum);
        assert.equal(table.size, map.size);
      }
      for (const [key] of steps) assert.equal(table.get(key), map.get(key) ?? 0);
    }),
    { numRuns: rounds(300) },
  );
});

Deno.test("a table that was large gives its memory back", () => {
  const table = new NumberTable();
  for (let key = 1; key <= 10_000; key++) table.add(key, 1);
  const large = table.bytes;
  for (let key = 1; key <= 9_990; key++) table.add(key, -1);
  assert.equal(table.get(9_991), 1);
  assert.ok(table.bytes < large / 100);
});

Deno.test("different values have different keys, and so have their pairs", () => {
  const keys = new Set<number>();
  const pairs = new Set<number>();
  for (let value = 0; value < 100_000; value++) keys.add(valueKey(`v${value}`, 5));
  const some = [...keys].slice(0, 300);
  for (const one of some) for (const other of some) pairs.add(pairKey(one, other));
  assert.equal(keys.size, 100_000);
  assert.equal(pairs.size, 300 * 300);
  assert.ok([...keys, ...pairs].every((key) => Number.isSafeInteger(key) && key > 0));
  assert.notEqual(valueKey("v1", 5), valueKey("v1", 6));
});
