/** `winnow backup -` and encrypted backups. */
import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { startBackup } from "../../support/process/backup.ts";
import { makeKey, runCommand } from "../../support/process/program.ts";

const KEY = "a passphrase of the operator";
/** `winnow backup -` with the bytes of its output. */
const toOutput = (dataDir: string, env: Record<string, string> = {}) =>
  startBackup(dataDir, ["-"], env).output();

Deno.test("a backup to standard output is the file and nothing else, and is restored", async () => {
  await inFolder(async (dir) => {
    await makeKey(`${dir}/a`, "shop");
    const { code, bytes, err } = await toOutput(`${dir}/a`);
    assert.equal(code, 0, err);
    assert.match(new TextDecoder().decode(bytes.subarray(0, 40)), /^\{"winnow_backup":3,/);
    assert.match(err, /^standard output: \d+ entries of /);
    assert.ok(!(await Array.fromAsync(Deno.readDir(dir))).some(({ name }) => name === "-"));
    await Deno.writeFile(`${dir}/file`, bytes);
    const restored = await runCommand(`${dir}/b`, ["restore", `${dir}/file`]);
    assert.equal(restored.code, 0, restored.err);
    assert.match((await runCommand(`${dir}/b`, ["accounts", "list"])).out, /shop/);
  });
});

Deno.test("an encrypted backup shows nothing, and is restored with its key only", async () => {
  await inFolder(async (dir) => {
    await makeKey(`${dir}/a`, "shop");
    await Deno.writeTextFile(`${dir}/key`, `${KEY}\n`);
    const withFile = { WINNOW_BACKUP_KEY_FILE: `${dir}/key` };
    const secret = (await Deno.readTextFile(`${dir}/a/secret`)).trim();
    const { bytes, code, err } = await toOutput(`${dir}/a`, withFile);
    assert.equal(code, 0, err);
    assert.match(err, /, encrypted$/m);
    assert.ok(
      !new TextDecoder("latin1").decode(bytes).includes(secret),
      "the secret inside is encrypted too",
    );
    assert.ok(!/"program"|gzip|made_at/.test(new TextDecoder("latin1").decode(bytes)));

    const path = `${dir}/file`;
    const restore = async (content: Uint8Array, env: Record<string, string>) => {
      await Deno.writeFile(path, content);
      await Deno.remove(`${dir}/b`, { recursive: true }).catch(() => {});
      return await runCommand(`${dir}/b`, ["restore", path], env);
    };
    const changed = (at: number) => bytes.map((byte, index) => index === at ? byte ^ 1 : byte);
    const right = { WINNOW_BACKUP_KEY: KEY };
    const rows: [string, Uint8Array, Record<string, string>, RegExp][] = [
      ["no key", bytes, {}, /it is encrypted: set WINNOW_BACKUP_KEY/],
      [
        "another key",
        bytes,
        { WINNOW_BACKUP_KEY: `${KEY}.` },
        /it cannot be decrypted: WINNOW_BACKUP_KEY is another/,
      ],
      [
        "a bit of the data",
        changed(bytes.length - 100),
        right,
        /cannot be decrypted|a part of it was changed/,
      ],
      [
        "a bit of the first line's salt",
        changed(75),
        right,
        /cannot be decrypted|not that of a backup|not a Winnow/,
      ],
      ["cut off", bytes.subarray(0, bytes.length - 1), right, /its end is missing/],
      ["more behind its end", Uint8Array.of(...bytes, 0), right, /data follows its end/],
    ];
    for (const [name, content, env, says] of rows) {
      const { code, err } = await restore(content, env);
      assert.equal(code, 1, name);
      assert.match(err, says, name);
    }
    const restored = await restore(bytes, right);
    assert.equal(restored.code, 0, restored.err);
    assert.match((await runCommand(`${dir}/b`, ["accounts", "list"])).out, /shop/);
    assert.equal((await Deno.readTextFile(`${dir}/b/secret`)).trim(), secret);
    // Over an encrypted backup another one is written, as over any backup.
    const again = await runCommand(`${dir}/a`, ["backup", path], right);
    assert.equal(again.code, 0, again.err);
  });
});

Deno.test("an encrypted backup of several frames is whole", async () => {
  await inFolder(async (dir) => {
    await makeKey(`${dir}/a`, "shop");
    // Incompressible, so that there are frames.
    const { Encryption, plainBytes } = await import("../../../src/db/backup/encrypted_file.ts");
    for (const size of [0, 1, 65_535, 65_536, 65_537, 300_000]) {
      const given = new Uint8Array(size);
      for (let at = 0; at < size; at += 65_536) {
        crypto.getRandomValues(given.subarray(at, Math.min(size, at + 65_536)));
      }
      using file = await Deno.open(`${dir}/file`, { create: true, truncate: true, write: true });
      const encryption = await Encryption.begin(KEY, async (bytes) => void await file.write(bytes));
      for (let at = 0; at < size; at += 10_000) await encryption.write(given.subarray(at, at + 10_000));
      await encryption.end();
      const parts = await Array.fromAsync(plainBytes(`${dir}/file`, KEY));
      assert.deepEqual(new Uint8Array(await new Blob(parts).arrayBuffer()), given, `${size}`);
    }
  });
});
