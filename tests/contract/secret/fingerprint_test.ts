/** Every process that opens a store must have the secret that the store was written with, and the earlier ones it still needs. */
import assert from "node:assert/strict";
import { SECRETS, secretsOf } from "../../support/app/secrets.ts";
import { startApp } from "../../support/app/app.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, processTest, runCommand, startServer } from "../../support/process/program.ts";
import { dumped, withEngine } from "../../support/store/backups.ts";
import { SECRET } from "../../../src/records/secret_record.ts";

const COMMANDS = [["serve"], ["keys", "list"], ["accounts", "list"], ["secret"], ["secret", "rotate"]];

async function recordOf(folder: string) {
  return await withEngine(
    `${folder}/winnow.kv`,
    async (engine) => SECRET.read((await engine.get([SECRET.key()]))[0]?.value),
  );
}

/** Refused with one line, and nothing in the folder is changed. */
async function refused(
  folder: string,
  command: string[],
  env: Record<string, string>,
  says: RegExp,
): Promise<void> {
  const before = await dumped(`${folder}/winnow.kv`);
  const files = () =>
    [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => !/lock|kv/.test(name));
  const [names, workers] = [files(), command[0] === "serve" ? { WINNOW_PORT: "0" } : {}];
  const { code, out, err } = await runCommand(folder, command, { ...workers, ...env });
  assert.equal(code, 2, `${command.join(" ")}: ${out}${err}`);
  assert.equal(err.trim().split("\n").filter((line) => !/ warn data_folder: /.test(line)).length, 1, err);
  assert.match(err, says, command.join(" "));
  assert.deepEqual(files(), names);
  assert.deepEqual(await dumped(`${folder}/winnow.kv`), before);
}

Deno.test("another secret than the store's is refused by the server and by every command", async () => {
  await inFolder(async (folder) => {
    const env = { WINNOW_SECRET: SECRETS[0] };
    assert.equal((await runCommand(folder, ["keys", "create", "--account", "main"], env)).code, 0);
    for (const command of COMMANDS) {
      await refused(
        folder,
        command,
        { WINNOW_SECRET: SECRETS[1] },
        /WINNOW_SECRET is not the secret of the store|is not here/,
      );
      await refused(folder, command, {}, /neither in WINNOW_SECRET nor in \S+\/secret|is not here/);
    }
    await Deno.writeTextFile(`${folder}/secret`, `${SECRETS[2]}\n`);
    await refused(folder, ["serve"], {}, /\/secret is not the secret of the store/);
    assert.equal((await runCommand(folder, ["keys", "list"], env)).code, 0);
  });
});

Deno.test("the store holds a fingerprint, which is not the secret, and an older store gets one", async () => {
  await inFolder(async (folder) => {
    await makeKey(folder, "main");
    const secret = (await Deno.readTextFile(`${folder}/secret`)).trim();
    const record = await recordOf(folder);
    assert.match(record!.fingerprint, /^[0-9a-f]{16}$/);
    assert.ok(!JSON.stringify(await dumped(`${folder}/winnow.kv`)).includes(secret));
    await withEngine(`${folder}/winnow.kv`, (engine) => engine.commit({ delete: [SECRET.key()] }));
    assert.equal((await runCommand(folder, ["keys", "list"])).code, 0);
    assert.equal((await recordOf(folder))!.fingerprint, record!.fingerprint);
  });
});

Deno.test("after a rotation each node needs the new secret and the earlier one", async () => {
  await inFolder(async (dataDir) => {
    await using one = await startApp({ dataDir, env: secretsOf(0) });
    await one.close();
    await using two = await startApp({ dataDir, env: secretsOf(1) });
    assert.match(two.log.join("\n"), /earlier secret is still read/);
    await two.close();
    await refused(dataDir, ["serve"], secretsOf(0), /is not the secret of the store/);
    await refused(
      dataDir,
      ["serve"],
      { WINNOW_SECRET: SECRETS[1] },
      /hashed under an earlier secret, with the fingerprint/,
    );
    await refused(dataDir, ["serve"], { WINNOW_SECRET: SECRETS[2] }, /is not the secret of the store/);
    await using three = await startApp({ dataDir, env: secretsOf(2) });
    await three.close();
    const { fingerprint, previous } = (await recordOf(dataDir))!;
    assert.equal(new Set([fingerprint, ...previous.map((each) => each.fingerprint)]).size, 3);
    await refused(
      dataDir,
      ["serve"],
      { ...secretsOf(2), WINNOW_SECRET_PREVIOUS: SECRETS[1] },
      /earlier secret/,
    );
    const short = await runCommand(dataDir, ["serve"], { ...secretsOf(1), WINNOW_SECRET_PREVIOUS: "short" });
    assert.equal(short.code, 2);
    assert.doesNotMatch(short.err, /short"/, "a secret is not shown");
  });
});

processTest("secret rotate, status and drop, with a secret in the data folder", async (folder) => {
  const { key } = await makeKey(folder, "main");
  const read = (name: string) => Deno.readTextFile(`${folder}/${name}`).then((text) => text.trim());
  const first = await read("secret");
  const times = async () => {
    const server = await startServer(folder);
    try {
      const response = await fetch(`${server.origin}/v1/batch`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ type: "ip", items: ["73.15.20.1"] }),
      });
      return (await response.json()).results[0].times_seen;
    } finally {
      await server.stop();
    }
  };
  assert.equal(await times(), 1);
  const status = async () => JSON.parse((await runCommand(folder, ["secret", "status", "--json"])).out);
  assert.equal((await status()).length, 1);
  const rotated = await runCommand(folder, ["secret", "rotate"]);
  assert.equal(rotated.code, 0, rotated.err);
  const second = await read("secret");
  assert.notEqual(second, first);
  assert.equal(await read("secret.previous"), first);
  for (const name of ["secret", "secret.previous"]) {
    assert.equal((await Deno.stat(`${folder}/${name}`)).mode! & 0o777, 0o600);
    assert.ok(!rotated.out.includes(await read(name)) && !rotated.err.includes(await read(name)));
  }
  assert.deepEqual((await status()).map((row: { read_until: string | null }) => row.read_until !== null), [
    false,
    true,
  ]);
  assert.equal(await times(), 2, "seen before the rotation");
  const early = await runCommand(folder, ["secret", "drop"]);
  assert.equal(early.code, 1);
  assert.match(early.err, /expires until \d{4}-\d\d-\d\d; --force gives it up now/);
  assert.equal((await status()).length, 2);
  assert.equal((await runCommand(folder, ["secret", "drop", "--force"])).code, 0);
  await assert.rejects(read("secret.previous"), Deno.errors.NotFound);
  assert.equal((await status()).length, 1);
  assert.equal(await times(), 3, "what came again since has moved");
});

Deno.test("a rotation that was interrupted between its files, or before the store knew of it, is completed or has not begun", async () => {
  await inFolder(async (folder) => {
    await makeKey(folder, "main");
    const first = await Deno.readTextFile(`${folder}/secret`);
    const { fingerprint } = (await recordOf(folder))!;
    await Deno.writeTextFile(`${folder}/secret.previous`, first);
    assert.equal((await runCommand(folder, ["keys", "list"])).code, 0);
    assert.equal((await recordOf(folder))!.fingerprint, fingerprint);
    await Deno.writeTextFile(`${folder}/secret`, "b".repeat(64));
    assert.equal((await runCommand(folder, ["keys", "list"])).code, 0);
    const record = (await recordOf(folder))!;
    assert.notEqual(record.fingerprint, fingerprint);
    assert.deepEqual(record.previous.map((each) => each.fingerprint), [fingerprint]);
  });
});

Deno.test("a secret of the settings is not replaced by the command, which says what to set", async () => {
  await inFolder(async (folder) => {
    const env = { WINNOW_SECRET: SECRETS[0] };
    assert.equal((await runCommand(folder, ["keys", "create", "--account", "main"], env)).code, 0);
    const before = await recordOf(folder);
    const { code, out, err } = await runCommand(folder, ["secret", "rotate"], env);
    assert.equal(code, 0, err);
    assert.match(out, /^[0-9a-f]{64}\n$/);
    assert.match(err, /WINNOW_SECRET_PREVIOUS/);
    assert.ok(!err.includes(SECRETS[0]));
    assert.deepEqual(await recordOf(folder), before);
    const next = { WINNOW_SECRET: out.trim(), WINNOW_SECRET_PREVIOUS: SECRETS[0] };
    assert.equal((await runCommand(folder, ["keys", "list"], next)).code, 0);
    assert.equal((await recordOf(folder))!.previous.length, 1);
    const dropped = await runCommand(folder, ["secret", "drop", "--force"], next);
    assert.equal(dropped.code, 0, dropped.err);
    assert.match(dropped.err, /WINNOW_SECRET_PREVIOUS holds a secret that is not used any more/);
    assert.equal((await runCommand(folder, ["keys", "list"], { WINNOW_SECRET: next.WINNOW_SECRET })).code, 0);
  });
});
