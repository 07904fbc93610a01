import assert from "node:assert/strict";
import fc from "fast-check";
import { RateLimiter } from "../../../../src/service/access/rate_limit.ts";

const PERIOD = 60_000;

Deno.test("peek says what take would do, and takes nothing", () => {
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 20 }),
    fc.array(fc.record({ peeks: fc.nat(3), wait: fc.nat(20_000) }), { maxLength: 60 }),
    (limit, steps) => {
      const [peeked, control] = [new RateLimiter(PERIOD), new RateLimiter(PERIOD)];
      let now = 1_000_000;
      for (const { peeks, wait } of steps) {
        now += wait;
        for (let count = 0; count < peeks; count++) peeked.peek("key", limit, now);
        const expected = peeked.peek("key", limit, now);
        const taken = peeked.take("key", limit, now);
        assert.deepEqual(taken, control.take("key", limit, now));
        assert.equal(expected.allowed, taken.allowed);
        assert.equal(expected.retryAfterSeconds, taken.retryAfterSeconds);
      }
    },
  ));
});
