import assert from "node:assert/strict";
import { ChangeLog } from "../../../../src/store/cluster/change_log.ts";
import type { Write } from "../../../../src/store/commit/write_batch.ts";
import { Writer } from "../../../../src/store/commit/writer.ts";
import type { Batch, Engine } from "../../../../src/store/engine.ts";
import { engineWith, withMemoryEngine } from "../../../support/store/store.ts";

const NOW = 1_800_000_000_000;
const COMMIT_MS = 30;

/** A store that takes two commits at once and is far away. */
function farStore(real: Engine, hooks: { readonly before?: (batch: Batch) => void } = {}) {
  const seen = { most: 0, commits: 0 };
  let under = 0;
  const engine = engineWith(real, {
    commitsAtOnce: 2,
    commit: async (batch) => {
      seen.commits++;
      seen.most = Math.max(seen.most, ++under);
      try {
        await new Promise((resolve) => setTimeout(resolve, COMMIT_MS / 2));
        hooks.before?.(batch);
        const version = await real.commit(batch);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * COMMIT_MS));
        return version;
      } finally {
        under--;
      }
    },
  });
  return { engine, seen };
}

function writerOn(engine: Engine): Writer {
  const changes = new ChangeLog(engine, () => NOW);
  return new Writer({ engine, changes, now: () => NOW, random: Math.random, processNumber: () => 1 });
}

function score(writer: Writer, hash: string, rest: Partial<Write> = {}): Write {
  const packed = { parts: ["{}"], rest: "{}", terms: [7] };
  return {
    records: [{ slot: writer.reserve(), account: "a", packed }],
    sightings: [{ kind: "ip", hash, at: NOW }],
    add: [{ key: ["usage", "a", "m"], by: 1 }],
    ...rest,
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("commits of scores overlap, and what they count together is exact", async () => {
  await withMemoryEngine(async (real) => {
    const { engine, seen } = farStore(real);
    const writer = writerOn(engine);
    const written: Promise<void>[] = [];
    for (let turn = 0; turn < 60; turn++) {
      written.push(writer.write(score(writer, "same")), writer.write(score(writer, `own ${turn}`)));
      if (turn === 30) written.push(writer.compactSightings());
      await pause(3);
    }
    await Promise.all(written);
    assert.equal(seen.most, 2);
    assert.equal((await real.get([["usage", "a", "m"]]))[0]?.value, 120);
    assert.deepEqual(await writer.sightings.read("ip", "same"), [NOW, 60]);
    await writer.compactSightings();
    const next = writerOn(real);
    assert.deepEqual(await next.sightings.read("ip", "same"), [NOW, 60]);
    for (let turn = 0; turn < 60; turn++) {
      assert.deepEqual(await next.sightings.read("ip", `own ${turn}`), [NOW, 1]);
    }
  });
});

Deno.test("nothing else is committed beside them, and work between commits sees none under way", async () => {
  await withMemoryEngine(async (real) => {
    const under: string[] = [];
    const { engine } = farStore(real, {
      before: ({ set = [] }) => under.push(set.some(({ key }) => key[0] === "cell") ? "cell" : "scores"),
    });
    const writer = writerOn(engine);
    const written: Promise<unknown>[] = [];
    let counted = 0;
    for (let turn = 0; turn < 30; turn++) {
      written.push(writer.write(score(writer, `${turn}`)).then(() => counted++));
      if (turn % 10 === 5) {
        const key = ["cell"];
        written.push(writer.write({ cells: [{ key, exact: true, change: (n) => (Number(n) || 0) + 1 }] }));
      }
      if (turn % 10 === 7) {
        written.push(writer.runBetweenCommits(async () => {
          const [usage] = await real.get([["usage", "a", "m"]]);
          assert.equal(usage?.value ?? 0, counted, "all that is written is acknowledged");
        }));
      }
      await pause(4);
    }
    await Promise.all(written);
    assert.equal((await real.get([["cell"]]))[0]?.value, 3);
    assert.ok(under.includes("scores"));
  });
});

Deno.test("a commit that fails beside another fails its own writes only, and is not counted afterwards", async () => {
  await withMemoryEngine(async (real) => {
    let failing = 0;
    const { engine } = farStore(real, {
      before: () => {
        if (failing > 0 && failing-- > 0) throw new Error("connection lost");
      },
    });
    const writer = writerOn(engine);
    await writer.write(score(writer, "x")); // the time of a commit is known
    for (let turn = 0; turn < 20; turn++) await writer.write(score(writer, `warm ${turn}`));
    failing = 1;
    const first = writer.write(score(writer, "y")).then(() => "written", (error) => error.message);
    await pause(COMMIT_MS * 0.6);
    const second = writer.write(score(writer, "z")).then(() => "written", (error) => error.message);
    assert.deepEqual([await first, await second], ["connection lost", "written"]);
    assert.equal(await writerOn(real).sightings.read("ip", "y"), null);
    assert.deepEqual(await writerOn(real).sightings.read("ip", "z"), [NOW, 1]);
    await writer.write(score(writer, "y"));
    assert.deepEqual(await writerOn(real).sightings.read("ip", "y"), [NOW, 1]);
  });
});

Deno.test("a value that the engine refuses fails its own write only, beside other commits too", async () => {
  await withMemoryEngine(async (real) => {
    const { engine } = farStore(real);
    const writer = writerOn(engine);
    const written = Array.from({ length: 40 }, (_, turn) => {
      const usage = { add: [{ key: turn === 20 ? [] : ["usage", "a", "m"], by: 1 }] };
      return writer.write(score(writer, `v${turn}`, usage)).then(
        () => true,
        (error) => error instanceof TypeError,
      );
    });
    const all = await Promise.all(written);
    assert.ok(all.every(Boolean));
    assert.equal((await real.get([["usage", "a", "m"]]))[0]?.value, 39);
  });
});
