/** `winnow restore`. */
import assert from "node:assert/strict";
import { openBackup } from "../../../src/db/backup/restore.ts";
import { StoreError } from "../../../src/db/engine.ts";
import { RESTORING } from "../../../src/db/schema.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, processTest, runCommand, startServer } from "../../support/process/program.ts";
import {
  assertSame,
  backup,
  CHUNK,
  dumped,
  fillStore,
  MANY,
  restoreInto,
  SECRET,
  withEngine,
} from "../../support/store/backups.ts";
import { openStore } from "../../support/store/store.ts";
import { restore } from "../../support/store/engines.ts";

Deno.test("a restore replaces only with --replace, and then exactly", async () => {
  await inFolder(async (folder) => {
    const [a, b, file] = [`${folder}/a.kv`, `${folder}/b.kv`, `${folder}/backup`];
    await fillStore(a);
    await backup(a, file);
    await fillStore(b);
    await withEngine(b, (engine) =>
      engine.commit({
        set: [
          { key: ["aaa"], value: 1 },
          { key: ["account", "b"], value: 1 },
          { key: MANY(7), value: "changed" },
          { key: ["zzz"], value: 1 },
        ],
        add: [{ key: ["usage", "a", "2026-11"], by: 100 }],
        delete: [CHUNK],
      }));
    const before = await dumped(b);
    await assert.rejects(restoreInto(b, file), /not empty; --replace/);
    assert.deepEqual(await dumped(b), before, "nothing was changed");
    const { deleted } = await restoreInto(b, file, true);
    assert.equal(deleted, 3);
    assertSame(await dumped(b), await dumped(a));
    await withEngine(b, async (engine) => {
      const found = await engine.get([["process", "0001"], ["changes", "head"], ["meta", "ready"]]);
      assert.ok(found[0] !== null && found[2] !== null, "what belongs to running processes is left alone");
      assert.ok(Number(found[1]!.value) > 2000, "the change log has jumped");
    });
  });
});

Deno.test("entries that expired since the backup are not restored, and older entries under their keys are deleted", async () => {
  await inFolder(async (folder) => {
    const [a, b, file] = [`${folder}/a.kv`, `${folder}/b.kv`, `${folder}/backup`];
    await fillStore(a);
    await fillStore(b);
    await backup(a, file);
    const later = Date.now() + 2 * 3_600_000;
    const reader = await openBackup(file);
    const done = await restore(reader, { location: b, secret: SECRET, replace: true, now: () => later });
    assert.deepEqual(done, { written: 6, deleted: 3001, expired: 3001 });
    assert.equal((await dumped(b)).length, 6);
  });
});

Deno.test("after an interrupted restore no server starts and no backup is made; a second restore works", async () => {
  await inFolder(async (folder) => {
    const [a, b, file] = [`${folder}/a.kv`, `${folder}/b.kv`, `${folder}/backup`];
    await fillStore(a);
    await backup(a, file);
    await withEngine(b, (engine) => engine.commit({ set: [{ key: RESTORING, value: 1 }] }));
    const open = () => openStore({ location: b, id: () => "x" });
    await assert.rejects(open, (error) => error instanceof StoreError && /interrupted/.test(error.message));
    await assert.rejects(backup(b, `${folder}/other`), /restore was interrupted/);
    await assert.rejects(restoreInto(b, file), /not empty/);
    await restoreInto(b, file, true);
    await (await open()).close();
  });
});

processTest("a running server uses the restored data within two seconds", async (folder) => {
  const [one, two] = [`${folder}/one`, `${folder}/two`];
  const old = await makeKey(one, "acme");
  assert.equal((await runCommand(one, ["backup", `${folder}/b`])).code, 0);
  await Deno.mkdir(two);
  await Deno.copyFile(`${one}/secret`, `${two}/secret`);
  const server = await startServer(two, { WINNOW_WORKERS: "1" });
  try {
    const fresh = await makeKey(two, "later");
    const status = async (key: string) =>
      (await fetch(`${server.origin}/v1/score/ip?ip=8.8.8.8`, { headers: { "x-api-key": key } })).status;
    await eventually(async () => await status(fresh.key) === 200, "the new key");
    assert.equal(await status(old.key), 401);
    const refused = await runCommand(two, ["restore", `${folder}/b`]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /not empty; --replace/);
    assert.equal(await status(fresh.key), 200);
    const done = await runCommand(two, ["restore", `${folder}/b`, "--replace"]);
    assert.equal(done.code, 0, done.err);
    await eventually(async () => await status(old.key) === 200, "the restored key");
    assert.equal(await status(fresh.key), 401, "an account that the backup does not have is gone");
  } finally {
    await server.kill();
  }
});

const SERVED = /A server process uses this store: data written during the restore may be lost/;

processTest(
  "restore warns when a server is running that its writes may be lost, and only then",
  async (dir) => {
    await makeKey(dir, "main");
    assert.equal((await runCommand(dir, ["backup", `${dir}/file`])).code, 0);
    const server = await startServer(dir);
    const whileServing = await runCommand(dir, ["restore", `${dir}/file`, "--replace"]);
    assert.equal(whileServing.code, 0, whileServing.err);
    assert.match(whileServing.err, SERVED);
    assert.equal(await server.stop(), 0);
    const after = await runCommand(dir, ["restore", `${dir}/file`, "--replace"]);
    assert.equal(after.code, 0, after.err);
    assert.doesNotMatch(after.err, /server process/);
  },
);
