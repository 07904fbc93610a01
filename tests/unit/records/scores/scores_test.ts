import assert from "node:assert/strict";
import { RETENTION_MS, type ScoreRecord } from "../../../../src/model/records.ts";
import type { Engine, Key } from "../../../../src/db/engine.ts";
import { slotNameOf } from "../../../../src/db/commit/segment.ts";
import { StoredScores } from "../../../../src/records/scores/stored_scores.ts";
import { Store } from "../../../../src/records/store.ts";
import { packScore } from "../../../support/fixtures/packed_score.ts";
import { engineWith, openStore } from "../../../support/store/store.ts";
import { SEGMENT } from "../../../../src/db/own_rows.ts";

const START = Date.now();

interface Opened {
  readonly store: Store;
  at(time: number): void;
  /** The request ids of one commit's records. */
  write(...accounts: string[]): Promise<string[]>;
}

async function withStore(work: (opened: Opened) => Promise<void>): Promise<void> {
  let now = START;
  const store = await openStore({ now: () => now });
  const write = async (...accounts: string[]) => {
    const records = accounts.map((account) => {
      const slot = store.segments.reserve();
      return { slot, owner: account, packed: packScore(recordOf(slot.requestId, account, now)) };
    });
    await store.writer.write({ records });
    return records.map(({ slot }) => slot.requestId);
  };
  try {
    await work({ store, at: (time) => now = time, write });
  } finally {
    await store.close();
  }
}

function recordOf(id: string, account: string, at: number): ScoreRecord {
  return {
    id,
    account,
    key: "key",
    mode: "live",
    subject: "ip",
    via: "single",
    at,
    expiresAt: at + RETENTION_MS,
    score: 0,
    verdict: "allow",
    strictness: 1,
    summary: "s".repeat(400),
    topSignals: [],
    rule: null,
    agentDecision: null,
    components: [],
    dataVersion: "x".repeat(900),
  };
}

Deno.test("getMany finds what get finds, over segments and chunks, and nothing else", async () => {
  await withStore(async ({ store, at, write }) => {
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      at(START + round);
      ids.push(...await write(...Array(200).fill("mine"), "theirs"));
    }
    const mine = ids.filter((_, index) => index % 201 !== 200);
    const forged = mine[7]!.slice(0, -1) + (mine[7]!.endsWith("0") ? "1" : "0");
    const asked = [...ids, forged, "req_x", "req_00000000-0000-7000-8000-000000000000", mine[0]!];
    const found = await store.scores.getMany("mine", asked, START + 10);
    assert.deepEqual([...found.keys()].sort(), [...mine].sort());
    for (const [id, record] of found) assert.equal(record.id, id);
    for (const id of [mine[0]!, mine[599]!]) {
      assert.deepEqual(await store.scores.get("mine", id, START + 10), found.get(id));
    }
    assert.equal(await store.scores.get("mine", forged, START + 10), null);
    assert.equal((await store.scores.getMany("mine", ids, START + RETENTION_MS + 2)).size, 0, "all are over");
    assert.equal((await store.scores.getMany("mine", [], START)).size, 0);
  });
});

Deno.test("a slot that was reserved before another commit is found in its own", async () => {
  await withStore(async ({ store, write }) => {
    const early = store.segments.reserve();
    const [between] = await write("mine");
    await store.writer.write({
      records: [{
        slot: early,
        owner: "mine",
        packed: packScore(recordOf(early.requestId, "mine", START)),
      }],
    });
    const found = await store.scores.getMany("mine", [early.requestId, between!], START + 10);
    assert.deepEqual([...found.keys()].sort(), [early.requestId, between!].sort());
  });
});

Deno.test("count counts an account's own records since a time, the newest up to a limit", async () => {
  await withStore(async ({ store, at, write }) => {
    for (let round = 0; round < 5; round++) {
      at(START + round * 1000);
      await write("mine", "mine", "theirs");
    }
    assert.deepEqual(await store.scores.count("mine", { since: START, limit: 100 }), {
      count: 10,
      since: START,
      capped: false,
    });
    assert.deepEqual(await store.scores.count("mine", { since: START + 2500, limit: 100 }), {
      count: 4,
      since: START + 2500,
      capped: false,
    });
    assert.deepEqual(await store.scores.count("mine", { since: START, limit: 3 }), {
      count: 4,
      since: START + 3000,
      capped: true,
    });
    assert.equal((await store.scores.count("nobody", { since: START, limit: 3 })).count, 0);
  });
});

Deno.test("an account's records of shared segments are read from the chunks that hold them, and no other", async () => {
  await withStore(async ({ store, at, write }) => {
    const mine: string[] = [];
    for (let round = 0; round < 3; round++) {
      at(START + round);
      const ids = await write(...Array(400).fill("theirs"), "mine", ...Array(400).fill("theirs"), "mine");
      mine.push(ids[400]!, ids[801]!);
    }
    const all = await Array.fromAsync(store.engine.scan(["segment"]));
    assert.ok(all.length >= 3 * 3, `${all.length} chunks`);
    const read: string[] = [];
    const scores = new StoredScores(watched(store.engine, (key) => {
      if (key[0] === "segment") read.push(key.join("/"));
    }));
    const listed = await Array.fromAsync(scores.list("mine", { since: START, until: START + 10 }));
    assert.deepEqual(listed.map(({ id }) => id), mine.toReversed());
    assert.equal(read.length, 3 * 2, "two chunks of each segment");
    read.length = 0;
    assert.equal((await scores.get("mine", mine[0]!, START + 10))?.id, mine[0]);
    assert.equal(read.length, 1);
  });
});

Deno.test("list finds records whose commits alternated in one segment", async () => {
  await withStore(async ({ store }) => {
    const slots = Array.from({ length: 400 }, () => store.segments.reserve());
    const of = (account: string, some: typeof slots) =>
      store.writer.write({
        records: some.map((slot) => ({
          slot,
          owner: account,
          packed: packScore(recordOf(slot.requestId, account, START)),
        })),
      });
    await of("mine", slots.filter((_, index) => index % 3 === 0));
    await of("theirs", slots.filter((_, index) => index % 3 === 1));
    await of("mine", slots.filter((_, index) => index % 3 === 2));
    const listed = await Array.fromAsync(store.scores.list("mine", { since: START, until: START + 10 }));
    const expected = slots.filter((_, index) => index % 3 !== 1).map(({ requestId }) => requestId);
    assert.deepEqual(listed.map(({ id }) => id).sort(), expected.sort());
  });
});

/** The engine, which reports each key that a scan returns to a listener. */
function watched(engine: Engine, onEntry: (key: Key) => void): Engine {
  return engineWith(engine, {
    async *scan(prefix, options) {
      for await (const entry of engine.scan(prefix, options)) {
        onEntry(entry.key);
        yield entry;
      }
    },
  });
}

Deno.test("a record that was committed alone is found by id, by slot and in the list, and by its account only", async () => {
  await withStore(async ({ store, write }) => {
    const { engine, scores } = store;
    const [alone] = await write("one");
    const [first, second] = await write("one", "two");
    assert.equal((await Array.fromAsync(engine.scan(SEGMENT.prefix))).length, 1);
    for (
      const [account, id, isFound] of [
        ["one", alone!, true],
        ["one", first!, true],
        ["two", second!, true],
        ["two", alone!, false],
        ["one", alone!.replace(/.$/, (last) => last === "0" ? "1" : "0"), false],
      ] as const
    ) {
      const found = await scores.get(account, id, START);
      assert.equal(found?.id ?? null, isFound ? id : null);
      const slot = slotNameOf(id)!;
      if (account === "one" && isFound) {
        assert.equal((await scores.bySlot(account, [slot], START)).get(slot)?.id, id);
      }
    }
    assert.equal((await scores.get("one", alone!, START + RETENTION_MS)) === null, true);
    const listed = await Array.fromAsync(scores.list("one", { since: START, until: START }));
    assert.deepEqual(listed.map(({ id }) => id), [first, alone]);
    assert.equal((await scores.count("one", { since: START, limit: 10 })).count, 2);
    await store.accountData.remove("one");
    assert.equal(await scores.get("one", alone!, START), null);
    assert.equal((await scores.get("two", second!, START))?.id, second);
  });
});
