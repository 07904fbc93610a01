import assert from "node:assert/strict";
import fc from "fast-check";
import { countReport, type Reporters, viewReputation } from "../../../src/model/reputation.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY = 86_400_000;
const every = () => true;

function report(reporters: Reporters, account: string, times: number, at = NOW): Reporters {
  let result = reporters;
  for (let i = 0; i < times; i++) result = countReport(result, account, { kind: "report", at, by: 1 })!;
  return result;
}

Deno.test("own reports count in full, those of another eligible account as one, those of any other not at all", () => {
  const reporters = report({}, "mine", 5);
  assert.equal(viewReputation(reporters, "mine", every, NOW).abuseRisk, 1 - 0.75 ** 5);
  assert.equal(viewReputation(reporters, "other", every, NOW).abuseRisk, 0.25);
  assert.equal(viewReputation(reporters, "other", () => false, NOW).abuseRisk, 0);
  assert.equal(viewReputation(reporters, "other", () => false, NOW).abuseReports, 5);
  const many = report(report(reporters, "second", 50), "third", 1);
  assert.equal(viewReputation(many, "other", every, NOW).abuseRisk, 1 - 0.75 ** 3);
});

Deno.test("points halve in 90 days, the counter stays, recent ends after 30 days", () => {
  const reporters = report({}, "mine", 1, NOW - 90 * DAY);
  const view = viewReputation(reporters, "mine", every, NOW);
  assert.ok(Math.abs(view.abuseRisk - (1 - 0.75 ** 0.5)) < 1e-9);
  assert.deepEqual([view.abuseReports, view.recentAbuse], [1, false]);
  assert.equal(
    viewReputation(report({}, "mine", 1, NOW - 29 * DAY), "mine", every, NOW).recentAbuse,
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
    let reporters: Reporters | null = null;
    for (const { account, kind, age } of before) {
      reporters = countReport(reporters ?? {}, account, { kind, at: NOW - age * DAY, by: 1 });
    }
    const at = NOW - extra.age * DAY;
    const added = countReport(reporters ?? {}, extra.account, { kind: extra.kind, at, by: 1 });
    const back = countReport(added!, extra.account, { kind: extra.kind, at, by: -1 });
    const view = (of: Reporters | null) => viewReputation(of ?? {}, "a", every, NOW);
    assert.deepEqual(view(back), view(reporters));
    assert.equal(view(added).abuseReports, view(reporters).abuseReports + 1);
    assert.ok(view(added).abuseRisk >= view(reporters).abuseRisk);
  }));
});

Deno.test("recent reports of accounts that are not eligible are shown and do not count", () => {
  const old = report({}, "operator", 1, NOW - 400 * DAY);
  const reporters = report(old, "throw-away", 3);
  const view = (viewer: string) =>
    viewReputation(reporters, viewer, (account) => account === "operator", NOW);
  assert.deepEqual([view("viewer").recentAbuse, view("viewer").recentAbuseCounts], [true, false]);
  assert.equal(view("throw-away").recentAbuseCounts, true, "for itself its own reports count");
});

Deno.test("one account alone does not change another's verdict by recent reports; two do", () => {
  const one = report({}, "operator", 9);
  const known = (account: string) => account !== "throw-away";
  const alone = viewReputation(one, "viewer", known, NOW);
  assert.deepEqual([alone.recentAbuse, alone.recentAbuseCounts, alone.abuseRisk], [true, false, 0.25]);
  const withIneligible = viewReputation(report(one, "throw-away", 9), "viewer", known, NOW);
  assert.deepEqual([withIneligible.recentAbuseCounts, withIneligible.abuseRisk], [false, 0.25]);
  const two = viewReputation(report(one, "partner", 1), "viewer", known, NOW);
  assert.deepEqual([two.recentAbuseCounts, two.abuseRisk], [true, 1 - 0.75 ** 2]);
  const old = viewReputation(report(one, "partner", 1, NOW - 100 * DAY), "viewer", known, NOW);
  assert.equal(old.recentAbuseCounts, false, "both must be recent");
});

Deno.test("a value that every account reports every day fits into one value of the store and loses no count", () => {
  let reporters: Reporters = {};
  const mayBeEligible = (account: string) => account.startsWith("acc_known");
  let reports = 0;
  for (let day = 0; day < 50; day++) {
    for (let account = 0; account < 30; account++) {
      const at = NOW - (50 - day) * DAY;
      reporters = countReport(
        reporters,
        `acc_known${account}`,
        { kind: "report", at, by: 1 },
        mayBeEligible,
      )!;
      reports++;
    }
  }
  for (let account = 0; account < 700; account++) {
    reporters = countReport(
      reporters,
      `acc_other${account}`,
      { kind: "label", at: NOW, by: 1 },
      mayBeEligible,
    )!;
    reports++;
  }
  assert.ok(JSON.stringify(reporters).length < 50_000, `${JSON.stringify(reporters).length} characters`);
  const view = viewReputation(reporters, "acc_other699", mayBeEligible, NOW);
  assert.equal(view.abuseReports, reports);
  assert.ok(view.abuseRisk > 1 - 0.75 ** 25, "ineligible accounts do not push out eligible ones");
  const mine = viewReputation(reporters, "acc_other699", () => false, NOW);
  assert.equal(mine.abuseRisk, 0.25, "the account that reported last is kept");
  const back = countReport(reporters, "acc_other0", { kind: "label", at: NOW, by: -1 }, mayBeEligible)!;
  assert.equal(
    viewReputation(back, "", mayBeEligible, NOW).abuseReports,
    reports - 1,
    "also of those that were dropped",
  );
});
