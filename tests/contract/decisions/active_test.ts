/** What rules and bursts make of an account's decisions, as bouncers and proxies of this process see them. */
import assert from "node:assert/strict";
import type { Decision } from "../../../src/model/decisions/decision.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

const [HOUR, MINUTE] = [3_600_000, 60_000];

function accountOf({ app }: TestApp) {
  return app.services.store.accounts.accountNamed("main")!;
}

async function active(app: TestApp) {
  return await app.app.services.decisions.active(accountOf(app));
}

function shortly({ origin, type, scope, value }: Decision): string {
  return `${origin} ${type} ${scope} ${value}`;
}

async function add(app: TestApp, value: string, more: object = {}): Promise<string> {
  const { status, body } = await app.ask("/v1/rules", {
    json: { action: "block", values: [value], ...more },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return (await app.ask("/v1/rules")).body.rules.find((rule: { value: string }) => rule.value === value)?.id;
}

Deno.test("block rules on addresses, networks, systems and countries are bans", async () => {
  await using app = await startApp();
  const values = ["185.220.101.7", "45.9.20.0/24", "AS64500", "country:TJ", "2a02:898::/32"];
  for (const value of values) await add(app, value);
  for (const value of ["spam.example", "mail@spam.example", "+4915112345678", "device:0123456789abcdef"]) {
    await add(app, value);
  }
  const { all } = await active(app);
  assert.deepEqual(all.map(shortly).sort(), [
    "winnow-rules ban AS 64500",
    "winnow-rules ban Country TJ",
    "winnow-rules ban Ip 185.220.101.7",
    "winnow-rules ban Range 2a02:898::/32",
    "winnow-rules ban Range 45.9.20.0/24",
  ]);
  assert.deepEqual(new Set(all.map(({ id }) => id)), new Set([1, 2, 3, 4, 5]));
  for (const { uuid, from, until, scenario, why } of all) {
    assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(until - from, 24 * HOUR);
    assert.equal(scenario, "winnow/rule");
    assert.match(why, /^your rule that blocks /);
  }
});

Deno.test("a rule taken back is gone at once, and told as ended; after a restart too", async () => {
  await using app = await startApp();
  const id = await add(app, "185.220.101.7");
  const decisions = app.app.services.decisions;
  const account = accountOf(app);
  const first = await decisions.changes(account, null);
  assert.deepEqual(first.added.map(shortly), ["winnow-rules ban Ip 185.220.101.7"]);
  assert.deepEqual(first.ended, []);
  assert.equal((await app.ask(`/v1/rules/${id}`, { method: "DELETE" })).status, 200);
  const second = await decisions.changes(account, first.at);
  assert.deepEqual(second.added, []);
  assert.deepEqual(second.ended.map(({ id, value }) => [id, value]), [[first.added[0]!.id, "185.220.101.7"]]);
  assert.deepEqual((await active(app)).find({ address: "185.220.101.7" }), []);
});

Deno.test("ten refused in ten minutes from one address are a captcha for an hour", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const { decisions } = app.app.services;
  const account = accountOf(app);
  for (let n = 0; n < 9; n++) await decisions.refused(account, "185.220.101.7", "signup");
  assert.deepEqual((await active(app)).all, []);
  await decisions.refused(account, "185.220.101.7", "login");
  const { all, find } = await active(app);
  assert.deepEqual(all.map(shortly), ["winnow-velocity captcha Ip 185.220.101.7"]);
  assert.equal(all[0]!.until - now, HOUR);
  assert.equal((await active(app)).find({ address: "185.220.101.7" }).length, 1);
  assert.equal(find.length, 1);
  now += HOUR + MINUTE;
  assert.deepEqual((await active(app)).all, []);
  const { ended } = await decisions.changes(account, now - 2 * MINUTE);
  assert.deepEqual(ended.map(({ value }) => value), ["185.220.101.7"]);
});
