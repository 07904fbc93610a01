/** Recoveries of a PostgreSQL store with the means of PostgreSQL, and URLs with several hosts. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { Acknowledged } from "../../support/process/acknowledged.ts";
import { makeKey, type RunningServer, setSettings, startServer } from "../../support/process/program.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../support/servers/postgres.ts";

const SECRET = "one secret for all nodes";

/** A server on a store with a key, and a client. */
async function started(dir: string, store: string) {
  setSettings(dir, { WINNOW_STORE: store, WINNOW_SECRET: SECRET });
  const { key } = await makeKey(dir, "shop", "--rpm", "1000000", "--monthly", "1000000");
  const server = await startServer(dir);
  return { server, client: new Acknowledged(server.origin, key) };
}

/** A server of its own on a recovered database has so many of the scores, and takes new ones. */
async function hasKept(dir: string, postgres: PostgresServer, client: Acknowledged, key: string) {
  setSettings(dir, { WINNOW_STORE: postgres.url("store_1"), WINNOW_SECRET: SECRET });
  const server = await startServer(dir);
  try {
    const kept = await client.keptBy(server.origin);
    const more = new Acknowledged(server.origin, key);
    await more.score(3);
    assert.equal(await more.keptBy(server.origin), 3);
    return kept;
  } finally {
    await server.kill();
  }
}

postgresTest(
  "a snapshot of the database's volume under load has all that was acknowledged before it",
  () =>
    inFolder(async (dir) => {
      await using postgres = await startPostgres();
      const { server, client } = await started(`${dir}/a`, await postgres.database());
      const { key } = await makeKey(`${dir}/a`, "shop");
      try {
        await client.score(30);
        const before = client.ids.length;
        let working = true;
        const load = (async () => {
          // A store that is stopped is refused, not waited for.
          while (working) await client.score(1).catch(() => {});
        })();
        await using copy = await postgres.snapshot();
        working = false;
        await load;
        const kept = await hasKept(`${dir}/b`, copy, client, key);
        assert.ok(kept >= before, `${kept} of ${before}`);
      } finally {
        await server.kill();
      }
    }),
);

postgresTest(
  "a recovery to a point in time has what was acknowledged before that point, and nothing after",
  () =>
    inFolder(async (dir) => {
      await using postgres = await startPostgres({ archive: true });
      const { server, client } = await started(`${dir}/a`, await postgres.database());
      const { key } = await makeKey(`${dir}/a`, "shop");
      try {
        await client.score(10);
        const base = await postgres.baseBackup();
        await client.score(10);
        const before = client.ids.length;
        const segment = await postgres.sql(
          "postgres",
          "select pg_walfile_name(pg_create_restore_point('before_the_mistake'))",
        );
        await client.score(10);
        await postgres.sql("postgres", "select pg_switch_wal()");
        await eventually(
          async () =>
            await postgres.sql("postgres", "select last_archived_wal from pg_stat_archiver") >= segment,
          "the log is archived",
        );
        await using recovered = await base.recoverTo("before_the_mistake");
        await eventually(
          async () => await recovered.sql("postgres", "select pg_is_in_recovery()") === "f",
          "the recovery ends",
        );
        assert.equal(await hasKept(`${dir}/b`, recovered, client, key), before);
      } finally {
        await server.kill();
      }
    }),
);

postgresTest(
  "a URL with several hosts follows the primary, and starts when the first host is down",
  () =>
    inFolder(async (dir) => {
      await using primary = await startPostgres();
      const first = await primary.database();
      await using standby = await primary.replica("standby");
      await primary.set({ synchronous_standby_names: "standby" });
      const both = first.replace(
        `127.0.0.1:${primary.port}`,
        `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`,
      );
      const url = `${both}?target_session_attrs=read-write`;
      const { server, client } = await started(`${dir}/a`, url);
      let other: RunningServer | null = null;
      try {
        await client.score(20);
        await primary.halt();
        await standby.promote();
        await eventually(async () => (await fetch(`${server.origin}/readyz`)).status === 200, "it goes on");
        await client.score(5);
        assert.equal(await client.keptBy(server.origin), 25);
        setSettings(`${dir}/b`, { WINNOW_STORE: url, WINNOW_SECRET: SECRET });
        other = await startServer(`${dir}/b`);
        assert.equal(await client.keptBy(other.origin), 25);
      } finally {
        await other?.kill();
        await server.kill();
      }
    }),
);
