/** `winnow_store_failing` of a PostgreSQL store that cannot be read, while nobody writes. */
import { startApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

postgresTest("a database whose reads fail is a failing store, until they succeed again", async () => {
  await using server = await sharedPostgres();
  const url = await server.database();
  const database = new URL(url).pathname.slice(1);
  await using app = await startApp({ env: { WINNOW_STORE: url } });
  const isFailing = async (value: number) =>
    (await app.ask("/metrics", { key: null })).text.includes(`\nwinnow_store_failing ${value}\n`);
  await eventually(() => isFailing(0), "it works");
  // A table that is gone: what reads it fails, and nobody writes.
  await server.sql(database, "alter table winnow_usage rename to winnow_away");
  await eventually(async () => {
    await app.ask("/v1/usage");
    return await isFailing(1);
  }, "a failed read is shown");
  await server.sql(database, "alter table winnow_away rename to winnow_usage");
  await eventually(() => isFailing(0), "it is over some seconds after the last failure");
});
