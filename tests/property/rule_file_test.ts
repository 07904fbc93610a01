import assert from "node:assert/strict";
import fc from "fast-check";
import { classify } from "../../src/model/rules/rule.ts";
import { parseRuleFile } from "../support/fixtures/rule_file.ts";
import { rounds } from "../support/rounds.ts";

const value = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.emailAddress(),
  fc.domain(),
  fc.constantFrom("AS15169", "+442079460958"),
);
const cell = fc.oneof(
  value,
  fc.string({ unit: fc.constantFrom(..."abc1.@ \"',;\t#=/".split("")), maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const line = fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(","));
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("\n", "\r\n", "\r"))
  .map(([lines, end]) => lines.join(end));

Deno.test("every line of any file is an entry, a duplicate or skipped, each once", () => {
  fc.assert(
    fc.property(text, (file) => {
      const parsed = parseRuleFile(file);
      const lines = file.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
      assert.equal(parsed.lines, lines.at(-1) === "" ? lines.length - 1 : lines.length);
      assert.equal(parsed.entries.length + parsed.skipped.length + parsed.duplicatesInFile, parsed.lines);
      const named = [...parsed.entries, ...parsed.skipped].map((entry) => entry.line);
      assert.equal(new Set(named).size, named.length);
      assert.ok(named.every((number) => number >= 1 && number <= parsed.lines));
      for (const { kind, value } of parsed.entries) assert.deepEqual(classify(value), { kind, value });
      assert.ok(parsed.skipped.every((entry) => entry.value.length <= 200 && entry.reason !== ""));
    }),
    { numRuns: rounds(3000) },
  );
});

Deno.test("values written as CSV with every field quoted, in any column that a header names, are all found", () => {
  const quoted = fc.array(fc.tuple(value, fc.constantFrom("", 'a "note"', "x, y; z", "2 lines")), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(quoted, fc.boolean(), (rows, valueFirst) => {
      const quote = (field: string) => `"${field.replaceAll('"', '""')}"`;
      // An apostrophe before a sign of a formula is a spreadsheet's; an address that begins so gets one more.
      const written = (entry: string) => /^'+[=+\-@]/.test(entry) ? `'${entry}` : entry;
      const file = [["value", "note"], ...rows.map(([entry, note]) => [written(entry), note])]
        .map((cells) => (valueFirst ? cells : cells.toReversed()).map(quote).join(","))
        .join("\n");
      const wanted = rows.map(([entry]) => classify(entry)).map((answer) =>
        "value" in answer ? answer.value : null
      );
      const parsed = parseRuleFile(file);
      assert.deepEqual(
        new Set(parsed.entries.map((entry) => entry.value)),
        new Set(wanted.filter((entry) => entry !== null)),
      );
    }),
    { numRuns: rounds(500) },
  );
});

Deno.test("a column that a header names is read whatever the other one holds", () => {
  const rows = fc.array(fc.tuple(cell.map((text) => text.replace(/[",;\t\n\r#]/g, "")), fc.ipV4()), {
    minLength: 1,
    maxLength: 20,
  });
  const given = fc.tuple(rows, fc.constantFrom(",", ";", "\t"), fc.constantFrom("ip", "value", "IP Address"));
  fc.assert(
    fc.property(given, ([lines, delimiter, name]) => {
      const file = [["name", name], ...lines.map(([junk, ip]) => [`x${junk}`, ip])]
        .map((cells) => cells.join(delimiter)).join("\n");
      const parsed = parseRuleFile(file);
      assert.deepEqual(parsed.entries.map((entry) => entry.value), [...new Set(lines.map(([, ip]) => ip))]);
      assert.equal(parsed.skipped.length, 1);
    }),
    { numRuns: rounds(500) },
  );
});
