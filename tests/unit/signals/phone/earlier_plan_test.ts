/** A line whose number has changed with its plan is one person, by the number of today and by that of before. */
import assert from "node:assert/strict";
import type { Rule } from "../../../../src/model/rules/rule.ts";
import { compileRules } from "../../../../src/model/rules/rule_set.ts";
import { IdentifierHasher } from "../../../../src/service/access/identifier_hasher.ts";
import { readSearched } from "../../../../src/service/cases/searched_value.ts";
import { hashedNames } from "../../../../src/service/rules/hashed_names.ts";
import { numbersBefore } from "../../../../src/signals/phone/earlier_plan.ts";
import { parsePhone } from "../../../../src/signals/phone/parse.ts";

const LINES = [
  { before: "+5215512345678", now: "+525512345678" },
  { before: "+551181234567", now: "+5511981234567" },
  { before: "+22997123456", now: "+2290197123456" },
];
const ONE_NUMBER = ["+442083661177", "+551131234567", "+22921123456", "+12025550123", "+34912345678"];

Deno.test("the number of before is that which is read as the one of today, and no other line has one", () => {
  for (const { before, now } of LINES) {
    assert.deepEqual(numbersBefore(now), [before]);
    assert.deepEqual(numbersBefore(before), []);
    const [old, present] = [parsePhone(before, null), parsePhone(now, null)];
    assert.deepEqual([old.e164, old.earlierE164], [now, before]);
    assert.deepEqual([present.e164, present.earlierE164], [now, null]);
  }
  for (const number of ONE_NUMBER) assert.deepEqual(numbersBefore(number), [], number);
});

Deno.test("what was stored by the number of before is found by both", () => {
  const hasher = new IdentifierHasher("a secret of the tests");
  for (const { before, now } of LINES) {
    for (const text of [before, now]) {
      const [found] = readSearched(hasher, text, "phone", (why) => new Error(why));
      const hashes = [now, before].map((number) => hasher.hash("phone", number));
      assert.deepEqual(found, { kind: "phone", hashes, related: false });
    }
  }
});

Deno.test("rules for the number of before match the line; for its prefix, where it is written so", () => {
  const rule = (kind: Rule["kind"], value: string): Rule => ({
    ...{ id: value, action: "block", kind, value },
    created_at: "2026-01-01T00:00:00Z",
  });
  for (const { before, now } of LINES) {
    const [exact, prefix] = [
      compileRules([rule("phone", before)]),
      compileRules([rule("phone_prefix", `phone_prefix:${before.slice(0, -5)}`)]),
    ];
    for (const text of [before, now]) {
      const { e164, earlierE164 } = parsePhone(text, null);
      const subject = { phone: e164!, phonesBefore: numbersBefore(e164!), phoneAsWritten: earlierE164 };
      assert.equal(exact.match(subject, 0)?.id, before);
      assert.equal(prefix.match(subject, 0)?.kind, text === before ? "phone_prefix" : undefined);
    }
    assert.equal(exact.match({ phone: "+442083661177" }, 0), null);
  }
});

Deno.test("rules that hold a hash of the number of before match the line", () => {
  const hasher = new IdentifierHasher("a secret of the tests");
  for (const { before, now } of LINES) {
    const input = parsePhone(now, null);
    const history = {
      ...{ abuseReports: 0, recentAbuse: false, recentAbuseCounts: false, abuseRisk: 0 },
      ...{ firstSeen: null, timesSeen: null, firstSeenMs: 0, cached: false },
    };
    const names = hashedNames(hasher, {
      ...{ kind: "phone", input, hash: hasher.hash("phone", now) },
      ...{ now: 0, history, fromMemory: false },
    });
    assert.deepEqual(names, [now, before].map((number) => `phone ${hasher.hash("phone", number)}`));
  }
});
