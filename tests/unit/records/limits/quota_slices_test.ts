import assert from "node:assert/strict";
import { ExactChanges } from "../../../../src/db/cluster/exact_changes.ts";
import { QUOTA_SLICES, QuotaSlices } from "../../../../src/records/limits/quota_slices.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { StoreFailure } from "../../../../src/db/failure.ts";
import { MemoryEngine } from "../../../../src/db/memory.ts";

const NOW = Date.UTC(2026, 10, 22);
const [account, month, quota] = ["acc", "2026-11", 100];

/** `fails` decides on the next commit: "lost" applies nothing, "applied" applies it, and both fail. */
function openSlices() {
  const engine = new MemoryEngine(() => NOW);
  const failing = { next: "" };
  const commit = engine.commit.bind(engine);
  const failingEngine: Pick<Engine, "get" | "commit"> = {
    get: (keys) => engine.get(keys),
    commit: async (batch) => {
      const how = failing.next;
      failing.next = "";
      const version = how === "lost" ? null : await commit(batch);
      if (how !== "") throw new StoreFailure("the store does not answer");
      return version;
    },
  };
  const peers = { number: 7, others: new Set([8]), isSoleProcess: false };
  // Nothing else of the engine is used.
  const slices = new QuotaSlices(new ExactChanges(failingEngine as Engine), peers, () => NOW);
  const stored = async () => {
    const [entry] = await engine.get([QUOTA_SLICES.key(account, month)]);
    return QUOTA_SLICES.read(entry?.value);
  };
  const take = (left: number) => slices.take({ account, month, quota, used: 0, left, wanted: 1 });
  return { slices, failing, stored, take };
}

for (const how of ["lost", "applied"]) {
  Deno.test(`a take whose commit failed (${how}) costs nothing: the next take`, async () => {
    const { failing, stored, take } = openSlices();
    const first = await take(0);
    failing.next = how;
    await assert.rejects(take(first - 1), StoreFailure);
    const next = await take(first - 1);
    const now = (await stored())!;
    assert.equal(now.taken, first + next, "what this process knows of");
    assert.equal(now.left[7]![0], first - 1 + next);
  });

  Deno.test(`a take whose commit failed (${how}) costs nothing: giving back`, async () => {
    const { slices, failing, stored, take } = openSlices();
    failing.next = how;
    await assert.rejects(take(0), StoreFailure);
    assert.ok(slices.isUnsure(account, month));
    await slices.giveBack(account, month, 0);
    assert.ok(!slices.isUnsure(account, month));
    assert.equal((await stored())?.taken ?? 0, 0);
    assert.deepEqual((await stored())?.left ?? {}, {});
  });
}

Deno.test("all of a quota is taken after failures, and never more", async () => {
  const { failing, take } = openSlices();
  let taken = 0;
  for (let count = 0; taken < quota; count++) {
    failing.next = ["applied", "", "lost"][count % 3]!;
    taken += await take(0).catch(() => 0);
    assert.ok(count < 3 * quota);
  }
  assert.equal(taken, quota);
  assert.equal(await take(0), 0);
});
