/** What a backtest says of the file before anybody believes a figure, and that two runs of one file are the same. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn, type Visitor } from "../../support/app/visitor.ts";
import { backtest } from "../../support/backtest/backtest.ts";
import { csvOf, syntheticRows } from "../../support/backtest/synthetic.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";

const PAGE = "/console/backtest";
const FIELDS = { linkage: "score", strictness: "balanced", delay: "14d" };

/** Every second time as Germans write it, labels in German. */
function germanFile(count: number): string {
  return csvOf(
    syntheticRows({ rows: count }).map(({ signup_time, ip, email, fraud }, index) => {
      const [date, time] = signup_time.split("T") as [string, string];
      const german = `${date.split("-").toReversed().join(".")} ${time.slice(0, 5)}`;
      return {
        signup_time: index % 2 === 0 ? signup_time : german,
        ip,
        email,
        "Betrug?": fraud === "1" ? "ja" : "nein",
      };
    }),
  );
}

Deno.test("the command says what was not read, with an example and how to read it, and reads it then", async () => {
  await inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/past.csv`, germanFile(200));
    const label = ["--label", "Betrug?"];
    const first = await runCommand(dir, ["backtest", `${dir}/past.csv`, ...label, "--out", `${dir}/a.html`]);
    assert.equal(first.code, 0, first.err);
    const [total, time, labels] = first.out.split("\n");
    assert.match(total!, /^100 of 200 rows were read; 100 could not be read/);
    assert.match(
      time!,
      /^100 rows: the time cannot be read, for example line 3: "\d\d\.\d\d\.\d{4} \d\d:\d\d"/,
    );
    assert.match(time!, /--date-format "DD\.MM\.YYYY HH:mm"$/);
    assert.match(labels!, /the label in the column "Betrug\?" was not understood in any row: "nein" \(\d+\)/);
    assert.match(labels!, /--label-words fraud=ja,legit=nein$/);
    assert.match(first.err, /100 of 200 rows were read/, "before the rows are scored");
    assert.match(first.out, /The labels of the column "Betrug\?" were not understood/);
    assert.doesNotMatch(
      first.out + await Deno.readTextFile(`${dir}/a.html`),
      /No row is labelled|No column of labels/,
    );
    const page = await Deno.readTextFile(`${dir}/a.html`);
    assert.ok(page.indexOf("100 of 200 rows") < page.indexOf("Allowed"), "before any figure");
    const options = ["--date-format", "DD.MM.YYYY HH:mm", "--label-words", "fraud=ja,legit=nein", "--json"];
    const second = await runCommand(dir, ["backtest", `${dir}/past.csv`, ...label, ...options]);
    assert.equal(second.code, 0, second.err);
    const { rows, labels: counted } = JSON.parse(second.out);
    assert.deepEqual([rows.scored, rows.unreadable, counted.missing, counted.unreadable], [200, 0, 0, 0]);
    assert.ok(counted.fraud > 0 && counted.legit > 0);
    for (
      const [option, value, says] of [
        ["--date-format", "HH:mm", /no year/],
        ["--label-words", "ja=fraud", /fraud=ja,legit=nein/],
      ] as const
    ) {
      const { code, err } = await runCommand(dir, ["backtest", `${dir}/past.csv`, option, value]);
      assert.equal(code, 2, err);
      assert.match(err, says);
    }
  });
});

Deno.test("two runs of one file and the same options are the same, byte for byte", async () => {
  const csv = csvOf(syntheticRows({ rows: 400, seed: 7 }));
  await inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/past.csv`, csv);
    const run = async (name: string) => {
      const args = [
        "backtest",
        `${dir}/past.csv`,
        "--linkage",
        "score",
        "--rows",
        `${dir}/${name}`,
        "--json",
      ];
      const { code, out, err } = await runCommand(dir, args);
      assert.equal(code, 0, err);
      const rows = (await Deno.readTextFile(`${dir}/${name}`)).replaceAll(/"req_[^"]+"/g, '""');
      return [out, rows];
    };
    assert.deepEqual(await run("one.jsonl"), await run("other.jsonl"));
  });
});

Deno.test("a row whose address cannot be read is judged on the rest, as with on_invalid=review", async () => {
  const csv = "time,ip,email\n2026-01-01,unknown,ada@gmail.com\n2026-01-02,81.2.69.142,bea@gmail.com\n";
  const { report, rows } = await backtest(csv);
  assert.deepEqual([report.rows.scored, report.rows.unreadable], [2, 0]);
  assert.deepEqual(report.rows.invalid, [{ field: "ip", rows: 1, line: 2 }]);
  const [unknown, known] = rows.map((row) => JSON.parse(row).result);
  assert.deepEqual([unknown.verdict, unknown.components_checked], ["review", ["email"]]);
  assert.equal(unknown.components_invalid[0].field, "ip");
  assert.deepEqual([known.verdict, known.components_invalid], ["allow", undefined]);
});

Deno.test("a column of devices that names models is recognised, and can be left out", async () => {
  const people = Array.from(
    { length: 400 },
    (_, index) => `2026-01-01,p${index}x@gmail.com,model ${index % 5}\n`,
  );
  const csv = `time,email,device\n${people.join("")}`;
  const { report } = await backtest(csv, { linkage: "score" });
  assert.deepEqual(report.rows.reading.models, { names: 5, people: 400 });
  const without = await backtest(csv, { linkage: "score", columns: { device: "none" } });
  assert.equal(without.report.rows.reading.models, null);
  assert.equal(without.report.columns.used.device, undefined);
  const machines = await backtest(csv.replaceAll(/model \d/g, () => crypto.randomUUID()), {
    linkage: "score",
  });
  assert.equal(machines.report.rows.reading.models, null);
});

const file = (csv: string) => new File([csv], "past.csv", { type: "text/csv" });

async function shown(visitor: Visitor, wanted: RegExp): Promise<string> {
  let text = "";
  await eventually(async () => {
    text = (await visitor.get(PAGE)).text;
    return wanted.test(text);
  }, `the page shows ${wanted}`);
  return text;
}

Deno.test("an upload of which much was not read waits, is read again as the page is told, and then scored", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  await visitor.submit(PAGE, { ...FIELDS, column_label: "Betrug?", file: file(germanFile(120)) });
  const waiting = await shown(visitor, /Score it as it is/);
  assert.match(waiting, /60 of 120 rows were read/);
  assert.match(waiting, /22\.0|\d\d\.\d\d\.\d{4} \d\d:\d\d/);
  assert.match(waiting, /date format DD\.MM\.YYYY HH:mm/);
  assert.doesNotMatch(waiting, /View the report/);
  const refused = await visitor.submit(PAGE, { again: "1", date_format: "HH" }, `${PAGE}/decide`);
  assert.equal(refused.status, 400);
  await visitor.submit(
    PAGE,
    {
      again: "1",
      date_format: "DD.MM.YYYY HH:mm",
      label_words: "fraud=ja,legit=nein",
      column_label: "Betrug?",
    },
    `${PAGE}/decide`,
  );
  await shown(visitor, /View the report/);
  assert.match((await visitor.get(`${PAGE}/report`)).text, /All 120 rows of the file were read/);
});

Deno.test("an upload that waits gives its place to another account's, and can be scored as it is", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  await visitor.submit(PAGE, { ...FIELDS, file: file(germanFile(40)) });
  await shown(visitor, /Score it as it is/);
  const { key } = await app.account("other");
  const other = await signedIn(app, key);
  await other.submit(PAGE, { ...FIELDS, file: file(germanFile(40)) });
  await shown(visitor, /Another file was uploaded while this one waited/);
  await shown(other, /Score it as it is/);
  await other.submit(PAGE, {}, `${PAGE}/decide`);
  await shown(other, /View the report/);
  const gone = await visitor.submit(PAGE, {}, `${PAGE}/remove`);
  assert.doesNotMatch(gone.text, /Newest backtest/);
});

Deno.test("an account that signed up by itself has few rows and few runs a day", async () => {
  await using app = await startApp();
  const { key } = await app.account("stranger", { madeBy: "signup" });
  const visitor = await signedIn(app, key);
  await visitor.submit(PAGE, { ...FIELDS, file: file(`time,ip\n${"2026-01-01,8.8.8.8\n".repeat(5_001)}`) });
  await shown(visitor, /more than 5000 rows/);
  for (let run = 2; run <= 5; run++) {
    await visitor.submit(PAGE, { ...FIELDS, file: file("time,ip\n2026-01-01,8.8.8.8\n") });
    await shown(visitor, /View the report/);
  }
  const { status, text } = await visitor.submit(PAGE, {
    ...FIELDS,
    file: file("time,ip\n2026-01-01,8.8.8.8\n"),
  });
  assert.equal(status, 429);
  assert.match(text, /5 backtests a day/);
});
