import assert from "node:assert/strict";
import { EvaluationCache, type Found } from "../../../../src/service/score/evaluation_cache.ts";

const FOUND = { component: {}, subject: {}, also: [] } as unknown as Found;
const START = 1_800_000_000_000;
const MINUTE = 60_000;

for (const [name, of, other] of [["a hash", "h", "other"], ["a parsed value", {}, {}]] as const) {
  Deno.test(`Evaluated by ${name} forgets when lists change, with time, and when the clock goes back`, () => {
    let generation = 3;
    const evaluated = new EvaluationCache(() => generation);
    const keep = (now: number) => {
      assert.equal(evaluated.get(of, now, MINUTE), undefined);
      evaluated.set(of, FOUND, now);
      assert.equal(evaluated.get(of, now, MINUTE), FOUND);
      assert.equal(evaluated.get(other, now, MINUTE), undefined);
    };
    keep(START);
    assert.equal(evaluated.get(of, START + 999, 1_000), FOUND);
    assert.equal(evaluated.get(of, START + 1_000, 1_000), undefined);
    assert.equal(evaluated.get(of, START + 59_999, 10 * MINUTE), FOUND);
    assert.equal(evaluated.get(of, START + 60_000, 10 * MINUTE), undefined, "a minute at most");
    keep(START + 60_000);
    generation = 4;
    keep(START + 60_001);
    keep(START + 50_000);
  });
}
