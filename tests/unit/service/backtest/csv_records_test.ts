import assert from "node:assert/strict";
import fc from "fast-check";
import { cellsOf, csvRecords, delimiterOf } from "../../../../src/service/backtest/csv_records.ts";
import { sourceOf } from "../../../support/backtest/backtest.ts";
import { rounds } from "../../../support/rounds.ts";

function read(text: string, delimiter = ","): { line: number; cells: readonly string[] | string }[] {
  const source = sourceOf(text);
  return [...csvRecords(source, delimiter)].map((record) => ({
    line: record.line,
    cells: record.problem ?? cellsOf(source, record, delimiter) ?? "invalid",
  }));
}

const NOT_CLOSED = "a quote is not closed";

const ROWS: readonly [text: string, ...records: [line: number, cells: string[] | string][]][] = [
  ["a,b\nc,d\n", [1, ["a", "b"]], [2, ["c", "d"]]],
  ["a,b\r\nc,d", [1, ["a", "b"]], [2, ["c", "d"]]],
  ["a\rb\r", [1, ["a"]], [2, ["b"]]],
  ["\n\na\n\nb\n", [3, ["a"]], [5, ["b"]]],
  ['"x,1","y""z"\nb,c\n', [1, ["x,1", 'y"z']], [2, ["b", "c"]]],
  ['"two\nlines",b\nc,d\n', [1, ["two\nlines", "b"]], [3, ["c", "d"]]],
  ['"two\r\nlines",b\r\nc,d\r\n', [1, ["two\nlines", "b"]], [3, ["c", "d"]]],
  // A quote that is not closed costs its own line.
  ['a,"open\nb,c\nd,e\n', [1, NOT_CLOSED], [2, ["b", "c"]], [3, ["d", "e"]]],
  ['a,b\nc,"d', [1, ["a", "b"]], [2, NOT_CLOSED]],
  // A quote inside of a cell opens nothing.
  ['a,5" screen\nb,c\n', [1, "invalid"], [2, ["b", "c"]]],
  ["", ...[]],
];

Deno.test("records are found by their place, with the number of their line", () => {
  for (const [text, ...records] of ROWS) {
    assert.deepEqual(read(text), records.map(([line, cells]) => ({ line, cells })), JSON.stringify(text));
  }
});

Deno.test("a record that is too long, or over too many lines, costs no other", () => {
  const long = "x".repeat(70_000);
  assert.deepEqual(read(`a\n${long}\nb\n`).map(({ line }) => line), [1, 2, 3]);
  assert.equal(read(`a\n${long}\nb\n`)[1]!.cells, "longer than 65536 bytes");
  const [open, next] = read(`"open\n${"line\n".repeat(60)}`);
  assert.deepEqual([open!.cells, next!.cells], [NOT_CLOSED, ["line"]]);
});

Deno.test("what is written is read, in files longer than the window too", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", "é", "😀", ",", '"', "\n", " ", ";", "="),
    maxLength: 12,
  });
  const cells = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(cells, fc.constantFrom(1, 3000), (rows, times) => {
      const all = Array.from({ length: times }, () => rows).flat();
      const found = read(all.map((row) => row.map(quoted).join(",")).join("\n"));
      assert.deepEqual(found.map((record) => record.cells), all);
    }),
    { numRuns: rounds(20) },
  );
});

Deno.test("the delimiter is the one that the header has most of", () => {
  const rows = [["a,b", ","], ["a;b;c", ";"], ["a\tb", "\t"], ["a|b", "|"], ['"x;y;z",b', ","], [
    "a",
    ",",
  ]] as const;
  for (const [line, delimiter] of rows) assert.equal(delimiterOf(line), delimiter, line);
});
