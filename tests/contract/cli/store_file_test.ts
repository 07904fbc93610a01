/** `repair` and `compact`: what they leave in the embedded store, and when they refuse. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { makeKey, processTest, runCommand, startServer } from "../../support/process/program.ts";

async function score(origin: string, key: string, last: number): Promise<string> {
  const answer = await fetch(`${origin}/v1/score/ip?ip=198.51.100.${last}`, {
    headers: { "x-api-key": key },
  });
  const body = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body.request_id;
}

async function found(dir: string, key: string, ids: readonly string[]): Promise<number> {
  const server = await startServer(dir);
  try {
    const asked = await Promise.all(ids.map(async (id) => {
      const answer = await fetch(`${server.origin}/v1/score/${id}`, { headers: { "x-api-key": key } });
      await answer.body?.cancel();
      return answer.status;
    }));
    return asked.filter((status) => status === 200).length;
  } finally {
    await server.stop();
  }
}

processTest(
  "a start on a damaged journal is refused with what to do, and a repair loses the damaged frame only",
  async (dir) => {
    const { key } = await makeKey(dir, "main");
    const server = await startServer(dir);
    const ids: string[] = [];
    await eventually(async () => {
      ids.push(await score(server.origin, key, 1));
      using kv = await Deno.openKv(`${dir}/winnow.kv`);
      return (await kv.get(["meta", "journal"])).value !== null;
    }, "the journal is not used");
    // As if nothing of what is confirmed from now on had reached the file.
    const files = ["", "-wal", "-shm"].map((end) => `${dir}/winnow.kv${end}`);
    const early = files.map((file) => Deno.readFileSync(file));
    for (let last = 3; last <= 40; last++) ids.push(await score(server.origin, key, last));
    await server.kill();
    for (const [at, file] of files.entries()) await Deno.writeFile(file, early[at]!);
    const path = `${dir}/winnow.kv-journal-0`;
    const bytes = await Deno.readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await Deno.writeFile(path, bytes);
    for (const command of [["keys", "list"], ["backup", `${dir}/file`], ["serve"]]) {
      const { code, err } = await runCommand(dir, command);
      assert.equal(code, 1, err);
      assert.match(err, /^winnow: cannot open the store .*damaged.*`winnow repair` .*\n$/);
    }
    assert.deepEqual(await Deno.readFile(path), bytes, "the evidence");
    const { code, out, err } = await runCommand(dir, ["repair"]);
    assert.equal(code, 0, err);
    assert.match(out, /\d+ writes of the journal were whole/);
    assert.match(err, /At least 1 confirmed write could not be read/);
    assert.deepEqual(await Deno.readFile(`${path}-damaged`), bytes);
    assert.match((await runCommand(dir, ["repair"])).out, /its journal is whole/);
    assert.ok(await found(dir, key, ids) >= ids.length - 1);
  },
);

processTest("compact gives the room of expired data back, and nothing else is gone", async (dir) => {
  const { key } = await makeKey(dir, "main");
  const server = await startServer(dir);
  const ids = [await score(server.origin, key, 1)];
  const busy = await runCommand(dir, ["compact"]);
  assert.deepEqual([busy.code, busy.out], [1, ""]);
  assert.match(busy.err, /a process uses the store .*; stop it first/);
  ids.push(await score(server.origin, key, 2));
  await server.stop();
  const path = `${dir}/winnow.kv`;
  const kv = await Deno.openKv(path);
  for (let number = 0; number < 100; number++) await kv.set(["gone", number], new Uint8Array(50_000));
  for (let number = 0; number < 100; number++) await kv.delete(["gone", number]);
  kv.close();
  const before = (await Deno.stat(path)).size;
  const { code, out, err } = await runCommand(dir, ["compact"]);
  assert.equal(code, 0, err);
  assert.match(out, /^\S+winnow\.kv: 5\.\d MB before, 0\.\d MB now\n$/);
  const { size, mode } = await Deno.stat(path);
  assert.ok(before > 5_000_000 && size < 1_000_000, `${before} to ${size}`);
  assert.equal(mode! & 0o077, 0, "still closed to others");
  assert.equal(await found(dir, key, ids), ids.length);
});

processTest("both are for a file, and there must be one", async (dir) => {
  for (const command of ["compact", "repair"]) {
    const none = await runCommand(dir, [command]);
    assert.equal(none.code, 1);
    assert.match(none.err, /there is no store at/);
    assert.equal((await runCommand(dir, [command, "now"])).code, 2);
    for (const store of [":memory:", "postgres://localhost/x"]) {
      const { code, err } = await runCommand(dir, [command], { WINNOW_STORE: store });
      assert.equal(code, 2);
      assert.match(err, /is for the embedded store/);
    }
    const kv = await Deno.openKv(`${dir}/winnow.kv`);
    await kv.set(["meta", "schema"], 999);
    kv.close();
    assert.match((await runCommand(dir, [command])).err, /newer version/);
    await Deno.remove(`${dir}/winnow.kv`);
  }
});
