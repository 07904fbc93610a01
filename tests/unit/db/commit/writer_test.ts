import assert from "node:assert/strict";
import { ChangeLog } from "../../../../src/db/cluster/change_log.ts";
import type { PackedRecord } from "../../../../src/db/commit/segment.ts";
import type { OpenSegments } from "../../../../src/db/commit/open_segments.ts";
import { Writer } from "../../../../src/db/commit/writer.ts";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { WriteConflict } from "../../../../src/db/failure.ts";
import { type StoreWrite, type StoreWriter, writerOf } from "../../../../src/records/writer.ts";
import { engineWith } from "../../../support/store/store.ts";

async function withWriter(
  work: (writer: StoreWriter, engine: Engine, commits: () => number, segments: OpenSegments) => Promise<void>,
): Promise<void> {
  const real = await openDenoKv(":memory:");
  let commits = 0;
  const engine = engineWith(real, {
    commit: (batch) => {
      commits++;
      return real.commit(batch);
    },
  });
  const changes = new ChangeLog(engine, Date.now);
  await changes.start(false);
  const processNumber = () => 1;
  const { writer, segments } = writerOf({
    engine,
    changes,
    now: Date.now,
    random: Math.random,
    processNumber,
  });
  try {
    await work(writer, engine, () => commits, segments);
  } finally {
    await writer.flush();
    await engine.close();
  }
}

const plusOne = (current: unknown) => (typeof current === "number" ? current : 0) + 1;

Deno.test("Writer combines waiting writes into few commits and resolves each when it is durable", async () => {
  await withWriter(async (writer, engine, commits) => {
    await Promise.all(
      Array.from(
        { length: 500 },
        (_, i) =>
          writer.write({ set: [{ key: ["a", String(i)], value: i }], add: [{ key: ["n"], by: 1 }] }).then(
            async () => {
              const [entry] = await engine.get([["a", String(i)]]);
              assert.equal(entry?.value, i);
            },
          ),
      ),
    );
    assert.equal((await engine.get([["n"]]))[0]?.value, 500);
    assert.ok(commits() < 20, `${commits()} commits`);
  });
});

Deno.test("Writer merges changes of one cell in their order", async () => {
  await withWriter(async (writer, engine) => {
    await Promise.all(
      Array.from(
        { length: 200 },
        () => writer.write({ cells: [{ key: ["c"], exact: true, change: plusOne }] }),
      ),
    );
    assert.equal((await engine.get([["c"]]))[0]?.value, 200);
    assert.equal(await writer.read(["c"]), 200);
  });
});

Deno.test("Writer repeats an exact change on what another process wrote meanwhile", async () => {
  await withWriter(async (writer, engine) => {
    await writer.write({ cells: [{ key: ["c"], exact: true, change: plusOne }] });
    await engine.commit({ set: [{ key: ["c"], value: 100 }] });
    await writer.write({ cells: [{ key: ["c"], exact: true, change: plusOne }] });
    assert.equal((await engine.get([["c"]]))[0]?.value, 101);
  });
});

Deno.test("readFresh returns what another process wrote, and later reads see it too", async () => {
  await withWriter(async (writer, engine) => {
    assert.equal(await writer.readFresh(["c"]), null);
    await writer.write({ cells: [{ key: ["c"], exact: true, change: plusOne }] });
    await engine.commit({ set: [{ key: ["c"], value: 100 }] });
    assert.equal(await writer.read(["c"]), 1, "from memory");
    assert.equal((await writer.readFresh(["c"]))?.value, 100);
    assert.equal(await writer.read(["c"]), 100);
  });
});

Deno.test("an exact change that keeps losing against another process fails after some attempts", async () => {
  await withWriter(async (writer, engine) => {
    let changes = 0;
    const commit = engine.commit;
    engine.commit = async (batch) => {
      if (batch.check?.length) await commit({ set: [{ key: ["c"], value: 1000 + changes }] });
      return commit(batch);
    };
    const change = () => ++changes;
    await assert.rejects(writer.write({ cells: [{ key: ["c"], exact: true, change }] }), WriteConflict);
    assert.equal(changes, 50);
    assert.equal(writer.failure, null, "the store itself works");
  });
});

Deno.test("a change that throws fails its own write as a whole, and no other of the group", async () => {
  await withWriter(async (writer, engine) => {
    const results = await Promise.allSettled([
      writer.write({ cells: [{ key: ["c"], exact: true, change: plusOne }] }),
      writer.write({
        set: [{ key: ["never"], value: 1 }],
        cells: [{ key: ["c"], exact: true, change: plusOne }, {
          key: ["d"],
          exact: true,
          change: () => {
            throw new Error("no");
          },
        }],
      }),
      writer.write({ cells: [{ key: ["c"], exact: true, change: plusOne }] }),
    ]);
    assert.deepEqual(results.map((result) => result.status), ["fulfilled", "rejected", "fulfilled"]);
    assert.equal((await engine.get([["c"]]))[0]?.value, 2);
    assert.equal((await engine.get([["never"]]))[0], null);
  });
});

Deno.test("a group never has more checks or mutations than the engine accepts", async () => {
  await withWriter(async (writer, engine) => {
    await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        writer.write({
          cells: [{
            key: ["x", String(i)],
            exact: true,
            change: () => i,
          }],
        })),
    );
    await Promise.all(
      Array.from({ length: 3000 }, (_, i) => writer.write({ set: [{ key: ["y", String(i)], value: i }] })),
    );
    assert.equal((await engine.get([["x", "399"]]))[0]?.value, 399);
    assert.equal((await engine.get([["y", "2999"]]))[0]?.value, 2999);
  });
});

Deno.test("a failing engine fails the callers of that group, and the next write works again", async () => {
  const real = await openDenoKv(":memory:");
  let broken = true;
  const engine = engineWith(real, {
    commit: (batch) => broken ? Promise.reject(new Error("disk full")) : real.commit(batch),
  });
  const changes = new ChangeLog(engine, Date.now);
  await changes.start(false);
  const writer = new Writer({ engine, changes, now: Date.now });
  await assert.rejects(writer.write({ cells: [{ key: ["c"], exact: false, change: plusOne }] }), /disk full/);
  assert.ok(writer.failure);
  broken = false;
  await writer.write({ cells: [{ key: ["c"], exact: false, change: plusOne }] });
  assert.equal(writer.failure, null);
  assert.equal(await writer.read(["c"]), 1);
  await engine.close();
});

Deno.test("writes of one group are applied in their order, also a set after another's delete", async () => {
  await withWriter(async (writer, engine) => {
    await Promise.all([
      writer.write({ set: [{ key: ["a"], value: 1 }], delete: [["b"], ["c"]] }),
      writer.write({ set: [{ key: ["b"], value: 2 }], delete: [["a"]] }),
      writer.write({ set: [{ key: ["b"], value: 3 }] }),
    ]);
    const found = await engine.get([["a"], ["b"], ["c"]]);
    assert.deepEqual(found.map((entry) => entry?.value ?? null), [null, 3, null]);
  });
});

const LARGE = "x".repeat(70_000);

function recordOf(segments: OpenSegments, rest: string): StoreWrite {
  const slot = segments.reserve();
  const packed: PackedRecord = { parts: ["{}"], rest: JSON.stringify({ id: slot.requestId, at: 0, rest }) };
  return { records: [{ slot, owner: "acc", packed }] };
}

const REFUSED_BY_ENGINE: readonly { name: string; large: (segments: OpenSegments) => StoreWrite }[] = [
  { name: "a value that is set", large: () => ({ set: [{ key: ["large"], value: LARGE }] }) },
  {
    name: "a cell that grew",
    large: () => ({ cells: [{ key: ["large"], exact: true, change: () => LARGE }] }),
  },
  { name: "bytes", large: () => ({ set: [{ key: ["large"], value: new Uint8Array(70_000) }] }) },
  {
    name: "a text of two bytes a letter",
    large: () => ({ set: [{ key: ["large"], value: "ж".repeat(40_000) }] }),
  },
  { name: "a key", large: () => ({ set: [{ key: ["large", "k".repeat(3000)], value: 1 }] }) },
  { name: "a record", large: (segments) => recordOf(segments, LARGE) },
];

for (const { name, large } of REFUSED_BY_ENGINE) {
  Deno.test(`a value that the engine refuses fails its own write only: ${name}`, async () => {
    await withWriter(async (writer, engine, _commits, segments) => {
      await writer.write({ set: [{ key: ["first"], value: 1 }] });
      const group = [
        writer.write({
          cells: [{ key: ["count"], exact: true, change: plusOne }],
          changes: [["rules", "acc"]],
        }),
        writer.write({ set: [{ key: ["small"], value: 1 }], add: [{ key: ["sum"], by: 2 }] }),
        writer.write({ ...large(segments), add: [{ key: ["sum"], by: 100 }] }),
        writer.write(recordOf(segments, "small")),
        writer.write({ cells: [{ key: ["count"], exact: true, change: plusOne }] }),
      ];
      const results = await Promise.allSettled(group);
      assert.deepEqual(
        results.map(({ status }) => status),
        ["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"],
      );
      const [count, small, sum, missing] = await engine.get([["count"], ["small"], ["sum"], ["large"]]);
      assert.deepEqual([count?.value, small?.value, sum?.value, missing], [2, 1, 2, null]);
      assert.equal((await Array.fromAsync(engine.scan(["scores-of", "acc"]))).length, 1);
      await writer.write({ set: [{ key: ["later"], value: 1 }] });
      assert.equal(writer.failure, null, "the store itself is well");
    });
  });
}

Deno.test("a write has its turn while work between commits is requested without an end", async () => {
  await withWriter(async (writer) => {
    let [isWritten, rounds] = [false, 0];
    // As a refresh each second does that takes longer than a second.
    const again = async (): Promise<void> => {
      if (isWritten || ++rounds > 1000) return;
      void writer.runBetweenCommits(again);
      await new Promise((resolve) => setTimeout(resolve, 1));
    };
    const first = writer.runBetweenCommits(again);
    await writer.write({ set: [{ key: ["a"], value: 1 }] });
    isWritten = true;
    await first;
    assert.ok(rounds < 100, `after ${rounds} rounds`);
  });
});

Deno.test("who waits for a commit is called once it is durable, and not when it is refused", async () => {
  await withWriter(async (writer, engine) => {
    const called: string[] = [];
    const calls = (name: string) => ({ committed: [() => called.push(name), () => called.push(name)] });
    const refuse = () => {
      throw new Error("refused");
    };
    const refused = writer.write({
      cells: [{ key: ["c"], exact: true, change: refuse }],
      ...calls("refused"),
    });
    const stored = writer.write({ set: [{ key: ["a"], value: 1 }], ...calls("stored") });
    await assert.rejects(refused, /refused/);
    await stored;
    assert.deepEqual(called, ["stored", "stored"]);
    engine.commit = () => Promise.reject(new Error("the disk is full"));
    await assert.rejects(writer.write({ set: [{ key: ["a"], value: 2 }], ...calls("failed") }), /full/);
    assert.deepEqual(called, ["stored", "stored"]);
  });
});

Deno.test("Writer checks a cell that is checked with peers only while there are peers", async () => {
  const real = await openDenoKv(":memory:");
  const checks: number[] = [];
  const engine = engineWith(real, {
    commit: (batch) => {
      checks.push(batch.check?.length ?? 0);
      return real.commit(batch);
    },
  });
  let isSole = true;
  const changes = new ChangeLog(engine, Date.now);
  await changes.start(false);
  const writer = new Writer({ engine, changes, now: Date.now, isSoleProcess: () => isSole });
  const add = () =>
    writer.write({ cells: [{ key: ["c"], exact: true, checkedWithPeers: true, change: plusOne }] });
  try {
    await add();
    await add();
    assert.deepEqual(checks.splice(0), [0, 0]);
    isSole = false;
    await engine.commit({ set: [{ key: ["c"], value: 100 }] });
    checks.length = 0;
    await add();
    assert.equal((await engine.get([["c"]]))[0]?.value, 101);
    assert.deepEqual(checks, [1, 1]);
  } finally {
    await writer.flush();
    await engine.close();
  }
});

Deno.test("a busy commit to another process waits for writes that may come, and no other does", async () => {
  const rows = [
    // Requests in progress, writes of the first group, whether the store is another process's, and pauses of the second.
    { inProgress: 2, first: 2, isRemote: true, pauses: 1 },
    { inProgress: 9, first: 2, isRemote: true, pauses: 4 },
    { inProgress: 9, first: 1, isRemote: true, pauses: 0 },
    { inProgress: 9, first: 2, isRemote: false, pauses: 0 },
  ];
  const { now } = performance;
  let at = now.call(performance);
  performance.now = () => at;
  try {
    for (const { inProgress, first, isRemote, pauses } of rows) {
      const real = await openDenoKv(":memory:");
      let commits = 0;
      const engine = engineWith(real, {
        commit: (batch) => {
          commits++;
          at += 50;
          return real.commit(batch);
        },
      });
      Object.assign(engine, { isRemote });
      const changes = new ChangeLog(engine, Date.now);
      await changes.start(false);
      let paused = 0;
      const pause = () => Promise.resolve(void paused++);
      const writer = new Writer({ engine, changes, now: Date.now, inProgress: () => inProgress, pause });
      const write = (value: number) => writer.write({ set: [{ key: ["a", String(value)], value }] });
      try {
        await Promise.all(Array.from({ length: first }, (_, value) => write(value)));
        assert.equal(paused, 0, "nothing is known of commits before the first");
        await Promise.all([write(10), write(11)]);
        assert.deepEqual([paused, commits], [pauses, 2], JSON.stringify({ inProgress, first, isRemote }));
      } finally {
        await writer.flush();
        await engine.close();
      }
    }
  } finally {
    performance.now = now;
  }
});
