/** `winnow backup`, and a restore of it: the same store. */
import assert from "node:assert/strict";
import { openBackup } from "../../../src/db/backup/restore.ts";
import { RESTORING } from "../../../src/db/schema.ts";
import { startApp } from "../../support/app/app.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import { backup, fillStore, roundTrip, withEngine } from "../../support/store/backups.ts";

Deno.test("a backup of a Deno KV file restored into another is the same store", async () => {
  await inFolder((folder) => roundTrip(`${folder}/a.kv`, `${folder}/b.kv`, folder));
});

Deno.test("a backup appears whole or not at all, is readable by its owner only, and replaces nothing but a backup", async () => {
  await inFolder(async (folder) => {
    const [a, file] = [`${folder}/a.kv`, `${folder}/backup`];
    await assert.rejects(backup(a, file), /there is no store at/);
    await fillStore(a);
    await backup(a, file);
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    await backup(a, file);
    const names = () =>
      [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => !/kv/.test(name));
    assert.deepEqual(names(), ["backup"]);
    await assert.rejects(backup(a, a), /not a backup; it is left as it is/);
    await assert.rejects(backup(a, `${folder}/none/backup`), Deno.errors.NotFound);
    await withEngine(a, (engine) => engine.commit({ set: [{ key: RESTORING, value: 1 }] }));
    const before = await Deno.readFile(file);
    await assert.rejects(backup(a, file));
    assert.deepEqual(await Deno.readFile(file), before, "the backup of before is still there");
    assert.deepEqual(names(), ["backup"]);
  });
});

Deno.test("a restored service answers as the one that was backed up under load", async () => {
  await using app = await startApp();
  const ids: string[] = [];
  for (let i = 0; i < 30; i++) ids.push((await app.ask(`/v1/score/ip?ip=73.15.20.${i}`)).body.request_id);
  await app.ask("/v1/report", { json: { kind: "ip", value: "73.15.20.1" } });
  await app.ask("/v1/outcome", { json: { request_id: ids[3], outcome: "fraud" } });
  await app.ask("/v1/rules/import?action=block", {
    raw: Array.from({ length: 500 }, (_, i) => `r${i}.example.org`).join("\n"),
    headers: { "content-type": "text/plain" },
  });
  await inFolder(async (folder) => {
    const env = { WINNOW_DATA_DIR: app.dataDir };
    let working = true;
    const load = (async () => {
      for (let i = 0; working; i++) await app.ask(`/v1/score/ip?ip=9.9.${i % 250}.9`);
    })();
    const made = await runCommand(app.dataDir, ["backup", `${folder}/all`], env);
    working = false;
    await load;
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /entries of/);
    assert.match(made.err, /The secret is in the file/);
    assert.equal((await Deno.stat(`${folder}/all`)).mode! & 0o777, 0o600);
    const restored = await runCommand(`${folder}/data`, ["restore", `${folder}/all`]);
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.err, /secret is now in .*\/data\/secret/);
    await using again = await startApp({ dataDir: `${folder}/data` });
    const answer = (path: string) => again.ask(path, { key: app.live });
    for (const id of ids) assert.equal((await answer(`/v1/score/${id}`)).body.request_id, id);
    assert.equal((await answer(`/v1/score/${ids[3]}`)).body.label.outcome, "fraud");
    assert.equal((await answer("/v1/rules?limit=1000")).body.rules.length, 500);
    assert.ok((await answer("/v1/usage")).body.used >= 31);
    assert.equal((await answer("/v1/score/ip?ip=73.15.20.1")).body.abuse_reports, 1);
    const batch = await again.ask("/v1/batch", {
      key: app.live,
      json: { type: "ip", items: ["73.15.20.2"] },
    });
    assert.equal(batch.body.results[0].times_seen, 2, "the secret came along: the address is known");
  });
});

Deno.test("the secret of the data folder is in a backup, one from the settings is not, and options override both", async () => {
  await using app = await startApp();
  await inFolder(async (folder) => {
    const data = app.dataDir;
    const own = (await Deno.readTextFile(`${data}/secret`)).trim();
    const given = { WINNOW_SECRET: own };
    const rows: [string[], Record<string, string>, RegExp, string | undefined][] = [
      [[], {}, /The secret is in the file/, own],
      [["--without-secret"], {}, /The secret is not in the file/, undefined],
      [[], given, /The secret is not in the file/, undefined],
      [["--with-secret"], given, /The secret is in the file/, own],
    ];
    for (const [flags, env, says, secret] of rows) {
      await Deno.remove(`${folder}/b`).catch(() => {});
      const made = await runCommand(data, ["backup", `${folder}/b`, ...flags], env);
      assert.equal(made.code, 0, made.err);
      assert.match(made.err, says);
      assert.equal((await openBackup(`${folder}/b`)).header.secret, secret);
    }
    const both = await runCommand(data, ["backup", `${folder}/c`, "--with-secret", "--without-secret"]);
    assert.equal(both.code, 2);
    await assert.rejects(Deno.stat(`${folder}/c`), Deno.errors.NotFound);
  });
});
