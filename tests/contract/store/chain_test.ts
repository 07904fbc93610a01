/** Chains of backups: a whole one and files that hold what changed since the one before them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { backUp } from "../../../src/db/backup/backup.ts";
import { BackupError } from "../../../src/db/backup/backup_file.ts";
import type { BackupReader } from "../../../src/db/backup/backup_reader.ts";
import { findChain } from "../../../src/db/backup/chain.ts";
import { openBackup } from "../../../src/db/backup/restore.ts";
import { fingerprintOf } from "../../../src/app/secret.ts";
import type { Key } from "../../../src/db/engine.ts";
import { SCHEMA } from "../../../src/db/own_rows.ts";
import { SCHEMA_VERSION } from "../../../src/db/schema.ts";
import { USAGE } from "../../../src/records/usage.ts";
import { ADDRESS_LABEL } from "../../../src/records/labels/address_labels.ts";
import { CATALOG } from "../../../src/records/index.ts";
import { rounds } from "../../support/rounds.ts";
import { inFolder } from "../../support/folder.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";
import { writeBackup } from "../../support/store/backup_files.ts";
import {
  assertSame,
  backup,
  dumped,
  fillStore,
  MANY,
  SECRET,
  withEngine,
} from "../../support/store/backups.ts";
import { restore } from "../../support/store/engines.ts";

const HOUR = 3_600_000;

/** Continues the last of the files. */
async function next(location: string, since: readonly string[], file: string, now = Date.now) {
  const readers = await findChain(since, (path) => openBackup(path));
  return await backUp({
    location,
    catalog: CATALOG,
    program: "",
    file,
    now,
    secret: SECRET,
    fingerprint: fingerprintOf(SECRET),
    since: readers.map((reader) => ({ reader, secret: SECRET })),
  });
}

async function restoreChain(location: string, files: readonly string[], replace = false, now = Date.now) {
  const readers: BackupReader[] = [];
  for (const file of files) readers.push(await openBackup(file));
  return await restore(readers, { location, secret: SECRET, replace, now });
}

type Change =
  | { readonly kind: "put"; readonly at: number; readonly value: number }
  | { readonly kind: "delete"; readonly at: number }
  | { readonly kind: "count"; readonly at: number; readonly by: number }
  | { readonly kind: "uncount"; readonly at: number };

const at = fc.nat({ max: 12 });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), at, value: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant("delete" as const), at }),
  fc.record({ kind: fc.constant("count" as const), at, by: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant("uncount" as const), at }),
);
const history = fc.array(fc.array(change, { maxLength: 10 }), { minLength: 2, maxLength: 4 });

const UNTIL = Math.ceil(Date.now()) + 100 * HOUR;
const counter = (number: number): Key => USAGE.key("a", `2026-${String(number + 10)}`);

async function apply(location: string, changes: readonly Change[]): Promise<void> {
  await withEngine(location, async (engine) => {
    await engine.commit({ set: [SCHEMA.set(SCHEMA.key(), SCHEMA_VERSION)] });
    for (const made of changes) {
      if (made.kind === "put") {
        // Values 0 and 1 are the same to JSON, and 0 and 2 differ in their expiry alone.
        const until = UNTIL + (made.value === 2 ? HOUR : 0);
        const value = { at: made.value === 3 ? 3 : 0 };
        await engine.commit({ set: [ADDRESS_LABEL.set(MANY(made.at), value as never, until)] });
      } else if (made.kind === "delete") await engine.commit({ delete: [MANY(made.at)] });
      else if (made.kind === "uncount") await engine.commit({ delete: [counter(made.at)] });
      else await engine.commit({ add: [{ key: counter(made.at), by: made.by }] });
    }
  });
}

/** A store of each of these histories is what its chain is restored to, after each of its files. */
async function everyChainIsTheStore(
  open: () => Promise<{ readonly from: string; readonly to: () => Promise<string> }>,
  runs: number,
) {
  await fc.assert(
    fc.asyncProperty(history, (changes) =>
      inFolder(async (folder) => {
        const { from, to } = await open();
        const files: string[] = [];
        for (const [index, some] of changes.entries()) {
          await apply(from, some);
          const file = `${folder}/${index}`;
          if (index === 0) await backup(from, file);
          else await next(from, files.slice(-1), file);
          files.push(file);
        }
        const store = await to();
        await restoreChain(store, files, true);
        assertSame(await dumped(store), await dumped(from));
      })),
    { numRuns: runs },
  );
}

Deno.test("a chain of random changes is restored to the store, on a Deno KV file", async () => {
  await inFolder((folder) => {
    let made = 0;
    return everyChainIsTheStore(() => {
      const name = `${folder}/${made++}`;
      return Promise.resolve({ from: `${name}.kv`, to: () => Promise.resolve(`${name}-to.kv`) });
    }, 8 * rounds(1));
  });
});

postgresTest(
  "a chain of random changes is restored to the store, on PostgreSQL and on the other engine",
  async () => {
    await using server = await sharedPostgres();
    await inFolder(async (folder) => {
      let made = 0;
      await everyChainIsTheStore(async () => {
        const number = made++;
        const other = () => number % 2 === 0 ? server.database() : Promise.resolve(`${folder}/${number}.kv`);
        return { from: await server.database(), to: other };
      }, 5 * rounds(1));
    });
  },
);

Deno.test("a change of a few entries is a file of a few entries", async () => {
  await inFolder(async (folder) => {
    const [store, base, one] = [`${folder}/a.kv`, `${folder}/base`, `${folder}/one`];
    await fillStore(store);
    const whole = await backup(store, base);
    assert.equal((await next(store, [base], one)).entries, 0);
    await apply(store, [{ kind: "put", at: 5, value: 1 }, { kind: "delete", at: 6 }, {
      kind: "count",
      at: 1,
      by: 1,
    }]);
    const made = await next(store, [one], `${folder}/two`);
    assert.equal(made.entries, 3);
    assert.ok(made.size < 1000 && made.size * 20 < whole.size, `${made.size} of ${whole.size} bytes`);
    const done = await restoreChain(`${folder}/b.kv`, [base, one, `${folder}/two`]);
    assert.equal(done.written, whole.entries - 1);
    assertSame(await dumped(`${folder}/b.kv`), await dumped(store));
  });
});

Deno.test("what expired since needs no deletion, does not come back, and may be there anew", async () => {
  await inFolder(async (folder) => {
    const [store, base, one, two] = [`${folder}/a.kv`, `${folder}/base`, `${folder}/one`, `${folder}/two`];
    await fillStore(store);
    await backup(store, base);
    await withEngine(store, async (engine) => {
      for (let from = 0; from < 3000; from += 500) {
        await engine.commit({ delete: Array.from({ length: 500 }, (_, index) => MANY(from + index)) });
      }
    });
    const later = () => Date.now() + 2 * HOUR;
    const made = await next(store, [base], one, later);
    assert.equal(made.entries, 0, "the entries have expired by then");
    await apply(store, [{ kind: "put", at: 7, value: 0 }]);
    assert.equal((await next(store, [one], two, later)).entries, 1);
    // By a clock that is behind, too.
    await restoreChain(`${folder}/b.kv`, [base, one, two]);
    const found = await dumped(`${folder}/b.kv`);
    const expected = (await dumped(store)).filter(({ expiresAt }) =>
      expiresAt === null || expiresAt > later()
    );
    assertSame(found, expected);
    assert.deepEqual(found.filter(({ key }) => key[0] === MANY(0)[0]).map(({ key }) => key), [MANY(7)]);
  });
});

Deno.test("files of a chain that are missing, in another order, of another chain or damaged are refused before anything is written", async (t) => {
  await inFolder(async (folder) => {
    const store = `${folder}/a.kv`;
    const [base, one, two, other, ofOther, again] = ["base", "one", "two", "other", "of-other", "again"].map((
      name,
    ) => `${folder}/${name}`) as [string, string, string, string, string, string];
    await fillStore(store);
    await backup(store, base);
    await apply(store, [{ kind: "delete", at: 1 }]);
    await next(store, [base], one);
    await apply(store, [{ kind: "delete", at: 2 }]);
    await next(store, [one], two);
    await backup(store, other);
    await next(store, [other], ofOther);
    await next(store, [base], again);
    const changed = async (name: string, change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array) => {
      await Deno.writeFile(`${folder}/${name}`, change(await Deno.readFile(one)));
      return `${folder}/${name}`;
    };
    const cut = await changed("cut", (bytes) => bytes.subarray(0, -1));
    const flipped = await changed("flipped", (bytes) => bytes.with(bytes.length - 3, bytes.at(-3)! ^ 1));
    const target = `${folder}/b.kv`;
    await fillStore(target);
    await apply(target, [{ kind: "delete", at: 3 }]);
    const before = await dumped(target);
    const rows: [string, string[], RegExp][] = [
      ["no base", [one], /^one holds only what changed since base: that comes before it$/],
      ["no base before two", [one, two], /^one holds only what changed since base/],
      ["a file between is missing", [base, two], /^one is missing: two continues it, not base$/],
      ["in another order", [base, two, one], /not in their order: two continues one, not base/],
      ["the base last", [one, base], /one holds only what changed since base/],
      ["two bases", [base, other], /other is a whole backup: it continues none, and comes first/],
      ["of another chain", [base, ofOther], /of-other is of another chain: it continues another other/],
      ["twice", [base, one, one], /not in their order/],
      ["two that continue one", [base, one, again], /not in their order: again continues base, not one/],
      ["cut", [base, cut, two], /^cut: it is damaged or cut short/],
      ["changed", [base, flipped, two], /^flipped: it was changed after it was made/],
      ["the last one is damaged", [base, flipped], /^flipped: it was changed after it was made/],
    ];
    for (const [name, files, says] of rows) {
      await t.step(name, async () => {
        await assert.rejects(restoreChain(target, files, true), (error) => {
          assert.ok(error instanceof BackupError, String(error));
          assert.match(error.message, says);
          return true;
        });
        assert.deepEqual(await dumped(target), before);
      });
    }
    await t.step("whole", async () => {
      await restoreChain(target, [base, one, two], true);
      assertSame(await dumped(target), await dumped(store));
    });
    await t.step("another chain from the same base", async () => {
      await restoreChain(target, [base, again], true);
      assertSame(await dumped(target), await dumped(store));
    });
  });
});

Deno.test("what is continued is found beside a file, or named, and otherwise missed", async (t) => {
  await inFolder(async (folder) => {
    const store = `${folder}/a.kv`;
    const [base, one, two, old] = ["base", "one", "two", "old"].map((name) => `${folder}/${name}`) as [
      string,
      string,
      string,
      string,
    ];
    await fillStore(store);
    await backup(store, base);
    await next(store, [base], one);
    await next(store, [one], two);
    await backup(store, `${folder}/other`);
    await writeBackup(old, { entries: [], secret: SECRET, format: 2 });
    const chainOf = async (...paths: string[]) =>
      (await findChain(paths, (path) => openBackup(path))).map(({ name }) => name);
    assert.deepEqual(await chainOf(two), ["base", "one", "two"]);
    assert.deepEqual(await chainOf(base), ["base"]);
    await Deno.mkdir(`${folder}/far`);
    await Deno.rename(base, `${folder}/far/renamed`);
    const rows: [string, string[], RegExp | string[]][] = [
      ["its base is elsewhere", [two], /one continues base, which is not beside it: name it with --since/],
      ["and named", [`${folder}/far/renamed`, two], ["renamed", "one", "two"]],
      ["all named", [`${folder}/far/renamed`, one, two], ["renamed", "one", "two"]],
      [
        "one of another chain",
        [`${folder}/far/renamed`, `${folder}/other`, two],
        /other is of another chain than two/,
      ],
      [
        "a former format",
        [old],
        /old is of a former format, which cannot be continued: make a new whole backup/,
      ],
      ["no file", [`${folder}/none`], /No such file/],
    ];
    for (const [name, paths, expected] of rows) {
      await t.step(name, async () => {
        if (expected instanceof RegExp) await assert.rejects(chainOf(...paths), expected);
        else assert.deepEqual(await chainOf(...paths), expected);
      });
    }
    await t.step("another file of its name", async () => {
      await Deno.copyFile(`${folder}/other`, base);
      await assert.rejects(
        chainOf(two),
        /base is not the file that one continues, but another one of that name/,
      );
    });
  });
});

Deno.test("nothing is left of a file whose earlier files are damaged", async () => {
  await inFolder(async (folder) => {
    const [store, base] = [`${folder}/a.kv`, `${folder}/base`];
    await fillStore(store);
    await backup(store, base);
    const bytes = await Deno.readFile(base);
    await Deno.writeFile(base, bytes.with(bytes.length - 3, bytes.at(-3)! ^ 1));
    await assert.rejects(next(store, [base], `${folder}/one`), /its authentication code is wrong/);
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => !/kv/.test(name));
    assert.deepEqual(names, ["base"]);
  });
});
