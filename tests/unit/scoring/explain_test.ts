import assert from "node:assert/strict";
import type { RuleApplied } from "../../../src/model/records.ts";
import { verdictOfRule } from "../../../src/model/rules/rule.ts";
import { summarize } from "../../../src/scoring/explain.ts";

const RULES: readonly (readonly [Omit<RuleApplied, "id">, string])[] = [
  [
    { action: "block", kind: "cidr", value: "203.0.113.0/24" },
    "Blocked by your block rule for IP range 203.0.113.0/24.",
  ],
  [
    { action: "allow", kind: "ip", value: "203.0.113.9" },
    "Allowed by your allow rule for IP address 203.0.113.9.",
  ],
  [{ action: "block", kind: "asn", value: "AS64500" }, "Blocked by your block rule for AS number AS64500."],
  [
    { action: "block", kind: "email", value: "a@b.example" },
    "Blocked by your block rule for e-mail address a@b.example.",
  ],
  [
    { action: "trust", kind: "user", value: "user:u-1", note: "our auditor" },
    'Allowed: you trust this person (user u-1, "our auditor").',
  ],
  [
    { action: "block", kind: "phone_prefix", value: "phone_prefix:+99250183" },
    "Blocked by your block rule for phone prefix +99250183.",
  ],
];

for (const [rule, expected] of RULES) {
  Deno.test(`the summary names the rule that decided: ${rule.kind}`, () => {
    const given = {
      score: 0,
      checked: [],
      contributions: [],
      agent: null,
      verdict: verdictOfRule(rule.action),
    };
    assert.equal(summarize({ ...given, rule: { id: "rule_1", ...rule } }), expected);
  });
}
