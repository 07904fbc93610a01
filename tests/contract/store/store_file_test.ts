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

Deno.test("a store that was killed while its log moved into the file is opened, and one that lacks pages is refused", async (t) => {
  await inFolder(async (base) => {
    const { key_id } = await makeKey(base, "main");
    const { DatabaseSync } = await import("node:sqlite");
    // As after such a kill: the log has every page, and the file is shorter than its header says.
    using database = new DatabaseSync(`${base}/winnow.kv`);
    database.exec("pragma wal_autocheckpoint = 0; vacuum");
    const [file, log] = await Promise.all(
      ["", "-wal"].map((end) => Deno.readFile(`${base}/winnow.kv${end}`)),
    );
    const header = new DataView(file!.buffer);
    header.setUint32(28, header.getUint32(28) + 100);
    for (const [name, wal, code] of [["with the log", log!, 0], ["without it", null, 1]] as const) {
      await t.step(name, async () => {
        const dir = await Deno.makeTempDir({ dir: base });
        await Deno.writeFile(`${dir}/winnow.kv`, file!);
        if (wal !== null) await Deno.writeFile(`${dir}/winnow.kv-wal`, wal);
        await Deno.copyFile(`${base}/secret`, `${dir}/secret`);
        const listed = await runCommand(dir, ["keys", "list"]);
        assert.equal(listed.code, code, listed.err);
        if (code === 0) assert.ok(listed.out.includes(key_id), listed.out);
        else assert.match(listed.err, /is damaged: it should have \d+ pages/);
      });
    }
  });
});

Deno.test("what a process leaves that is killed while it makes the store is made whole by the next one", async (t) => {
  const { DatabaseSync } = await import("node:sqlite");
  for (
    const tables of [
      "",
      "create table migration_state (k integer not null primary key, version integer not null)",
    ]
  ) {
    await t.step(tables === "" ? "no table" : "its first table", async () => {
      await inFolder(async (dir) => {
        const database = new DatabaseSync(`${dir}/winnow.kv`);
        database.exec(`pragma journal_mode = wal; ${tables}`);
        database.close();
        const { key_id } = await makeKey(dir, "main");
        const listed = await runCommand(dir, ["keys", "list"]);
        assert.ok(listed.out.includes(key_id), listed.err);
      });
    });
  }
});

Deno.test("commands that make the store together all succeed, and leave nothing else behind", async () => {
  await inFolder(async (dir) => {
    const made = await Promise.all(["one", "two", "three"].map((account) => makeKey(dir, account)));
    const listed = await runCommand(dir, ["keys", "list"]);
    for (const { key_id } of made) assert.ok(listed.out.includes(key_id), listed.err);
    const names = [...Deno.readDirSync(dir)].map(({ name }) => name);
    assert.deepEqual(names.filter((name) => name.includes(".new-")), []);
  });
});
