/** Removing an account with everything that it left. */
import assert from "node:assert/strict";
import { forgetAccount } from "../../../src/service/access/standing.ts";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { INSIGHTS } from "../../support/app/insights.ts";
import { codeBlocks, Visitor } from "../../support/app/visitor.ts";
import { storeTexts } from "../../support/store/store_texts.ts";

const MALLORY = { name: "Mallory's shop", email: "mallory@gmail.com" };
const SIGNUP = {
  ip: "73.15.20.1",
  email: "thief@gmail.com",
  phone: "+442083661177",
  domain: "tienda-online.top",
  device_id: "0123456789abcdef0123456789abcdef",
};
const REPORT = "/minfraud/v2.0/transactions/report";

/** Uses everything that stores something of an account. */
async function useEverything(app: TestApp, key: string, id: string): Promise<void> {
  const ask = async (path: string, json: unknown, method = "POST") => {
    const { status, body, text } = await app.ask(path, { key, json, method });
    assert.equal(status, 200, `${path}: ${text}`);
    return body;
  };
  const { request_id } = await ask("/v1/score/user", SIGNUP);
  const long = Array.from({ length: 500 }, () => crypto.randomUUID().repeat(3));
  for (const items of [["73.15.20.1"], long]) {
    const headers = { "idempotency-key": `k${items.length}` };
    assert.equal((await app.ask("/v1/batch", { key, json: { type: "ip", items }, headers })).status, 200);
  }
  await ask("/v1/batch", { type: "ip", items: ["73.15.20.1", "73.15.20.2"] });
  await ask("/v1/outcome", { request_id, outcome: "fraud" });
  for (const kind of ["ip", "email"] as const) await ask("/v1/report", { kind, value: SIGNUP[kind] });
  await ask("/v1/rules", { action: "block", values: ["evil.example", "203.0.113.0/24"] });
  await ask("/v1/rules", { action: "block", when: 'email.domain == "evil.example"', state: "live" });
  await ask("/v1/agent/policy", { rules: [{ trigger: "crawler", action: "deny", reason: "no" }] }, "PUT");
  const event = { transaction_id: "order 1" };
  const device = { ip_address: "73.15.20.9" };
  assert.equal((await app.ask(INSIGHTS, asking(key, { json: { event, device } }))).status, 200);
  const labelled = { ip_address: "73.15.20.9", tag: "spam_or_abuse" };
  assert.equal((await app.ask(REPORT, asking(key, { json: labelled }))).status, 204);
  const { agentNonces, agentActivity, writer } = app.app.services.store;
  const now = Date.now();
  await agentNonces.take([id, "live"], "signature", now + 60_000, now);
  await writer.write(agentActivity.counting(id, "agent", now, () => {}));
}

async function signUp(app: TestApp): Promise<{ live: string; test: string; id: string }> {
  const page = await new Visitor(app).submit("/signup", MALLORY);
  assert.equal(page.status, 201);
  const shown = codeBlocks(page.text);
  const code = (id: string) => shown.find((block) => block.id === id)!.text;
  const { id } = app.app.services.store.accounts.accountNamed(MALLORY.name)!;
  return { live: code("live-key"), test: code("test-key"), id };
}

async function forget(app: TestApp, others: readonly TestApp[] = []): Promise<void> {
  const { store, now, randomBytes } = app.app.services;
  const account = store.accounts.accountNamed(MALLORY.name)!;
  await forgetAccount({ store, now, randomBytes }, account, async () => {
    await followChanges(app, ...others);
    for (const { app: { services } } of [app, ...others]) await services.store.compactSightings();
  });
}

for (const standing of ["guest", "member"] as const) {
  Deno.test(`nothing in the store names a forgotten account, and nobody else loses anything: a ${standing}`, async () => {
    await using app = await startApp();
    const { accounts, engine, histories } = app.app.services.store;
    const { live, test, id } = await signUp(app);
    const account = accounts.account(id)!;
    const keys = accounts.keysOf(id);
    await accounts.putAccount({ ...account, standing });
    // In the same commits as the other account's.
    const mine = await Promise.all([
      app.ask("/v1/score/user", { json: SIGNUP }),
      useEverything(app, live, id),
      useEverything(app, test, id).catch(() => {}), // refused where a live key is needed
      app.ask("/v1/batch", { json: { type: "ip", items: ["73.15.20.1", "73.15.20.2"] } }),
    ]);
    await app.ask("/v1/report", { json: { kind: "email", value: SIGNUP.email } });
    const stored = await Promise.all([
      app.ask(`/v1/score/${mine[0].body.request_id}`),
      ...mine[3].body.results.map(({ request_id }: { request_id: string }) =>
        app.ask(`/v1/score/${request_id}`)
      ),
    ]);
    assert.ok((await storeTexts(engine)).some((line) => line.includes(id)));
    await forget(app);

    const traces = [id, account.email!.hash, ...keys.map((key) => key.id), MALLORY.name];
    const left = (await storeTexts(engine)).filter((line) => traces.some((trace) => line.includes(trace)));
    assert.deepEqual(left, []);
    assert.deepEqual(await histories.reportedBy(id), []);
    assert.equal(accounts.account(id), null);
    for (const key of [live, test]) {
      assert.equal((await app.ask("/v1/score/ip?ip=73.15.20.1", { key })).status, 401);
    }
    for (const answer of stored) {
      assert.equal(answer.status, 200);
      assert.deepEqual(
        (await app.ask(`/v1/score/${answer.body.request_id}`)).body.components,
        answer.body.components,
      );
    }
    const { email } = (await app.ask("/v1/score/user", { json: SIGNUP })).body.components;
    assert.equal(email.abuse_reports, 1, "the other account's report stays");
    const again = await signUp(app);
    assert.notEqual(again.id, id, "name and e-mail address can be used again");
  });
}

Deno.test("a process that runs meanwhile serves a forgotten account no more, and writes nothing of it any more", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const { live, id } = await signUp(one);
  await followChanges(two);
  await useEverything(two, live, id);
  const account = two.app.services.store.accounts.account(id)!;
  await forget(one, [two]);
  assert.equal((await two.ask("/v1/score/ip?ip=73.15.20.1", { key: live })).status, 401);
  assert.equal(two.app.services.store.accounts.accountNamed(MALLORY.name), null);
  assert.equal(two.app.services.store.accounts.account(account.id), null);
  await two.app.services.store.compactSightings();
  const left = (await storeTexts(one.app.services.store.engine)).filter((line) => line.includes(id));
  assert.deepEqual(left, []);
  await signUp(two);
});

Deno.test("a request that is under way while its account is forgotten leaves nothing", async () => {
  await using app = await startApp();
  const { live, id } = await signUp(app);
  const { services } = app.app;
  const reached = Promise.withResolvers<void>();
  const forgotten = Promise.withResolvers<void>();
  const known = services.rules.ready;
  services.rules.ready = async (account) => {
    await known.call(services.rules, account);
    if (account !== id) return;
    reached.resolve();
    await forgotten.promise;
  };
  const asked = app.ask("/v1/score/user", { key: live, json: SIGNUP });
  await reached.promise;
  await forget(app);
  forgotten.resolve();
  const { status, body } = await asked;
  assert.deepEqual([status, body.code], [401, "key_revoked"]);
  await services.store.writer.flush();
  assert.deepEqual((await storeTexts(services.store.engine)).filter((line) => line.includes(id)), []);
});
