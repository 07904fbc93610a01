import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPONENT_KINDS, type ComponentKind } from "../../src/model/component.ts";
import { type Strictness, THRESHOLDS, verdictOf } from "../../src/model/verdict.ts";
import { blockFloor, combine, overallVerdict, type Part, rankFindings } from "../../src/scoring/combine.ts";
import { evaluate } from "../../src/scoring/evaluate.ts";

const WEIGHTS = {
  a: { points: 70, group: "first", text: "a" },
  b: { points: 34, group: "first", text: "b" },
  c: { points: 40, group: "second", text: "c" },
  d: { points: 30, group: "second", text: "d" },
  e: { points: 95, group: "third", text: "e" },
  f: { points: 5, group: "third", text: "f" },
} as const;
const TRUSTS = { aged: { factor: 0.7, text: "aged" }, verified: { factor: 0.85, text: "verified" } } as const;
type Name = keyof typeof WEIGHTS;

const names = fc.uniqueArray(fc.constantFrom(...(Object.keys(WEIGHTS) as Name[])));
const trusted = fc.uniqueArray(fc.constantFrom("aged" as const, "verified" as const));
const strictness = fc.constantFrom<Strictness>(0, 1, 2, 3);

function run(fired: readonly Name[], trust: readonly ("aged" | "verified")[] = []) {
  return evaluate({
    component: "ip",
    weights: WEIGHTS,
    trusts: TRUSTS,
    fired,
    trusted: trust,
  });
}

function part(kind: ComponentKind, score: number, fired: readonly Name[] = []): Part {
  return { kind, score, breakdown: { ...run(fired), score }, ruled: false };
}

const parts = fc.uniqueArray(
  fc.record({ kind: fc.constantFrom(...COMPONENT_KINDS), score: fc.integer({ min: 0, max: 100 }) }),
  { selector: ({ kind }) => kind },
)
  .map((rows) => rows.map(({ kind, score }) => part(kind, score)));

Deno.test("a component's score is an integer from 0 to 100, and nothing fired is 0", () => {
  assert.equal(run([]).score, 0);
  fc.assert(fc.property(names, trusted, (fired, trust) => {
    const { score } = run(fired, trust);
    assert.ok(Number.isInteger(score) && score >= 0 && score <= 100);
  }));
});

Deno.test("a fired finding never lowers a score; a trust fact never raises it", () => {
  fc.assert(
    fc.property(
      names,
      trusted,
      fc.constantFrom(...(Object.keys(WEIGHTS) as Name[])),
      (fired, trust, more) => {
        assert.ok(run([...new Set([...fired, more])], trust).score >= run(fired, trust).score);
        assert.ok(run(fired, trust).score <= run(fired).score);
      },
    ),
  );
});

Deno.test("of a group one row counts: the score of several is that of the strongest alone", () => {
  assert.equal(run(["a", "b"]).score, run(["a"]).score);
  assert.deepEqual(run(["b", "a"]).findings.map((finding) => [finding.name, finding.points]), [["a", 70], [
    "b",
    0,
  ]]);
});

Deno.test("the whole is an integer from 0 to 100; a further component never lowers it", () => {
  fc.assert(fc.property(parts, fc.boolean(), (all, sameDomain) => {
    const whole = combine(all, sameDomain);
    assert.ok(Number.isInteger(whole) && whole >= 0 && whole <= 100);
    for (let index = 0; index < all.length; index++) {
      assert.ok(whole >= combine(all.filter((_, at) => at !== index), sameDomain));
    }
  }));
});

Deno.test("stricter is never more lenient, and score and verdict never contradict each other", () => {
  const rank = { allow: 0, review: 1, block: 2 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.boolean(), strictness, (combined, anyBlock, level) => {
      const decided = overallVerdict({
        combined,
        strictness: level,
        anyBlock,
        rule: null,
        agentDenied: false,
      });
      assert.equal(decided.verdict, verdictOf(decided.score, level));
      if (level > 0) {
        const milder = overallVerdict({
          combined,
          strictness: (level - 1) as Strictness,
          anyBlock,
          rule: null,
          agentDenied: false,
        });
        assert.ok(rank[decided.verdict] >= rank[milder.verdict]);
      }
      if (anyBlock) assert.ok(decided.verdict !== "allow");
      if (anyBlock && level >= 2) assert.equal(decided.verdict, "block");
    }),
  );
});

Deno.test("order: block rule, agent deny, allow rule, block floor", () => {
  const base = { combined: 50, strictness: 1 as Strictness, anyBlock: true, agentDenied: true };
  assert.deepEqual(overallVerdict({ ...base, rule: "block" }), { score: 100, verdict: "block", ruled: true });
  assert.deepEqual(overallVerdict({ ...base, rule: "allow" }), { score: 50, verdict: "block", ruled: false });
  const undenied = { ...base, agentDenied: false };
  assert.deepEqual(overallVerdict({ ...undenied, rule: "allow" }), {
    score: 0,
    verdict: "allow",
    ruled: true,
  });
  assert.deepEqual(overallVerdict({ ...base, rule: null }), { score: 50, verdict: "block", ruled: false });
  assert.deepEqual(overallVerdict({ ...base, combined: 10, rule: null, agentDenied: false }), {
    score: 40,
    verdict: "review",
    ruled: false,
  });
  assert.equal(blockFloor(10, true, 2), THRESHOLDS[2].block);
  assert.equal(blockFloor(99, true, 1), 99);
});

Deno.test("findings are ranked by how far the whole score would drop without them", () => {
  const ip = { ...part("ip", 0), breakdown: run(["a"]), score: run(["a"]).score };
  const email = { ...part("email", 0), breakdown: run(["f", "c"]), score: run(["f", "c"]).score };
  const ranked = rankFindings([ip, email], false);
  assert.deepEqual(ranked.map(({ finding }) => finding.name), ["a", "c", "f"]);
  assert.ok(ranked.every(({ drop }) => drop >= 0));
  assert.deepEqual(rankFindings([{ ...ip, ruled: true }], false), []);
});
