import assert from "node:assert/strict";
import fc from "fast-check";
import { MINUTE_MS } from "../../../../src/model/duration.ts";
import { requestTime } from "../../../../src/db/commit/segment.ts";
import { type SlotName, slotName } from "../../../../src/db/commit/slot_name.ts";
import type { Store } from "../../../../src/records/store.ts";
import { openStore } from "../../../support/store/store.ts";
import { POSTING_CHUNK, POSTINGS, SCORES_OF } from "../../../../src/db/own_rows.ts";
import { rounds } from "../../../support/rounds.ts";

const START = Date.parse("2026-11-20T12:00:00Z");

interface Written {
  readonly account: string;
  readonly slot: SlotName;
  readonly terms: readonly number[] | undefined;
}

/** One commit: records of some accounts, each with its terms. */
async function commit(
  store: Store,
  records: readonly { readonly account: string; readonly terms?: readonly number[] }[],
): Promise<Written[]> {
  const slots = records.map(() => store.segments.reserve());
  await store.writer.write({
    records: records.map(({ account, terms }, at) => ({
      owner: account,
      slot: slots[at]!,
      packed: { parts: ["{}"], rest: "{}", ...(terms === undefined ? {} : { terms }) },
    })),
  });
  return records.map(({ account, terms }, at) => ({
    account,
    terms,
    slot: slotName(slots[at]!.segment.id, slots[at]!.index),
  }));
}

async function found(
  store: Store,
  account: string,
  terms: readonly number[] | null,
  { since = 0, before = null as SlotName | null } = {},
): Promise<SlotName[]> {
  return await Array.fromAsync(store.postings.find(account, terms, { since, before }));
}

function expected(
  written: readonly Written[],
  account: string,
  terms: readonly number[] | null,
  before: SlotName | null = null,
): SlotName[] {
  return written.filter((one) => one.account === account && (before === null || one.slot < before))
    .filter((one) => terms === null || terms.some((term) => one.terms!.includes(term)))
    .map(({ slot }) => slot).sort().reverse();
}

/** Of each term so many of the newest. */
function newestOf(
  written: readonly Written[],
  account: string,
  terms: readonly number[],
  limit: number,
): SlotName[] {
  const slots = terms.flatMap((term) => expected(written, account, [term]).slice(0, limit));
  return [...new Set(slots)].sort();
}

Deno.test("finding by terms is filtering all scores, whenever the index was compacted", async () => {
  const term = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0xffffffff, 0x80000000));
  const record = fc.record({
    account: fc.constantFrom("acc_a", "acc_b"),
    terms: fc.array(term, { maxLength: 4 }).map((terms) => [...new Set(terms)]),
  });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.array(record, { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom("compact", "wait") },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.array(term, { minLength: 1, maxLength: 3 }),
      fc.nat(),
      async (steps, terms, place) => {
        let now = START;
        const store = await openStore({ now: () => now });
        try {
          const written: Written[] = [];
          for (const step of steps) {
            now += 7;
            if (step === "wait") now += 3 * MINUTE_MS;
            else if (step === "compact") await store.postings.compact("acc_a", 1);
            else written.push(...await commit(store, step));
          }
          for (const account of ["acc_a", "acc_b", "acc_c"]) {
            const all = expected(written, account, null);
            assert.deepEqual(await found(store, account, null), all);
            assert.deepEqual(await found(store, account, terms), expected(written, account, terms));
            const before = all[place % (all.length + 1)] ?? null;
            assert.deepEqual(
              await found(store, account, terms, { before }),
              expected(written, account, terms, before),
            );
            const limit = 1 + place % 3;
            assert.deepEqual(
              [...await store.postings.newest(account, terms, { since: 0, limit })].sort(),
              newestOf(written, account, terms, limit),
            );
            assert.deepEqual(
              await store.postings.first(account, terms[0]!, 0),
              expected(written, account, [terms[0]!]).at(-1) ?? null,
            );
          }
        } finally {
          await store.close();
        }
      },
    ),
    { numRuns: rounds(60) },
  );
});

/** Scores with a term of their own each, one that every third has, and one that all have. */
async function fill(store: Store, count: number, from: number): Promise<Written[]> {
  const writing = Array.from({ length: count }, (_, at) => {
    const number = from + at;
    return commit(store, [{ account: "acc", terms: [number, number % 3, 99, 0xfffffff0 + number % 7] }]);
  });
  return (await Promise.all(writing)).flat();
}

async function runsKept(store: Store): Promise<number> {
  const kept = new Set<string>();
  for await (const { key } of store.engine.scan(POSTING_CHUNK.below("acc"))) kept.add(key[2]!);
  return kept.size;
}

Deno.test("many runs are merged into few, and hold the same", async () => {
  let now = START;
  const store = await openStore({ now: () => now });
  try {
    const written: Written[] = [];
    for (let round = 0; round < 20; round++) {
      written.push(...await fill(store, 1000, 100 + written.length));
      now += 3 * MINUTE_MS;
      await store.postings.compact("acc", 1);
    }
    const [entry] = await store.engine.get([POSTINGS.key("acc")]);
    const { runs } = POSTINGS.read(entry!.value);
    assert.deepEqual(runs.map(({ level, records }) => [level, records]), [
      [1, 8000],
      [1, 8000],
      [0, 1000],
      [0, 1000],
      [0, 1000],
      [0, 1000],
    ]);
    for (const term of [0, 99, 0xfffffff3, 100, 1099]) {
      assert.deepEqual(await found(store, "acc", [term]), expected(written, "acc", [term]), String(term));
    }
    assert.equal(await store.postings.first("acc", 99, 0), expected(written, "acc", [99]).at(-1));
    // Neighbours in a chunk, terms of several chunks, and one that is in none.
    const terms = [0xfffffff3, 99, 0, 1099, ...written.slice(300, 900).flatMap(({ terms }) => terms![0]!)];
    for (const limit of [1, 5000, 30_000]) {
      assert.deepEqual(
        [...await store.postings.newest("acc", terms, { since: 0, limit })].sort(),
        newestOf(written, "acc", terms, limit),
        `${limit} of each`,
      );
    }
    const { slot } = written[12_345]!;
    assert.deepEqual(
      await found(store, "acc", [2, 99], { before: slot }),
      expected(written, "acc", [99], slot),
    );
    await fill(store, 1, 0);
    now += 3 * MINUTE_MS;
    await store.postings.compact("acc", 1);
    assert.equal(await runsKept(store), 7, "the chunks of merged runs are gone");
  } finally {
    await store.close();
  }
});

Deno.test("scores of a moment ago stay out of runs, and expired runs are dropped", async () => {
  let now = START;
  const store = await openStore({ now: () => now });
  const runs = async () => {
    const [entry] = await store.engine.get([POSTINGS.key("acc")]);
    return (POSTINGS.read(entry?.value)?.runs ?? []).length;
  };
  try {
    const [one] = await commit(store, [{ account: "acc", terms: [1] }]);
    now += MINUTE_MS;
    await store.postings.compact("acc", 1);
    assert.equal(await runs(), 0);
    now += 2 * MINUTE_MS;
    await store.postings.compact("acc", 2);
    assert.equal(await runs(), 0, "one score is fewer than two");
    await store.postings.compact("acc", 1);
    assert.equal(await runs(), 1);
    assert.deepEqual(await found(store, "acc", [1]), [one!.slot]);
    assert.deepEqual(await found(store, "acc", [1], { since: START + 1000 }), []);
    now += SCORES_OF.lifetimeMs + MINUTE_MS;
    await commit(store, [{ account: "acc", terms: [1] }]);
    now += 3 * MINUTE_MS;
    await store.postings.compact("acc", 1);
    assert.equal(await runs(), 1);
  } finally {
    await store.close();
  }
});

Deno.test("a run is made of few scores that have many terms, and of many that have few", async () => {
  for (const [scores, terms, runs] of [[1800, 10, 1], [1500, 10, 0], [2100, 2, 1], [1900, 2, 0]] as const) {
    let now = START;
    const store = await openStore({ now: () => now });
    try {
      const records = Array.from(
        { length: 100 },
        () => ({ account: "acc", terms: Array.from({ length: terms }, (_, term) => term) }),
      );
      for (let from = 0; from < scores; from += 100) await commit(store, records);
      now += 3 * MINUTE_MS;
      await store.postings.compact("acc");
      const [entry] = await store.engine.get([POSTINGS.key("acc")]);
      assert.equal(POSTINGS.read(entry?.value)?.runs.length ?? 0, runs, `${scores} of ${terms}`);
    } finally {
      await store.close();
    }
  }
});

Deno.test("a merge that is stopped leaves the runs as they were, and no chunks", async () => {
  let now = START;
  const store = await openStore({ now: () => now });
  try {
    const written: Written[] = [];
    for (let round = 0; round < 7; round++) {
      written.push(...await fill(store, 1000, 100 + written.length));
      now += 3 * MINUTE_MS;
      await store.postings.compact("acc", 1);
    }
    written.push(...await fill(store, 1000, 100 + written.length));
    now += 3 * MINUTE_MS;
    const { commit } = store.engine;
    let stopping: Promise<void> | null = null;
    store.engine.commit = (batch) => {
      // The manifest with the eighth run: the merge begins.
      const begins = (batch.set ?? []).some(({ key }) => key[0] === POSTINGS.prefix[0]);
      if (begins) stopping ??= store.postings.stop();
      return commit.call(store.engine, batch);
    };
    await store.postings.compact("acc", 1);
    await stopping;
    store.engine.commit = commit;
    assert.equal(await runsKept(store), 8);
    assert.deepEqual(await found(store, "acc", [99]), expected(written, "acc", [99]));
  } finally {
    await store.close();
  }
});

Deno.test("two processes that compact at once leave one index", async () => {
  let now = START;
  const path = await Deno.makeTempFile({ suffix: ".kv" });
  await Deno.remove(path);
  const one = await openStore({ location: path, now: () => now });
  const other = await openStore({ location: path, now: () => now });
  try {
    const written = [
      ...await commit(one, [{ account: "acc", terms: [1, 2] }]),
      ...await commit(other, [{ account: "acc", terms: [2, 3] }]),
    ];
    now += 3 * MINUTE_MS;
    await Promise.all([one.postings.compact("acc", 1), other.postings.compact("acc", 1)]);
    for (const store of [one, other]) {
      for (const term of [1, 2, 3]) {
        assert.deepEqual(await found(store, "acc", [term]), expected(written, "acc", [term]));
      }
    }
    assert.equal(await runsKept(one), 1);
  } finally {
    await one.close();
    await other.close();
    for (const end of ["", "-shm", "-wal"]) await Deno.remove(path + end).catch(() => {});
  }
});

Deno.test("a slot that is never written does not date the scores after it", async () => {
  let now = START;
  const store = await openStore({ now: () => now });
  try {
    store.segments.reserve();
    now += 60 * MINUTE_MS;
    assert.equal(requestTime(store.segments.reserve().requestId), now);
  } finally {
    await store.close();
  }
});
