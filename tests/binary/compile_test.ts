import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readModules } from "../../scripts/read_modules.ts";
import { inFolder } from "../support/folder.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const ROOT = new URL("../../", import.meta.url).pathname;

/** Paths of the tables and guides that the program imports as text. */
async function textImports(): Promise<string[]> {
  const paths = new Set<string>();
  for (const { path } of await readModules(ROOT)) {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    for (const [, target] of text.matchAll(/from "([^"]+)" with \{ type: "text" \}/g)) {
      paths.add(new URL(target!, `file://${ROOT}${path}`).pathname);
    }
  }
  return [...paths];
}

/**
 * Compiling downloads `denort`, which not every machine can reach. With the deno executable in its place everything up to
 * the packing is real; the result is not run, because a deno is not a denort.
 */
Deno.test("deno task compile packs the program, its worker, the data bundle and the permissions", async () => {
  await inFolder(async (dir) => {
    const path = `${dir}/winnow`;
    const output = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "scripts/compile.ts", "--output", path],
      cwd: ROOT,
      env: {
        DENORT_BIN: Deno.env.get("DENORT_BIN") ?? Deno.execPath(),
        NO_COLOR: "1",
        WINNOW_COMMIT: COMMIT,
      },
    }).output();
    const text = new TextDecoder().decode(output.stdout) + new TextDecoder().decode(output.stderr);
    assert.equal(output.code, 0, text);
    assert.match(text, /sha256 [0-9a-f]{64}/);
    const runtime = (await Deno.stat(Deno.env.get("DENORT_BIN") ?? Deno.execPath())).size;
    const bundle = (await Deno.stat(`${ROOT}build/winnow.bundle`)).size;
    const packed = (await Deno.readFile(path)).subarray(runtime - 1_000_000);
    // The city and AS packages the bundle is made of would be 200 MB more.
    assert.ok(
      packed.length > bundle && packed.length < bundle + 60_000_000,
      `${packed.length} bytes were packed`,
    );
    const content = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
    const texts = await textImports();
    assert.ok(texts.some((path) => path.endsWith(".csv")) && texts.some((path) => path.endsWith(".md")));
    for (const path of texts) {
      assert.ok(content.includes(Buffer.from(await Deno.readFile(path))), `${path} is not in the file`);
    }
    for (
      const path of [
        "typescript/dist/index.js",
        "typescript/dist/schema.d.ts",
        "python/src/winnow_client/types.py",
      ]
    ) {
      const file = await Deno.readFile(`${ROOT}clients/${path}`);
      assert.ok(content.includes(Buffer.from(file)), `clients/${path} is not in the file`);
    }
    // The last two are of modules that are imported when they are needed.
    const parts = ["winnow.bundle", "feed_worker.ts", "WINNOW_DATA_DIR", "allow_net", COMMIT];
    for (const part of [...parts, "function dumpPostgres", "function restoreCommand"]) {
      assert.ok(content.includes(part), `${part} is not in the file`);
    }
  });
});
