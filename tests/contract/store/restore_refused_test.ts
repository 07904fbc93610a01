/** Backup files that a restore refuses. */
import assert from "node:assert/strict";
import { BackupError } from "../../../src/db/backup/backup_file.ts";
import { inFolder } from "../../support/folder.ts";
import { backup, dumped, fillStore, restoreInto, withEngine } from "../../support/store/backups.ts";

Deno.test("a damaged, truncated, foreign or newer file is refused with the reason, and changes nothing", async (t) => {
  await inFolder(async (folder) => {
    const [a, b, file] = [`${folder}/a.kv`, `${folder}/b.kv`, `${folder}/backup`];
    await fillStore(a);
    await fillStore(b);
    await withEngine(
      b,
      (engine) => engine.commit({ set: [{ key: ["account-name", "mine"], value: "acc" }] }),
    );
    await backup(a, file);
    const before = await dumped(b);
    const whole = await Deno.readFile(file);
    const headerEnd = whole.indexOf(10) + 1;
    const header = new TextDecoder().decode(whole.subarray(0, headerEnd));
    const withHeader = (text: string) => joined(new TextEncoder().encode(text), whole.subarray(headerEnd));
    const flipped = (at: number) => whole.map((byte, index) => index === at ? byte ^ 1 : byte);
    const lines = await linesOf(whole.subarray(headerEnd));
    const rewritten = async (change: (lines: string[]) => string[]) =>
      joined(whole.subarray(0, headerEnd), await zipped(change([...lines]).join("\n") + "\n"));
    const rows: [string, Uint8Array, RegExp][] = [
      ["empty", new Uint8Array(), /not a Winnow backup/],
      ["text", new TextEncoder().encode("hello\n"), /not a Winnow backup/],
      ["a store", await Deno.readFile(a), /not a Winnow backup/],
      ["only the header", whole.slice(0, headerEnd), /damaged or cut short/],
      ["cut in the middle", whole.slice(0, whole.length >> 1), /damaged or cut short/],
      ["cut by a byte", whole.slice(0, -1), /damaged or cut short/],
      ["a byte more", joined(whole, new Uint8Array([0])), /damaged or cut short/],
      // Where the text can still be read, its authentication code is checked before the sum at the end of the file.
      ["a flipped bit", flipped(whole.length >> 1), /damaged or cut short|authentication code is wrong/],
      ["a flipped bit at the end", flipped(whole.length - 5), /damaged or cut short/],
      [
        "another header",
        withHeader(header.replace('made_at":"20', 'made_at":"19')),
        /its authentication code is wrong/,
      ],
      ["newer format", withHeader(header.replace('"winnow_backup":2', '"winnow_backup":3')), /newer version/],
      ["newer schema", withHeader(header.replace(/"schema":\d+/, '"schema":99')), /newer version/],
      [
        "a line less",
        await rewritten((all) => all.toSpliced(9, 1)),
        /should hold 3007 entries and holds 3006/,
      ],
      [
        "a changed line",
        await rewritten((all) => all.with(0, '["j",["account","a"],{}]')),
        /its authentication code is wrong/,
      ],
      ["no end", await rewritten((all) => all.slice(0, -1)), /its end is missing/],
      ["two ends", await rewritten((all) => [...all, all.at(-1)!]), /follows its end/],
      ["out of order", await rewritten((all) => all.toReversed()), /damaged/],
    ];
    for (const [name, bytes, says] of rows) {
      await t.step(name, async () => {
        await Deno.writeFile(`${folder}/bad`, bytes);
        await assert.rejects(restoreInto(b, `${folder}/bad`, true), (error) => {
          assert.ok(error instanceof BackupError, String(error));
          assert.match(error.message, says);
          return true;
        });
        assert.deepEqual(await dumped(b), before);
      });
    }
  });
});

async function linesOf(gzip: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const stream = new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).text()).trimEnd().split("\n");
}

async function zipped(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
