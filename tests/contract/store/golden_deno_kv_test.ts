/** What a Deno KV file, its journal and its backup hold after every kind of request, byte by byte. */
import { backupOf, dumpDenoKv, journalOf, watchDenoKv } from "../../support/store/golden/dump.ts";
import { assertGolden } from "../../support/store/golden/golden.ts";

Deno.test({
  name: "golden dump of a Deno KV file: every kind of record, the journal and a backup are what they were",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async () => {
    const expiries = watchDenoKv();
    await assertGolden({
      engine: "deno_kv",
      dump: async (moment, dataDir, app, now) => {
        const path = `${dataDir}/winnow.kv`;
        if (app === null) {
          const dump = await dumpDenoKv(path, expiries);
          return new Map([[moment, dump], ["backup", await backupOf(path, dataDir, now, expiries)]]);
        }
        // A read of everything comes after what is in the journal alone.
        await Array.fromAsync(app.app.services.store.engine.scan([]));
        const dump = await dumpDenoKv(path, expiries);
        if (moment !== "alone") return new Map([[moment, dump]]);
        return new Map([[moment, dump], ["journal", await journalOf(path)]]);
      },
    });
  },
});
