import assert from "node:assert/strict";
import { SERVICE, VERSION } from "../../../src/model/service.ts";
import { commitOf } from "../../../src/cli/version.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import project from "../../../deno.json" with { type: "json" };

const ROOT = new URL("../../../", import.meta.url).pathname;

/** Null in a copy without history. */
async function head(): Promise<string | null> {
  const { code, stdout } = await new Deno.Command("git", {
    args: ["-C", ROOT, "rev-parse", "HEAD"],
    stderr: "null",
  })
    .output();
  return code === 0 ? new TextDecoder().decode(stdout).trim() : null;
}

Deno.test("version names the program, its commit and its data, as text and as JSON", async () => {
  await inFolder(async (dir) => {
    const commit = await head();
    const { out, code } = await runCommand(dir, ["version", "--json"]);
    const { data, ...version } = JSON.parse(out);
    assert.equal(code, 0);
    assert.deepEqual(version, {
      version: project.version,
      commit,
      deno: Deno.version.deno,
      target: Deno.build.target,
    });
    assert.deepEqual(Object.keys(data), ["places", "networks", "domains", "facts", "compiler"]);
    for (const of of Object.values(data)) assert.match(String(of), /^[\w./]+$/);
    const text = (await runCommand(dir, ["--version"])).out.split("\n");
    assert.equal(text[0], `${SERVICE.name} ${VERSION} (deno ${Deno.version.deno}, ${Deno.build.target})`);
    assert.deepEqual(text.slice(1), [
      `commit ${commit ?? "unknown"}`,
      `data places ${data.places}, networks ${data.networks}, domains ${data.domains}, facts ${data.facts}, compiler ${data.compiler}`,
      "",
    ]);
    assert.equal([...Deno.readDirSync(dir)].length, 0, "it opened the data folder");
  });
});

Deno.test("version answers whatever the settings are, and refuses what it does not take", async () => {
  await inFolder(async (dir) => {
    assert.equal((await runCommand(dir, ["version"], { WINNOW_PORT: "no port" })).code, 0);
    assert.equal((await runCommand(dir, ["version", "--xml"])).code, 2);
  });
});

Deno.test("a commit is the variable's where it is one, and never something else", async () => {
  const commit = await head();
  const given = "0123456789abcdef0123456789abcdef01234567";
  assert.equal(await commitOf({ WINNOW_COMMIT: given }), given);
  for (const text of ["", "unknown", "main", "$Format:%H$", "012345"]) {
    assert.equal(await commitOf({ WINNOW_COMMIT: text }), commit, text);
  }
});

Deno.test("the version in deno.json is the program's", () => {
  assert.equal(project.version, VERSION);
});
