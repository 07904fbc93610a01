/**
 * Stores with every kind of record as commit 5f083b11 left them, of each engine, and a backup: opened by this version, every noun
 * is read as it was then, and goes on. `tests/support/store/upgrade_fixture.ts` wrote them.
 */
import assert from "node:assert/strict";
import { openBackup, restore } from "../../../src/db/backup/restore.ts";
import { CATALOG } from "../../../src/records/index.ts";
import type { TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { SECRETS } from "../../support/app/secrets.ts";
import { inFolder } from "../../support/folder.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import {
  type Expected,
  FIXTURES,
  openStored,
  readEverything,
  withoutOwn,
} from "../../support/store/upgrade_fixture.ts";

const NAME = "5f083b11";

function unpacked(name: string): Promise<Response> {
  const file = Deno.openSync(new URL(name, FIXTURES));
  return Promise.resolve(new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))));
}

async function expectedOf(engine: "deno_kv" | "postgres"): Promise<Expected> {
  return await (await unpacked(`expected_${engine}_${NAME}.json.gz`)).json();
}

/** Deno KV goes by the clock of the machine, on which this day may be long past. */
async function keepUntilRead(path: string, at: number): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  using database = new DatabaseSync(path);
  const later = Math.ceil(Date.now() - at);
  database.prepare("update kv set expiration_ms = expiration_ms + ? where expiration_ms > 0").run(later);
}

/** Each member that was there is there and the same; there may be further ones. */
function assertWithin(found: unknown, wanted: unknown, where: string): void {
  if (typeof wanted !== "object" || wanted === null) return assert.deepEqual(found, wanted, where);
  assert.ok(typeof found === "object" && found !== null, `${where} is ${found}`);
  if (Array.isArray(wanted)) assert.equal((found as unknown[]).length, wanted.length, `${where}: length`);
  for (const [name, member] of Object.entries(wanted)) {
    assertWithin((found as Record<string, unknown>)[name], member, `${where}/${name}`);
  }
}

/** Other answers than scores have a request id of their own, which is another one each time. */
function stored(name: string, answer: unknown): unknown {
  if (name.startsWith("score ") || Array.isArray(answer) || typeof answer !== "object") return answer;
  const { request_id: _, ...rest } = answer as { readonly request_id?: string };
  return rest;
}

async function assertWhole(app: TestApp, { live, answers }: Expected): Promise<void> {
  const found = await readEverything(app, live);
  for (const [name, wanted] of Object.entries(answers)) {
    if (name.startsWith("console ")) assertNamed(found[name], wanted, name);
    else assertWithin(found[name], withoutOwn(stored(name, wanted)), name);
  }
}

/** All ids that the page showed, but for those of the two keys that the tests make whenever they open a store. */
function assertNamed(found: unknown, wanted: unknown, name: string): void {
  const [here, there] = [found, wanted].map((ids) => new Set(ids as readonly string[])) as [
    Set<string>,
    Set<string>,
  ];
  const missing = [...there.difference(here)];
  assert.ok(missing.length <= 2 && missing.every((id) => id.startsWith("key_")), `${name}: ${missing}`);
}

async function assertGoesOn(app: TestApp, { live }: Expected): Promise<void> {
  const ask = (path: string, json?: unknown, headers = {}) =>
    app.ask(path, { key: live, headers, ...(json === undefined ? {} : { json }) });
  const kept = { ip: "9.9.9.9", email: "jane@gmail.com" };
  const replayed = await ask("/v1/score/user", kept, { "idempotency-key": "one" });
  assert.deepEqual([replayed.status, replayed.headers.get("idempotent-replayed")], [200, "true"]);
  const blocked = await ask("/v1/score/ip?ip=20.1.0.7");
  assert.equal(blocked.body.verdict, "block", "an imported rule");
  const seen = await ask("/v1/batch", { type: "ip", items: ["185.220.101.1"] });
  assert.ok(seen.body.results[0].times_seen > 2, "sightings");
  const reported = await ask("/v1/score/ip?ip=73.15.40.1");
  assert.equal(reported.body.abuse_reports, 3, "reputation, which moved with the secret");
  const values = Array.from({ length: 90 }, (_, index) => `73.1.2.${index}`);
  assert.equal((await ask("/v1/report", { kind: "ip", values })).body.reported, 90, "an open report");
  const compat = (json: unknown) =>
    app.ask("/compat/maxmind/minfraud/v2.0/transactions/report", asking(live, { json }));
  assert.equal((await compat({ tag: "not_fraud", transaction_id: "order-17" })).status, 204);
  assert.equal((await compat({ tag: "not_fraud", ip_address: "73.15.30.9" })).status, 204);
  const json = { ip: "73.15.20.33", email: "later@gmail.com", device_id: "9f86d081884c7d659a2feaa0c55ad015" };
  const joined = await ask("/v1/score/user", json);
  assert.ok(joined.body.linkage.ring.size > 5, "a ring grows");
  const { rules } = (await ask("/v1/rules")).body;
  assert.equal((await app.ask(`/v1/rules/${rules[0].id}`, { key: live, method: "DELETE" })).status, 200);
}

async function assertUpgrades(dataDir: string, expected: Expected, location?: string): Promise<void> {
  const now = () => expected.at;
  for (const opening of [1, 2]) {
    await using app = await openStored(dataDir, now, location);
    await assertWhole(app, expected);
    if (opening === 2) await assertGoesOn(app, expected);
  }
}

Deno.test(`a Deno KV file of ${NAME} is whole under this version, and goes on`, () =>
  inFolder(async (folder) => {
    const expected = await expectedOf("deno_kv");
    await Deno.writeFile(`${folder}/winnow.kv`, (await unpacked(`store_${NAME}.kv.gz`)).body!);
    await keepUntilRead(`${folder}/winnow.kv`, expected.at);
    await assertUpgrades(folder, expected);
  }));

Deno.test(`a backup of ${NAME} is restored whole, and goes on`, () =>
  inFolder(async (folder) => {
    const { at, live, answers } = await expectedOf("deno_kv");
    const reader = await openBackup(new URL(`backup_${NAME}.gz`, FIXTURES).pathname);
    const [location, now] = [`${folder}/winnow.kv`, () => at];
    await restore([{ reader, secret: SECRETS[1] }], { catalog: CATALOG, location, replace: false, now });
    await keepUntilRead(location, at);
    // What a backup leaves out on purpose: what belongs to processes and sessions, and what is kept for a day.
    const { "console backtest": _, "console backtest/report": __, ...rest } = answers;
    await using app = await openStored(folder, now);
    await assertWhole(app, { at, live, answers: rest });
  }));

postgresTest(`a PostgreSQL store of ${NAME} is whole under this version, and goes on`, async () => {
  await using server = await startPostgres();
  const location = await server.database();
  await inFolder(async (folder) => {
    const expected = await expectedOf("postgres");
    await Deno.writeFile(`${folder}/store.sql`, (await unpacked(`postgres_${NAME}.sql.gz`)).body!);
    await load(server, location, `${folder}/store.sql`);
    await assertUpgrades(folder, expected, location);
  });
});

async function load({ password, port }: PostgresServer, location: string, file: string): Promise<void> {
  const database = new URL(location).pathname.slice(1);
  const args = ["-h", "127.0.0.1", "-p", String(port), "-U", "winnow", "-d", database, "-q", "-f", file];
  const { success, stderr } = await new Deno.Command("psql", {
    args: [...args, "-v", "ON_ERROR_STOP=1"],
    env: { PGPASSWORD: password },
    stdout: "null",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}
