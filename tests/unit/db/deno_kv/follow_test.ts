/** A copy of an SQLite file that is written, checkpointed and copied in every order. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import {
  LogReader,
  LogWriter,
  type PageFrame,
  readLogHeader,
} from "../../../../src/db/deno_kv/follow/log.ts";
import { Follower } from "../../../../src/db/deno_kv/follow/follow.ts";
import { requireWholePages } from "../../../../src/db/deno_kv/follow/whole_pages.ts";
import { inFolder } from "../../../support/folder.ts";
import { rounds } from "../../../support/rounds.ts";

type Step =
  | { readonly kind: "write"; readonly rows: number; readonly size: number; readonly seed: number }
  | { readonly kind: "checkpoint"; readonly mode: "passive" | "restart" | "truncate" }
  | { readonly kind: "round" | "restart" | "read" | "erase" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      rows: fc.nat({ max: 60 }),
      size: fc.nat({ max: 6000 }),
      seed: fc.nat({ max: 50 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("checkpoint" as const),
      mode: fc.constantFrom("passive" as const, "restart" as const, "truncate" as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("round" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("restart" as const, "read" as const, "erase" as const) }),
  },
);

const COLUMNS = "k blob primary key, v blob not null";

function contentOf(path: string): string {
  using database = new DatabaseSync(path);
  const rows = database.prepare("select hex(k) k, length(v) l, hex(substr(v, 1, 8)) v from kv order by k")
    .all();
  return JSON.stringify(rows);
}

/** What a crash would leave: the files as they are now, opened as they would be then. */
async function contentAfterCrash(copy: string, scratch: string): Promise<string> {
  for (const end of ["", "-wal"]) {
    await Deno.remove(scratch + end).catch(() => {});
    await Deno.copyFile(copy + end, scratch + end).catch(() => {});
  }
  requireWholePages(scratch);
  return contentOf(scratch);
}

Deno.test("a copy is after every round what the file was then, and never anything else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) =>
      inFolder(async (folder) => {
        const [source, copy, scratch] = [`${folder}/a`, `${folder}/b`, `${folder}/c`];
        const writer = new DatabaseSync(source);
        writer.exec(`pragma journal_mode = wal; create table kv (${COLUMNS}) without rowid`);
        const other = new DatabaseSync(source, { timeout: 0 });
        const content = () =>
          JSON.stringify(
            writer.prepare("select hex(k) k, length(v) l, hex(substr(v, 1, 8)) v from kv order by k").all(),
          );
        const open = (isCopy: boolean) =>
          new Follower({
            from: source,
            to: copy,
            isCopy,
            now: Date.now,
            beforeWrite: () => Promise.resolve(),
          });
        let follower = open(false);
        let expected: string | null = null;
        /** After a restart it is compared first, and may be both. */
        let maybe: string | null = null;
        const round = async () => {
          await follower.round();
          maybe = content();
          if (follower.upTo !== null) expected = maybe;
        };
        try {
          for (const each of steps) {
            if (each.kind === "write") {
              const insert = writer.prepare("insert or replace into kv values (?, ?)");
              writer.exec("begin");
              for (let row = 0; row < each.rows; row++) {
                insert.run(
                  Uint8Array.of((each.seed + row) % 90),
                  new Uint8Array(each.size).fill(each.seed + row),
                );
              }
              if (each.seed % 5 === 0) {
                writer.prepare("delete from kv where k < ?").run(Uint8Array.of(each.seed));
              }
              writer.exec("commit");
            } else if (each.kind === "checkpoint") other.prepare(`pragma wal_checkpoint(${each.mode})`).get();
            else if (each.kind === "erase") {
              writer.exec(`pragma user_version = ${each.kind.length + steps.length}`);
            } else if (each.kind === "read") {
              other.exec("begin");
              other.prepare("select count(*) from kv").get();
              other.exec("rollback");
            } else if (each.kind === "restart") {
              follower.close();
              follower = open(expected !== null);
            } else await round();
            if (expected === null) continue;
            const found = await contentAfterCrash(copy, scratch);
            if (follower.upTo !== null || found !== maybe) assert.equal(found, expected, each.kind);
          }
          await round();
          await round();
          await round();
          assert.equal(expected, content());
          assert.equal(await contentAfterCrash(copy, scratch), content());
        } finally {
          follower.close();
          other.close();
          writer.close();
        }
      })),
    { numRuns: 25 * rounds(1) },
  );
});

Deno.test("what was overwritten in the file is overwritten in the copy, and in no log of it", async () => {
  await overwritten(async (follower) => {
    while (follower.upTo === null) await follower.round();
  });
});

Deno.test("so is what is overwritten in pages that a first copy has passed already", async () => {
  const { now } = performance;
  let clock = 0;
  // A page in each round.
  performance.now = () => clock += 60;
  try {
    await overwritten(async (follower) => {
      while (follower.share < 0.7) await follower.round();
      assert.equal(follower.upTo, null);
    });
  } finally {
    performance.now = now;
  }
});

/** @param copied how far the copy is when it happens */
async function overwritten(copied: (follower: Follower) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const [source, copy] = [`${folder}/a`, `${folder}/b`];
    const writer = new DatabaseSync(source);
    writer.exec(`pragma journal_mode = wal; create table kv (${COLUMNS}) without rowid`);
    const text = "a text that nobody may find";
    for (let row = 0; row < 200; row++) {
      writer.prepare("insert into kv values (?, ?)").run(
        Uint8Array.of(row),
        new TextEncoder().encode(`${text}${row}`.padEnd(400)),
      );
    }
    const follower = new Follower({
      from: source,
      to: copy,
      isCopy: false,
      now: Date.now,
      beforeWrite: () => Promise.resolve(),
    });
    try {
      await copied(follower);
      const holds = async () => {
        const files = await Promise.all(
          [copy, `${copy}-wal`].map((path) => Deno.readFile(path).catch(() => null)),
        );
        return files.some((bytes) =>
          bytes !== null && new TextDecoder("latin1").decode(bytes).includes(text)
        );
      };
      assert.ok(await holds());
      writer.exec("delete from kv where k <> x'05'");
      await follower.round();
      assert.ok(await holds(), "SQLite leaves it");
      writer.exec("delete from kv; pragma secure_delete = on");
      // As `overwriteUnused` does it: past SQLite, and then the number of the first page changes.
      for (let tries = 0;; tries++) {
        const { busy } = writer.prepare("pragma wal_checkpoint(truncate)").get() as { busy: number };
        if (busy === 0) break;
        assert.ok(tries < 10, "a follower lets the log be emptied");
        await follower.round();
      }
      using file = await Deno.open(source, { read: true, write: true });
      const { size } = await file.stat();
      for (let page = 2; page <= size / 4096; page++) {
        const bytes = new Uint8Array(4096);
        await file.seek((page - 1) * 4096, Deno.SeekMode.Start);
        await file.read(bytes);
        const clean = new TextDecoder("latin1").decode(bytes).replaceAll(text, "\0".repeat(text.length));
        await file.seek((page - 1) * 4096, Deno.SeekMode.Start);
        await file.write(Uint8Array.from(clean, (char) => char.charCodeAt(0)));
      }
      writer.exec("pragma user_version = 7");
      for (let rounds = 0; rounds < 2 || follower.share < 1 || follower.upTo === null; rounds++) {
        await follower.round();
      }
      assert.ok(!await holds());
      requireWholePages(copy);
    } finally {
      follower.close();
      writer.close();
    }
  });
}

Deno.test("only whole transactions are read from a log, whatever is behind them", () => {
  const pages = fc.array(fc.record({ page: fc.integer({ min: 1, max: 9 }), commits: fc.boolean() }), {
    maxLength: 12,
  });
  fc.assert(fc.property(pages, fc.nat(), fc.nat(), (frames, cut, flip) => {
    const writer = new LogWriter(512, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    const header = readLogHeader(writer.header)!;
    assert.equal(header.pageSize, 512);
    const made: PageFrame[] = frames.map(({ page, commits }, index) => ({
      page,
      data: new Uint8Array(512).fill(index + 1),
      pagesAfter: commits ? 9 : 0,
    }));
    const bytes = new Uint8Array(made.flatMap((frame) => [...writer.frame(frame)]));
    const committed = made.findLastIndex(({ pagesAfter }) => pagesAfter > 0) + 1;
    assert.deepEqual(new LogReader(header).take(bytes), made.slice(0, committed));
    if (bytes.length === 0) return;
    for (
      const changed of [
        bytes.subarray(0, cut % bytes.length),
        bytes.with(flip % bytes.length, bytes[flip % bytes.length]! ^ 1),
      ]
    ) {
      const reader = new LogReader(header);
      const found: PageFrame[] = reader.take(new Uint8Array(changed));
      assert.deepEqual(found, made.slice(0, found.length));
      assert.ok(found.length <= committed && (found.at(-1)?.pagesAfter ?? 1) > 0);
      // What was missing comes later.
      found.push(...reader.take(bytes.subarray(reader.end - 32)));
      assert.deepEqual(found, made.slice(0, committed));
    }
    assert.equal(readLogHeader(writer.header.with(flip % 32, writer.header[flip % 32]! ^ 1)), null);
  }));
});
