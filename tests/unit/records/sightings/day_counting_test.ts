/** What is counted by day is counted in the commit of what it counts, or not at all. */
import assert from "node:assert/strict";
import {
  addCounted,
  type Counted,
  countedLabel,
  countedOf,
  dayOf,
} from "../../../../src/model/day_counts.ts";
import { DAY_MS } from "../../../../src/model/duration.ts";
import type { OutcomeLabel, ScoreRecord } from "../../../../src/model/records.ts";
import type { Batch } from "../../../../src/db/engine.ts";
import type { CellCache } from "../../../../src/db/commit/cell_cache.ts";
import { DAY_COUNT, DayCounting } from "../../../../src/records/sightings/day_counting.ts";
import { openStore } from "../../../support/store/store.ts";
import { COUNTED_FROM } from "../../../../src/db/own_rows.ts";
import { NOTE } from "../../../../src/records/notes.ts";

const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
const TODAY = dayOf(NOW);

function one(account: string, name: string, at = NOW): Counted {
  return { account, at, names: [[name]], mode: "live" };
}

async function withStore(test: (store: Awaited<ReturnType<typeof openStore>>) => Promise<void>) {
  const store = await openStore({ now: () => NOW });
  try {
    await test(store);
  } finally {
    await store.close();
  }
}

Deno.test("a record counts as its verdict, its components and their findings with points", () => {
  const rows: [Partial<ScoreRecord>, readonly string[]][] = [
    [{}, ["allow"]],
    [{ mode: "test", verdict: "block" }, ["test block"]],
    [{ rule: { id: "r", action: "block", kind: "ip", value: "8.8.8.8" } }, ["allow", "ruled"]],
    [{
      components: [
        { kind: "ip", findings: [["tor_exit", "egress", 70, ""], ["vpn_exit", "egress", 0, ""]] },
        { kind: "email", findings: [] },
      ] as unknown as ScoreRecord["components"], // the rest of a component does not count
    }, ["allow", "ip", "ip tor_exit", "email"]],
  ];
  for (const [given, names] of rows) {
    const record = { mode: "live", verdict: "allow", rule: null, components: [], ...given };
    const totals = new Map<string, number>();
    addCounted(countedOf(record as unknown as ScoreRecord), totals);
    assert.deepEqual([...totals], names.map((name) => [name, 1]));
  }
});

Deno.test("a label counts when it comes and when it goes, not when it changes", () => {
  const label = { outcome: "fraud" } as OutcomeLabel;
  const rows = [
    [null, true, "live", ["labelled"], 1],
    [null, true, "test", ["labelled"], 1],
    [label, false, "live", ["labelled"], -1],
    [label, true, "live", undefined, undefined],
    [null, false, "live", undefined, undefined],
  ] as const;
  for (const [before, isLabelled, mode, names, by] of rows) {
    const counted = countedLabel({ account: "a", at: NOW, mode } as ScoreRecord, before, isLabelled);
    assert.deepEqual([counted?.names.flat(), counted?.by], [names, by]);
    if (counted !== null) assert.equal(counted.mode, mode);
  }
});

Deno.test("a group commit writes one cell for each account and day, and the sums are read by day", async () => {
  await withStore(async (store) => {
    const sets: string[][] = [];
    const commit = store.engine.commit.bind(store.engine);
    store.engine.commit = (batch: Batch) => {
      sets.push((batch.set ?? []).map(({ key }) => key[0]!).filter((part) => part === "day-count"));
      return commit(batch);
    };
    const first = store.writer.write({ counts: [one("mine", "allow")] });
    await Promise.all([
      first,
      ...Array.from({ length: 60 }, (_, index) =>
        store.writer.write({
          counts: [one("mine", "allow"), one(index % 2 ? "mine" : "theirs", "block", NOW - DAY_MS)],
        })),
    ]);
    assert.ok(sets.length <= 3 && sets.every((each) => each.length <= 3), JSON.stringify(sets));
    const { from, days } = await store.dayCounts.since("mine", TODAY - 3);
    assert.equal(from, TODAY - 3, "a new store counts from its beginning on");
    assert.deepEqual(
      [...days].map(([day, totals]) => [day, Object.fromEntries(totals)]),
      [[TODAY - 1, { block: 30 }], [TODAY, { allow: 61 }]],
    );
    assert.equal((await store.dayCounts.since("mine", TODAY)).days.size, 1);
    assert.equal((await store.dayCounts.since("min", TODAY - 3)).days.size, 0);
  });
});

Deno.test("a write that is refused or fails counts nothing, and the next one counts on", async () => {
  await withStore(async (store) => {
    const count = async () => (await store.dayCounts.since("mine", TODAY)).days.get(TODAY)?.get("allow") ?? 0;
    const refusing = NOTE.update(NOTE.key("mine", "x"), {
      exact: true,
      change: () => {
        throw new Error("refused");
      },
    });
    const group = await Promise.allSettled([
      store.writer.write({ counts: [one("mine", "allow")] }),
      store.writer.write({ counts: [one("mine", "allow")], cells: [refusing] }),
      store.writer.write({ counts: [one("mine", "allow")] }),
    ]);
    assert.deepEqual(group.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.equal(await count(), 2);
    const commit = store.engine.commit.bind(store.engine);
    const failing = (isApplied: boolean) => async (batch: Batch) => {
      store.engine.commit = commit;
      if (isApplied) await commit(batch);
      throw new Error("the connection was lost");
    };
    // Nobody knows whether the batch was applied; what is counted next starts from what is there.
    for (const [isApplied, expected] of [[false, 3], [true, 5]] as const) {
      store.engine.commit = failing(isApplied);
      await assert.rejects(store.writer.write({ counts: [one("mine", "allow")] }));
      await store.writer.write({ counts: [one("mine", "allow")] });
      assert.equal(await count(), expected, String(isApplied));
    }
  });
});

Deno.test("a group holds as many writes as fit with the cells in which they count", async () => {
  await withStore(async (store) => {
    await Promise.all(
      Array.from(
        { length: 1500 },
        (_, index) => store.writer.write({ counts: [one(`account ${index}`, "allow")] }),
      ),
    );
    const entries = await Array.fromAsync(store.engine.scan(DAY_COUNT.prefix));
    assert.equal(entries.length, 1500);
  });
});

Deno.test("a store of an earlier version is counted from the next day on", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const options = { location: `${folder}/store`, now: () => NOW };
    const before = await openStore(options);
    await before.engine.commit({ delete: [COUNTED_FROM.key()] });
    assert.equal((await before.dayCounts.since("mine", TODAY)).from, Infinity);
    await before.close();
    const command = await openStore({ ...options, follow: false });
    assert.equal((await command.dayCounts.since("mine", TODAY)).from, Infinity, "a command is no server");
    await command.close();
    for (const later of [0, 3 * DAY_MS]) {
      const store = await openStore({ ...options, follow: true, now: () => NOW + later });
      assert.equal((await store.dayCounts.since("mine", TODAY)).from, TODAY + 1);
      await store.close();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a run that counts many accounts begins new cells, and remembers no more of the old ones", () => {
  const begun: string[] = [];
  const cells = { put: (key: readonly string[]) => void begun.push(key.join(" ")) } as unknown as CellCache;
  const counting = new DayCounting("run", cells);
  const count = (account: number) =>
    counting.begin([{ counts: [one(`acc_${account}`, "allow")] }])[0]!.key.at(-1);
  for (let account = 0; account < 100_000; account++) count(account);
  assert.equal(begun.length, 100_000);
  assert.deepEqual([count(0), begun.length], ["run.1", 100_001], "account 0 has a new cell");
  assert.deepEqual([count(0), begun.length], ["run.1", 100_001], "which is begun once");
});
