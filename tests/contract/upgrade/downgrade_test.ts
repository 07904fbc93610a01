/** Stores of this version are refused by released versions, which would miss a part of them; stores of theirs are taken over. */
import assert from "node:assert/strict";
import { SCHEMA_VERSION } from "../../../src/db/schema.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, runCommand, startServer } from "../../support/process/program.ts";
import { hasHistory, RELEASED, runReleased, unpackReleased } from "../../support/process/released_version.ts";
import expected from "./fixtures/expected_0.1.0.json" with { type: "json" };

const found = hasHistory();
const REFUSED = new RegExp(
  `written by a newer version \\(schema ${SCHEMA_VERSION}, this program knows \\d+\\)`,
);

/** What a program of the version must not do to a store of a newer one. */
const COMMANDS: readonly (readonly string[])[] = [
  ["serve"],
  ["keys", "list"],
  ["keys", "create", "--account", "late"],
  ["accounts", "list"],
];

async function storeOf(version: string, dir: string): Promise<void> {
  using file = await Deno.open(new URL(`fixtures/store_${version}.kv.gz`, import.meta.url));
  await Deno.writeFile(`${dir}/winnow.kv`, file.readable.pipeThrough(new DecompressionStream("gzip")));
  await Deno.writeTextFile(`${dir}/secret`, `${expected.secret}\n`, { mode: 0o600 });
}

async function schemaOf(dir: string): Promise<unknown> {
  using kv = await Deno.openKv(`${dir}/winnow.kv`);
  return (await kv.get(["meta", "schema"])).value;
}

async function entriesOf(dir: string): Promise<number> {
  using kv = await Deno.openKv(`${dir}/winnow.kv`);
  return (await Array.fromAsync(kv.list({ prefix: [] }))).length;
}

for (const version of Object.keys(RELEASED)) {
  Deno.test({
    name: `${version} refuses a store of this version${found ? "" : " (skipped: no history of git)"}`,
    ignore: !found,
    sanitizeResources: false,
    sanitizeOps: false,
    fn: (t) =>
      inFolder(async (folder) => {
        const [program, fresh, raised, back] = ["program", "fresh", "raised", "back"].map((name) =>
          `${folder}/${name}`
        ) as [string, string, string, string];
        await Promise.all([program, fresh, raised, back].map((path) => Deno.mkdir(path)));
        await unpackReleased(version, program);
        const refuses = async (dir: string) => {
          const before = await entriesOf(dir);
          for (const command of COMMANDS) {
            const { code, err } = await runReleased(program, dir, command);
            assert.equal(code, 1, `${command}: ${err}`);
            assert.match(err, REFUSED, command.join(" "));
          }
          assert.equal(await entriesOf(dir), before, "nothing was written");
        };
        await t.step("that it made and scored with", async () => {
          const { key } = await makeKey(fresh, "main");
          const server = await startServer(fresh);
          for (let last = 1; last <= 20; last++) {
            const answer = await fetch(`${server.origin}/v1/score/ip?ip=192.0.2.${last}`, {
              headers: { "x-api-key": key },
            });
            assert.equal(answer.status, 200, await answer.text());
          }
          await server.kill();
          await refuses(fresh);
          const list = await runCommand(fresh, ["keys", "list"]);
          assert.equal(list.code, 0, list.err);
        });
        await t.step("that was its own, and was opened by this version", async () => {
          await storeOf(version, raised);
          const before = await runReleased(program, raised, ["keys", "list"]);
          assert.equal(before.code, 0, before.err);
          assert.equal((await runCommand(raised, ["keys", "list"])).code, 0);
          await refuses(raised);
        });
        await t.step("also as a backup", async () => {
          const file = `${folder}/file`;
          const made = await runCommand(fresh, ["backup", file]);
          assert.equal(made.code, 0, made.err);
          const { code, err } = await runReleased(program, back, ["restore", file]);
          assert.equal(code, 1, err);
          assert.match(err, /newer version/);
        });
      }),
  });

  Deno.test(`a store and a backup of ${version} have this version's number once they were opened`, () =>
    inFolder(async (folder) => {
      const [store, backup] = [`${folder}/store`, `${folder}/backup`];
      await Promise.all([store, backup].map((path) => Deno.mkdir(path)));
      await storeOf(version, store);
      assert.equal(await schemaOf(store), 1);
      assert.equal((await runCommand(store, ["keys", "list"])).code, 0);
      assert.equal(await schemaOf(store), SCHEMA_VERSION);
      using file = await Deno.open(new URL(`fixtures/backup_${version}.gz`, import.meta.url));
      const path = `${folder}/file`;
      await Deno.writeFile(path, file.readable.pipeThrough(new DecompressionStream("gzip")));
      await Deno.writeTextFile(`${backup}/secret`, `${expected.secret}\n`, { mode: 0o600 });
      const { code, err } = await runCommand(backup, ["restore", path, "--unauthenticated"]);
      assert.equal(code, 0, err);
      assert.equal(await schemaOf(backup), SCHEMA_VERSION, "also before anything else opens it");
    }));
}
