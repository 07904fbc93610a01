/** What conditions say of a sign-up, without the service around them. */
import assert from "node:assert/strict";
import type { Condition } from "../../../../src/model/conditions/condition.ts";
import type { ConditionRule } from "../../../../src/model/rules/condition_rule.ts";
import type { UndecidedSignup } from "../../../../src/scoring/conditions.ts";
import type { ActiveCondition } from "../../../../src/service/conditions/active_conditions.ts";
import { judgeConditions } from "../../../../src/service/conditions/judge.ts";
import { compileCondition } from "../../../../src/service/conditions/language/compile.ts";
import { subjectOf } from "../../../support/fixtures/condition_subject.ts";

const NOW = 1_000_000;
const SIGNUP = {
  score: 10,
  verdict: "allow",
  ruled: false,
  anyBlock: false,
  agentDenied: false,
  reviewThreshold: 40,
} as const;

function active(id: string, more: Partial<ConditionRule> = {}, compiled?: ActiveCondition["compiled"]) {
  const rule: ConditionRule = {
    id,
    when: "true",
    action: "block",
    state: "live",
    created_at: "2026-11-23T00:00:00.000Z",
    author: { key: "key", name: "" },
    history: [],
    ...more,
  };
  return { rule, expires: Infinity, compiled: compiled ?? compileCondition(rule.when) };
}

const throwing: Condition = {
  when: "true",
  variables: [],
  counts: [],
  cost: 1,
  evaluate: () => {
    throw new Error("broken");
  },
};

Deno.test("a condition that throws, or does not compile any more, is not judged, and the others are", () => {
  const { verdict, conditions } = judgeConditions(
    [
      active("throws", {}, throwing),
      active("unknown name", { when: "ip.nothing == 1" }),
      active("good", { action: "review" }),
    ],
    subjectOf({}),
    SIGNUP,
    NOW,
  );
  assert.equal(verdict, "review");
  assert.deepEqual(conditions?.notJudged.map(([id]) => id), ["throws", "unknown name"]);
  assert.match(conditions!.notJudged[1]![1], /ip\.nothing/);
  assert.ok(!JSON.stringify(conditions).includes("broken"));
  assert.deepEqual(conditions?.decided, {
    id: "good",
    action: "review",
    when: "true",
    before: { score: 10, verdict: "allow" },
  });
});

Deno.test("nothing is stored where nothing was true; what has expired is not judged", () => {
  const expired = { ...active("expired"), expires: NOW };
  const judged = judgeConditions([expired, active("false", { when: "1 == 2" })], subjectOf({}), SIGNUP, NOW);
  assert.deepEqual(judged, { score: 10, verdict: "allow", hits: [], conditions: null });
  assert.equal(judgeConditions([expired], subjectOf({}), SIGNUP, NOW - 1).verdict, "block");
});

Deno.test("shadow and tags decide nothing; each word once", () => {
  const { verdict, score, hits, conditions } = judgeConditions(
    [
      active("shadow", { state: "shadow" }),
      active("tag", { action: "tag", tag: "odd" }),
      active("same", { action: "tag", tag: "odd" }),
      active("shadow tag", { action: "tag", tag: "new", state: "shadow" }),
    ],
    subjectOf({}),
    SIGNUP,
    NOW,
  );
  assert.deepEqual([verdict, score, hits], ["allow", 10, []]);
  assert.deepEqual(conditions, {
    decided: null,
    tags: ["odd"],
    hit: ["tag", "same"],
    would: [["shadow", "block"], ["shadow tag", "tag"]],
    notJudged: [],
  });
});

Deno.test("those that are true and take part name themselves: blocks, reviews, allows, each by age", () => {
  const conditions = [
    active("allow", { action: "allow" }),
    active("review", { action: "review" }),
    active("block"),
    active("dangerous", { action: "allow", overrides: "block" }),
    active("other", { action: "review" }),
    active("last"),
  ];
  const rows: [signup: Partial<UndecidedSignup>, named: string[]][] = [
    [{}, ["block", "last", "review", "other", "allow", "dangerous"]],
    [{ verdict: "review", anyBlock: true }, ["block", "last", "review", "other", "dangerous"]],
    [{ verdict: "block", anyBlock: true }, ["block", "last", "dangerous"]],
    [{ verdict: "block" }, ["block", "last", "allow", "dangerous"]],
    [{ verdict: "block", agentDenied: true }, ["block", "last"]],
    [{ ruled: true }, []],
  ];
  for (const [more, named] of rows) {
    const { hits, conditions: said } = judgeConditions(
      conditions,
      subjectOf({}),
      { ...SIGNUP, ...more },
      NOW,
    );
    assert.deepEqual(hits.map(({ id }) => id), named, JSON.stringify(more));
    assert.equal(said?.hit.length, conditions.length, "each is stored as true");
  }
});

Deno.test("of an allow that decides it is stored whether it overrides blocks", () => {
  for (const overrides of ["block", undefined] as const) {
    const rule = active("allow", { action: "allow", ...(overrides === undefined ? {} : { overrides }) });
    const { conditions } = judgeConditions([rule], subjectOf({}), SIGNUP, NOW);
    assert.equal(conditions?.decided?.overrides, overrides ?? null);
  }
});
