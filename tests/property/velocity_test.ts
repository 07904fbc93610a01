/** Velocity: what is counted is what a plain list counts, what is usual is robust, and bursts need something doubtful. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { HOUR_MS, MINUTE_MS } from "../../src/model/duration.ts";
import { AccountVelocity } from "../../src/model/velocity/account_velocity.ts";
import { burstsOf, surgeOf } from "../../src/model/velocity/burst.ts";
import { HourHistory } from "../../src/model/velocity/hour_history.ts";
import { SPANS } from "../../src/model/velocity/limits.ts";
import { MARKS, velocityKeys, type VelocitySignup } from "../../src/model/velocity/signup.ts";
import { chanceOf, isFarAbove, robustMean } from "../../src/model/velocity/usual.ts";

const START = Date.UTC(2036, 0, 1);
const SEED = 7;

function signup(id: string, at: number, asn: number, marks = 0): VelocitySignup {
  const keys = velocityKeys({ facts: { "ip.asn": asn }, identities: { device: "d" } }, SEED);
  return { id, at, keys, marks, number: 0 };
}

Deno.test("a robust mean is between the least and the most, and a few days of anything do not move it", () => {
  fc.assert(fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 14 }), (days) => {
    const mean = robustMean(days);
    assert.ok(mean >= Math.min(...days) && mean <= Math.max(...days));
  }));
  fc.assert(fc.property(fc.nat(100), fc.nat(1e6), fc.nat(1e6), (usual, one, other) => {
    assert.equal(robustMean([...new Array(12).fill(usual), one, other]), usual);
  }));
});

Deno.test("the chance of many is that of the Poisson distribution, and falls with their number", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0.01, max: 20, noNaN: true }),
      (count, expected) => {
        let [term, below] = [Math.exp(-expected), 0];
        for (let each = 0; each < count; each++) {
          below += term;
          term *= expected / (each + 1);
        }
        const chance = chanceOf(count, expected);
        if (count > expected && below < 1 - 1e-6) {
          assert.ok(
            Math.abs(chance - (1 - below)) < 1e-6 + (1 - below) * 1e-3,
          );
        }
        assert.ok(chanceOf(count + 1, expected) <= chance + 1e-12);
      },
    ),
  );
  fc.assert(fc.property(fc.integer({ min: 1, max: 1000 }), (usual) => {
    assert.ok(!isFarAbove(3 * usual, usual, { least: 1, times: 4 }));
    assert.ok(isFarAbove(10 * usual + 10, usual, { least: 1, times: 4 }));
  }));
});

Deno.test("a history by hour is a list of hours: what came more than once is kept, what is too old is not", () => {
  const steps = fc.array(fc.record({ key: fc.integer({ min: 1, max: 30 }), hours: fc.nat(3) }), {
    maxLength: 600,
  });
  fc.assert(fc.property(steps, (steps) => {
    const history = new HourHistory(48);
    const all = new Map<string, number>();
    let hour = 1000;
    for (const { key, hours } of steps) {
      hour += hours;
      history.add(key * 7919, hour);
      all.set(`${key} ${hour}`, (all.get(`${key} ${hour}`) ?? 0) + 1);
    }
    for (let key = 1; key <= 30; key++) {
      const found = new Map<number, number>();
      history.each(key * 7919, (hour, count) => void found.set(hour, count));
      for (const [at, count] of found) assert.equal(count, all.get(`${key} ${at}`));
      for (let back = 0; back < 24; back++) {
        assert.equal(found.get(hour - back), all.get(`${key} ${hour - back}`), `${key}, ${back} hours ago`);
      }
    }
  }));
});

Deno.test("counts are those of a plain list, whatever is forgotten and in whatever order they come", () => {
  const given = fc.array(
    fc.record({
      afterMs: fc.nat(8 * MINUTE_MS),
      lateMs: fc.nat(90_000),
      asn: fc.integer({ min: 1, max: 4 }),
      isForgotten: fc.boolean(),
    }),
    { minLength: 1, maxLength: 120 },
  );
  fc.assert(fc.property(given, (given) => {
    const velocity = new AccountVelocity(SEED);
    const kept: VelocitySignup[] = [];
    let now = START;
    for (const [index, { afterMs, lateMs, asn, isForgotten }] of given.entries()) {
      now += afterMs;
      const each = signup(`s${index}`, now - lateMs, asn);
      velocity.note(each);
      if (isForgotten) velocity.forget(each);
      else kept.push(each);
    }
    for (const asn of [1, 2, 3, 4]) {
      const { keys } = signup("", now, asn);
      const key = keys.find((key, column) => column >= 2 && key !== 0)!;
      const since = (from: number) => kept.filter(({ at, keys }) => at > from && keys.includes(key)).length;
      assert.equal(velocity.count(key, "10m", now), since(now - SPANS["10m"].ms));
      assert.equal(velocity.count(key, "1h", now), since(now - SPANS["1h"].ms));
      const hour = Math.floor(now / HOUR_MS) - 23;
      assert.equal(velocity.count(key, "1d", now), since(hour * HOUR_MS - 1));
    }
    assert.equal(velocity.total("1h", now), kept.filter(({ at }) => at > now - HOUR_MS).length);
  }));
});

Deno.test("however many share a value: without something doubtful they add no points, with it they do", () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 200 }), fc.integer({ min: 1, max: 3 }), (count, perHour) => {
      for (const marks of [0, MARKS.hosting]) {
        const velocity = new AccountVelocity(SEED);
        let at = START;
        for (let hour = 0; hour < 5 * 24; hour++, at += HOUR_MS) {
          for (let each = 0; each < perHour; each++) {
            velocity.note(signup(`u${hour}-${each}`, at + each * 1000, 1));
          }
        }
        for (let each = 0; each < count; each++) velocity.note(signup(`b${each}`, at += 500, 2, marks));
        const bursts = burstsOf(velocity, signup("", at, 2, marks));
        assert.equal(bursts.some(({ dimension }) => dimension === "asn"), marks !== 0);
        assert.deepEqual(burstsOf(velocity, signup("", at, 2)), [], "who shares the value alone");
        assert.deepEqual(
          burstsOf(velocity, signup("", at, 1, marks)).filter(({ dimension }) => dimension === "asn"),
          [],
        );
        assert.equal(surgeOf(velocity, at) !== null, count >= 20 && count >= perHour);
      }
    }),
    { numRuns: 30 },
  );
});

Deno.test("a burst without devices is doubtful where most send one, whatever bursts there were, and nowhere else", () => {
  const at = (device: boolean, id: string, at: number): VelocitySignup => ({
    id,
    at,
    keys: velocityKeys({ facts: {}, identities: device ? { device: "d" } : {} }, SEED),
    marks: device ? 0 : MARKS.noDevice,
    number: 0,
  });
  const rows: [
    name: string,
    withoutADay: (day: number) => number,
    bursts: readonly number[],
    isDoubtful: boolean,
  ][] = [
    ["nobody is without", () => 0, [], true],
    ["1.2 of 33 a day", (day) => day % 5 === 0 ? 2 : 1, [], true],
    ["the same after four bursts", (day) => day % 5 === 0 ? 2 : 1, [3, 6, 9, 12], true],
    ["2 of 33 on most days, none on others", (day) => day % 7 < 3 ? 0 : 2, [], true],
    ["4 of 33 a day", () => 4, [], false],
    ["half", () => 16, [], false],
  ];
  for (const [name, withoutADay, bursts, isDoubtful] of rows) {
    const velocity = new AccountVelocity(SEED);
    for (let day = 0; day < 14; day++) {
      const begin = START + day * 24 * HOUR_MS;
      for (let each = 0; each < 33; each++) {
        velocity.note(at(each >= withoutADay(day), `${day}-${each}`, begin + each * HOUR_MS * 24 / 33));
      }
      if (!bursts.includes(day)) continue;
      for (let each = 0; each < 120; each++) {
        velocity.note(at(false, `b${day}-${each}`, begin + 12 * HOUR_MS + each * 4_000));
      }
    }
    let now = START + 14 * 24 * HOUR_MS;
    for (let each = 0; each < 40; each++) velocity.note(at(false, `now${each}`, now += 4_000));
    const found = burstsOf(velocity, at(false, "", now));
    assert.equal(
      found.some(({ dimension, doubt }) => dimension === "total" && doubt === "noDevice"),
      isDoubtful,
      name,
    );
  }
});

Deno.test("a hundred thousand sign-ups of 14 days take less than 200 bytes each", () => {
  const velocity = new AccountVelocity(SEED);
  const asked = (index: number, at: number): VelocitySignup => ({
    id: `s${index}`,
    at,
    keys: velocityKeys({
      facts: {
        "ip.asn": index % 300,
        "ip.country": "DE",
        "email.domain": "gmail.com",
        "email.shape": `shape${index % 40}`,
        "phone.block": `blk_${index}`,
        "phone.country": "DE",
        "device.browser": "Chrome",
        "device.os": `os${index % 30}`,
      },
      identities: { device: "d", subnet: `n${index}` },
    }, SEED),
    marks: 0,
    number: 0,
  });
  let at = START;
  const count = 100_000;
  for (let index = 0; index < count; index++) velocity.note(asked(index, at += 14 * 24 * HOUR_MS / count));
  assert.ok(velocity.bytes / count < 200, `${velocity.bytes / count}`);
});
