/** Values as columns, and back. */
import assert from "node:assert/strict";
import { columnsOf, packed, valueOf } from "../../../../src/db/postgres/row.ts";
import { KIND } from "../../../../src/db/postgres/table.ts";

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
    const columns = packed(columnsOf(bytes));
    assert.equal(columns.kind, kind);
    assert.ok(columns.value.length <= bytes.length);
    assert.deepEqual(valueOf({ ...columns }), bytes);
  }
  assert.equal(packed(columnsOf([1])).kind, KIND.json);
});

Deno.test("a score that is stored alone is packed to a fraction", async () => {
  for (const bytes of (await chunks()).filter(({ length }) => length <= 2000)) {
    const { value } = packed(columnsOf(bytes));
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
