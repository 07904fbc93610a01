/** Values as columns, and back. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { deflateSync } from "fflate";
import { keyBytes } from "../../../../src/db/key_bytes.ts";
import { chunkIn, recordsInEntry, writeWhole } from "../../../../src/db/index/entry.ts";
import { POSTING_CHUNK, SCORES_OF } from "../../../../src/db/own_rows.ts";
import { columnsOf, packed, valueOf } from "../../../../src/db/postgres/row.ts";
import { KIND } from "../../../../src/db/postgres/table.ts";

const KEY = SCORES_OF.key("acc_0", "01a202eb4fb0000000000");
const DUMP = new URL("../../../support/store/postgres_first_layout.sql", import.meta.url);

/** The stored chunks of scores of the dump. */
async function chunks(): Promise<Uint8Array[]> {
  const sql = await Deno.readTextFile(DUMP);
  const found = sql.matchAll(/'\\x027365676d656e74[0-9a-f]*', 1, '\\x([0-9a-f]*)'/g);
  return [...found].map(([, hex]) => Uint8Array.fromHex(hex!));
}

Deno.test("packed bytes come back, and are never longer", async () => {
  const scores = await chunks();
  assert.ok(scores.length > 10);
  const long = new TextEncoder().encode("score ".repeat(5000));
  const random = crypto.getRandomValues(new Uint8Array(1000));
  const rows: [Uint8Array, number][] = [
    ...scores.map((bytes): [Uint8Array, number] => [bytes, KIND.short]),
    [long, KIND.packed],
    [random, KIND.bytes],
    [new Uint8Array(199), KIND.bytes],
    [new Uint8Array(), KIND.bytes],
  ];
  for (const [bytes, kind] of rows) {
    const columns = packed(KEY, columnsOf(bytes));
    assert.equal(columns.kind, kind);
    assert.ok(columns.value.length <= bytes.length);
    assert.deepEqual(valueOf({ ...columns, key: keyBytes(KEY) }), bytes);
  }
  assert.equal(packed(KEY, columnsOf([1])).kind, KIND.json);
});

Deno.test("short values of every length come back, each in bytes of its own", () => {
  const text = (length: number) =>
    new TextEncoder().encode("4 scores, each different\n".repeat(2000)).slice(0, length);
  for (const length of [200, 7000, 15_999, 16_000]) {
    const [one, other] = [text(length), text(length).map((byte, at) => at === 0 ? byte : 0x61)];
    const [first, second] = [one, other].map((bytes) => {
      const columns = packed(KEY, columnsOf(bytes));
      assert.equal(columns.kind, KIND.short);
      return valueOf({ ...columns, key: keyBytes(KEY) });
    });
    assert.deepEqual([first, second], [one, other]);
    assert.equal((first as Uint8Array).buffer.byteLength, length, "no more is kept than the value");
  }
  // Nothing so long is packed so, but nothing in a row says that.
  const long = text(40_000);
  assert.deepEqual(valueOf({ kind: KIND.firstShort, value: deflateSync(long) }), long);
});

Deno.test("an entry with several records costs its chunk and its terms, packed in two parts, and comes back", async () => {
  const found = (await chunks()).filter(({ length }) => length > 1000 && length < 6000);
  assert.ok(found.length > 0);
  for (const chunk of found) {
    const records = Array.from({ length: 12 }, (_, index) => ({
      index,
      terms: [...crypto.getRandomValues(new Uint32Array(2)), 77, 78],
    }));
    const entry = writeWhole(records, chunk);
    const { kind, value } = packed(KEY, columnsOf(entry));
    assert.equal(kind, KIND.split);
    assert.ok(value.length < packed(KEY, columnsOf(chunk)).value.length + 12 * 16, `${value.length}`);
    const stored = valueOf({ kind, value, key: keyBytes(KEY) });
    assert.deepEqual(stored, entry);
    assert.deepEqual(chunkIn(stored as Uint8Array), chunk);
    assert.deepEqual(recordsInEntry(stored as Uint8Array), records);
  }
});

Deno.test("a score that is stored alone is packed to a fraction", async () => {
  for (const bytes of (await chunks()).filter(({ length }) => length <= 2000)) {
    const { value } = packed(KEY, columnsOf(bytes));
    assert.ok(value.length < 0.45 * bytes.length, `${bytes.length} to ${value.length}`);
  }
});

Deno.test("what was packed with the phrases before can be read: they have not changed", () => {
  const stored = Uint8Array.fromHex(
    "c34cd306a955ced9c92911656955559e2ee62ea0aa0091c80d03ccd28aa22c2b2c23ca53bd894bf1a3897c3491a327ed44608ca626e99aa42519405279a2a9658aae81819189b985716292b921c81648b2b734353631353630353502a619b41c5012e01de41411e09cefe9ea95551a6aeae16e11e4ec03d46a6eac67680a4c367af0949fe7975f181111e019196698a510915d9597e2e5189f99ee9b85912500",
  );
  assert.match(
    new TextDecoder().decode(valueOf({ kind: KIND.firstShort, value: stored }) as Uint8Array),
    /^3\n\{"account"/,
  );
  const second = Uint8Array.fromHex(
    "33c128762b50ca5d507b8388829740598b5e1052393f40130839452100",
  );
  assert.match(
    new TextDecoder().decode(valueOf({ kind: KIND.secondShort, value: second }) as Uint8Array),
    /^4\n\{"account":"acc_x".*datacenter address \(Google\)/s,
  );
});

Deno.test("what a record repeats of its key costs little", () => {
  const time = 1_795_869_926_325;
  const id = time.toString(16).padStart(12, "0");
  const key = SCORES_OF.key("acc_0QsD3CibwoIwyWniR", `${id}1e4034000`);
  const bytes = new TextEncoder().encode(
    `4\n{"account":"${
      key[1]
    }","key":"key_0CFpfEty6iht4","mode":"live","subject":"ip","via":"single","strictness":1,"data":"none"}\n` +
      `0 0 {"id":"req_${id.slice(0, 8)}-${id.slice(8)}-7000-b879-00242c4cd99d","at":${time},"components":[]}`,
  );
  const { value } = packed(key, columnsOf(bytes));
  const other = packed(SCORES_OF.key("acc_another", "01a202eb4fb0000000000"), columnsOf(bytes));
  assert.ok(value.length < other.value.length - 25, `${value.length} and ${other.value.length}`);
});

Deno.test("chunks of runs come back, whatever they are, and sorted ones are packed well", () => {
  const pairs = POSTING_CHUNK.key("acc", "01a202eb4fb00000000000abcdef01", "p0000000000000000");
  const slots = POSTING_CHUNK.key("acc", "01a202eb4fb00000000000abcdef01", "t00000000");
  const isSame = (key: readonly string[], bytes: Uint8Array) => {
    const columns = packed(key, columnsOf(bytes));
    assert.deepEqual(valueOf({ ...columns, key: keyBytes(key) }), bytes);
    return columns;
  };
  const uint = fc.oneof(fc.nat(5), fc.constantFrom(0xffff_ffff, 0x8000_0000), fc.nat(0xffff_ffff));
  const sorted = fc.array(fc.tuple(uint, uint), { minLength: 30, maxLength: 300 }).map((list) =>
    Uint32Array.from(list.sort(([a, b], [c, d]) => a - c || b - d).flat())
  );
  fc.assert(fc.property(sorted, (list) => void isSame(pairs, new Uint8Array(list.buffer))));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
    isSame(pairs, bytes);
    isSame(slots, bytes);
  }));
  const list = Uint32Array.from(
    { length: 4096 },
    (_, at) => at % 2 === 0 ? at * 1_000_003 : at * 7919 % 4096,
  );
  const packedPairs = isSame(pairs, new Uint8Array(list.buffer));
  assert.equal(packedPairs.kind, KIND.pairs);
  assert.ok(packedPairs.value.length < 0.65 * 4 * list.length, String(packedPairs.value.length));
  const names = Array.from(
    { length: 256 },
    (_, at) => `${(1_795_869_926_325 + 12 * at).toString(16).padStart(12, "0")}1e40340000`,
  );
  const packedSlots = isSame(slots, Uint8Array.fromHex(names.join("")));
  assert.equal(packedSlots.kind, KIND.slots);
  assert.ok(packedSlots.value.length < 256 * 3, String(packedSlots.value.length));
});
