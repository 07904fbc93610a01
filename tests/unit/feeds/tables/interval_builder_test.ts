import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { IntervalBuilder } from "../../../../src/feeds/tables/interval_builder.ts";
import { IntervalTable } from "../../../../src/feeds/tables/interval_table.ts";

function number(table: IntervalTable, text: string): number {
  return table.numberOf(parseAddress(text)!);
}

Deno.test("neighbours with the same number are stored once", () => {
  const builder = new IntervalBuilder();
  for (let block = 0; block < 1000; block++) builder.markV4(block * 256, 7);
  for (let block = 0; block < 1000; block++) builder.markV6(0x2a000000, block, 0, 0, 7);
  const table = builder.build();
  assert.equal(table.columns.v4Low.length + table.columns.v6Low.length, 2);
  assert.equal(number(table, "0.3.231.255"), 7);
  assert.equal(number(table, "2a00:0:0:3e7::1"), 7);
});

Deno.test("a mark at the same place replaces the one before, an earlier one is refused", () => {
  const builder = new IntervalBuilder();
  builder.markV4(10, 1);
  builder.markV4(10, 2);
  assert.throws(() => builder.markV4(9, 3), /not in order/);
  builder.markV6(1, 0, 0, 5, 1);
  builder.markV6(1, 0, 0, 5, 2);
  for (const [a, b, c, d] of [[0, 9, 9, 9], [1, 0, 0, 4]] as const) {
    assert.throws(() => builder.markV6(a, b, c, d, 3), /not in order/);
  }
  const table = builder.build();
  assert.equal(number(table, "0.0.0.10"), 2);
  assert.equal(number(table, "0:1::5"), 2);
});

Deno.test("a /64 that is cut finer is exact to the address, and so is what follows it", () => {
  const builder = new IntervalBuilder();
  builder.markV6(0x2a000000, 0, 0, 0, 1);
  builder.markV6(0x2a000000, 1, 0x10, 0, 2);
  builder.markV6(0x2a000000, 1, 0x10, 1, 3);
  const table = builder.build();
  assert.equal(number(table, "2a00::1"), 1);
  assert.equal(number(table, "2a00:0:0:1::"), 1);
  assert.equal(number(table, "2a00:0:0:1:0:10::"), 2);
  assert.equal(number(table, "2a00:0:0:1:0:10:0:1"), 3);
  assert.equal(number(table, "2a00:0:0:1:ffff:ffff:ffff:ffff"), 3);
  assert.equal(number(table, "2a00:0:0:2::"), 3);
  assert.equal(number(table, "ffff::"), 3);
});

Deno.test("inconsistent columns are refused", () => {
  const { columns } = new IntervalBuilder().build();
  for (
    const broken of [
      { v4Directory: new Uint32Array(65_536) },
      { v4Low: new Uint16Array(1) },
      { v4Number: new Uint8Array(1) },
      { v6High: new Uint32Array(1) },
      { v6Low: new Uint32Array(1) },
      { v6Number: new Uint8Array(3) },
      { fine: new Uint32Array(4) },
    ]
  ) assert.throws(() => new IntervalTable({ ...columns, ...broken }), /inconsistent/);
});
