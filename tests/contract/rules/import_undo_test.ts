/** DELETE /v1/rules?import=<id>: undoes an import. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { addRules, countRules } from "../../support/app/rules.ts";
import { signedIn } from "../../support/app/visitor.ts";

async function importValues(app: TestApp, ...values: string[]): Promise<string> {
  const { status, body } = await app.ask("/v1/rules/import?action=block", { raw: values.join("\n") });
  assert.deepEqual([status, body.imported > 0], [200, true]);
  return body.import_id;
}

async function undo(app: TestApp, query: string, key = app.live) {
  return await app.ask(`/v1/rules?${query}`, { method: "DELETE", key });
}

async function values(app: TestApp): Promise<string[]> {
  return (await app.ask("/v1/rules")).body.rules.map((rule: { value: string }) => rule.value);
}

Deno.test("an undo deletes what the import made and is still there, and nothing else", async () => {
  await using app = await startApp();
  await using peer = await startApp({ dataDir: app.dataDir });
  await addRules(app, "block", "9.9.9.9");
  const first = await importValues(app, "1.1.1.1", "2.2.2.2", "9.9.9.9");
  const second = await importValues(app, "2.2.2.2", "3.3.3.3", "4.4.4.4");
  assert.notEqual(first, second);
  const { rules } = (await app.ask("/v1/rules")).body;
  assert.deepEqual(rules.map((rule: { import_id?: string }) => rule.import_id), [
    undefined,
    first,
    first,
    second,
    second,
  ]);
  await app.ask(`/v1/rules/${rules[3].id}`, { method: "DELETE" });
  const { status, body } = await undo(app, `import=${second}&confirm=true`);
  assert.deepEqual([status, body.deleted], [200, 1]);
  assert.deepEqual(Object.keys(body).sort(), ["deleted", "processing_time_sec", "request_id"]);
  assert.deepEqual(await values(app), ["9.9.9.9", "1.1.1.1", "2.2.2.2"]);
  await followChanges(app, peer);
  const blocked = async (ip: string) =>
    (await peer.ask(`/v1/score/ip?ip=${ip}`, { key: app.live })).body.rule_applied !== undefined;
  assert.deepEqual([await blocked("4.4.4.4"), await blocked("2.2.2.2")], [false, true]);
  assert.equal((await undo(app, `import=${second}&confirm=true`)).status, 404, "it is undone");
  assert.equal((await undo(app, `import_id=${first}&confirm=true`)).body.deleted, 2);
  assert.deepEqual(await values(app), ["9.9.9.9"]);
});

Deno.test("an undo needs a confirmation and an import of the account; otherwise nothing is deleted", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  const id = await importValues(app, "1.1.1.1");
  const rows: [query: string, key: string, status: number, code: string][] = [
    [`import=${id}`, app.live, 400, "confirmation_required"],
    [`import=${id}&confirm=yes`, app.live, 400, "confirmation_required"],
    ["import=&confirm=true", app.live, 400, "invalid_value"],
    ["import&confirm=true", app.live, 400, "invalid_value"],
    ["import_id=&confirm=true", app.live, 400, "invalid_value"],
    [`import=${"x".repeat(5000)}&confirm=true`, app.live, 400, "invalid_value"],
    ["import=imp_000000000000000000000000&confirm=true", app.live, 404, "not_found"],
    [`import=${id}&confirm=true`, other.key, 404, "not_found"],
  ];
  for (const [query, key, status, code] of rows) {
    await t.step(query.slice(0, 60), async () => {
      const answer = await undo(app, query, key);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
      assert.equal(await countRules(app), 1);
    });
  }
});

Deno.test("two undos of one import at the same moment delete once; a restart keeps the import's id", async () => {
  await using app = await startApp();
  const many = Array.from({ length: 1000 }, (_, i) => `20.0.${i >> 8}.${i & 255}`);
  const id = await importValues(app, ...many);
  await addRules(app, "allow", "9.9.9.9");
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  again.live = app.live;
  const answers = await Promise.all([1, 2].map(() => undo(again, `import=${id}&confirm=true`)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  assert.deepEqual(answers.find(({ status }) => status === 200)!.body.deleted, 1000);
  assert.deepEqual(await values(again), ["9.9.9.9"]);
});

Deno.test("the audit log names the import when it is made and undone", async () => {
  await using app = await startApp();
  const id = await importValues(app, "1.1.1.1", "2.2.2.2");
  await undo(app, `import=${id}&confirm=true`);
  const { store } = app.app.services;
  const entries = await store.audit.list(store.accounts.accountNamed("main")!.id, { limit: 100 });
  const found = entries.map(({ entry }) => entry).filter(({ action }) => action.startsWith("rules_"));
  assert.deepEqual(
    found.map(({ action, count, subjects, details }) => [action, count, subjects, details]).sort(),
    [
      ["rules_deleted", 2, [id], { by: "import" }],
      ["rules_imported", 2, [id], { action: "block" }],
    ],
  );
});

Deno.test("the console shows an undo after an import and for recent ones, and asks before it deletes", async () => {
  await using app = await startApp();
  await addRules(app, "block", "9.9.9.9");
  const visitor = await signedIn(app);
  const before = await visitor.get("/console/rules/import");
  assert.doesNotMatch(before.text, /undo-import/);
  const done = await visitor.submit("/console/rules/import", {
    action: "block",
    step: "import",
    text: "value,action\n1.1.1.1,allow\n*.evil.example,\n",
  });
  assert.match(done.text, /Line 3: <code>\*\.evil\.example<\/code> was read as <code>evil\.example<\/code>/);
  const id = /name="import" value="(imp_[0-9a-f]{24})"/.exec(done.text)![1]!;
  const page = await visitor.get("/console/rules/import");
  assert.match(page.text, /Recent imports/);
  assert.match(page.text, /data-confirm="Delete all 2 rules of this import\?"/);
  const rules = await visitor.get("/console/rules");
  assert.match(rules.text, /data-confirm="Delete the block rule for 9\.9\.9\.9\?"/);
  const gone = await visitor.submit("/console/rules/import", { import: id }, "/console/rules/undo-import");
  assert.match(gone.text, /2 rules deleted/);
  assert.deepEqual(await values(app), ["9.9.9.9"]);
});
