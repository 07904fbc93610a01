/** What a start prepares is taken as it is only while none of its files, and of what they were made of, has changed. */
import assert from "node:assert/strict";
import { isPrepared, preparing } from "../../../scripts/prepared.ts";

const FILES = [
  ...["clients/typescript/src/a.ts", "clients/typescript/tsconfig.json", "clients/python/made.py"],
  ...["data/a.csv", "examples/a.js", "scripts/a.ts", "src/a/b.ts", "src/a/c.ts"],
  ...["LICENSE", "deno.json", "deno.lock", "main.ts"],
  ...["build/clients.json", "build/program/main.js", "build/winnow.bundle"],
];

async function withProject(work: (root: string) => Promise<void>): Promise<void> {
  const root = `${await Deno.makeTempDir()}/`;
  try {
    for (const path of FILES) {
      await Deno.mkdir(root + path.slice(0, Math.max(0, path.lastIndexOf("/"))), { recursive: true });
      await Deno.writeTextFile(root + path, "before");
    }
    await work(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** The time of files goes on in steps of milliseconds: what changes within one is no later than what was before. */
async function afterTheTimeOf(path: string, root: string): Promise<void> {
  const { ctime } = await Deno.stat(path);
  do await Deno.writeTextFile(`${root}clock`, ""); while (
    +(await Deno.stat(`${root}clock`)).ctime! <= +ctime!
  );
}

const done = () => Promise.resolve(true);

Deno.test("a project is prepared until one of its files is another one", async () => {
  await withProject(async (root) => {
    assert.equal(isPrepared(root), false, "nothing was prepared yet");
    for (const path of FILES) {
      await preparing(root, done);
      assert.equal(isPrepared(root), true, path);
      await afterTheTimeOf(root + path, root);
      const { atime, mtime } = await Deno.stat(root + path);
      // As long as before, and with its time: an archive that was unpacked over it.
      await Deno.remove(root + path);
      await Deno.writeTextFile(root + path, "behind");
      await Deno.utime(root + path, atime!, mtime!);
      assert.equal(isPrepared(root), false, `${path} is another file`);
    }
    await preparing(root, done);
    await Deno.writeTextFile(`${root}src/a/d.ts`, "");
    assert.equal(isPrepared(root), false, "a new source");
    await preparing(root, done);
    assert.equal(isPrepared(root), true);
    await Deno.remove(`${root}build/program/main.js`);
    assert.equal(isPrepared(root), false, "a result is gone");
  });
});

Deno.test("a failure, and a source that changed meanwhile, are not taken for prepared", async () => {
  await withProject(async (root) => {
    await preparing(root, () => Promise.resolve(false));
    assert.equal(isPrepared(root), false);
    await preparing(root, async () => {
      await Deno.writeTextFile(`${root}src/a/b.ts`, "a longer text");
      return true;
    });
    assert.equal(isPrepared(root), false);
    await assert.rejects(preparing(root, () => Promise.reject(new Error("no network"))), /no network/);
    assert.equal(isPrepared(root), false);
    // A first start makes what is not there yet.
    await Deno.remove(`${root}build/winnow.bundle`);
    await preparing(root, async () => {
      await Deno.writeTextFile(`${root}build/winnow.bundle`, "made");
      return true;
    });
    assert.equal(isPrepared(root), true);
  });
});

Deno.test("a link that leads nowhere keeps no start from preparing", async () => {
  await withProject(async (root) => {
    // As an editor makes it beside a file that is being edited.
    await Deno.symlink("somebody@host.1234", `${root}src/.#b.ts`);
    await preparing(root, done);
    assert.equal(isPrepared(root), false);
    await Deno.remove(`${root}src/.#b.ts`);
    await preparing(root, done);
    assert.equal(isPrepared(root), true);
  });
});
