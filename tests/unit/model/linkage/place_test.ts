import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addToPlace,
  joinsByCommonDevice,
  joinsByPattern,
  mergePlaces,
  type Place,
  type PlaceView,
  sharesDevices,
  viewPlace,
} from "../../../../src/model/linkage/place.ts";

const NOW = Date.UTC(2036, 6, 1, 12);
const DAY = 86_400_000;
const NOBODY = { pattern: null, device: null };

const RATES = { days: true, lastHour: false };

function visit(pattern: string | null, device: string | null, shared: boolean) {
  return { marks: { pattern, device, sharedDevice: shared ? device : null, person: pattern }, rates: RATES };
}

/** A place after sign-ups of so many devices, each with its pattern, evenly over the days before. */
function placeOf(count: number, given: { days?: number; shared?: boolean; node?: string } = {}): Place {
  const { days = 1, shared = false, node = "n" } = given;
  let place: Place | null = null;
  for (let i = 0; i < count; i++) {
    const at = NOW - DAY * days * (1 - i / count);
    place = addToPlace(place, visit(`p${i}`, `d${i}`, shared), node, at);
  }
  return place!;
}

Deno.test("a place estimates how many patterns and devices it saw", () => {
  for (const count of [1, 2, 5, 10, 20, 60]) {
    const { patterns, devices, sharedDevices } = viewPlace(placeOf(count), NOBODY, NOW);
    for (const estimate of [patterns, devices]) {
      assert.ok(Math.abs(estimate - count) <= 1 + count / 4, `${estimate} of ${count}`);
    }
    assert.equal(sharedDevices, 0);
  }
  const own = viewPlace(placeOf(5), { pattern: "p1", device: "d1" }, NOW);
  assert.deepEqual([own.patterns, own.devices], [4, 4], "others only");
  assert.equal(viewPlace(placeOf(5, { shared: true }), NOBODY, NOW).sharedDevices, 5);
  assert.ok(viewPlace(placeOf(2000, { days: 10 }), NOBODY, NOW).patterns >= 250);
});

Deno.test("the usual rate is that of the days before, since the place was first seen", () => {
  const rows: [count: number, days: number, usual: number | null][] = [
    [12, 0.4, null],
    [120, 10, 1],
    [12, 10, 0.1],
  ];
  for (const [count, days, usual] of rows) {
    const { usualHour } = viewPlace(placeOf(count, { days }), NOBODY, NOW);
    if (usual === null) assert.equal(usualHour, null);
    else assert.ok(Math.abs(usualHour! - usual) < usual / 3, `${usualHour} of ${usual}`);
  }
  assert.equal(viewPlace(null, NOBODY, NOW).usualHour, null);
  assert.equal(viewPlace(placeOf(9), NOBODY, NOW + 40 * DAY).usualHour, null, "30 days later");
});

Deno.test("marks are forgotten after one to two periods of 15 days", () => {
  const place = placeOf(10, { days: 0.01 });
  for (const [days, known] of [[1, true], [14, true], [31, false], [100, false]] as const) {
    assert.equal(viewPlace(place, NOBODY, NOW + days * DAY).patterns > 0, known, `${days} days`);
  }
});

const step = fc.record({
  node: fc.constantFrom("a", "b"),
  pattern: fc.option(fc.stringMatching(/^[a-z]{3}$/), { nil: null }),
  device: fc.option(fc.stringMatching(/^[0-9a-f]{3}$/), { nil: null }),
  shared: fc.boolean(),
  hours: fc.integer({ min: 0, max: 200 }),
});

Deno.test("states of two processes merge to what one process saw, in either order and however often", () => {
  fc.assert(fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
    let now = NOW;
    let all: Place | null = null;
    const each: Record<string, Place | null> = { a: null, b: null };
    for (const { node, pattern, device, shared, hours } of steps) {
      now += hours * 3_600_000;
      all = addToPlace(all, visit(pattern, device, shared), node, now);
      each[node] = addToPlace(each[node]!, visit(pattern, device, shared), node, now);
    }
    const [a, b] = [each.a ?? each.b!, each.b ?? each.a!];
    const expected = viewPlace(all, NOBODY, now);
    for (
      const merged of [
        mergePlaces(a, b, now),
        mergePlaces(b, a, now),
        mergePlaces(mergePlaces(a, b, now), a, now),
      ]
    ) {
      assert.deepEqual(viewPlace(merged, NOBODY, now), expected);
    }
    assert.ok(JSON.stringify(all).length < 1600, "few bytes");
  }));
});

const QUIET: PlaceView = viewPlace(null, NOBODY, NOW);

Deno.test("what is shared in a network joins in a home, hardly in a shared place", () => {
  const HOUR = 3_600_000;
  const rows: [
    name: string,
    network: Partial<PlaceView>,
    same: number,
    sinceMs: number,
    isExit: boolean,
    pattern: boolean,
    device: boolean,
  ][] = [
    ["a home", {}, 1, 20 * DAY, false, true, true],
    ["a few neighbours", { patterns: 9, devices: 9 }, 1, 20 * DAY, false, true, true],
    ["a shared place", { patterns: 10, devices: 10 }, 1, 20 * DAY, false, false, false],
    ["a shared place, most with the value", { patterns: 10, devices: 10 }, 10, 20 * DAY, false, true, true],
    ["devices of others alone", { devices: 40 }, 1, 20 * DAY, false, true, false],
    [
      "a carrier, hours later",
      { patterns: 300, devices: 300, usualHour: 40 },
      1,
      3 * HOUR,
      false,
      false,
      false,
    ],
    [
      "a carrier, hardly anybody between",
      { patterns: 300, devices: 300, usualHour: 40 },
      1,
      HOUR / 20,
      false,
      true,
      false,
    ],
    ["an exit", { patterns: 3, devices: 3 }, 1, DAY, true, false, false],
    ["an exit, most with the value", { patterns: 3, devices: 3 }, 3, DAY, true, true, true],
  ];
  for (const [name, network, same, sinceMs, isExit, pattern, device] of rows) {
    const shared = { network: { ...QUIET, ...network }, same, sinceMs, isExit };
    assert.deepEqual([joinsByPattern(shared), joinsByCommonDevice(shared)], [pattern, device], name);
  }
});

Deno.test("an organisation shares devices when several others there are shared and there are many, for days", () => {
  const rows: [given: Partial<PlaceView>, isDoubted: boolean, shares: boolean][] = [
    [{ devices: 0, sharedDevices: 0 }, false, false],
    [{ devices: 1, sharedDevices: 1 }, false, false],
    [{ devices: 7, sharedDevices: 7 }, false, false],
    [{ devices: 40, sharedDevices: 1 }, false, false],
    [{ devices: 40, sharedDevices: 2 }, false, true],
    [{ devices: 8, sharedDevices: 2 }, false, true],
    [{ devices: 40, sharedDevices: 20 }, true, false],
    [{ devices: 40, sharedDevices: 20, days: 2 }, false, false],
    [{ devices: 40, sharedDevices: 20, people: 7 }, false, false],
  ];
  for (const [given, isDoubted, shares] of rows) {
    const place = { ...QUIET, people: 8, days: 3, ...given };
    assert.equal(sharesDevices(place, QUIET, isDoubted), shares, JSON.stringify([given, isDoubted]));
  }
});

Deno.test("computers of an organisation are equal where its people came before without them, in the network too", () => {
  const rows: [people: number, days: number, inNetwork: number, isDoubted: boolean, shares: boolean][] = [
    [4, 2, 4, false, true],
    [3, 2, 4, false, false],
    [4, 1, 4, false, false],
    [4, 2, 3, false, false],
    [40, 20, 0, false, false],
    [40, 20, 40, true, false],
  ];
  for (const [people, days, inNetwork, isDoubted, shares] of rows) {
    const [place, network] = [{ ...QUIET, people, days }, { ...QUIET, people: inNetwork }];
    assert.equal(sharesDevices(place, network, isDoubted), shares, JSON.stringify([people, days, inNetwork]));
  }
});

const HOUR = 3_600_000;

Deno.test("the usual of an hour is that of the same hour of the days before, in the middle of them", () => {
  // At nine (UTC) so many on each of the last days, the oldest first; asked at nine, ten past, and at three in the morning.
  const nine = Date.UTC(2036, 6, 20, 9);
  const rows: [counts: number[], usual: number, lasting: number][] = [
    [[], 0, 0],
    [[14], 14, 0],
    [[14, 14, 14], 14, 0],
    [[14, 14, 14, 14], 14, 14],
    [[2, 40], 21, 0],
    [[2, 2, 40], 2, 0],
    [[14, 14, 14, 14, 14, 0, 0], 14, 14],
  ];
  for (const [counts, usual, lasting] of rows) {
    let place: Place | null = null;
    for (const [day, count] of counts.entries()) {
      const at = nine - (counts.length - day) * DAY;
      for (let i = 0; i < count; i++) {
        place = addToPlace(place, visit(null, null, false), "n", at + i * 60_000);
      }
    }
    const at = (moment: number) => {
      const { usualNow, lastingNow } = viewPlace(place, NOBODY, moment);
      return [usualNow, lastingNow];
    };
    for (const moment of [nine, nine + HOUR / 6, nine + HOUR, nine - HOUR]) {
      assert.deepEqual(at(moment), [usual, lasting], `${counts} at ${new Date(moment).toISOString()}`);
    }
    assert.deepEqual(at(nine - 6 * HOUR), [0, 0], `${counts} at three`);
  }
});

Deno.test("people are those who came before today and the half-day before it", () => {
  const noon = Date.UTC(2036, 6, 20, 13);
  let place: Place | null = null;
  for (let i = 0; i < 20; i++) place = addToPlace(place, visit(`p${i}`, null, false), "n", noon + i * 60_000);
  const rows: [hours: number, people: boolean][] = [[0, false], [11, false], [22, false], [24, true], [
    48,
    true,
  ]];
  for (const [hours, people] of rows) {
    const view = viewPlace(place, NOBODY, noon + hours * HOUR);
    assert.equal(view.people > 10, people, `after ${hours} hours: ${view.people}`);
    assert.ok(view.patterns > 10, "seen at once");
  }
});

Deno.test("places of before half-days and hours are read, and merged with new ones", () => {
  const old = {
    d: { n: [Math.floor(NOW / DAY) - 1, 14] },
    g: Math.floor(NOW / (15 * DAY)),
    m: "0".repeat(15) + "f" + "0".repeat(16) + "0".repeat(16),
    b: "",
  };
  const now = NOW + HOUR;
  const after = addToPlace(old, visit("p", "d", false), "n2", now);
  for (const place of [after, mergePlaces(old, after, now), mergePlaces(after, old, now)]) {
    const { patterns, devices, usualHour, usualNow, days } = viewPlace(place, NOBODY, now);
    assert.deepEqual([patterns >= 4, devices, usualHour, usualNow, days], [true, 1, 14 / 12, 0, 1]);
  }
});
