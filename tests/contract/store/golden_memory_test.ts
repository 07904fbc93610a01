/** What a store in memory holds after every kind of request, byte by byte. */
import { dumpMemory, watchMemory } from "../../support/store/golden/dump.ts";
import { assertGolden } from "../../support/store/golden/golden.ts";

Deno.test({
  name: "golden dump of a store in memory: every kind of record is what it was",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async () => {
    const expiries = watchMemory();
    await assertGolden({
      engine: "memory",
      location: ":memory:",
      dump: async (moment, _dataDir, app) =>
        new Map([[moment, await dumpMemory(app!.app.services.store.engine, expiries)]]),
    });
  },
});
