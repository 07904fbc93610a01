/** Test keys see and link test data only; live keys see it where they ask for it. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { plantRing, refOf, RING_DEVICE } from "../../support/app/ring.ts";
import { Visitor } from "../../support/app/visitor.ts";

const LINKED = { ip: "73.15.20.11", email: "b.someone@gmail.com", device_id: RING_DEVICE };

async function planted(): Promise<{
  app: TestApp;
  live: Awaited<ReturnType<typeof plantRing>>;
  test: Awaited<ReturnType<typeof plantRing>>;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const app = await startApp();
  const live = await plantRing(app, 4);
  const test = await plantRing(app, 2, app.test);
  return { app, live, test, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

Deno.test("a test key's linkage knows no live sign-up, and that of a live key no test sign-up", async () => {
  await using app = await startApp();
  const score = async (key: string) => (await app.ask("/v1/score/user", { key, json: LINKED })).body.linkage;
  const alone = await score(app.test);
  assert.deepEqual(alone, {
    device_email_count: 1,
    email_device_count: 1,
    email_ip_count: 1,
    subnet_rate_1h: 1,
    domain_rate_1h: 1,
    referral_rate_1h: null,
    ring: null,
  });
  const customers = await startApp();
  await plantRing(customers, 6);
  const told = (await customers.ask("/v1/score/user", { key: customers.test, json: LINKED })).body.linkage;
  await customers[Symbol.asyncDispose]();
  assert.deepEqual(told, alone, "a customer looks like anybody");
  assert.deepEqual(await score(app.live), alone);
  const again = await score(app.test);
  assert.deepEqual([again.subnet_rate_1h, again.domain_rate_1h, again.ring.size], [2, 2, 2]);
  assert.equal((await score(app.live)).ring.size, 2, "of the live ones");
});

Deno.test("lists and searches: a test key sees test data, a live key live data or what it asks for", async (t) => {
  await using set = await planted();
  const { app, live, test } = set;
  const rows: [key: string, mode: string | null, seen: typeof live | null][] = [
    [app.live, null, live],
    [app.live, "live", live],
    [app.live, "test", test],
    [app.test, null, test],
    [app.test, "test", test],
    [app.test, "live", null],
  ];
  const ref = await refOf(app, live.ids[0]!, "device");
  for (const [key, mode, seen] of rows) {
    const query = mode === null ? "" : `?mode=${mode}`;
    await t.step(`${key === app.live ? "live" : "test"} key${query}`, async () => {
      const json = mode === null ? {} : { mode };
      const answers = {
        search: await app.ask(`/v1/scores/search${query}`, { key, json: {} }),
        body: await app.ask("/v1/scores/search", { key, json }),
        csv: await app.ask("/v1/scores/search", { key, json, headers: { accept: "text/csv" } }),
        rings: await app.ask(`/v1/rings${query}`, { key }),
        value: await app.ask(`/v1/values/${ref}${query}`, { key }),
        summary: await app.ask(`/v1/outcomes/summary${query}`, { key }),
      };
      for (const [name, { status, body }] of Object.entries(answers)) {
        if (seen === null) assert.deepEqual([status, body.code], [403, "test_key_refused"], name);
        else assert.equal(status, 200, name);
      }
      if (seen === null) return;
      const newest = seen.ids.toReversed();
      const idsIn = (body: { results: { request_id: string; ring_id: string }[] }) =>
        body.results.map(({ request_id }) => request_id);
      assert.deepEqual(idsIn(answers.search.body), newest);
      assert.ok(
        answers.search.body.results.every(({ ring_id }: { ring_id: string }) => ring_id === seen.ringId),
      );
      assert.deepEqual(idsIn(answers.body.body), newest);
      assert.deepEqual(answers.csv.text.match(/req_[0-9a-f-]{36}/g), newest);
      assert.deepEqual(
        answers.rings.body.rings.map(({ ring_id, size }: { ring_id: string; size: number }) => [
          ring_id,
          size,
        ]),
        [[seen.ringId, seen.ids.length]],
      );
      const { scores, ring } = answers.value.body;
      assert.equal(scores.allow + scores.review + scores.block, seen.ids.length);
      assert.equal(ring.ring_id, seen.ringId);
      assert.equal(answers.summary.body.labels.scored, seen.ids.length);
    });
  }
  assert.equal((await app.ask("/v1/rings?mode=all")).status, 400);
  assert.equal((await app.ask("/v1/scores/search", { json: { mode: "all" } })).status, 400);
});

Deno.test("by id: a live key opens both, a test key what test keys stored", async (t) => {
  await using set = await planted();
  const { app, live, test } = set;
  const agent = { url: "https://example.org/", headers: {} };
  const decide = async (key: string) =>
    (await app.ask("/v1/agent/authorize", { key, json: agent })).body.request_id;
  const [liveDecision, testDecision] = [await decide(app.live), await decide(app.test)];
  const rows: [path: string, mode: "live" | "test"][] = [
    [`/v1/score/${live.ids[0]}`, "live"],
    [`/v1/score/${test.ids[0]}`, "test"],
    [`/v1/rings/${live.ringId}`, "live"],
    [`/v1/rings/${test.ringId}`, "test"],
    [`/v1/agent/decisions/${liveDecision}`, "live"],
    [`/v1/agent/decisions/${testDecision}`, "test"],
    [`/v1/agent/decisions/${liveDecision}/receipt`, "live"],
    [`/v1/agent/decisions/${testDecision}/receipt`, "test"],
  ];
  for (const [path, mode] of rows) {
    await t.step(path, async () => {
      assert.equal((await app.ask(path)).status, 200);
      const { status, text } = await app.ask(path, { key: app.test });
      assert.equal(status, mode === "test" ? 200 : 404, text);
    });
  }
  const json = { note: "seen" };
  const put = (id: string) => app.ask(`/v1/score/${id}/note`, { method: "PUT", json, key: app.test });
  assert.equal((await put(live.ids[0]!)).status, 404);
  assert.equal((await put(test.ids[0]!)).status, 200);
});

Deno.test("a test key sees no hook and no webhook, and a dry run counts test scores", async () => {
  await using set = await planted();
  const { app } = set;
  const hook = await app.ask("/v1/hooks", { json: { kind: "svix", mode: "observe", when_unsure: "allow" } });
  const webhook = await app.ask("/v1/webhooks", {
    json: { url: "https://example.com/in", events: ["quota.low"] },
  });
  assert.deepEqual([hook.status, webhook.status], [200, 200]);
  assert.deepEqual((await app.ask("/v1/hooks", { key: app.test })).body.hooks, []);
  const { count, webhooks } = (await app.ask("/v1/webhooks", { key: app.test })).body;
  assert.deepEqual([count, webhooks], [0, []]);
  const deliveries = `/v1/webhooks/${webhook.body.webhook_id}/deliveries`;
  assert.equal((await app.ask(deliveries)).status, 200);
  assert.equal((await app.ask(deliveries, { key: app.test })).status, 404);
  const rule = { action: "block", values: ["73.15.20.0/24"] };
  const trial = async (key: string) =>
    (await app.ask("/v1/rules?dry_run=true", { key, json: rule })).body.trial;
  const counted = async (key: string) => {
    const { scores_checked, would_change } = await trial(key);
    return [scores_checked, would_change];
  };
  assert.deepEqual(await counted(app.live), [4, 4]);
  assert.deepEqual(await counted(app.test), [2, 2]);
});

Deno.test("the console lists live data, and test data where it is asked for", async () => {
  await using set = await planted();
  const { app, live, test } = set;
  const visitor = new Visitor(app);
  await visitor.signIn(app.live);
  const idsIn = async (
    path: string,
  ) => [...new Set((await visitor.get(path)).text.match(/re(?:q_[0-9a-f-]{36})/g))];
  assert.deepEqual(await idsIn("/console/scores"), live.ids.toReversed());
  assert.deepEqual(await idsIn("/console/scores?mode=test"), test.ids.toReversed());
  assert.deepEqual(await idsIn("/console/scores.csv?mode=test"), test.ids.toReversed());
  const rings = async (path: string) => (await visitor.get(path)).text.match(/ring_[0-9a-f]{32}/g);
  assert.deepEqual(await rings("/console/rings"), [live.ringId]);
  assert.deepEqual(await rings("/console/rings?mode=test"), [test.ringId]);
  assert.equal((await visitor.get(`/console/rings/${test.ringId}`)).status, 200);
});

Deno.test("links of test keys are forgotten after a week", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now, env: { WINNOW_STORE: ":memory:" } });
  await plantRing(app, 2, app.test);
  await plantRing(app, 2);
  const rings = async () => (await app.ask("/v1/rings?mode=test")).body.count;
  assert.equal(await rings(), 1);
  now += 8 * 86_400_000;
  assert.equal(await rings(), 0);
  assert.equal((await app.ask("/v1/rings")).body.count, 1, "those of live keys stay for 30 days");
});
