/** A server that did not run for a while. */
import assert from "node:assert/strict";
import { makeKey, processTest, runCommand, startServer } from "../../support/process/program.ts";

processTest(
  "a key that was revoked while the server was suspended is refused by its first answer",
  async (dir) => {
    const { key, key_id } = await makeKey(dir, "main");
    const other = await makeKey(dir, "other");
    const server = await startServer(dir);
    const paths = ["/v1/score/ip?ip=192.0.2.1", "/v1/rules", "/v1/usage", "/v1/sources"];
    const ask = async (path: string, key: string) => {
      const answer = await fetch(server.origin + path, { headers: { "x-api-key": key } });
      await answer.body?.cancel();
      return answer.status;
    };
    for (let round = 0; round < 3; round++) {
      for (const path of paths) assert.equal(await ask(path, key), 200);
    }
    Deno.kill(server.pid, "SIGSTOP");
    const { code, err } = await runCommand(dir, ["keys", "revoke", key_id]);
    assert.equal(code, 0, err);
    // They are there when it wakes up.
    const asked = [...paths, ...paths, ...paths].map((path) => ask(path, key));
    const others = paths.map((path) => ask(path, other.key));
    Deno.kill(server.pid, "SIGCONT");
    const statuses = await Promise.all(asked);
    assert.ok(statuses.every((status) => status === 401 || status === 403), statuses.join());
    assert.deepEqual(await Promise.all(others), paths.map(() => 200));
    await server.stop();
  },
);
