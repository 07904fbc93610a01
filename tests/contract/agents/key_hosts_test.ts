/** Log lines at start about agent directories that are overridden. */
import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { startServer } from "../../support/process/program.ts";

Deno.test("the start logs every host with an overridden agent directory, and nothing without one", async () => {
  const started = (env: Record<string, string>) =>
    inFolder(async (dir) => {
      const server = await startServer(dir, env);
      await server.stop();
      return server.lines.filter((line) => line.includes("OVERRIDES"));
    });
  const overrides = { "bot.example": "http://127.0.0.1:9/keys", "other.example": "http://127.0.0.1:10" };
  const lines = await started({ WINNOW_AGENT_DIRECTORY_OVERRIDES: JSON.stringify(overrides) });
  assert.equal(lines.length, 2);
  assert.match(lines[0]!, /bot\.example.*http:\/\/127\.0\.0\.1:9\/keys/);
  assert.match(lines[1]!, /other\.example.*http:\/\/127\.0\.0\.1:10/);
  assert.deepEqual(await started({}), []);
});
