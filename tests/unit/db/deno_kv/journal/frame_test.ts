/** Frames: what is written is read again, and of a damaged file only whole frames. Several are applied as one. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Batch, MAX_VALUE_BYTES } from "../../../../../src/db/engine.ts";
import { frameOf, framesOf } from "../../../../../src/db/deno_kv/journal/frame.ts";
import { mergedFrames } from "../../../../../src/db/deno_kv/journal/merged_frames.ts";
import { MemoryEngine } from "../../../../../src/db/memory.ts";

const part = fc.oneof(
  fc.constantFrom("a", "b", "c"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 3 }),
);
const key = fc.array(part, { minLength: 1, maxLength: 3 });
const value = fc.oneof(
  fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json))),
  fc.uint8Array({ maxLength: 50 }),
);
const set = fc.record({ key, value, expiresAt: fc.integer({ min: 1, max: 2 ** 45 }) }, {
  requiredKeys: ["key", "value"],
  noNullPrototype: true,
});
const batch = fc.record({
  set: fc.array(set, { maxLength: 6 }),
  delete: fc.array(key, { maxLength: 3 }),
  // A key is a counter or not; these are never written otherwise.
  add: fc.array(
    fc.record({ key: fc.constantFrom(["n", "1"], ["n", "2"]), by: fc.nat(9) }, { noNullPrototype: true }),
    { maxLength: 3 },
  ),
}, { noNullPrototype: true });

function written(batches: readonly Batch[]): Uint8Array<ArrayBuffer> {
  const frames = batches.map((batch, index) => frameOf(index + 1, batch, index)!.bytes);
  return Uint8Array.from(frames.flatMap((frame) => [...frame]));
}

function read(bytes: Uint8Array<ArrayBuffer>) {
  return [...framesOf(bytes)].map(({ number, batch }) => ({ number, batch }));
}

Deno.test("frames hold batches as they are", () =>
  fc.assert(fc.property(fc.array(batch, { maxLength: 5 }), (batches) => {
    assert.deepEqual(read(written(batches)), batches.map((batch, index) => ({ number: index + 1, batch })));
  })));

Deno.test("of a file that ends early or was changed, the whole frames before that are read", () =>
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(254), (batches, at, by) => {
      const bytes = written(batches);
      const ends = batches.map((_, index) => written(batches.slice(0, index + 1)).length);
      const place = at % bytes.length;
      const whole = ends.filter((end) => end <= place).length;
      assert.equal(read(bytes.slice(0, place)).length, whole);
      bytes[place]! ^= by + 1;
      assert.equal(read(bytes).length, whole);
    }),
  ));

Deno.test("an older frame behind a newer one is of the time before, and not read", () => {
  const old = frameOf(3, { set: [{ key: ["a"], value: 1 }] }, 2)!.bytes;
  const young = frameOf(7, { set: [{ key: ["a"], value: 2 }] }, 6)!.bytes;
  assert.deepEqual(read(Uint8Array.from([...young, ...old])).map(({ number }) => number), [7]);
});

Deno.test("what an engine might refuse is no frame", () => {
  const rows: [what: string, batch: Batch][] = [
    ["a large value", { set: [{ key: ["a"], value: new Uint8Array(MAX_VALUE_BYTES + 1) }] }],
    ["a large JSON value", { set: [{ key: ["a"], value: Array(10_000).fill(0.5) }] }],
    ["many mutations", { delete: Array.from({ length: 901 }, (_, index) => ["a", String(index)]) }],
    ["many bytes of keys", {
      delete: Array.from({ length: 40 }, (_, index) => ["a".repeat(1900), String(index)]),
    }],
    ["many characters of keys", {
      delete: Array.from({ length: 40 }, (_, index) => ["ü".repeat(600), String(index)]),
    }],
    [
      "many bytes of values",
      {
        set: Array.from(
          { length: 20 },
          (_, index) => ({ key: ["a", String(index)], value: new Uint8Array(50_000) }),
        ),
      },
    ],
  ];
  for (const [what, batch] of rows) assert.equal(frameOf(1, batch, 0), null, what);
});

Deno.test("merged frames leave in a store what they leave one by one", () =>
  fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 12 }), async (batches) => {
      const now = () => 0;
      const [one, other] = [new MemoryEngine(now), new MemoryEngine(now)];
      for (const batch of batches) await one.commit(batch);
      for (const batch of mergedFrames("id", framesOf(written(batches)))) await other.commit(batch);
      const entries = async (engine: MemoryEngine) =>
        (await Array.fromAsync(engine.scan([]))).filter(({ key }) => key[0] !== "meta")
          .map(({ key, value }) => ({ key, value }));
      assert.deepEqual(await entries(other), await entries(one));
    }),
  ));

Deno.test("merged frames keep to the limits of a batch", () => {
  const batches = Array.from({ length: 60 }, (_, round) => ({
    set: Array.from({ length: 40 }, (_, index) => ({
      key: ["k".repeat(60), `${round} ${index}`],
      value: new Uint8Array(600),
    })),
  }));
  const merged = [...mergedFrames("id", framesOf(written(batches)))];
  assert.ok(merged.length > 1);
  for (const { set = [] } of merged) {
    assert.ok(set.length <= 900);
    assert.ok(set.reduce((sum, { key }) => sum + key.join("").length + 4, 0) <= 80 * 1024);
    assert.ok(set.reduce((sum, { value }) => sum + (value as Uint8Array).length, 0) <= 800_000);
  }
  assert.equal(merged.flatMap(({ set = [] }) => set.filter(({ key }) => key[0] !== "meta")).length, 2400);
});
