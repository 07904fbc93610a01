import assert from "node:assert/strict";
import { deserialize, serialize } from "node:v8";
import fc from "fast-check";
import { deserialized, serialized } from "../../../../src/db/deno_kv/serialized.ts";
import type { Json } from "../../../../src/db/engine.ts";

Deno.test("V8 reads every value back, and what it wrote is read as it reads it", () => {
  const same = (value: Json) => {
    for (const bytes of [serialized(value), new Uint8Array(serialize(value))]) {
      assert.deepEqual(deserialize(bytes), value);
      assert.deepEqual(deserialized(bytes), value);
    }
  };
  const rows: Json[] = [
    null,
    true,
    false,
    0,
    -1,
    1,
    63,
    64,
    -64,
    -65,
    2 ** 30 - 1,
    2 ** 30,
    -(2 ** 30),
    2 ** 31,
    1.5,
    1_790_000_000_000,
    "",
    "ascii",
    "é",
    "漢 😀",
    "x".repeat(128),
    "x".repeat(5000),
    [],
    [1_790_000_000_000, 1],
    [[], [null, ["a"]]],
    {},
    { a: 1, b: { c: [true, "é"] } },
    { 0: "an index", 10: 1, a: 2 },
    { "-1": 1, "01": 2, "é": 3 },
  ];
  for (const value of rows) same(value);
  assert.deepEqual(deserialize(serialized(Uint8Array.of(1, 2))), Uint8Array.of(1, 2));
  fc.assert(fc.property(fc.jsonValue(), (given) => {
    const value = JSON.parse(JSON.stringify(given));
    same(value);
    same(given as Json); // also zero below zero
  }));
});

Deno.test("bytes that V8 does not read are not read", () => {
  const whole = serialized([1, 1.5, "text", [true, null]]);
  for (let length = 0; length < whole.length; length++) {
    assert.throws(() => deserialized(whole.slice(0, length)), `${length} of ${whole.length}`);
  }
});
