/** What a score that is committed alone costs on disk. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { inFolder } from "../../support/folder.ts";

/** Of the file, after `count` different addresses were scored one after the other, and the log is in the file. */
async function sizeAfter(dataDir: string, from: number, count: number): Promise<number> {
  {
    await using app = await startApp({ dataDir });
    for (let number = from; number < from + count; number++) {
      const ip = `93.${184 + (number >> 16)}.${number >> 8 & 255}.${number & 255}`;
      const { status, text } = await app.ask(`/v1/score/ip?ip=${ip}`);
      assert.equal(status, 200, text);
    }
  }
  return (await Deno.stat(`${dataDir}/winnow.kv`)).size;
}

Deno.test("an address that is scored alone costs the embedded store at most 1,600 bytes", () =>
  inFolder(async (dir) => {
    const before = await sizeAfter(dir, 0, 100);
    const after = await sizeAfter(dir, 100, 600);
    const each = (after - before) / 600;
    assert.ok(each <= 1600, `${each} bytes`);
  }));
