import assert from "node:assert/strict";
import { checkHeader } from "../../../../src/service/backtest/signup_file.ts";
import { sourceOf } from "../../../support/backtest/backtest.ts";

const MEGABYTES = 12 * 1024 * 1024;
const NO_HEADER = /not the header/;

const ROWS: readonly [name: string, text: string, problem: RegExp | null][] = [
  ["a header and many rows", `time,ip\n${"1,8.8.8.8\n".repeat(1_000_000)}`, null],
  ["blank lines before it", `\n\r\n\ntime,ip\n`, null],
  ["one line without end", "a,".repeat(MEGABYTES / 2), NO_HEADER],
  ["a quote that is not closed", `"${"a".repeat(MEGABYTES)}`, NO_HEADER],
  ["quotes alone", '"'.repeat(MEGABYTES - 1), NO_HEADER],
  ["blank lines alone", "\n".repeat(MEGABYTES), /empty/],
];

for (const [name, text, problem] of ROWS) {
  Deno.test(`a header is looked for at the beginning of a file only: ${name}`, () => {
    const source = sourceOf(text);
    let furthest = 0;
    const counted = {
      size: source.size,
      read: (offset: number, length: number) => {
        const bytes = source.read(offset, length);
        furthest = Math.max(furthest, offset + bytes.length);
        return bytes;
      },
    };
    if (problem === null) checkHeader(counted, {});
    else assert.throws(() => checkHeader(counted, {}), problem);
    assert.ok(furthest <= 256 * 1024, `read up to ${furthest}`);
  });
}
