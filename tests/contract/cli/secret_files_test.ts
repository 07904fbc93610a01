/** `WINNOW_*_FILE`: a secret from a file instead of the environment. */
import assert from "node:assert/strict";
import { readConfig, settingRows } from "../../../src/app/settings/config.ts";
import { SettingError } from "../../../src/app/settings/setting.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, processTest, runCommand, startServer } from "../../support/process/program.ts";
import { workersTest } from "../../support/process/workers.ts";

const SECRET = "a secret of more than 16 characters";
const ROWS = [
  ["WINNOW_SECRET", "secret", SECRET, SECRET],
  ["WINNOW_SECRET_PREVIOUS", "secretPrevious", `${SECRET} 1\n${SECRET} 2`, [`${SECRET} 1`, `${SECRET} 2`]],
  ["WINNOW_STORE", "store", "postgres://winnow:pass@db/winnow", "postgres://winnow:pass@db/winnow"],
  [
    "WINNOW_STORE_READ",
    "storeRead",
    "postgres://winnow:pass@db2/winnow",
    "postgres://winnow:pass@db2/winnow",
  ],
  [
    "WINNOW_SMTP_URL",
    "smtpServer",
    "smtps://winnow:pass@mail.example",
    { host: "mail.example", port: 465, encryption: "tls", user: "winnow", password: "pass" },
  ],
  ["WINNOW_OIDC_CLIENT_SECRET", "oidcClientSecret", "s3cret", "s3cret"],
  ["WINNOW_HIBP_KEY", "hibpKey", "abc", "abc"],
  ["WINNOW_BACKUP_KEY", "backupKey", SECRET, SECRET],
] as const;

Deno.test("every secret setting may be in a file, and no other may", async () => {
  await inFolder(async (dir) => {
    const path = `${dir}/value`;
    for (const [name, field, text, value] of ROWS) {
      await Deno.writeTextFile(path, `${text}\n`);
      const env = { [`${name}_FILE`]: path };
      const config = readConfig(env);
      assert.deepEqual(config[field], value, name);
      assert.deepEqual(config.secretFiles, [path]);
      const rows = new Map(settingRows(env).map((row) => [row.name, row]));
      assert.equal(rows.get(name)!.value, "(in a file)");
      assert.deepEqual([rows.get(`${name}_FILE`)!.value, rows.get(`${name}_FILE`)!.set], [path, true]);
    }
    const files = settingRows({}).map(({ name }) => name).filter((name) => name.endsWith("_FILE"));
    assert.deepEqual(files.sort(), ROWS.map(([name]) => `${name}_FILE`).sort());
    assert.throws(() => readConfig({ WINNOW_PORT_FILE: path }), /WINNOW_PORT_FILE is not a setting/);
  });
});

Deno.test("a file that cannot be used is named, and its content is not shown", async () => {
  await inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/empty`, "\n");
    await Deno.writeTextFile(`${dir}/short`, "hunter2");
    const rows: [Record<string, string>, RegExp][] = [
      [{ WINNOW_SECRET_FILE: `${dir}/none` }, /^WINNOW_SECRET_FILE: \S+none cannot be read: No such file/],
      [{ WINNOW_SECRET_FILE: dir }, /^WINNOW_SECRET_FILE: \S+ cannot be read: /],
      [{ WINNOW_SECRET_FILE: `${dir}/empty` }, /^WINNOW_SECRET_FILE: \S+empty is empty$/],
      [
        { WINNOW_SECRET_FILE: `${dir}/short` },
        /^WINNOW_SECRET must be at least 16 characters long, not "…"$/,
      ],
      [
        { WINNOW_SECRET_FILE: `${dir}/short`, WINNOW_SECRET: SECRET },
        /^WINNOW_SECRET and WINNOW_SECRET_FILE are both set; set one of them$/,
      ],
    ];
    for (const [env, says] of rows) {
      assert.throws(() => readConfig(env), (error) => {
        assert.ok(error instanceof SettingError);
        assert.match(error.message, says);
        assert.ok(!error.message.includes("hunter2"));
        return true;
      });
    }
    const { code, err } = await runCommand(dir, ["accounts", "list"], { WINNOW_SECRET_FILE: `${dir}/none` });
    assert.deepEqual([code, /^winnow: WINNOW_SECRET_FILE: /.test(err)], [2, true]);
  });
});

processTest("a server and a command with the secret in a file use it", async (dir) => {
  await Deno.mkdir(`${dir}/run`);
  await Deno.writeTextFile(`${dir}/run/secret`, `${SECRET}\n`);
  const env = { WINNOW_SECRET_FILE: `${dir}/run/secret` };
  const { key } = await makeKey(`${dir}/data`, "shop");
  await Deno.remove(`${dir}/data`, { recursive: true });
  assert.ok(key.startsWith("wk_live_"));
  const server = await startServer(`${dir}/data`, env);
  await server.kill();
  const names = [...Deno.readDirSync(`${dir}/data`)].map(({ name }) => name);
  assert.ok(!names.includes("secret"), names.join(" "));
  const same = await runCommand(`${dir}/data`, ["accounts", "list"], { WINNOW_SECRET: SECRET });
  assert.equal(same.code, 0, same.err);
  const other = await runCommand(`${dir}/data`, ["accounts", "list"], { WINNOW_SECRET: `${SECRET}.` });
  assert.match(other.err, /is not the secret of the store/);
});

workersTest("workers may read the file", async (dir) => {
  await Deno.writeTextFile(`${dir}/secret of the shop`, SECRET);
  const env = { WINNOW_SECRET_FILE: `${dir}/secret of the shop`, WINNOW_WORKERS: "2" };
  const server = await startServer(dir, env);
  assert.equal(await fetch(`${server.origin}/readyz`).then((response) => response.status), 200);
  await server.kill();
});
