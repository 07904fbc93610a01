import assert from "node:assert/strict";
import { inFolder } from "../../support/folder.ts";
import { runCommand, startServer } from "../../support/process/program.ts";
import { eventually } from "../../support/eventually.ts";

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
        says: /WINNOW_PORT: takes a whole number/,
      },
      {
        name: "bad boolean",
        args: ["serve"],
        env: { WINNOW_OFFLINE: "maybe" },
        says: /WINNOW_OFFLINE: takes true or false/,
      },
      { name: "bad resolver", args: ["serve"], env: { WINNOW_DNS: "dns.example" }, says: /WINNOW_DNS/ },
      {
        name: "bad overrides",
        args: ["serve"],
        env: { WINNOW_AGENT_DIRECTORY_OVERRIDES: "[]" },
        says: /WINNOW_AGENT_DIRECTORY_OVERRIDES/,
      },
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
        says: /WINNOW_SECRET: takes at least 16/,
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

Deno.test("keys create --json prints one line with the promised names; keys list never shows a key", async () => {
  await inFolder(async (dir) => {
    const { code, out } = await runCommand(dir, [
      "keys",
      "create",
      "--account",
      "acme",
      "--rpm",
      "5",
      "--monthly",
      "7",
      "--json",
    ]);
    assert.equal(code, 0);
    assert.equal(out.trim().split("\n").length, 1);
    const made = JSON.parse(out);
    assert.deepEqual(Object.keys(made), [
      "key_id",
      "key",
      "account",
      "account_id",
      "mode",
      "rate_limit_per_minute",
      "monthly_quota",
    ]);
    assert.match(made.key, /^wk_live_[0-9A-Za-z]{43}$/);
    assert.deepEqual([made.account, made.mode, made.rate_limit_per_minute, made.monthly_quota], [
      "acme",
      "live",
      5,
      7,
    ]);
    const test = JSON.parse(
      (await runCommand(dir, ["keys", "create", "--account", "acme", "--mode", "test", "--json"])).out,
    );
    assert.match(test.key, /^wk_test_/);
    assert.equal(test.account_id, made.account_id);
    const list = await runCommand(dir, ["keys", "list", "--account", "acme"]);
    assert.ok(list.out.includes(made.key_id) && list.out.includes(test.key_id));
    assert.ok(!list.out.includes(made.key));
    assert.equal((await runCommand(dir, ["keys", "revoke", made.key_id])).code, 0);
    assert.equal((await runCommand(dir, ["keys", "revoke", "key_never"])).code, 1);
    assert.equal((await runCommand(dir, ["keys", "list", "--account", "nobody"])).code, 1);
  });
});

Deno.test("score explains a signup from the shell, without a key and without a trace", async () => {
  await inFolder(async (dir) => {
    const bad = await runCommand(dir, [
      "score",
      "--ip",
      "185.220.101.1",
      "--email",
      "someone@mailinator.com",
      "--phone",
      "+442079460123",
    ]);
    assert.equal(bad.code, 0);
    assert.match(bad.out, /^(BLOCK|REVIEW)/);
    assert.match(bad.out, /disposable/);
    assert.match(bad.out, /films/);
    const good = await runCommand(dir, ["score", "--ip", "73.15.20.1", "--email", "jane.doe@gmail.com"]);
    assert.match(good.out, /^ALLOW/);
    const json = JSON.parse(
      (await runCommand(dir, ["score", "--email", "someone@mailinator.com", "--json"])).out,
    );
    assert.equal(json.components.email.signals.is_disposable, true);
    assert.ok(
      json.findings.some((finding: { name: string; points: number }) =>
        finding.name === "disposable" && finding.points === 78
      ),
    );
    await assert.rejects(Deno.stat(`${dir}/winnow.kv`));
  });
});

Deno.test("help, version and config answer", async () => {
  await inFolder(async (dir) => {
    assert.match((await runCommand(dir, ["help"])).out, /winnow score/);
    assert.match((await runCommand(dir, ["version"])).out, /^winnow \d+\.\d+\.\d+/);
    const { out } = await runCommand(dir, ["config"], { WINNOW_SECRET: "very secret indeed, truly" });
    assert.match(out, /WINNOW_PORT/);
    assert.ok(!out.includes("very secret"));
  });
});

Deno.test({
  name: "commands work beside a running server and are in force there; health asks it",
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    await inFolder(async (dir) => {
      const server = await startServer(dir);
      try {
        const status = async (key: string) =>
          (await fetch(`${server.origin}/v1/score/ip?ip=8.8.8.8`, { headers: { "x-api-key": key } })).status;
        const answers = (key: string, expected: number) =>
          eventually(async () => await status(key) === expected, String(expected));
        const made = JSON.parse(
          (await runCommand(dir, ["keys", "create", "--account", "acme", "--json"])).out,
        );
        await answers(made.key, 200);
        await runCommand(dir, ["accounts", "pause", "acme"]);
        await answers(made.key, 401);
        await runCommand(dir, ["accounts", "resume", "acme"]);
        await answers(made.key, 200);
        await runCommand(dir, ["keys", "revoke", made.key_id]);
        await answers(made.key, 401);
        const port = new URL(server.origin).port;
        assert.equal((await runCommand(dir, ["health"], { WINNOW_PORT: port })).code, 0);
      } finally {
        await server.kill();
      }
      assert.equal((await runCommand(dir, ["health"], { WINNOW_PORT: "1" })).code, 1);
    });
  },
});

Deno.test({
  name: "the first start makes an account and prints a curl that works",
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    await inFolder(async (dir) => {
      const server = await startServer(dir);
      try {
        await eventually(() => server.lines.some((line) => line.startsWith("curl ")), "the curl");
        const curl = server.lines.find((line) => line.startsWith("curl "))!;
        const { stdout } = await new Deno.Command("sh", { args: ["-c", curl] }).output();
        const body = JSON.parse(new TextDecoder().decode(stdout));
        assert.equal(body.verdict, "block");
        assert.match(body.summary, /disposable/);
      } finally {
        await server.kill();
      }
      const again = await startServer(dir);
      try {
        assert.ok(!again.lines.some((line) => line.includes("wk_live_")), "keys are shown once");
      } finally {
        await again.kill();
      }
    });
  },
});
