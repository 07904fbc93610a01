/** `winnow backtest` as a command: what it prints, what it writes, what it refuses. */
import assert from "node:assert/strict";
import { csvOf, syntheticRows } from "../../support/backtest/synthetic.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";

const JSON_KEYS = [
  "service",
  "version",
  "rows",
  "columns",
  "settings",
  "data_version",
  "period",
  "labels",
  "verdicts",
  "rates",
  "strictness",
  "curve",
  "other_score",
  "findings",
  "missed",
  "wrongly_stopped",
  "components",
  "not_judged",
];

Deno.test("the report is printed as JSON, written as a page and as rows, and its counts agree", async () => {
  await inFolder(async (folder) => {
    const rows = syntheticRows({ rows: 200 });
    const [input, page, results] = ["in.csv", "out.html", "rows.jsonl"].map((name) => `${folder}/${name}`);
    await Deno.writeTextFile(input!, csvOf(rows));
    const args = ["backtest", input!, "--linkage", "score", "--json", "--out", page!, "--rows", results!];
    const { code, out, err } = await runCommand(`${folder}/none`, args);
    assert.equal(code, 0, err);
    const report = JSON.parse(out);
    assert.deepEqual(Object.keys(report), JSON_KEYS);
    const lines = (await Deno.readTextFile(results!)).trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(lines.length, 200);
    for (const label of ["fraud", "legit"]) {
      for (const verdict of ["allow", "review", "block"]) {
        const count = lines.filter((line) => line.label === label && line.result.verdict === verdict).length;
        assert.equal(report.verdicts[label][verdict], count, `${label} ${verdict}`);
      }
    }
    assert.deepEqual(report.strictness[1].verdicts, report.verdicts, "balanced is what was run");
    assert.deepEqual(report.columns.guessed, ["time", "ip", "email", "phone", "device", "label", "score"]);
    assert.equal(report.curve.points.at(-1).fraud_stopped, 1);
    assert.equal((await Deno.stat(page!)).mode! & 0o777, 0o600);
    assert.equal((await Deno.stat(results!)).mode! & 0o777, 0o600);
    await assert.rejects(Deno.stat(`${folder}/none`), "no data folder is made");
    const text = await Deno.readTextFile(page!);
    assert.doesNotMatch(text, /<script|https?:|url\(|@import| on\w+=/i, "nothing is fetched or run");
  });
});

const ATTACK = `<img src=x onerror=alert(1)>"'&=cmd|'/c calc'!A1`;

Deno.test("HTML, formulas and control characters in a file stay text", async () => {
  await inFolder(async (folder) => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const evil = `evil\x1b[2J${ATTACK}`;
    const header = ["time", "email", "device", "fraud", evil].map(cell).join(",");
    const lines = ["1", "0"].flatMap((fraud) =>
      [`=HYPERLINK("x")${ATTACK}@mailinator.com`, ATTACK, `a@<script>alert(1)</script>.com`, "+1+1@a.com"]
        .map((email, index) => `2026-01-0${index + 1},${cell(email)},${cell(ATTACK)},${fraud},x`)
    );
    const input = `${folder}/in.csv`;
    await Deno.writeTextFile(input, [header, ...lines, `${cell(evil)},x,y,z,w`].join("\n"));
    const page = `${folder}/page.html`;
    const strict = ["--strictness", "strictest", "--out", page];
    const { code, out, err } = await runCommand(folder, ["backtest", input, ...strict]);
    assert.equal(code, 0, err);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(out + err, /\x1b\[2J/);
    const text = await Deno.readTextFile(page);
    assert.doesNotMatch(text, /<img|<script/i);
    assert.match(text, /&lt;img src=x/);
  });
});

Deno.test("rows that cannot be read are counted and shown by line, and the others are scored", async () => {
  await inFolder(async (folder) => {
    const input = `${folder}/in.csv`;
    const lines = [
      "when;address;truth",
      "2026-01-02T00:00:00;8.8.8.8;1",
      "not a time;8.8.4.4;0",
      "2026-01-01;999.1.1.1;0",
      "",
      '2026-01-03;"1.1.1.1;0',
      "1767225600;;0",
      "1767225600000;1.1.1.1;perhaps",
      "2026-01-01;1.1.1.1;0;more",
    ];
    await Deno.writeTextFile(input, `\ufeff${lines.join("\r\n")}`);
    const named = ["--time", "when", "--ip", "address", "--label", "truth", "--json"];
    const { code, out, err } = await runCommand(folder, ["backtest", input, ...named]);
    assert.equal(code, 0, err);
    const { rows, labels, columns } = JSON.parse(out);
    assert.deepEqual(
      rows.unreadable_rows.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
      [
        [3, "its time cannot be read"],
        [6, "a quote is not closed"],
        [7, "it has no value"],
        [9, "it has 4 columns, and the header has 3"],
      ],
    );
    assert.deepEqual([rows.total, rows.scored, rows.unreadable], [7, 3, 4]);
    assert.deepEqual(rows.invalid, [{ field: "ip", rows: 1, line: 4 }], "judged on the rest, as live");
    assert.deepEqual([rows.in_order_of_time, rows.times_without_zone], [false, true]);
    assert.deepEqual(labels, { fraud: 1, legit: 1, missing: 1, unreadable: 1 });
    assert.deepEqual(columns.guessed, []);
  });
});

const REFUSED: readonly { args: readonly string[]; says: RegExp }[] = [
  { args: [], says: /usage: backtest FILE\.csv/ },
  { args: ["missing.csv"], says: /there is no such file/ },
  { args: ["."], says: /not a file/ },
  { args: ["FILE", "--label-delay", "soon"], says: /--label-delay must be/ },
  { args: ["FILE", "--linkage", "maybe"], says: /--linkage must be report or score/ },
  { args: ["FILE", "--strictness", "4"], says: /--strictness must be/ },
  { args: ["FILE", "--label", "truth"], says: /no column "truth"/ },
  { args: ["FILE", "--out", "FILE"], says: /--out names the file that is read/ },
  { args: ["FILE", "--rows", "FILE"], says: /--rows names the file that is read/ },
  { args: ["FILE", "--rows", "same", "--out", "same"], says: /same file/ },
  { args: ["FILE", "--nonsense"], says: /nonsense/ },
];

Deno.test("what cannot be done is refused with a clear line, and the file stays as it was", async () => {
  await inFolder(async (folder) => {
    const input = `${folder}/in.csv`;
    const text = "time,ip\n2026-01-01,8.8.8.8\n";
    await Deno.writeTextFile(input, text);
    for (const { args, says } of REFUSED) {
      const given = args.map((arg) => arg === "FILE" ? input : arg);
      const { code, err } = await runCommand(folder, ["backtest", ...given]);
      assert.equal(code, 2, args.join(" "));
      assert.match(err, says, args.join(" "));
    }
    assert.equal(await Deno.readTextFile(input), text);
  });
});
