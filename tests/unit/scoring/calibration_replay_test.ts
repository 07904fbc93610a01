import assert from "node:assert/strict";
import type { ScoreRecord, StoredFinding, StoredSignup } from "../../../src/model/records.ts";
import type { Verdict } from "../../../src/model/verdict.ts";
import { verdictAt } from "../../../src/scoring/calibration_replay.ts";

const SIGNUP: Omit<StoredSignup, "links"> = {
  linkage: {
    device_email_count: null,
    email_device_count: null,
    email_ip_count: null,
    subnet_rate_1h: null,
    domain_rate_1h: null,
    referral_rate_1h: null,
  },
  ring: null,
  node: "0".repeat(32),
  actor: { type: "unknown", proven: false, basis: "none", operator: null, trigger: null, detail: "" },
  agent: null,
  userId: null,
};

type Replayed = Parameters<typeof verdictAt>[0];

function record(
  { score = 20, findings = [], links, rule = null }: {
    score?: number;
    findings?: readonly StoredFinding[];
    links?: { score: number; counted: boolean };
    rule?: ScoreRecord["rule"];
  },
): Replayed {
  const component = {
    kind: "domain" as const,
    hash: "h",
    relatedHashes: [],
    mask: "",
    score,
    verdict: "allow" as const,
    findings,
    trust: [],
    unknown: {},
    rule,
  };
  return {
    subject: "user",
    score,
    rule,
    agentDecision: null,
    components: [component],
    ...(links === undefined ? {} : { signup: { ...SIGNUP, links: { ...links, findings: [] } } }),
  };
}

const OWN: StoredFinding = ["own_reports", "own_reports", 85, "reported by you 3 times"];
const ALLOW = { id: "r", action: "allow", kind: "domain", value: "v" } as const;

Deno.test("a replayed verdict has the links that counted, and those that would; and own reports in full", () => {
  const rows: [name: string, given: Replayed, asItWas: Verdict, withLinks: Verdict, without: Verdict][] = [
    ["neither", record({}), "allow", "allow", "allow"],
    ["links only reported", record({ links: { score: 90, counted: false } }), "allow", "block", "allow"],
    ["links counted", record({ links: { score: 90, counted: true } }), "block", "block", "allow"],
    ["own reports", record({ score: 85, findings: [OWN] }), "block", "block", "block"],
    ["others' reports", record({ score: 85 }), "review", "review", "review"],
    ["an allow rule", record({ score: 0, findings: [OWN], rule: ALLOW }), "allow", "allow", "allow"],
  ];
  for (const [name, given, ...expected] of rows) {
    const verdicts = [
      verdictAt(given, 1),
      verdictAt(given, 1, { withLinks: true }),
      verdictAt(given, 1, { withLinks: false }),
    ];
    assert.deepEqual(verdicts, expected, name);
  }
});

Deno.test("a condition that decided decides again, but where a rule on a value or a block comes first", () => {
  const decided = (
    action: "allow" | "review" | "block",
    given: Parameters<typeof record>[0] = {},
    more: { overrides?: "block" | null } = {},
  ): Replayed => ({
    ...record(given),
    conditions: {
      decided: { id: "c", action, when: "true", ...more, before: { score: 20, verdict: "allow" } },
      tags: [],
      hit: ["c"],
      would: [],
      notJudged: [],
    },
  });
  const rows: [name: string, given: Replayed, balanced: Verdict, strictest: Verdict][] = [
    ["block", decided("block"), "block", "block"],
    ["review", decided("review"), "review", "review"],
    ["allow", decided("allow", { score: 80 }), "allow", "allow"],
    ["allow that overrode", decided("allow", { score: 60 }, { overrides: "block" }), "allow", "allow"],
    [
      "allow of what a component blocks now",
      decided("allow", { score: 60 }, { overrides: null }),
      "allow",
      "block",
    ],
    ["review of what is blocked now", decided("review", { findings: [OWN], score: 85 }), "block", "block"],
    ["a rule on a value", decided("block", { rule: ALLOW }), "allow", "allow"],
  ];
  for (const [name, given, balanced, strictest] of rows) {
    assert.deepEqual([verdictAt(given, 1), verdictAt(given, 3)], [balanced, strictest], name);
  }
});
