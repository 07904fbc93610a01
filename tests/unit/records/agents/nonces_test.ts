import assert from "node:assert/strict";
import { MINUTE, NOW, withTwo } from "../../../support/store/agent_records.ts";

Deno.test("AgentNonces accepts a signature once, over all processes", async () => {
  await withTwo(async (one, two) => {
    const until = NOW + MINUTE;
    const takes = [one, two, one, two, one, two].map(({ nonces }) =>
      nonces.take(["acc", "live"], "hash", until, NOW)
    );
    assert.equal((await Promise.all(takes)).filter((taken) => taken).length, 1);
    assert.equal(await two.nonces.take(["acc", "test"], "hash", until, NOW), true, "another scope");
    assert.equal(await two.nonces.take(["other", "live"], "hash", until, NOW), true, "another account");
    assert.equal(
      await one.nonces.take(["acc", "live"], "hash", until, until),
      false,
      "until its last moment",
    );
    assert.equal(
      await one.nonces.take(["acc", "live"], "hash", until + MINUTE, until + 1),
      true,
      "used again later",
    );
  });
});
