import assert from "node:assert/strict";
import fc from "fast-check";
import { changeVoices, viewReputation, type Voices } from "../../../src/model/reputation.ts";

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

Deno.test("recent reports of accounts without voice are shown and have no voice", () => {
  const old = report({}, "operator", 1, NOW - 400 * DAY);
  const voices = report(old, "throw-away", 3);
  const view = (viewer: string) => viewReputation(voices, viewer, (account) => account === "operator", NOW);
  assert.deepEqual([view("somebody").recentAbuse, view("somebody").recentVoice], [true, false]);
  assert.equal(view("throw-away").recentVoice, true, "for itself its own reports count");
});

Deno.test("one account that reports alone moves nobody else's verdict; two voices make it recent", () => {
  const one = report({}, "operator", 9);
  const known = (account: string) => account !== "throw-away";
  const alone = viewReputation(one, "somebody", known, NOW);
  assert.deepEqual([alone.recentAbuse, alone.recentVoice, alone.abuseRisk], [true, false, 0.25]);
  const beside = viewReputation(report(one, "throw-away", 9), "somebody", known, NOW);
  assert.deepEqual([beside.recentVoice, beside.abuseRisk], [false, 0.25]);
  const two = viewReputation(report(one, "partner", 1), "somebody", known, NOW);
  assert.deepEqual([two.recentVoice, two.abuseRisk], [true, 1 - 0.75 ** 2]);
  const old = viewReputation(report(one, "partner", 1, NOW - 100 * DAY), "somebody", known, NOW);
  assert.equal(old.recentVoice, false, "both must be recent");
});

Deno.test("a value everybody reports every day fits into one value of the store and loses no count", () => {
  let voices: Voices = {};
  const mayCount = (account: string) => account.startsWith("acc_known");
  let reports = 0;
  for (let day = 0; day < 50; day++) {
    for (let account = 0; account < 30; account++) {
      const at = NOW - (50 - day) * DAY;
      voices = changeVoices(voices, `acc_known${account}`, { kind: "report", at, by: 1 }, mayCount)!;
      reports++;
    }
  }
  for (let account = 0; account < 700; account++) {
    voices = changeVoices(voices, `acc_stranger${account}`, { kind: "label", at: NOW, by: 1 }, mayCount)!;
    reports++;
  }
  assert.ok(JSON.stringify(voices).length < 50_000, `${JSON.stringify(voices).length} characters`);
  const view = viewReputation(voices, "acc_stranger699", mayCount, NOW);
  assert.equal(view.abuseReports, reports);
  assert.ok(view.abuseRisk > 1 - 0.75 ** 25, "strangers do not push out those that count");
  const mine = viewReputation(voices, "acc_stranger699", () => false, NOW);
  assert.equal(mine.abuseRisk, 0.25, "who spoke last is heard by itself");
  const back = changeVoices(voices, "acc_stranger0", { kind: "label", at: NOW, by: -1 }, mayCount)!;
  assert.equal(viewReputation(back, "", mayCount, NOW).abuseReports, reports - 1, "also of those left out");
});
