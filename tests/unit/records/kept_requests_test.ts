import assert from "node:assert/strict";
import { isSuperseded } from "../../../src/records/kept_requests.ts";
import { openStore } from "../../support/store/store.ts";

const KEY = { account: "acc", hash: "hash" };
const bytes = (fill: number) => new Uint8Array(200_000).fill(fill);

Deno.test("of two long answers that are made at the same time the first is kept, whole", async () => {
  const now = Date.now();
  const store = await openStore({ now: () => now });
  try {
    const { keptRequests } = store;
    // A killed process left the effect without an answer, and two others make the answer.
    await keptRequests.write(KEY, keptRequests.executed(KEY, "print", "token", now));
    const [first, second] = [1, 2].map((fill) =>
      keptRequests.answered(KEY, "print", "token", bytes(fill), now)
    ) as [ReturnType<typeof keptRequests.answered>, ReturnType<typeof keptRequests.answered>];
    await keptRequests.write(KEY, first.change);
    await assert.rejects(keptRequests.write(KEY, second.change), isSuperseded);
    await Promise.all([first.chunks, second.chunks]);
    const found = await keptRequests.find(KEY.account, [KEY.hash], now);
    assert.equal(found?.state, "answered");
    const kept = await keptRequests.answerOf(KEY.account, found!);
    assert.equal(kept?.length, 200_000);
    assert.ok(kept.every((byte) => byte === 1), "no part of the other one");
  } finally {
    await store.close();
  }
});
