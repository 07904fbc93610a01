/** Why a condition is unknown costs a few times what it costs itself, however deep it is. */
import assert from "node:assert/strict";
import type { ConditionSubject } from "../../../../src/model/conditions/condition.ts";
import { and, literal, not, or, type Term } from "../../../../src/model/conditions/term.ts";

const SUBJECT = {} as ConditionSubject; // the terms below ask nothing of it
const WRAPPED: Readonly<Record<string, (inner: Term) => Term>> = {
  "!": not,
  "&&": (inner) => and([inner, literal(true)]),
  "||": (inner) => or([inner, literal(false)]),
};

for (const [name, wrap] of Object.entries(WRAPPED)) {
  Deno.test(`forty levels of ${name} around something unknown`, () => {
    let runs = 0;
    const unknown: Term = { run: () => (runs++, null), why: () => "custom.x is unknown" };
    let term = unknown;
    for (let level = 0; level < 40; level++) term = wrap(term);
    assert.equal(term.run(SUBJECT), null);
    assert.equal(runs, 1);
    assert.match(term.why(SUBJECT), /unknown/);
    assert.ok(runs <= 20, `${runs} runs`);
  });
}

Deno.test("a shallow one is explained to the ground", () => {
  const unknown: Term = { run: () => null, why: () => "custom.x is unknown" };
  assert.equal(and([not(or([unknown, literal(false)])), literal(true)]).why(SUBJECT), "custom.x is unknown");
});
