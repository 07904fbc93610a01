import assert from "node:assert/strict";
import type { ComponentKind } from "../../../src/model/component.ts";
import type { Outcome, RuleApplied, ScoreRecord, StoredComponent } from "../../../src/model/records.ts";
import { verdictOf } from "../../../src/model/verdict.ts";
import { Calibration } from "../../../src/scoring/calibration.ts";
import { liftOf, MIN_LABELS, type Split } from "../../../src/scoring/calibration_lift.ts";
import { componentVerdictAt, verdictAt } from "../../../src/scoring/calibration_replay.ts";

const BLOCK_RULE: RuleApplied = { id: "r", action: "block", kind: "ip", value: "8.8.8.8" };
const ALLOW_RULE: RuleApplied = { ...BLOCK_RULE, action: "allow" };

function component(
  kind: ComponentKind,
  score: number,
  more: Partial<StoredComponent> & { fired?: readonly string[] } = {},
): StoredComponent {
  const { fired = [], ...rest } = more;
  return {
    kind,
    hash: "h",
    relatedHashes: [],
    mask: "•",
    score,
    verdict: verdictOf(score, 1),
    findings: fired.map((name) => [name, "group", 10, name]),
    trust: [],
    unknown: {},
    rule: null,
    ...rest,
  };
}

function scored(
  components: readonly StoredComponent[],
  more: Partial<ScoreRecord> = {},
): ScoreRecord {
  const score = more.score ?? components[0]!.score;
  return {
    id: "req_x",
    account: "acc",
    key: "key",
    mode: "live",
    subject: components.length === 1 ? components[0]!.kind : "user",
    via: "single",
    at: 0,
    expiresAt: 1,
    score,
    verdict: verdictOf(score, 1),
    strictness: 1,
    summary: null,
    topSignals: [],
    rule: null,
    agentDecision: null,
    components,
    dataVersion: "",
    ...more,
  };
}

function figures(rows: readonly (readonly [record: ScoreRecord, outcome: Outcome])[]) {
  const calibration = new Calibration();
  for (const [record, outcome] of rows) calibration.add(record, outcome);
  return calibration.figures();
}

const REPLAYED: readonly {
  readonly name: string;
  readonly given: ScoreRecord;
  readonly expected: readonly string[];
}[] = [
  {
    name: "a single score against each level's thresholds",
    given: scored([component("ip", 55)]),
    expected: ["review", "review", "review", "block"],
  },
  {
    name: "just below every level",
    given: scored([component("ip", 19)]),
    expected: ["allow", "allow", "allow", "allow"],
  },
  {
    name: "a sign-up's score is combined again: the answered one may contain the floor of its strictness",
    given: scored([component("email", 78), component("ip", 0)], { score: 90, strictness: 2 }),
    expected: ["review", "review", "block", "block"],
  },
  {
    name: "a component that blocks at a level floors that level only",
    given: scored([component("domain", 52), component("ip", 0)]),
    expected: ["allow", "allow", "review", "block"],
  },
  {
    name: "an e-mail's own domain counts once",
    given: scored([
      component("email", 20, { relatedHashes: ["d"] }),
      component("domain", 20, { relatedHashes: ["d"] }),
    ]),
    expected: ["allow", "allow", "allow", "allow"],
  },
  {
    name: "another domain counts in addition",
    given: scored([
      component("email", 20, { relatedHashes: ["d"] }),
      component("domain", 20, { relatedHashes: ["e"] }),
    ]),
    expected: ["allow", "allow", "allow", "review"],
  },
  {
    name: "a block rule blocks at every level",
    given: scored([component("ip", 100, { rule: BLOCK_RULE }), component("email", 0)], { rule: BLOCK_RULE }),
    expected: ["block", "block", "block", "block"],
  },
  {
    name: "an allow rule allows at every level",
    given: scored([component("ip", 0, { rule: ALLOW_RULE }), component("email", 95)], { rule: ALLOW_RULE }),
    expected: ["allow", "allow", "allow", "allow"],
  },
  {
    name: "an agent's denial blocks at every level, an allow rule or not",
    given: scored([component("ip", 0, { rule: ALLOW_RULE }), component("email", 0)], {
      rule: ALLOW_RULE,
      agentDecision: "deny",
    }),
    expected: ["block", "block", "block", "block"],
  },
  {
    name: "an agent under review changes nothing",
    given: scored([component("ip", 0), component("email", 0)], { agentDecision: "review" }),
    expected: ["allow", "allow", "allow", "allow"],
  },
];

for (const { name, given, expected } of REPLAYED) {
  Deno.test(`verdictAt: ${name}`, () => {
    assert.deepEqual(([0, 1, 2, 3] as const).map((strictness) => verdictAt(given, strictness)), expected);
  });
}

Deno.test("a component with a rule keeps the rule's action at every strictness", () => {
  const ruled = component("ip", 100, { rule: BLOCK_RULE });
  assert.deepEqual(([0, 3] as const).map((strictness) => componentVerdictAt(ruled, strictness)), [
    "block",
    "block",
  ]);
});

Deno.test("confusion, rates, Brier score and deciles of the whole", () => {
  const { overall } = figures([
    [scored([component("ip", 90)]), "fraud"],
    [scored([component("ip", 80)]), "legit"],
    [scored([component("ip", 50)]), "fraud"],
    [scored([component("ip", 10)]), "fraud"],
    [scored([component("ip", 0)]), "legit"],
    [scored([component("ip", 100)]), "fraud"],
  ]);
  assert.deepEqual([overall.labelled, overall.fraud, overall.legit, overall.ruled], [6, 4, 2, 0]);
  assert.deepEqual(overall.as_answered, {
    fraud: { allow: 1, review: 1, block: 2 },
    legit: { allow: 1, review: 0, block: 1 },
    precision_of_block: 0.6667,
    false_positive_rate: 0.5,
    legit_disturbed: 0.5,
    fraud_blocked: 0.5,
    fraud_noticed: 0.75,
  });
  // (0.01 + 0.64 + 0.25 + 0.81 + 0 + 0) / 6, and 4/6 × 2/6.
  assert.deepEqual([overall.brier_score, overall.brier_score_of_base_rate], [0.285, 0.2222]);
  assert.equal(overall.reliability.length, 10);
  assert.deepEqual(overall.reliability[9], {
    from: 90,
    to: 100,
    count: 2,
    fraud: 2,
    mean_score: 95,
    share_of_fraud: 1,
  });
  assert.deepEqual(overall.reliability[0], {
    from: 0,
    to: 9,
    count: 1,
    fraud: 0,
    mean_score: 0,
    share_of_fraud: 0,
  });
  assert.deepEqual(overall.reliability[3], {
    from: 30,
    to: 39,
    count: 0,
    fraud: 0,
    mean_score: null,
    share_of_fraud: null,
  });
  assert.equal(overall.reliability.reduce((sum, decile) => sum + decile.count, 0), 6);
});

Deno.test("another strictness: its own confusion, and which answered verdicts would change", () => {
  const { overall } = figures([
    [scored([component("ip", 60)]), "fraud"], // review as answered; block from strict on
    [scored([component("ip", 35)]), "legit"], // allow; review from strict on
    [scored([component("ip", 35)]), "legit"],
    [scored([component("ip", 78)]), "legit"], // block; review at lenient
  ]);
  const [lenient, balanced, strict, strictest] = overall.at_strictness;
  assert.deepEqual(overall.at_strictness.map((level) => [level.strictness, level.name]), [
    [0, "lenient"],
    [1, "balanced"],
    [2, "strict"],
    [3, "strictest"],
  ]);
  assert.equal(balanced!.would_change.count, 0);
  assert.equal(balanced!.would_change.text, "No labelled verdict would change.");
  assert.deepEqual(strict!.fraud, { allow: 0, review: 0, block: 1 });
  assert.deepEqual(strict!.would_change, {
    count: 3,
    fraud: { allow: 0, review: 0, block: 1 },
    legit: { allow: 0, review: 2, block: 0 },
    text: "3 of 4 verdicts would change: 2 legitimate would go to review, 1 fraud would be blocked.",
  });
  assert.deepEqual(lenient!.would_change.legit, { allow: 0, review: 1, block: 0 });
  assert.equal(lenient!.false_positive_rate, 0);
  assert.equal(lenient!.precision_of_block, null, "nothing would be blocked");
  assert.equal(strictest!.fraud_blocked, 1);
});

Deno.test("scores that a rule decided are counted separately, for the total and for the component", () => {
  const { overall, components } = figures([
    [
      scored([component("ip", 100, { rule: BLOCK_RULE, fired: ["tor_exit"] }), component("email", 20)], {
        rule: BLOCK_RULE,
        score: 100,
        verdict: "block",
      }),
      "legit",
    ],
    [scored([component("ip", 5), component("email", 5)]), "legit"],
  ]);
  assert.deepEqual([overall.ruled, overall.labelled, overall.as_answered.legit.block], [1, 1, 0]);
  assert.deepEqual([components.ip!.ruled, components.ip!.labelled], [1, 1]);
  assert.deepEqual([components.email!.ruled, components.email!.labelled], [0, 2]);
});

Deno.test("null, not 0, without data", () => {
  const { overall, components, findings } = figures([]);
  assert.deepEqual(components, { ip: null, email: null, phone: null, domain: null, device: null });
  assert.deepEqual(findings, []);
  assert.deepEqual([overall.brier_score, overall.brier_score_of_base_rate], [null, null]);
  for (const level of [overall.as_answered, ...overall.at_strictness]) {
    assert.deepEqual(
      [level.precision_of_block, level.false_positive_rate, level.legit_disturbed],
      [null, null, null],
    );
    assert.deepEqual([level.fraud_blocked, level.fraud_noticed], [null, null]);
  }
  assert.equal(overall.at_strictness[2]!.would_change.text, "Nothing is labelled yet.");
});

Deno.test("a phone number that needed a country was not scored, and an agent's denial is counted", () => {
  const { overall, components } = figures([[
    scored(
      [component("ip", 5), component("phone", 0, { unknown: { "signals.syntax_valid": "not_given" } })],
      { agentDecision: "deny", verdict: "block" },
    ),
    "fraud",
  ]]);
  assert.equal(components.phone, null);
  assert.equal(overall.agent_denied, 1);
  assert.equal(overall.at_strictness[0]!.fraud.block, 1);
});

const LIFTS: readonly {
  readonly name: string;
  readonly given: Split;
  readonly expected: { readonly lift: number | null; readonly bounded: boolean };
}[] = [
  {
    name: "shares of unequal classes",
    given: { fired: { fraud: 30, legit: 10 }, all: { fraud: 40, legit: 100 } },
    expected: { lift: 7.5, bounded: true },
  },
  {
    name: "fired on too few",
    given: { fired: { fraud: 3, legit: 1 }, all: { fraud: 40, legit: 100 } },
    expected: { lift: null, bounded: false },
  },
  {
    name: "too few fraudulent ones",
    given: { fired: { fraud: 4, legit: 4 }, all: { fraud: 4, legit: 100 } },
    expected: { lift: null, bounded: false },
  },
  {
    name: "too few legitimate ones",
    given: { fired: { fraud: 30, legit: 4 }, all: { fraud: 40, legit: 4 } },
    expected: { lift: null, bounded: false },
  },
  {
    name: "on no legitimate one: no ratio, yet a lower bound",
    given: { fired: { fraud: 30, legit: 0 }, all: { fraud: 40, legit: 100 } },
    expected: { lift: null, bounded: true },
  },
  {
    name: "on legitimate ones only",
    given: { fired: { fraud: 0, legit: 30 }, all: { fraud: 40, legit: 100 } },
    expected: { lift: 0, bounded: true },
  },
];

for (const { name, given, expected } of LIFTS) {
  Deno.test(`lift: ${name}`, () => {
    const { lift, lift_low, lift_high } = liftOf(given);
    assert.equal(lift, expected.lift);
    assert.equal(lift_low !== null && lift_high !== null, expected.bounded);
    if (lift_low !== null && lift_high !== null) {
      assert.ok(0 < lift_low && lift_low < lift_high && Number.isFinite(lift_high));
      if (lift !== null && lift > 0) assert.ok(lift_low < lift && lift < lift_high);
    }
  });
}

Deno.test("a lift's interval is Katz's on the log scale, half a case added to each", () => {
  // Ratio of (30.5/41) to (10.5/101); standard error of its logarithm √(1/30.5 − 1/41 + 1/10.5 − 1/101) = 0.30616.
  const { lift_low, lift_high } = liftOf({
    fired: { fraud: 30, legit: 10 },
    all: { fraud: 40, legit: 100 },
  });
  assert.deepEqual([lift_low, lift_high], [3.9268, 13.0394]);
});

Deno.test("findings are compared among scores of their component, trust facts included, replaced rows excluded", () => {
  const rows: (readonly [ScoreRecord, Outcome])[] = [];
  for (let i = 0; i < 2 * MIN_LABELS; i++) {
    const fraud = i < MIN_LABELS;
    const ip = component("ip", 40, {
      fired: fraud || i === MIN_LABELS ? ["vpn_exit"] : [],
      trust: fraud ? [] : [["aged", 0.7, "old address (9 years)"]],
    });
    const replaced: StoredComponent = {
      ...ip,
      findings: [...ip.findings, ["datacenter", "egress", 0, "datacenter"]],
    };
    rows.push([scored([replaced]), fraud ? "fraud" : "legit"]);
    // Mail is in every score, and must not thin out what is known about addresses.
    rows.push([scored([component("email", 5, { fired: ["free"] })]), fraud ? "fraud" : "legit"]);
  }
  const { findings } = figures(rows);
  assert.deepEqual(
    findings.map((
      { component, name, lowers, fraud, legit, lift },
    ) => [component, name, lowers, fraud, legit, lift]),
    [
      ["ip", "vpn_exit", false, 5, 1, 5],
      ["email", "free", false, 5, 5, 1],
      ["ip", "aged", true, 0, 5, 0],
    ],
  );
  assert.deepEqual(findings.map(({ text }) => text), ["vpn_exit", "free", "old address"]);
});
