/** Short keys of months: they sort and read as the whole ones do. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Engine, Key, ScanOptions } from "../../../../src/db/engine.ts";
import { compareBytes, keyBytes, rangeBelow } from "../../../../src/db/key_bytes.ts";
import { MemoryEngine } from "../../../../src/db/memory.ts";
import { hasShortKey, shortKey, shortRange } from "../../../../src/db/postgres/short_key.ts";
import { postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { openPostgres } from "../../../support/store/engines.ts";

const LATER = Date.now() + 86_400_000;
/** In two months that follow one another. */
const TIMES = [Date.UTC(2026, 10, 22), Date.UTC(2026, 10, 22) + 1, Date.UTC(2026, 11, 3)];

const ids = fc.tuple(fc.constantFrom(...TIMES), fc.constantFrom("000000", "1e4034", "ffffff")).map((
  [time, nonce],
) => time.toString(16).padStart(12, "0") + nonce);
const indexes = fc.constantFrom("000", "001", "00a", "fff");
const owners = fc.constantFrom("acc", "acc_1", "ac", "", "é", "acc~");
const short: fc.Arbitrary<Key> = fc.oneof(
  fc.tuple(fc.constant("segment"), ids, indexes),
  fc.tuple(fc.constant("scores-of"), owners, fc.tuple(ids, indexes).map((parts) => parts.join(""))),
);
/** Next to them. */
const others: fc.Arbitrary<Key> = fc.oneof(
  fc.tuple(fc.constantFrom("segment", "scores-of", "segments", "posting", "a", "z")),
  fc.tuple(fc.constant("segment"), ids),
  fc.tuple(fc.constant("segment"), ids.map((id) => id.slice(0, 15)), indexes),
  fc.tuple(fc.constant("segment"), ids, fc.constantFrom("0000", "x", "")),
  fc.tuple(fc.constant("scores-of"), owners),
  fc.tuple(fc.constant("scores-of"), owners, ids),
  fc.tuple(fc.constant("scores-of"), owners, ids.map((id) => `${id}g`)),
  fc.tuple(
    fc.constant("scores-of"),
    fc.constant("a\u0000b"),
    fc.tuple(ids, indexes).map((parts) => parts.join("")),
  ),
  fc.tuple(fc.constant("posting"), owners, ids.map((id) => `${id}0000abcdef01`), fc.constant("p0")),
);

Deno.test("short keys sort as whole ones do, and bounds leave none out", () => {
  fc.assert(
    fc.property(short, short, (one, other) => {
      const whole = compareBytes(keyBytes(one), keyBytes(other));
      assert.equal(
        Math.sign(compareBytes(shortKey(keyBytes(one)), shortKey(keyBytes(other)))),
        Math.sign(whole),
      );
      assert.ok(hasShortKey(one));
    }),
    { numRuns: 1000 },
  );
  const bound = fc.oneof(short, others).chain((key) =>
    fc.constantFrom(
      keyBytes(key),
      rangeBelow(key).from,
      rangeBelow(key).to,
      new Uint8Array([...keyBytes(key), 0]),
    )
  );
  fc.assert(
    fc.property(short, bound, bound, (key, one, other) => {
      const bytes = keyBytes(key);
      const [from, to] = [one, other].sort(compareBytes) as [Uint8Array, Uint8Array];
      if (compareBytes(bytes, from) < 0 || compareBytes(bytes, to) >= 0) return;
      const [first, last] = shortRange(from, to);
      assert.ok(compareBytes(first, shortKey(bytes)) <= 0 && compareBytes(shortKey(bytes), last) <= 0);
    }),
    { numRuns: 3000 },
  );
  fc.assert(fc.property(others, (key) => assert.ok(!hasShortKey(key), key.join("/"))));
});

async function listed(engine: Engine, prefix: Key, options: ScanOptions): Promise<unknown[]> {
  const entries = await Array.fromAsync(engine.scan(prefix, options));
  return entries.map(({ key, value }) => [key, value]).filter(([key]) =>
    !["meta"].includes((key as Key)[0]!)
  );
}

postgresTest("months have what the store in memory has, in every order and between all bounds", async () => {
  await using server = await startPostgres();
  const url = await server.database();
  const [engine, memory] = [await openPostgres(url), new MemoryEngine(Date.now)];
  try {
    const keys = fc.sample(fc.oneof({ weight: 2, arbitrary: short }, others), { numRuns: 80, seed: 11 });
    const key = fc.constantFrom(...keys);
    const step = fc.record({
      do: fc.constantFrom("set", "set", "delete", "checked", "absent"),
      key,
      count: fc.nat(200),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 15 }),
        key,
        key,
        async (steps, one, other) => {
          for (const { do: what, key, count } of steps) {
            const apply = async (engine: Engine) => {
              if (what === "delete") return await engine.commit({ delete: [key] }) !== null;
              const [entry] = what === "checked" ? await engine.get([key]) : [];
              const check = what === "set" ? [] : [{ key, version: entry?.version ?? null }];
              const set = [{ key, value: new Uint8Array(count).fill(49), expiresAt: LATER }];
              return await engine.commit({ check, set }) !== null;
            };
            assert.equal(await apply(engine), await apply(memory), what);
          }
          const [start, end] = [one, other].sort((a, b) => compareBytes(keyBytes(a), keyBytes(b)));
          const options: [Key, ScanOptions][] = [
            [[], {}],
            [["segment"], { reverse: true }],
            [["scores-of", "acc"], { limit: 3 }],
            [["scores-of"], {}],
            [[], { start: start!, end: end! }],
            [[], { start: start!, end: end!, reverse: true, limit: 4 }],
          ];
          for (const [prefix, bounds] of options) {
            assert.deepEqual(await listed(engine, prefix, bounds), await listed(memory, prefix, bounds));
          }
        },
      ),
      { numRuns: 25 },
    );
    const values = async (engine: Engine) => (await engine.get(keys)).map((entry) => entry?.value ?? null);
    assert.deepEqual(await values(engine), await values(memory));
    const sql = (text: string) => server.sql(new URL(url).pathname.slice(1), text);
    assert.ok(Number(await sql("select count(*) from winnow_scores_202611 where key >= '\\xf0'")) > 10);
  } finally {
    await Promise.all([engine.close(), memory.close()]);
  }
});

postgresTest(
  "what an earlier version wrote under whole keys is read, listed, checked, changed and deleted",
  async () => {
    await using server = await startPostgres();
    const url = await server.database();
    const sql = (text: string) => server.sql(new URL(url).pathname.slice(1), text);
    const id = TIMES[0]!.toString(16).padStart(12, "0");
    const all: Key[] = Array.from({ length: 6 }, (_, at) => ["scores-of", "acc", `${id}00000${at}000`]);
    const engine = await openPostgres(url);
    try {
      await engine.commit({ set: [{ key: all[0]!, value: new Uint8Array([100]), expiresAt: LATER }] });
      for (const [at, key] of all.slice(1).entries()) {
        await sql(`insert into winnow_scores_202611 (key, kind, value, version, expires_at)
values ('\\x${keyBytes(key).toHex()}', 1, '\\x0${at + 1}', ${at + 1}, ${LATER})`);
      }
      const found = await engine.get(all);
      assert.deepEqual(found.map((entry) => (entry?.value as Uint8Array)[0]), [100, 1, 2, 3, 4, 5]);
      assert.deepEqual((await Array.fromAsync(engine.scan(["scores-of"]))).map(({ key }) => key), all);
      const set = (
        at: number,
        value: number,
      ) => [{ key: all[at]!, value: new Uint8Array([value]), expiresAt: LATER }];
      const check = [{ key: all[1]!, version: found[1]!.version }];
      assert.notEqual(await engine.commit({ check, set: set(1, 50) }), null);
      assert.equal(await engine.commit({ check, set: set(1, 51) }), null);
      await engine.commit({ set: set(2, 60) });
      await engine.commit({ delete: [all[3]!] });
      const left = [100, 50, 60, 4, 5];
      const now = await engine.get(all);
      assert.deepEqual(
        now.map((entry) => (entry?.value as Uint8Array | undefined)?.[0] ?? null),
        left.toSpliced(3, 0, null as never),
      );
      const back = await Array.fromAsync(engine.scan(["scores-of", "acc"], { reverse: true }));
      assert.deepEqual(back.map(({ value }) => (value as Uint8Array)[0]), left.toReversed());
    } finally {
      await engine.close();
    }
  },
);
