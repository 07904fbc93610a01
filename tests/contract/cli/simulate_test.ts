/** `winnow simulate logins`: its table, and the scores of a file against an independent implementation of the formula. */
import assert from "node:assert/strict";
import { simulatedLogins } from "../../../src/cli/simulate/login_traffic.ts";
import { inFolder } from "../../support/folder.ts";
import { loginHeader, loginLine } from "../../support/login/rba_file.ts";
import { runCommand } from "../../support/process/program.ts";

const ORACLE = new URL("../../support/login/ratio.py", import.meta.url).pathname;
const SMALL = { users: 25, days: 40, attacks: 20 };
const hasPython = await new Deno.Command("python3", { args: ["--version"] }).output()
  .then(({ success }) => success, () => false);

/** Rows in the columns of the data set, quoted fields and a blank cell among them. */
function generated(): string[] {
  return simulatedLogins(5, Date.UTC(2026, 7, 1), SMALL).map(({ row }, index) => {
    const odd = index % 50 === 3 ? { userAgent: `${row.userAgent} "quoted", and more` } : {};
    return loginLine(index, index % 97 === 5 ? { ...row, os: "" } : { ...row, ...odd });
  });
}

function scoresIn(text: string): Map<string, number> {
  const lines = text.trim().split(/\r?\n/).filter((line) => line !== "index,ln S");
  return new Map(lines.map((line) => [line.split(",")[0]!, Number(line.split(",")[1])]));
}

Deno.test({
  name: hasPython
    ? "scores of a file are those of an independent implementation in Python"
    : "scores of a file are those of an independent implementation in Python (skipped: needs python3)",
  ignore: !hasPython,
  fn: () =>
    inFolder(async (dir) => {
      const [data, scores] = [`${dir}/data.csv`, `${dir}/scores.csv`];
      const lines = generated();
      await Deno.writeTextFile(data, loginHeader() + lines.join(""));
      const { code, out } = await runCommand(dir, [
        "simulate",
        "logins",
        "--data",
        data,
        "--scores",
        scores,
      ]);
      assert.equal(code, 0, out);
      const text = await Deno.readTextFile(scores);
      assert.ok(text.startsWith("index,ln S\r\n"));
      const found = scoresIn(text);
      const python = await new Deno.Command("python3", { args: [ORACLE, data] }).output();
      const expected = scoresIn(new TextDecoder().decode(python.stdout));
      assert.ok(expected.size > 500, new TextDecoder().decode(python.stderr));
      assert.deepEqual([...found.keys()], [...expected.keys()]);
      for (const [index, lnS] of expected) {
        assert.ok(Math.abs(found.get(index)! - lnS) < 1e-9, `${index}: ${found.get(index)} is not ${lnS}`);
      }
      assert.ok(new Set(expected.values()).size > 400, "they differ");
    }),
});

Deno.test("a file without an index is numbered; rows that cannot be read are counted and left out", async () => {
  await inFolder(async (dir) => {
    const row = (user: string, asn: string, ok: string) =>
      `${user},1.2.3.4,DE,${asn},UA,B 1,OS 1,desktop,${ok}`;
    const rows = [row("a", "1", "True"), row("a", "", "True"), row("a", "1", "False"), row("b", "1", "True")];
    await Deno.writeTextFile(
      `${dir}/data.csv`,
      `User ID,IP Address,Country,ASN,User Agent String,Browser Name and Version,OS Name and Version,Device Type,Login Successful\n${
        rows.join("\n")
      }\n"open,1\n${row("a", "1", "True")}\n`,
    );
    const args = ["simulate", "logins", "--data", `${dir}/data.csv`, "--scores", `${dir}/scores.csv`];
    const { code, out } = await runCommand(dir, args);
    assert.equal(code, 0, out);
    assert.deepEqual([...scoresIn(await Deno.readTextFile(`${dir}/scores.csv`)).keys()], ["2", "5"]);
    assert.match(out, /^2 log-ins with ln S; 2 of users who had not logged in before; 2 that could not/);
  });
});

Deno.test("what cannot be done is said, and no file is overwritten by itself", async () => {
  await inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/data.csv`, "User ID,ASN\na,1\n");
    const rows: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
      [[], 2, /simulate takes: sms or logins/],
      [["mail"], 2, /simulate takes: sms or logins/],
      [["logins", "--seed", "x"], 2, /--seed must be a whole number/],
      [["logins", "--data", `${dir}/data.csv`], 2, /--data and --scores go together/],
      [["sms", "--data", `${dir}/data.csv`, "--scores", `${dir}/s.csv`], 2, /with simulate logins/],
      [["logins", "--data", `${dir}/data.csv`, "--scores", `${dir}/data.csv`], 2, /the same file/],
      [["logins", "--data", `${dir}/none.csv`, "--scores", `${dir}/s.csv`], 1, /none\.csv/],
      [
        ["logins", "--data", `${dir}/data.csv`, "--scores", `${dir}/s.csv`],
        1,
        /no column "Login Successful"/,
      ],
    ];
    for (const [args, code, says] of rows) {
      const ran = await runCommand(dir, ["simulate", ...args]);
      assert.equal(ran.code, code, `${args}: ${ran.out}${ran.err}`);
      assert.match(ran.out + ran.err, says);
    }
    assert.equal(await Deno.readTextFile(`${dir}/data.csv`), "User ID,ASN\na,1\n");
  });
});

Deno.test("the table of a seed", async () => {
  await inFolder(async (dir) => {
    const { code, out } = await runCommand(dir, ["simulate", "logins", "--seed", "2"]);
    assert.equal(code, 0, out);
    const lines = out.trim().split("\n");
    assert.equal(lines[0], "| Log-ins, seed 2 | Aim | Measured | |");
    assert.equal(lines.filter((line) => line.endsWith("| met |")).length, 6);
    assert.ok(!out.includes("missed"));
  });
});
