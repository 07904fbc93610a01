import assert from "node:assert/strict";
import { Budget } from "../../../../src/concurrency/budget.ts";
import { collectPhone } from "../../../../src/signals/phone/collect.ts";
import { parsePhone } from "../../../../src/signals/phone/parse.ts";

Deno.test("collectPhone uses no outside source: the evidence is the number and its history", () => {
  const input = parsePhone("+442079450958", null);
  const history = {
    abuseReports: 2,
    recentAbuse: true,
    recentAbuseCounts: true,
    abuseRisk: 0.4,
    firstSeen: "2026-01-01T00:00:00Z",
    timesSeen: 3,
  };
  const evidence = collectPhone(input, undefined, { budget: new Budget(0), history, now: 0 });
  assert.deepEqual(evidence, { input, history });
});
