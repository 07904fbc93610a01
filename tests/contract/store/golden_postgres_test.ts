/** What the tables of PostgreSQL and a backup of them hold after every kind of request, byte by byte. */
import { postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { backupOf, dumpPostgres } from "../../support/store/golden/dump.ts";
import { assertGolden } from "../../support/store/golden/golden.ts";

postgresTest(
  "golden dump of PostgreSQL: the rows of every kind of record and a backup are what they were",
  async () => {
    await using server = await startPostgres();
    const location = await server.database();
    const database = new URL(location).pathname.slice(1);
    await assertGolden({
      engine: "postgres",
      location,
      dump: async (moment, dataDir, app, now) => {
        const rows = await dumpPostgres(server, database);
        if (app !== null) return new Map([[moment, rows]]);
        return new Map([[moment, rows], ["backup", await backupOf(location, dataDir, now)]]);
      },
    });
  },
);
