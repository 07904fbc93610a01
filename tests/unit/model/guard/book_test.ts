/** What an account usually sends in an hour, from which its breaker is counted. */
import assert from "node:assert/strict";
import { GuardBook } from "../../../../src/model/guard/book.ts";
import type { GuardSend } from "../../../../src/model/guard/send.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-11-02T00:00:00Z");

function send(at: number, index: number): GuardSend {
  const keys = {
    recipient: `recipient-${at}-${index}`,
    block: null,
    carrier: null,
    country: null,
    address: null,
    device: null,
    user: null,
  };
  return {
    id: `${at}-${index}`,
    at,
    channel: "sms",
    keys,
    cost: 0,
    decision: "allow",
    byBreaker: false,
  } as GuardSend;
}

/** @param hourly sends of an hour, by how many hours before the last one */
function usual(hourly: (ago: number) => number): number {
  const book = new GuardBook();
  const now = START + 60 * HOUR_MS;
  for (let ago = 59; ago >= 1; ago--) {
    for (let index = 0; index < hourly(ago); index++) {
      book.note(send(now - ago * HOUR_MS, index), now - ago * HOUR_MS);
    }
  }
  book.advance(now);
  return book.usualHour(now);
}

const ROWS: readonly (readonly [what: string, hourly: (ago: number) => number, count: number])[] = [
  ["nothing", () => 0, 0],
  ["all day", () => 7, 7],
  ["ten hours a day", (ago) => ago % 24 < 10 ? 12 : 0, 12],
  ["an attack of eleven hours", (ago) => ago <= 11 ? 500 : 2, 2],
  ["an attack on a new account", (ago) => ago <= 11 ? 500 : 0, 0],
];
for (const [what, hourly, count] of ROWS) {
  Deno.test(`the usual hour: ${what}`, () => assert.equal(usual(hourly), count));
}
