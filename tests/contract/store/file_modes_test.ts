/** What other accounts of the machine can open of the data folder: nothing. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, processTest, runCommand, startServer } from "../../support/process/program.ts";
import { Mirror } from "../../support/servers/feed_mirror.ts";

/** Everything in a folder with its mode, itself as ".". */
async function modes(folder: string, below = "."): Promise<Map<string, string>> {
  const found = new Map([[below, ((await Deno.stat(folder)).mode! & 0o777).toString(8)]]);
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) { for (const [at, mode] of await modes(path, `${below}/${name}`)) found.set(at, mode); }
    else found.set(`${below}/${name}`, ((await Deno.stat(path)).mode! & 0o777).toString(8));
  }
  return found;
}

async function assertClosed(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = await modes(folder);
  for (const [path, mode] of found) {
    const isFolder = (await Deno.stat(`${folder}/${path}`)).isDirectory;
    assert.equal(mode, isFolder ? "700" : "600", path);
  }
  return found;
}

async function open(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await open(`${folder}/${name}`);
    else await Deno.chmod(`${folder}/${name}`, 0o644);
  }
  await Deno.chmod(folder, 0o755);
}

processTest(
  "the files of a new data folder, of its feeds and of a backup are their owner's only",
  async (dir) => {
    await using mirror = new Mirror({
      "tor-bulk-exit-list.txt": Array.from({ length: 60 }, (_, n) => `81.2.1.${n}`).join("\n"),
    });
    const data = `${dir}/data`;
    await makeKey(data, "main");
    const refreshed = await runCommand(data, ["feeds", "refresh", "tor-bulk-exit-list"], {
      WINNOW_OFFLINE: "false",
      WINNOW_FEED_MIRROR: mirror.url,
      WINNOW_EGRESS_ALLOW: "127.0.0.0/8",
    });
    assert.equal(refreshed.code, 0, refreshed.out + refreshed.err);
    const server = await startServer(data);
    try {
      const found = await assertClosed(data);
      for (const path of ["winnow.kv", "winnow.kv-wal", "winnow.kv-shm", "secret", "feeds/locks"]) {
        assert.ok(found.has(`./${path}`), `${path} is among ${[...found.keys()]}`);
      }
      assert.equal((await runCommand(data, ["backup", `${dir}/file`])).code, 0);
      assert.equal((await modes(dir)).get("./file"), "600");
    } finally {
      await server.stop();
    }
    await assertClosed(data);
  },
);

processTest("the files of a store outside the data folder are their owner's only", async (dir) => {
  await Deno.mkdir(`${dir}/elsewhere`);
  const env = { WINNOW_STORE: `${dir}/elsewhere/store.kv` };
  for (let start = 0; start < 2; start++) {
    const server = await startServer(`${dir}/data`, env);
    const found = await modes(`${dir}/elsewhere`);
    await server.stop();
    for (const name of ["store.kv", "store.kv-wal", "store.kv-shm"]) {
      assert.equal(found.get(`./${name}`), "600", name);
    }
    await Deno.chmod(`${dir}/elsewhere/store.kv`, 0o644);
  }
});

processTest("an open data folder is closed at the start, once", async (dir) => {
  const data = `${dir}/data`;
  await makeKey(data, "main");
  await Deno.mkdir(`${data}/feeds/locks`, { recursive: true });
  await Deno.writeTextFile(`${data}/feeds/a list`, "");
  await Deno.writeTextFile(`${data}/mine.mmdb`, "");
  await open(data);
  const starts: string[] = [];
  for (let start = 0; start < 2; start++) {
    const server = await startServer(data);
    await server.stop();
    starts.push(server.lines.filter((line) => /other accounts/.test(line)).join("\n"));
  }
  assert.match(
    starts[0]!,
    /^\S+Z warn data_folder: \S+\/data: closed \d+ files and folders that other accounts could open$/,
  );
  assert.equal(starts[1], "");
  assert.equal((await modes(data)).get("./mine.mmdb"), "644", "not a file of Winnow");
  await Deno.remove(`${data}/mine.mmdb`);
  await assertClosed(data);
});

Deno.test("a folder that holds more than Winnow's data is left open, with a warning; the files in it are closed", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/another program`);
    await using first = await startApp({ dataDir: folder });
    await first.close();
    await Deno.chmod(folder, 0o755);
    await Deno.chmod(`${folder}/secret`, 0o644);
    await using app = await startApp({ dataDir: folder });
    const found = await modes(folder);
    assert.equal(found.get("."), "755");
    assert.equal(found.get("./secret"), "600");
    assert.equal(found.get("./winnow.kv"), "600");
    assert.match(app.log.join("\n"), /is open to other accounts and holds more than Winnow's data/);
  });
});
