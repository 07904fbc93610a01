import assert from "node:assert/strict";
import { type Known, known, unknown } from "../../../../src/model/evidence.ts";
import { TimeZones } from "../../../../src/signals/device/timezone.ts";

const SUMMER = Date.UTC(2026, 6, 1);
const WINTER = Date.UTC(2026, 0, 1);
const zones = new TimeZones();

const OFFSETS: readonly (readonly [zone: string, now: number, minutes: number | null])[] = [
  ["Europe/Berlin", SUMMER, 120],
  ["Europe/Berlin", WINTER, 60],
  ["Asia/Kolkata", SUMMER, 330],
  ["Asia/Calcutta", SUMMER, 330],
  ["Asia/Kathmandu", SUMMER, 345],
  ["America/St_Johns", WINTER, -210],
  ["UTC", SUMMER, 0],
  ["Mars/Olympus", SUMMER, null],
  ["", SUMMER, null],
  ["Europe/Berlin'; drop", SUMMER, null],
];

for (const [zone, now, minutes] of OFFSETS) {
  Deno.test(`TimeZones.offset of ${JSON.stringify(zone)} at ${new Date(now).toISOString().slice(0, 10)}`, () => {
    assert.equal(zones.offset(zone, now), minutes);
    assert.equal(zones.offset(zone, now), minutes, "the cached answer is the same");
  });
}

Deno.test("TimeZones.offset follows the change to summer time within the quarter hour", () => {
  const change = Date.UTC(2026, 2, 29, 1);
  assert.equal(zones.offset("Europe/Berlin", change - 1), 60);
  assert.equal(zones.offset("Europe/Berlin", change), 120);
});

interface Row {
  readonly name: string;
  readonly zone: Known<string>;
  readonly country: Known<string>;
  readonly now?: number;
  readonly expected: boolean | null;
}

const NOT_GIVEN = unknown("not_given");

const ROWS: readonly Row[] = [
  { name: "own country", zone: known("Europe/Berlin"), country: known("DE"), expected: false },
  {
    name: "a neighbour on the same clock",
    zone: known("Europe/Berlin"),
    country: known("FR"),
    expected: false,
  },
  { name: "one of many zones", zone: known("Pacific/Honolulu"), country: known("US"), expected: false },
  {
    name: "the country's islands count",
    zone: known("Indian/Reunion"),
    country: known("RE"),
    expected: false,
  },
  { name: "another continent", zone: known("Asia/Tokyo"), country: known("US"), expected: true },
  { name: "an old name", zone: known("Asia/Calcutta"), country: known("IN"), expected: false },
  { name: "London and Lisbon", zone: known("Europe/London"), country: known("PT"), expected: false },
  {
    name: "London and Reykjavik in winter",
    zone: known("Europe/London"),
    country: known("IS"),
    now: WINTER,
    expected: false,
  },
  { name: "and in summer", zone: known("Europe/London"), country: known("IS"), expected: true },
  { name: "no zone", zone: NOT_GIVEN, country: known("US"), expected: null },
  { name: "no country", zone: known("Asia/Tokyo"), country: NOT_GIVEN, expected: null },
  { name: "UTC", zone: known("UTC"), country: known("US"), expected: null },
  { name: "Etc/GMT+5", zone: known("Etc/GMT+5"), country: known("JP"), expected: null },
  { name: "no such zone", zone: known("Mars/Olympus"), country: known("US"), expected: null },
  { name: "no such country", zone: known("Asia/Tokyo"), country: known("ZZ"), expected: null },
  { name: "not a country code", zone: known("Asia/Tokyo"), country: known("u-tz-x"), expected: null },
  {
    name: "what privacy browsers report everywhere",
    zone: known("Atlantic/Reykjavik"),
    country: known("US"),
    expected: null,
  },
  {
    name: "which is true of Iceland",
    zone: known("Atlantic/Reykjavik"),
    country: known("IS"),
    expected: false,
  },
];

for (const { name, zone, country, now = SUMMER, expected } of ROWS) {
  Deno.test(`TimeZones.mismatch: ${name}`, () => {
    const fact = zones.mismatch(zone, country, now);
    assert.equal(fact.known ? fact.value : null, expected);
  });
}

const CONTRADICTIONS: readonly (readonly [zone: string, offset: number, expected: boolean | null])[] = [
  ["Europe/Berlin", -120, false],
  ["Europe/Berlin", 120, false],
  ["Europe/Berlin", -60, true],
  ["Asia/Tokyo", 0, true],
  ["UTC", 0, false],
  ["Mars/Olympus", 0, null],
];

for (const [zone, offset, expected] of CONTRADICTIONS) {
  Deno.test(`TimeZones.contradicts: ${zone} with ${offset} minutes`, () => {
    const fact = zones.contradicts(known(zone), known(offset), SUMMER);
    assert.equal(fact.known ? fact.value : null, expected);
  });
}

Deno.test("TimeZones.contradicts is unknown when either is", () => {
  assert.equal(zones.contradicts(NOT_GIVEN, known(0), SUMMER).known, false);
  assert.equal(zones.contradicts(known("UTC"), NOT_GIVEN, SUMMER).known, false);
});
