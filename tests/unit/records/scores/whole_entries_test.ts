/** Commits of a few scores of one account on PostgreSQL: the account's entry has the records, and there is no chunk. */
import assert from "node:assert/strict";
import { chunkIn, indexesIn } from "../../../../src/db/index/entry.ts";
import { slotNameOf } from "../../../../src/db/commit/segment.ts";
import { SCORES_OF, SEGMENT } from "../../../../src/db/own_rows.ts";
import { RETENTION_MS, type ScoreRecord } from "../../../../src/model/records.ts";
import type { Store } from "../../../../src/records/store.ts";
import { packScore } from "../../../support/fixtures/packed_score.ts";
import { postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { openStore } from "../../../support/store/store.ts";

const START = Date.now();

function recordOf(id: string, account: string): ScoreRecord {
  return {
    ...{ id, account, key: "key", mode: "live", subject: "ip", via: "single", at: START },
    ...{ expiresAt: START + RETENTION_MS, score: 0, verdict: "allow", strictness: 1, summary: null },
    ...{ topSignals: [], rule: null, agentDecision: null, dataVersion: "x".repeat(100) },
    components: [{
      ...{
        kind: "ip",
        hash: `hash of ${id}`,
        relatedHashes: [],
        mask: "192.0.2.•",
        score: 0,
        verdict: "allow",
      },
      ...{ findings: [], trust: [], unknown: {}, rule: null },
    }],
  };
}

type Slot = ReturnType<Store["segments"]["reserve"]>;

async function write(store: Store, account: string, slots: readonly Slot[]): Promise<string[]> {
  const packed = (slot: Slot) => packScore(recordOf(slot.requestId, account));
  await store.writer.write({
    records: slots.map((slot) => ({ slot, owner: account, packed: packed(slot) })),
  });
  return slots.map(({ requestId }) => requestId);
}

const reserve = (store: Store, count: number) =>
  Array.from({ length: count }, () => store.segments.reserve());

async function entriesOf(store: Store, account: string): Promise<{ records: number; isWhole: boolean }[]> {
  const found = await Array.fromAsync(store.engine.scan(SCORES_OF.below(account)));
  return found.map(({ value }) => {
    const entry = SCORES_OF.read(value);
    return { records: indexesIn(entry).length, isWhole: chunkIn(entry) !== null };
  });
}

const chunksOf = async (store: Store) => (await Array.fromAsync(store.engine.scan(SEGMENT.prefix))).length;

function storeTest(name: string, run: (store: Store) => Promise<void>): void {
  postgresTest(name, async () => {
    await using server = await startPostgres();
    const store = await openStore({ location: await server.database(), now: () => START });
    try {
      await run(store);
    } finally {
      await store.close();
    }
  });
}

storeTest("a few records of one account are one value, which everything finds them in", async (store) => {
  const { scores } = store;
  const mine = await write(store, "mine", reserve(store, 12));
  assert.deepEqual(await entriesOf(store, "mine"), [{ records: 12, isWhole: true }]);
  assert.equal(await chunksOf(store), 0);
  const found = await scores.getMany("mine", mine, START);
  assert.deepEqual([...found.keys()], mine);
  for (const id of mine) assert.deepEqual(found.get(id), recordOf(id, "mine"));
  assert.equal((await scores.get("mine", mine[7]!, START))?.id, mine[7]);
  assert.equal(await scores.get("theirs", mine[7]!, START), null);
  assert.equal(
    await scores.get("mine", mine[7]!.replace(/.$/, (last) => last === "0" ? "1" : "0"), START),
    null,
  );
  assert.equal((await scores.getMany("mine", mine, START + RETENTION_MS)).size, 0, "all are over");
  const slots = mine.map((id) => slotNameOf(id)!);
  assert.deepEqual([...(await scores.bySlot("mine", slots.slice(3, 5), START)).keys()], slots.slice(3, 5));
  const listed = await Array.fromAsync(scores.list("mine", { since: START, until: START }));
  assert.deepEqual(listed.map(({ id }) => id), mine.toReversed());
  assert.equal((await scores.count("mine", { since: START, limit: 100 })).count, 12);
  const { positions, records } = await scores.recent("mine", START, (slot) => slot === slots[5]);
  assert.deepEqual([positions, [...records.keys()]], [slots, [slots[5]]]);
});

storeTest("records of two accounts, and of many, have chunks", async (store) => {
  const [one, other] = reserve(store, 2);
  const both = [write(store, "one", [one!]), write(store, "other", [other!])];
  const ids = (await Promise.all(both)).flat();
  const many = await write(store, "many", reserve(store, 200));
  for (const account of ["one", "other", "many"]) {
    assert.equal((await entriesOf(store, account)).some(({ isWhole }) => isWhole), false, account);
  }
  assert.ok(await chunksOf(store) >= 2);
  assert.equal((await store.scores.get("one", ids[0]!, START))?.id, ids[0]);
  assert.equal((await store.scores.getMany("many", many, START)).size, 200);
});

storeTest("commits that share a segment have an entry each, and every record is found", async (store) => {
  const slots = reserve(store, 12);
  const of = (rest: number) => slots.filter((_, index) => index % 3 === rest);
  const written = [...await write(store, "mine", of(1)), ...await write(store, "mine", of(2))];
  assert.deepEqual((await entriesOf(store, "mine")).map(({ records }) => records), [4, 4]);
  assert.deepEqual([...(await store.scores.getMany("mine", written, START)).keys()], written);
  // Alone, too: most of them are not the first of their entry, and none of the segment's.
  for (const id of written) assert.equal((await store.scores.get("mine", id, START))?.id, id);
  const missing = of(0).map(({ requestId }) => requestId);
  assert.equal((await store.scores.getMany("mine", missing, START)).size, 0);
});

storeTest("an erased record leaves the others of its entry, and the last one the entry", async (store) => {
  const ids = await write(store, "mine", reserve(store, 5));
  const erase = (some: readonly string[]) =>
    store.personData.eraseScores("mine", some.map((id) => ({ id, mode: "live" as const })));
  for (let gone = 1; gone <= 5; gone++) {
    await erase([ids[gone - 1]!]);
    const found = await store.scores.getMany("mine", ids, START);
    assert.deepEqual([...found.keys()], ids.slice(gone));
    for (const id of ids.slice(gone)) assert.deepEqual(found.get(id), recordOf(id, "mine"));
    const expected = gone === 5 ? [] : [{ records: 5 - gone, isWhole: true }];
    assert.deepEqual(await entriesOf(store, "mine"), expected);
  }
  const others = await write(store, "mine", reserve(store, 3));
  await store.accountData.remove("mine");
  assert.equal((await store.scores.getMany("mine", others, START)).size, 0);
  assert.deepEqual(await entriesOf(store, "mine"), []);
});

storeTest("such an entry is read on the embedded store, too: a backup was restored there", async (store) => {
  const ids = await write(store, "mine", reserve(store, 6));
  const embedded = await openStore({ now: () => START });
  try {
    for await (const { key, value } of store.engine.scan(SCORES_OF.below("mine"))) {
      await embedded.engine.commit({ set: [{ key, value }] });
    }
    const found = await embedded.scores.getMany("mine", ids, START);
    assert.deepEqual([...found.values()], ids.map((id) => recordOf(id, "mine")));
  } finally {
    await embedded.close();
  }
});
