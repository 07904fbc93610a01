/** The secret file: always whole, and one for all processes that start concurrently. */
import assert from "node:assert/strict";
import { readSecret, replaceSecret } from "../../../src/app/secret.ts";
import { inFolder } from "../../support/folder.ts";

const MODULE = new URL("../../../src/app/secret.ts", import.meta.url).href;

/** The output of a process that reads the secret of the folder on a signal from its input. */
function reader(dir: string) {
  const code = `import { readSecret } from ${JSON.stringify(MODULE)};
console.log("ready");
await Deno.stdin.read(new Uint8Array(1));
console.log(await readSecret(${JSON.stringify(dir)}, null));`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async ready() {
      assert.equal((await lines.read()).value, "ready\n");
    },
    async secret() {
      const input = child.stdin.getWriter();
      await input.write(new Uint8Array(1));
      await input.close();
      let text = "";
      for (let part = await lines.read(); !part.done; part = await lines.read()) text += part.value;
      assert.equal((await child.status).code, 0);
      return text.trim();
    },
  };
}

Deno.test("processes that start concurrently on an empty folder have one secret, and the file is readable by its owner only", async () => {
  await inFolder(async (dir) => {
    const readers = Array.from({ length: 4 }, () => reader(dir));
    await Promise.all(readers.map((each) => each.ready()));
    const secrets = await Promise.all(readers.map((each) => each.secret()));
    assert.match(secrets[0]!, /^[0-9a-f]{64}$/);
    assert.deepEqual(new Set(secrets).size, 1);
    assert.equal(await readSecret(dir, null), secrets[0]);
    if (Deno.build.os !== "windows") assert.equal((await Deno.stat(`${dir}/secret`)).mode! & 0o777, 0o600);
  });
});

Deno.test("concurrent callers in one process get one secret", async () => {
  await inFolder(async (dir) => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => readSecret(dir, null)));
    assert.equal(new Set(secrets).size, 1);
  });
});

/** Makes a secret, and is killed when the first bytes of it are on the disk, by whichever call they are written. */
const KILLED = `
const { write } = Deno.FsFile.prototype;
const die = () => (Deno.kill(Deno.pid, "SIGKILL"), new Promise(() => {}));
Deno.FsFile.prototype.write = async function (bytes) {
  await write.call(this, bytes.subarray(0, 4));
  return await die();
};
const { writeTextFile } = Deno;
Deno.writeTextFile = async (path, text, options) => {
  await writeTextFile(path, text.slice(0, 4), options);
  return await die();
};
const { readSecret } = await import(${JSON.stringify(MODULE)});
await readSecret(Deno.env.get("FOLDER"), null);`;

Deno.test({
  name: "a process that is killed while it writes leaves no part of a secret and no obstacle",
  ignore: Deno.build.os === "windows",
  async fn() {
    await inFolder(async (dir) => {
      const { signal } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", KILLED],
        env: { FOLDER: dir },
      }).output();
      assert.equal(signal, "SIGKILL");
      const secret = await readSecret(dir, null);
      assert.match(secret, /^[0-9a-f]{64}$/);
      assert.equal(await Deno.readTextFile(`${dir}/secret`), `${secret}\n`);
      const left = (await Array.fromAsync(Deno.readDir(dir))).map(({ name }) => name).sort();
      assert.deepEqual(left, [".secret.lock", "secret"]);
    });
  },
});

Deno.test("a replaced secret is kept next to the new one", async () => {
  await inFolder(async (dir) => {
    assert.equal(await replaceSecret(dir, "a".repeat(64), 0), null);
    const aside = await replaceSecret(dir, "b".repeat(64), Date.parse("2026-11-20T12:00:00Z"));
    assert.equal(aside, `${dir}/secret.before-2026-11-20T120000`);
    assert.equal(await Deno.readTextFile(aside), `${"a".repeat(64)}\n`);
    assert.equal(await readSecret(dir, null), "b".repeat(64));
  });
});

Deno.test("a file that holds no secret is refused, not replaced", async () => {
  await inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/secret`, "0123");
    await assert.rejects(readSecret(dir, null), /does not hold a secret/);
    assert.equal(await Deno.readTextFile(`${dir}/secret`), "0123");
  });
});
