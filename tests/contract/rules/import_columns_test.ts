/** Columns of an imported file besides the value: the action, the note and the expiry of each line; and what is read otherwise. */
import assert from "node:assert/strict";
import { rulesImported } from "../../../src/http/rules/schema.ts";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { countRules } from "../../support/app/rules.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

async function importFile(app: TestApp, raw: string, query = "action=block"): Promise<Answer> {
  return await app.ask(`/v1/rules/import?${query}`, { raw, headers: { "content-type": "text/csv" } });
}

/** `action value`, then the note and the expiry where there are any. */
async function listed(app: TestApp): Promise<string[]> {
  const { rules } = (await app.ask("/v1/rules")).body;
  return rules.map((rule: Record<string, string>) =>
    [rule.action, rule.value, rule.note, rule.expires_at].filter((part) => part !== undefined).join(" | ")
  );
}

const FILES: readonly {
  readonly name: string;
  readonly file: string;
  readonly query?: string;
  readonly rules: readonly string[];
  /** `line reason` */
  readonly skipped?: readonly string[];
  readonly duplicatesInFile?: number;
}[] = [
  {
    name: "each line with its own",
    file: "value,action,note,expires_at\n1.1.1.1,allow,dns,2030-01-01T00:00:00Z\n2.2.2.2,block,,\n",
    query: "",
    rules: ["allow | 1.1.1.1 | dns | 2030-01-01T00:00:00.000Z", "block | 2.2.2.2"],
    skipped: ["1 header"],
  },
  {
    name: "the query's action for lines without one, in any column order and case",
    file: "Note;Expires At;ACTION;Value\nours;2030-06-01;Allow;1.1.1.1\n;;;2.2.2.2\n",
    rules: ["allow | 1.1.1.1 | ours | 2030-06-01T00:00:00.000Z", "block | 2.2.2.2"],
    skipped: ["1 header"],
  },
  {
    name: "an action, an expiry and a time that are none",
    file:
      "value,action,expires_at\n1.1.1.1,deny,\n2.2.2.2,block,soon\n3.3.3.3,block,2026-02-30\n4.4.4.4,block,2026-11-22T12:00:00Z\n5.5.5.5,block,2026-11-22T12:00:01+00:00\n",
    rules: ["block | 5.5.5.5 | 2026-11-22T12:00:01.000Z"],
    skipped: [
      "1 header",
      "2 the action must be allow or block",
      "3 the expiry must be a date such as 2030-01-31 or 2030-01-31T12:00:00Z",
      "4 the expiry must be a date such as 2030-01-31 or 2030-01-31T12:00:00Z",
      "5 expired",
    ],
  },
  {
    name: "a skipped line hides no later one; the same value with both actions is two rules",
    file: "value,action\n1.1.1.1,never\n1.1.1.1,allow\n1.1.1.1,block\n1.1.1.1,Allow\n",
    query: "",
    rules: ["allow | 1.1.1.1", "block | 1.1.1.1"],
    skipped: ["1 header", "2 the action must be allow or block"],
    duplicatesInFile: 1,
  },
  {
    name: "columns that no header names are nothing",
    file: "1.1.1.1,allow,why,2030-01-01\n2.2.2.2,allow,why,2030-01-01\n",
    rules: ["block | 1.1.1.1", "block | 2.2.2.2"],
  },
  {
    name: "an action column beside values that no header names",
    file: "what,action\n1.1.1.1,allow\n",
    rules: ["allow | 1.1.1.1"],
    skipped: ["1 header"],
  },
  {
    name: "a note with line ends, quotes, a comment and a formula",
    file:
      'value,note\r\n1.1.1.1,"one\r\n# two, ""three""\r\n\r\nfour"\r\n# a comment with a " in it\r\n2.2.2.2,\'=1+1\r\n3.3.3.3,"x # y"\r\n',
    rules: [
      'block | 1.1.1.1 | one\r\n# two, "three"\r\n\r\nfour',
      "block | 2.2.2.2 | =1+1",
      "block | 3.3.3.3 | x # y",
    ],
    skipped: [
      "1 header",
      "3 inside a quoted field that began on line 2",
      "4 inside a quoted field that began on line 2",
      "5 inside a quoted field that began on line 2",
      "6 comment",
    ],
  },
];

for (const { name, file, query = "action=block", rules, skipped = [], duplicatesInFile = 0 } of FILES) {
  Deno.test(`import: ${name}`, async () => {
    await using app = await startApp({ now: () => NOW });
    const dry = await importFile(app, file, `${query}&dry_run=true`);
    assert.deepEqual([dry.status, dry.body.imported, dry.body.import_id], [200, rules.length, null]);
    assert.equal(await countRules(app), 0);
    const { status, body } = await importFile(app, file, query);
    assert.equal(status, 200);
    assert.deepEqual(rulesImported.parse(body), body);
    assert.deepEqual([body.imported, body.duplicates_in_file], [rules.length, duplicatesInFile]);
    assert.deepEqual(
      body.skipped.map(({ line, reason }: { line: number; reason: string }) => `${line} ${reason}`),
      skipped,
    );
    assert.equal(body.action, query === "" ? null : "block");
    assert.deepEqual(await listed(app), rules);
    assert.match(body.import_id, /^imp_[0-9a-f]{24}$/);
    const again = await importFile(app, file, query);
    assert.deepEqual([again.body.imported, again.body.duplicates], [0, rules.length]);
    assert.equal(again.body.import_id, null, "there is nothing to undo");
  });
}

Deno.test("without an action in the query, every line must name one; otherwise nothing is imported", async (t) => {
  await using app = await startApp();
  const files: readonly { name: string; file: string; says: RegExp }[] = [
    { name: "no header", file: "1.1.1.1\n", says: /line 1 of the file names none/ },
    {
      name: "one line without",
      file: "value,action\n1.1.1.1,allow\n2.2.2.2,\n",
      says: /line 3 of the file names none/,
    },
    { name: "no values", file: "value,action\n", says: /is required/ },
  ];
  for (const { name, file, says } of files) {
    for (const query of ["", "dry_run=true"]) {
      await t.step(`${name} ${query}`, async () => {
        const { status, body } = await importFile(app, file, query);
        assert.deepEqual([status, body.code, body.errors[0].parameter], [400, "invalid_value", "action"]);
        assert.match(body.errors[0].detail, says);
      });
    }
  }
  assert.equal(await countRules(app), 0);
});

Deno.test("a note that is too long is cut, and the import says so", async () => {
  await using app = await startApp();
  const long = `${"x".repeat(199)}💥`;
  const { body } = await importFile(app, `value,note\n1.1.1.1,${"y".repeat(200)}\n2.2.2.2,${long}z\n`);
  assert.deepEqual(body.warnings.map(({ line }: { line: number }) => line), [3]);
  const [, note] = (await app.ask("/v1/rules")).body.rules.map((rule: { note: string }) => rule.note);
  assert.equal(body.warnings[0].read_as, note);
  assert.ok(note.length <= 200 && note.startsWith("x".repeat(199)));
});

const READ: readonly (readonly [written: string, read: string | null])[] = [
  ["*.evil.com", "evil.com"],
  [".evil2.com", "evil2.com"],
  ["@evil3.com", "evil3.com"],
  ["https://evil4.com/", "evil4.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["10.1.2.3/8", "10.0.0.0/8"],
  ["9.9.9.9/32", "9.9.9.9"],
  ["::ffff:1.2.3.4", "1.2.3.4"],
  ["+44 (0)20 7946 0123", "+442079460123"],
  ["EVIL5.com", null],
  ["evil6.com.", null],
  ["evil7.com # a comment", null],
  ["8.8.8.8", null],
  ["[2001:DB8:0::1]", null],
  ["2001:DB8:0::/48", null],
  ["+44 20 7946 0124", null],
  ["asn 15169", null],
  ["AS0064500", null],
  ["Jane@Example.com", null],
  ["mailto:joe@example.com", null],
  ["DEVICE:0123ABCD", null],
];

Deno.test("an import warns of what it read as something else than written, and of nothing else", async () => {
  await using app = await startApp();
  const raw = `# values\n${READ.map(([written]) => written).join("\n")}\n`;
  for (const query of ["action=block&dry_run=true", "action=block"]) {
    const { body } = await importFile(app, raw, query);
    assert.equal(body.imported, READ.length);
    assert.deepEqual(
      body.warnings,
      READ.flatMap(([value, read_as], at) => read_as === null ? [] : [{ line: at + 2, value, read_as }]),
    );
  }
});

Deno.test("a masked value is no rule value", async () => {
  await using app = await startApp();
  const { body } = await importFile(app, "value\nj•••@example.com\np•••l.com\n203.0.113.•\n");
  assert.equal(body.imported, 0);
  for (const { reason } of body.skipped.slice(1)) assert.match(reason, /^masked: /);
});
