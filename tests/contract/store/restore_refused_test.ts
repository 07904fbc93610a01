/** Backup files that a restore refuses. */
import assert from "node:assert/strict";
import { BackupError } from "../../../src/db/backup/backup_file.ts";
import { deletionOf } from "../../../src/db/backup/file_entry.ts";
import { openBackup } from "../../../src/db/backup/restore.ts";
import { keyBytes } from "../../../src/db/key_bytes.ts";
import { inFolder } from "../../support/folder.ts";
import { blocksOf } from "../../support/store/backup_files.ts";
import { backup, dumped, fillStore, restoreInto, SECRET, withEngine } from "../../support/store/backups.ts";

const NOT_AUTHENTIC = /its authentication code is wrong/;

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
    const first = whole.subarray(0, headerEnd);
    const blocks = partsOf(whole.subarray(headerEnd));
    assert.ok(blocks.length > 1);
    const entries = (await Array.fromAsync((await openBackup(file)).entries(SECRET))).flat();
    const rewritten = async (header: Uint8Array) => joined(header, await blocksOf(entries, SECRET, header));
    const another = new TextEncoder().encode(header.replace('made_at":"20', 'made_at":"19'));
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
      ["a flipped bit at the end", flipped(whole.length - 5), NOT_AUTHENTIC],
      ["another header", withHeader(new TextDecoder().decode(another)), NOT_AUTHENTIC],
      ["newer format", withHeader(header.replace('"winnow_backup":3', '"winnow_backup":4')), /newer version/],
      ["newer schema", withHeader(header.replace(/"schema":\d+/, '"schema":99')), /newer version/],
      ["no id", withHeader(header.replace(/,"id":"[^"]+"/, "")), /damaged/],
      ["a block less", joined(first, ...blocks.slice(1)), NOT_AUTHENTIC],
      ["the last block less", joined(first, ...blocks.slice(0, -1)), /its end is missing/],
      ["blocks in another order", joined(first, ...blocks.toReversed()), NOT_AUTHENTIC],
      ["a block twice", joined(first, blocks[0]!, ...blocks), NOT_AUTHENTIC],
      [
        "a block of another file",
        joined(first, ...partsOf((await rewritten(another)).subarray(headerEnd))),
        NOT_AUTHENTIC,
      ],
      ["a block that ends the file too early", joined(first, blocks[0]!.with(4, 1)), NOT_AUTHENTIC],
      ["two ends", joined(whole, blocks.at(-1)!), /follows its end/],
      [
        "under another secret",
        joined(first, await blocksOf(entries, `${SECRET}.`, first)),
        NOT_AUTHENTIC,
      ],
      ["out of order", joined(first, await blocksOf(entries.toReversed(), SECRET, first)), /out of order/],
      [
        "an entry twice",
        joined(first, await blocksOf([entries[0]!, ...entries], SECRET, first)),
        /out of order/,
      ],
      [
        "a deletion in a whole backup",
        joined(first, await blocksOf([deletionOf(keyBytes(["account", "a"]))], SECRET, first)),
        /damaged/,
      ],
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

/** Each with its head. */
function partsOf(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < body.length;) {
    const end = at + 37 + new DataView(body.buffer, body.byteOffset + at).getUint32(0);
    parts.push(body.slice(at, end));
    at = end;
  }
  return parts;
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
