/** Store files that a server does not start on. */
import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { makeKey, runCommand } from "../../support/process/program.ts";

Deno.test("a truncated or foreign store file ends the start with a clear error, and is not changed", async (t) => {
  await inFolder(async (base) => {
    await makeKey(base, "main");
    const whole = await Deno.readFile(`${base}/winnow.kv`);
    const { DatabaseSync } = await import("node:sqlite");
    const foreign = `${base}/foreign.db`;
    const database = new DatabaseSync(foreign);
    database.exec("create table recipes (name text)");
    database.close();
    const rows: { name: string; bytes: Uint8Array }[] = [
      { name: "cut in half", bytes: whole.slice(0, Math.floor(whole.length / 2) + 100) },
      { name: "only its header", bytes: whole.slice(0, 50) },
      { name: "empty", bytes: new Uint8Array() },
      { name: "text", bytes: new TextEncoder().encode("this is not a store\n".repeat(500)) },
      { name: "pages of noise", bytes: whole.map((byte, at) => at > 8192 && at % 4096 < 64 ? 0xa5 : byte) },
      { name: "another program's database", bytes: await Deno.readFile(foreign) },
    ];
    for (const row of rows) {
      await t.step(row.name, async () => {
        const dir = await Deno.makeTempDir({ dir: base });
        const path = `${dir}/winnow.kv`;
        await Deno.writeFile(path, row.bytes);
        const { code, err } = await runCommand(dir, ["serve"]);
        assert.notEqual(code, 0);
        assert.ok(err.includes(path), err);
        assert.equal(err.trim().split("\n").length, 1, err);
        assert.deepEqual(await Deno.readFile(path), row.bytes);
      });
    }
  });
});

Deno.test("a store of a newer schema is refused", async () => {
  await inFolder(async (dir) => {
    await makeKey(dir, "main");
    const kv = await Deno.openKv(`${dir}/winnow.kv`);
    await kv.set(["meta", "schema"], 999);
    kv.close();
    const { code, err } = await runCommand(dir, ["keys", "list"]);
    assert.notEqual(code, 0);
    assert.match(err, /newer version/);
  });
});
