/** `winnow backup --since` and `winnow restore` of a chain, as commands. */
import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { startBackup } from "../../support/process/backup.ts";
import { makeKey, processTest, runCommand } from "../../support/process/program.ts";
import { fillStore } from "../../support/store/backups.ts";

const KEY = { WINNOW_BACKUP_KEY: "a passphrase of the operator" };

Deno.test("a chain that is encrypted and holds its secret, one of its files from standard output, is restored on another machine", async () => {
  await inFolder(async (folder) => {
    const [data, there] = [`${folder}/data`, `${folder}/there`];
    const [base, one, two] = [`${folder}/base`, `${folder}/one`, `${folder}/two`];
    await makeKey(data, "first");
    const run = async (args: string[], env = KEY, dataDir = data) => await runCommand(dataDir, args, env);
    const made = await run(["backup", base]);
    assert.equal(made.code, 0, made.err);
    await makeKey(data, "second");
    const output = await startBackup(data, ["-", "--since", base], KEY).output();
    assert.equal(output.code, 0, output.err);
    assert.match(output.err, /^standard output: \d+ changes since 20\S+ of .*, encrypted$/m);
    await Deno.writeFile(one, output.bytes);
    assert.equal((await run(["secret", "rotate"])).code, 0);
    await makeKey(data, "third");
    const last = await run(["backup", two, "--since", one, "--with-secret"]);
    assert.equal(last.code, 0, last.err);
    assert.match(last.out, /two: \d+ changes since 20/);
    assert.equal((await Deno.stat(two)).mode! & 0o777, 0o600);

    const rows: [string[], Record<string, string>, RegExp][] = [
      [[base, two], KEY, /base was not restored: one is missing: two continues it, not base/],
      [[one, two], KEY, /one was not restored: one holds only what changed since base/],
      [[base, one, two], {}, /base was not restored: .*base: it is encrypted: set WINNOW_BACKUP_KEY/],
      [[], KEY, /usage: restore FILE \[NEXT \.\.\.\]/],
    ];
    for (const [files, env, says] of rows) {
      const refused = await runCommand(there, ["restore", ...files], env);
      assert.notEqual(refused.code, 0);
      assert.match(refused.err, says);
      await assert.rejects(Deno.stat(`${there}/winnow.kv`), Deno.errors.NotFound);
    }
    const done = await run(["restore", base, one, two], KEY, there);
    assert.equal(done.code, 0, done.err);
    assert.match((await run(["accounts", "list"], KEY, there)).out, /first[^]*second[^]*third/);
    for (const name of ["secret", "secret.previous"]) {
      assert.equal(await Deno.readTextFile(`${there}/${name}`), await Deno.readTextFile(`${data}/${name}`));
    }
  });
});

Deno.test("a file cannot take the place of one that it continues, and one of another machine is not continued", async () => {
  await inFolder(async (folder) => {
    const [data, base] = [`${folder}/data`, `${folder}/base`];
    await makeKey(data, "first");
    assert.equal((await runCommand(data, ["backup", base])).code, 0);
    const before = await Deno.readFile(base);
    await Deno.symlink(base, `${folder}/link`);
    for (const name of [base, `${folder}/link`]) {
      const same = await runCommand(data, ["backup", name, "--since", base]);
      assert.equal(same.code, 2);
      assert.match(same.err, /would take the place of a file that it continues/);
    }
    assert.deepEqual(await Deno.readFile(base), before);
    await makeKey(`${folder}/other`, "other");
    const foreign = await runCommand(`${folder}/other`, ["backup", `${folder}/next`, "--since", base]);
    assert.equal(foreign.code, 1);
    assert.match(foreign.err, /base was made with another secret/);
    await assert.rejects(Deno.stat(`${folder}/next`), Deno.errors.NotFound);
  });
});

processTest(
  "a backup that is killed leaves no file under its name, and the next one is made",
  async (folder) => {
    const [data, base, next] = [`${folder}/data`, `${folder}/base`, `${folder}/next`];
    await makeKey(data, "main");
    await fillStore(`${data}/winnow.kv`);
    const made = await runCommand(data, ["backup", base], KEY);
    assert.equal(made.code, 0, made.err);
    using watcher = Deno.watchFs(folder);
    const running = startBackup(data, [next, "--since", base], KEY);
    for await (const { paths } of watcher) if (paths.some((path) => path.includes("next.partial-"))) break;
    running.kill();
    await running.output();
    await assert.rejects(Deno.stat(next), Deno.errors.NotFound);
    const again = await runCommand(data, ["backup", next, "--since", base], KEY);
    assert.equal(again.code, 0, again.err);
    const restored = await runCommand(`${folder}/there`, ["restore", base, next], KEY);
    assert.equal(restored.code, 0, restored.err);
  },
);

Deno.test("a backup of before ids is not continued", async () => {
  await inFolder(async (folder) => {
    await makeKey(`${folder}/data`, "main");
    await Deno.copyFile(new URL("../upgrade/fixtures/backup_5f083b11.gz", import.meta.url), `${folder}/old`);
    const refused = await runCommand(`${folder}/data`, [
      "backup",
      `${folder}/next`,
      "--since",
      `${folder}/old`,
    ]);
    assert.equal(refused.code, 1);
    assert.match(
      refused.err,
      /old is of a former format, which cannot be continued: make a new whole backup/,
    );
  });
});
