/** Copies of the embedded store's folder: a snapshot of its volume, and Litestream. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { Acknowledged } from "../../support/process/acknowledged.ts";
import { makeKey, processTest, startServer } from "../../support/process/program.ts";

processTest("a snapshot of the folder under load has all that was acknowledged before it", async (dir) => {
  const [from, to] = [`${dir}/a`, `${dir}/b`];
  const { key } = await makeKey(from, "shop", "--rpm", "1000000", "--monthly", "1000000");
  const server = await startServer(from);
  const client = new Acknowledged(server.origin, key);
  await client.score(50);
  let working = true;
  const load = (async () => {
    while (working) await client.score(1);
  })();
  await eventually(() => client.ids.length > 80, "scores");
  // Stopped, the process writes nothing: what the folder holds now is what it held at one moment.
  Deno.kill(server.pid, "SIGSTOP");
  const before = client.ids.length;
  const { success } = await new Deno.Command("cp", { args: ["-a", from, to] }).output();
  assert.ok(success);
  Deno.kill(server.pid, "SIGCONT");
  working = false;
  await load;
  await server.kill();
  const copy = await startServer(to);
  const kept = await client.keptBy(copy.origin);
  assert.ok(kept >= before, `${kept} of ${before}`);
  await new Acknowledged(copy.origin, key).score(3);
  assert.equal(await copy.stop(), 0);
});

const LITESTREAM = Deno.env.get("LITESTREAM") ?? "litestream";
const found = await isThere();

async function isThere(): Promise<boolean> {
  try {
    const command = new Deno.Command(LITESTREAM, { args: ["version"], stdout: "null", stderr: "null" });
    return (await command.output()).success;
  } catch {
    return false;
  }
}

Deno.test({
  name: `Litestream's replica is a store that lacks at most the newest scores${
    found ? "" : " (skipped: no litestream)"
  }`,
  ignore: !found,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inFolder(async (dir) => {
      const { key } = await makeKey(`${dir}/a`, "shop", "--rpm", "1000000", "--monthly", "1000000");
      const replica = `file://${dir}/replica`;
      const server = await startServer(`${dir}/a`);
      const replicating = new Deno.Command(LITESTREAM, {
        args: ["replicate", `${dir}/a/winnow.kv`, replica],
        stdout: "null",
        stderr: "null",
      }).spawn();
      const client = new Acknowledged(server.origin, key);
      let restores = 0;
      /** The scores that a store has that was restored from the replica now. */
      const keptByRestored = async () => {
        const to = `${dir}/restored-${++restores}`;
        await Deno.mkdir(to);
        const { success } = await new Deno.Command(LITESTREAM, {
          args: ["restore", "-o", `${to}/winnow.kv`, replica],
          stdout: "null",
          stderr: "null",
        }).output();
        if (!success) return -1;
        await Deno.copyFile(`${dir}/a/secret`, `${to}/secret`);
        const restored = await startServer(to);
        try {
          return await client.keptBy(restored.origin);
        } finally {
          await restored.kill();
        }
      };
      try {
        await client.score(100);
        // Without a gap at any time, and whole a moment after the last one.
        await eventually(async () => await keptByRestored() === 100, "the replica has all");
        await client.score(50);
        await server.kill();
        const kept = await keptByRestored();
        assert.ok(kept >= 100 && kept <= 150, `${kept}`);
        console.log(`Litestream: ${kept} of 150 scores at once after the kill`);
      } finally {
        replicating.kill("SIGKILL");
        await replicating.status;
        await server.kill();
      }
    }),
});
