import assert from "node:assert/strict";
import fc from "fast-check";
import { BackupError, readHeader } from "../../../../src/db/backup/backup_file.ts";
import type { DumpEntry } from "../../../../src/db/backup/dump_entry.ts";
import {
  deletionOf,
  entriesIn,
  EntryBytes,
  isSameEntry,
  packEntry,
  unpackEntry,
} from "../../../../src/db/backup/file_entry.ts";
import { readEntryLine } from "../../../../src/db/backup/line_file.ts";
import { compareBytes, keyBytes, keyOf } from "../../../../src/db/key_bytes.ts";
import { entryLine } from "../../../support/store/backup_files.ts";

const part = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\u0000", "a\u0000", "😀"),
);
const key = fc.array(part, { minLength: 1, maxLength: 5 });

const entry = (() => {
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
  return fc.oneof(plain, counter).map((made): DumpEntry => ({ ...made }));
})();

Deno.test("every entry is read back from its bytes, and those behind it", () => {
  fc.assert(fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
    const bytes = new EntryBytes(100_000);
    for (const each of entries) bytes.put(packEntry(each));
    bytes.put(deletionOf(keyBytes(["gone"])));
    const read = entriesIn(bytes.take());
    assert.ok(isSameEntry(read.pop()!, deletionOf(keyBytes(["gone"]))));
    assert.deepEqual(
      read.map((each) => unpackEntry(each)),
      entries.map((each) => ({ ...each, keyBytes: keyBytes(each.key) })),
    );
    assert.ok(read.every((each, index) => isSameEntry(each, packEntry(entries[index]!))));
  }));
});

Deno.test("entries are different when their value, kind or expiry is", () => {
  const base = { key: ["a"], value: "x", counter: false, expiresAt: 5 };
  const rows: Partial<DumpEntry>[] = [
    { value: "y" },
    { value: "" },
    { value: new TextEncoder().encode('"x"') },
    { expiresAt: 6 },
    { expiresAt: null },
  ];
  for (const row of rows) assert.ok(!isSameEntry(packEntry(base), packEntry({ ...base, ...row })));
  assert.ok(isSameEntry(packEntry(base), packEntry({ ...base })));
});

Deno.test("bytes that are no entries are refused", () => {
  const bytes = new EntryBytes(1000);
  bytes.put(packEntry({ key: ["a"], value: "x", counter: false, expiresAt: 5 }));
  const whole = bytes.take().slice();
  for (let length = 1; length < whole.length; length++) {
    assert.throws(() => entriesIn(whole.subarray(0, length)), BackupError, `${length}`);
  }
  assert.throws(() => entriesIn(whole.with(1, 0xff)), BackupError);
  assert.throws(() => entriesIn(Uint8Array.of(1, 0, 0, 0, 0, 0, 0)), /has no key/);
  const key = keyBytes(["a"]);
  const text = (value: string) => new TextEncoder().encode(value);
  const rows = [
    { key, kind: 9, value: text("1") },
    { key, kind: 0, value: text("") },
    { key, kind: 1, value: text("{") },
    { key, kind: 1, value: Uint8Array.of(0x22, 0xff, 0x22) },
    { key, kind: 3, value: text("-1") },
    { key, kind: 3, value: text('"1"') },
    { key: key.subarray(0, 2), kind: 1, value: text("1") },
  ];
  for (const row of rows) assert.throws(() => unpackEntry({ ...row, expiresAt: null }), BackupError);
});

Deno.test("every entry is read back from its line", () => {
  fc.assert(fc.property(entry, (entry) => {
    const line = entryLine(entry);
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
  const blocks = { ...header, winnow_backup: 3, id: "an id" };
  const next = { ...blocks, continues: { id: "another", file: "base", base: "another" } };
  for (const each of [blocks, next]) assert.deepEqual(readHeader(JSON.stringify(each), 1), each);
  const rows: [string, RegExp][] = [
    ["", /not a Winnow backup/],
    ["SQLite format 3", /not a Winnow backup/],
    ['{"version":1}', /not a Winnow backup/],
    [JSON.stringify({ ...header, winnow_backup: 4, program: "9.0.0" }), /newer version \(9\.0\.0/],
    [JSON.stringify({ ...header, schema: 2 }), /newer version/],
    [JSON.stringify({ ...blocks, id: undefined }), /damaged/],
    [JSON.stringify({ ...header, id: "an id" }), /damaged/],
    [JSON.stringify({ ...blocks, continues: { id: "another" } }), /damaged/],
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
