/** What the store's nouns do with hashes under earlier secrets. `new 1` was `old 1` and, before that, `older 1`. */
import assert from "node:assert/strict";
import { addMember, countMembers, NO_MEMBERS, renameMember } from "../../../../src/model/linkage/linkage.ts";
import { IdentifierHasher } from "../../../../src/service/access/identifier_hasher.ts";
import type { EarlierHashes } from "../../../../src/records/secret_record.ts";
import { Seal } from "../../../../src/records/seal.ts";
import type { Store } from "../../../../src/records/store.ts";
import { openStore } from "../../../support/store/store.ts";
import { inFolder } from "../../../support/folder.ts";
import { openEngine } from "../../../support/store/engines.ts";

const NOW = Date.now();
const HOUR = 3_600_000;

const earlier: EarlierHashes = (hash) =>
  hash.startsWith("new ") ? [hash.replace("new", "old"), hash.replace("new", "older")] : [];

async function withStores(work: (before: Store, after: Store) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const location = `${folder}/a.kv`;
    const record = { fingerprint: "b", since: NOW, previous: [], rotatedAt: NOW };
    const before = await openStore({ location, now: () => NOW });
    const after = await openStore({
      location,
      now: () => NOW,
      unlock: () => Promise.resolve({ record, earlier }),
    });
    try {
      await work(before, after);
    } finally {
      await before.close();
      await after.close();
    }
  });
}

Deno.test("a signature is accepted once, also by processes of which one has the earlier secret only", async () => {
  await withStores(async (before, after) => {
    const take = (store: Store, hash: string) =>
      store.agentNonces.take(["acc", "live"], hash, NOW + HOUR, NOW);
    assert.equal(await take(before, "old 1"), true);
    assert.equal(await take(after, "new 1"), false);
    assert.equal(await take(after, "new 2"), true);
    assert.equal(await take(before, "old 2"), false);
    assert.equal(await take(after, "new 2"), false);
  });
});

Deno.test("answers of mailboxes are found under earlier hashes, with the present id", async () => {
  await withStores(async (before, after) => {
    const expiresAt = NOW + HOUR;
    const job = { id: "old 1", group: "g", sealed: "", attempts: 0, dueAt: NOW, leased: false, expiresAt };
    await before.mailboxQueue.add(job);
    await before.mailboxQueue.finish(job, [{ id: "old 1", value: "accepted", expiresAt }]);
    const { answers } = await after.mailboxQueue.find(["new 1", "new 2"]);
    assert.deepEqual(answers, [{ id: "new 1", value: "accepted", expiresAt }, null]);
  });
});

Deno.test("concurrent uses move a reputation once, and labels on earlier hashes follow it", async () => {
  await withStores(async (before, after) => {
    const account = {
      id: "acc",
      name: "acme",
      createdAt: NOW,
      paused: false,
      monthlyQuota: 1,
      madeBy: "operator",
    } as const;
    await before.accounts.addAccount(account);
    const report = (store: Store, hash: string) =>
      store.writer.write(
        store.histories.abuseWrite([{ kind: "ip", hash }], "acc", { kind: "report", at: NOW, by: 1 }),
      );
    await report(before, "older 1");
    await report(before, "old 1");
    await report(after, "new 1");
    const count = () => after.histories.abuseReports("ip", "new 1", "acc", NOW);
    assert.deepEqual(await Promise.all([count(), count(), count()]), [3, 3, 3]);
    const located = await after.histories.earlier.located("acc", [
      { kind: "ip", hash: "older 1" },
      { kind: "ip", hash: "old 1" },
      { kind: "ip", hash: "old 2" },
      { kind: "email", hash: "old 1" },
    ]);
    assert.deepEqual(located.map(({ hash }) => hash), ["new 1", "new 1", "old 2", "old 1"]);
    // A process that still has the earlier secret counts there.
    await report(before, "old 1");
    await after.changes.refresh();
    assert.equal(await count(), 4);
  });
});

Deno.test("a sighting that two processes continue at the same moment is not counted twice", async () => {
  await inFolder(async (folder) => {
    const location = `${folder}/a.kv`;
    const engine = await openEngine(location);
    await engine.commit({
      set: [{ key: ["sighting", "ip", "old 1"], value: [5, 1000], expiresAt: NOW + HOUR }],
    });
    await engine.close();
    const record = { fingerprint: "b", since: NOW, previous: [], rotatedAt: NOW };
    const open = () =>
      openStore({
        location,
        follow: true,
        now: () => NOW,
        unlock: () => Promise.resolve({ record, earlier }),
      });
    const stores = [await open(), await open()];
    try {
      await Promise.all(stores.map(async (store) => {
        const slot = store.segments.reserve();
        const packed = { parts: ["{}"], rest: "{}" };
        await store.writer.write({
          records: [{ slot, owner: "acc", packed }],
          sightings: [{ kind: "ip", hash: "new 1", at: NOW }],
        });
      }));
      for (const store of stores) await store.compactSightings();
      const [entry] = await stores[0]!.engine.get([["sighting", "ip", "new 1"]]);
      assert.deepEqual(entry?.value, [5, 1002]);
    } finally {
      for (const store of stores) await store.close();
    }
  });
});

Deno.test("a member of a set is renamed, and known only once", () => {
  let set = NO_MEMBERS;
  for (const name of ["A", "B", "C"]) set = addMember(set, name.repeat(16), NOW);
  const renamed = renameMember(set, "B".repeat(16), "D".repeat(16));
  assert.equal(renamed.replace("D".repeat(16), "B".repeat(16)), set);
  const both = renameMember(addMember(set, "D".repeat(16), NOW), "B".repeat(16), "D".repeat(16));
  assert.equal(countMembers(both, NOW), 3);
  assert.ok(!both.includes("B"));
  assert.equal(renameMember(set, "x".repeat(16), "D".repeat(16)), set);
});

Deno.test("hashes under earlier secrets are known of what moves, and only of that", () => {
  const old = new IdentifierHasher("the first secret");
  const hasher = new IdentifierHasher("the second secret", ["the first secret"]);
  for (const scope of ["ip", "transaction", "agent-nonce", "mailbox"] as const) {
    assert.deepEqual(hasher.earlier(hasher.hash(scope, "x")), [old.hash(scope, "x")]);
    assert.deepEqual(hasher.hashes(scope, "x"), [hasher.hash(scope, "x"), old.hash(scope, "x")]);
  }
  for (const scope of ["csrf", "account-email", "also", "visitor-network"] as const) {
    assert.deepEqual(hasher.earlier(hasher.hash(scope, "x")), []);
  }
  assert.deepEqual(hasher.relatedHashesOf("x"), [
    ...hasher.relatedHashes(["x"]),
    ...old.relatedHashes(["x"]),
  ]);
  assert.deepEqual(old.earlier(old.hash("ip", "x")), []);
  for (let n = 0; n < 100_000; n++) hasher.hash("ip", String(n));
  assert.deepEqual(
    hasher.earlier(hasher.hash("ip", "x")),
    [old.hash("ip", "x")],
    "after others took its place",
  );
});

Deno.test("Seal decrypts what was encrypted with an earlier secret, and encrypts with the present one", async () => {
  const old = new Seal("the first secret", "mailbox");
  const seal = new Seal("the second secret", "mailbox", ["the first secret"]);
  assert.equal(await seal.decrypt(await old.encrypt("ann@shop.test")), "ann@shop.test");
  assert.equal(await old.decrypt(await seal.encrypt("ann@shop.test")), null);
  assert.equal(await seal.decrypt(await seal.encrypt("ann@shop.test")), "ann@shop.test");
});
