import assert from "node:assert/strict";
import { Store } from "../../../../src/records/store.ts";

Deno.test("a report of several writes is billed once, also when the usage is refreshed between them", async () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const store = await Store.open({
    location: ":memory:",
    now: () => now,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow: false,
  });
  try {
    const month = store.usage.monthOf(now);
    const commit = store.engine.commit.bind(store.engine);
    const refreshes: Promise<void>[] = [];
    store.engine.commit = (batch) => {
      refreshes.push(store.writer.runBetweenCommits(() => store.usage.refresh()));
      return commit(batch);
    };
    const hashes = Array.from({ length: 300 }, (_, index) => `hash ${index}`);
    const report = { account: "acc", id: () => "report", kind: "email", hashes } as const;
    const charge = async () => (await store.usage.reserve("acc", month, 10, 1))!;
    await store.reports.count(report, () => now, charge);
    await Promise.all(refreshes.slice(0, -1));
    assert.equal(await store.usage.taken("acc", month), 1);
    assert.ok(refreshes.length >= 3);
  } finally {
    await store.close();
  }
});
