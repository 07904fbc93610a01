import assert from "node:assert/strict";
import { stepsOf } from "../../../../../src/http/site/parts/waterfall.tsx";

const finding = (group: string, points: number) => ({ group, points, text: `${group} ${points}` });

Deno.test("stepsOf: groups take their share of what is left, findings of one group add up", () => {
  const steps = stepsOf({
    score: 70,
    findings: [finding("a", 50), finding("b", 20), finding("a", 12.5)],
    trust: [],
    ruled: false,
  });
  assert.deepEqual(steps.map(({ from, to }) => [Math.round(from), Math.round(to)]), [[0, 50], [50, 60], [
    60,
    70,
  ]]);
  assert.deepEqual(steps.map(({ points }) => points), ["+50", "+20", "+12.5"]);
});

Deno.test("stepsOf: a finding that a stronger one replaced is marked and adds nothing", () => {
  const [first, second] = stepsOf({
    score: 34,
    findings: [finding("a", 34), finding("a", 0)],
    trust: [],
    ruled: false,
  });
  assert.equal(Math.round(first!.to), 34);
  assert.equal(second!.from, second!.to);
  assert.match(second!.note, /stronger finding/);
});

Deno.test("stepsOf: trust takes off from the end", () => {
  const steps = stepsOf({
    score: 40,
    findings: [finding("a", 50)],
    trust: [{ factor: 0.8, text: "aged" }],
    ruled: false,
  });
  assert.deepEqual(steps.map(({ from, to }) => [from, to]), [[0, 50], [40, 50]]);
  assert.equal(steps[1]!.points, "× 0.8");
});

Deno.test("stepsOf: the effect of a rule or a limit is a separate step", () => {
  const ruled = stepsOf({ score: 100, findings: [finding("a", 50)], trust: [], ruled: true });
  assert.equal(ruled.at(-1)!.text, "Set by your rule");
  const limited = stepsOf({
    score: 60,
    findings: [finding("a", 50), finding("a", 40)],
    trust: [],
    ruled: false,
  });
  assert.equal(limited.at(-1)!.text, "Limit on trust reductions");
  assert.deepEqual([limited.at(-1)!.from, limited.at(-1)!.to], [60, 90]);
  assert.deepEqual(stepsOf({ score: 0, findings: [], trust: [], ruled: false }), []);
});
