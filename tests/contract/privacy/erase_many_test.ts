/** A person with many scores: bounded work, also in the index and in the blocks of columns. */
import assert from "node:assert/strict";
import { findWhole } from "../../../src/service/privacy/person.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

const MINUTE_MS = 60_000;
const ANNA = "user-anna-0000001";
const EMAIL = "anna.petersen.1984@mailhost-anna.example";

/** Sign-ups of Anna and of others in turn, some of Anna's labelled. */
async function signUps(
  app: TestApp,
  rounds: number,
): Promise<{ readonly annas: string[]; readonly others: string[] }> {
  const [annas, others]: [string[], string[]] = [[], []];
  const one = async (json: unknown) =>
    (await app.askDirectly("/v1/score/user", { json })).body.request_id as string;
  for (let round = 0; round < rounds; round += 20) {
    const asked = Array.from({ length: 20 }, async (_, at) => {
      const n = round + at;
      annas.push(
        await one({
          user_id: ANNA,
          email: EMAIL,
          ip: `81.2.${n % 200}.${n % 250}`,
          custom: { plan: "of-anna" },
        }),
      );
      others.push(
        await one({
          user_id: `user-${n}`,
          email: `someone.${n}@other-${n % 9}.example`,
          custom: { plan: `plan-${n % 3}` },
        }),
      );
    });
    await Promise.all(asked);
  }
  return { annas, others };
}

async function counted(app: TestApp) {
  const { body } = await app.askDirectly("/v1/scores/facets", {
    json: { facets: ["custom.plan", "verdict", "email.domain_class"] },
  });
  return body;
}

Deno.test("scores that are indexed and in blocks go from there; all others are found and counted as before", async () => {
  let now = Date.now() - 20 * MINUTE_MS;
  await using app = await startApp({ now: () => now });
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const { annas, others } = await signUps(app, 300);
  now += 5 * MINUTE_MS;
  await store.postings.compact(account, 1);
  await store.columns.compact(account, 1);
  const later = await signUps(app, 40); // in no block
  annas.push(...later.annas);
  others.push(...later.others);
  const before = await counted(app);
  const plans = (body: { facets: Record<string, { value: string; count: number }[]> }) =>
    Object.fromEntries(body.facets["custom.plan"]!.map(({ value, count }) => [value, count]));
  assert.equal(plans(before)["of-anna"], 340);

  const { status, body } = await app.ask("/v1/privacy/erase", { json: { email: EMAIL } });
  assert.deepEqual([status, body.state, body.erased.scores], [200, "done", 340]);
  const { "of-anna": _, ...rest } = plans(before);
  assert.deepEqual(plans(await counted(app)), rest);
  const found = async (json: unknown) => (await app.askDirectly("/v1/scores/search", { json })).body;
  assert.deepEqual((await found({ user_id: ANNA })).results, []);
  for (const n of [0, 77, 150, 299]) {
    assert.equal((await found({ user_id: `user-${n}` })).results.length, n < 40 ? 2 : 1);
  }
  const byPlan = await found({ facts: { "custom.plan": ["plan-1"] }, limit: 100 });
  assert.equal(byPlan.results.length, 100);
  for (const id of others.slice(0, 30)) assert.equal((await app.askDirectly(`/v1/score/${id}`)).status, 200);
  for (const id of annas.slice(0, 30)) assert.equal((await app.askDirectly(`/v1/score/${id}`)).status, 404);
  for (const text of [ANNA, "of-anna", "anna.petersen", "mailhost-anna"]) {
    const { stdout } = await new Deno.Command("grep", { args: ["-rlaiF", text, app.dataDir] }).output();
    assert.equal(new TextDecoder().decode(stdout), "", text);
  }
  for await (const { key, value } of store.engine.scan(["column"])) {
    if (!(value instanceof Uint8Array)) continue;
    assert.ok(!new TextDecoder().decode(value).includes("of-anna"), key.join(" "));
  }
  // What comes now is indexed as ever.
  now += 5 * MINUTE_MS;
  await store.postings.compact(account, 1);
  await store.columns.compact(account, 1);
  assert.deepEqual(plans(await counted(app)), rest);
});

Deno.test("other requests are answered while a person with thousands of scores is erased", async () => {
  await using app = await startApp();
  for (let round = 0; round < 10; round++) {
    const items = Array.from({ length: 500 }, () => EMAIL);
    assert.equal((await app.ask("/v1/batch", { json: { type: "email", items } })).status, 200);
  }
  await app.ask("/v1/score/user", { json: { user_id: ANNA, email: EMAIL } });
  const erasing = app.ask("/v1/privacy/erase", { json: { user_id: ANNA } });
  let [asked, isOver] = [0, false];
  const asking = (async () => {
    for (; !isOver; asked++) {
      assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const { body } = await erasing;
  isOver = true;
  await asking;
  assert.deepEqual([body.state, body.erased.scores], ["done", 5001], JSON.stringify(body));
  assert.ok(asked > 3);
  assert.deepEqual((await app.ask("/v1/privacy/export", { json: { email: EMAIL } })).body.scores, []);
});

Deno.test("what has more scores than a person is not erased in part", async () => {
  await using app = await startApp();
  const { services } = app.app;
  const { annas } = await signUps(app, 20);
  const caller = await services.authenticator.authenticate(app.live);
  for (const request of [{ user_id: ANNA }, { email: EMAIL }, { request_id: annas[7]! }]) {
    const refused = { code: "conflict", message: /more than 19 scores of it.*nothing was erased/ };
    await assert.rejects(findWhole(services, caller, request, 19), refused, JSON.stringify(request));
    assert.equal((await findWhole(services, caller, request, 25)).scores.length, 20, JSON.stringify(request));
  }
});
