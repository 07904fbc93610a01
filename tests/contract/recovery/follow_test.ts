/** `winnow follow` and `winnow promote`: a warm copy takes over from a server that was killed. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { Acknowledged } from "../../support/process/acknowledged.ts";
import { startFollower } from "../../support/process/follower.ts";
import { makeKey, processTest, runCommand, startServer } from "../../support/process/program.ts";
import { dumped, fillStore } from "../../support/store/backups.ts";

const UNLIMITED = ["--rpm", "1000000", "--monthly", "1000000"];

/** Imports of 50 rules each, until the server is gone. */
async function importRules(origin: string, key: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let turn = 0;; turn++) {
    const body = Array.from({ length: 50 }, (_, index) => `i${index}-${turn}.example.net`).join("\n");
    try {
      const headers = { "x-api-key": key, "content-type": "text/plain" };
      const answer = await fetch(`${origin}/v1/rules/import?action=block`, { method: "POST", body, headers });
      await answer.body?.cancel();
      if (answer.status === 200) acknowledged.push(String(turn));
    } catch {
      return acknowledged;
    }
  }
}

async function importedBy(origin: string, key: string): Promise<Map<string, number>> {
  const { rules } = await (await fetch(`${origin}/v1/rules`, { headers: { "x-api-key": key } })).json() as {
    rules: { value: string }[];
  };
  const found = new Map<string, number>();
  for (const { value } of rules) {
    const turn = /^i\d+-(\d+)\./.exec(value)?.[1];
    if (turn !== undefined) found.set(turn, (found.get(turn) ?? 0) + 1);
  }
  return found;
}

processTest(
  "a promoted copy of a server that was killed under load has what was copied, and nothing half",
  async (dir) => {
    const [from, to] = [`${dir}/a`, `${dir}/b`];
    const { key } = await makeKey(from, "shop", ...UNLIMITED);
    const server = await startServer(from);
    const follower = startFollower(from, to);
    try {
      const client = new Acknowledged(server.origin, key);
      let isGone = false;
      const scoring = (async () => {
        while (!isGone) await client.score(1).catch(() => isGone = true);
      })();
      const importing = importRules(server.origin, key);
      await eventually(() => client.ids.length > 300, "scores under load");
      const before = client.ids.length;
      await follower.caughtUp();
      await server.kill();
      await scoring;
      await importing;
      assert.equal(await follower.stop(), 0);
      const promoted = await runCommand(dir, ["promote", to]);
      assert.equal(promoted.code, 0, promoted.err);
      assert.match(promoted.out, /the copy is whole, written last at .*WINNOW_DATA_DIR=/);
      const copy = await startServer(to);
      const kept = await client.keptBy(copy.origin);
      console.log(`${kept} of ${client.ids.length} scores are in the copy`);
      assert.ok(kept >= before, `${kept} of at least ${before}`);
      const imports = await importedBy(copy.origin, key);
      assert.ok(imports.size > 0);
      for (const [turn, count] of imports) assert.equal(count, 50, `import ${turn} is incomplete`);
      await new Acknowledged(copy.origin, key).score(3);
      assert.equal(await copy.stop(), 0);
    } finally {
      await follower.kill();
      await server.kill();
    }
  },
);

processTest(
  "a follower that is killed goes on where it was, and the copy is the store in the end",
  async (dir) => {
    const [from, to] = [`${dir}/a`, `${dir}/b`];
    const { key } = await makeKey(from, "shop", ...UNLIMITED);
    await fillStore(`${from}/winnow.kv`);
    const server = await startServer(from);
    let follower = startFollower(from, to);
    try {
      const client = new Acknowledged(server.origin, key);
      await follower.line(/complete, and followed/);
      for (const count of [100, 1, 200]) {
        const scoring = client.score(count);
        await follower.kill();
        await scoring;
        await client.score(20);
        follower = startFollower(from, to);
        await follower.line(/complete, and followed/);
      }
      await client.score(50);
      // Everything is in the store's file when the server has ended.
      assert.equal(await server.stop(), 0);
      await follower.caughtUp();
      assert.equal(await follower.stop("SIGINT"), 0);
      const expected = await dumped(`${from}/winnow.kv`);
      assert.equal((await runCommand(dir, ["promote", to])).code, 0);
      assert.deepEqual(await dumped(`${to}/winnow.kv`), expected);
      for (const name of ["secret", "receipt-key"]) {
        assert.equal(await Deno.readTextFile(`${to}/${name}`), await Deno.readTextFile(`${from}/${name}`));
        assert.equal((await Deno.stat(`${to}/${name}`)).mode! & 0o777, 0o600);
      }
      assert.equal((await Deno.stat(`${to}/winnow.kv`)).mode! & 0o777, 0o600);
      assert.equal((await Deno.stat(to)).mode! & 0o777, 0o700);
    } finally {
      await follower.kill();
      await server.kill();
    }
  },
);

processTest(
  "a copy of an early moment is killed, kept and promoted at any time after it was complete",
  async (dir) => {
    const [from, to] = [`${dir}/a`, `${dir}/b`];
    await makeKey(from, "first");
    const follower = startFollower(from, to);
    await follower.line(/complete, and followed/);
    await makeKey(from, "second");
    await follower.caughtUp();
    await follower.kill();
    await makeKey(from, "third");
    const promoted = await runCommand(dir, ["promote", to]);
    assert.equal(promoted.code, 0, promoted.err);
    const { out } = await runCommand(to, ["accounts", "list"]);
    assert.match(out, /first[^]*second/);
    assert.doesNotMatch(out, /third/);
  },
);

processTest("a rotated secret is in the copy before what is hashed under it", async (dir) => {
  const [from, to] = [`${dir}/a`, `${dir}/b`];
  await makeKey(from, "first");
  const follower = startFollower(from, to);
  await follower.line(/complete, and followed/);
  assert.equal((await runCommand(from, ["secret", "rotate"])).code, 0);
  await makeKey(from, "second");
  await follower.caughtUp();
  await follower.kill();
  assert.equal((await runCommand(dir, ["promote", to])).code, 0);
  assert.match((await runCommand(to, ["accounts", "list"])).out, /first[^]*second/);
  for (const name of ["secret", "secret.previous"]) {
    assert.equal(await Deno.readTextFile(`${to}/${name}`), await Deno.readTextFile(`${from}/${name}`));
  }
});

processTest(
  "a store that is followed is not compacted, and one that was compacted since is copied again",
  async (dir) => {
    const [from, to] = [`${dir}/a`, `${dir}/b`];
    await makeKey(from, "first");
    await fillStore(`${from}/winnow.kv`);
    let follower = startFollower(from, to);
    await follower.line(/complete, and followed/);
    const refused = await runCommand(from, ["compact"]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /a process uses the store .*; stop it first/);
    await makeKey(from, "second");
    await follower.caughtUp();
    assert.equal(await follower.stop(), 0);
    assert.equal((await runCommand(from, ["accounts", "forget", "second", "--yes"])).code, 0);
    assert.equal((await runCommand(from, ["compact"])).code, 0);
    follower = startFollower(from, to);
    await follower.line(/complete, and followed/);
    await follower.caughtUp();
    assert.equal(await follower.stop(), 0);
    assert.equal((await runCommand(dir, ["promote", to])).code, 0);
    assert.deepEqual(await dumped(`${to}/winnow.kv`), await dumped(`${from}/winnow.kv`));
  },
);
