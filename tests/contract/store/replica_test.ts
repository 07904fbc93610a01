/** `WINNOW_STORE_READ`: what reads many scores reads a replica, and does without it when it is gone. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import { postgresTest, startPostgres } from "../../support/servers/postgres.ts";

postgresTest("dry runs and backups read the replica; scoring and its answers do not", async () => {
  await using server = await startPostgres();
  await using replica = await server.replica();
  const url = await server.database();
  const name = new URL(url).pathname.slice(1);
  const copy = replica.url(name);
  const app = await startApp({ env: { WINNOW_STORE: url, WINNOW_STORE_READ: copy } });
  try {
    const checked = async () => {
      const json = { action: "block", values: ["8.8.8.8"] };
      return (await app.ask("/v1/rules?dry_run=true", { json })).body.trial.scores_checked;
    };
    const score = async () => (await app.ask("/v1/score/ip?ip=8.8.8.8")).body.request_id;
    const first = await score();
    await eventually(async () => await checked() === 1, "the replica has the score");
    const sessions = await replica.sql(
      name,
      `select count(*) from pg_stat_activity where datname = '${name}' and query like '%winnow_%'`,
    );
    assert.notEqual(sessions, "0", "the replica was asked");
    await replica.sql(name, "select pg_wal_replay_pause()");
    const second = await score();
    for (const id of [first, second]) assert.equal((await app.ask(`/v1/score/${id}`)).status, 200);
    assert.equal(await checked(), 1, "what the replica has");
    await replica.sql(name, "select pg_wal_replay_resume()");
    await eventually(async () => await checked() === 2, "the replica has both");
    await inFolder(async (folder) => {
      const env = { WINNOW_STORE: url, WINNOW_STORE_READ: copy };
      const { code, out, err } = await runCommand(app.dataDir, ["backup", `${folder}/a.backup`], env);
      assert.equal(code, 0, out + err);
    });
    await replica.halt();
    const third = await score();
    assert.equal((await app.ask(`/v1/score/${third}`)).status, 200);
    assert.equal(await checked(), 3, "the primary answers");
  } finally {
    await app[Symbol.asyncDispose]();
  }
});

Deno.test("a replica of a store that is not PostgreSQL is refused by the name of the setting", async () => {
  const rows = [
    { WINNOW_STORE_READ: "postgres://127.0.0.1/a" },
    { WINNOW_STORE: "postgres://127.0.0.1/a", WINNOW_STORE_READ: "a.kv" },
  ];
  for (const env of rows) await assert.rejects(startApp({ env }), /WINNOW_STORE_READ is a replica/);
});
