/** The console's export of rules: no cell is a formula to a spreadsheet, and the file can be imported again as it is. */
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

const VALUES = [
  "+442079460123",
  "=cmd@example.com",
  "-2+3@example.com",
  "+tag@example.com",
  "'=quoted@example.com",
  "''-quoted@example.com",
  "'plain@example.com",
  "plain@example.com",
  "203.0.113.0/24",
];

Deno.test("no cell of the export starts a formula, and its import gives the same rules", async () => {
  await using app = await startApp();
  for (const value of VALUES) {
    const { body } = await app.ask("/v1/rules", {
      json: { action: "block", values: [value], note: `${value}` },
    });
    assert.deepEqual([body.added, body.rules[0].value], [1, value]);
  }
  const visitor = await signedIn(app);
  const { text } = await visitor.get("/console/rules.csv");
  const rows: string[][] = parse(text);
  assert.equal(rows.length, VALUES.length + 1);
  for (const cell of rows.flat()) assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
  assert.equal(rows.find(([, , kind]) => kind === "phone")?.[0], "'+442079460123");
  const headers = { "content-type": "text/csv" };
  const again = await app.ask("/v1/rules/import?action=block", { raw: text, headers });
  assert.deepEqual([again.body.imported, again.body.duplicates], [0, VALUES.length]);
  await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
  const restored = await app.ask("/v1/rules/import?action=block", { raw: text, headers });
  assert.deepEqual([restored.body.imported, restored.body.skipped.length], [VALUES.length, 1], "the header");
  const { body } = await app.ask("/v1/rules");
  assert.deepEqual(body.rules.map((rule: { value: string }) => rule.value).sort(), VALUES.toSorted());
});

Deno.test("an apostrophe before anything else stays part of a value in a file", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/rules/import?action=block", {
    raw: "'o'neil@example.com\n'a-b@example.com\n",
  });
  assert.equal(body.imported, 2);
  const { rules } = (await app.ask("/v1/rules")).body;
  assert.deepEqual(rules.map((rule: { value: string }) => rule.value), [
    "'o'neil@example.com",
    "'a-b@example.com",
  ]);
});
