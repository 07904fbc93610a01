/** POST /v1/outcomes/import: files of labels; DELETE undoes one. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { label, scoreUser } from "../../support/app/outcomes.ts";
import { signedIn } from "../../support/app/visitor.ts";

async function upload(app: TestApp, raw: string, query = "", key = app.live) {
  return await app.ask(`/v1/outcomes/import${query}`, { raw, key, headers: { "content-type": "text/csv" } });
}

async function labelOf(app: TestApp, requestId: string) {
  return (await app.ask(`/v1/score/${requestId}`)).body.label;
}

async function people(app: TestApp, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const { request_id } = await scoreUser(app, {
      ip: `73.15.20.${at}`,
      email: `person${at}@example${at}.org`,
      phone: `+44208366117${at}`,
      user_id: `u-${at}`,
    });
    ids.push(request_id);
  }
  return ids;
}

Deno.test("a file labels by request id, user id, e-mail address and phone number, and is undone", async () => {
  await using app = await startApp();
  const ids = await people(app, 6);
  await label(app, { request_id: ids[4], outcome: "legit" });
  await label(app, { request_id: ids[5], outcome: "fraud", type: "spam", at: "2026-01-02T03:04:05Z" });
  const before = [await labelOf(app, ids[4]!), await labelOf(app, ids[5]!)];
  const file = [
    "Request ID;User-ID;E-Mail;Telefon;Datum;Ergebnis;Art;Bearbeiter",
    `${ids[0]};;;;2026-03-01;Betrug;;A`,
    ";u-1;;;2026-03-01T10:00:00+01:00;ja;chargeback;A",
    ';;" person2@EXAMPLE2.org ";;;fraude;Bonusmissbrauch;B',
    ";;;+44 20 8366 1173;;legit;;B",
    ";u-4;;;;Rückbuchung;;B",
    ";u-5;;;;betrug;;B",
    ";u-99;;;;betrug;;B",
    ";;nobody@example.org;;;nein;;B",
    `;${"u".repeat(129)};;;;nein;;B`,
    ";;person1@example1.org;;;vielleicht;;B",
    ";;;;;nein;;B",
    "too;few",
  ].join("\r\n");
  const dry = await upload(app, file, "?dry_run=true");
  assert.equal(dry.status, 200);
  assert.equal(await labelOf(app, ids[0]!), null, "a dry run labels nothing");
  const { status, body } = await upload(app, file);
  assert.equal(status, 200);
  const { import_id, dry_run: _, processing_time_sec: __, request_id: ___, ...figures } = body;
  const { import_id: none, dry_run, processing_time_sec: ____, request_id: _____, ...previewed } = dry.body;
  assert.deepEqual([none, dry_run], [null, true]);
  assert.deepEqual(previewed, figures, "the preview says what the import does");
  assert.match(import_id, /^imp_[0-9a-f]{24}$/);
  assert.deepEqual([figures.recorded, figures.changed], [6, 5], "one had its label already");
  assert.deepEqual(figures.not_found, [{ line: 8, value: "u-99" }, { line: 9, value: "nobody@example.org" }]);
  assert.deepEqual(figures.skipped.map(({ line, value }: { line: number; value: string }) => [line, value]), [
    [10, "u".repeat(129)],
    [11, "person1@example1.org"],
    [12, ""],
    [13, ""],
  ]);
  assert.match(figures.skipped[0].reason, /user_id must have 1 to 128/);
  assert.match(figures.skipped[1].reason, /"vielleicht"/);
  assert.deepEqual(figures.columns, {
    request_id: "Request ID",
    user_id: "User-ID",
    email: "E-Mail",
    phone: "Telefon",
    date: "Datum",
    outcome: "Ergebnis",
    type: "Art",
  });
  assert.deepEqual(figures.unused, ["Bearbeiter"]);
  assert.deepEqual([figures.words.Betrug, figures.words.ja, figures.words.vielleicht], [
    "fraud",
    "fraud",
    null,
  ]);
  assert.deepEqual([figures.words.Rückbuchung, figures.words.Bonusmissbrauch], ["chargeback", "bonus_abuse"]);
  const said = await Promise.all(ids.map(async (id) => {
    const { outcome, type = null, at = null } = await labelOf(app, id);
    return [outcome, type, at];
  }));
  assert.deepEqual(said, [
    ["fraud", null, "2026-03-01T00:00:00.000Z"],
    ["fraud", "chargeback", "2026-03-01T09:00:00.000Z"],
    ["fraud", "bonus_abuse", null],
    ["legit", null, null],
    ["fraud", "chargeback", null],
    ["fraud", "spam", "2026-01-02T03:04:05.000Z"],
  ]);
  await label(app, { request_id: ids[3], outcome: "fraud" });
  const undone = await app.ask(`/v1/outcomes/import/${import_id}`, { method: "DELETE" });
  assert.equal(undone.status, 200);
  assert.deepEqual([undone.body.import_id, undone.body.restored, undone.body.left], [import_id, 4, 1]);
  for (const id of ids.slice(0, 3)) assert.equal(await labelOf(app, id), null);
  assert.equal((await labelOf(app, ids[3]!)).outcome, "fraud", "somebody changed it since");
  assert.deepEqual([await labelOf(app, ids[4]!), await labelOf(app, ids[5]!)], before);
  const again = await app.ask(`/v1/outcomes/import/${import_id}`, { method: "DELETE" });
  assert.deepEqual([again.status, again.body.code], [404, "not_found"]);
});

Deno.test("words are mapped, columns named, and rows that do not say what they were get what the call says", async (t) => {
  await using app = await startApp();
  const ids = await people(app, 2);
  const rows: {
    name: string;
    file: string;
    query: Record<string, string>;
    labels: unknown[];
    skipped: number[];
  }[] = [
    {
      name: "words of the account's own",
      file: "email,Urteil\nperson0@example0.org,böse\nperson1@example1.org,offen\n",
      query: { words: '{"böse":"fraud","offen":"skip"}' },
      labels: [["fraud", null], null],
      skipped: [3],
    },
    {
      name: "own words win over the usual ones, in any case",
      file: "email,Urteil\nperson0@example0.org,JA\n",
      query: { words: '{"ja":"legitimate"}' },
      labels: [["legit", null], null],
      skipped: [],
    },
    {
      name: "a word that is a type",
      file: "user_id,status\nu-0,Storno\n",
      query: { words: '{"storno":"bonus_abuse"}' },
      labels: [["fraud", "bonus_abuse"], null],
      skipped: [],
    },
    {
      name: "named columns",
      file: "Wer\tWas\nu-0\tfraud\n",
      query: { columns: '{"user_id":"Wer","outcome":"Was"}' },
      labels: [["fraud", null], null],
      skipped: [],
    },
    {
      name: "no column of outcomes",
      file: "user_id\nu-0\nu-1\n",
      query: { outcome: "fraud", type: "takeover" },
      labels: [["fraud", "takeover"], ["fraud", "takeover"]],
      skipped: [],
    },
    {
      name: "nothing says what it was",
      file: "user_id\nu-0\n",
      query: {},
      labels: [null, null],
      skipped: [2],
    },
    {
      name: "dates that can be read in two ways",
      file: "user_id,date,outcome\nu-0,03/04/2026,fraud\n",
      query: {},
      labels: [null, null],
      skipped: [2],
    },
    {
      name: "dates of which one tells the way",
      file: "user_id,date,outcome\nu-0,03/04/2026,fraud\nu-1,25/04/2026,fraud\n",
      query: {},
      labels: [["fraud", null, "2026-04-03T00:00:00.000Z"], ["fraud", null, "2026-04-25T00:00:00.000Z"]],
      skipped: [],
    },
    {
      name: "dates of a format",
      file: "user_id,date,outcome\nu-0,03/04/2026,fraud\n",
      query: { date_format: "MM/DD/YYYY" },
      labels: [["fraud", null, "2026-03-04T00:00:00.000Z"], null],
      skipped: [],
    },
    {
      name: "the future",
      file: "user_id,date,outcome\nu-0,2200-01-01,fraud\n",
      query: {},
      labels: [null, null],
      skipped: [2],
    },
    {
      name: "two rows about one score: the later one holds",
      file: `user_id,email,outcome\nu-0,,fraud\n,person0@example0.org,legit\n`,
      query: {},
      labels: [["legit", null], null],
      skipped: [],
    },
  ];
  for (const { name, file, query, labels, skipped } of rows) {
    await t.step(name, async () => {
      const { status, body } = await upload(app, file, `?${new URLSearchParams(query)}`);
      assert.equal(status, 200);
      assert.deepEqual(body.skipped.map(({ line }: { line: number }) => line), skipped);
      for (const [at, id] of ids.entries()) {
        const given = await labelOf(app, id);
        const [outcome, type, when = null] = (labels[at] ?? []) as (string | null)[];
        assert.deepEqual(
          given === null ? null : [given.outcome, given.type ?? null, given.at ?? null],
          labels[at] === null ? null : [outcome, type, when],
        );
      }
      if (body.import_id === null) return assert.equal(body.changed, 0);
      await app.ask(`/v1/outcomes/import/${body.import_id}`, { method: "DELETE" });
      for (const id of ids) assert.equal(await labelOf(app, id), null, "undone");
    });
  }
});

Deno.test("files and questions that cannot be read are refused, and nothing is labelled", async (t) => {
  await using app = await startApp();
  const [id] = await people(app, 1);
  const good = `user_id,outcome\nu-0,fraud\n`;
  const dated = `user_id,outcome,date\nu-0,fraud,2026-01-02\n`;
  const rows: { name: string; file: string; query?: string; code?: string; status?: number }[] = [
    { name: "an empty file", file: "" },
    { name: "no column that names somebody", file: "name,outcome\nJane,fraud\n" },
    { name: "a column that is not there", file: good, query: '?columns={"email":"Mail"}' },
    { name: "a role that is none", file: good, query: '?columns={"mail":"user_id"}' },
    { name: "words that are no JSON", file: good, query: "?words=Betrug" },
    { name: "a meaning that is none", file: good, query: '?words={"Betrug":"bad"}' },
    { name: "words in a list", file: good, query: '?words=["fraud"]' },
    { name: "a format without a year", file: dated, query: "?date_format=DD.MM." },
    { name: "a type that is none", file: good, query: "?type=theft" },
    {
      name: "too many rows",
      file: `user_id,outcome\n${"u-0,fraud\n".repeat(10_001)}`,
      code: "too_many_items",
    },
  ];
  for (const { name, file, query = "", code = "invalid_value", status = 400 } of rows) {
    await t.step(name, async () => {
      const answer = await upload(app, file, query);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
    });
  }
  const json = await app.ask("/v1/outcomes/import", { json: {} });
  assert.deepEqual([json.status, json.body.code], [415, "unsupported_media_type"]);
  assert.equal((await upload(app, good, "", app.test)).body.code, "test_key_refused");
  assert.equal(await labelOf(app, id!), null);
});

Deno.test("another account's scores and imports are out of reach", async () => {
  await using app = await startApp();
  const [id] = await people(app, 1);
  const other = await app.account("other");
  const foreign =
    `request_id,user_id,email,outcome\n${id},,,fraud\n,u-0,,fraud\n,,person0@example0.org,fraud\n`;
  const { body } = await upload(app, foreign, "", other.key);
  assert.deepEqual([body.import_id, body.recorded, body.not_found.length], [null, 0, 3]);
  const own = await upload(app, "user_id,outcome\nu-0,fraud\n");
  const path = `/v1/outcomes/import/${own.body.import_id}`;
  assert.equal((await app.ask(path, { method: "DELETE", key: other.key })).status, 404);
  assert.equal((await app.ask(path, { method: "DELETE", key: app.test })).body.code, "test_key_refused");
  assert.equal((await labelOf(app, id!)).outcome, "fraud");
});

Deno.test("an import that was interrupted is undone as far as it came, and the same file labels the rest", async () => {
  await using app = await startApp();
  // More than one part.
  const items = Array.from({ length: 300 }, (_, at) => `person${at}@example${at}.org`);
  const { body } = await app.ask("/v1/batch", { json: { type: "email", items } });
  const ids: string[] = body.results.map(({ request_id }: { request_id: string }) => request_id);
  const account = app.app.services.store.accounts.accountNamed("main")!.id;
  const labelled = async () => {
    const found = await Promise.all(ids.map((id) => app.app.services.store.labels.newest(account, id)));
    return found.filter((label) => label?.outcome === "fraud").length;
  };
  await label(app, { request_id: ids[0], outcome: "legit" });
  const file = `email,outcome\n${items.map((email) => `${email},fraud\n`).join("")}`;
  const { engine } = app.app.services.store;
  const { commit } = engine;
  let parts = 0;
  engine.commit = async (batch) => {
    // The store fails when the labels of the second part come.
    if (parts === 2 && (batch.set ?? []).some(({ key }) => key[0] === "label")) {
      throw new Error("no space left");
    }
    parts += (batch.set ?? []).filter(({ key }) => key[0] === "label-import-part").length;
    return await commit.call(engine, batch);
  };
  const failed = await upload(app, file);
  // What was begun with the label that failed has ended too.
  await app.app.services.store.writer.flush().catch(() => {});
  engine.commit = commit;
  assert.ok(failed.status >= 500, failed.text);
  assert.equal(await labelled(), 250);
  const visitor = await signedIn(app);
  const page = await visitor.get("/console/outcomes/import");
  const id = /name="import" value="(imp_[0-9a-f]{24})"/.exec(page.text)![1]!;
  const rest = await upload(app, file);
  assert.deepEqual([rest.status, rest.body.recorded, rest.body.changed], [200, 300, 50]);
  assert.equal(await labelled(), 300);
  const undone = await app.ask(`/v1/outcomes/import/${id}`, { method: "DELETE" });
  assert.equal(undone.body.restored, 250);
  await app.ask(`/v1/outcomes/import/${rest.body.import_id}`, { method: "DELETE" });
  assert.equal(await labelled(), 0);
  assert.equal((await labelOf(app, ids[0]!)).outcome, "legit");
});
