import assert from "node:assert/strict";
import { AppError } from "../../../../../src/model/error.ts";
import type { RuleFile } from "../../../../../src/service/rules/import/rule_file.ts";
import {
  decodeRuleFile,
  lineEndsOf,
  MAX_IMPORT_ENTRIES,
  MAX_IMPORT_LINES,
} from "../../../../../src/service/rules/import/rule_lines.ts";
import { parseRuleFile } from "../../../../support/fixtures/rule_file.ts";

/** `line kind value` of each entry, and `line reason` of each skipped line. */
function shape(file: RuleFile): { entries: string[]; skipped: string[]; duplicates: number } {
  return {
    entries: file.entries.map(({ line, kind, value }) => `${line} ${kind} ${value}`),
    skipped: file.skipped.map(({ line, reason }) => `${line} ${reason}`),
    duplicates: file.duplicatesInFile,
  };
}

const NOTHING = "not an IP address, CIDR, e-mail address, domain, phone number or AS number";

interface Row {
  readonly name: string;
  readonly text: string;
  readonly entries?: readonly string[];
  readonly skipped?: readonly string[];
  readonly duplicates?: number;
  readonly lines: number;
}

const ROWS: readonly Row[] = [
  { name: "an empty file", text: "", lines: 0 },
  {
    name: "every kind, one a line",
    text: "8.8.8.8\n10.1.2.3/8\nJane@Example.com\nexample.com\n+44 20 7946 0958\nasn 15169\n",
    entries: [
      "1 ip 8.8.8.8",
      "2 cidr 10.0.0.0/8",
      "3 email jane@example.com",
      "4 domain example.com",
      "5 phone +442079460958",
      "6 asn AS15169",
    ],
    lines: 6,
  },
  {
    name: "no line end at the end",
    text: "8.8.8.8\n8.8.4.4",
    entries: ["1 ip 8.8.8.8", "2 ip 8.8.4.4"],
    lines: 2,
  },
  {
    name: "CRLF, CR and a byte order mark",
    text: "\ufeff8.8.8.8\r\n8.8.4.4\r1.1.1.1\r\n",
    entries: ["1 ip 8.8.8.8", "2 ip 8.8.4.4", "3 ip 1.1.1.1"],
    lines: 3,
  },
  {
    name: "blank lines and comments are skipped lines",
    text: "# list\n\n  \n8.8.8.8 # resolver\n// note\n; drop list\n",
    entries: ["4 ip 8.8.8.8"],
    skipped: ["1 comment", "2 blank", "3 blank", "5 comment", "6 comment"],
    lines: 6,
  },
  {
    name: "duplicates in the file, also when written differently",
    text: "EXAMPLE.com\nexample.com.\n*.example.com\n10.0.0.1/8\n10.0.0.0/8\n",
    entries: ["1 domain example.com", "4 cidr 10.0.0.0/8"],
    duplicates: 3,
    lines: 5,
  },
  {
    name: "a header and junk columns",
    text: "id,Value,Note\n7f9c,1.2.3.4,seen often\n,jane@example.com,\n",
    entries: ["2 ip 1.2.3.4", "3 email jane@example.com"],
    skipped: ["1 header"],
    lines: 3,
  },
  {
    name: "the first column that is a value counts",
    text: "Acme Inc.;acme.example;1.2.3.4\n\t8.8.8.8\tx\n",
    entries: ["1 domain acme.example", "2 ip 8.8.8.8"],
    lines: 2,
  },
  {
    name: "quoted columns",
    text: '"value","note"\n"1.2.3.4","a, ""b"""\n"x, y","example.com"\n',
    entries: ["2 ip 1.2.3.4", "3 domain example.com"],
    skipped: ["1 header"],
    lines: 3,
  },
  {
    name: "a quoted field over several lines belongs to its first line",
    text: '"1.2.3.4","two\nlines"\r\n8.8.8.8\n',
    entries: ["1 ip 1.2.3.4", "3 ip 8.8.8.8"],
    skipped: ["2 inside a quoted field that began on line 1"],
    lines: 3,
  },
  {
    name: "a quote that never closes swallows nothing",
    text: '"1.2.3.4\n8.8.8.8\nexample.com,"note\n9.9.9.9\n',
    entries: ["1 ip 1.2.3.4", "2 ip 8.8.8.8", "3 domain example.com", "4 ip 9.9.9.9"],
    lines: 4,
  },
  {
    name: "two forgotten quotes that close each other swallow nothing",
    text: '"1.2.3.4\n8.8.8.8\n9.9.9.9"\n1.1.1.1\n',
    entries: ["1 ip 1.2.3.4", "2 ip 8.8.8.8", "3 ip 9.9.9.9", "4 ip 1.1.1.1"],
    lines: 4,
  },
  {
    name: "a quoted field over very many lines is a forgotten quote",
    text: `1.1.1.1,"x\n${"8.8.8.8\n".repeat(30)}y"\n`,
    entries: ["1 ip 1.1.1.1", "2 ip 8.8.8.8"],
    skipped: [`32 ${NOTHING}`],
    duplicates: 29,
    lines: 32,
  },
  {
    name: "a quote in the middle of a field",
    text: '5" disk,1.2.3.4\n8.8.8.8\n',
    entries: ["1 ip 1.2.3.4", "2 ip 8.8.8.8"],
    lines: 2,
  },
  {
    name: "a quote in a comment",
    text: '# don\'t "quote\n"8.8.8.8"\n',
    entries: ["2 ip 8.8.8.8"],
    skipped: ["1 comment"],
    lines: 2,
  },
  {
    name: "formulas",
    text: "=cmd|' /C calc'!A0\n=1+1\n@SUM(A1:A9)\n+cmd|'x'!A1\n'+442079460958\n",
    entries: ["5 phone +442079460958"],
    skipped: [
      "1 a spreadsheet formula",
      "2 a spreadsheet formula",
      `3 ${NOTHING}`,
      "4 not a phone number, or too short or too long for its country",
    ],
    lines: 5,
  },
  {
    name: "invalid UTF-8",
    text: "ex\ufffdmple.com\nb\ufffd,example.com\n",
    entries: ["2 domain example.com"],
    skipped: ["1 not valid UTF-8"],
    lines: 2,
  },
  {
    name: "nested arrays",
    text: '[["1.2.3.4"]]\n[\n"8.8.8.8",\n]\n',
    entries: ["3 ip 8.8.8.8"],
    skipped: [
      `1 ${NOTHING}`,
      `2 ${NOTHING}`,
      `4 ${NOTHING}`,
    ],
    lines: 4,
  },
  {
    name: "a national number and a bare number",
    text: "020 7946 0958\n15169,x\n",
    skipped: [
      "1 a number needs a + and its country code to be a phone number, or AS in front to be a network",
      "2 no column holds a rule value",
    ],
    lines: 2,
  },
  { name: "only separators", text: ",;\t,\n", skipped: ["1 blank"], lines: 1 },
  { name: "a NUL", text: "8.8.8.8\u0000\n", skipped: [`1 ${NOTHING}`], lines: 1 },
];

for (const row of ROWS) {
  Deno.test(`parseRuleFile: ${row.name}`, () => {
    const file = parseRuleFile(row.text);
    assert.deepEqual(shape(file), {
      entries: row.entries ?? [],
      skipped: row.skipped ?? [],
      duplicates: row.duplicates ?? 0,
    });
    assert.equal(file.lines, row.lines);
    assert.equal(file.entries.length + file.skipped.length + file.duplicatesInFile, row.lines);
  });
}

Deno.test("parseRuleFile echoes at most 200 characters of a skipped line, and no half of a character", () => {
  const [long, pair] = parseRuleFile(`${"x".repeat(5_000)}\n${"x".repeat(199)}😀 y\n`).skipped;
  assert.equal(long?.value, "x".repeat(200));
  assert.match(long?.reason ?? "", /longer than 4096/);
  assert.equal(pair?.value, "x".repeat(199) + "\ufffd");
});

function tooMany(run: () => unknown): void {
  assert.throws(run, (error) => error instanceof AppError && error.code === "too_many_items");
}

Deno.test("parseRuleFile refuses more entries than the limit and counts neither headers, comments nor blank lines", () => {
  const full = Array.from({ length: MAX_IMPORT_ENTRIES }, (_, i) => `10.0.${i >> 8}.${i & 255}`).join("\n");
  assert.equal(parseRuleFile(`ip\n# list\n\n${full}\n\n`).entries.length, MAX_IMPORT_ENTRIES);
  tooMany(() => parseRuleFile(`${full}\n11.0.0.0\n`));
  tooMany(() => parseRuleFile(`${full}\n10.0.0.0\n`));
  tooMany(() => parseRuleFile(`${full}\njunk\n`));
  tooMany(() => parseRuleFile(`${full.replaceAll("\n", '"\n')}\n"junk`));
  tooMany(() => parseRuleFile("1.1.1.1\n2.2.2.2\n3.3.3.3", { limit: 2 }));
});

Deno.test("lineEndsOf refuses more lines of any sort than twice the limit", () => {
  assert.equal(parseRuleFile("\n".repeat(MAX_IMPORT_LINES)).skipped.length, MAX_IMPORT_LINES);
  assert.equal(lineEndsOf("\n".repeat(MAX_IMPORT_LINES)), MAX_IMPORT_LINES);
  tooMany(() => lineEndsOf("\n".repeat(MAX_IMPORT_LINES + 1)));
  tooMany(() => lineEndsOf("\r\n".repeat(4_000_000)));
});

Deno.test("parseRuleFile passes numbers with a + to the given phone reader", () => {
  const file = parseRuleFile("+52 1 55\n+1\n", {
    canonicalPhone: (text) => (text.startsWith("+52") ? "+5255" : null),
  });
  assert.deepEqual(shape(file), {
    entries: ["1 phone +5255"],
    skipped: ["2 not a phone number, or too short or too long for its country"],
    duplicates: 0,
  });
});

Deno.test("decodeRuleFile reads UTF-8 and marked UTF-16, and marks what is neither", () => {
  const utf16 = (text: string, little: boolean) => {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    [...text].forEach((character, i) => view.setUint16(2 * i, character.charCodeAt(0), little));
    return bytes;
  };
  assert.equal(decodeRuleFile(new TextEncoder().encode("\ufeffa.example\n")), "a.example\n");
  assert.equal(decodeRuleFile(utf16("\ufeffa.example\n", true)), "a.example\n");
  assert.equal(decodeRuleFile(utf16("\ufeffa.example\n", false)), "a.example\n");
  assert.equal(decodeRuleFile(Uint8Array.of(0x61, 0xe9, 0x0a)), "a\ufffd\n");
  assert.equal(decodeRuleFile(new Uint8Array()), "");
});

Deno.test("a file of nothing but columns that almost are phone numbers costs a bounded number of looks", () => {
  const line = Array.from({ length: 300 }, () => "+99999999").join(",");
  let looks = 0;
  const canonicalPhone = () => {
    looks++;
    return null;
  };
  const { skipped } = parseRuleFile(Array.from({ length: 1000 }, () => line).join("\n"), { canonicalPhone });
  assert.equal(skipped.length, 1000);
  assert.ok(looks <= 32_000, `${looks} looks at 1000 lines`);
});
