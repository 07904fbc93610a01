/** The binary format of COPY. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { float8, int2, int8, readCopy, writeCopy } from "../../../../src/db/postgres/copy.ts";

function* split(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

Deno.test("rows come back whole, however the bytes are split", () => {
  const rows = [
    [1, "a", 2 ** 52, 0.25],
    [-1, "", 0, -1e300],
    [32_767, "x".repeat(300), -5, 0],
    [-32_768, "é", -(2 ** 53) + 1, 1_764_382_000_123.5],
    [0, "", 2 ** 32, 5e-324],
  ] as const;
  const bytes = writeCopy(
    rows.map(([small, text, large, float]) => [
      ...[int2(small), new TextEncoder().encode(text), int8(large), float8(float)],
    ]),
  );
  for (const size of [1, 2, 3, 7, 19, 20, 100, bytes.length]) {
    for (const pieces of [split(bytes, size), [...split(bytes, size)].map((piece) => Buffer.from(piece))]) {
      const found = readCopy(pieces, (row) => {
        const text = row.bytes(1);
        assert.equal(text.constructor, Uint8Array);
        return [row.int(0), new TextDecoder().decode(text), row.int(2), row.float(3)];
      });
      assert.deepEqual(found, rows, `pieces of ${size}`);
    }
  }
  assert.deepEqual(readCopy(split(writeCopy([]), 5), () => assert.fail()), []);
});
