import assert from "node:assert/strict";
import fc from "fast-check";
import { BackupError, entryLine, readEntryLine, readHeader } from "../../../../src/db/backup/backup_file.ts";
import type { DumpEntry } from "../../../../src/db/backup/dump_entry.ts";
import { compareBytes, keyBytes, keyOf } from "../../../../src/db/key_bytes.ts";

const part = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\u0000", "a\u0000", "😀"),
);
const key = fc.array(part, { minLength: 1, maxLength: 5 });

Deno.test("every entry is read back from its line", () => {
  const value = fc.oneof(
    fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
    fc.uint8Array(),
    fc.string().map((text) => new TextEncoder().encode(text)),
  );
  const expiresAt = fc.option(fc.integer({ min: 1, max: 4e12 }));
  const plain = fc.record({ key, value, counter: fc.constant(false), expiresAt });
  const counter = fc.record({
    key,
    value: fc.maxSafeNat(),
    counter: fc.constant(true),
    expiresAt: fc.constant(null),
  });
  fc.assert(fc.property(fc.oneof(plain, counter), (entry) => {
    const line = entryLine(entry as DumpEntry);
    assert.ok(!line.includes("\n"));
    assert.deepEqual(readEntryLine(line), { ...entry });
  }));
});

Deno.test("a line that is not an entry is refused", () => {
  for (
    const line of [
      "",
      "{",
      "null",
      "{}",
      '{"entries":"1","sha256":"x"}',
      "[]",
      '["j",["a"]]',
      '["j",[],1]',
      '["j",["a",1],1]',
      '["j",["a"],1,"soon"]',
      '["x",["a"],1]',
      '["n",["a"],-1]',
      '["n",["a"],1.5]',
      '["n",["a"],"1"]',
      '["t",["a"],1]',
      '["b",["a"],"%%%"]',
    ]
  ) assert.throws(() => readEntryLine(line), BackupError, line);
});

Deno.test("a header of another program or a newer version is refused with its reason", () => {
  const header = {
    winnow_backup: 2,
    schema: 1,
    program: "0.1.0",
    made_at: "2026-11-20T12:00:00.000Z",
    secret_fingerprint: "00",
  };
  assert.deepEqual(readHeader(JSON.stringify(header), 1), header);
  const rows: [string, RegExp][] = [
    ["", /not a Winnow backup/],
    ["SQLite format 3", /not a Winnow backup/],
    ['{"version":1}', /not a Winnow backup/],
    [JSON.stringify({ ...header, winnow_backup: 3, program: "9.0.0" }), /newer version \(9\.0\.0/],
    [JSON.stringify({ ...header, schema: 2 }), /newer version/],
    [JSON.stringify({ ...header, made_at: "soon" }), /damaged/],
    [JSON.stringify({ ...header, program: 1 }), /damaged/],
    [JSON.stringify({ ...header, secret: {} }), /damaged/],
    [JSON.stringify({ ...header, previous_secrets: "x" }), /damaged/],
  ];
  for (const [line, says] of rows) assert.throws(() => readHeader(line, 1), says);
});

Deno.test("keys are read back from their bytes, which have the same order", () => {
  fc.assert(fc.property(key, key, (a, b) => {
    assert.deepEqual(keyOf(keyBytes(a)), a);
    const order = compareBytes(keyBytes(a), keyBytes(b));
    assert.equal(Math.sign(order), Math.sign(inParts(a, b)));
  }));
  for (const bytes of [[1], [2], [2, 97], [2, 97, 0, 255], [2, 97, 0, 3]]) {
    assert.throws(() => keyOf(new Uint8Array(bytes)));
  }
});

/** Part by part; what is a beginning of the other comes first. */
function inParts(a: readonly string[], b: readonly string[]): number {
  const encoder = new TextEncoder();
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareBytes(encoder.encode(a[i]), encoder.encode(b[i]));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
