/** A replica that is behind or gone: how far is a metric, and beyond a bound it is not read. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import { postgresTest, startPostgres } from "../../support/servers/postgres.ts";

async function lagOf(app: TestApp): Promise<number> {
  const { text } = await app.ask("/metrics", { key: null });
  return Number(/^winnow_replica_lag_seconds (\S+)$/m.exec(text)?.[1]);
}

postgresTest(
  "a replica that is behind by more than the bound is not read, for pages or backups",
  async (t) => {
    await using server = await startPostgres();
    await using replica = await server.replica();
    const url = await server.database();
    const name = new URL(url).pathname.slice(1);
    const env = {
      WINNOW_STORE: url,
      WINNOW_STORE_READ: replica.url(name),
      WINNOW_STORE_READ_MAX_LAG: "1",
    };
    await using app = await startApp({ env });
    const checked = async () => {
      const json = { action: "block", values: ["8.8.8.8"] };
      return (await app.ask("/v1/rules?dry_run=true", { json })).body.trial.scores_checked;
    };
    const score = async () => assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
    const backup = (folder: string) => runCommand(app.dataDir, ["backup", `${folder}/file`], env);

    await score();
    await eventually(async () => await checked() === 1, "the replica has the score");
    await eventually(async () => await lagOf(app) === 0, "the lag is measured");
    await inFolder(async (folder) => {
      const { code, err } = await backup(folder);
      assert.equal(code, 0, err);
    });

    await t.step("replay is paused", async () => {
      await replica.sql(name, "select pg_wal_replay_pause()");
      await score();
      await eventually(async () => await lagOf(app) > 1, "the lag grows");
      await eventually(async () => await checked() === 2, "the primary is read");
      assert.ok(app.log.some((line) => /the replica is \d+ s behind, or does not answer/.test(line)));
      await inFolder(async (folder) => {
        const { code, err } = await backup(folder);
        assert.equal(code, 1);
        assert.match(
          err,
          /^winnow: the replica postgres:\/\/127\.0\.0\.1:\d+\/\w+ is more than 1 s behind: nothing is read from it/,
        );
        assert.deepEqual([...Deno.readDirSync(folder)], []);
        const primary = await runCommand(app.dataDir, ["backup", `${folder}/file`], {
          ...env,
          WINNOW_STORE_READ: "",
        });
        assert.equal(primary.code, 0, primary.err);
      });
    });

    await t.step("it follows again", async () => {
      await replica.sql(name, "select pg_wal_replay_resume()");
      await eventually(async () => await lagOf(app) === 0, "no lag");
      await eventually(() => app.log.some((line) => /the replica follows again/.test(line)), "that is said");
    });

    await t.step("it is gone", async () => {
      await replica.halt();
      await eventually(async () => await lagOf(app) > 1, "the lag grows");
      assert.equal(await checked(), 2);
      await inFolder(async (folder) => {
        const { code, err } = await backup(folder);
        assert.equal(code, 1);
        assert.match(err, /cannot open the store 127\.0\.0\.1:/);
      });
    });
  },
);

Deno.test("without a replica there is no lag", async () => {
  await using app = await startApp();
  assert.ok(Number.isNaN(await lagOf(app)));
});
