/** `quota.low`, `feed.stale` and `signups.surge`: told once, and whom. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { AccountNotices } from "../../../src/service/webhooks/account_notices.ts";
import { addWebhook, Receiver, SENDING, signUp } from "../../support/servers/webhook_receiver.ts";
import { Mirror } from "../../support/servers/feed_mirror.ts";

Deno.test("quota.low is sent once a month for each threshold", async () => {
  const clock = { now: Date.UTC(2026, 10, 10) };
  await using app = await startApp({ env: SENDING, now: () => clock.now });
  await using receiver = new Receiver();
  const { key } = await app.account("small", { monthly: 10 });
  const other = await app.account("other", { monthly: 10 });
  await addWebhook(app, receiver.url(), { events: ["quota.low"] }, key);
  await addWebhook(app, receiver.url("/other"), { events: ["signup.scored"] }, other.key);
  const check = async (count: number) => {
    await new AccountNotices(app.app.services).check();
    await new AccountNotices(app.app.services).check();
    await receiver.take(count);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(receiver.received.length, count);
  };
  for (let index = 0; index < 7; index++) await signUp(app, {}, key);
  await check(0);
  await signUp(app, {}, key);
  await check(1);
  await signUp(app, {}, key);
  await check(1);
  await signUp(app, {}, key);
  await check(2);
  assert.deepEqual(receiver.received.map(({ event }) => [event.data.threshold_percent, event.data.used]), [
    [80, 8],
    [100, 10],
  ]);
  assert.equal(receiver.received[0]!.event.data.resets_at, "2026-12-01T00:00:00.000Z");
  clock.now = Date.UTC(2026, 11, 2);
  await check(2);
  for (let index = 0; index < 10; index++) await signUp(app, {}, key);
  await check(3);
  assert.equal(receiver.received[2]!.event.data.threshold_percent, 100, "of two only the higher");
});

Deno.test("feed.stale is sent once for each time that a feed is stale, to members alone", async () => {
  const clock = { now: Date.now() };
  const list = Array.from({ length: 60 }, (_, index) => `81.2.1.${index + 1}`).join("\n");
  await using mirror = new Mirror({ "tor-bulk-exit-list.txt": list });
  await using app = await startApp({
    env: { ...SENDING, WINNOW_FEED_MIRROR: mirror.url },
    now: () => clock.now,
  });
  await using receiver = new Receiver();
  const guest = await app.account("guest", { madeBy: "signup" });
  await addWebhook(app, receiver.url("/member"), { events: ["feed.stale"] });
  await addWebhook(app, receiver.url("/guest"), { events: ["feed.stale"] }, guest.key);
  const check = async (count: number) => {
    for (let turn = 0; turn < 2; turn++) await new AccountNotices(app.app.services).check();
    await receiver.take(count);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(receiver.received.map(({ path }) => path), Array(count).fill("/member"));
  };
  const refresh = async () => {
    const [outcome] = await app.app.services.feeds.refresh(["tor-bulk-exit-list"]);
    assert.ok(["updated", "unchanged"].includes(outcome!.result), JSON.stringify(outcome));
  };
  await refresh();
  await check(0);
  clock.now += 4 * 86_400_000;
  await check(1);
  assert.equal(receiver.received[0]!.event.data.feed, "tor-bulk-exit-list");
  clock.now += 86_400_000;
  await check(1);
  await refresh();
  await check(1);
  clock.now += 4 * 86_400_000;
  await check(2);
});

Deno.test("signups.surge is sent once while far more sign-ups come than usual", async () => {
  const clock = { now: Date.UTC(2026, 10, 10) };
  await using app = await startApp({
    env: { ...SENDING, WINNOW_RATE_LIMIT: "100000" },
    now: () => clock.now,
  });
  await using receiver = new Receiver();
  const other = await app.account("other");
  await addWebhook(app, receiver.url(), { events: ["signups.surge"] });
  await addWebhook(app, receiver.url("/other"), { events: ["signups.surge"] }, other.key);
  const check = async (count: number) => {
    for (let turn = 0; turn < 2; turn++) await new AccountNotices(app.app.services).check();
    await receiver.take(count);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(receiver.received.map(({ path }) => path), Array(count).fill("/hook"));
  };
  const come = async (count: number, everyMs: number, key = app.live) => {
    for (let index = 0; index < count; index++) {
      await signUp(app, {}, key);
      clock.now += everyMs;
    }
  };
  await come(5 * 24, 3_600_000);
  await come(60, 1_000, app.test);
  await check(0);
  await come(120, 4_500);
  await check(1);
  const { data } = receiver.received[0]!.event;
  assert.ok(data.signups >= 20 && data.signups <= 120, `${data.signups}`);
  assert.deepEqual([data.within_seconds, data.usual], [600, 0.2]);
  // It goes on for some hours.
  for (let hour = 0; hour < 3; hour++) {
    await come(60, 60_000);
    await check(1);
  }
  clock.now += 24 * 3_600_000;
  await check(1);
  await come(120, 4_500);
  await check(2);
});
