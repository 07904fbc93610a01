import assert from "node:assert/strict";
import type { Evaluation } from "../../../../src/service/score/decision.ts";
import { EvaluationCache } from "../../../../src/service/score/evaluation_cache.ts";

const EVALUATION = { component: {}, subject: {}, relatedHashes: [] } as unknown as Evaluation;
const START = 1_800_000_000_000;
const MINUTE = 60_000;

for (const [name, of, other] of [["a hash", "h", "other"], ["a parsed value", {}, {}]] as const) {
  Deno.test(`EvaluationCache by ${name}: an entry is not returned after new lists, after its time, and when the clock goes back`, () => {
    let generation = 3;
    const cache = new EvaluationCache(() => generation);
    const keep = (now: number) => {
      assert.equal(cache.get(of, now, MINUTE), undefined);
      cache.set(of, EVALUATION, now);
      assert.equal(cache.get(of, now, MINUTE), EVALUATION);
      assert.equal(cache.get(other, now, MINUTE), undefined);
    };
    keep(START);
    assert.equal(cache.get(of, START + 999, 1_000), EVALUATION);
    assert.equal(cache.get(of, START + 1_000, 1_000), undefined);
    assert.equal(cache.get(of, START + 59_999, 10 * MINUTE), EVALUATION);
    assert.equal(cache.get(of, START + 60_000, 10 * MINUTE), undefined, "a minute at most");
    keep(START + 60_000);
    generation = 4;
    keep(START + 60_001);
    keep(START + 50_000);
  });
}
