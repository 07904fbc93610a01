/** What was acknowledged is stored, however the server ends. */
import assert from "node:assert/strict";
import { killAgainAndAgain } from "../../support/process/kill_rounds.ts";
import { makeKey, startServer } from "../../support/process/program.ts";

Deno.test({
  name:
    "kill -9 under concurrent scores, reports, labels, rules and imports loses nothing that was acknowledged",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () => killAgainAndAgain({ rounds: 10 }),
});

Deno.test({
  name:
    "SIGTERM drains: requests under way are answered, the exit code is 0, and everything is there afterwards",
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    const dir = await Deno.makeTempDir({ prefix: "winnow-drain-" });
    try {
      const { key } = await makeKey(dir, "main", "--rpm", "1000000", "--monthly", "1000000");
      const server = await startServer(dir);
      const headers = { "x-api-key": key };
      const under = Array.from(
        { length: 50 },
        (_, i) =>
          fetch(`${server.origin}/v1/score/ip?ip=9.9.9.${i}`, { headers }).then((response) =>
            response.json()
          ),
      );
      await Promise.race(under);
      const code = server.stop();
      const ids = (await Promise.all(under)).map((body) => body.request_id);
      assert.equal(await code, 0);
      const again = await startServer(dir);
      for (const id of ids) {
        assert.equal(
          (await fetch(`${again.origin}/v1/score/${id}`, { headers }).then((r) => r.json())).request_id,
          id,
        );
      }
      await again.kill();
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});
