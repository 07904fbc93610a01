/** Months of scores: tables made ahead, and dropped when their last score has expired. */
import assert from "node:assert/strict";
import { PostgresLink } from "../../../../src/db/postgres/connection.ts";
import { Months } from "../../../../src/db/postgres/months.ts";
import { monthAt, Places } from "../../../../src/db/postgres/place.ts";
import { postgresTest } from "../../../support/servers/postgres.ts";
import type { PostgresDatabases } from "../../../support/servers/postgres_databases.ts";
import { sharedPostgres } from "../../../support/servers/shared_postgres.ts";
import { openPostgres } from "../../../support/store/engines.ts";
import { CATALOG } from "../../../../src/records/index.ts";

const DAY = 86_400_000;

function segment(time: number): readonly string[] {
  return ["segment", `${time.toString(16).padStart(12, "0")}000000`, "000"];
}

type Case = (server: PostgresDatabases) => Promise<void>;
const CASES = new Map<string, Case>();

CASES.set("a month goes when all of it has expired, by this clock and by the server's", async (server) => {
  const url = await server.database();
  const now = Date.now();
  const [old, older] = [now - 150 * DAY, now - 260 * DAY];
  const engine = await openPostgres(url);
  const other = await openPostgres(url);
  const link = new PostgresLink(url);
  try {
    for (const time of [now, old, older]) {
      await engine.commit({
        set: [{ key: segment(time), value: new Uint8Array([1]), expiresAt: time + 180 * DAY }],
      });
    }
    const months = new Months(link, new Places(CATALOG.rows));
    await months.keep(now + 400 * DAY);
    assert.ok(
      months.known.includes(monthAt(old)),
      "a clock that is far ahead drops nothing that the server's does not",
    );
    assert.ok(!months.known.includes(monthAt(older)));
    assert.ok(months.known.includes(monthAt(now + 400 * DAY, 1)), "made ahead");
    // The other process does not know yet that the table is gone.
    const found = await other.get([segment(now), segment(old), segment(older)]);
    assert.deepEqual(found.map((entry) => entry === null), [false, false, true]);
    assert.equal((await Array.fromAsync(other.scan(["segment"]))).length, 2);
    assert.equal((await Array.fromAsync(engine.scan(["segment"], { reverse: true, limit: 1 }))).length, 1);
    assert.notEqual(await engine.commit({ set: [{ key: segment(older), value: 1 }] }), null, "made again");
  } finally {
    await Promise.all([engine.close(), other.close(), link.close()]);
  }
});

CASES.set("a batch over all tables is one: all of it, or nothing", async (server) => {
  const engine = await openPostgres(await server.database());
  try {
    const now = Date.now();
    const usage = ["usage", "acc", "2026-11"];
    const batch = (text: string) => ({
      set: [
        { key: segment(now), value: new TextEncoder().encode(text.repeat(100)) },
        { key: ["scores-of", "acc", `${segment(now)[1]}000`], value: [0] },
        { key: ["sighting", "log", text], value: 1 },
        { key: ["account", "acc"], value: text },
      ],
      add: [{ key: usage, by: 2 }],
    });
    const version = await engine.commit(batch("one"));
    const keys = [segment(now), ["sighting", "log", "one"], ["account", "acc"], usage];
    const values = async () => (await engine.get(keys)).map((entry) => entry?.value ?? null);
    const expected = [new TextEncoder().encode("one".repeat(100)), 1, "one", 2];
    assert.deepEqual(await values(), expected);
    const check = [{ key: ["account", "acc"], version: null }];
    assert.equal(await engine.commit({ ...batch("two"), check }), null);
    await assert.rejects(
      engine.commit({
        ...batch("two"),
        add: [{ key: usage, by: 2 }, { key: ["b"], by: 1 }, { key: ["account", "acc"], by: 1 }],
      }),
      TypeError,
    );
    await assert.rejects(engine.commit({ ...batch("two"), check: [{ key: usage, version }] }), TypeError);
    await engine.commit({ set: [{ key: ["text"], value: "t" }] });
    await assert.rejects(
      engine.commit({ ...batch("two"), add: [{ key: usage, by: 2 }, { key: ["text"], by: 1 }] }),
      TypeError,
    );
    assert.deepEqual(await values(), expected);
    assert.deepEqual((await Array.fromAsync(engine.scan([]))).map(({ key }) => key[0]), [
      "account",
      "scores-of",
      "segment",
      "sighting",
      "text",
      "usage",
    ]);
    await engine.commit({ delete: [usage], add: [{ key: usage, by: 7 }] });
    assert.deepEqual((await values())[3], 7);
    await engine.commit({ delete: [usage] });
    assert.deepEqual((await values())[3], null);
  } finally {
    await engine.close();
  }
});

postgresTest("the tables of PostgreSQL", async (t) => {
  await using server = await sharedPostgres();
  for (const [name, run] of CASES) await t.step(name, () => run(server));
});
