import assert from "node:assert/strict";
import fc from "fast-check";
import {
  FAILING_MS,
  parseRetryAfter,
  RETRY_DELAYS_MS,
  retryOf,
} from "../../../../src/model/endpoints/retry.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;

Deno.test("a delivery is tried again within 15 seconds, nine times within 24 hours, then given up", () => {
  assert.ok(RETRY_DELAYS_MS[0]! <= 15_000 && FAILING_MS <= 24 * HOUR);
  assert.ok(RETRY_DELAYS_MS.every((delay, index) => index === 0 || delay > RETRY_DELAYS_MS[index - 1]!));
  const tries = RETRY_DELAYS_MS.map((_, index) =>
    retryOf({ attempts: index + 1, failures: index + 1, retryAfterMs: null }, NOW)
  );
  assert.deepEqual(tries.map((retry) => retry!.dueAt === null), [true, true, true, ...Array(5).fill(false)]);
  assert.equal(retryOf({ attempts: 9, failures: 9, retryAfterMs: null }, NOW), null);
});

Deno.test("nothing is sent before the time that was asked for, two hours at most, nor before its delay", () => {
  const some = fc.record({
    attempts: fc.integer({ min: 1, max: 8 }),
    failures: fc.integer({ min: 1, max: 10_000 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 1e12 })),
  });
  fc.assert(fc.property(some, (given) => {
    const { dueAt, restUntil } = retryOf(given, NOW)!;
    const asked = Math.min(given.retryAfterMs ?? 0, 2 * HOUR);
    assert.ok(restUntil >= NOW + asked && restUntil > NOW && restUntil <= NOW + Math.max(asked, 5 * 60_000));
    assert.ok((dueAt ?? restUntil) >= NOW + RETRY_DELAYS_MS[given.attempts - 1]!);
  }));
});

Deno.test("Retry-After is read as seconds or as a date", () => {
  const rows: readonly (readonly [text: string | null, expected: number | null])[] = [
    [null, null],
    ["120", 120_000],
    [" 0 ", 0],
    ["Sun, 22 Nov 2026 12:00:30 GMT", 30_000],
    ["Sun, 22 Nov 2026 11:00:00 GMT", 0],
    ["soon", null],
    ["-5", null],
    ["1".repeat(40), null],
    ["", null],
  ];
  for (const [text, expected] of rows) assert.equal(parseRetryAfter(text, NOW), expected, String(text));
});
