import assert from "node:assert/strict";
import { inFolder } from "../support/folder.ts";

/**
 * Compiling downloads `denort`, which not every machine can reach. With the deno executable in its place everything up to
 * the packing is real; the result is not run, because a deno is not a denort.
 */
Deno.test("deno task compile packs the program, its worker, the data bundle and the permissions", async () => {
  await inFolder(async (dir) => {
    const path = `${dir}/winnow`;
    const output = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "scripts/compile.ts", "--output", path],
      cwd: new URL("../../", import.meta.url),
      env: { DENORT_BIN: Deno.env.get("DENORT_BIN") ?? Deno.execPath(), NO_COLOR: "1" },
    }).output();
    const text = new TextDecoder().decode(output.stdout) + new TextDecoder().decode(output.stderr);
    assert.equal(output.code, 0, text);
    assert.match(text, /sha256 [0-9a-f]{64}/);
    const runtime = (await Deno.stat(Deno.env.get("DENORT_BIN") ?? Deno.execPath())).size;
    const bundle = (await Deno.stat(new URL("../../build/winnow.bundle", import.meta.url))).size;
    const packed = (await Deno.readFile(path)).subarray(runtime - 1_000_000);
    // The city and AS packages the bundle is made of would be 200 MB more.
    assert.ok(
      packed.length > bundle && packed.length < bundle + 60_000_000,
      `${packed.length} bytes were packed`,
    );
    const content = new TextDecoder("latin1").decode(packed);
    for (
      const part of ["winnow.bundle", "feed_worker.ts", "WINNOW_DATA_DIR", "allow_net"]
    ) {
      assert.ok(content.includes(part), `${part} is not in the file`);
    }
  });
});
