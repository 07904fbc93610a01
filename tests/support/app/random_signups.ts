/** Random sign-ups of few people, networks and devices, with labels, and their replay. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { MINUTE_MS } from "../../../src/model/duration.ts";
import type { TestApp } from "./app.ts";

interface SignUp {
  readonly json: object;
  readonly pause: number;
  /** How the one before it is labelled first. */
  readonly label: "fraud" | "legit" | null;
}

const choice = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

export const signUps: fc.Arbitrary<SignUp[]> = fc.array(
  fc.record({
    json: fc.record({
      ip: fc.constantFrom("8.8.8.8", "8.8.4.4", "73.15.20.1", "185.220.101.1"),
      email: choice("a@gmail.com", "b@gmail.com", "x@mailinator.com", "c@firm.example"),
      phone: choice("+992501834567", "+992501839999", "+4915112345678"),
      device_id: choice("0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"),
    }),
    pause: fc.constantFrom(0, 1, 5, 11, 47).map((minutes) => minutes * MINUTE_MS),
    label: fc.constantFrom("fraud", "legit", null, null, null),
  }),
  { minLength: 5, maxLength: 25 },
);

/** When they begin. */
export const START = Date.parse("2026-11-20T09:00:00Z");

/** Returns the answers. */
export async function replay(app: TestApp, clock: { now: number }, traffic: readonly SignUp[]) {
  const answers = [];
  for (const { json, pause, label } of traffic) {
    clock.now += pause + 1;
    const before = answers.at(-1);
    if (label !== null && before !== undefined) {
      const { status } = await app.askDirectly("/v1/outcome", {
        json: { request_id: before.request_id, outcome: label },
      });
      assert.equal(status, 200);
    }
    const { status, body, text } = await app.askDirectly("/v1/score/user", { json });
    assert.equal(status, 200, text);
    answers.push(body);
  }
  return answers;
}
