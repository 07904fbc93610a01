import assert from "node:assert/strict";
import fc from "fast-check";
import { SortedKeys } from "../../../../src/store/memory/sorted_keys.ts";

const key = fc.integer({ min: 0, max: 3000 }).map((number) => String(number).padStart(4, "0"));

Deno.test("keys that come and go are ranges in order, in both directions", () => {
  fc.assert(
    fc.property(
      fc.array(key, { minLength: 1500, maxLength: 4000 }),
      key,
      key,
      fc.nat(700),
      (given, a, b, limit) => {
        const keys = new SortedKeys();
        const expected = new Set<string>();
        for (const each of given) {
          // Every third that comes again goes.
          if (!expected.has(each)) {
            expected.add(each);
            keys.add(each);
          } else if (Number(each) % 3 === 0) {
            expected.delete(each);
            keys.remove(each);
          }
        }
        const [from, to] = a < b ? [a, b] : [b, a];
        const within = [...expected].sort().filter((each) => each >= from && each < to);
        assert.deepEqual(keys.range(from, to, Infinity, false), within);
        assert.deepEqual(keys.range(from, to, limit, false), within.slice(0, limit));
        assert.deepEqual(keys.range(from, to, limit, true), within.toReversed().slice(0, limit));
      },
    ),
    { numRuns: 40 },
  );
});
