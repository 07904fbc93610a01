/** Each of the seven kinds: told once, with a link and nobody's identifier. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { plantCampaign } from "../../support/app/campaign.ts";
import { addAlert, AlertReceiver, checkAlerts } from "../../support/servers/alert_receiver.ts";
import { Mirror } from "../../support/servers/feed_mirror.ts";
import { addWebhook, SENDING, signUp } from "../../support/servers/webhook_receiver.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BASE = "https://risk.shop.example";
const ENV = { ...SENDING, WINNOW_BASE_URL: BASE };

interface Planted {
  readonly app: TestApp;
  readonly receiver: AlertReceiver;
  readonly clock: { now: number };
}

async function withAlert(
  json: Readonly<Record<string, unknown>>,
  work: (planted: Planted) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const clock = { now: Date.UTC(2026, 9, 7, 12) };
  await using app = await startApp({ env: { ...ENV, ...env }, now: () => clock.now });
  await using receiver = new AlertReceiver();
  await addAlert(app, { kind: "url", url: receiver.url(), ...json });
  assert.deepEqual(await checkAlerts(app), []);
  await work({ app, receiver, clock });
}

/** Told once: not again within the hour, nor after it, nor by somebody else's look. */
async function toldOnce({ app, receiver, clock }: Planted, kind: string, link: string, text: RegExp) {
  assert.deepEqual(await checkAlerts(app), [kind]);
  assert.deepEqual(await checkAlerts(app), []);
  clock.now += 5 * 60_000;
  assert.deepEqual(await checkAlerts(app), []);
  const [{ body, raw }] = (await receiver.exactly(1)) as [AlertReceiver["received"][number]];
  assert.equal(body.kind, kind);
  assert.equal(body.link, `${BASE}${link}`);
  assert.match(body.text, text);
  assert.equal(body.test, false);
  // No address, number, user, request or device.
  assert.doesNotMatch(raw, /@|req_|member-|user-|kestrelbyte|73\.\d+|cmp_|key_/);
}

Deno.test("campaign: one that was found, and each that is found later", async () => {
  await withAlert({}, async (planted) => {
    const { app, receiver, clock } = planted;
    await plantCampaign(app, 12);
    await app.ask("/v1/campaigns?fresh=true");
    await toldOnce(
      planted,
      "campaign",
      "/console/campaigns",
      /^12 sign-ups of the last day have something in common/,
    );
    clock.now += 2 * HOUR;
    assert.deepEqual(await checkAlerts(app), []);
    await plantCampaign(app, 14, { domain: "minutefarm.net", from: 100 });
    await app.ask("/v1/campaigns?fresh=true");
    assert.deepEqual(await checkAlerts(app), ["campaign"]);
    await receiver.exactly(2);
  });
});

Deno.test("campaign: what people have handled is not told of", async () => {
  await withAlert({}, async ({ app, receiver }) => {
    await plantCampaign(app, 12);
    const { campaigns: [{ campaign_id }] } = (await app.ask("/v1/campaigns?fresh=true")).body;
    await app.ask(`/v1/campaigns/${campaign_id}`, { json: { state: "ignored" } });
    assert.deepEqual(await checkAlerts(app), []);
    await receiver.exactly(0);
  });
});

Deno.test("unusual: far more sign-ups than in the same hours of two weeks", async () => {
  await withAlert({}, async (planted) => {
    const { app, clock } = planted;
    for (let hour = 0; hour < 14 * 24; hour += 2) {
      await app.askDirectly("/v1/score/user", {
        json: { ip: `81.2.${hour % 200}.${hour % 250}`, user_id: `user-${hour}` },
      });
      clock.now += 2 * HOUR;
    }
    assert.deepEqual(await checkAlerts(app), []);
    for (let index = 0; index < 40; index++) {
      await app.askDirectly("/v1/score/user", {
        json: { ip: `24.${index}.${index * 3}.9`, user_id: `user-x${index}` },
      });
      clock.now += 60_000;
    }
    const kinds = await checkAlerts(app);
    assert.deepEqual(kinds, ["unusual"]);
    clock.now += HOUR / 2;
    assert.deepEqual(await checkAlerts(app), []);
    const [{ body }] = (await planted.receiver.exactly(1)) as [AlertReceiver["received"][number]];
    assert.match(body.text, /^\d\d sign-ups.* in the last hour, where [\d.]+ are usual\./);
    assert.equal(body.link, `${BASE}/console`);
  });
});

Deno.test("rule_hits: more than the alert allows, by each alert's own number; a rule in shadow too", async () => {
  await withAlert({ rule_hits_per_hour: 5 }, async (planted) => {
    const { app, receiver } = planted;
    await addAlert(app, { kind: "url", url: receiver.url("/many"), rule_hits_per_hour: 50 });
    await addAlert(app, { kind: "url", url: receiver.url("/none") });
    const made = await app.ask("/v1/rules", {
      json: { action: "tag", tag: "seen", when: "signup.score >= 0", state: "shadow" },
    });
    assert.equal(made.status, 200, made.text);
    for (let index = 0; index < 5; index++) await signUp(app, { user_id: `user-${index}` });
    assert.deepEqual(await checkAlerts(app), []);
    for (let index = 0; index < 2; index++) await signUp(app, {}, app.test);
    assert.deepEqual(await checkAlerts(app), []);
    await signUp(app);
    await toldOnce(
      planted,
      "rule_hits",
      "/console/rules",
      /^A rule was true 6 times in the last hour \(you allow 5\)\.$/,
    );
  });
});

Deno.test("rule_hits: told again when it was over for an hour and is so again", async () => {
  await withAlert({ rule_hits_per_hour: 3 }, async ({ app, receiver, clock }) => {
    await app.ask("/v1/rules", {
      json: { action: "tag", tag: "seen", when: "signup.score >= 0", state: "live" },
    });
    const come = async (count: number) => {
      for (let index = 0; index < count; index++) await signUp(app);
    };
    await come(4);
    assert.deepEqual(await checkAlerts(app), ["rule_hits"]);
    // It goes on for three hours.
    for (let turn = 0; turn < 12; turn++) {
      clock.now += HOUR / 4;
      await come(4);
      assert.deepEqual(await checkAlerts(app), []);
    }
    for (let turn = 0; turn < 12; turn++) {
      clock.now += HOUR / 4;
      assert.deepEqual(await checkAlerts(app), []);
    }
    await come(4);
    assert.deepEqual(await checkAlerts(app), ["rule_hits"]);
    await receiver.exactly(2);
  });
});

Deno.test("reviews_late: reviews that are older than the target, until they are decided", async () => {
  await withAlert({}, async (planted) => {
    const { app, clock, receiver } = planted;
    await app.ask("/v1/settings", { method: "PUT", json: { review_target: 4 } });
    await app.ask("/v1/rules", { json: { action: "review", when: "signup.score >= 0", state: "live" } });
    const [first] = [await signUp(app), await signUp(app)];
    clock.now += 3 * HOUR;
    await signUp(app);
    assert.deepEqual(await checkAlerts(app), []);
    clock.now += 1.1 * HOUR;
    await toldOnce(
      planted,
      "reviews_late",
      "/console/review",
      /^2 sign-ups wait for a review for more than 4 hours\.$/,
    );
    await app.ask("/v1/outcome", { json: { request_id: first.request_id, outcome: "legit" } });
    clock.now += 5 * HOUR;
    assert.deepEqual(await checkAlerts(app), []);
    await receiver.exactly(1);
  });
});

Deno.test("feed_stale: a feed that is too old, told to the operator's accounts alone", async () => {
  const clock = { now: Date.UTC(2026, 9, 7, 12) };
  const list = Array.from({ length: 60 }, (_, index) => `81.2.1.${index + 1}`).join("\n");
  await using mirror = new Mirror({ "tor-bulk-exit-list.txt": list });
  await using app = await startApp({ env: { ...ENV, WINNOW_FEED_MIRROR: mirror.url }, now: () => clock.now });
  await using receiver = new AlertReceiver();
  const guest = await app.account("guest", { madeBy: "signup" });
  await addAlert(app, { kind: "url", url: receiver.url("/member") });
  await addAlert(app, { kind: "url", url: receiver.url("/guest") }, guest.key);
  await app.app.services.feeds.refresh(["tor-bulk-exit-list"]);
  assert.deepEqual(await checkAlerts(app), []);
  clock.now += 4 * DAY;
  assert.deepEqual(await checkAlerts(app, guest.key), []);
  await toldOnce(
    { app, receiver, clock },
    "feed_stale",
    "/console/sources",
    /^The feed tor-bulk-exit-list was last confirmed 96 hours ago\.$/,
  );
  clock.now += 2 * DAY;
  assert.deepEqual(await checkAlerts(app), []);
});

Deno.test("quota: once a month", async () => {
  const clock = { now: Date.UTC(2026, 9, 7, 12) };
  await using app = await startApp({ env: ENV, now: () => clock.now });
  await using receiver = new AlertReceiver();
  const { key } = await app.account("small", { monthly: 10 });
  await addAlert(app, { kind: "url", url: receiver.url() }, key);
  for (let index = 0; index < 7; index++) await signUp(app, {}, key);
  assert.deepEqual(await checkAlerts(app, key), []);
  await signUp(app, {}, key);
  assert.deepEqual(await checkAlerts(app, key), ["quota"]);
  for (let index = 0; index < 2; index++) await signUp(app, {}, key);
  for (let day = 0; day < 20; day++) {
    clock.now += DAY;
    assert.deepEqual(await checkAlerts(app, key), []);
  }
  const [{ body }] = (await receiver.exactly(1)) as [AlertReceiver["received"][number]];
  assert.equal(body.text, "8 of 10 lookups of this month are used (80 %).");
  clock.now += 10 * DAY;
  for (let index = 0; index < 9; index++) await signUp(app, {}, key);
  assert.deepEqual(await checkAlerts(app, key), ["quota"]);
});

Deno.test("webhook_disabled: one that the service switched off, not one that its owner did", async () => {
  await withAlert({}, async (planted) => {
    const { app, receiver } = planted;
    await using hook = new AlertReceiver();
    hook.answer = () => new Response(null, { status: 410 });
    const own = await addWebhook(app, hook.url("/own"));
    await app.ask(`/v1/webhooks/${own.id}`, { method: "PATCH", json: { enabled: false } });
    assert.deepEqual(await checkAlerts(app), []);
    await addWebhook(app, hook.url("/gone"));
    await signUp(app);
    await hook.exactly(1);
    await toldOnce(planted, "webhook_disabled", "/console/webhooks", /^A webhook was switched off/);
    await receiver.exactly(1);
  });
});
