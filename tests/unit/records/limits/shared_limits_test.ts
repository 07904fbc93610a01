import assert from "node:assert/strict";
import { RateLimiter } from "../../../../src/service/access/rate_limit.ts";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { SharedLimits } from "../../../../src/records/limits/shared_limits.ts";
import { Peers } from "../../../../src/db/cluster/peers.ts";

const MINUTE = 60_000;
const LIMIT = 60;

class Node {
  readonly limiter = new RateLimiter(MINUTE);
  readonly members: Peers;
  readonly limits: SharedLimits;
  readonly #clock: { now: number };

  constructor(engine: Engine, clock: { now: number }) {
    const now = () => clock.now;
    this.#clock = clock;
    this.members = new Peers({ engine, now, random: Math.random });
    this.limits = new SharedLimits({
      engine,
      peers: this.members,
      limiters: { minute: this.limiter },
      now,
    });
  }

  /** The number of `count` requests that are allowed. */
  take(count: number, key = "k"): number {
    let allowed = 0;
    for (let i = 0; i < count; i++) {
      if (this.limiter.take(key, LIMIT, this.#clock.now).allowed) allowed++;
    }
    return allowed;
  }
}

async function withNodes(
  count: number,
  test: (nodes: Node[], clock: { now: number }, engine: Engine & { commits: number }) => Promise<void>,
): Promise<void> {
  const real = await openDenoKv(":memory:");
  const engine: Engine & { commits: number } = {
    commits: 0,
    get: (keys) => real.get(keys),
    scan: (prefix, options) => real.scan(prefix, options),
    commit(batch) {
      this.commits++;
      return real.commit(batch);
    },
    close: () => real.close(),
  };
  const clock = { now: Date.now() };
  const nodes = Array.from({ length: count }, () => new Node(engine, clock));
  try {
    for (const node of nodes) await node.members.join();
    await test(nodes, clock, engine);
  } finally {
    await real.close();
  }
}

/** Half a second passes and every process exchanges. */
async function tick(nodes: readonly Node[], clock: { now: number }): Promise<void> {
  clock.now += 500;
  for (const node of nodes) await node.limits.exchange();
}

Deno.test("a sole process writes nothing but its lease", async () => {
  await withNodes(1, async ([node], clock, engine) => {
    const before = engine.commits;
    for (let i = 0; i < 20; i++) {
      node!.take(3);
      await tick([node!], clock);
    }
    assert.equal(engine.commits, before);
    assert.deepEqual([...node!.limiter.spendings(0, clock.now)], [], "nothing is counted for others");
  });
});

Deno.test("two processes share a limit, and an excess is subtracted later", async () => {
  await withNodes(2, async (nodes, clock) => {
    const [one, two] = nodes as [Node, Node];
    await tick(nodes, clock);
    assert.equal(one.take(50) + two.take(50), 100, "in the moment before they know of each other");
    await tick(nodes, clock);
    await tick(nodes, clock);
    assert.equal(one.take(100), 0);
    assert.equal(two.take(100), 0);
    // 40 too many at one a second: refused until they are paid back.
    for (let second = 0; second < 38; second++) {
      await tick(nodes, clock);
      await tick(nodes, clock);
      assert.equal(one.take(5) + two.take(5), 0, `second ${second}`);
    }
    clock.now += 3000;
    assert.ok(one.take(5) > 0);
  });
});

Deno.test("over minutes, three processes allow what one would", async () => {
  await withNodes(3, async (nodes, clock) => {
    let allowed = 0;
    const seconds = 300;
    for (let second = 0; second < seconds; second++) {
      for (const node of nodes) allowed += node.take(2);
      await tick(nodes, clock);
      await tick(nodes, clock);
    }
    const fair = LIMIT + seconds * LIMIT / 60;
    assert.ok(allowed <= fair + 3 * 4, `${allowed} were allowed, ${fair} are fair`);
    assert.ok(allowed >= fair - 3, `${allowed} were allowed, ${fair} are fair`);
  });
});

Deno.test("a process that joins later knows the earlier use, and counts nothing twice", async () => {
  await withNodes(2, async (nodes, clock, engine) => {
    const [one, two] = nodes as [Node, Node];
    assert.equal(one.take(30), 30, "before it knows that it is not alone");
    await tick(nodes, clock);
    assert.equal(two.take(10), 10);
    await tick(nodes, clock);
    const third = new Node(engine, clock);
    await third.members.join();
    const all = [...nodes, third];
    await tick(all, clock);
    await tick(all, clock);
    await tick(all, clock);
    const left = third.limiter.take("k", LIMIT, clock.now).remaining;
    assert.ok(left >= 19 && left <= 22, `60 less 40 and one, and two seconds' refill: ${left}`);
    for (let i = 0; i < 40; i++) await tick(all, clock);
    for (const node of all) {
      const { remaining } = node.limiter.take("other", LIMIT, clock.now);
      assert.equal(remaining, 59, "another key is untouched");
      assert.ok(node.limiter.take("k", LIMIT, clock.now).remaining >= 39, "and it refills");
    }
  });
});

Deno.test("a process that comes back under a new number is not counted again", async () => {
  await withNodes(2, async (nodes, clock) => {
    const [one, two] = nodes as [Node, Node];
    await tick(nodes, clock);
    one.take(20);
    await tick(nodes, clock);
    await tick(nodes, clock);
    const before = one.members.number;
    await one.members.leave();
    while (one.members.number === before) await one.members.join();
    await tick(nodes, clock);
    await tick(nodes, clock);
    const { remaining } = two.limiter.take("k", LIMIT, clock.now);
    assert.ok(remaining >= 40 && remaining <= 42, `${remaining} left`);
  });
});

Deno.test("thousands of keys are shared", async () => {
  await withNodes(2, async (nodes, clock) => {
    const [one, two] = nodes as [Node, Node];
    await tick(nodes, clock);
    for (let i = 0; i < 3000; i++) one.take(40, `key ${i}`);
    await tick(nodes, clock);
    await tick(nodes, clock);
    for (let i = 0; i < 3000; i++) assert.ok(two.take(60, `key ${i}`) <= 22, `key ${i}`);
  });
});

Deno.test("costs of several, and those that could not be refused, hold over all processes too", async () => {
  await withNodes(2, async ([one, two], clock) => {
    await tick([one!, two!], clock);
    assert.equal(one!.limiter.spend("account", LIMIT, clock.now, 20), true);
    one!.limiter.owe("account", LIMIT, clock.now, 25);
    await tick([one!, two!], clock);
    await tick([one!, two!], clock);
    assert.equal(two!.limiter.spend("account", LIMIT, clock.now, 30), false);
    assert.equal(two!.limiter.spend("account", LIMIT, clock.now, 15), true);
    assert.equal(Math.abs(two!.limiter.waitFor("account", LIMIT, clock.now, 30) - 29) <= 1, true);
  });
});
