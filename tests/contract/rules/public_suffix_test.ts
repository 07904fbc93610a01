/** Names that many people have theirs under: rules warn of them, a report of one is skipped. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const SUFFIXES = ["co.uk", "github.io"];

Deno.test("a rule for a public suffix is added with a warning, whether it allows or blocks", async (t) => {
  for (const action of ["allow", "block"]) {
    await t.step(action, async () => {
      await using app = await startApp();
      const values = [...SUFFIXES, "shop.co.uk", "me.github.io", "fraud.example"];
      const { body } = await app.ask("/v1/rules", { json: { action, values } });
      assert.equal(body.added, values.length);
      for (const rule of body.rules as { value: string; warning?: string }[]) {
        if (SUFFIXES.includes(rule.value)) {
          assert.ok(rule.warning?.startsWith(`${rule.value} is a public suffix`), rule.value);
        } else assert.equal("warning" in rule, false, rule.value);
      }
    });
  }
});

Deno.test("an import warns of its public suffixes, with dry_run too", async (t) => {
  for (const query of ["action=allow", "action=block", "action=block&dry_run=true"]) {
    await t.step(query, async () => {
      await using app = await startApp();
      const raw = `shop.co.uk\n${SUFFIXES.join("\n")}\n8.8.8.8\n`;
      const { body } = await app.ask(`/v1/rules/import?${query}`, { raw });
      assert.equal(body.imported, 4);
      assert.equal(body.warnings.length, SUFFIXES.length);
      for (const [index, suffix] of SUFFIXES.entries()) {
        assert.ok(body.warnings[index].startsWith(`${suffix} is a public suffix`));
      }
    });
  }
});

Deno.test("a report skips names that nobody can register and counts the others", async () => {
  await using app = await startApp();
  const values = ["com", "localhost", "co.uk", "evil.example", "fraud.test", "mail.shop.co.uk", "COM."];
  const { status, body } = await app.ask("/v1/report", { json: { kind: "domain", values } });
  assert.equal(status, 200);
  assert.equal(body.reported, 3);
  assert.deepEqual(body.results.map((result: { abuse_reports: number }) => result.abuse_reports), [1, 1, 1]);
  assert.deepEqual(
    body.skipped.map((skipped: { value: string }) => skipped.value),
    ["com", "localhost", "co.uk", "COM."],
  );
  for (const { reason } of body.skipped) assert.match(reason, /nobody can register this name/);
});
