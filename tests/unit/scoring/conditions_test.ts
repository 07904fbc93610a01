/** Which live condition decides, and what it makes of the score. */
import assert from "node:assert/strict";
import {
  type ConditionHit,
  decideByConditions,
  type UndecidedSignup,
} from "../../../src/scoring/conditions.ts";

const ALLOWED: UndecidedSignup = {
  score: 10,
  verdict: "allow",
  ruled: false,
  anyBlock: false,
  agentDenied: false,
  reviewThreshold: 40,
};
const REVIEWED: UndecidedSignup = { ...ALLOWED, score: 50, verdict: "review" };
const BLOCKED: UndecidedSignup = { ...ALLOWED, score: 90, verdict: "block", anyBlock: true };

const allow: ConditionHit = { action: "allow" };
const dangerous: ConditionHit = { action: "allow", overrides: "block" };
const review: ConditionHit = { action: "review" };
const block: ConditionHit = { action: "block" };
const tag: ConditionHit = { action: "tag" };

const ROWS: readonly (readonly [
  signup: UndecidedSignup,
  hits: readonly ConditionHit[],
  score: number,
  verdict: string,
  decided: ConditionHit | null,
])[] = [
  [ALLOWED, [], 10, "allow", null],
  [ALLOWED, [tag], 10, "allow", null],
  [ALLOWED, [allow], 0, "allow", allow],
  [ALLOWED, [review], 40, "review", review],
  [ALLOWED, [block], 100, "block", block],
  [ALLOWED, [allow, review], 40, "review", review],
  [ALLOWED, [dangerous, review, block, tag], 100, "block", block],
  [REVIEWED, [review], 50, "review", review],
  [REVIEWED, [allow], 0, "allow", allow],
  [{ ...REVIEWED, anyBlock: true }, [allow], 50, "review", null],
  [{ ...REVIEWED, anyBlock: true }, [allow, dangerous], 0, "allow", dangerous],
  [BLOCKED, [review], 90, "block", null],
  [BLOCKED, [allow], 90, "block", null],
  [BLOCKED, [dangerous], 0, "allow", dangerous],
  [BLOCKED, [dangerous, review], 90, "block", null],
  [BLOCKED, [block], 100, "block", block],
  [{ ...BLOCKED, score: 20, agentDenied: true }, [dangerous], 20, "block", null],
  [{ ...BLOCKED, score: 20, agentDenied: true }, [review], 20, "block", null],
  [{ ...BLOCKED, score: 20, agentDenied: true }, [block], 100, "block", block],
  [{ ...ALLOWED, score: 0, ruled: true }, [block], 0, "allow", null],
  [{ ...BLOCKED, score: 100, ruled: true }, [dangerous], 100, "block", null],
];

Deno.test("block before review before allow; a review never lowers, an allow respects blocks", () => {
  for (const [signup, hits, score, verdict, decided] of ROWS) {
    const shown = JSON.stringify([signup, hits]);
    const got = decideByConditions(signup, hits);
    assert.deepEqual({ score: got.score, verdict: got.verdict }, { score, verdict }, shown);
    assert.equal(got.decided, decided, shown);
  }
});

Deno.test("of conditions with one action the first decides", () => {
  const [first, second] = [{ action: "review", id: 1 }, { action: "review", id: 2 }] as const;
  assert.equal(decideByConditions(ALLOWED, [first, second]).decided, first);
});
