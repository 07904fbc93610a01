import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { deviceId, hasNoZone, readRow, readTime } from "../../../../src/service/backtest/cells.ts";

const NOON = Date.UTC(2026, 1, 28, 12, 30, 15);

const TIMES: readonly [text: string, at: number | null][] = [
  ["2026-02-28T12:30:15Z", NOON],
  ["2026-02-28T12:30:15.250Z", NOON + 250],
  ["2026-02-28T12:30:15,25Z", NOON + 250],
  ["2026-02-28T14:30:15+02:00", NOON],
  ["2026-02-28T07:00:15-0530", NOON],
  ["2026-02-28 12:30:15", NOON],
  ["2026-02-28 12:30:15 UTC", NOON],
  ["2026-02-28 12:30:15+00", NOON],
  ["2026-02-28T12:30", NOON - 15_000],
  ["2026-02-28", Date.UTC(2026, 1, 28)],
  [String(NOON / 1000), NOON],
  [`${NOON / 1000}.5`, NOON + 500],
  [String(NOON), NOON],
  ["0", 0],
  ["20260228", Date.UTC(2026, 1, 28)],
  ["20260229", null],
  ["19991231", Date.UTC(1999, 11, 31)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["2026-02-29", null],
  ["2026-13-01", null],
  ["2026-02-28T25:00:00Z", null],
  ["2026-02-28T12:30:15+25:00", null],
  ["02/28/2026", null],
  ["28.02.2026 12:30", null],
  ["1969-12-31", null],
  ["yesterday", null],
  ["", null],
  ["-5", null],
  ["1e3", null],
];

Deno.test("times are ISO 8601 or Unix time; what could mean two days is refused", () => {
  for (const [text, at] of TIMES) assert.equal(readTime(text), at, text);
  assert.equal(hasNoZone("2026-02-28 12:30:15"), true);
  assert.equal(hasNoZone("2026-02-28 12:30:15Z"), false);
  assert.equal(hasNoZone("1700000000"), false);
});

const COLUMNS = { time: 0, ip: 1, device: 2, label: 3, score: 4 };

const LABELS: readonly [cell: string, label: "fraud" | "legit" | null, ignored: boolean][] = [
  ["1", "fraud", false],
  ["TRUE", "fraud", false],
  ["Fraud", "fraud", false],
  ["0", "legit", false],
  ["false", "legit", false],
  ["legitimate", "legit", false],
  ["", null, false],
  ["NULL", null, false],
  ["maybe", null, true],
  ["2", null, true],
];

Deno.test("labels are read in the usual spellings; others are ignored, and said", () => {
  for (const [cell, label, ignored] of LABELS) {
    const row = readRow(["2026-01-01", "8.8.8.8", "", cell, ""], COLUMNS, 2);
    assert.ok(typeof row !== "string");
    assert.deepEqual([row.label, row.ignored], [label, ignored ? ["label"] : []], cell);
  }
});

Deno.test("scores of another vendor are any number", () => {
  const rows = [["0.93", 0.93], ["-5", -5], ["1e-3", 0.001], ["", null], ["high", null], [
    "Infinity",
    null,
  ]] as const;
  for (const [cell, score] of rows) {
    const row = readRow(["2026-01-01", "8.8.8.8", "", "", cell], COLUMNS, 2);
    assert.ok(typeof row !== "string");
    assert.equal(row.score, score, cell);
  }
});

Deno.test("device ids that are not hexadecimal are hashed, others stay", () => {
  assert.equal(deviceId("9f86d081884c7d65"), "9f86d081884c7d65");
  assert.equal(deviceId("DXWTAJVQOEZTC"), hash("sha256", "DXWTAJVQOEZTC"));
  assert.equal(deviceId("abc"), hash("sha256", "abc"));
});

const REFUSED: readonly [cells: string[], why: string][] = [
  [["", "8.8.8.8", "", "", ""], "its time cannot be read"],
  [["2026-01-01", "x".repeat(1001), "", "", ""], "its ip is longer than 1000 characters"],
  [["2026-01-01", "8.8.8.8", "\ufffd", "", ""], "its device is not UTF-8"],
];

Deno.test("a row that cannot be read says why", () => {
  for (const [cells, why] of REFUSED) assert.equal(readRow(cells, COLUMNS, 2), why);
});
