/** A store's file that is not there yet. */
import assert from "node:assert/strict";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import { inFolder } from "../../../support/folder.ts";

const mode = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;

Deno.test("another store that still has the name under which the file is made is not emptied", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/winnow.kv`;
    await (await openDenoKv(path)).close();
    const { size } = await Deno.stat(path);
    assert.ok(size > 0);
    await Deno.link(path, `${path}.new-${Deno.pid}`);
    await Deno.rename(path, `${folder}/moved.kv`);
    await (await openDenoKv(path)).close();
    assert.equal((await Deno.stat(`${folder}/moved.kv`)).size, size);
    assert.ok((await Deno.stat(path)).size > 0);
    assert.deepEqual(
      [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => /new-/.test(name)),
      [],
    );
  });
});

Deno.test("a link to a file that is not there yet leads to the new store, which is closed to others", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/disk`);
    await Deno.symlink(`${folder}/disk/winnow.kv`, `${folder}/winnow.kv`);
    await (await openDenoKv(`${folder}/winnow.kv`)).close();
    assert.ok((await Deno.stat(`${folder}/disk/winnow.kv`)).size > 0);
    assert.equal(await mode(`${folder}/disk/winnow.kv`), 0o600);
  });
});

Deno.test("a store is made where the file system has no hard links", async () => {
  const { link } = Deno;
  Deno.link = () => Promise.reject(new Deno.errors.PermissionDenied("Operation not permitted"));
  try {
    await inFolder(async (folder) => {
      await (await openDenoKv(`${folder}/winnow.kv`)).close();
      assert.ok((await Deno.stat(`${folder}/winnow.kv`)).size > 0);
      assert.equal(await mode(`${folder}/winnow.kv`), 0o600);
      assert.deepEqual([...Deno.readDirSync(folder)].filter(({ name }) => /new-/.test(name)), []);
    });
  } finally {
    Deno.link = link;
  }
});
