/** The account of the first start. */
import assert from "node:assert/strict";
import { firstStart } from "../../../src/server/first_start.ts";
import { Store } from "../../../src/records/store.ts";

const CONFIG = { dataDir: "/nowhere", rateLimit: 60 };
const ORIGIN = "http://127.0.0.1:8080";

async function openStore(location: string): Promise<Store> {
  return await Store.open({
    location,
    now: Date.now,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow: false,
  });
}

async function start(store: Store): Promise<string[]> {
  const lines: string[] = [];
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  await firstStart(CONFIG, { store, now: Date.now, randomBytes }, ORIGIN, {
    log: (line) => lines.push(line),
    terminal: true,
  });
  return lines;
}

Deno.test("the first start makes an account with a live and a test key; later ones make nothing", async () => {
  const store = await openStore(":memory:");
  try {
    const lines = await start(store);
    const [account, ...more] = store.accounts.all();
    assert.deepEqual([account?.name, account?.monthlyQuota, account?.madeBy], ["default", null, "operator"]);
    assert.deepEqual(more, []);
    const keys = store.accounts.keysOf(account!.id);
    assert.deepEqual(keys.map(({ mode }) => mode).sort(), ["live", "test"]);
    for (const key of keys) {
      assert.ok(lines.some((line) => line.startsWith(`  ${key.mode}  wk_${key.mode}_`)));
    }
    assert.deepEqual(await start(store), []);
  } finally {
    await store.close();
  }
});

Deno.test("of two processes that start first on one store, one makes the account", async () => {
  const dir = await Deno.makeTempDir({ prefix: "winnow-first-start-" });
  const one = await openStore(`${dir}/winnow.kv`);
  const two = await openStore(`${dir}/winnow.kv`);
  try {
    assert.notDeepEqual(await start(one), []);
    assert.deepEqual(await start(two), []);
    await two.accounts.load();
    assert.equal(two.accounts.all().length, 1);
    assert.equal(two.accounts.keysOf(two.accounts.all()[0]!.id).length, 2);
  } finally {
    await one.close();
    await two.close();
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("a store that cannot be written fails the first start, and leaves nothing of the account", async () => {
  const store = await openStore(":memory:");
  const commit = store.engine.commit;
  store.engine.commit = () => Promise.reject(new Error("the disk is full"));
  try {
    await assert.rejects(start(store), { message: "the disk is full" });
    assert.deepEqual(store.accounts.all(), []);
  } finally {
    store.engine.commit = commit;
    await store.close();
  }
});
