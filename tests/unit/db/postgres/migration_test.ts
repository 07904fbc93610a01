/** A store of the first layout, from a real dump, becomes one of the present layout while it is used, and loses nothing. */
import assert from "node:assert/strict";
import type { DumpEntry } from "../../../../src/db/backup/dump_entry.ts";
import type { Engine, Key } from "../../../../src/db/engine.ts";
import { wholeKey } from "../../../../src/db/postgres/short_key.ts";
import { keyOf } from "../../../../src/db/key_bytes.ts";
import { eventually } from "../../../support/eventually.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { dumpPostgres, openPostgres } from "../../../support/store/engines.ts";

const DUMP = new URL("../../../support/store/postgres_first_layout.sql", import.meta.url);
const CHILD = new URL("../../../support/process/open_store.ts", import.meta.url).pathname;
/** When the dump was made. */
const NOW = Date.UTC(2026, 10, 22, 11, 2);
const SCORES = "(key >= '\\x027363' and key < '\\x0273680000')";
const LEFT = `select count(*) from winnow_data where ${SCORES}`;

/** A database with the store. @param more scores in addition, of three months */
async function firstLayout(server: PostgresServer, more = 0) {
  const url = await server.database();
  const name = new URL(url).pathname.slice(1);
  const sql = (text: string) => server.sql(name, text);
  await sql(await Deno.readTextFile(DUMP));
  await sql(`insert into winnow_store
select decode('02' || encode('segment', 'hex') || '0002' ||
    encode(convert_to(lpad(to_hex(${NOW} - (n % 90) * 86400000::bigint), 12, '0') || lpad(to_hex(n), 6, '0'), 'UTF8'), 'hex')
    || '0002303030' || '00', 'hex'),
  1, convert_to('score ' || n, 'UTF8'), 0, n, ${NOW} + 9000000000 from generate_series(1, ${more}) as n`);
  const before = await sql(
    "select encode(key, 'hex'), kind, encode(value, 'hex'), counter from winnow_store where expires_at > " +
      NOW,
  );
  const expected = before.split("\n").map((line) => {
    const [key, kind, value, counter] = line.split("|") as [string, string, string, string];
    const name = keyOf(Uint8Array.fromHex(key)).join("/");
    return `${name} ${
      kind === "2" ? counter : kind === "1" ? value : new TextDecoder().decode(Uint8Array.fromHex(value))
    }`;
  }).sort();
  return { url, sql, expected };
}

async function dumped(url: string): Promise<string[]> {
  const found: DumpEntry[] = [];
  await dumpPostgres(url, (entries) => Promise.resolve(void found.push(...entries)), NOW);
  return found.map(({ key, value }) =>
    `${key.join("/")} ${value instanceof Uint8Array ? value.toHex() : JSON.stringify(value)}`
  ).sort();
}

/** JSON is compared as values: the server's text of it is the program's. */
function assertSame(found: readonly string[], expected: readonly string[]): void {
  assert.deepEqual(found, expected);
}

async function keysBelow(engine: Engine, prefix: Key): Promise<string[]> {
  return (await Array.fromAsync(engine.scan(prefix))).map(({ key }) => key.join("/"));
}

type Case = (server: PostgresServer) => Promise<void>;
const CASES = new Map<string, Case>();

CASES.set("everything is there at once, and still when the scores are in their months", async (server) => {
  const { url, sql, expected } = await firstLayout(server, 3000);
  const engines = await Promise.all([1, 2, 3].map(() => openPostgres(url, { now: () => NOW })));
  assertSame(await dumped(url), expected);
  await eventually(async () => await sql(LEFT) === "0", "all scores are moved");
  assertSame(await dumped(url), expected);
  const usage = expected.find((text) => text.startsWith("usage/"))!;
  const key = usage.split(" ")[0]!.split("/");
  await Promise.all(engines.map((engine) => engine.commit({ add: [{ key, by: 2 }] })));
  const [entry] = await engines[0]!.get([key]);
  assert.equal(entry?.value, Number(usage.split(" ")[1]) + 6);
  assert.equal(await sql("select count(*) > 300 from winnow_scores_202609"), "t");
  await Promise.all(engines.map((engine) => engine.close()));
});

CASES.set("scores that are not moved yet are read, listed, checked, changed and deleted", async (server) => {
  const { url, sql, expected } = await firstLayout(server, 40);
  // The maintenance of this process moves them; afterwards some are put back, as a process does that may make no tables.
  const engine = await openPostgres(url, { now: () => NOW });
  await eventually(async () => await sql(LEFT) === "0", "all scores are moved");
  await sql(`with back as (delete from winnow_scores_202611 returning *)
    insert into winnow_data (key, kind, value, counter, version, expires_at)
    select ${wholeKey()}, kind, value, 0, version, expires_at from back`);
  const listed = expected.map((text) => text.split(" ")[0]!).filter((name) => name.startsWith("segment/"));
  assert.deepEqual((await keysBelow(engine, ["segment"])).sort(), listed);
  const backwards = await Array.fromAsync(engine.scan(["segment"], { reverse: true, limit: 5 }));
  assert.deepEqual(backwards.map(({ key }) => key.join("/")), listed.toReversed().slice(0, 5));
  const [gone, kept, changed] = listed.slice(-3).map((name) => name.split("/"));
  const [, , before] = await engine.get([gone!, kept!, changed!]);
  await engine.commit({ delete: [gone!] });
  assert.equal(await engine.commit({ check: [{ key: changed!, version: null }], delete: [changed!] }), null);
  const set = [{ key: changed!, value: new Uint8Array([7]), expiresAt: NOW + 1000 }];
  assert.notEqual(await engine.commit({ check: [{ key: changed!, version: before!.version }], set }), null);
  await engine.commit({ set: [{ key: kept!, value: new Uint8Array([8]), expiresAt: NOW + 1000 }] });
  const found = await engine.get([gone!, kept!, changed!]);
  assert.deepEqual(found.map((entry) => entry?.value ?? null), [
    null,
    new Uint8Array([8]),
    new Uint8Array([7]),
  ]);
  assert.deepEqual(
    (await keysBelow(engine, ["segment"])).sort(),
    listed.filter((name) => name !== gone!.join("/")),
  );
  await engine.close();
});

CASES.set(
  "a process that is killed anywhere in it loses nothing, and the next one continues",
  async (server) => {
    const { url, sql, expected } = await firstLayout(server, 20_000);
    const start = () =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--quiet", CHILD, url],
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
    // Inside the transaction that makes the tables: it waits for this lock.
    const lock = sql("begin; lock table winnow_store in access share mode; select pg_sleep(3); commit");
    const waiting = start();
    await eventually(
      async () => await sql("select count(*) from pg_locks where not granted") !== "0",
      "the migration waits for the lock",
    );
    waiting.kill("SIGKILL");
    await Promise.all([waiting.status, waiting.stdin.close().catch(() => {}), waiting.stdout.cancel()]);
    await lock;
    assert.equal(
      await sql("select count(*) from information_schema.tables where table_name = 'winnow_data'"),
      "0",
    );
    const leftAfter: number[] = [];
    for (const afterMs of [0, 60, 120, 240, 480]) {
      const child = start();
      const reader = child.stdout.getReader();
      await reader.read(); // it is open
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      child.kill("SIGKILL");
      await Promise.all([child.status, child.stdin.close().catch(() => {}), reader.cancel()]);
      leftAfter.push(Number(await sql(LEFT)));
    }
    assert.ok(leftAfter.some((left) => left > 0 && left < 20_000), `killed in the middle: ${leftAfter}`);
    assertSame(await dumped(url), expected);
    const engine = await openPostgres(url, { now: () => NOW });
    await eventually(async () => await sql(LEFT) === "0", "all scores are moved");
    assertSame(await dumped(url), expected);
    await engine.close();
  },
);

CASES.set("programs of earlier versions cannot start on it, or write to it", async (server) => {
  const { url, sql } = await firstLayout(server);
  const engine = await openPostgres(url, { now: () => NOW });
  await engine.close();
  const schema =
    "select convert_from(value, 'UTF8') from winnow_store where key = '\\x026d6574610002736368656d6100'";
  assert.equal(await sql(schema), "2");
  await assert.rejects(
    sql("insert into winnow_store values ('a', 0, '1', 0, 0, 9) on conflict (key) do nothing"),
    /view/,
  );
});

postgresTest("the first layout of PostgreSQL", async (t) => {
  await using server = await startPostgres();
  for (const [name, run] of CASES) await t.step(name, () => run(server));
});
