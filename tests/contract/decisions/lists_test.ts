/** Tor exits as decisions of accounts that switched them on. */
import assert from "node:assert/strict";
import { startListedApp, TOR } from "../../support/app/listed_app.ts";

Deno.test("Tor exits are captchas where they are switched on, and are told as ended when they are switched off", async () => {
  await using app = await startListedApp();
  const list = async (query = "") => (await app.ask(`/v1/decisions${query}`)).body;
  const set = async (decisions_tor: "on" | "off") =>
    assert.equal((await app.ask("/v1/settings", { method: "PUT", json: { decisions_tor } })).status, 200);
  const { decisions, store } = app.app.services;
  const account = () => store.accounts.accountNamed("main")!;
  assert.equal((await list()).total, 0);
  await set("on");
  const { counts } = await list();
  assert.ok(counts["winnow-tor"] > 0, JSON.stringify(counts));
  for (const ip of ["81.2.1.1", "81.2.1.33", "81.2.1.60"]) {
    assert.equal((await list(`?ip=${ip}`)).total, 1, ip);
  }
  const [exit] = (await list(`?ip=${TOR}`)).decisions;
  assert.deepEqual([exit.type, exit.origin], ["captcha", "winnow-tor"]);
  assert.deepEqual((await list("?ip=81.2.1.61")).decisions, [], "the next address is none");
  const other = await app.account("other");
  assert.equal((await app.ask("/v1/decisions", { key: other.key })).body.total, 0);

  await app.ask("/v1/rules", { json: { action: "allow", values: [TOR] } });
  assert.deepEqual((await list(`?ip=${TOR}`)).decisions, [], "an allowed address is none");
  assert.equal((await list("?ip=81.2.1.2")).decisions.length, 1);

  const { at } = await decisions.changes(account(), null);
  await set("off");
  const { added, ended } = await decisions.changes(account(), at);
  assert.deepEqual(added, []);
  assert.ok(ended.length > 0);
  assert.ok(ended.every(({ origin }) => origin === "winnow-tor"));
  assert.equal((await list()).total, 0);
});
