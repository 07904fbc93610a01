/** What the commands do. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { processTest, runCommand, startServer } from "../../support/process/program.ts";

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
      "scopes",
      "role",
      "expires_at",
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

Deno.test("score explains a sign-up from the shell, without a key and without storing anything", async () => {
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

Deno.test("help and config answer", async () => {
  await inFolder(async (dir) => {
    assert.match((await runCommand(dir, ["help"])).out, /winnow score/);
    const { out } = await runCommand(dir, ["config"], { WINNOW_SECRET: "very secret indeed, truly" });
    assert.match(out, /WINNOW_PORT/);
    assert.ok(!out.includes("very secret"));
  });
});

processTest("commands work while a server runs and take effect there; health asks it", async (dir) => {
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
