/** Text of others never controls the terminal that a command prints it on. */
import assert from "node:assert/strict";
import { printable, printableLine } from "../../../src/cli/output.ts";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";
import { withEngine } from "../../support/store/backups.ts";
import { ACCOUNT, API_KEY } from "../../../src/records/accounts.ts";

const ROWS: readonly [text: string, shown: string, inLine?: string][] = [
  ["plain, é and 😀, j•••@example.com", "plain, é and 😀, j•••@example.com"],
  ["\x1b[2J\x1b]0;title\x07", "\\u001b[2J\\u001b]0;title\\u0007"],
  ["\x9b31m", "\\u009b31m"],
  ["over\rwritten\x08", "over\\u000dwritten\\u0008"],
  ["\u0000\u007f", "\\u0000\\u007f"],
  ["\u202egnp.exe\u2066", "\\u202egnp.exe\\u2066"],
  ["one\ntwo\tthree", "one\ntwo\tthree", "one\\u000atwo\\u0009three"],
  ["one\u2028two", "one\\u2028two"],
];

Deno.test("control characters are shown as escapes", () => {
  for (const [text, shown, inLine] of ROWS) {
    assert.equal(printable(text), shown);
    assert.equal(printableLine(text), inLine ?? shown);
    const json = JSON.stringify({ text });
    assert.deepEqual(JSON.parse(printable(json)), { text }, "JSON stays the same JSON");
  }
});

Deno.test("names in a store cannot move the cursor, colour the screen or add lines to a list", async () => {
  const name = "evil\x1b[31m\x1b]52;c;cHduZWQ=\x07\x9b2J\r\u202e\nacc_0  admin";
  const account = {
    id: "acc_1",
    name,
    createdAt: 0,
    paused: false,
    monthlyQuota: 1,
    madeBy: "operator",
  } as const;
  const key = {
    id: "key_1",
    account: "acc_1",
    mode: "live",
    name,
    hash: "hash",
    tail: "tail",
    ratePerMinute: 1,
    createdAt: 0,
    revokedAt: null,
  } as const;
  await inFolder(async (folder) => {
    await withEngine(`${folder}/winnow.kv`, (engine) =>
      engine.commit({
        set: [
          ACCOUNT.set(ACCOUNT.key("acc_1"), account),
          API_KEY.set(API_KEY.key("key_1"), key),
        ],
      }));
    for (const command of [["accounts", "list"], ["keys", "list"], ["keys", "list", "--account", name]]) {
      const { code, out, err } = await runCommand(folder, command);
      assert.equal(code, 0, err);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      assert.equal(out.trimEnd().split("\n").length, 2, "a head and one row");
      assert.match(out, /evil\\u001b\[31m/);
      const json = await runCommand(folder, [...command, "--json"]);
      const [row] = JSON.parse(json.out);
      assert.equal(row.name, name);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(json.out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    const missing = await runCommand(folder, ["accounts", "pause", "\x9b2Jnobody"]);
    assert.equal(missing.code, 1);
    assert.match(missing.err, /\\u009b2Jnobody/);
  });
});
