/** The campaign finder: what it finds whatever people do, what it does not find, and what it says of it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Board, BoardColumn } from "../../src/model/campaigns/board.ts";
import { describe } from "../../src/model/campaigns/describe.ts";
import { findCampaigns } from "../../src/model/campaigns/find.ts";
import type { Group } from "../../src/model/campaigns/group.ts";
import { logBinomialTail, logPoissonTail } from "../../src/model/campaigns/probability.ts";
import type { ConditionSubject } from "../../src/model/conditions/condition.ts";
import { DAY_MS } from "../../src/model/duration.ts";
import { isCustomFact } from "../../src/model/facts/custom.ts";
import { isFactName } from "../../src/model/facts/table.ts";
import { compileCondition, isProblem } from "../../src/service/conditions/language/compile.ts";
import { runAtOnce } from "../../src/service/rules/time_slicing.ts";
import { boardOf, type BoardSignup, farm, people, seeded } from "../support/fixtures/campaign_board.ts";

const NOW = Date.UTC(2036, 4, 1);
const MAX_GROUPS = 40;
const PAST = { now: NOW, days: 60 };

function found(board: Board): readonly Group[] {
  return runAtOnce(findCampaigns(board));
}

const seeds = fc.integer({ min: 1, max: 1e9 });

/** Sign-ups that share something, of several kinds. */
const PLANTS: readonly ((random: () => number, count: number) => BoardSignup[])[] = [
  (random, count) => farm(random, "kestrelbyte.com", count, NOW),
  (random, count) =>
    ["one", "two", "three"].flatMap((name) =>
      farm(random, `${name}.net`, Math.ceil(count / 3), NOW).map((each) =>
        with_(each, { "device.browser": "Firefox", "device.os": "Linux" })
      )
    ),
  (random, count) =>
    people(random, count, { now: NOW, days: 1 }).map((each, number) =>
      with_(each, { "dimension.device": "one", "dimension.subnet": `ring${number}` })
    ),
  (random, count) =>
    people(random, count, { now: NOW, days: 2 }).map((each, number) =>
      with_(each, {
        "signup.referral": `"it's" \\ 😀`,
        "email.shape": "letters+9999",
        "dimension.subnet": `r${number}`,
      })
    ),
  (random, count) =>
    people(random, count, { now: NOW, days: 6 }).map((each, number) =>
      with_(each, { "phone.block": "blk_1", "dimension.subnet": `p${number}` })
    ),
  (random, count) =>
    people(random, count, { now: NOW, days: 0.1 }).map((each, number) =>
      with_(each, { "ip.asn": 16276, "email.shape": "letters+99", "dimension.subnet": `h${number}` })
    ),
  (random, count) =>
    people(random, count, { now: NOW, days: 1 }).map((each, number) =>
      with_(each, { "custom.plan": 1e20, "email.shape": "letters+9", "dimension.subnet": `c${number}` })
    ),
];

function with_(signup: BoardSignup, values: BoardSignup["values"]): BoardSignup {
  return { ...signup, values: { ...signup.values, ...values } };
}

const boards = fc.record({
  seed: seeds,
  past: fc.constantFrom(0, 30, 200, 600),
  planted: fc.uniqueArray(
    fc.record({ plant: fc.nat(PLANTS.length - 1), count: fc.integer({ min: 4, max: 40 }) }),
    { selector: ({ plant }) => plant, maxLength: 4 },
  ),
}).map(({ seed, past, planted }) => {
  const random = seeded(seed);
  return [
    ...people(random, past, PAST),
    ...planted.flatMap(({ plant, count }) => PLANTS[plant]!(random, count)),
  ];
});

Deno.test("tails fall with the count, rise with what is expected, and are those of sums", () => {
  const means = fc.double({ min: 0.01, max: 30, noNaN: true });
  fc.assert(fc.property(fc.integer({ min: 1, max: 80 }), means, (count, mean) => {
    const log = logPoissonTail(count, mean);
    assert.ok(log <= 0 && logPoissonTail(count + 1, mean) <= log && logPoissonTail(count, mean / 2) <= log);
    let [term, below] = [Math.exp(-mean), 0];
    for (let each = 0; each < count; each++) {
      below += term;
      term *= mean / (each + 1);
    }
    if (count > mean && below < 1 - 1e-9) {
      assert.ok(Math.abs(Math.exp(log) - (1 - below)) < 1e-6 * (1 - below) + 1e-12);
    }
  }));
  const shares = fc.double({ min: 0.001, max: 0.9, noNaN: true });
  fc.assert(fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), shares, (count, more, share) => {
    const of = count + more;
    const log = logBinomialTail(count, of, share);
    assert.ok(log <= 0 && logBinomialTail(count, of, share / 2) <= log);
    // A sign-up more of which none has it makes it less unlikely.
    assert.ok(logBinomialTail(count, of + 1, share) >= log - 1e-9);
  }));
});

Deno.test("four members on a private domain that nobody had before are a card, whatever others do", () => {
  fc.assert(
    fc.property(seeds, fc.nat(800), (seed, past) => {
      const random = seeded(seed);
      const board = boardOf([...people(random, past, PAST), ...farm(random, "kestrelbyte.com", 4, NOW)], NOW);
      const facts = found(board).map((group) => describe(board, group).facts);
      const wanted = JSON.stringify({ "email.domain": ["kestrelbyte.com"] });
      assert.ok(facts.some((each) => JSON.stringify(each) === wanted), JSON.stringify(facts));
    }),
    { numRuns: 60, examples: [[211203110, 1]] },
  );
});

Deno.test("people whom nothing joins are no campaign: corrected for all that was looked at", () => {
  let cards = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const random = seeded(seed);
    cards += found(boardOf(people(random, 100 + 20 * seed, PAST), NOW)).length;
  }
  assert.ok(cards <= 2, `${cards} cards`);
});

Deno.test("colleagues in one office with names of people, and a household, are none", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = seeded(seed);
      const office = farm(random, "office.com", 9, NOW).map((each) =>
        with_(each, { "dimension.subnet": "office", "ip.asn": 3320, "email.shape": "given.surname" })
      );
      const family = people(random, 4, { now: NOW, days: 1 }).map((each) =>
        with_(each, { "dimension.subnet": "home", "dimension.device": "tablet" })
      );
      const board = boardOf([...people(random, 300, PAST), ...office, ...family], NOW);
      const subnets = board.columns.find(({ name }) => name === "dimension.subnet")!;
      const together = ["office", "home"].map((subnet) => subnets.values.indexOf(subnet) + 1);
      for (const group of found(board)) {
        const members = group.rows.filter((row) => together.includes(subnets.codes[row]!));
        assert.ok(members.length < 4, describe(board, group).text);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("members have what is said of them, once each, in the window; no group is most of another", () => {
  fc.assert(
    fc.property(boards, (signups) => {
      const board = boardOf(signups, NOW);
      const groups = found(board);
      assert.ok(groups.length <= MAX_GROUPS);
      for (const { rows, shares, days, expected, logChance } of groups) {
        assert.ok(rows.length >= 4 && rows.length >= 3 * expected && logChance <= 0);
        assert.ok(shares.length >= 1 && shares.length <= 3);
        assert.equal(new Set(shares.map(({ column }) => board.columns[column]!.family)).size, shares.length);
        for (const [at, row] of rows.entries()) {
          assert.ok(at === 0 || row > rows[at - 1]!);
          assert.ok(board.times[row]! >= NOW - days * DAY_MS);
          for (const { column, codes } of shares) {
            assert.ok(codes.includes(board.columns[column]!.codes[row]!));
          }
        }
      }
      const members = groups.map(({ rows }) => rows.join());
      assert.equal(new Set(members).size, groups.length, "one card for the same members");
    }),
    { numRuns: 60 },
  );
});

Deno.test("processes that read values in another order find the same", () => {
  fc.assert(
    fc.property(boards, (signups) => {
      const told = (board: Board) =>
        found(board).map((group) => {
          const { text, facts, shared, rule, shareOfGood } = describe(board, group);
          return { text, facts, shared, rule, shareOfGood, rows: group.rows, days: group.days };
        });
      assert.deepEqual(
        told(boardOf(signups, NOW, (values) => values.toReversed())),
        told(boardOf(signups, NOW)),
      );
    }),
    { numRuns: 40 },
  );
});

Deno.test("what is suggested is a condition, true of nearly all members; facts are those of a search", () => {
  let rules = 0;
  fc.assert(
    fc.property(boards, (signups) => {
      const rows = signups.toSorted((one, other) => one.at - other.at);
      const board = boardOf(signups, NOW);
      for (const group of found(board)) {
        const { rule, facts, text, shared, shareOfGood } = describe(board, group);
        rules++;
        const compiled = compileCondition(rule.when);
        if (isProblem(compiled)) throw new Error(`${rule.when}: ${compiled.message}`);
        const caught = group.rows.filter((row) => compiled.evaluate(subjectOf(rows[row]!)).value === true);
        const least = compiled.counts.length > 0 ? 0.8 : 0.9;
        assert.ok(caught.length >= least * group.rows.length, `${rule.when}: ${caught.length}`);
        assert.ok(rule.text.startsWith("Review sign-ups with ") && text.length > 0);
        assert.ok(Object.keys(facts).length + shared.length > 0);
        assert.ok(shareOfGood >= 0 && shareOfGood <= 1);
        for (const [name, values] of Object.entries(facts)) {
          assert.ok(isFactName(name) || isCustomFact(name), name);
          for (const row of group.rows) assert.ok(values.includes(rows[row]!.values[name] ?? null), name);
        }
      }
    }),
    { numRuns: 80 },
  );
  assert.ok(rules > 80, `${rules}`);
});

/** Counts as of one who came last: all others are before it. */
function subjectOf({ values }: BoardSignup): ConditionSubject {
  return {
    fact: (name) => values[name] ?? null,
    variable: (name) => name === "linkage.ring.size" ? 1_000 : values[name] ?? null,
    count: () => 1_000,
    reason: () => null,
  };
}

Deno.test("many farms, with names as long as there are: so many cards, each with a rule", () => {
  const random = seeded(11);
  const long = (number: number) =>
    `${`a${number}`.padEnd(60, "x")}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.com`;
  const farms = Array.from({ length: 120 }, (_, number) => farm(random, long(number), 4 + number % 3, NOW));
  const alike = farms.map((each) =>
    each.map((signup) => with_(signup, { "device.browser": "Firefox", "device.os": "Linux" }))
  );
  for (const signups of [farms, alike]) {
    const board = boardOf([...people(random, 400, PAST), ...signups.flat()], NOW);
    const groups = found(board);
    assert.ok(groups.length >= 1 && groups.length <= MAX_GROUPS, `${groups.length}`);
    for (const group of groups) {
      const { rule, text } = describe(board, group);
      const compiled = compileCondition(rule.when);
      if (isProblem(compiled)) throw new Error(`${rule.when}: ${compiled.message}`);
      assert.ok(text.length < 1_000);
    }
  }
});

Deno.test("thousands of unusual values of one's own fields cost little more than others, and nobody waits for them", () => {
  const [count, each] = [60_000, 30];
  const random = seeded(5);
  // From one network: none of them is a campaign, and each looks like one.
  const flood = people(random, count, { now: NOW, days: 0.04 }).map((signup) =>
    with_(signup, { "dimension.subnet": "one" })
  );
  const board = boardOf([...people(random, 300, PAST), ...flood], NOW);
  const own = Array.from({ length: 8 }, (_, field): BoardColumn => ({
    name: `custom.field${field}`,
    family: "own",
    spread: "many",
    values: Array.from({ length: count / each }, (_, value) => `${field} ${value}`),
    codes: Uint32Array.from(
      { length: board.count },
      (_, row) => row < 300 ? 0 : 1 + (row * (2 * field + 7)) % (count / each),
    ),
  }));
  const steps = findCampaigns({ ...board, columns: [...board.columns, ...own] });
  const begun = performance.now();
  let [longest, last] = [0, begun];
  while (!steps.next().done) {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  // A scan for each value took 40 seconds, and 15 in one step.
  assert.ok(longest < 1_500 && last - begun < 12_000, `${longest} of ${last - begun} ms`);
});
