import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { runCommand, startServer } from "../../support/process/program.ts";

Deno.test("--help after any command shows the help and does nothing", async () => {
  await inFolder(async (dir) => {
    const [help, ...others] = await Promise.all(
      [["help"], ["serve", "--help"], ["keys", "create", "--help"], ["score", "-h"]].map((args) =>
        runCommand(dir, args)
      ),
    );
    for (const other of others) assert.deepEqual(other, help);
    assert.equal(help!.code, 0);
    assert.deepEqual([...Deno.readDirSync(dir)], [], "nothing was made");
  });
});

Deno.test("serve refuses what it does not know", async () => {
  await inFolder(async (dir) => {
    const { code, err } = await runCommand(dir, ["serve", "--prot", "9000"]);
    assert.equal(code, 2);
    assert.match(err, /^winnow: .*--prot.*\n$/);
  });
});

Deno.test({
  name: "a port in use is one line that names it",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await inFolder(async (dir) => {
      const server = await startServer(dir);
      const { port } = new URL(server.origin);
      const { code, err } = await runCommand(dir, ["serve"], { WINNOW_PORT: port });
      assert.equal(code, 1);
      assert.equal(err, `winnow: port ${port} of 127.0.0.1 is in use; set WINNOW_PORT to another port\n`);
      assert.equal(await server.stop(), 0);
    });
  },
});

Deno.test("an address that cannot be listened on is one line that names the setting", async () => {
  await inFolder(async (dir) => {
    for (const [host, workers] of [["256.1.1.1", "1"], ["no host", "1"], ["192.0.2.1", "2"]]) {
      const { code, err } = await runCommand(dir, ["serve"], {
        WINNOW_HOST: host!,
        WINNOW_WORKERS: workers!,
      });
      assert.equal(code, 2, err);
      assert.match(err, new RegExp(`^winnow: WINNOW_HOST: cannot listen on ${host}:\\d+: .+\n$`));
    }
  });
});

Deno.test("a store in memory takes no command beside its server", async () => {
  await inFolder(async (dir) => {
    for (const args of [["keys", "create", "--account", "a"], ["keys", "list"], ["accounts", "list"]]) {
      const { code, out, err } = await runCommand(dir, args, { WINNOW_STORE: ":memory:" });
      assert.deepEqual([code, out], [2, ""], "no key that is gone at once");
      assert.match(err, /^winnow: a store in memory .+\n$/);
    }
  });
});

Deno.test("commands that take no words refuse them", async () => {
  await inFolder(async (dir) => {
    for (const args of [["health", "now"], ["accounts", "list", "main"]]) {
      assert.equal((await runCommand(dir, args)).code, 2, args.join(" "));
    }
  });
});
