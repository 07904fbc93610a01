import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPONENT_KINDS, type ComponentKind } from "../../src/model/component.ts";
import type { Outcome, RuleApplied, ScoreRecord, StoredComponent } from "../../src/model/records.ts";
import { type Strictness, type Verdict, verdictOf } from "../../src/model/verdict.ts";
import { Calibration } from "../../src/scoring/calibration.ts";
import { liftOf } from "../../src/scoring/calibration_lift.ts";
import { STRICTNESSES, verdictAt } from "../../src/scoring/calibration_replay.ts";
import type { Figures } from "../../src/scoring/calibration_tally.ts";
import { combine, overallVerdict } from "../../src/scoring/combine.ts";

const RANK: Readonly<Record<Verdict, number>> = { allow: 0, review: 1, block: 2 };

const action = fc.option(fc.constantFrom("allow" as const, "block" as const), { freq: 6 });
const part = fc.record({
  kind: fc.constantFrom<ComponentKind>(...COMPONENT_KINDS),
  score: fc.integer({ min: 0, max: 100 }),
  action,
  names: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
});
const strictness = fc.constantFrom<Strictness>(0, 1, 2, 3);

/** As the service stores it: score and verdict decided at the strictness it was asked with. */
const record: fc.Arbitrary<ScoreRecord> = fc.record({
  parts: fc.uniqueArray(part, { minLength: 1, maxLength: 5, selector: ({ kind }) => kind }),
  user: fc.boolean(),
  denied: fc.boolean(),
  strictness,
}).map(({ parts, user, denied, strictness }) => {
  const subject = user || parts.length > 1 ? "user" as const : parts[0]!.kind;
  const components = parts.map(({ kind, score, action, names }): StoredComponent => {
    const rule: RuleApplied | null = action === null ? null : { id: "r", action, kind: "ip", value: "v" };
    const ruled = action === null ? score : action === "block" ? 100 : 0;
    return {
      kind,
      hash: "h",
      relatedHashes: [kind],
      mask: "",
      score: ruled,
      verdict: action ?? verdictOf(score, strictness),
      findings: names.map((name) => [name, "g", 10, name]),
      trust: [],
      unknown: {},
      rule,
    };
  });
  const rules = components.flatMap((component) => component.rule ?? []);
  const rule = rules.find((each) => each.action === "block") ?? rules[0] ?? null;
  const agentDenied = subject === "user" && denied;
  const decided = subject === "user"
    ? overallVerdict({
      combined: combine(components.map(({ kind, score }) => ({ kind, score })), false),
      strictness,
      anyBlock: components.some((component) => component.verdict === "block"),
      rule: rule?.action ?? null,
      agentDenied,
    })
    : { score: components[0]!.score, verdict: components[0]!.verdict };
  return {
    id: "req_x",
    account: "acc",
    key: "key",
    mode: "live",
    subject,
    via: "user",
    at: 0,
    expiresAt: 1,
    ...decided,
    strictness,
    summary: null,
    topSignals: [],
    rule,
    agentDecision: agentDenied ? "deny" : null,
    components,
    dataVersion: "",
  };
});
const labelled = fc.array(fc.tuple(record, fc.constantFrom<Outcome>("fraud", "legit")), { maxLength: 40 });

Deno.test("scored again at the strictness it was asked with, a stored score has the verdict it was answered", () => {
  fc.assert(fc.property(record, (given) => {
    assert.equal(verdictAt(given, given.strictness), given.verdict);
  }));
});

Deno.test("scored again, stricter is never more lenient", () => {
  fc.assert(fc.property(record, (given) => {
    const ranks = STRICTNESSES.map((level) => RANK[verdictAt(given, level)]);
    assert.deepEqual(ranks, [...ranks].sort());
  }));
});

Deno.test("every labelled score is in each table once, and shares are shares or null", () => {
  fc.assert(fc.property(labelled, (rows) => {
    const calibration = new Calibration();
    for (const [given, outcome] of rows) calibration.add(given, outcome);
    const { overall, components, findings } = calibration.figures();
    assert.equal(overall.labelled + overall.ruled, rows.length);
    for (const kind of COMPONENT_KINDS) {
      const count = rows.filter(([given]) => given.components.some((each) => each.kind === kind)).length;
      assert.equal(components[kind] === null, count === 0);
      if (components[kind]) assert.equal(components[kind].labelled + components[kind].ruled, count);
    }
    for (const each of [overall, ...Object.values(components)]) if (each !== null) consistent(each);
    for (const { share_of_fraud, share_of_legit, lift, lift_low, lift_high } of findings) {
      for (const share of [share_of_fraud, share_of_legit]) assert.ok(share === null || isShare(share));
      assert.ok([lift, lift_low, lift_high].every((value) => value === null || Number.isFinite(value)));
    }
  }));
});

Deno.test("a finding that fires more often on fraud never has a lower lift", () => {
  const count = fc.integer({ min: 5, max: 1000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(count, count, share, share, (fraud, legit, first, second) => {
    const all = { fraud, legit };
    const low = { fraud: Math.floor(first * (fraud - 1)), legit: Math.ceil(second * legit) };
    const less = liftOf({ fired: low, all });
    const more = liftOf({ fired: { ...low, fraud: low.fraud + 1 }, all });
    if (less.lift !== null) assert.ok(more.lift !== null && more.lift >= less.lift);
    if (less.lift_low !== null) assert.ok(more.lift_low !== null && more.lift_low >= less.lift_low);
  }));
});

function consistent(figures: Figures): void {
  const { labelled, fraud, legit } = figures;
  assert.equal(fraud + legit, labelled);
  assert.equal(figures.reliability.reduce((sum, decile) => sum + decile.count, 0), labelled);
  assert.equal(figures.reliability.reduce((sum, decile) => sum + decile.fraud, 0), fraud);
  for (const decile of figures.reliability) {
    assert.equal(decile.mean_score === null, decile.count === 0);
    if (decile.mean_score !== null) {
      assert.ok(decile.mean_score >= decile.from && decile.mean_score <= decile.to);
    }
  }
  assert.equal(figures.brier_score === null, labelled === 0);
  assert.ok(figures.brier_score === null || isShare(figures.brier_score));
  for (const level of [figures.as_answered, ...figures.at_strictness]) {
    assert.equal(total(level.fraud), fraud);
    assert.equal(total(level.legit), legit);
    assert.equal(level.precision_of_block === null, level.fraud.block + level.legit.block === 0);
    assert.equal(level.false_positive_rate === null, legit === 0);
    assert.equal(level.fraud_blocked === null, fraud === 0);
  }
  for (const level of figures.at_strictness) {
    const { count, fraud: ofFraud, legit: ofLegit } = level.would_change;
    assert.equal(count, total(ofFraud) + total(ofLegit));
    for (const verdict of ["allow", "review", "block"] as const) {
      assert.ok(ofFraud[verdict] <= level.fraud[verdict] && ofLegit[verdict] <= level.legit[verdict]);
    }
  }
}

function total(counts: Figures["at_strictness"][number]["fraud"]): number {
  return counts.allow + counts.review + counts.block;
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}
