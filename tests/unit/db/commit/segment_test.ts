import assert from "node:assert/strict";
import fc from "fast-check";
import {
  chunkKeys,
  locate,
  type PackedRecord,
  recordsIn,
  SegmentBuilder,
} from "../../../../src/db/commit/segment.ts";
import { chunkIn, countIn, isSegmentEntry, recordsInEntry } from "../../../../src/db/index/entry.ts";
import { rounds } from "../../../support/rounds.ts";

const TIME = Date.parse("2026-11-20T12:00:00Z");

function recordIn(chunk: unknown, index: number): PackedRecord | null {
  return recordsIn(chunk as Uint8Array).find((record) => record.index === index)?.record() ?? null;
}

Deno.test("a request id leads to its segment and index", () => {
  const segment = new SegmentBuilder(TIME, Math.random, 0xabcdef);
  for (let index = 0; index < 3000; index++) {
    const slot = segment.reserve();
    assert.match(
      slot.requestId,
      /^req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.deepEqual(locate(slot.requestId), { segment: segment.id, index });
  }
});

Deno.test("a text that is not a request id has no slot", () => {
  for (
    const id of [
      "",
      "req_",
      "req_x",
      "req_00000000-0000-4000-8000-000000000000",
      "00000000-0000-7000-8000-000000000000",
      "req_" + "0".repeat(36),
    ]
  ) {
    assert.equal(locate(id), null, id);
  }
});

Deno.test("every record of a segment is found in exactly one of its chunks", () => {
  const text = fc.string({ minLength: 1, maxLength: 4000 }).map((value) => JSON.stringify(value));
  const record = fc.record({ parts: fc.array(text, { minLength: 1, maxLength: 4 }), rest: text });
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 60 }), (records) => {
      const segment = new SegmentBuilder(TIME, Math.random, 0xabcdef);
      const indexes = records.map((packed) => {
        const slot = segment.reserve();
        segment.put(slot.index, packed);
        return slot.index;
      });
      const writes = segment.writes(new Map([["acc", indexes]]));
      const chunks = writes.filter((op) => op.key[0] === "segment");
      for (const chunk of chunks) {
        assert.ok((chunk.value as Uint8Array).length <= 65_536 * 1.5 || chunks.length === 1);
      }
      for (const [index, packed] of records.entries()) {
        const found = chunks.flatMap((chunk) => recordIn(chunk.value, index) ?? []);
        assert.deepEqual(found, [{ parts: [...packed.parts], rest: packed.rest }]);
        const { end } = chunkKeys(segment.id, index);
        const holder = chunks.filter((chunk) => recordIn(chunk.value, index) !== null)[0]!;
        assert.ok(holder.key[2]! < end[2]!, "the chunk sorts before the end of the search");
      }
      const all = chunks.flatMap((chunk) => recordsIn(chunk.value as Uint8Array).map(({ index }) => index));
      assert.deepEqual(all, indexes);
    }),
    { numRuns: rounds(60) },
  );
});

Deno.test("500 long records that share nothing fit into one commit and come back", () => {
  const letters = () => Math.random().toString(36).slice(2, 10);
  const long = (length: number) => Array.from({ length: Math.ceil(length / 8) }, letters).join("");
  const segment = new SegmentBuilder(TIME, Math.random, 0xabcdef);
  const records = Array.from({ length: 500 }, (): PackedRecord => {
    const host = long(250);
    return {
      parts: ["shared", long(60)],
      rest: JSON.stringify({ mask: host, rule: host, summary: `${host}\u2022`, again: host, ids: long(600) }),
    };
  });
  const indexes = records.map((packed) => {
    const slot = segment.reserve();
    segment.put(slot.index, packed);
    return slot.index;
  });
  const chunks = segment.writes(new Map([["acc", indexes]])).filter((op) => op.key[0] === "segment");
  const bytes = chunks.map((chunk) => (chunk.value as Uint8Array).length);
  assert.ok(bytes.reduce((sum, length) => sum + length) < 700_000, `${bytes}`);
  for (const [index, packed] of records.entries()) {
    assert.deepEqual(chunks.flatMap((chunk) => recordIn(chunk.value, index) ?? []), [packed]);
  }
});

Deno.test("records are in the entry alone where the engine packs values, they have one owner, and are few", () => {
  const TERMS = [1, 2, 3];
  for (
    const [packs, owners, count, length, isWhole] of [
      [true, ["a"], 1, 100, true],
      [false, ["a"], 1, 100, true],
      [true, ["a"], 12, 100, true],
      [false, ["a"], 12, 100, false],
      [true, ["a", "b"], 12, 100, false],
      [true, ["a"], 12, 1000, false],
    ] as const
  ) {
    const segment = new SegmentBuilder(TIME, Math.random, 0xabcdef, { packs });
    const indexes = Array.from({ length: count }, () => segment.reserve().index);
    for (const index of indexes) {
      segment.put(index, { parts: ["shared"], rest: `"${"x".repeat(length)}"`, terms: TERMS });
    }
    const ofOwner = (owner: number) => indexes.filter((index) => index % owners.length === owner);
    const writes = segment.writes(new Map(owners.map((name, at) => [name, ofOwner(at)])));
    const entries = writes.filter(({ key }) => key[0] === "scores-of");
    assert.equal(writes.length - entries.length, isWhole ? 0 : 1);
    for (const [at, { value }] of entries.entries()) {
      const entry = value as Uint8Array;
      assert.equal(chunkIn(entry) !== null, isWhole);
      assert.deepEqual(recordsInEntry(entry), ofOwner(at).map((index) => ({ index, terms: TERMS })));
      assert.equal(countIn(entry), ofOwner(at).length);
      assert.ok(isSegmentEntry(entry));
      if (isWhole) assert.deepEqual(recordsIn(chunkIn(entry)!).map(({ index }) => index), indexes);
    }
  }
});
