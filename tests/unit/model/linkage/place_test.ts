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

/** A place after sign-ups of so many devices, each with its pattern, evenly over the days before. */
function placeOf(count: number, given: { days?: number; shared?: boolean; node?: string } = {}): Place {
  const { days = 1, shared = false, node = "n" } = given;
  let place: Place | null = null;
  for (let i = 0; i < count; i++) {
    const at = NOW - DAY * days * (1 - i / count);
    place = addToPlace(place, { pattern: `p${i}`, device: `d${i}` }, shared, node, at);
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
      all = addToPlace(all, { pattern, device }, shared, node, now);
      each[node] = addToPlace(each[node]!, { pattern, device }, shared, node, now);
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
    assert.ok(JSON.stringify(all).length < 700, "few bytes");
  }));
});

const QUIET: PlaceView = { patterns: 0, devices: 0, sharedDevices: 0, usualHour: null };

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

Deno.test("an organisation shares devices when several others there are shared and there are many", () => {
  const rows: [devices: number, sharedDevices: number, shares: boolean][] = [
    [0, 0, false],
    [1, 1, false],
    [7, 7, false],
    [40, 1, false],
    [40, 2, true],
    [8, 2, true],
  ];
  for (const [devices, sharedDevices, shares] of rows) {
    assert.equal(sharesDevices({ ...QUIET, devices, sharedDevices }), shares, `${devices} ${sharedDevices}`);
  }
});
