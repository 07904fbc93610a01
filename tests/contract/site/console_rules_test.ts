/** The console's pages for rules. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn, unescaped } from "../../support/app/visitor.ts";

Deno.test("rules: a preview changes nothing, an added rule applies immediately, and invalid values are named", async () => {
  await using app = await startApp();
  await app.ask("/v1/verify/email?email=someone@gmail.com");
  const visitor = await signedIn(app);
  const fields = {
    action: "block",
    values: "gmail.com\nnot a value\n",
    note: "why not",
    expires: "2099-01-01",
  };
  const preview = await visitor.submit("/console/rules/new", { ...fields, step: "preview" });
  assert.match(preview.text, /1 rule would be added/);
  assert.match(preview.text, /<strong>1<\/strong> would change/);
  assert.match(preview.text, /not a value/);
  const broad = { ...fields, action: "allow", step: "preview" };
  assert.match(
    (await visitor.submit("/console/rules/new", broad)).text,
    /gmail\.com is a free mail provider/,
  );
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const added = await visitor.submit("/console/rules/new", { ...fields, step: "add" });
  assert.match(added.text, /1 added/);
  const { rules } = (await app.ask("/v1/rules")).body;
  assert.equal(rules.length, 1);
  assert.equal(rules[0].note, "why not");
  assert.equal(rules[0].expires_at, "2099-01-01T00:00:00.000Z");
  assert.equal((await app.ask("/v1/verify/email?email=someone@gmail.com")).body.verdict, "block");
  const gone = await visitor.submit("/console/rules", { id: rules[0].id }, "/console/rules/delete");
  assert.match(gone.text, /1 rule deleted/);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

Deno.test("rules: the counts of a preview open the scores behind them", async () => {
  await using app = await startApp();
  const ids: string[] = [];
  for (const [index, outcome] of ["fraud", "legit", null].entries()) {
    const json = { ip: `8.8.${index}.8`, email: `someone.${index}@shop.example` };
    const { body } = await app.ask("/v1/score/user", { json });
    ids.push(body.request_id);
    if (outcome !== null) await app.ask("/v1/outcome", { json: { request_id: body.request_id, outcome } });
  }
  const visitor = await signedIn(app);
  const fields = { action: "allow", values: "shop.example", note: "", expires: "" };
  const preview = await visitor.submit("/console/rules/new", { ...fields, step: "preview" });
  assert.match(preview.text, /Good customers hit<\/p><p class="stat">1</);
  assert.match(preview.text, /<button type="submit" form="values" name="list" value="good"/);
  const idsOn = (text: string) =>
    [...text.matchAll(/href="\/console\/scores\/(req_[0-9a-f-]{36})"/g)].map(([, id]) => id);
  assert.deepEqual(idsOn(preview.text), []);
  for (const [list, at] of [["fraud", 0], ["good", 1], ["unlabelled", 2]] as const) {
    const { text } = await visitor.submit("/console/rules/new", { ...fields, list });
    assert.deepEqual(idsOn(text), [ids[at]], list);
    assert.match(text, />shop\.example<\/textarea>/);
  }
  assert.equal((await visitor.submit("/console/rules/new", { ...fields, list: "good:no" })).status, 400);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);

  // Also of a rule for a stored value, by its address.
  const { body } = await app.ask(`/v1/score/${ids[1]}`);
  const { ref } = body.components.find(({ kind }: { kind: string }) => kind === "email");
  const one = await visitor.get(`/console/rules/for/${ref}?action=block&target=domain`);
  const href = /href="([^"]*list=good)#list"/.exec(one.text)![1]!;
  assert.deepEqual(idsOn((await visitor.get(unescaped(href))).text), [ids[1]]);
});

const WRONG_RULES: readonly { name: string; fields: Record<string, string>; says: RegExp }[] = [
  { name: "no value", fields: { action: "block", values: " \n" }, says: /at least one value/ },
  { name: "no action", fields: { action: "maybe", values: "a.example" }, says: /Choose allow or block/ },
  {
    name: "a day that is over",
    fields: { action: "block", values: "a.example", expires: "2020-01-01" },
    says: /must be in the future/,
  },
  {
    name: "a long note",
    fields: { action: "block", values: "a.example", note: "x".repeat(201) },
    says: /at most 200/,
  },
];

Deno.test("rules: a form with an error explains it and keeps the input", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  for (const { name, fields, says } of WRONG_RULES) {
    const { status, text } = await visitor.submit("/console/rules/new", { ...fields, step: "add" });
    assert.equal(status, 400, name);
    assert.match(text, says, name);
    if (fields.values!.trim() !== "") assert.match(text, />a\.example<\/textarea>/, name);
  }
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

Deno.test("rules: a file is previewed, imported, searched, exported, and the export imports again", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const list =
    'value,why\n203.0.113.7,abuse\nfraud.example,"a, b"\n+442079460123,x\nfraud.example,again\nnonsense value\n';
  const file = new File([list], "list.csv", { type: "text/csv" });
  const preview = await visitor.submit("/console/rules/import", {
    action: "block",
    step: "preview",
    text: "",
    file,
  });
  assert.match(preview.text, /This is a preview/);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const kept = unescaped(/<textarea[^>]*name="text"[^>]*>([\s\S]*?)<\/textarea>/.exec(preview.text)![1]!);
  assert.equal(kept.trim(), list.trim(), "the form for the import contains the list");
  const done = await visitor.submit("/console/rules/import", { action: "block", step: "import", text: kept });
  assert.match(done.text, /Imported<\/p><p class="stat">3</);
  assert.match(done.text, /nonsense value/);
  assert.equal((await app.ask("/v1/rules")).body.count, 3);
  const found = await visitor.get("/console/rules?q=FRAUD&action=block");
  assert.match(found.text, /1 of 3 rules/);
  assert.doesNotMatch(found.text, /203\.0\.113\.7/);
  const csv = await visitor.get("/console/rules.csv");
  assert.match(csv.headers.get("content-type") ?? "", /text\/csv/);
  assert.equal(csv.text.split("\r\n")[0], "value,action,kind,note,expires_at,created_at");
  const twice = await app.ask("/v1/rules/import?action=block", {
    raw: csv.text,
    headers: { "content-type": "text/csv" },
  });
  assert.equal(twice.body.imported, 0);
  assert.equal(twice.body.duplicates, 3);
  const unsure = await visitor.submit("/console/rules", {}, "/console/rules/delete-all");
  assert.equal(unsure.status, 400);
  await visitor.submit("/console/rules", { confirm: "true" }, "/console/rules/delete-all");
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

Deno.test("rules: a note that a spreadsheet takes for a formula is exported as text", async () => {
  await using app = await startApp();
  await app.ask("/v1/rules", {
    json: { action: "block", values: ["a.example"], note: '=HYPERLINK("http://evil.example")' },
  });
  const { text } = await (await signedIn(app)).get("/console/rules.csv");
  assert.match(text, /a\.example,block,domain,"'=HYPERLINK\(""http/);
});
