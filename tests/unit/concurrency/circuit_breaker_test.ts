import assert from "node:assert/strict";
import { CircuitBreaker } from "../../../src/concurrency/circuit_breaker.ts";

function setUp() {
  const clock = { now: 0 };
  return { clock, breaker: new CircuitBreaker({ failures: 3, openMs: 100, now: () => clock.now }) };
}

Deno.test("CircuitBreaker opens after consecutive failures only", () => {
  const { breaker } = setUp();
  for (const step of ["failure", "failure", "success", "failure", "failure"] as const) breaker[step]();
  assert.equal(breaker.state, "closed");
  assert.equal(breaker.allows(), true);
  breaker.failure();
  assert.equal(breaker.state, "open");
  assert.equal(breaker.allows(), false);
});

Deno.test("CircuitBreaker lets one call through after its time, whose outcome decides", () => {
  const { clock, breaker } = setUp();
  for (let count = 0; count < 3; count++) breaker.failure();
  clock.now = 99;
  assert.equal(breaker.allows(), false);
  clock.now = 100;
  assert.equal(breaker.state, "half_open");
  assert.equal(breaker.allows(), true);
  assert.equal(breaker.allows(), false);
  breaker.failure();
  clock.now = 199;
  assert.equal(breaker.allows(), false);
  clock.now = 200;
  assert.equal(breaker.allows(), true);
  breaker.success();
  assert.equal(breaker.state, "closed");
  assert.equal(breaker.allows(), true);
  assert.equal(breaker.allows(), true);
});

Deno.test("CircuitBreaker opens immediately for the time that the source asks for", () => {
  const { clock, breaker } = setUp();
  breaker.open(5_000);
  clock.now = 4_999;
  assert.equal(breaker.allows(), false);
  clock.now = 5_000;
  assert.equal(breaker.allows(), true);
});
