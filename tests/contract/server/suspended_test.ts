/** A server that did not run for a while. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { revokeKey } from "../../../src/service/access/keys.ts";
import { startApp } from "../../support/app/app.ts";
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
    // A process that is stopped while it writes its file keeps it locked for the command.
    await delay(500);
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

Deno.test("what came while nothing of the process ran is answered after what others wrote was read", async () => {
  await using app = await startApp();
  const { key, keyId } = await app.account("gone");
  await using other = await startApp({ dataDir: app.dataDir });
  const info = {
    remoteAddr: { transport: "tcp" as const, hostname: "127.0.0.1", port: 1 },
    completed: Promise.resolve(),
  };
  const ask = (path: string) =>
    app.app.fetch(new Request(app.origin + path, { headers: { "x-api-key": key } }), info);
  const path = "/v1/score/ip?ip=192.0.2.1";
  assert.equal((await ask(path)).status, 200);
  const { store, now, randomBytes } = other.app.services;
  await revokeKey({ store, now, randomBytes }, keyId);
  // No timer runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  const health = ask("/healthz");
  const first = ask(path);
  assert.equal((await first).status, 401);
  assert.equal((await health).status, 200);
});
