/** The page that imports labels: preview with words to map, import, what was not found, undo. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { scoreUser } from "../../support/app/outcomes.ts";
import { signedIn, unescaped } from "../../support/app/visitor.ts";

const PAGE = "/console/outcomes/import";

Deno.test("labels: a file is previewed, its words are mapped, it is imported and undone", async () => {
  await using app = await startApp();
  const ids: string[] = [];
  for (const user_id of ["u-1", "u-2", "u-3"]) {
    ids.push((await scoreUser(app, { email: `${user_id}@example.org`, user_id })).request_id);
  }
  const labels = async () =>
    await Promise.all(ids.map(async (id) => {
      const { label } = (await app.ask(`/v1/score/${id}`)).body;
      return label === null ? null : [label.outcome, label.type ?? null, label.at ?? null];
    }));
  const visitor = await signedIn(app);
  assert.ok((await visitor.get("/console/outcomes")).text.includes(`href="${PAGE}"`));
  const csv = [
    "Kunde,Datum,Status,Bemerkung",
    "u-1,03/04/2026,Betrug,x",
    "u-2,,Hinweis <b>,",
    "u-9,,ja,",
    "u-3,,offen,",
  ].join("\n");
  const preview = await visitor.submit(PAGE, {
    file: new File([csv], "labels.csv", { type: "text/csv" }),
    step: "preview",
    outcome: "",
    type: "",
  });
  assert.equal(preview.status, 200);
  assert.match(preview.text, /This is a preview: nothing was labelled/);
  assert.match(preview.text, /Line 4: <code>u-9<\/code>/);
  assert.match(preview.text, /Line 2: .*DD\/MM\/YYYY and as MM\/DD\/YYYY/);
  assert.ok(!preview.text.includes("Hinweis <b>"), "what a file holds is escaped");
  assert.deepEqual(await labels(), [null, null, null]);
  const words = [...preview.text.matchAll(/name="word\.(\d+)" value="([^"]*)"/g)]
    .map(([, index, word]) => [unescaped(word!), index!] as const);
  assert.deepEqual(words.map(([word]) => word), ["Hinweis <b>", "offen"]);
  const [[, hint], [, open]] = words as [readonly [string, string], readonly [string, string]];
  const chosen = /name="column\.user_id"[^]*?<option value="Kunde" selected/.exec(preview.text);
  assert.ok(chosen !== null, "the column that was found is chosen");
  const kept = unescaped(/<textarea[^>]*name="text"[^>]*>([^]*?)<\/textarea>/.exec(preview.text)![1]!);
  assert.equal(kept.trim(), csv);
  const done = await visitor.submit(PAGE, {
    text: kept,
    step: "import",
    outcome: "",
    type: "bonus_abuse",
    date_format: "DD/MM/YYYY",
    "column.user_id": "Kunde",
    "column.date": "Datum",
    "column.outcome": "Status",
    "column.type": "",
    [`word.${hint}`]: "Hinweis <b>",
    [`meaning.${hint}`]: "spam",
    [`word.${open}`]: "offen",
    [`meaning.${open}`]: "legit",
  });
  assert.match(done.text, /Imported\./);
  assert.match(done.text, /Recent imports/);
  assert.deepEqual(await labels(), [
    ["fraud", "bonus_abuse", "2026-04-03T00:00:00.000Z"],
    ["fraud", "spam", null],
    ["legit", null, null],
  ]);
  const outcomes = (await visitor.get("/console/outcomes")).text;
  assert.match(outcomes, /bonus abuse/);
  const id = /name="import" value="(imp_[0-9a-f]{24})"/.exec(done.text)![1]!;
  const undone = await visitor.submit(PAGE, { import: id }, "/console/outcomes/undo-import");
  assert.match(undone.text, /3 scores have the label again that stood before\./);
  assert.ok(!undone.text.includes(id), "it cannot be undone again");
  assert.deepEqual(await labels(), [null, null, null]);
});

Deno.test("the page says what is wrong with a file", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const wrong = await visitor.submit(PAGE, { text: "name,outcome\nx,ja", step: "import" });
  assert.match(unescaped(wrong.text), /no column is named like a request id.*"name", "outcome"/);
  assert.match(
    (await visitor.submit(PAGE, { text: " ", step: "import" })).text,
    /Choose a file or paste its rows/,
  );
  const wide = await visitor.submit(PAGE, { text: "user_id,".repeat(501), step: "import" });
  assert.match(wide.text, /more than 500 columns/);
});
