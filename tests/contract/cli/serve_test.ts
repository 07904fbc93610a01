/** `winnow serve`: starts that fail. */
import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { processTest, runCommand, startServer } from "../../support/process/program.ts";

Deno.test("serve refuses unknown options", async () => {
  await inFolder(async (dir) => {
    const { code, err } = await runCommand(dir, ["serve", "--prot", "9000"]);
    assert.equal(code, 2);
    assert.match(err, /^winnow: .*--prot.*\n$/);
  });
});

processTest("a port in use is one line that names it", async (dir) => {
  const server = await startServer(dir);
  const { port } = new URL(server.origin);
  const { code, err } = await runCommand(dir, ["serve"], { WINNOW_PORT: port });
  assert.equal(code, 1);
  assert.equal(err, `winnow: port ${port} of 127.0.0.1 is in use; set WINNOW_PORT to another port\n`);
  assert.equal(await server.stop(), 0);
});

Deno.test("an address that cannot be listened on is one line that names the setting", async () => {
  await inFolder(async (dir) => {
    for (const [host, workers] of [["256.1.1.1", "1"], ["no host", "1"], ["192.0.2.1", "2"]]) {
      const { code, err } = await runCommand(dir, ["serve"], {
        WINNOW_HOST: host!,
        WINNOW_WORKERS: workers!,
        // Refused before the store is opened.
        ...(workers === "1" ? {} : { WINNOW_STORE: "postgres://127.0.0.1:1/none" }),
      });
      assert.equal(code, 2, err);
      assert.match(err, new RegExp(`^winnow: WINNOW_HOST: cannot listen on ${host}:\\d+: .+\n$`));
    }
  });
});
