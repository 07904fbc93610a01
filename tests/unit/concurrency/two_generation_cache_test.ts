import assert from "node:assert/strict";
import { TwoGenerationCache } from "../../../src/concurrency/two_generation_cache.ts";

Deno.test("TwoGenerationCache keeps at least the newest half and never more than its maximum", () => {
  const remembered = new TwoGenerationCache<number>(100);
  for (let i = 0; i < 1000; i++) {
    remembered.set(`n${i}`, i);
    for (let back = 0; back < Math.min(50, i + 1); back++) {
      assert.equal(remembered.get(`n${i - back}`), i - back);
    }
  }
  let kept = 0;
  for (let i = 0; i < 1000; i++) if (remembered.get(`n${i}`) !== undefined) kept++;
  assert.ok(kept >= 50 && kept <= 100, `${kept}`);
  assert.equal(remembered.get("n0"), undefined);
});

Deno.test("TwoGenerationCache returns the value that was set last", () => {
  const remembered = new TwoGenerationCache<number>(4);
  for (const value of [1, 2, 3, 4, 5]) {
    remembered.set("a", value);
    remembered.set(`other${value}`, 0);
    assert.equal(remembered.get("a"), value);
  }
});
