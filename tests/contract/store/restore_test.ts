/** A restore says whether somebody serves the store it writes into. */
import assert from "node:assert/strict";
import { makeKey, runCommand, startServer } from "../../support/process/program.ts";

const SERVED = /A server process uses this store: data written during the restore may be lost/;

Deno.test({
  name:
    "restore beside a running server says that what the server writes may be lost, and beside none nothing",
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    const dir = await Deno.makeTempDir({ prefix: "winnow-restore-" });
    try {
      await makeKey(dir, "main");
      assert.equal((await runCommand(dir, ["backup", `${dir}/file`])).code, 0);
      const server = await startServer(dir);
      const beside = await runCommand(dir, ["restore", `${dir}/file`, "--replace"]);
      assert.equal(beside.code, 0, beside.err);
      assert.match(beside.err, SERVED);
      assert.equal(await server.stop(), 0);
      const after = await runCommand(dir, ["restore", `${dir}/file`, "--replace"]);
      assert.equal(after.code, 0, after.err);
      assert.doesNotMatch(after.err, /server process/);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});
