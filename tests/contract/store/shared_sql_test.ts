/**
 * The SQL of the store is what databases of PostgreSQL's protocol share: no statement that a real run sends is one that they lack,
 * and one of each kind may be refused with 40001.
 */
import assert from "node:assert/strict";
import type { Engine } from "../../../src/db/engine.ts";
import { READS } from "../../unit/db/engine_contract/reads.ts";
import { SHARED } from "../../unit/db/engine_contract/shared.ts";
import { WRITES } from "../../unit/db/engine_contract/writes.ts";
import { startApp } from "../../support/app/app.ts";
import { postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { kindOf, SqlTap } from "../../support/servers/sql_tap.ts";
import { dumpPostgres, openPostgres } from "../../support/store/engines.ts";
import { notShared } from "../../support/store/shared_sql.ts";

const LATER = Date.now() + 86_400_000;
/** Kinds of statements of which some must have been seen, so that nothing is judged by too little. */
const SEEN = [
  /^begin isolation level read committed/,
  /^commit/,
  /^create table if not exists winnow_tallies/,
  /^create table if not exists winnow_scores /,
  /^insert into winnow_data/,
  /^insert into winnow_tallies/,
  /^insert into winnow_work/,
  /^insert into winnow_scores /,
  /^with wn as \(insert/,
  /^with wanted as .* delete from winnow_data/,
  /^with moved as \( delete from winnow_data/,
  /^update winnow_(data|work)/,
  /^delete from winnow_(data|usage|work)/,
  /^select key, kind, value.*key = any/,
  /^select .* from winnow_tallies where \(kind, hash\) in/,
  /^select \* from \(\(select/,
];

Deno.test("statements that are not shared are refused", () => {
  const rows: [string, string[]][] = [
    ["select pg_advisory_xact_lock(1)", ["advisory locks"]],
    ["select pg_try_advisory_lock($1)", ["advisory locks"]],
    ["listen changes", ["LISTEN and NOTIFY in what the store relies on"]],
    ["select pg_notify('a', 'b')", ["LISTEN and NOTIFY in what the store relies on"]],
    ["COPY a (b) FROM stdin WITH (FREEZE)", ["COPY FREEZE"]],
    ["copy a (b) from stdin (format binary)", []],
    ["lock table a in share mode", ["locks of tables"]],
    ["select * from a where expires_at < $1 for update", ["rows that are locked other than by key"]],
    ["select key from a for share", ["rows that are locked other than by key"]],
    ["select key from a where key = any($1::bytea[]) order by key for update", []],
    ["select key from a where key = $1 for update", []],
    ["select key from a where key = $1 for update skip locked", ["SKIP LOCKED and NOWAIT"]],
    ["declare c cursor for select 1", ["cursors"]],
    ["create temp table a (b int)", ["temporary and unlogged tables"]],
    ["create or replace function a() returns int language sql as 'select 1'", [
      "functions, triggers, extensions, rules",
    ]],
    ["do $$ begin end $$", ["functions, triggers, extensions, rules"]],
    ["create table a (b bigserial)", ["sequences"]],
    ["select ctid from a", ["system columns"]],
    ["select relname from pg_class", ["system tables"]],
    ["create table a (b int) partition by range (b)", ["partitions and inheritance of the server"]],
    ["savepoint a", ["two-phase commits and savepoints"]],
    ["vacuum a", ["housekeeping"]],
    ["merge into a using b on true when matched then delete", ["MERGE"]],
    ["insert into a values (1) on conflict on constraint b do nothing", ["constraints by name"]],
    ["set statement_timeout = 1", ["settings of the session"]],
    ["create table a (b int references c deferrable)", ["deferred constraints and exclusion"]],
    // What a text says is no statement.
    ["select 'vacuum pg_class for update'", []],
  ];
  for (const [text, expected] of rows) assert.deepEqual(notShared(text), expected, text);
});

/** Every kind of batch, over all places; the counters say how often each was applied. */
async function everyKind(engine: Engine): Promise<void> {
  const now = Date.now();
  const segment = (number: number) => [
    "segment",
    `${now.toString(16).padStart(12, "0")}${String(number).padStart(6, "0")}`,
    "000",
  ];
  const sighting = (number: number) => ["sighting", "ip", String(number).padStart(22, "0")];
  const run = (number: number) => ["posting", "a", `${segment(number)[1]}0000abcdef01`, "p0000000000000000"];
  const keys = (number: number) => [
    ["account", `a${number}`],
    ["session", `s${number}`],
    segment(number),
    run(number),
    sighting(number),
  ];
  const setAll = (number: number, count: number) =>
    keys(number).map((key) => ({
      key,
      value: key[0] === "sighting" ? [1, count] : key[0] === "segment" ? new Uint8Array([count]) : count,
      expiresAt: LATER,
    }));
  const add = [{ key: ["usage", "a", "2026-11"], by: 1 }, { key: ["counted"], by: 1 }];
  for (const op of setAll(1, 1)) await engine.commit({ set: [op] });
  for (let number = 1; number <= 3; number++) {
    assert.notEqual(await engine.commit({ set: setAll(number, 1), add }), null);
    const found = await engine.get(keys(number));
    const check = found.map((entry) => ({ key: entry!.key, version: entry!.version }));
    assert.notEqual(await engine.commit({ check, set: setAll(number, 2), add }), null);
    assert.equal(
      await engine.commit({ check, set: setAll(number, 3), add }),
      null,
      "it was not applied twice",
    );
    const absent = keys(number + 10).map((key) => ({ key, version: null }));
    assert.notEqual(await engine.commit({ check: absent, set: setAll(number, 4), add }), null);
    assert.notEqual(await engine.commit({ delete: keys(number), set: setAll(number + 20, 1) }), null);
  }
  await engine.commit({ add: [{ key: ["gone"], by: 5 }] });
  await engine.commit({ delete: [["gone"], ["usage", "b", "2026-11"]], add: [{ key: ["gone"], by: 1 }] });
  const counters = await engine.get([["usage", "a", "2026-11"], ["counted"], ["gone"]]);
  assert.deepEqual(counters.map((entry) => entry?.value), [9, 9, 1]);
  assert.deepEqual(await engine.get(keys(1)), keys(1).map(() => null));
  for (const prefix of [[], ["segment"], ["sighting"], ["usage"]]) {
    const entries = await Array.fromAsync(engine.scan(prefix, { reverse: prefix.length > 0 }));
    assert.equal(new Set(entries.map(({ key }) => key.join("/"))).size, entries.length);
  }
}

postgresTest(
  "no statement of the contract, a server, a backup or a restore is one that others lack",
  async () => {
    await using server = await startPostgres();
    using tap = new SqlTap(server.port);
    for (const row of [...READS, ...WRITES, ...SHARED]) {
      const url = tap.through(await server.database());
      const engine = await openPostgres(url);
      await row.run(engine, { open: () => openPostgres(url) });
      await engine.close();
    }
    const url = tap.through(await server.database());
    const engine = await openPostgres(url);
    await everyKind(engine);
    await engine.load!([
      { key: ["account", "loaded"], value: 1, counter: false, expiresAt: null },
      { key: ["sighting", "ip", "l".repeat(22)], value: [1, 2], counter: false, expiresAt: LATER },
    ]);
    await engine.close();
    {
      await using app = await startApp({ env: { WINNOW_STORE: tap.through(await server.database()) } });
      for (let at = 0; at < 3; at++) {
        assert.equal((await app.ask(`/v1/score/ip?ip=81.2.69.${at}`)).status, 200);
        const signup = { ip: `81.2.70.${at}`, email: `jane${at}@gmail.com`, device_id: "0123456789abcdef" };
        assert.equal((await app.ask("/v1/score/user", { json: signup })).status, 200);
      }
      assert.equal(
        (await app.ask("/v1/rules", { json: { action: "block", values: ["9.9.9.9"] } })).status,
        200,
      );
      assert.equal((await app.ask("/v1/scores/search", { json: { limit: 5 } })).status, 200);
    }
    await dumpPostgres(url, () => Promise.resolve());
    const refused = [...tap.statements].flatMap((text) => notShared(text).map((what) => `${what}: ${text}`));
    assert.deepEqual(refused, []);
    const kinds = [...tap.statements].map(kindOf);
    for (const pattern of SEEN) assert.ok(kinds.some((kind) => pattern.test(kind)), String(pattern));
  },
);

postgresTest(
  "one statement of each kind is refused with 40001, and everything is applied exactly once",
  async () => {
    await using server = await startPostgres();
    using tap = new SqlTap(server.port);
    const name = await server.database();
    tap.refuses = () => true;
    const engine = await openPostgres(tap.through(name));
    try {
      await everyKind(engine);
      await engine.load!([{ key: ["account", "loaded"], value: 1, counter: false, expiresAt: null }]);
      assert.equal((await engine.get([["account", "loaded"]]))[0]?.value, 1);
    } finally {
      await engine.close();
    }
    const refused = [...tap.refused];
    for (const pattern of [...SEEN, /^copy winnow_data/]) {
      assert.ok(refused.some((kind) => pattern.test(kind)), String(pattern));
    }
    const seen = new Set([...tap.statements].map(kindOf));
    assert.deepEqual([...seen].filter((kind) => !tap.refused.has(kind)), [], "each of them once");
  },
);
