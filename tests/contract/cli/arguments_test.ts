/** Calls and settings that are refused, and --help. */
import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { runCommand } from "../../support/process/program.ts";

Deno.test("--help after any command shows the help and does nothing", async () => {
  await inFolder(async (dir) => {
    const [help, ...others] = await Promise.all(
      [["help"], ["serve", "--help"], ["keys", "create", "--help"], ["score", "-h"]].map((args) =>
        runCommand(dir, args)
      ),
    );
    for (const other of others) assert.deepEqual(other, help);
    assert.equal(help!.code, 0);
    assert.deepEqual([...Deno.readDirSync(dir)], [], "nothing was created");
  });
});

Deno.test("a store in memory takes no command from another process", async () => {
  await inFolder(async (dir) => {
    for (const args of [["keys", "create", "--account", "a"], ["keys", "list"], ["accounts", "list"]]) {
      const { code, out, err } = await runCommand(dir, args, { WINNOW_STORE: ":memory:" });
      assert.deepEqual([code, out], [2, ""], "no key is printed that is lost when the command ends");
      assert.match(err, /^winnow: a store in memory .+\n$/);
    }
  });
});

Deno.test("commands without arguments refuse them", async () => {
  await inFolder(async (dir) => {
    for (const args of [["health", "now"], ["accounts", "list", "main"]]) {
      assert.equal((await runCommand(dir, args)).code, 2, args.join(" "));
    }
  });
});

Deno.test("a wrong call or setting is one clear line and exit 2", async (t) => {
  await inFolder(async (dir) => {
    const rows: { name: string; args: string[]; env?: Record<string, string>; says: RegExp }[] = [
      { name: "unknown command", args: ["fly"], says: /no command "fly"/ },
      {
        name: "unknown setting",
        args: ["config"],
        env: { WINNOW_COLOUR: "blue" },
        says: /WINNOW_COLOUR is not a setting/,
      },
      {
        name: "bad port",
        args: ["serve"],
        env: { WINNOW_PORT: "http" },
        says: /WINNOW_PORT must be a whole number/,
      },
      {
        name: "bad boolean",
        args: ["serve"],
        env: { WINNOW_OFFLINE: "maybe" },
        says: /WINNOW_OFFLINE must be true or false/,
      },
      { name: "bad resolver", args: ["serve"], env: { WINNOW_DNS: "dns.example" }, says: /WINNOW_DNS/ },
      {
        name: "bad overrides",
        args: ["serve"],
        env: { WINNOW_AGENT_DIRECTORY_OVERRIDES: "[]" },
        says: /WINNOW_AGENT_DIRECTORY_OVERRIDES/,
      },
      ...[
        "[]",
        '{"visa":"https://a.example/jwks"}',
        '{"visa-tap":"http://a.example"}',
        '{"visa-tap":"https://10.0.0.1"}',
      ]
        .map((text) => ({
          name: `bad key sets ${text}`,
          args: ["serve"],
          env: { WINNOW_AGENT_KEYSETS: text },
          says: /WINNOW_AGENT_KEYSETS must be/,
        })),
      {
        name: "bad cidr",
        args: ["serve"],
        env: { WINNOW_EGRESS_ALLOW: "10.0.0.0/99" },
        says: /WINNOW_EGRESS_ALLOW/,
      },
      {
        name: "short secret",
        args: ["serve"],
        env: { WINNOW_SECRET: "short" },
        says: /WINNOW_SECRET must be at least 16/,
      },
      {
        name: "a database that is not there",
        args: ["serve"],
        env: { WINNOW_CITY_MMDB: "/nowhere/City.mmdb" },
        says: /WINNOW_CITY_MMDB: there is no file \/nowhere\/City\.mmdb/,
      },
      { name: "unknown option", args: ["score", "--colour", "blue"], says: /--colour/ },
      { name: "score without values", args: ["score"], says: /at least one of --ip/ },
      { name: "score of a bad ip", args: ["score", "--ip", "1.2.3"], says: /--ip/ },
      { name: "keys without account", args: ["keys", "create"], says: /--account/ },
      {
        name: "keys with a wrong mode",
        args: ["keys", "create", "--account", "a", "--mode", "x"],
        says: /live or test/,
      },
      {
        name: "keys with a wrong number",
        args: ["keys", "create", "--account", "a", "--rpm", "many"],
        says: /--rpm/,
      },
    ];
    for (const row of rows) {
      await t.step(row.name, async () => {
        const { code, out, err } = await runCommand(dir, row.args, row.env);
        assert.equal(code, 2, `${out}${err}`);
        assert.match(err, row.says);
        assert.equal(err.trim().split("\n").length, 1, err);
        assert.equal(out, "");
      });
    }
  });
});
