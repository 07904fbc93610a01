/** Members and guests: admission, dismissal and pauses take effect at once, in every process. */
import assert from "node:assert/strict";
import { setStanding } from "../../../src/service/access/standing.ts";
import type { Account } from "../../../src/model/records.ts";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { Visitor } from "../../support/app/visitor.ts";

const JSON_REPORT = { kind: "email", value: "thief@gmail.com" };

/** Reports and score of the reported address, as another account's test key sees them. */
async function seen(app: TestApp, key: string): Promise<{ reports: number; score: number }> {
  const { body } = await app.ask("/v1/verify/email?email=thief@gmail.com", { key });
  return { reports: body.abuse_reports, score: body.risk_score };
}

async function report(app: TestApp, key: string): Promise<void> {
  assert.equal((await app.ask("/v1/report", { key, json: JSON_REPORT })).status, 200);
}

Deno.test("accounts of the operator are members, accounts that signed up are guests until they are admitted", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const { store, now, randomBytes } = app.app.services;
  const [one, two] = [
    await app.account("one", { madeBy: "signup" }),
    await app.account("two", { madeBy: "signup" }),
  ];
  await followChanges(second);
  const clean = await seen(app, app.test);
  for (const { key } of [one, two, two]) await report(app, key);
  await followChanges(second);
  for (const process of [app, second]) assert.deepEqual(await seen(process, app.test), clean);
  const standing = (name: string, standing: Account["standing"] & string) =>
    setStanding({ store, now, randomBytes }, store.accounts.accountNamed(name)!, standing, async () => {
      await followChanges(second);
    });
  for (const name of ["one", "two"]) await standing(name, "member");
  await followChanges(second);
  const admitted = await seen(app, app.test);
  assert.equal(admitted.reports, 3, "what they reported before counts");
  assert.ok(admitted.score > clean.score);
  assert.deepEqual(await seen(second, app.test), admitted);
  assert.deepEqual(await Array.fromAsync(store.engine.scan(["reputation-of"])), []);
  await standing("two", "guest");
  for (const process of [app, second]) {
    assert.deepEqual(await seen(process, app.test), { reports: 1, score: clean.score });
  }
  assert.equal((await seen(second, two.key)).reports, 3, "it still sees its own");
  await report(app, two.key);
  assert.equal((await seen(app, two.key)).reports, 4);
  assert.equal((await seen(app, app.test)).reports, 1);
  await standing("two", "member");
  await followChanges(second);
  for (const process of [app, second]) assert.equal((await seen(process, app.test)).reports, 4);
});

Deno.test("what a paused account reported counts for nobody else, at once and until it is resumed", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const { accounts } = app.app.services.store;
  const [one, two] = [await app.account("one"), await app.account("two")];
  await followChanges(second);
  const clean = await seen(second, app.test);
  for (const { key } of [one, two]) await report(app, key);
  await followChanges(second);
  const both = await seen(second, app.test);
  assert.ok(both.score > clean.score);
  await accounts.putAccount({ ...two.account, paused: true });
  assert.deepEqual(await seen(app, app.test), { reports: 1, score: clean.score });
  await eventually(async () => (await seen(second, app.test)).reports === 1, "the other process noticed");
  assert.deepEqual(await seen(second, app.test), { reports: 1, score: clean.score });
  await accounts.putAccount(two.account);
  await followChanges(second);
  assert.deepEqual(await seen(second, app.test), both);
});

Deno.test("a fraud label that a guest takes back after it was admitted or dismissed is gone", async () => {
  await using app = await startApp();
  const { store, now, randomBytes } = app.app.services;
  const { key } = await app.account("one", { madeBy: "signup" });
  const scored = await app.ask("/v1/verify/email?email=thief@gmail.com", { key });
  const label = (outcome: string) =>
    app.ask("/v1/outcome", { key, json: { request_id: scored.body.request_id, outcome } });
  const standing = (standing: "member" | "guest") =>
    setStanding({ store, now, randomBytes }, store.accounts.accountNamed("one")!, standing, async () => {});
  for (const [before, after] of [["guest", "member"], ["member", "guest"]] as const) {
    await standing(before);
    await label("fraud");
    assert.equal((await seen(app, key)).reports, 1);
    await standing(after);
    assert.deepEqual((await seen(app, app.test)).reports, after === "member" ? 1 : 0);
    await label("legit");
    assert.equal((await seen(app, key)).reports, 0);
    for (const prefix of ["reputation", "reputation-of"]) {
      assert.deepEqual(await Array.fromAsync(store.engine.scan([prefix])), []);
    }
  }
});

Deno.test("the network of a sign-up is kept hashed; accounts of the operator have none", async () => {
  await using app = await startApp({ env: { WINNOW_TRUST_PROXY: "true" } });
  const { accounts } = app.app.services.store;
  const addresses = ["203.0.113.9", "203.0.113.77", "203.0.114.1", "2001:db8:1:2::3", "2001:db8:1:ffff::1"];
  for (const [index, address] of addresses.entries()) {
    const visitor = new Visitor(app);
    const { text } = await visitor.get("/signup");
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)![1]!;
    const fields = { csrf, name: `Shop ${index}`, email: `owner${index}@gmail.com` };
    assert.equal((await visitor.post("/signup", fields, { "x-forwarded-for": address })).status, 201);
  }
  const networks = addresses.map((_, index) => accounts.accountNamed(`Shop ${index}`)!.signupNetwork!);
  assert.equal(networks[0], networks[1]);
  assert.equal(networks[3], networks[4]);
  assert.equal(new Set(networks).size, 3);
  for (const network of networks) assert.match(network, /^[\w-]{22}$/);
  assert.equal(accounts.accountNamed("main")!.signupNetwork, undefined);
});
