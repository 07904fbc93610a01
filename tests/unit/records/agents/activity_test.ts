import assert from "node:assert/strict";
import { type AgentProcess, MINUTE, NOW, withTwo } from "../../../support/store/agent_records.ts";

Deno.test("AgentActivity counts the last hour by the minute, over all processes", async () => {
  await withTwo(async (one, two) => {
    const come = async ({ store, activity }: AgentProcess, minute: number): Promise<number> => {
      let counted = 0;
      const change = activity.counting("acc", "agent", NOW + minute * MINUTE, (count) => counted = count);
      await store.writer.write(change);
      return counted;
    };
    assert.equal(await come(one, 0), 1);
    assert.equal(await come(two, 0), 2);
    assert.equal(await come(one, 59), 3);
    assert.equal(await one.activity.count("acc", "agent", NOW + 59 * MINUTE), 3);
    assert.equal(await one.activity.count("acc", "agent", NOW + 60 * MINUTE), 1);
    assert.equal(await come(two, 60), 2);
    assert.equal(await come(two, 58), 3, "a clock a little behind counts too");
    assert.equal(await come(one, 500), 1);
    assert.equal(await one.activity.count("acc", "other", NOW), 0);
    assert.equal(await one.activity.count("other", "agent", NOW), 0);
  });
});
