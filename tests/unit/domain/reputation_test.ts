import assert from "node:assert/strict";
import fc from "fast-check";
import { changeVoices, viewReputation, type Voices } from "../../../src/domain/reputation.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY = 86_400_000;
const everybody = () => true;

function report(voices: Voices, account: string, times: number, at = NOW): Voices {
  let result = voices;
  for (let i = 0; i < times; i++) result = changeVoices(result, account, { kind: "report", at, by: 1 })!;
  return result;
}

Deno.test("own reports count in full, another account is one voice, an account without voice none", () => {
  const voices = report({}, "mine", 5);
  assert.equal(viewReputation(voices, "mine", everybody, NOW).abuseRisk, 1 - 0.75 ** 5);
  assert.equal(viewReputation(voices, "other", everybody, NOW).abuseRisk, 0.25);
  assert.equal(viewReputation(voices, "other", () => false, NOW).abuseRisk, 0);
  assert.equal(viewReputation(voices, "other", () => false, NOW).abuseReports, 5);
  const many = report(report(voices, "second", 50), "third", 1);
  assert.equal(viewReputation(many, "other", everybody, NOW).abuseRisk, 1 - 0.75 ** 3);
});

Deno.test("points halve in 90 days, the counter stays, recent ends after 30 days", () => {
  const voices = report({}, "mine", 1, NOW - 90 * DAY);
  const view = viewReputation(voices, "mine", everybody, NOW);
  assert.ok(Math.abs(view.abuseRisk - (1 - 0.75 ** 0.5)) < 1e-9);
  assert.deepEqual([view.abuseReports, view.recentAbuse], [1, false]);
  assert.equal(
    viewReputation(report({}, "mine", 1, NOW - 29 * DAY), "mine", everybody, NOW).recentAbuse,
    true,
  );
});

Deno.test("a label taken back leaves what was before", () => {
  const change = fc.record({
    account: fc.constantFrom("a", "b"),
    kind: fc.constantFrom("report" as const, "label" as const),
    age: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(fc.property(fc.array(change, { maxLength: 30 }), change, (before, extra) => {
    let voices: Voices | null = null;
    for (const { account, kind, age } of before) {
      voices = changeVoices(voices ?? {}, account, { kind, at: NOW - age * DAY, by: 1 });
    }
    const at = NOW - extra.age * DAY;
    const added = changeVoices(voices ?? {}, extra.account, { kind: extra.kind, at, by: 1 });
    const back = changeVoices(added!, extra.account, { kind: extra.kind, at, by: -1 });
    const view = (of: Voices | null) => viewReputation(of ?? {}, "a", everybody, NOW);
    assert.deepEqual(view(back), view(voices));
    assert.equal(view(added).abuseReports, view(voices).abuseReports + 1);
    assert.ok(view(added).abuseRisk >= view(voices).abuseRisk);
  }));
});
