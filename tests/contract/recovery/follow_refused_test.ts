/** What `winnow follow` and `winnow promote` refuse, in one clear line. */
import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { startFollower } from "../../support/process/follower.ts";
import { makeKey, processTest, runCommand } from "../../support/process/program.ts";
import { dumped, fillStore } from "../../support/store/backups.ts";

processTest("follow refuses what it cannot copy, and folders that are no place for a copy", async (dir) => {
  const data = `${dir}/data`;
  await makeKey(data, "main");
  await Deno.mkdir(`${dir}/full`);
  await Deno.writeTextFile(`${dir}/full/notes.txt`, "mine");
  await Deno.writeTextFile(`${dir}/file`, "mine");
  await makeKey(`${dir}/other`, "other");
  await Deno.symlink(data, `${dir}/link`);
  const rows: [string, string[], Record<string, string>, number, RegExp][] = [
    ["no folder", [], {}, 2, /usage: follow DIR/],
    ["no number", ["x", "--status", "soon"], {}, 2, /--status must be a whole number/],
    ["PostgreSQL", [`${dir}/x`], { WINNOW_STORE: "postgres://h/d" }, 2, /the database's own replication/],
    ["memory", [`${dir}/x`], { WINNOW_STORE: ":memory:" }, 2, /names none that is a file/],
    ["KV Connect", [`${dir}/x`], { WINNOW_STORE: "https://kv.example" }, 2, /names none that is a file/],
    ["no store", [`${dir}/x`], { WINNOW_STORE: `${dir}/none.kv` }, 1, /there is no store at/],
    ["the data folder", [data], {}, 1, /are not apart/],
    ["the data folder by another name", [`${dir}/link`], {}, 1, /are not apart/],
    ["inside the data folder", [`${data}/copy`], {}, 1, /are not apart/],
    ["around the data folder", [dir], {}, 1, /are not apart/],
    [
      "a folder with something else",
      [`${dir}/full`],
      {},
      1,
      /full holds something else, notes.txt; a copy needs/,
    ],
    ["a data folder", [`${dir}/other`], {}, 1, /other (is a data folder already|holds something else)/],
    ["a file", [`${dir}/file`], {}, 1, /the copy in .*file cannot be written: /],
    [
      "a folder that cannot be written",
      ["/proc/copy"],
      {},
      1,
      /the copy in \/proc\/copy cannot be written: /,
    ],
  ];
  for (const [name, args, env, code, says] of rows) {
    const refused = await runCommand(data, ["follow", ...args], env);
    assert.equal(refused.code, code, `${name}: ${refused.err}`);
    assert.match(refused.err, says, name);
    assert.equal(refused.err.trim().split("\n").length, 1, refused.err);
  }
  assert.deepEqual([...Deno.readDirSync(`${dir}/full`)].map(({ name }) => name), ["notes.txt"]);
  assert.equal((await runCommand(data, ["accounts", "list"])).code, 0);
});

processTest("promote refuses what is no copy, incomplete, still followed or damaged", async (dir) => {
  const [data, copy] = [`${dir}/data`, `${dir}/copy`];
  await makeKey(data, "main");
  const refused = async (says: RegExp, env: Record<string, string> = {}, folder = copy) => {
    const done = await runCommand(dir, ["promote", folder], env);
    assert.notEqual(done.code, 0, done.out);
    assert.match(done.err, says);
    await assert.rejects(Deno.stat(`${copy}/winnow.kv`), Deno.errors.NotFound);
  };
  await refused(/holds no copy; `winnow follow` makes one/);
  await refused(/is a data folder already/, {}, data);
  const follower = startFollower(data, copy);
  await follower.line(/complete, and followed/);
  await refused(/is being followed by another process/);
  const second = await runCommand(data, ["follow", copy]);
  assert.equal(second.code, 1);
  assert.match(second.err, /is being followed by another process/);
  assert.equal(await follower.stop(), 0);
  const following = `${copy}/following`;
  await Deno.rename(`${following}/complete`, `${dir}/complete`);
  await refused(/is not complete/);
  await Deno.rename(`${dir}/complete`, `${following}/complete`);
  await refused(/secret/, { WINNOW_SECRET: "another secret than the store's" });
  const secret = await Deno.readTextFile(`${following}/secret`);
  await Deno.remove(`${following}/secret`);
  await refused(/secret/);
  await Deno.writeTextFile(`${following}/secret`, secret);
  const bytes = await Deno.readFile(`${following}/winnow.kv`);
  const damaged = bytes.slice();
  for (let at = 4096; at < damaged.length; at += 64) damaged[at]! ^= 0xff;
  await Deno.writeFile(`${following}/winnow.kv`, damaged);
  await refused(/is damaged/);
  await Deno.writeFile(`${following}/winnow.kv`, bytes);
  await Deno.writeTextFile(`${copy}/secret`, "another");
  await refused(/holds another secret than its copy; move it away/);
  await Deno.remove(`${copy}/secret`);
  // A call that was killed between two files is repeated.
  await Deno.rename(`${following}/secret`, `${copy}/secret`);
  const done = await runCommand(dir, ["promote", copy]);
  assert.equal(done.code, 0, done.err);
  const names = [...Deno.readDirSync(copy)].map(({ name }) => name);
  assert.ok(
    names.includes("winnow.kv") && names.includes("secret") && !names.includes("following"),
    names.join(),
  );
  assert.match((await runCommand(copy, ["accounts", "list"])).out, /main/);
  const again = await runCommand(dir, ["promote", copy]);
  assert.equal(again.code, 1);
  assert.match(again.err, /is a data folder already/);
});

const mount = await mayMount();

async function mayMount(): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    if (!await ran("mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", folder)) return false;
    return await ran("umount", folder);
  } finally {
    await Deno.remove(folder);
  }
}

async function ran(command: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

Deno.test({
  name: `a disk that is full ends the follower with its reason, and it goes on when there is room${
    mount ? "" : " (skipped: no right to mount a small disk)"
  }`,
  ignore: !mount,
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () =>
    inFolder(async (dir) => {
      const [data, disk] = [`${dir}/data`, `${dir}/disk`];
      await makeKey(data, "main");
      await Deno.mkdir(disk);
      assert.ok(await ran("mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", disk));
      try {
        let follower = startFollower(data, `${disk}/copy`);
        await follower.line(/complete, and followed/);
        await follower.caughtUp();
        await fillStore(`${data}/winnow.kv`);
        await follower.line(/the copy in .*copy cannot be written: No space left on device/);
        assert.equal(await follower.stop(), 1);
        assert.ok(await ran("mount", "-o", "remount,size=64m", disk));
        follower = startFollower(data, `${disk}/copy`);
        await follower.line(/complete, and followed/);
        await follower.caughtUp();
        assert.equal(await follower.stop(), 0);
        assert.equal((await runCommand(dir, ["promote", `${disk}/copy`])).code, 0);
        assert.deepEqual(await dumped(`${disk}/copy/winnow.kv`), await dumped(`${data}/winnow.kv`));
      } finally {
        await ran("umount", disk);
      }
    }),
});
