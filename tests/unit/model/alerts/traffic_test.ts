/** A month of ordinary sign-ups gives at most two alerts, and each fault exactly one. */
import assert from "node:assert/strict";
import { nextTold, NOTHING_TOLD, type Told } from "../../../../src/model/alerts/told.ts";
import { Traffic, type Unusual } from "../../../../src/model/alerts/traffic.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/model/duration.ts";
import {
  type AccountShape,
  chance,
  expectedAt,
  type Fault,
  minuteOf,
} from "../../../support/fixtures/ordinary_month.ts";

const START = Date.UTC(2026, 5, 1);
const BEFORE = 28;
const MONTH = 30;
/** Alerts look each minute; what they find changes little in ten. */
const LOOK_MS = 10 * MINUTE_MS;

const SHOP: AccountShape = {
  name: "a shop",
  perHour: 120,
  night: 0.08,
  saturday: 0.7,
  sunday: 0.55,
  review: 0.06,
  block: 0.02,
};
const LAUNCH = { from: (BEFORE + 9) * 24, hours: 24, times: 6 };

const SHAPES: readonly AccountShape[] = [
  SHOP,
  { ...SHOP, name: "a small shop", perHour: 12 },
  { ...SHOP, name: "a large shop", perHour: 2_000 },
  { ...SHOP, name: "an office tool", perHour: 200, night: 0.01, saturday: 0.06, sunday: 0.04 },
  { ...SHOP, name: "a game", perHour: 90, saturday: 3.5, sunday: 4.5 },
  { ...SHOP, name: "a shop with a launch day", more: [LAUNCH] },
  { ...SHOP, name: "an office tool with a launch day", saturday: 0.06, sunday: 0.04, more: [LAUNCH] },
  { ...SHOP, name: "a launch that stays", more: [{ ...LAUNCH, hours: 24 * 60 }] },
  { ...SHOP, name: "a start-up that grows", perHour: 40, growth: 4 },
  {
    ...SHOP,
    name: "a newsletter each Tuesday",
    more: Array.from({ length: 9 }, (_, week) => ({ from: week * 168 + 34, hours: 1, times: 3.5 })),
  },
  { ...SHOP, name: "many reviews", review: 0.35, block: 0.12 },
];

interface Spoke {
  /** Hours of the judged month. */
  readonly hour: number;
  readonly unusual: readonly Unusual[];
}

/** @param before days that are known when the month begins */
function month(shape: AccountShape, seed: number, fault?: Fault, before = BEFORE): Spoke[] {
  const traffic = new Traffic();
  const random = chance(seed);
  const spoken: Spoke[] = [];
  let told: Told = NOTHING_TOLD;
  const first = START + (BEFORE - before) * DAY_MS;
  const begin = START + BEFORE * DAY_MS;
  traffic.clear(first, first);
  for (let at = first; at < begin + MONTH * DAY_MS; at += MINUTE_MS) {
    if (at % (10 * MINUTE_MS) === 0) traffic.clear(at, at);
    const ofMonth = at < begin ? undefined : fault;
    for (const verdict of minuteOf(shape, at - START, random, ofMonth)) traffic.add(at, verdict);
    if (at < begin || at % LOOK_MS !== 4 * MINUTE_MS) continue;
    const unusual = traffic.unusual(at);
    const begins = unusual.some((each) => each.begins);
    const findings = unusual.length === 0 ? [] : [{ key: "signups", begins, text: "" }];
    const step = nextTold(told, findings, at);
    told = step.told;
    if (step.speaks.length > 0) spoken.push({ hour: (at - begin) / HOUR_MS, unusual });
  }
  return spoken;
}

const shown = (spoken: readonly Spoke[]) => JSON.stringify(spoken, null, 1);

for (const shape of SHAPES) {
  Deno.test(`an ordinary month of ${shape.name}: at most two alerts`, () => {
    for (const seed of [1, 2]) {
      const spoken = month(shape, seed);
      assert.ok(spoken.length <= 2, `${spoken.length} with seed ${seed}: ${shown(spoken)}`);
    }
  });
}

Deno.test("without a launch an ordinary month has none, and a launch has one", () => {
  assert.deepEqual(month(SHOP, 3), []);
  const spoken = month({ ...SHOP, more: [LAUNCH] }, 3);
  assert.equal(spoken.length, 1, shown(spoken));
  assert.ok(spoken[0]!.hour >= 9 * 24 && spoken[0]!.hour < 10 * 24, shown(spoken));
});

Deno.test("an account of which nothing is known has at most two in its first month", () => {
  for (const shape of [SHOP, SHAPES[3]!, SHAPES[4]!, { ...SHOP, name: "growing", growth: 4 }]) {
    const spoken = month(shape, 4, undefined, 0);
    assert.ok(spoken.length <= 2, `${shape.name}: ${shown(spoken)}`);
  }
});

/** Begins in the middle of an afternoon, a night and a weekend. */
const BEGINNINGS = [
  { name: "an afternoon", from: 11 * 24 + 15 },
  { name: "a night", from: 16 * 24 + 2 },
  { name: "a Saturday", from: 12 * 24 + 18 },
];

function during(from: number, hours: number, fault: (usual: number) => ReturnType<Fault>): Fault {
  return (sinceStart, usual) => {
    const hour = sinceStart / HOUR_MS - BEFORE * 24;
    return hour >= from && hour < from + hours ? fault(usual) : {};
  };
}

const FAULTS: readonly {
  readonly name: string;
  readonly hours: number;
  readonly of: (usual: number) => ReturnType<Fault>;
}[] = [
  { name: "six times as many", hours: 3, of: (usual) => ({ allow: 5 * usual + 1 }) },
  { name: "an attack that is blocked", hours: 5, of: (usual) => ({ block: usual + 1 }) },
  { name: "a rule that sends all to review", hours: 8, of: (usual) => ({ review: 2 * usual + 1 }) },
];

for (const { name, hours, of } of FAULTS) {
  for (const { name: when, from } of BEGINNINGS) {
    Deno.test(`${name}, in ${when}: exactly one alert, within the hour`, () => {
      const spoken = month(SHOP, 5, during(from, hours, of));
      assert.equal(spoken.length, 1, shown(spoken));
      assert.ok(spoken[0]!.hour > from && spoken[0]!.hour < from + 1.2, shown(spoken));
    });
  }
}

Deno.test("sign-ups that stop coming: exactly one alert; two faults on two days: two", () => {
  const stopped = month(SHOP, 6, during(11 * 24 + 12, 6, () => null));
  assert.equal(stopped.length, 1, shown(stopped));
  assert.deepEqual([stopped[0]!.unusual[0]!.verdict, stopped[0]!.unusual[0]!.begins], [null, true]);
  assert.ok(stopped[0]!.unusual[0]!.signups * 4 <= stopped[0]!.unusual[0]!.usual);
  const one = during(11 * 24 + 12, 6, () => null);
  const other = during(20 * 24 + 15, 3, (usual) => ({ allow: 5 * usual }));
  const both = month(SHOP, 6, (at, usual) => one(at, usual) === null ? null : other(at, usual));
  assert.equal(both.length, 2, shown(both));
});

Deno.test("fewer than 30 an hour are never far, and too little past says nothing", () => {
  const traffic = new Traffic();
  const end = START + 20 * DAY_MS;
  traffic.clear(START, end);
  for (let at = START; at < end - HOUR_MS; at += 2 * HOUR_MS) traffic.add(at, "allow");
  const add = (count: number) => {
    for (let index = 0; index < count; index++) traffic.add(end - MINUTE_MS, "allow");
  };
  add(28);
  assert.deepEqual(traffic.unusual(end).filter(({ begins }) => begins), []);
  add(4);
  assert.deepEqual(traffic.unusual(end).map(({ verdict, begins }) => [verdict, begins]), [[null, true]]);
  const young = new Traffic();
  young.clear(end - 5 * DAY_MS, end);
  for (let at = end - 5 * DAY_MS; at < end; at += 4 * HOUR_MS) young.add(at, "allow");
  for (let index = 0; index < 500; index++) young.add(end, "block");
  assert.deepEqual(young.unusual(end), []);
});

Deno.test("what is expected is what comes", () => {
  const random = chance(7);
  let [came, expected] = [0, 0];
  for (let at = 0; at < 7 * DAY_MS; at += MINUTE_MS) {
    came += [...minuteOf(SHOP, at, random)].length;
    expected += expectedAt(SHOP, at) / 60;
  }
  assert.ok(Math.abs(came - expected) < 5 * Math.sqrt(expected), `${came} of ${expected}`);
});
