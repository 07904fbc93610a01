import assert from "node:assert/strict";
import {
  parseDictionary,
  parseItem,
  parseList,
  StructuredFieldError,
} from "../../../../../src/signals/agent/signature/structured_fields.ts";
import {
  serializeDictionary,
  serializeItem,
  serializeList,
} from "../../../../../src/signals/agent/signature/structured_fields_text.ts";

const ITEMS: readonly { name: string; given: string; type: string; value: unknown; text?: string }[] = [
  { name: "integer", given: "42", type: "integer", value: 42 },
  { name: "negative integer", given: "-42", type: "integer", value: -42 },
  { name: "leading zeros", given: "0042", type: "integer", value: 42, text: "42" },
  { name: "negative zero", given: "-0", type: "integer", value: -0, text: "0" },
  { name: "15 digits", given: "999999999999999", type: "integer", value: 999999999999999 },
  { name: "decimal keeps its type", given: "17.0", type: "decimal", value: 17, text: "17.0" },
  { name: "decimal loses trailing zeros", given: "1.50", type: "decimal", value: 1.5, text: "1.5" },
  { name: "decimal of three places", given: "-0.125", type: "decimal", value: -0.125 },
  { name: "12 digits and three", given: "123456789012.125", type: "decimal", value: 123456789012.125 },
  { name: "date", given: "@1659578233", type: "date", value: 1659578233 },
  { name: "string", given: '"hello world"', type: "string", value: "hello world" },
  { name: "empty string", given: '""', type: "string", value: "" },
  { name: "escapes", given: '"a\\"b\\\\c"', type: "string", value: 'a"b\\c' },
  { name: "token", given: "foo123/456", type: "token", value: "foo123/456" },
  { name: "an unquoted URL is a token", given: "https://host/x", type: "token", value: "https://host/x" },
  { name: "token of a star", given: "*foo", type: "token", value: "*foo" },
  { name: "true", given: "?1", type: "boolean", value: true },
  { name: "false", given: "?0", type: "boolean", value: false },
  { name: "display string", given: '%"f%c3%bc"', type: "display", value: "fü" },
  { name: "outer space", given: " \t 1\t ", type: "integer", value: 1, text: "1" },
];

Deno.test("parseItem keeps value and type, serializeItem returns the canonical text", () => {
  for (const { name, given, type, value, text } of ITEMS) {
    const item = parseItem(given);
    assert.deepEqual(item.value, { type, value }, name);
    assert.equal(serializeItem(item), text ?? given, name);
  }
});

Deno.test("parseItem reads byte sequences", () => {
  const rows: readonly { name: string; given: string; bytes: number[]; text: string }[] = [
    { name: "padded", given: ":aGVsbG8=:", bytes: [104, 101, 108, 108, 111], text: ":aGVsbG8=:" },
    { name: "missing padding", given: ":aGVsbG8:", bytes: [104, 101, 108, 108, 111], text: ":aGVsbG8=:" },
    { name: "pad bits that are not zero", given: ":iZ==:", bytes: [137], text: ":iQ==:" },
    { name: "empty", given: "::", bytes: [], text: "::" },
    { name: "plus and slash", given: ":+/+/:", bytes: [251, 255, 191], text: ":+/+/:" },
  ];
  for (const { name, given, bytes, text } of rows) {
    const item = parseItem(given);
    assert.deepEqual(item.value, { type: "bytes", value: new Uint8Array(bytes) }, name);
    assert.equal(serializeItem(item), text, name);
  }
});

Deno.test("parseItem refuses what is not an item", () => {
  const rows = [
    ["nothing", ""],
    ["two", "1 2"],
    ["16 digits", "1000000000000000"],
    ["13 digits before the point", "1234567890123.0"],
    ["point without digits", "1."],
    ["four places", "1.0001"],
    ["a lone minus", "-"],
    ["minus and letter", "-a"],
    ["date with a fraction", "@1.5"],
    ["date without digits", "@"],
    ["open string", '"abc'],
    ["other escape", '"\\n"'],
    ["escape at the end", '"abc\\'],
    ["control in a string", '"a\tb"'],
    ["non-ASCII in a string", '"ü"'],
    ["boolean of two", "?2"],
    ["open bytes", ":aGVsbG8="],
    ["URL-safe alphabet", ":-_-_:"],
    ["space in bytes", ":aGVs bG8=:"],
    ["padding inside", ":aG=V:"],
    ["one character of base64", ":a:"],
    ["upper-case hexadecimal in a display string", '%"%C3%BC"'],
    ["display string that is not UTF-8", '%"%ff"'],
    ["parameter without a key", "1;"],
    ["parameter with an upper-case key", "1;A=1"],
    ["parameter without a value", "1;a="],
    ["a parameter that is a list", "1;a=(1)"],
    ["tab after the semicolon", "1;\ta"],
    ["other text", "{}"],
  ] as const;
  for (const [name, given] of rows) {
    assert.throws(() => parseItem(given), StructuredFieldError, name);
  }
});

Deno.test("parseDictionary and serializeDictionary agree on the canonical text", () => {
  const rows = [
    ["members", "a=1, b=2;x=1;y=2, c=(a b c)", "a=1, b=2;x=1;y=2, c=(a b c)"],
    [
      "the spacing of RFC 9421 section 2.1.1",
      "  a=1,    b=2;x=1;y=2,   c=(a   b   c)  ",
      "a=1, b=2;x=1;y=2, c=(a b c)",
    ],
    ["tabs round commas", "a=1\t,\tb=2", "a=1, b=2"],
    ["bare keys are true", "a, b;x, c=?0", "a, b;x, c=?0"],
    ["written-out true", "a=?1;x=?1", "a;x"],
    ["keys of all characters", "*a_-.*9=1", "*a_-.*9=1"],
    ["inner list with parameters", '(1);a, b=("x";k "y");t="z"', null],
    ["inner list", 'b=( "x";k   "y" );t="z"', 'b=("x";k "y");t="z"'],
    ["empty inner list", "a=(  )", "a=()"],
    ["empty", "", ""],
    ["only space", " \t ", ""],
    ["last of a repeated key at the first place", "a=1, b=2, a=3", "a=3, b=2"],
    ["last of a repeated parameter", "a=1;x=1;y;x=2", "a=1;x=2;y"],
    ["space after the semicolon", "a=1;  x=1", "a=1;x=1"],
  ] as const;
  for (const [name, given, text] of rows) {
    if (text === null) assert.throws(() => parseDictionary(given), StructuredFieldError, name);
    else assert.equal(serializeDictionary(parseDictionary(given)), text, name);
  }
});

Deno.test("parseDictionary names the first duplicate key", () => {
  assert.equal(parseDictionary("a=1, b=2").repeated, null);
  assert.equal(parseDictionary("a=1, b=2, b, a=3").repeated, "b");
});

Deno.test("parseDictionary refuses the whole field for any fault in it", () => {
  const rows = [
    ["trailing comma", "a=1,"],
    ["trailing comma and space", "a=1, "],
    ["two commas", "a=1,,b=2"],
    ["no comma", "a=1 b=2"],
    ["upper-case key", "Sig1=()"],
    ["upper case inside a key", "sIg=()"],
    ["key of a digit", "1a=1"],
    ["open inner list", "a=(1 2"],
    ["items without a space between", 'a=("x""y")'],
    ["tab in an inner list", "a=(1\t2)"],
    ["nested inner list", "a=((1))"],
    ["no value", "a="],
    ["space before the value", "a= 1"],
    ["non-ASCII", "a=ü"],
    ["a NUL", "a=1\0"],
  ] as const;
  for (const [name, given] of rows) {
    assert.throws(() => parseDictionary(given), StructuredFieldError, name);
  }
});

Deno.test("parseList and serializeList agree on the canonical text", () => {
  for (
    const [given, text] of [
      ["1,  42", "1, 42"],
      ['("foo" "bar"), ("baz"), ()', '("foo" "bar"), ("baz"), ()'],
      ["text/html;q=1.0,  */*", "text/html;q=1.0, */*"],
      ["", ""],
    ]
  ) assert.equal(serializeList(parseList(given!)), text);
  for (const given of ["1,", "a b", ",", "(1", "1;"]) {
    assert.throws(() => parseList(given), StructuredFieldError, given);
  }
});

Deno.test("structured field errors say where", () => {
  assert.throws(() => parseDictionary("a=1, B=2"), /a key was expected at character 6/);
});
