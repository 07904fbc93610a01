/** Who came with a device id is known alike in whatever order processes see it, and nobody makes an id common alone. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addUser,
  type DeviceKind,
  type DeviceUser,
  type DeviceUsers,
  labelUser,
  mergeUsers,
  viewDevice,
} from "../../src/model/linkage/common_device.ts";
import { rounds } from "../support/rounds.ts";

const NOW = Date.UTC(2036, 6, 1, 12);
const DAY = 24 * 3_600_000;
const ANY: DeviceKind = { leastPause: () => 0, isRareAgent: () => false };
/** One of few, so that many share it. */
const token = (name: string, count: number) =>
  fc.option(fc.nat(count).map((i) => `${name}${i}`.padEnd(22, "x")), { nil: null, freq: 4 });

const user = fc.record({
  at: fc.nat(50 * DAY),
  person: token("p", 60),
  subnet: token("s", 60),
  pattern: token("a", 60),
  block: token("b", 60),
  organisation: token("o", 5),
  shape: token("h", 3),
  referral: token("r", 3),
  agent: token("u", 3),
  country: fc.option(fc.constantFrom("DE", "FR", "GB", "US"), { nil: null }),
  operator: fc.option(fc.constantFrom(3320, 7922, 2856, 4_200_000_000), { nil: null }),
  isDoubtful: fc.nat(4).map((of5) => of5 === 0),
}).map(({ at, ...rest }) => ({ at: NOW - at, ...rest }));
const users = fc.array(user, { maxLength: 40, size: "max" }).map((all) =>
  all.map(({ at, ...rest }, index): DeviceUser => ({
    ...rest,
    id: at.toString(16).padStart(12, "0") + String(index).padStart(20, "0"),
  }))
);

function stateOf(all: readonly DeviceUser[]): DeviceUsers | undefined {
  return all.reduce<DeviceUsers | undefined>((state, user) => addUser(state, user, NOW), undefined);
}

Deno.test("the state of an id is the same in any order, over any processes, and small", () => {
  fc.assert(
    fc.property(users, fc.nat(40), fc.infiniteStream(fc.nat()), (all, cut, order) => {
      const shuffled = all.map((user) => [order.next().value!, user] as const).sort((a, b) => a[0] - b[0])
        .map(([, user]) => user);
      const [one, other] = [stateOf(shuffled.slice(0, cut)), stateOf(shuffled.slice(cut))];
      const whole = stateOf(all);
      if (whole === undefined) return;
      const merged = one === undefined ? other! : other === undefined ? one : mergeUsers(one, other, NOW);
      assert.deepEqual(merged, whole);
      assert.deepEqual(mergeUsers(merged, whole, NOW), whole, "twice");
      assert.deepEqual(viewDevice(merged, null, ANY, NOW), viewDevice(whole, null, ANY, NOW));
      assert.ok(JSON.stringify(whole).length < 1800, `${JSON.stringify(whole).length} characters`);
    }),
    { numRuns: rounds(300) },
  );
});

Deno.test("an id is common only by four people who share nothing, in three places, over a day", () => {
  fc.assert(
    fc.property(users, (all) => {
      const { isCommon, people } = viewDevice(stateOf(all), null, ANY, NOW);
      if (!isCommon) return;
      const sure = all.filter((user) => !user.isDoubtful);
      const times = sure.map(({ id }) => parseInt(id.slice(0, 12), 16));
      assert.ok(Math.max(...times) - Math.min(...times) >= DAY);
      const places = (of: "country" | "operator") => new Set(sure.map((user) => user[of])).size;
      assert.ok(Math.max(places("country"), places("operator")) >= 3);
      for (const token of ["person", "subnet", "pattern", "block"] as const) {
        const known = sure.map((user) => user[token]);
        const different = new Set(known.filter((value) => value !== null)).size;
        assert.ok(different + known.filter((value) => value === null).length >= 4, token);
      }
      assert.ok(people >= 4);
    }),
    { numRuns: rounds(300) },
  );
});

/** So many people of different homes, six hours apart. */
function unrelated(count: number, given: Partial<DeviceUser> = {}): DeviceUser[] {
  return Array.from({ length: count }, (_, i) => ({
    id: (NOW - (count - i) * DAY / 4).toString(16).padStart(12, "0") + String(i).padStart(20, "0"),
    person: `p${i}xxxx`,
    subnet: `${(i * 7919 % 4096).toString(16)}xxxx`,
    pattern: `a${i}xxxx`,
    block: null,
    organisation: null,
    shape: `h${i % 4}xxx`,
    referral: null,
    agent: "u1xx",
    country: ["DE", "FR", "GB", "US"][i % 4]!,
    operator: 3000 + i % 9,
    isDoubtful: false,
    ...given,
  }));
}

Deno.test("what unrelated people share beyond chance takes them apart from nobody", () => {
  const rare: DeviceKind = { leastPause: () => 0, isRareAgent: () => true };
  const apart: DeviceKind = { leastPause: () => Infinity, isRareAgent: () => false };
  const rows: [what: string, given: Partial<DeviceUser>, kind: DeviceKind, isCommon: boolean][] = [
    ["nothing", {}, ANY, true],
    ["a user agent that others have", {}, ANY, true],
    ["a user agent that nobody else has", {}, rare, false],
    ["a kind whose devices have ids of their own", {}, apart, false],
    ["a shape", { shape: "9abc" }, ANY, false],
    ["a referral", { referral: "code" }, ANY, false],
    ["a doubt", { isDoubtful: true }, ANY, false],
    ["a network", { subnet: "same" }, ANY, false],
    ["a place", { country: "DE", operator: 3320 }, ANY, false],
    ["two operators", { country: "DE", operator: null }, ANY, false],
  ];
  for (const [what, given, kind, isCommon] of rows) {
    for (const count of [12, 40]) {
      assert.equal(viewDevice(stateOf(unrelated(count, given)), null, kind, NOW).isCommon, isCommon, what);
    }
  }
});

Deno.test("the number of people is never far too high, and floods of one network add one", () => {
  for (const count of [5, 16, 40, 80, 150]) {
    const { people } = viewDevice(stateOf(unrelated(count)), null, ANY, NOW);
    assert.ok(people <= count * 1.1 && people >= Math.min(count, 16) * 0.7, `${people} of ${count}`);
  }
  const crowd = unrelated(12);
  const flood = unrelated(500, { subnet: "same", pattern: "one" }).map((user) => ({
    ...user,
    person: user.id.slice(-6),
  }));
  const view = viewDevice(stateOf([...crowd, ...flood]), null, ANY, NOW);
  assert.deepEqual([view.isCommon, view.people], [true, 13]);
});

Deno.test("labels count once each, the newest of a sign-up, and end what they outweigh", () => {
  const people = unrelated(8);
  let state = stateOf(people)!;
  const isCommon = () => viewDevice(state, null, ANY, NOW).isCommon;
  for (const [index, { id }] of people.entries()) {
    assert.equal(isCommon(), index <= 2, `${index} of eight are fraud`);
    state = labelUser(state, id, true, NOW);
  }
  for (const { id } of people) state = labelUser(state, id, false, NOW);
  assert.equal(isCommon(), true);
});

Deno.test("where few ids are of many, people who came within two days make none common", () => {
  const HOUR = DAY / 24;
  const spaced: DeviceKind = { leastPause: () => DAY, isRareAgent: () => false };
  const rows: [hours: readonly number[], isCommon: boolean][] = [
    [Array.from({ length: 16 }, (_, i) => i * 3), false],
    [[0, 100, 101, 102], false],
    [[0, 24, 48, 48], true],
    [[0, 200, 201, 600], true],
  ];
  for (const [hours, isCommon] of rows) {
    const all = unrelated(hours.length, {}).map((user, index) => ({
      ...user,
      id: (NOW - 700 * HOUR + hours[index]! * HOUR).toString(16).padStart(12, "0") + user.id.slice(12),
    }));
    assert.equal(viewDevice(stateOf(all), null, spaced, NOW).isCommon, isCommon, hours.join());
    assert.ok(viewDevice(stateOf(all), null, ANY, NOW).isCommon, "little is known of the kind");
  }
});
