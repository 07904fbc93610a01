import assert from "node:assert/strict";
import { classify, isClassified, type Rule, type RuleAction } from "../../../../src/model/rules/rule.ts";
import {
  type ConflictType,
  findConflicts,
  MAX_CONFLICTS,
  type RuleConflict,
} from "../../../../src/model/rules/rule_conflict.ts";
import { compileRules, type RuleSet } from "../../../../src/model/rules/rule_set.ts";
import { runAtOnce } from "../../../../src/service/rules/time_slicing.ts";

const NOW = Date.parse("2026-06-01T00:00:00Z");

function rule(text: string, extra: Partial<Rule> = {}): Rule {
  const [action, value] = text.split(" ") as [RuleAction, string];
  const classified = classify(value);
  assert.ok(isClassified(classified), text);
  return { id: text, action, ...classified, created_at: "2026-01-01T00:00:00Z", ...extra };
}

function conflictsOf(set: RuleSet, candidate: Rule): RuleConflict[] {
  return [...runAtOnce(findConflicts(set, [candidate], NOW))[0]!];
}

interface Row {
  readonly name: string;
  readonly existing: readonly string[];
  readonly candidate: string;
  readonly expected: readonly (readonly [ConflictType, string])[];
}

const ROWS: readonly Row[] = [
  { name: "nothing there", existing: [], candidate: "block 10.0.0.1", expected: [] },
  {
    name: "nothing near",
    existing: ["block 10.0.0.2", "allow x.example"],
    candidate: "block 10.0.0.1",
    expected: [],
  },
  {
    name: "the same again",
    existing: ["block 10.0.0.1"],
    candidate: "block 10.0.0.1",
    expected: [["duplicate", "block 10.0.0.1"]],
  },
  {
    name: "an address in a range that does the same",
    existing: ["block 10.0.0.0/8"],
    candidate: "block 10.0.0.1",
    expected: [["swallowed_by", "block 10.0.0.0/8"]],
  },
  {
    name: "a range in a range",
    existing: ["block 10.0.0.0/8", "block 10.1.0.0/16"],
    candidate: "block 10.1.2.0/24",
    expected: [["swallowed_by", "block 10.1.0.0/16"], ["swallowed_by", "block 10.0.0.0/8"]],
  },
  {
    name: "an allow under a block",
    existing: ["block 10.0.0.0/8"],
    candidate: "allow 10.0.0.1",
    expected: [["overridden_by", "block 10.0.0.0/8"]],
  },
  {
    name: "an allow of what is blocked",
    existing: ["block a@b.example"],
    candidate: "allow a@b.example",
    expected: [["overridden_by", "block a@b.example"]],
  },
  {
    name: "a block of what is allowed",
    existing: ["allow a@b.example"],
    candidate: "block a@b.example",
    expected: [["overrides", "allow a@b.example"]],
  },
  {
    name: "a block inside an allowed range takes a part of it",
    existing: ["allow 10.0.0.0/8"],
    candidate: "block 10.1.0.0/16",
    expected: [["overrides", "allow 10.0.0.0/8"]],
  },
  {
    name: "a wide block over allows",
    existing: ["allow 10.1.2.3", "allow 10.2.0.0/16", "block 10.3.0.0/16", "allow 11.0.0.1"],
    candidate: "block 10.0.0.0/8",
    expected: [["overrides", "allow 10.1.2.3"], ["overrides", "allow 10.2.0.0/16"]],
  },
  {
    name: "a wide allow with blocks inside",
    existing: ["block 10.1.2.3", "allow 10.2.0.0/16"],
    candidate: "allow 10.0.0.0/8",
    expected: [["overridden_by", "block 10.1.2.3"]],
  },
  {
    name: "IPv6",
    existing: ["allow 2001:db8:1::/48", "allow 2001:db9::1"],
    candidate: "block 2001:db8::/32",
    expected: [["overrides", "allow 2001:db8:1::/48"]],
  },
  {
    name: "an address of mail under a domain and its parent",
    existing: ["block example.com", "block mail.example.com"],
    candidate: "block a@mail.example.com",
    expected: [["swallowed_by", "block mail.example.com"], ["swallowed_by", "block example.com"]],
  },
  {
    name: "a domain over sub-domains and mail, not over its neighbours",
    existing: [
      "allow a@example.com",
      "allow a@x.example.com",
      "allow y.example.com",
      "allow example.com.evil.test",
      "allow notexample.com",
      "allow a@example.co",
    ],
    candidate: "block example.com",
    expected: [
      ["overrides", "allow a@example.com"],
      ["overrides", "allow a@x.example.com"],
      ["overrides", "allow y.example.com"],
    ],
  },
  {
    name: "a phone",
    existing: ["allow +442079460958"],
    candidate: "block +442079460958",
    expected: [["overrides", "allow +442079460958"]],
  },
  {
    name: "an AS number",
    existing: ["block AS15169"],
    candidate: "allow AS15169",
    expected: [["overridden_by", "block AS15169"]],
  },
];

for (const row of ROWS) {
  Deno.test(`conflicts: ${row.name}`, () => {
    const set = compileRules(row.existing.map((text) => rule(text)));
    const found = conflictsOf(set, rule(row.candidate)).map(({ type, rule }) => [type, rule.id]);
    assert.deepEqual(found.sort(), [...row.expected].map((conflict) => [...conflict]).sort());
  });
}

Deno.test("conflicts: an expired rule conflicts with nothing", () => {
  const set = compileRules([
    rule("block 10.0.0.0/8", { expires_at: "2026-05-31T00:00:00Z" }),
    rule("block example.com", { expires_at: "2026-05-31T00:00:00Z" }),
  ]);
  assert.deepEqual(conflictsOf(set, rule("block 10.0.0.1")), []);
  assert.deepEqual(conflictsOf(set, rule("block example.com")), []);
});

Deno.test("conflicts: a candidate over everything names a bounded number", () => {
  const set = compileRules(Array.from({ length: 200 }, (_, i) => rule(`allow 10.0.0.${i}`)));
  assert.equal(conflictsOf(set, rule("block 0.0.0.0/0")).length, MAX_CONFLICTS);
});
