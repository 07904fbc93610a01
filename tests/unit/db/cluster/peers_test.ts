import assert from "node:assert/strict";
import type { Engine } from "../../../../src/db/engine.ts";
import { Peers, PROCESS_NUMBERS } from "../../../../src/db/cluster/peers.ts";
import { SegmentIds } from "../../../../src/db/commit/open_segments.ts";
import { withMemoryEngine } from "../../../support/store/store.ts";

function withEngine(test: (engine: Engine, clock: { now: number }) => Promise<void>): Promise<void> {
  return withMemoryEngine((engine) => test(engine, { now: Date.now() }));
}

/** Draws these numbers in turn, the last one for ever. */
function draws(...numbers: number[]): () => number {
  return () => (numbers.length > 1 ? numbers.shift()! : numbers[0]!) / PROCESS_NUMBERS;
}

Deno.test("Peers gives each process a number that no other running one holds", async () => {
  await withEngine(async (engine, clock) => {
    const now = () => clock.now;
    const one = new Peers({ engine, now, random: draws(7) });
    const two = new Peers({ engine, now, random: draws(7, 7, 7, 9) });
    await one.join();
    await two.join();
    assert.deepEqual([one.number, two.number], [7, 9]);
    assert.deepEqual(await one.refresh(), [9]);
    assert.deepEqual(await two.refresh(), [7]);
    await two.leave();
    assert.deepEqual(await one.refresh(), []);
  });
});

Deno.test("processes that join concurrently get different numbers", async () => {
  await withEngine(async (engine, clock) => {
    let draw = 0;
    const random = () => (draw++ % 13) / PROCESS_NUMBERS;
    const members = Array.from({ length: 12 }, () => new Peers({ engine, now: () => clock.now, random }));
    await Promise.all(members.map((member) => member.join()));
    assert.equal(new Set(members.map((member) => member.number)).size, 12);
  });
});

Deno.test("a process that was suspended for longer than its lease takes a new number", async () => {
  await withEngine(async (engine, clock) => {
    const now = () => clock.now;
    const one = new Peers({ engine, now, random: draws(7, 7, 8) });
    await one.join();
    for (let i = 0; i < 10; i++) {
      clock.now += 25_000;
      await one.refresh();
      assert.equal(one.number, 7, "renewed in time");
    }
    clock.now += 61_000;
    const two = new Peers({ engine, now, random: draws(7) });
    await two.join();
    assert.equal(two.number, 7, "the lease is over");
    assert.deepEqual(await two.refresh(), []);
    await one.refresh();
    assert.equal(one.number, 8);
    assert.deepEqual(await two.refresh(), [8]);
    clock.now += 61_000;
    assert.deepEqual(await two.refresh(), [], "who does not renew is gone");
  });
});

Deno.test("a process whose clock jumps keeps its number while no other takes it, however it refreshes", async () => {
  await withEngine(async (engine, clock) => {
    const one = new Peers({ engine, now: () => clock.now, random: draws(7, 7, 1, 2, 3) });
    await one.join();
    for (const step of [61_000, 25_000, 20 * 86_400_000, -3_600_000]) {
      clock.now += step;
      await Promise.all([one.refresh(), one.refresh(), one.refresh()]);
      assert.equal(one.number, 7, String(step));
    }
  });
});

Deno.test("SegmentIds never returns an id twice, whatever the clock does", () => {
  const one = new SegmentIds();
  const two = new SegmentIds();
  const seen = new Set<string>();
  const start = 1_800_000_000_000;
  for (let i = 0; i < 20_000; i++) {
    const time = start + Math.floor(i / 3000) - (i % 7 === 0 ? 5 : 0);
    for (const [names, member] of [[one, 1], [two, PROCESS_NUMBERS - 1]] as const) {
      const name = names.next(member, time);
      assert.ok(name.nonce >= 0 && name.nonce < 2 ** 24);
      assert.ok(name.time >= time && name.time < start + 30, "close to the time it was asked for");
      seen.add(`${name.time} ${name.nonce}`);
    }
  }
  assert.equal(seen.size, 40_000);
  assert.deepEqual(one.next(1, start + 1000), { time: start + 1000, nonce: 1 << 10 });
});

Deno.test("SegmentIds sort as they were made when the process gets another number in one millisecond", () => {
  const ids = new SegmentIds();
  const start = 1_800_000_000_000;
  const made = [9, 9, 2, 2, 7, 1].map((number) => ids.next(number, start));
  assert.deepEqual(made.map(({ time }) => time - start), [0, 0, 1, 1, 2, 3]);
  const sorted = made.toSorted((a, b) => a.time - b.time || a.nonce - b.nonce);
  assert.deepEqual(sorted, made);
});
