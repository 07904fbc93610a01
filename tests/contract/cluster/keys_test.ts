/** Keys and accounts that another process or a command changed. */
import assert from "node:assert/strict";
import { createAccount, createKey } from "../../../src/service/access/keys.ts";
import { startApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";
import { eventually } from "../../support/eventually.ts";
import { runCommand, startServer } from "../../support/process/program.ts";

Deno.test("a key created or revoked by another process takes effect", async () => {
  await using app = await startApp();
  await using other = await startApp({ dataDir: app.dataDir });
  const made = await other.account("elsewhere");
  const answers = (expected: number) =>
    eventually(
      async () => (await app.ask("/v1/score/ip?ip=8.8.8.8", { key: made.key })).status === expected,
      String(expected),
    );
  await answers(200);
  const { store } = other.app.services;
  await store.accounts.putKey({ ...store.accounts.key(made.keyId)!, revokedAt: Date.now() });
  await answers(401);
});

Deno.test("a key that another process has just created is accepted, with each scheme; an unknown key is not", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const make = async (name: string) => {
    const { services } = one.app;
    const account = await createAccount(services, { name, monthlyQuota: 100, madeBy: "operator" });
    const { secret } = await createKey(services, { account, mode: "live", name: "", ratePerMinute: 60 });
    return secret;
  };
  const first = await make("first");
  assert.equal((await two.ask("/v1/score/ip?ip=9.9.9.9", { key: first })).status, 200);
  const second = await make("second");
  assert.equal((await two.ask("/v1/rules", { key: second })).status, 200);
  const third = await make("third");
  const headers = basic(third);
  assert.equal((await two.ask("/geoip/v2.1/country/9.9.9.9", { key: null, headers })).status, 200);
  const unknown = first.slice(0, -2) + (first.endsWith("AA") ? "BB" : "AA");
  assert.equal((await two.ask("/v1/score/ip?ip=9.9.9.9", { key: unknown })).body.code, "key_invalid");
});

Deno.test("keys created or revoked and accounts paused or resumed take effect before the command ends", async () => {
  const dir = await Deno.makeTempDir({ prefix: "winnow-noticed-" });
  const server = await startServer(dir);
  try {
    const made = await runCommand(dir, ["keys", "create", "--account", "shop", "--json"]);
    const { key, key_id } = JSON.parse(made.out);
    const ask = async () => {
      const answer = await fetch(`${server.origin}/v1/agent/policy`, { headers: { "x-api-key": key } });
      await answer.body?.cancel();
      return answer.status;
    };
    const score = async () => {
      const answer = await fetch(`${server.origin}/v1/score/ip?ip=9.9.9.9`, {
        headers: { "x-api-key": key },
      });
      return (await answer.json()).code ?? answer.status;
    };
    assert.equal(await score(), 200);
    assert.equal((await runCommand(dir, ["accounts", "pause", "shop"])).code, 0);
    assert.equal(await score(), "account_paused");
    assert.equal((await runCommand(dir, ["accounts", "resume", "shop"])).code, 0);
    assert.equal(await score(), 200);
    assert.equal((await runCommand(dir, ["keys", "revoke", key_id])).code, 0);
    assert.equal(await ask(), 403);
    assert.equal(await score(), "key_revoked");
  } finally {
    await server.stop();
    await Deno.remove(dir, { recursive: true });
  }
});
