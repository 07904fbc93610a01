/** docs/operations.md lists every file of the data folder. */
import assert from "node:assert/strict";
import { makeKey, processTest, runCommand, startServer } from "../../support/process/program.ts";

const DOCS = new URL("../../../docs/operations.md", import.meta.url);

/** Names in the first column, `…` for any text; `-wal` and the like are ends of the name before them. */
async function listed(): Promise<RegExp[]> {
  const text = await Deno.readTextFile(DOCS);
  const section = /## What is on disk\n([\s\S]*?)\n## /.exec(text)![1]!;
  const patterns: RegExp[] = [];
  for (const row of section.matchAll(/^\| (.*?) \|/gm)) {
    let first = "";
    for (const [, name] of row[1]!.matchAll(/`([^`]+)`/g)) {
      if (!name!.startsWith("-")) first = name!;
      const whole = name!.startsWith("-") ? first.replace(/-0$/, "") + name : name!;
      const escaped = whole.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*").replace(
        "PID",
        "\\d+",
      );
      patterns.push(new RegExp(`^${escaped.replace(/\/$/, "")}$`));
    }
  }
  return patterns;
}

processTest("every file of the data folder is in the list of what is on disk", async (dir) => {
  const { key } = await makeKey(dir, "shop");
  const server = await startServer(dir);
  const url = `${server.origin}/v1/score/ip?ip=8.8.8.8`;
  assert.equal((await fetch(url, { headers: { "x-api-key": key } })).status, 200);
  const names = new Set([...Deno.readDirSync(dir)].map(({ name }) => name));
  assert.equal(await server.stop(), 0);
  assert.equal((await runCommand(dir, ["secret", "rotate"])).code, 0);
  for (const { name } of Deno.readDirSync(dir)) names.add(name);
  const patterns = await listed();
  assert.deepEqual([...names].filter((name) => !patterns.some((pattern) => pattern.test(name))), []);
  assert.ok(names.has("winnow.kv") && names.has("secret.previous"), [...names].join(" "));
});
