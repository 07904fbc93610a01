/** The binary format of COPY. */
import assert from "node:assert/strict";
import { int2, int8, numberOf, readCopy, writeCopy } from "../../../../src/db/postgres/copy.ts";

function* split(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

Deno.test("rows come back whole, however the bytes are split", () => {
  const rows = [[1, "a", 2 ** 52], [-1, "", 0], [32_767, "x".repeat(300), -5]] as const;
  const bytes = writeCopy(
    rows.map(([small, text, large]) => [int2(small), new TextEncoder().encode(text), int8(large)]),
  );
  for (const size of [1, 2, 3, 7, 19, 20, 100, bytes.length]) {
    const found: unknown[] = [];
    for (const fields of readCopy(split(bytes, size))) {
      const [small, text, large] = fields as [Uint8Array, Uint8Array, Uint8Array];
      found.push([numberOf(small), new TextDecoder().decode(text), numberOf(large)]);
    }
    assert.deepEqual(found, rows, `pieces of ${size}`);
  }
  assert.deepEqual([...readCopy(split(writeCopy([]), 5))], []);
});
