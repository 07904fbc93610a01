import assert from "node:assert/strict";
import fc from "fast-check";
import { readSiteverify, siteverifyBody } from "../../../src/compat/siteverify.ts";
import { STRICTNESSES } from "../../../src/scoring/calibration_replay.ts";
import { afterChallenge } from "../../../src/scoring/challenge.ts";
import { thresholdsAt, type VerdictLevel, verdictOf, VERDICTS } from "../../../src/model/verdict.ts";

const levels = fc.oneof(
  fc.constantFrom(...STRICTNESSES),
  fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 })).map(([one, other]) => ({
    review: Math.min(one, other),
    block: Math.max(one, other),
  })),
) as fc.Arbitrary<VerdictLevel>;
const scores = fc.integer({ min: 0, max: 100 });

Deno.test("a passed challenge turns a review into an allow below the review threshold, and nothing else", () => {
  fc.assert(
    fc.property(
      scores,
      fc.constantFrom(...VERDICTS),
      levels,
      fc.boolean(),
      (score, verdict, level, isPassed) => {
        const after = afterChallenge({ score, verdict }, isPassed, level);
        if (!isPassed || verdict !== "review") return assert.deepEqual(after, { score, verdict });
        assert.equal(after.verdict, "allow");
        assert.ok(after.score >= 0 && after.score <= Math.round(score / 2));
        assert.ok(after.score < thresholdsAt(level).review);
        assert.equal(verdictOf(after.score, level), "allow", "the score says the same");
      },
    ),
  );
});

Deno.test("plug-ins that refuse below 0.5 let every review in that was passed", () => {
  fc.assert(fc.property(scores, levels, (score, level) => {
    const { score: risk } = afterChallenge({ score, verdict: "review" }, true, level);
    const body = siteverifyBody({ success: true, passedAt: "", hostname: null, action: null, risk });
    assert.ok(body.score !== undefined && body.score >= 0.5 && body.score <= 1);
  }));
});

Deno.test("whatever is sent to siteverify is read or refused with a code", () => {
  fc.assert(fc.property(fc.anything(), (sent) => {
    const read = readSiteverify(sent);
    if ("errors" in read) assert.ok(read.errors.length > 0);
    else assert.ok(read.secret !== "" && read.response !== "");
  }));
});
