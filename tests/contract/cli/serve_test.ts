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

Deno.test("a folder or a store that cannot be one is one line that names the setting and shows no password", async (t) => {
  await inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/file`, "");
    const rows: [env: Record<string, string>, names: RegExp][] = [
      [{ WINNOW_DATA_DIR: "/proc/x" }, /^winnow: WINNOW_DATA_DIR must be a folder .*\/proc\/x .*\n$/],
      [{ WINNOW_DATA_DIR: `${dir}/file` }, /^winnow: WINNOW_DATA_DIR must be a folder .*not a folder.*\n$/],
      [{ WINNOW_STORE: "postgress://u:hunter2@h/db" }, /^winnow: WINNOW_STORE.*postgres:\/\/….*\n$/],
      [{ WINNOW_STORE: "mysql://u:hunter2@h/db", WINNOW_WORKERS: "2" }, /^winnow: WINNOW_STORE.*a path.*\n$/],
    ];
    for (const [env, names] of rows) {
      await t.step(Object.values(env)[0]!, async () => {
        const { code, err } = await runCommand(`${dir}/data`, ["serve"], env);
        assert.equal(code, 2, err);
        assert.match(err, names);
        assert.doesNotMatch(err, /hunter2/);
      });
    }
  });
});
