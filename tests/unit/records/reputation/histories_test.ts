/** Reputation does not expire. */
import assert from "node:assert/strict";
import { openStore } from "../../../support/store/store.ts";

const START = Date.parse("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;

Deno.test("a report counts on every later score; its points decay, and it is deleted only when it is taken back", async () => {
  let now = START;
  const store = await openStore({ now: () => now });
  try {
    const given = { kind: "report", at: START } as const;
    const value = { kind: "email", hash: "hash" } as const;
    const reported = store.histories.abuseWrite([value], "acc", { ...given, by: 1 });
    assert.equal(reported.cells[0]!.expiresAt, undefined);
    await store.writer.write(reported);
    const fresh = await store.histories.read("email", "hash", "acc", now);
    assert.deepEqual([fresh.abuseReports, fresh.recentAbuse], [1, true]);
    assert.ok(fresh.abuseRisk > 0.2);

    now += 3650 * DAY_MS;
    const later = await store.histories.read("email", "hash", "acc", now);
    assert.deepEqual([later.abuseReports, later.recentAbuse], [1, false]);
    assert.ok(later.abuseRisk < 1e-9, String(later.abuseRisk));

    await store.writer.write(store.histories.abuseWrite([value], "acc", { ...given, by: -1 }));
    for (const prefix of ["reputation", "reputation-of"]) {
      assert.deepEqual(await Array.fromAsync(store.engine.scan([prefix])), []);
    }
  } finally {
    await store.close();
  }
});
