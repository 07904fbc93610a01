/** Accounts and keys in memory never fall behind what this process itself made durable. */
import assert from "node:assert/strict";
import type { ApiKey } from "../../../src/model/records.ts";
import { ChangeLog } from "../../../src/db/cluster/change_log.ts";
import { Writer } from "../../../src/db/commit/writer.ts";
import { openDenoKv } from "../../../src/db/deno_kv/deno_kv.ts";
import { Accounts } from "../../../src/records/accounts.ts";
import { engineWith, openStore } from "../../support/store/store.ts";

const KEY: ApiKey = {
  id: "key_1",
  account: "acc_1",
  mode: "live",
  name: "",
  hash: "0".repeat(64),
  tail: "abcd",
  ratePerMinute: 600,
  createdAt: 1,
  revokedAt: null,
};

Deno.test("a key that is revoked during a reload stays revoked", async () => {
  const real = await openDenoKv(":memory:");
  let meanwhile: (() => Promise<void>) | null = null;
  const engine = engineWith(real, {
    async *scan(prefix, options) {
      for await (const entry of real.scan(prefix, options)) yield entry;
      if (prefix[0] !== "key" || meanwhile === null) return;
      const work = meanwhile;
      meanwhile = null;
      await work();
    },
  });
  const changes = new ChangeLog(engine, Date.now);
  await changes.start(false);
  const writer = new Writer({ engine, changes, now: Date.now });
  const accounts = new Accounts(engine, writer, changes);
  try {
    await accounts.putKey(KEY);
    meanwhile = () => accounts.putKey({ ...KEY, revokedAt: 2 });
    await accounts.load();
    assert.equal(accounts.key("key_1")?.revokedAt, 2);
    assert.equal(accounts.keyByHash(KEY.hash)?.revokedAt, 2);
  } finally {
    await writer.flush();
    await engine.close();
  }
});

Deno.test("the highest rate of an account is that of its fastest key in use", async () => {
  await using stack = new AsyncDisposableStack();
  const store = await openStore();
  stack.defer(() => store.close());
  const { accounts } = store;
  const rate = (now: number) => accounts.highestRate("acc_1", now);
  assert.equal(rate(10), 0);
  await accounts.putKey(KEY);
  await accounts.putKey({ ...KEY, id: "key_2", hash: "2", ratePerMinute: 100 });
  await accounts.putKey({ ...KEY, id: "key_3", hash: "3", ratePerMinute: 9000, account: "acc_2" });
  assert.equal(rate(10), 600);
  await accounts.putKey({ ...KEY, id: "key_4", hash: "4", ratePerMinute: 1000, expiresAt: 20 });
  assert.deepEqual([rate(10), rate(19), rate(20)], [1000, 1000, 600], "until it expires");
  await accounts.putKey({ ...KEY, revokedAt: 30 });
  assert.equal(rate(30), 100);
  await accounts.load();
  assert.equal(rate(30), 100);
});
