/** The service on PostgreSQL. */
import assert from "node:assert/strict";
import { StoreError } from "../../../src/db/engine.ts";
import { startApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { killInRounds } from "../../support/kill/rounds.ts";
import { scores } from "../../support/kill/scores.ts";
import { runCommand } from "../../support/process/program.ts";
import { rounds } from "../../support/rounds.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { openPostgres } from "../../support/store/engines.ts";

type Case = (server: PostgresServer, t: Deno.TestContext) => Promise<void>;

/** They share one server; each has its own database. */
const CASES = new Map<string, Case>();

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

CASES.set("kill -9 loses nothing that was acknowledged, on PostgreSQL", async (server) => {
  const env = { WINNOW_STORE: await server.database() };
  await killInRounds({ rounds: rounds(3), workloads: [scores], env });
});

CASES.set("an unreachable server is reported, and used again when it is back", async (server) => {
  await using app = await startApp({ env: { WINNOW_STORE: await server.database() } });
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
  await server.halt();
  const down = await app.ask("/v1/score/ip?ip=8.8.8.8");
  assert.ok(down.status >= 500, String(down.status));
  const ready = await app.ask("/readyz", { key: null });
  assert.equal(ready.status, 503);
  assert.equal(ready.body.checks.store, "not writable");
  assert.doesNotMatch(
    ready.text,
    /127\.0\.0\.1|store_/,
    "anonymous callers do not learn where the store is",
  );
  assert.match(app.log.join("\n"), new RegExp(`127.0.0.1:${server.port}/store_\\d+`));
  for (const text of [ready.text, down.text, ...app.log]) {
    for (const secret of [server.password, encodeURIComponent(server.password), "winnow:"]) {
      assert.ok(!text.includes(secret), text);
    }
  }
  assert.equal((await app.ask("/healthz", { key: null })).status, 200);
  await server.start();
  await eventually(async () => (await app.ask("/readyz", { key: null })).status === 200, "ready again");
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
});

CASES.set(
  "a store that cannot be opened ends the start with its name, without the password, exit 1",
  async (server, t) => {
    const url = await server.database();
    const rows: [string, string, RegExp][] = [
      [
        "another port",
        server.url(nameOf(url), { port: 1 }),
        /127\.0\.0\.1:1\/store_\d+: .*(ECONNREFUSED|refused)/,
      ],
      [
        "a wrong password",
        server.url(nameOf(url), { password: "wrong-secret" }),
        /password authentication failed/,
      ],
      ["no such database", server.url("nowhere"), /database "nowhere" does not exist/],
      ["an unknown host", url.replace("127.0.0.1", "nowhere.invalid"), /nowhere\.invalid/],
      ["no URL", "postgres://user:wrong-secret@host:port/db", /not a postgres/],
    ];
    for (const [name, location, says] of rows) {
      await t.step(name, async () => {
        await assert.rejects(openPostgres(location), (error) => {
          assert.ok(error instanceof StoreError, String(error));
          assert.match(error.message, /^cannot open the store /);
          assert.match(error.message, says);
          assert.ok(!/wrong-secret|p@ss|p%40ss/.test(error.message), error.message);
          return true;
        });
      });
    }
    await t.step("on the command line", async () => {
      await inFolder(async (dir) => {
        const location = server.url(nameOf(url), { password: "wrong-secret" });
        const { code, err, out } = await runCommand(dir, ["accounts", "list"], { WINNOW_STORE: location });
        assert.equal(code, 1);
        assert.match(
          err,
          /^winnow: cannot open the store 127\.0\.0\.1:\d+\/store_\d+: password authentication failed/,
        );
        assert.ok(!`${err}${out}`.includes("wrong-secret"));
        assert.equal(err.trim().split("\n").length, 1);
      });
    });
    await t.step("a newer schema", async () => {
      const engine = await openPostgres(url);
      await engine.commit({ set: [{ key: ["meta", "schema"], value: 99 }] });
      await engine.close();
      await assert.rejects(startApp({ env: { WINNOW_STORE: url } }), (error) => {
        assert.ok(error instanceof StoreError);
        assert.match(error.message, /newer version \(schema 99/);
        assert.ok(!/winnow:|p%40ss/.test(error.message), error.message);
        return true;
      });
    });
  },
);

postgresTest("Winnow on PostgreSQL", async (t) => {
  await using server = await startPostgres();
  for (const [name, run] of CASES) await t.step(name, (t) => run(server, t));
});
