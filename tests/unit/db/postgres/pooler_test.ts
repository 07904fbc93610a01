/** The engine behind PgBouncer, which gives each transaction another session. */
import assert from "node:assert/strict";
import type { DumpEntry } from "../../../../src/db/backup/dump_entry.ts";
import { PostgresLink } from "../../../../src/db/postgres/connection.ts";
import { PGBOUNCER, startPgBouncer } from "../../../support/servers/pgbouncer.ts";
import { sharedPostgres } from "../../../support/servers/shared_postgres.ts";
import { READS } from "../engine_contract/reads.ts";
import { SHARED } from "../engine_contract/shared.ts";
import { WRITES } from "../engine_contract/writes.ts";
import { dumpPostgres, openPostgres } from "../../../support/store/engines.ts";

Deno.test({
  name: `PgBouncer${PGBOUNCER === null ? " (skipped: no /usr/sbin/pgbouncer)" : ""}`,
  ignore: PGBOUNCER === null,
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async (t) => {
    await using server = await sharedPostgres();
    await using pooler = await startPgBouncer(server);
    const database = async () => new URL(await server.database()).pathname.slice(1);
    await t.step("a pooler is detected, a server is not taken for one", async () => {
      const name = await database();
      const rows: [string, boolean][] = [[pooler.url(name), true], [server.url(name), false]];
      for (const [url, expected] of rows) {
        const link = new PostgresLink(url);
        assert.equal(await link.detectPooler(), expected);
        await link.close();
      }
    });
    for (const row of [...READS, ...WRITES, ...SHARED]) {
      await t.step(row.name, async () => {
        const url = pooler.url(await database());
        const open = () => openPostgres(url);
        const engine = await open();
        try {
          await row.run(engine, { open });
        } finally {
          await engine.close();
        }
      });
    }
    await t.step("entries are loaded and dumped", async () => {
      const url = pooler.url(await database());
      const engine = await openPostgres(url);
      const later = Date.now() + 1e9;
      const entries: DumpEntry[] = [
        { key: ["a"], value: [1], counter: false, expiresAt: null },
        {
          key: ["segment", "01a202eb4fb0000000", "000"],
          value: new Uint8Array(5000),
          counter: false,
          expiresAt: later,
        },
        { key: ["usage", "acc", "2026-11"], value: 3, counter: true, expiresAt: null },
      ];
      await engine.load!(entries);
      const found: DumpEntry[] = [];
      await dumpPostgres(url, (some) => {
        found.push(...some.map(({ key, value, counter, expiresAt }) => ({ key, value, counter, expiresAt })));
        return Promise.resolve();
      });
      assert.deepEqual(found, entries);
      await engine.close();
    });
  },
});
