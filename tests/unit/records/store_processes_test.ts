/** Two processes on one store, one of which joins and leaves: its counts are not undone by the other's cache. */
import assert from "node:assert/strict";
import { Store } from "../../../src/records/store.ts";
import { openStore } from "../../support/store/store.ts";

const START = Date.now();
const MINUTE_MS = 60_000;

class Pair {
  readonly clock = { now: START };
  readonly #dir = Deno.makeTempDirSync({ prefix: "winnow-shared-" });

  open(): Promise<Store> {
    return openStore({ location: `${this.#dir}/store`, now: () => this.clock.now, follow: true });
  }

  /** What the timers of a process do, now. */
  async turn(store: Store): Promise<void> {
    await store.changes.refresh();
    await store.peers.refresh();
    await store.compactSightings();
    await store.writer.keepFilters();
    // A moment later its journal is applied; a scan waits for that.
    await Array.fromAsync(store.engine.scan([]));
  }

  /** Long enough for the last process to notice that it is alone. */
  async settle(store: Store): Promise<void> {
    for (let second = 0; second < 10; second++) {
      this.clock.now += 1000;
      await this.turn(store);
    }
    assert.equal(store.peers.isSoleProcess, true);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#dir, { recursive: true });
  }
}

async function score({ writer, segments }: Store, hash: string, at: number): Promise<void> {
  await writer.write({
    records: [{ slot: segments.reserve(), owner: "a", packed: { parts: ["{}"], rest: "{}" } }],
    sightings: [{ kind: "ip", hash, at }],
  });
}

async function stored(store: Store, hash: string): Promise<unknown> {
  await store.compactSightings();
  return (await store.engine.get([["sighting", "ip", hash]]))[0]?.value;
}

Deno.test("a process that came and went between two refreshes is noticed by its last change", async () => {
  using pair = new Pair();
  const { clock } = pair;
  const stays = await pair.open();
  try {
    await pair.settle(stays);
    const goes = await pair.open();
    await score(goes, "h", clock.now);
    await goes.close();
    await stays.changes.refresh();
    clock.now += MINUTE_MS;
    await pair.settle(stays);
    assert.deepEqual(await stays.sightings.read("ip", "h"), [clock.now - MINUTE_MS - 10_000, 1]);
    await score(stays, "h", clock.now);
    assert.deepEqual(await stored(stays, "h"), [clock.now - MINUTE_MS - 10_000, 2]);
  } finally {
    await stays.close();
  }
});

for (const end of ["leaves", "is killed"]) {
  Deno.test(`the counts of a process that ${end} are continued by the other`, async () => {
    using pair = new Pair();
    const { clock } = pair;
    const stays = await pair.open();
    const goes = await pair.open();
    try {
      clock.now += 61_000; // only `stays` renews
      await pair.settle(stays);
      await score(stays, "h", clock.now);
      const first = clock.now;
      await pair.turn(stays);
      assert.equal(await stays.sightings.read("ip", "looked at"), null);
      await pair.turn(goes);
      await pair.turn(stays);
      assert.equal(stays.peers.isSoleProcess, false);
      assert.equal(await stays.sightings.read("ip", "looked at"), null);
      for (let count = 0; count < 5; count++) await score(goes, "h", clock.now);
      await score(goes, "looked at", clock.now);
      const between = clock.now;
      if (end === "leaves") await goes.close();
      else {
        await pair.turn(goes);
        clock.now += 61_000;
      }
      await score(stays, "h", clock.now);
      await pair.turn(stays);
      await pair.settle(stays);
      await score(stays, "h", clock.now);
      await score(stays, "looked at", clock.now);
      assert.deepEqual(await stored(stays, "h"), [first, 8]);
      assert.deepEqual(await stored(stays, "looked at"), [between, 2]);
    } finally {
      if (end !== "leaves") await goes.close();
      await stays.close();
    }
  });
}

Deno.test("a process that was suspended for long does not take itself for the sole process afterwards", async () => {
  using pair = new Pair();
  const { clock } = pair;
  const stopped = await pair.open();
  await pair.settle(stopped);
  clock.now += 10 * MINUTE_MS;
  const other = await pair.open();
  try {
    await score(other, "h", clock.now - MINUTE_MS);
    await pair.turn(other);
    await score(other, "h", clock.now);
    await pair.turn(other);
    // The timers that were due come first, in whatever order.
    await stopped.writer.keepFilters();
    assert.deepEqual(await stopped.sightings.read("ip", "h"), [clock.now - MINUTE_MS, 2]);
    await score(stopped, "h", clock.now);
    assert.deepEqual(await stored(stopped, "h"), [clock.now - MINUTE_MS, 3]);
  } finally {
    await other.close();
    await stopped.close();
  }
});

Deno.test("the log of a running process is not counted twice when another takes it over", async () => {
  using pair = new Pair();
  const { clock } = pair;
  const first = await pair.open();
  await score(first, "h", clock.now);
  await first.compactSightings();
  for (let count = 0; count < 3; count++) await score(first, "h", clock.now);
  const second = await pair.open();
  try {
    assert.deepEqual(second.sightings.peek("ip", "h"), [START, 4]);
    await pair.turn(first);
    await pair.turn(second);
    assert.deepEqual(await stored(second, "h"), [START, 4]);
    await score(second, "h", clock.now);
    assert.deepEqual(await stored(second, "h"), [START, 5]);
  } finally {
    await second.close();
    await first.close();
  }
});
