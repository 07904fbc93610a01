import assert from "node:assert/strict";
import fc from "fast-check";
import { rounds } from "../support/rounds.ts";
import { type Counted, countName } from "../../src/model/conditions/count.ts";
import { SignupCounts } from "../../src/model/conditions/counts/signup_counts.ts";
import type { CountedValue, DimensionValues } from "../../src/model/conditions/dimension.ts";
import { CountReplay, type PastLabel } from "../../src/model/conditions/counts/replay.ts";
import { DAY_MS, MINUTE_MS } from "../../src/model/duration.ts";
import { type Outcome, RETENTION_MS } from "../../src/model/records.ts";

const HOUR = 60 * MINUTE_MS;
const WANTED: readonly Counted[] = [
  { of: "signups", dimension: "asn", windowMs: HOUR },
  { of: "signups", dimension: "asn", windowMs: 12 * HOUR },
  { of: "signups", dimension: "country", windowMs: 10 * MINUTE_MS },
  { of: "distinct", dimension: "asn", what: "email", windowMs: 2 * HOUR },
  { of: "distinct", dimension: "country", what: "asn", windowMs: HOUR },
  { of: "fraud", dimension: "asn", windowMs: 12 * HOUR },
  { of: "first_seen_days", dimension: "country" },
  { of: "labels", component: "email", outcome: "fraud" },
  { of: "labels", component: "email", outcome: "legit" },
];

interface Signup {
  readonly id: string;
  readonly at: number;
  readonly values: DimensionValues;
}

/** The same counts from all sign-ups and labels that there are, each time. */
class NaiveCounts {
  readonly signups = new Map<string, Signup>();
  readonly labels = new Map<string, Outcome>();

  count(count: Counted, values: DimensionValues, at: number): number | null {
    const name = count.of === "labels" ? count.component : count.dimension;
    const value = values[name];
    if (value === undefined) return null;
    const same = [...this.signups.values()].filter((signup) => signup.values[name] === value);
    if (count.of === "labels") {
      const kept = same.filter((signup) => signup.at > at - RETENTION_MS);
      return kept.filter(({ id }) => this.labels.get(id) === count.outcome).length;
    }
    if (count.of === "first_seen_days") {
      const kept = same.filter((signup) => signup.at > at - RETENTION_MS).map((signup) => signup.at);
      return Math.floor((at - Math.min(at, ...kept)) / DAY_MS);
    }
    const recent = same.filter((signup) => signup.at > at - count.windowMs);
    if (count.of === "distinct") {
      return new Set([...recent, { values }].flatMap(({ values }) => values[count.what] ?? [])).size;
    }
    return count.of === "signups"
      ? recent.length + 1
      : recent.filter(({ id }) => this.labels.get(id) === "fraud").length;
  }
}

const few = (prefix: string, count: number) =>
  fc.option(fc.nat(count - 1).map((number) => `${prefix}${number}`), { nil: undefined, freq: 8 });
const values: fc.Arbitrary<DimensionValues> = fc.record({
  asn: few("AS", 3),
  country: few("C", 2),
  email: few("e", 6),
}).map((all) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as DimensionValues
);
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.nat(20 * MINUTE_MS) },
  { weight: 2, arbitrary: fc.nat(10 * HOUR) },
  { weight: 1, arbitrary: fc.nat(100 * DAY_MS) },
);
const steps = fc.array(
  fc.record({
    pause,
    values,
    /** Stored so long before it is known here. */
    late: fc.oneof(fc.constant(0), fc.nat(90_000)),
    does: fc.constantFrom("note", "note", "note", "again", "forget", "fraud", "legit", "none"),
    which: fc.nat(),
  }),
  { maxLength: 120, size: "max" },
);

Deno.test("counts are those that a look at all sign-ups and labels would give", () => {
  fc.assert(
    fc.property(steps, (steps) => {
      const counts = new SignupCounts(WANTED, { seed: 7 });
      const naive = new NaiveCounts();
      let now = 1_700_000_000_000;
      for (const [index, { pause, values, late, does, which }] of steps.entries()) {
        now += pause;
        for (const wanted of WANTED) {
          assert.deepEqual(
            counts.count(wanted, values, now),
            naive.count(wanted, values, now),
            countName(wanted),
          );
        }
        // What moves the windows on in steps, and stops in between, changes nothing.
        counts.advance(now + which % (2 * HOUR), 1).next();
        now += which % (2 * HOUR);
        // Those that `forget` and labels may still find.
        const known = [...naive.signups.values()].filter(({ at }) => at > now - HOUR);
        const one = known[which % known.length];
        if (does === "note") {
          const signup = { id: `s${index}`, at: now - late, values };
          counts.note(signup);
          naive.signups.set(signup.id, signup);
        } else if (one === undefined) continue;
        else if (does === "again") {
          const isNoted = counts.notedSince(now - HOUR);
          assert.deepEqual([...known.map(({ id }) => id), "new"].filter((id) => !isNoted(id)), ["new"]);
        } else if (does === "forget" && !naive.labels.has(one.id)) {
          counts.forget(one);
          naive.signups.delete(one.id);
        } else if (does !== "forget") {
          const outcome = does === "none" ? null : does;
          counts.label({ id: one.id, scoredAt: one.at, outcome, values: one.values });
          if (outcome === null) naive.labels.delete(one.id);
          else naive.labels.set(one.id, outcome);
        }
      }
    }),
    { numRuns: rounds(200) },
  );
});

Deno.test("a replay counts what was counted then", () => {
  fc.assert(
    fc.property(steps, (steps) => {
      const counts = new SignupCounts(WANTED, { seed: 1 });
      const signups: Signup[] = [];
      const labels: PastLabel[] = [];
      const then: unknown[] = [];
      let now = 1_700_000_000_000;
      for (const [index, { pause, values, does, which }] of steps.entries()) {
        now += pause + 1;
        const one = signups[which % Math.max(1, signups.length)];
        if (does === "note" || does === "again" || does === "forget") {
          then.push(WANTED.map((wanted) => counts.count(wanted, values, now)));
          signups.push({ id: `s${index}`, at: now, values });
          counts.note(signups.at(-1)!);
        } else if (one !== undefined && one.at > now - RETENTION_MS) {
          const outcome = does === "none" ? null : does;
          counts.label({ id: one.id, scoredAt: one.at, outcome, values: one.values });
          labels.push({ id: one.id, scoredAt: one.at, labelledAt: now, outcome });
        }
      }
      const replay = new CountReplay(WANTED, labels);
      const replayed = signups.map((signup) => {
        const counted = WANTED.map((wanted) => replay.count(wanted, signup.values, signup.at));
        replay.note(signup);
        return counted;
      });
      assert.deepEqual(replayed, then);
    }),
    { numRuns: rounds(200) },
  );
});

Deno.test("with room for few sign-ups, a count is exact or unknown", () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 2, max: 30 }), (steps, maxSignups) => {
      const counts = new SignupCounts(WANTED, { maxSignups });
      const naive = new NaiveCounts();
      let now = 1_700_000_000_000;
      for (const [index, { pause, values }] of steps.entries()) {
        now += pause;
        for (const wanted of WANTED) {
          const counted = counts.count(wanted, values, now);
          const isKnown = values[nameOf(wanted)] !== undefined;
          if (counted !== null) {
            assert.deepEqual(counted, naive.count(wanted, values, now), countName(wanted));
          } else if (isKnown) assert.deepEqual(counts.isCutOff(wanted, now), true);
        }
        const signup = { id: `s${index}`, at: now, values };
        counts.note(signup);
        naive.signups.set(signup.id, signup);
        assert.deepEqual(counts.size <= maxSignups, true);
      }
    }),
    { numRuns: rounds(200) },
  );
});

function nameOf(wanted: Counted): CountedValue {
  return wanted.of === "labels" ? wanted.component : wanted.dimension;
}
