/** POST /v1/rules/import. */
import assert from "node:assert/strict";
import { rulesImported } from "../../../src/http/rules/schema.ts";
import { startApp } from "../../support/app/app.ts";
import { addRules, countRules } from "../../support/app/rules.ts";

Deno.test("POST /v1/rules/import accounts for every line", async () => {
  await using app = await startApp();
  await addRules(app, "block", "9.9.9.9");
  const file =
    "value,comment\r\n1.1.1.1,dns\r\n9.9.9.9,known\r\n1.1.1.1,again\r\nevil.example\r\n\r\n# note\r\n=cmd|' /C calc'!A0\r\n10.0.0.0/8\r\n+442083661177\r\nAS64500\r\n";
  const { status, body } = await app.ask("/v1/rules/import?action=block", {
    raw: file,
    headers: { "content-type": "text/csv" },
  });
  assert.equal(status, 200);
  assert.deepEqual([body.action, body.imported, body.duplicates, body.duplicates_in_file], [
    "block",
    5,
    1,
    1,
  ]);
  assert.deepEqual(body.by_kind, { ip: 1, domain: 1, cidr: 1, phone: 1, asn: 1 });
  assert.equal(body.imported + body.duplicates + body.duplicates_in_file + body.skipped.length, 11);
  for (const entry of body.skipped) assert.deepEqual(Object.keys(entry).sort(), ["line", "reason", "value"]);
  assert.equal((await app.ask("/v1/rules")).body.count, 6);
  assert.equal((await app.ask("/v1/score/domain?domain=evil.example")).body.verdict, "block");
  assert.equal((await app.ask("/v1/rules/import", { raw: "1.1.1.1" })).status, 400, "action is required");
});

Deno.test("an import of 10,001 entries or 5 MB is refused whole, one of 10,000 is taken", async () => {
  await using app = await startApp();
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => `20.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`).join("\n");
  const over = await app.ask("/v1/rules/import?action=block", { raw: lines(10_001) });
  assert.deepEqual([over.status, over.body.code], [400, "too_many_items"]);
  assert.equal((await app.ask("/v1/rules/import?action=block", { raw: "x".repeat(5_000_000) })).status, 413);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const whole = await app.ask("/v1/rules/import?action=block", { raw: lines(10_000) });
  assert.equal(whole.body.imported, 10_000);
  assert.equal((await app.ask("/v1/score/ip?ip=20.0.39.15")).body.verdict, "block");
  assert.equal((await app.ask("/v1/score/ip?ip=20.0.39.16")).body.rule_applied, undefined);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  assert.equal((await again.ask("/v1/rules", { key: app.live })).body.count, 10_000);
});

const FILES: readonly {
  readonly name: string;
  readonly file: string | Uint8Array<ArrayBuffer>;
  readonly lines: number;
  readonly imported: number;
  readonly type?: string;
}[] = [
  { name: "an empty file", file: "", lines: 0, imported: 0 },
  { name: "only a header", file: "ip,comment\n", lines: 1, imported: 0 },
  { name: "no line end at the end", file: "1.1.1.1\n2.2.2.2", lines: 2, imported: 2 },
  { name: "CR alone", file: "1.1.1.1\r2.2.2.2\r", lines: 2, imported: 2 },
  {
    name: "a byte order mark and a header",
    file: "\ufeffvalue;note\r\n1.1.1.1;x\r\n",
    lines: 2,
    imported: 1,
  },
  { name: "junk columns", file: "7,low,1.1.1.1,seen\n8,high,fraud.example,\n", lines: 2, imported: 2 },
  { name: "a quote that never closes", file: '"1.1.1.1\n2.2.2.2\n"a,b\n', lines: 3, imported: 2 },
  { name: "formulas", file: "=HYPERLINK(1)\n@SUM(1)\n+1+cmd\n1.1.1.1\n", lines: 4, imported: 1 },
  {
    name: "invalid UTF-8",
    file: new Uint8Array([0xff, 0x31, 0x0a, ...new TextEncoder().encode("1.1.1.1\n")]),
    lines: 2,
    imported: 1,
  },
  { name: "NUL", file: "\u00001.1.1.1\n2.2.2.2\n", lines: 2, imported: 1 },
  {
    name: "a line of a million characters",
    file: `${"x".repeat(1_000_000)}\n1.1.1.1\n`,
    lines: 2,
    imported: 1,
  },
  { name: "as text/csv", file: "1.1.1.1\n", lines: 1, imported: 1, type: "text/csv; charset=utf-8" },
];

Deno.test("every line of every file is accounted for, and skipped lines have a number and a reason", async (t) => {
  await using app = await startApp();
  await addRules(app, "block", "2.2.2.2");
  for (const { name, file, lines, imported, type } of FILES) {
    await t.step(name, async () => {
      const { status, body } = await app.ask("/v1/rules/import?action=allow", {
        method: "POST",
        raw: file,
        headers: { "content-type": type ?? "text/plain" },
      });
      assert.equal(status, 200);
      assert.deepEqual([body.action, body.imported, body.duplicates], ["allow", imported, 0]);
      const { skipped, by_kind } = body;
      assert.equal(body.imported + body.duplicates + body.duplicates_in_file + skipped.length, lines);
      const kinds = Object.values(by_kind) as number[];
      assert.equal(kinds.reduce((sum, n) => sum + n, 0), imported);
      for (const { line, value, reason } of skipped) {
        assert.ok(
          line >= 1 && line <= lines && reason.length > 3 && value.length <= 200 && value.isWellFormed(),
        );
      }
      const allowed = (await app.ask("/v1/rules")).body.rules.filter((rule: { action: string }) =>
        rule.action === "allow"
      );
      assert.equal(allowed.length, imported);
      const again = await app.ask("/v1/rules/import?action=allow", { method: "POST", raw: file });
      assert.deepEqual([again.body.imported, again.body.duplicates], [0, imported]);
      for (const { id } of allowed) await app.ask(`/v1/rules/${id}`, { method: "DELETE" });
    });
  }
});

Deno.test("invalid imports are refused whole", async (t) => {
  await using app = await startApp();
  const rows: { name: string; query: string; raw: string; status: number; type?: string }[] = [
    { name: "no action", query: "", raw: "1.1.1.1", status: 400 },
    { name: "a wrong action", query: "?action=review", raw: "1.1.1.1", status: 400 },
    { name: "a wrong dry_run", query: "?action=block&dry_run=perhaps", raw: "1.1.1.1", status: 400 },
    { name: "JSON", query: "?action=block", raw: '["1.1.1.1"]', status: 415, type: "application/json" },
    { name: "50 MB", query: "?action=block", raw: "1.1.1.1\n".repeat(6_250_000), status: 413 },
  ];
  for (const { name, query, raw, status, type } of rows) {
    await t.step(name, async () => {
      const answer = await app.ask(`/v1/rules/import${query}`, {
        raw,
        headers: { "content-type": type ?? "text/plain" },
      });
      assert.equal(answer.status, status);
    });
  }
  assert.equal(await countRules(app), 0);
});

Deno.test("a long import does not block other requests", async () => {
  await using app = await startApp();
  const line = Array.from({ length: 30 }, () => "+99999999").join(",");
  const raw = Array.from({ length: 5000 }, () => line).join("\n");
  let imported = false;
  const headers = { "content-type": "text/csv" };
  const importing = app.ask("/v1/rules/import?action=block&dry_run=true", { raw, headers }).then((answer) => {
    imported = true;
    return answer;
  });
  let between = 0;
  while (!imported) {
    await app.ask("/healthz", { key: null });
    if (!imported) between++;
  }
  assert.equal((await importing).body.skipped.length, 5000);
  assert.ok(between >= 5, `${between} answers during the import`);
});

const SUFFIXES = ["co.uk", "github.io"];

Deno.test("an import warns of its public suffixes, with dry_run too", async (t) => {
  for (const query of ["action=allow", "action=block", "action=block&dry_run=true"]) {
    await t.step(query, async () => {
      await using app = await startApp();
      const raw = `shop.co.uk\n${SUFFIXES.join("\n")}\n8.8.8.8\n`;
      const { body } = await app.ask(`/v1/rules/import?${query}`, { raw });
      assert.equal(body.imported, 4);
      assert.equal(body.warnings.length, SUFFIXES.length);
      assert.deepEqual(rulesImported.parse(body), body, "the document names every field");
      for (const [index, suffix] of SUFFIXES.entries()) {
        const { line, value, read_as, warning } = body.warnings[index];
        assert.deepEqual([line, value, read_as], [index + 2, suffix, suffix]);
        assert.ok(warning.startsWith(`${suffix} is a public suffix`));
      }
    });
  }
});
