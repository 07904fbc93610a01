import assert from "node:assert/strict";
import type { ComponentKind } from "../../../../src/model/component.ts";
import fc from "fast-check";
import {
  admitReporter,
  countReport,
  forgetReporter,
  MAX_REPORTERS,
  ownReports,
  type Reporters,
  type Reputation,
  viewReputation,
  withdrawReports,
} from "../../../../src/model/reputation/reputation.ts";
import type { ReportChange, Reporter } from "../../../../src/model/reputation/reporter.ts";
import { rounds } from "../../../support/rounds.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY = 86_400_000;

/** One value with everything that accounts gave. Accounts named `guest…` are guests. */
class Value {
  shared: Reporters | null = null;
  readonly own = new Map<string, Reporter | null>();
  readonly silent = new Set<string>();
  readonly network = new Map<string, string>();

  readonly isMember = (account: string) => /^(?!guest)\w/.test(account) && !this.silent.has(account);

  change(account: string, change: Partial<ReportChange> = {}): this {
    const given = { kind: "report", at: NOW, by: 1, ...change } as const;
    return this.put(account, countReport(this.of(account), account, given, this.isMember));
  }

  put(account: string, { shared, own }: Reputation): this {
    this.shared = shared;
    this.own.set(account, own);
    return this;
  }

  report(account: string, times = 1, at = NOW): this {
    for (let i = 0; i < times; i++) this.change(account, { at });
    return this;
  }

  view(viewer: string, kind: ComponentKind = "ip") {
    const reporterOf = (account: string) =>
      this.isMember(account) ? this.network.get(account) ?? account : null;
    return viewReputation(this.of(viewer), viewer, reporterOf, NOW, kind);
  }

  of(account: string) {
    return { shared: this.shared, own: this.own.get(account) ?? null };
  }
}

Deno.test("own reports count in full, those of other members from two on and each member as one", () => {
  const value = new Value().report("mine", 5);
  assert.equal(value.view("mine").abuseRisk, 1);
  assert.equal(value.view("other").abuseRisk, 0, "one alone");
  assert.equal(value.view("other").abuseReports, 5);
  value.report("second", 50).report("third", 1);
  assert.equal(value.view("other").abuseRisk, 1 - 0.75 ** 3);
  assert.equal(value.view("second").abuseRisk, 1);
  assert.equal(value.view("third").abuseRisk, 1 - 0.75 ** 3, "its own one, and two others");
  assert.equal(value.view("other").own, undefined);
  assert.deepEqual(value.view("mine").own, { count: 5, risk: 1, recent: true });
});

Deno.test("own reports weigh by their number, in full for 90 days, and halve in 90 more", () => {
  const rows: [times: number, days: number, risk: number, recent: boolean][] = [
    [1, 0, 0.25, true],
    [2, 0, 0.6, true],
    [3, 0, 0.85, true],
    [4, 0, 0.95, true],
    [40, 0, 1, true],
    [3, 30, 0.85, true],
    [3, 90, 0.85, false],
    [2, 180, 0.25, false],
    [3, 180, 0.425, false],
    [2, 270, 0.125, false],
  ];
  for (const [count, days, risk, recent] of rows) {
    const { own } = new Value().report("mine", count, NOW - days * DAY).view("mine");
    assert.deepEqual(own, { count, risk, recent }, `${count} of ${days} days ago`);
  }
  const label = (times: number) => {
    const value = new Value();
    for (let i = 0; i < times; i++) value.change("mine", { kind: "label" });
    const { recentAbuse, recentAbuseCounts, own } = value.view("mine");
    return [recentAbuse, recentAbuseCounts, own];
  };
  assert.deepEqual(label(1), [true, false, { count: 1, risk: 0.2, recent: false }]);
  assert.deepEqual(label(2), [true, true, { count: 2, risk: 0.6, recent: true }]);
});

Deno.test("one other account alone has no weight, however often and beside whatever the viewer reported itself", () => {
  fc.assert(fc.property(
    fc.array(fc.record({ times: fc.integer({ min: 1, max: 20 }), age: fc.integer({ min: 0, max: 500 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.integer({ min: 0, max: 5 }),
    fc.boolean(),
    (reports, own, labels) => {
      const value = new Value().report("viewer", own);
      const before = value.view("viewer");
      for (const { times, age } of reports) {
        for (let i = 0; i < times; i++) {
          value.change("other", { at: NOW - age * DAY, kind: labels ? "label" : "report" });
        }
      }
      const { abuseRisk, recentAbuseCounts } = value.view("viewer");
      assert.deepEqual([abuseRisk, recentAbuseCounts], [before.abuseRisk, before.recentAbuseCounts]);
    },
  ));
});

Deno.test("members that signed up from one network are one reporter", () => {
  const value = new Value();
  for (const name of ["a", "b", "c"]) {
    value.network.set(name, "network");
    value.report(name, 3);
  }
  const { abuseReports, abuseRisk, recentAbuse, recentAbuseCounts } = value.view("viewer");
  assert.deepEqual([abuseReports, abuseRisk, recentAbuse, recentAbuseCounts], [9, 0, true, false]);
  value.report("elsewhere");
  assert.equal(value.view("viewer").abuseRisk, 1 - 0.75 ** 2);
});

Deno.test("what guests report is theirs alone", () => {
  const value = new Value();
  for (let guest = 0; guest < 10; guest++) value.report(`guest${guest}`, 8);
  assert.deepEqual(value.view("member"), {
    abuseReports: 0,
    recentAbuse: false,
    recentAbuseCounts: false,
    abuseRisk: 0,
  });
  const own = value.view("guest3");
  assert.deepEqual([own.abuseReports, own.abuseRisk], [8, 1]);
  value.report("member");
  assert.equal(value.view("guest3").abuseReports, 9, "guests see what members report");
});

Deno.test("a dismissed member falls silent for others and keeps its own view; admitted again it counts again", () => {
  const value = new Value().report("one", 2).report("two", 1);
  const both = value.view("viewer");
  value.silent.add("one");
  value.report("one");
  assert.deepEqual([value.view("viewer").abuseReports, value.view("viewer").abuseRisk], [1, 0]);
  assert.equal(value.view("one").abuseReports, 3 + 1);
  value.silent.delete("one");
  assert.deepEqual(value.view("viewer"), both, "what it reported meanwhile is not in the list yet");
  value.put("one", admitReporter(value.of("one"), "one", value.isMember));
  assert.equal(value.of("one").own, null);
  assert.equal(value.shared!["one"]!.reports, 3);
  assert.deepEqual(Object.keys(value.shared!).sort(), ["one", "two"]);
});

Deno.test("a fresh report is not lent weight by one of years ago, and points halve in 90 days", () => {
  const value = new Value().report("old", 9, NOW - 10 * 365 * DAY).report("new");
  assert.ok(value.view("viewer").abuseRisk < 1e-6);
  const two = new Value().report("one", 1, NOW - 90 * DAY).report("two", 1, NOW - 90 * DAY);
  const view = two.view("viewer");
  assert.ok(Math.abs(view.abuseRisk - (1 - 0.75)) < 1e-9);
  assert.deepEqual([view.abuseReports, view.recentAbuse], [2, false]);
});

Deno.test("recent reports of other members count from two on, both recent", () => {
  const one = new Value().report("operator", 9).report("guest", 9);
  assert.deepEqual([one.view("viewer").recentAbuse, one.view("viewer").recentAbuseCounts], [true, false]);
  assert.equal(one.view("guest").recentAbuseCounts, true, "for itself its own reports count");
  const old = one.report("partner", 1, NOW - 100 * DAY);
  assert.equal(old.view("viewer").recentAbuseCounts, false);
  assert.equal(old.report("partner").view("viewer").recentAbuseCounts, true);
});

const CHANGE = fc.record({
  account: fc.constantFrom("a", "b", "guest1", "guest2"),
  kind: fc.constantFrom("report" as const, "label" as const),
  age: fc.integer({ min: 0, max: 30 }),
});

Deno.test("a label taken back leaves what was before, whatever the account has become meanwhile", () => {
  fc.assert(
    fc.property(fc.array(CHANGE, { maxLength: 30 }), CHANGE, fc.boolean(), (before, extra, becomes) => {
      const value = new Value();
      for (const { account, kind, age } of before) value.change(account, { kind, at: NOW - age * DAY });
      const names = ["a", "b", "guest1", "guest2"];
      const views = names.map((name) => value.view(name));
      const change = { kind: "label", at: NOW - extra.age * DAY } as const;
      value.change(extra.account, change);
      assert.equal(
        value.view(extra.account).abuseReports,
        views[names.indexOf(extra.account)]!.abuseReports + 1,
      );
      if (becomes) value.silent.add(extra.account);
      value.change(extra.account, { ...change, by: -1 });
      value.silent.clear();
      assert.deepEqual(names.map((name) => value.view(name)), views);
    }),
  );
});

Deno.test("nothing is left when everything was taken back or forgotten", () => {
  fc.assert(fc.property(fc.array(CHANGE, { minLength: 1, maxLength: 20 }), fc.boolean(), (given, forget) => {
    const value = new Value();
    for (const { account, age } of given) value.change(account, { kind: "label", at: NOW - age * DAY });
    for (const { account, age } of given) {
      if (!forget) value.change(account, { kind: "label", at: NOW - age * DAY, by: -1 });
      else value.put(account, forgetReporter(value.of(account), account));
    }
    assert.equal(value.shared, null);
    assert.ok([...value.own.values()].every((own) => own === null));
  }));
});

Deno.test("300 guests displace nobody, not even one another", () => {
  const value = new Value().report("one", 3, NOW - 30 * DAY).report("two", 3, NOW - 30 * DAY);
  const before = value.view("viewer");
  for (let guest = 0; guest < 1000; guest++) value.report(`guest${guest}`, 2);
  assert.deepEqual(value.view("viewer"), before);
  for (const guest of ["guest0", "guest500"]) assert.equal(value.view(guest).abuseReports, 2 + 6, guest);
  assert.ok(JSON.stringify(value.shared).length < 1000);
});

Deno.test("a full list keeps its members; a further one's reports count for itself", () => {
  const value = new Value();
  for (let day = 0; day < 50; day++) {
    for (let member = 0; member < 30; member++) value.report(`acc_daily${member}`, 1, NOW - day * DAY);
  }
  for (let member = 30; member < MAX_REPORTERS; member++) value.report(`acc_${"m".repeat(12)}${member}`);
  const before = value.view("viewer");
  value.report("acc_further", 4);
  assert.deepEqual(value.view("viewer"), before);
  assert.equal(value.view("acc_further").abuseReports, before.abuseReports + 4);
  assert.equal(value.view("acc_daily7").abuseReports, before.abuseReports);
  assert.ok(
    JSON.stringify(value.shared).length < 50_000,
    `${JSON.stringify(value.shared).length} characters`,
  );
});

Deno.test("a list that guests filled under an earlier version: members come in, and its size stays bounded", () => {
  const value = new Value();
  const entry: Reporter = { reports: 1, labels: 0, days: [[20_000, 1], [19_999, 1]] };
  value.shared = Object.fromEntries([
    ...Array.from({ length: 300 }, (_, guest) => [`guest_${"x".repeat(12)}${guest}`, entry] as const),
    ["*", { reports: 7, labels: 0, days: [[20_000, 7]] }],
  ]);
  assert.deepEqual(value.view("viewer").abuseRisk, 0);
  for (let member = 0; member < MAX_REPORTERS; member++) value.report(`acc_${"m".repeat(12)}${member}`);
  assert.equal(value.view("viewer").abuseReports, 7 + MAX_REPORTERS + 1, "one guest was dropped to the sum");
  assert.ok(value.view("viewer").abuseRisk > 0.99);
  assert.ok(
    JSON.stringify(value.shared).length < 60_000,
    `${JSON.stringify(value.shared).length} characters`,
  );
});

interface Given {
  readonly account: string;
  readonly kind: "report" | "label";
  readonly at: number;
}

const accounts = fc.constantFrom("one", "two", "three", "guest one", "guest two");
const step = fc.oneof(
  fc.record({
    account: accounts,
    kind: fc.constantFrom("report" as const, "label" as const),
    at: fc.integer({ min: 0, max: 30 }).map((days) => NOW - days * DAY),
  }),
  fc.record({ account: accounts, undo: fc.constantFrom("reports" as const, "label" as const) }),
);

/** Sums of the same in another order. */
function rounded(view: unknown): unknown {
  return JSON.parse(
    JSON.stringify(view, (_, value) => typeof value === "number" ? +value.toFixed(9) : value),
  );
}

Deno.test("withdrawn reports and removed labels leave what would be there had they never been given", () => {
  let withdrawn = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: "max" }), (steps) => {
      const value = new Value();
      let given: Given[] = [];
      for (const step of steps) {
        if (!("undo" in step)) {
          given.push(step);
          value.change(step.account, { kind: step.kind, at: step.at });
        } else if (step.undo === "reports") {
          const count = given.filter(({ account, kind }) =>
            account === step.account && kind === "report"
          ).length;
          assert.equal(ownReports(value.of(step.account), step.account), count);
          given = given.filter(({ account, kind }) => account !== step.account || kind !== "report");
          value.put(step.account, withdrawReports(value.of(step.account), step.account));
          withdrawn += count;
        } else {
          const last = given.findLast(({ account, kind }) => account === step.account && kind === "label");
          if (last === undefined) continue;
          given = given.filter((one) => one !== last);
          value.change(step.account, { kind: "label", at: last.at, by: -1 });
        }
      }
      const never = new Value();
      for (const { account, kind, at } of given) never.change(account, { kind, at });
      for (const viewer of ["one", "two", "three", "guest one", "guest two", "four"]) {
        assert.deepEqual(rounded(value.view(viewer)), rounded(never.view(viewer)), viewer);
      }
      if (given.length === 0) assert.equal(value.shared, null, "nothing is kept of it");
    }),
    { numRuns: rounds(2000) },
  );
  assert.ok(withdrawn > 1000, `${withdrawn} reports`);
});

Deno.test("reports are told apart from labels of the same days; where that is not known, as many days as reports go", () => {
  const value = new Value();
  for (const [kind, days] of [["report", 0], ["label", 0], ["label", 200], ["report", 9]] as const) {
    value.change("one", { kind, at: NOW - days * DAY });
  }
  const today = Math.floor(NOW / DAY);
  assert.deepEqual(withdrawReports(value.of("one"), "one").shared, {
    one: { reports: 0, labels: 2, days: [[today, 1], [today - 200, 1]] },
  });
  const { reportDays: _, ...before } = value.shared!["one"]!;
  assert.deepEqual(withdrawReports({ shared: { one: before }, own: null }, "one").shared, {
    one: { reports: 0, labels: 2, days: [[today - 9, 1], [today - 200, 1]] },
  });
});
