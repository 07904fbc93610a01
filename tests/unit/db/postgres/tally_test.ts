/** Tallies: rows that sort and read as their keys do. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { DumpEntry } from "../../../../src/db/backup/dump_entry.ts";
import type { Engine, Key, ScanOptions } from "../../../../src/db/engine.ts";
import { compareBytes, keyBytes, rangeBelow } from "../../../../src/db/key_bytes.ts";
import { MemoryEngine } from "../../../../src/db/memory.ts";
import { Tallies, type TallyKey, tallyOf } from "../../../../src/db/postgres/tally.ts";
import { eventually } from "../../../support/eventually.ts";
import { postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { dumpPostgres, openPostgres } from "../../../support/store/engines.ts";

const KINDS = { device: 10, domain: 20, email: 30, ip: 40, phone: 50 };
const TALLIES = new Tallies("sighting", KINDS);
const HASH = "0123456789-_abcXYZxyzA";
const LATER = Date.now() + 86_400_000;

const hashes = fc.stringMatching(/^[\w-]{22}$/);
const tallies = fc.tuple(fc.constant("sighting"), fc.constantFrom(...Object.keys(KINDS)), hashes);
/** Below the same prefix, of other tables. */
const others = fc.oneof(
  fc.tuple(
    fc.constant("sighting"),
    fc.constantFrom("log", "ip", "jp", "z"),
    fc.stringMatching(/^[\w~-]{0,30}$/),
  ),
  fc.tuple(fc.constant("sighting"), fc.constantFrom("ip", "email"), hashes.map((hash) => `acc~${hash}`)),
  fc.tuple(fc.constantFrom("sight", "sightings", "account"), fc.constant("a")),
).filter((key) => !TALLIES.has(key));

function compareRows([kind, hash]: TallyKey, [otherKind, otherHash]: TallyKey): number {
  return kind - otherKind || (hash < otherHash ? -1 : hash > otherHash ? 1 : 0);
}

Deno.test("rows sort as their keys do, and bounds leave none out", () => {
  fc.assert(fc.property(tallies, tallies, (one, other) => {
    const [first, second] = [keyBytes(one), keyBytes(other)];
    const order = compareRows(TALLIES.rowKey(first), TALLIES.rowKey(second));
    assert.equal(Math.sign(order), Math.sign(compareBytes(first, second)));
  }));
  fc.assert(fc.property(tallies, fc.oneof(tallies, others), fc.oneof(tallies, others), (key, one, other) => {
    const [bytes, ...bounds] = [key, one, other].map(keyBytes);
    const [from, to] = bounds.sort(compareBytes) as [Uint8Array, Uint8Array];
    if (compareBytes(bytes!, from) < 0 || compareBytes(bytes!, to) >= 0) return;
    const [first, last] = TALLIES.between(from, to);
    const row = TALLIES.rowKey(bytes!);
    assert.ok(compareRows(first, row) <= 0 && compareRows(row, last) <= 0);
  }));
  fc.assert(fc.property(tallies, (key) => {
    const bytes = keyBytes(key);
    const [kind, hash] = TALLIES.rowKey(bytes);
    assert.deepEqual(TALLIES.keyOf(kind, Uint8Array.fromHex(hash)), { key, bytes });
    assert.equal(TALLIES.keyOf(kind + 1600, Uint8Array.fromHex(hash)), null);
    for (const prefix of [[], key.slice(0, 1), key.slice(0, 2)]) {
      const { from, to } = rangeBelow(prefix);
      const [first, last] = TALLIES.between(from, to);
      const row = TALLIES.rowKey(keyBytes(key));
      assert.ok(compareRows(first, row) <= 0 && compareRows(row, last) <= 0);
    }
  }));
});

Deno.test("only keys of the form are tallies", () => {
  const rows: [Key, boolean][] = [
    [["sighting", "ip", HASH], true],
    [["sighting", "ip", `${HASH}x`], false],
    [["sighting", "ip", HASH.slice(1)], false],
    [["sighting", "ip", `${HASH.slice(1)}~`], false],
    [["sighting", "ip", `${HASH.slice(1)}é`], false],
    [["sighting", "log", HASH], false],
    [["sighting", "ip", HASH, ""], false],
    [["sighting", "ip"], false],
    [["other", "ip", HASH], false],
  ];
  for (const [key, is] of rows) assert.equal(TALLIES.has(key), is, key.join("/"));
  assert.throws(() => new Tallies("x", { b: 1, a: 2 }), /ascend/);
  for (const value of [1, [1], [1, 2, 3], [1, 1.5], ["1", 2], null, { 0: 1, 1: 2 }]) {
    assert.throws(() => tallyOf(value), TypeError);
  }
});

type Step =
  | { readonly do: "set"; readonly key: Key; readonly count: number }
  | { readonly do: "delete" | "checked" | "absent"; readonly key: Key };

async function listed(engine: Engine, prefix: Key, options: ScanOptions): Promise<unknown[]> {
  return (await Array.fromAsync(engine.scan(prefix, options))).map(({ key, value }) => [key, value]);
}

async function apply(engine: Engine, step: Step): Promise<boolean> {
  const { key } = step;
  if (step.do === "set") {
    const set = [{ key, value: [1_764_333_642_000.5, step.count], expiresAt: LATER }];
    return await engine.commit({ set }) !== null;
  }
  if (step.do === "delete") return await engine.commit({ delete: [key] }) !== null;
  const [entry] = step.do === "absent" ? [] : await engine.get([key]);
  const set = [{ key, value: [1, 4_000_000_000], expiresAt: LATER }];
  return await engine.commit({ check: [{ key, version: entry?.version ?? null }], set }) !== null;
}

postgresTest("tallies are what the store in memory has, in every order and between all bounds", async () => {
  await using server = await startPostgres();
  const [engine, memory] = [await openPostgres(await server.database()), new MemoryEngine(Date.now)];
  try {
    const keys = fc.sample(fc.oneof({ weight: 3, arbitrary: tallies }, others), { numRuns: 60, seed: 7 });
    const key = fc.constantFrom(...keys);
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ do: fc.constant("set" as const), key, count: fc.nat() }),
      fc.record({ do: fc.constantFrom("delete" as const, "checked" as const, "absent" as const), key }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 15 }),
        key,
        key,
        async (steps, one, other) => {
          for (const each of steps) {
            assert.equal(await apply(engine, each), await apply(memory, each), each.do);
          }
          const [start, end] = [one, other].sort((a, b) => compareBytes(keyBytes(a), keyBytes(b)));
          const options: [Key, ScanOptions][] = [
            [[], {}],
            [["sighting"], { reverse: true }],
            [["sighting", "ip"], { limit: 2 }],
            [[], { start: start!, end: end! }],
            [[], { start: start!, end: end!, reverse: true, limit: 3 }],
          ];
          for (const [prefix, bounds] of options) {
            const shown = (entries: unknown[]) =>
              entries.filter((entry) => JSON.stringify(entry).includes("sighting"));
            const found = await listed(engine, prefix, bounds);
            assert.deepEqual(shown(found), shown(await listed(memory, prefix, bounds)));
          }
        },
      ),
      { numRuns: 25 },
    );
    const found = await engine.get(keys);
    assert.deepEqual(
      found.map((entry) => entry?.value ?? null),
      (await memory.get(keys)).map((entry) => entry?.value ?? null),
    );
  } finally {
    await Promise.all([engine.close(), memory.close()]);
  }
});

postgresTest("sightings of an earlier version are found at once, moved, and never counted anew", async () => {
  await using server = await startPostgres();
  const url = await server.database();
  const sql = (text: string) => server.sql(new URL(url).pathname.slice(1), text);
  const all: Key[] = Array.from(
    { length: 1200 },
    (_, at) => ["sighting", "ip", `${String(at).padStart(5, "0")}${HASH.slice(5)}`],
  );
  const own: Key = ["sighting", "ip", `acc~${HASH}`];
  const first = await openPostgres(url);
  await first.close();
  const rows = [...all, own].map((key, at) => {
    const value = new TextEncoder().encode(`[${at},${at + 1}]`).toHex();
    return `('\\x${keyBytes(key).toHex()}', 0, '\\x${value}', 0, ${2 ** 40 + at}, ${LATER})`;
  });
  for (let from = 0; from < rows.length; from += 300) {
    const some = rows.slice(from, from + 300).join(",");
    await sql(`insert into winnow_data (key, kind, value, counter, version, expires_at) values ${some}`);
  }
  // One that was deleted, and one that this version wrote since.
  await sql(
    `update winnow_data set value = '', expires_at = 0 where key = '\\x${keyBytes(all[1]!).toHex()}'`,
  );
  const engine = await openPostgres(url);
  try {
    assert.deepEqual((await engine.get([all[7]!, own])).map((entry) => entry?.value), [[7, 8], [1200, 1201]]);
    const [entry] = await engine.get([all[5]!]);
    const set = [{ key: all[5]!, value: [5, 100], expiresAt: LATER }];
    assert.notEqual(await engine.commit({ check: [{ key: all[5]!, version: entry!.version }], set }), null);
    assert.equal(await engine.commit({ check: [{ key: all[5]!, version: entry!.version }], set }), null);
    await engine.commit({ set: [{ key: all[6]!, value: [6, 60], expiresAt: LATER }] });
    await engine.commit({ delete: [all[8]!] });
    await eventually(
      async () =>
        await sql("select count(*) from winnow_data where key > '\\x027369' and key < '\\x027370'") === "1",
      "all but the account's own are moved",
    );
    const expected = all.flatMap((key, at) => {
      if (at === 1 || at === 8) return [];
      return [[key, at === 5 ? [5, 100] : at === 6 ? [6, 60] : [at, at + 1]]];
    });
    assert.deepEqual(await listed(engine, ["sighting"], {}), [...expected, [own, [1200, 1201]]]);
    const dumped: DumpEntry[] = [];
    await dumpPostgres(url, (entries) => Promise.resolve(void dumped.push(...entries)));
    const sightings = dumped.filter(({ key }) => key[0] === "sighting");
    assert.deepEqual(sightings.map(({ key, value }) => [key, value]), [...expected, [own, [1200, 1201]]]);
    assert.ok(sightings.every(({ expiresAt, counter }) => expiresAt === LATER && !counter));
    const [moved] = await engine.get([all[9]!]);
    const next = [{ key: all[9]!, value: [9, 11], expiresAt: LATER }];
    assert.notEqual(
      await engine.commit({ check: [{ key: all[9]!, version: moved!.version }], set: next }),
      null,
    );
    assert.equal(await sql("select reltoastrelid from pg_class where relname = 'winnow_tallies'"), "0");
  } finally {
    await engine.close();
  }
});
