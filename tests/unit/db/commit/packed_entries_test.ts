import assert from "node:assert/strict";
import {
  entriesIn,
  MAX_OPEN_MS,
  PackedEntries,
  type PackingWrite,
} from "../../../../src/db/commit/packed_entries.ts";
import type { Json } from "../../../../src/db/engine.ts";

function entry(list: string, id: string, value: Json, time = 1, expiresAt = 1): PackingWrite {
  return { entries: [{ list: ["list", list], id, time, value, text: JSON.stringify(value), expiresAt }] };
}

function setsOf(...writes: readonly PackingWrite[]) {
  return new PackedEntries(() => 0).join().stage(writes, false).set;
}

Deno.test("entries of one list in one commit are one value below the first of their ids", () => {
  const sets = setsOf(
    entry("a", "2", "two", 1, 20),
    entry("b", "1", ["one"]),
    entry("a", "1", { x: "ö\n" }, 1, 10),
    {},
  );
  assert.deepEqual(sets.map(({ key, expiresAt }) => [key, expiresAt]), [
    [["list", "a", "1"], 20],
    [["list", "b", "1"], 1],
  ]);
  assert.deepEqual(entriesIn(sets[0]!.value), [["1", { x: "ö\n" }], ["2", "two"]]);
  assert.deepEqual(sets[1]!.value, ["one"]);
  assert.equal(entriesIn(sets[1]!.value), null);
});

Deno.test("a value has entries of one time, and not more than an engine takes", () => {
  const long = "€".repeat(6000);
  const sets = setsOf(
    ...Array.from({ length: 10 }, (_, index) => entry("a", `1${index}`, long, 1)),
    entry("a", "20", 1, 2),
    entry("a", "21", 2, 2),
  );
  assert.ok(sets.every(({ value }) => !(value instanceof Uint8Array) || value.length < 60 * 1024));
  const ids = sets.map(({ value, key }) => entriesIn(value)?.map(([id]) => id) ?? [key.at(-1)!]);
  assert.deepEqual(ids.at(-1), ["20", "21"]);
  assert.deepEqual(ids.flat(), [...Array.from({ length: 10 }, (_, index) => `1${index}`), "20", "21"]);
  assert.ok(ids.length > 3 && ids.length < 12, `${ids.length}`);
});

Deno.test("ids of one commit share a time, also when the clock is set back", () => {
  let now = 10_000;
  const packed = new PackedEntries(() => now);
  assert.equal(packed.time(), 10_000);
  now += MAX_OPEN_MS;
  assert.equal(packed.time(), 10_000);
  packed.taken([{}]);
  assert.equal(packed.time(), 10_000);
  packed.taken([entry("a", "1", 1)]);
  assert.equal(packed.time(), now);
  now = 5;
  assert.equal(packed.time(), 5);
});
