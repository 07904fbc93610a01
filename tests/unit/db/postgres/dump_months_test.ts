/** A backup leaves out months that are over: their tables are dropped about then, and the two would wait for each other. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../../src/model/duration.ts";
import { startApp } from "../../../support/app/app.ts";
import { postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { dumpPostgres } from "../../../support/store/engines.ts";

postgresTest("a month that is over is not read for a backup, and one that is not is", async () => {
  await using server = await startPostgres();
  const url = await server.database();
  const name = new URL(url).pathname.slice(1);
  {
    await using app = await startApp({ env: { WINNOW_STORE: url } });
    assert.equal((await app.ask("/v1/score/ip?ip=81.2.69.160")).status, 200);
  }
  const scores = async (now: number) => {
    let found = 0;
    await dumpPostgres(url, (entries) => {
      found += entries.filter(({ key }) => key[0] === "scores-of").length;
      return Promise.resolve();
    }, now);
    return found;
  };
  const before = await scores(Date.now());
  assert.ok(before > 0);
  const tables = await server.sql(
    name,
    "select string_agg(tablename, ', ') from pg_tables where tablename ~ '^winnow_(scores|short)_'",
  );
  const held = server.sql(name, `begin; lock table ${tables}; select pg_sleep(5); commit`).then(() => "held");
  const waiting =
    "select count(*) from pg_locks where mode = 'AccessExclusiveLock' and relation::regclass::text ~ '_scores_'";
  while (await server.sql(name, waiting) === "0") await new Promise((resolve) => setTimeout(resolve, 20));
  const after = scores(Date.now() + 225 * DAY_MS);
  assert.equal(await Promise.race([after.then(() => "read"), held]), "read");
  assert.equal(await after, 0);
  await held;
});
