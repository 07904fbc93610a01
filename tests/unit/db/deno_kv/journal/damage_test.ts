/** A damaged journal: of what was confirmed at most the damaged frame is lost, or the file is not opened and nothing changes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { openDenoKv, repairDenoKv } from "../../../../../src/db/deno_kv/deno_kv.ts";
import { type Engine, StoreError } from "../../../../../src/db/engine.ts";
import { framesOf } from "../../../../../src/db/deno_kv/journal/frame.ts";
import { Journal } from "../../../../../src/db/deno_kv/journal/journal.ts";
import { JournaledEngine } from "../../../../../src/db/deno_kv/journal/journaled_engine.ts";
import { mergedFrames } from "../../../../../src/db/deno_kv/journal/merged_frames.ts";
import { eventually } from "../../../../support/eventually.ts";
import { inFolder } from "../../../../support/folder.ts";
import { rounds } from "../../../../support/rounds.ts";

const FRAMES = 40;
const BEGINNING = 54;

/**
 * Fills the folder with a store as after a kill, in whose journal there are frames that its file lacks.
 * @param applied how many of the frames the file has
 */
async function killedWith(folder: string, frames: number, valueBytes = 100, applied = 0): Promise<void> {
  await inFolder(async (alive) => {
    const path = `${alive}/store.kv`;
    // The file is made as a store makes it, and its journal is closed.
    await (await openDenoKv(path)).close();
    const kv = await openDenoKv(path);
    const applying = Promise.withResolvers<void>();
    let isStalled = applied === 0;
    const engine = new JournaledEngine({
      engine: kv,
      take: () => Journal.take(path, kv),
      apply: async (id, texts) => {
        if (isStalled) return await applying.promise;
        const read = texts.flatMap((text) => [...framesOf(text)]);
        for (const batch of mergedFrames(id, read)) await kv.commit(batch);
      },
    });
    await eventually(async () => {
      await engine.commit({ set: [{ key: ["warm"], value: 0 }], own: true });
      return (await engine.fileSizes()).journal !== undefined;
    }, "the journal is not used");
    for (let number = 0; number < frames; number++) {
      const value = new Uint8Array(valueBytes).fill(number);
      await engine.commit({ set: [{ key: ["n", String(number).padStart(4, "0")], value }], own: true });
      if (number + 1 !== applied) continue;
      await Array.fromAsync(engine.scan(["n"], { limit: 1 }));
      isStalled = true;
    }
    for (const { name } of Deno.readDirSync(alive)) {
      Deno.copyFileSync(`${alive}/${name}`, `${folder}/${name}`);
    }
    applying.reject(new Error("killed"));
    await engine.close();
  });
}

async function numbersIn(engine: Engine): Promise<number[]> {
  return (await Array.fromAsync(engine.scan(["n"]))).map(({ key }) => Number(key[1]));
}

/** The files of the journal that are not empty. */
function readAll(folder: string): Record<string, Uint8Array> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    /-journal-\d$/.test(name)
  );
  const files = names.map((name) => [name, Deno.readFileSync(`${folder}/${name}`)] as const);
  return Object.fromEntries(files.filter(([, bytes]) => bytes.length > 0));
}

/** The numbers that are there when the store is opened; what it says when it is refused. */
async function opened(folder: string): Promise<number[] | string> {
  const before = readAll(folder);
  try {
    const engine = await openDenoKv(`${folder}/store.kv`);
    try {
      return await numbersIn(engine);
    } finally {
      await engine.close();
    }
  } catch (error) {
    assert.ok(error instanceof StoreError, String(error));
    assert.deepEqual(readAll(folder), before, "a refused file is as it was");
    return error.message;
  }
}

async function repaired(folder: string): Promise<{ numbers: number[]; missing: number; kept: number }> {
  const { missing, kept } = await repairDenoKv(`${folder}/store.kv`, () => Promise.resolve());
  const numbers = await opened(folder);
  assert.ok(Array.isArray(numbers), String(numbers));
  return { numbers, missing, kept: kept.length };
}

async function copied<T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> {
  return await inFolder(async (copy) => {
    for (const { name } of Deno.readDirSync(folder)) {
      Deno.copyFileSync(`${folder}/${name}`, `${copy}/${name}`);
    }
    return await work(copy);
  });
}

Deno.test("one changed byte loses at most its frame, or the file is refused and repaired without that frame", () =>
  inFolder(async (folder) => {
    await killedWith(folder, FRAMES);
    assert.equal((await copied(folder, opened)).length, FRAMES, "a whole journal");
    const size = (await Deno.stat(`${folder}/store.kv-journal-0`)).size;
    const place = fc.integer({ min: 0, max: size - 1 });
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), (at, by) =>
        copied(folder, async (copy) => {
          const path = `${copy}/store.kv-journal-0`;
          const bytes = await Deno.readFile(path);
          bytes[at]! ^= by;
          await Deno.writeFile(path, bytes);
          const found = await opened(copy);
          if (typeof found === "string") {
            assert.match(found, /winnow repair/);
            const { numbers, kept } = await repaired(copy);
            assert.ok(numbers.length >= FRAMES - 1, `${numbers.length}: ${found}`);
            assert.equal(kept, 2, "the evidence");
          } else {
            assert.ok(found.length >= FRAMES - 1, `only ${found.length} of ${FRAMES}`);
          }
        })),
      { numRuns: rounds(40) },
    );
  }));

Deno.test("what happened to the journal, and what is said and left", async (t) => {
  await inFolder(async (folder) => {
    await killedWith(folder, FRAMES);
    const whole = await Deno.readFile(`${folder}/store.kv-journal-0`);
    const change = (work: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) => (copy: string) =>
      Deno.writeFile(`${copy}/store.kv-journal-0`, work(whole.slice()));
    const rows: [what: string, harm: (copy: string) => Promise<void>, says: RegExp, left: number][] = [
      [
        "a byte in the middle",
        change((bytes) => {
          bytes[bytes.length >> 1]! ^= 1;
          return bytes;
        }),
        /at least 1 of the writes .* cannot be read, and (19|20) behind/,
        FRAMES - 1,
      ],
      ["a page in the middle", change((bytes) => bytes.fill(0, 4096, 5120)), /cannot be read/, FRAMES - 8],
      [
        "a zeroed beginning",
        change((bytes) => bytes.fill(0, 0, BEGINNING)),
        /journal-0 has lost its beginning/,
        FRAMES,
      ],
      ["an emptied file", change((bytes) => bytes.slice(0, 0)), /has lost its beginning \(0 bytes/, 0],
      [
        "its other file emptied",
        async (copy) => {
          await Deno.writeFile(`${copy}/store.kv-journal-1`, new Uint8Array());
        },
        /journal-1 has lost its beginning/,
        FRAMES,
      ],
      [
        "one file removed",
        (copy) => Deno.remove(`${copy}/store.kv-journal-0`),
        /journal-0 (.*is missing|has lost its beginning)/,
        0,
      ],
      [
        "both files removed",
        async (copy) => {
          for (const number of [0, 1]) await Deno.remove(`${copy}/store.kv-journal-${number}`);
        },
        /journal-0 (and .*journal-1 of its journal is missing|has lost its beginning)/,
        0,
      ],
    ];
    for (const [what, harm, says, left] of rows) {
      await t.step(what, () =>
        copied(folder, async (copy) => {
          await harm(copy);
          assert.match(String(await opened(copy)), says);
          assert.match(String(await opened(copy)), says, "again");
          const { numbers, kept } = await repaired(copy);
          assert.ok(numbers.length >= left, `${numbers.length} of ${left}`);
          assert.equal(kept, 2);
          assert.equal((await repaired(copy)).kept, 0, "nothing is left to repair");
        }));
    }
    await t.step("a write that was cut off is nobody's loss", () =>
      copied(folder, async (copy) => {
        await change((bytes) => bytes.slice(0, -5))(copy);
        assert.equal((await opened(copy)).length, FRAMES - 1);
      }));
    await t.step("zeroes after its end as after a power failure", () =>
      copied(folder, async (copy) => {
        await change((bytes) => Uint8Array.from([...bytes, ...new Uint8Array(9000)]))(copy);
        assert.equal((await opened(copy)).length, FRAMES);
      }));
    await t.step(
      "damage of what the file has already is kept, and costs nothing",
      () =>
        copied(folder, async (copy) => {
          const kv = await Deno.openKv(`${copy}/store.kv`);
          const { value } = await kv.get<[string, number]>(["meta", "journal"]);
          await kv.set(["meta", "journal"], [value![0], value![1] + 2]);
          kv.close();
          await change((bytes) => {
            bytes[BEGINNING + 20]! ^= 1;
            return bytes;
          })(copy);
          assert.ok((await opened(copy)).length >= FRAMES - 2);
          assert.equal([...Deno.readDirSync(copy)].filter(({ name }) => name.endsWith("-damaged")).length, 2);
        }),
    );
  });
});

Deno.test("a store that was closed needs no journal, and a copy of one in use says that it may lack something", () =>
  inFolder(async (folder) => {
    await killedWith(folder, FRAMES);
    await copied(folder, async (copy) => {
      assert.equal((await opened(copy)).length, FRAMES);
      for (const name of ["journal-0", "journal-1"]) await Deno.remove(`${copy}/store.kv-${name}`);
      // The last process was killed, and its file was taken without the files beside it.
      const lines: string[] = [];
      const engine = await openDenoKv(`${copy}/store.kv`, (line) => lines.push(line));
      assert.equal((await numbersIn(engine)).length, FRAMES);
      await engine.close();
      assert.match(lines.join(), /may not be in it/);
      assert.equal((await opened(copy)).length, FRAMES, "said once");
    });
  }));

Deno.test("a journal over both of its files is judged as one", () =>
  inFolder(async (folder) => {
    const frames = 260;
    await killedWith(folder, frames, 40_000, 100);
    const first = await Deno.readFile(`${folder}/store.kv-journal-0`);
    assert.ok((await Deno.stat(`${folder}/store.kv-journal-1`)).size > 10 * 40_000, "both are in use");
    assert.equal((await copied(folder, opened)).length, frames);
    await copied(folder, async (copy) => {
      first[first.length - 9]! ^= 1;
      await Deno.writeFile(`${copy}/store.kv-journal-0`, first);
      assert.match(String(await opened(copy)), /at least 1 of the writes .* cannot be read/);
      assert.deepEqual((await repaired(copy)).numbers.length, frames - 1);
    });
  }));
