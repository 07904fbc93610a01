/** Searching by facts, scores, rules and tags is filtering all scores by their plain fields, and facets count what is left. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { MINUTE_MS } from "../../src/model/duration.ts";
import type { FactValue } from "../../src/model/facts/fact.ts";
import { startApp, type TestApp } from "../support/app/app.ts";
import { type ScoreParts, storeScores } from "../support/store/stored_score.ts";
import { rounds } from "../support/rounds.ts";

/** Of a score, and with `null` of a filter. */
const FACTS: Readonly<Record<string, readonly FactValue[]>> = {
  "ip.country": ["DE", "TJ", "FR"],
  "ip.asn": [16276, 7922],
  "device.automation": [true, false],
  "custom.plan": ["pro", 5, true, "5", ""],
};
const RULES = ["rul_a", "rul_b"];
const TAGS = ["farm", "vip"];
const FINDINGS = ["disposable", "tor"];
const VERDICTS = ["allow", "review", "block"] as const;
const some = <T>(values: readonly T[]) => fc.subarray([...values]);

const given = fc.record({
  mode: fc.constantFrom("live" as const, "live" as const, "live" as const, "test" as const),
  score: fc.integer({ min: 0, max: 100 }),
  verdict: fc.constantFrom(...VERDICTS),
  rule: fc.option(fc.constantFrom(...RULES)),
  decided: fc.option(fc.constantFrom(...RULES)),
  hit: some(RULES),
  would: some(RULES),
  tags: some(TAGS),
  findings: some(FINDINGS),
  userId: fc.constantFrom(null, "u1", "u2"),
  label: fc.constantFrom(null, null, "fraud" as const, "legit" as const),
  facts: fc.record(
    Object.fromEntries(Object.entries(FACTS).map(([name, values]) => [name, fc.constantFrom(...values)])),
    { requiredKeys: [] },
  ),
}).map((score) => score.mode === "test" ? { ...score, label: null } : score);
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.array(given, { minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom("compact" as const, "wait" as const) },
);

const filter = fc.record({
  facts: fc.record(
    Object.fromEntries(
      Object.entries(FACTS).map(([name, values]) => [
        name,
        fc.subarray<FactValue | null>([...values, null], { minLength: 1 }),
      ]),
    ),
    { requiredKeys: [] },
  ),
  min_score: fc.integer({ min: 0, max: 50 }),
  max_score: fc.integer({ min: 50, max: 100 }),
  verdict: fc.constantFrom(...VERDICTS),
  rule: fc.constantFrom(...RULES, "rul_c"),
  tag: fc.constantFrom(...TAGS),
  finding: fc.constantFrom(...FINDINGS),
  user_id: fc.constantFrom("u1", "u3"),
  label: fc.constantFrom("none" as const, "fraud" as const),
  mode: fc.constant("test" as const),
}, { requiredKeys: [] });
type Filter = typeof filter extends fc.Arbitrary<infer T> ? T : never;

function fits(score: Given, filter: Filter): boolean {
  const { facts = {}, min_score = 0, max_score = 100, verdict, rule, tag, finding, user_id, label } = filter;
  const ruleOf = score.rule ?? score.decided;
  return score.mode === (filter.mode ?? "live") && score.score >= min_score && score.score <= max_score &&
    (verdict === undefined || score.verdict === verdict) &&
    (rule === undefined || ruleOf === rule || score.hit.includes(rule) || score.would.includes(rule)) &&
    (tag === undefined || score.tags.includes(tag)) &&
    (finding === undefined || score.findings.includes(finding)) &&
    (user_id === undefined || score.userId === user_id) &&
    (label === undefined || (score.label ?? "none") === label) &&
    Object.entries(facts).every(([name, values]) => values!.includes(score.facts[name] ?? null));
}

/** Of one commit: their ids. */
async function store(app: TestApp, scores: readonly Given[]): Promise<string[]> {
  const ids = await storeScores(app, "main", scores.map(recordParts));
  for (const [index, { label }] of scores.entries()) {
    if (label === null) continue;
    const { status } = await app.ask("/v1/outcome", { json: { request_id: ids[index], outcome: label } });
    assert.equal(status, 200);
  }
  return ids;
}

function recordParts(given: Given): ScoreParts {
  const { mode, score, verdict, rule, decided, hit, would, tags, findings, userId, facts } = given;
  return {
    mode,
    score,
    verdict,
    findings,
    userId,
    facts,
    ...(rule === null ? {} : { rule }),
    conditions: {
      decided: decided === null
        ? null
        : { id: decided, action: "review", when: "true", before: { score: 0, verdict: "allow" } },
      tags,
      hit,
      would: would.map((id) => [id, "block"]),
      notJudged: [],
    },
  };
}

async function search(app: TestApp, json: Record<string, unknown>, limit: number) {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let cursor: string | null = null;;) {
    const { status, body, text } = await app.ask("/v1/scores/search", { json: { ...json, limit, cursor } });
    assert.equal(status, 200, text);
    totals.add(body.total);
    ids.push(...body.results.map(({ request_id }: { request_id: string }) => request_id));
    if (body.cursor === null) return { ids, totals: [...totals] };
    assert.equal(body.results.length, limit, "a page that has a next one is full");
    cursor = body.cursor;
  }
}

interface Counted {
  readonly value: FactValue;
  readonly count: number;
  readonly verdicts: Record<string, number>;
  readonly labels: Record<string, number>;
}

function counted(scores: readonly Given[], name: string): Counted[] {
  const values = [...new Set(scores.flatMap(({ facts }) => facts[name] ?? []))];
  return values.map((value) => {
    const own = scores.filter(({ facts }) => facts[name] === value);
    const of = (verdict: string) => own.filter((score) => score.verdict === verdict).length;
    const labelled = (label: string) => own.filter((score) => score.label === label).length;
    return {
      value,
      count: own.length,
      verdicts: { allow: of("allow"), review: of("review"), block: of("block") },
      labels: { fraud: labelled("fraud"), legit: labelled("legit") },
    };
  });
}

const byValue = (one: Counted, other: Counted) =>
  JSON.stringify(one.value) < JSON.stringify(other.value) ? -1 : 1;

Deno.test("searching by facts is filtering all scores, page by page, with their number; facets count them", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const { postings, accounts } = app.app.services.store;
  const account = accounts.accountNamed("main")!.id;
  const stored: { id: string; at: number; score: Given }[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(filter, { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 3, max: 40 }),
      async (steps, filters, limit) => {
        for (const step of steps) {
          now += 1000;
          if (step === "wait") now += 3 * MINUTE_MS;
          else if (step === "compact") await postings.compact(account, 1);
          else {
            const ids = await store(app, step);
            for (const [index, score] of step.entries()) stored.push({ id: ids[index]!, at: now, score });
          }
        }
        const from = stored[Math.floor(stored.length / 2)]?.at ?? now;
        for (const filter of [{}, ...filters]) {
          const matching = stored.filter(({ score }) => fits(score, filter));
          const { ids, totals } = await search(app, filter, limit);
          assert.deepEqual(ids, matching.map(({ id }) => id).reverse());
          assert.deepEqual(totals, [matching.length]);
          const since = await search(app, { ...filter, from: new Date(from).toISOString() }, 500);
          assert.deepEqual(since.ids, matching.filter(({ at }) => at >= from).map(({ id }) => id).reverse());
          const json = { ...filter, facets: Object.keys(FACTS) };
          const { body } = await app.ask("/v1/scores/facets", { json });
          for (const name of Object.keys(FACTS)) {
            const expected = counted(matching.map(({ score }) => score), name);
            assert.deepEqual(body.facets[name].toSorted(byValue), expected.sort(byValue), name);
          }
          assert.equal(body.total, matching.length);
        }
      },
    ),
    { numRuns: rounds(15), endOnFailure: true },
  );
});
