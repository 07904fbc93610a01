/** What a dry run leaves out is what the real run then surprises with. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("a dry run shows the warnings that the rule would come with", async () => {
  await using app = await startApp();
  const json = { action: "allow", values: ["gmail.com", "AS15169", "example.net"] };
  const warnings = (body: { rules: { value: string; warning?: string }[] }) =>
    body.rules.map(({ value, warning }) => [value, warning]);
  const dry = (await app.ask("/v1/rules?dry_run=true", { json })).body;
  const real = (await app.ask("/v1/rules", { json })).body;
  assert.deepEqual(warnings(dry), warnings(real));
  assert.match(real.rules[0].warning, /free mail provider/);
});

Deno.test("an import that takes long lets other requests through", async () => {
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
  assert.ok(between >= 5, `${between} answers meanwhile`);
});
