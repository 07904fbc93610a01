/** `POST /v1/events`: a log-in with a new device, then a new e-mail address or password within an hour. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import {
  ABROAD,
  AT_HOME,
  DAY,
  DEVICE,
  HOUR,
  MINUTE,
  names,
  OTHER,
  pathOf,
  settled,
  startLogins,
} from "../../support/app/logins.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

Deno.test("which changes end a takeover", async (t) => {
  const change = { type: "email_changed" };
  const rows: readonly {
    name: string;
    login?: Record<string, unknown>;
    outcome?: string;
    /** Between the log-in and the change. */
    passed: number;
    change: Record<string, unknown>;
    takeover: boolean;
  }[] = [
    { name: "a new address at once", passed: MINUTE, change, takeover: true },
    { name: "a new password at once", passed: MINUTE, change: { type: "password_changed" }, takeover: true },
    { name: "within the hour", passed: HOUR, change, takeover: true },
    { name: "after the hour", passed: HOUR + 1000, change, takeover: false },
    {
      name: "without a new device",
      login: { ...AT_HOME, ip: ABROAD.ip },
      passed: MINUTE,
      change,
      takeover: false,
    },
    {
      name: "a new device at home",
      login: { ...AT_HOME, device_id: OTHER },
      passed: MINUTE,
      change,
      takeover: true,
    },
    {
      name: "a log-in that failed",
      login: { ...ABROAD, succeeded: false },
      passed: MINUTE,
      change,
      takeover: false,
    },
    {
      name: "a log-in that had to step up, and was let in",
      login: { ...ABROAD, password_leaked: true },
      passed: MINUTE,
      change,
      takeover: true,
    },
    {
      name: "a log-in that passed a second factor",
      login: { ...ABROAD, password_leaked: true },
      outcome: "mfa_passed",
      passed: MINUTE,
      change,
      takeover: false,
    },
    {
      name: "a log-in that the owner confirmed",
      outcome: "owner_confirmed",
      passed: MINUTE,
      change,
      takeover: false,
    },
    {
      name: "a log-in that failed a second factor",
      outcome: "mfa_failed",
      passed: MINUTE,
      change,
      takeover: false,
    },
    { name: "with the new device", passed: MINUTE, change: { ...change, device_id: OTHER }, takeover: true },
    {
      name: "with a third device",
      passed: MINUTE,
      change: { ...change, device_id: `a${OTHER.slice(1)}` },
      takeover: true,
    },
    {
      name: "with the user's own device",
      passed: MINUTE,
      change: { ...change, device_id: DEVICE },
      takeover: false,
    },
    { name: "from the new network", passed: MINUTE, change: { ...change, ip: ABROAD.ip }, takeover: true },
    {
      name: "from the user's own network",
      passed: MINUTE,
      change: { ...change, ip: "91.64.12.200" },
      takeover: false,
    },
    {
      name: "from the user's own network with the new device",
      passed: MINUTE,
      change: { ...change, ip: AT_HOME.ip, device_id: OTHER },
      takeover: true,
    },
  ];
  for (const { name, login = ABROAD, outcome, passed, change, takeover } of rows) {
    await t.step(name, async () => {
      await using logins = await startLogins();
      await settled(logins);
      const { request_id } = await logins.login(login);
      if (outcome !== undefined) await logins.tell(request_id, outcome);
      logins.clock.now += passed;
      assert.equal((await logins.changed(change)).takeover, takeover);
      logins.clock.now += DAY;
      const owner = await logins.login(AT_HOME);
      assert.equal(names(owner).includes("takeover"), takeover);
      if (takeover) assert.equal(owner.account.suggest, "step_up");
    });
  }
});

Deno.test("the event tells it once; what came with the device goes; a new password alone lifts nothing, `reset` does", async () => {
  await using receiver = new Receiver();
  await using logins = await startLogins({ env: SENDING });
  const { app, login, changed, clock, tell } = logins;
  await addWebhook(app, receiver.url(), { events: ["login.takeover"] });
  await settled(logins);
  await login(ABROAD);
  const login_at = new Date(clock.now).toISOString();
  clock.now += 20 * MINUTE;
  const at = new Date(clock.now - MINUTE).toISOString();
  assert.equal((await changed({ type: "email_changed", at })).takeover, true);
  for (const type of ["password_changed", "email_changed"]) {
    assert.equal((await changed({ type })).takeover, true, "they are taken over still");
  }
  const { event } = (await receiver.take(1))[0]!;
  assert.deepEqual(event.data, {
    user_id: "user-jane",
    cause: "email_changed",
    at,
    login_at,
    request_id: null,
    country: "BR",
    browser: "Firefox 144",
    os: "Linux",
  });
  clock.now += DAY;
  const thief = await login(ABROAD);
  assert.deepEqual([thief.account.device, thief.account.logins], ["new", 5]);
  const owner = await login(AT_HOME);
  assert.equal(owner.account.suggest, "step_up");
  await tell(owner.request_id, "reset");
  assert.equal((await login(AT_HOME)).account.suggest, "allow");
  clock.now += 2 * HOUR;
  assert.equal((await changed({ type: "password_changed" })).takeover, false);
  assert.equal(receiver.received.length, 1);
});

Deno.test("a thief with two new devices does not make one the owner's", async () => {
  await using logins = await startLogins();
  const { login, changed, clock } = logins;
  await settled(logins);
  await login({ ...AT_HOME, device_id: OTHER });
  clock.now += 2 * HOUR;
  await login({ ...AT_HOME, device_id: `a${OTHER.slice(1)}` });
  clock.now += MINUTE;
  assert.equal((await changed({ type: "email_changed", device_id: OTHER })).takeover, true);
});

Deno.test("users of whom little is known are not taken over; of whom nothing is, that is null", async () => {
  await using logins = await startLogins();
  const { login, changed, app } = logins;
  assert.equal((await changed({ type: "email_changed" })).takeover, null);
  await login(AT_HOME);
  await login(ABROAD);
  assert.equal((await changed({ type: "email_changed" })).takeover, false);
  assert.equal((await app.ask("/v1/usage")).body.used, 2, "events are free");
});

Deno.test("test keys have users of their own, and cause no event", async () => {
  await using receiver = new Receiver();
  await using logins = await startLogins({ env: SENDING });
  const { app, login, changed, clock } = logins;
  await addWebhook(app, receiver.url(), { events: ["login.takeover", "login.suspicious"] });
  await settled(logins, DAY, app.test);
  await settled(logins, 3 * DAY);
  await login(ABROAD, app.test);
  assert.equal((await changed({ type: "email_changed" })).takeover, false, "the live user");
  assert.equal((await changed({ type: "email_changed" }, app.test)).takeover, true);
  assert.ok(names(await login(AT_HOME, app.test)).includes("takeover"));
  clock.now += DAY;
  assert.deepEqual(names(await login(AT_HOME)), []);
  await login({ ...AT_HOME, password_leaked: true });
  await receiver.take(1);
  assert.deepEqual(receiver.received.map(({ event }) => event.type), ["login.suspicious"]);
});

Deno.test("bad input names its field; scopes, paused accounts and idempotency are those of outcomes", async () => {
  await using logins = await startLogins();
  const { app, clock, login } = logins;
  const rows: readonly (readonly [json: Record<string, unknown>, pointer: string])[] = [
    [{ user_id: "u" }, "/type"],
    [{ user_id: "u", type: "phone_changed" }, "/type"],
    [{ user_id: "u", type: null }, "/type"],
    [{ type: "email_changed" }, "/user_id"],
    [{ type: "email_changed", user_id: "" }, "/user_id"],
    [{ type: "email_changed", user_id: "a\u0000b" }, "/user_id"],
    [{ type: "email_changed", user_id: "u", ip: "1.2.3" }, "/ip"],
    [{ type: "email_changed", user_id: "u", device_id: "xyz" }, "/device_id"],
    [{ type: "email_changed", user_id: "u", at: new Date(clock.now + HOUR).toISOString() }, "/at"],
    [{ type: "email_changed", user_id: "u", at: "2026-01-01T00:00:00Z" }, "/at"],
    [{ type: "email_changed", user_id: "u", at: "now" }, "/at"],
  ];
  for (const [json, pointer] of rows) {
    const { status, body, text } = await app.ask("/v1/events", { json });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, pointer], text);
  }
  const json = { type: "email_changed", user_id: AT_HOME.user_id };
  const scoring = await app.account("main", { scopes: ["score"] });
  assert.equal((await app.ask("/v1/events", { key: scoring.key, json })).status, 403);
  const feedback = await app.account("main", { scopes: ["feedback"] });
  assert.equal((await app.ask("/v1/events", { key: feedback.key, json })).status, 200);
  await settled(logins);
  await login(ABROAD);
  const headers = { "idempotency-key": "one" };
  const [first, second] = [
    await app.ask("/v1/events", { json, headers }),
    await app.ask("/v1/events", { json, headers }),
  ];
  assert.equal(second.text, first.text);
  assert.deepEqual([first.body.takeover, second.headers.get("idempotent-replayed")], [true, "true"]);
});

/** On each: presses of a pair, and ends of a chain, come at once. */
async function atOnce(one: TestApp, two: TestApp): Promise<void> {
  await using receiver = new Receiver();
  await addWebhook(one, receiver.url(), { events: ["login.takeover"] });
  await followChanges(one, two);
  const key = one.live;
  const login = async (on: TestApp, json: Record<string, unknown>) => {
    const { status, body, text } = await on.ask("/v1/score/login", { key, json });
    assert.equal(status, 200, text);
    return body;
  };
  const pasts = [5, 4, 3, 2].map((days) => new Date(Date.now() - days * DAY).toISOString());
  const rounds = 4;
  for (let round = 0; round < rounds; round++) {
    const user_id = `user-${round}`;
    for (const [index, at] of pasts.entries()) {
      await login(index % 2 === 0 ? one : two, { ...AT_HOME, user_id, at });
    }
    const { notice } = await login(one, { ...ABROAD, user_id, ip: "126.1.12.7" });
    assert.notEqual(notice, null);
    const pressed = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const on = index % 2 === 0 ? one : two;
        return new Visitor(on).post(pathOf(index % 4 < 2 ? notice.me : notice.not_me), {});
      }),
    );
    assert.deepEqual(pressed.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
    const won = pressed.findIndex(({ status }) => status === 200) % 4 < 2 ? "me" : "not_me";
    const [mine, theirs] = [
      await login(one, { ...AT_HOME, user_id }),
      await login(two, { ...AT_HOME, user_id }),
    ];
    for (const { account } of [mine, theirs]) assert.equal(account.suggest === "step_up", won === "not_me");
  }
  const told = receiver.received.length;
  const chained = { ...AT_HOME, user_id: "chained" };
  for (const at of pasts) await login(one, { ...chained, at });
  await login(two, { ...chained, device_id: OTHER });
  const json = { type: "email_changed", user_id: "chained" };
  const changes = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two).ask("/v1/events", { key, json })),
  );
  assert.deepEqual(changes.map(({ body }) => body.takeover), Array(8).fill(true));
  assert.ok(names(await login(one, chained)).includes("takeover"));
  await receiver.take(told + 1);
  const causes = receiver.received.map(({ event }) => event.data.cause);
  assert.equal(causes.filter((cause) => cause === "email_changed").length, 1, "told once");
}

Deno.test("two processes on one store: one press of a pair counts, and a chain is told once", async () => {
  await using one = await startApp({ env: SENDING });
  await using two = await startApp({ env: SENDING, dataDir: one.dataDir });
  await atOnce(one, two);
});

postgresTest("two nodes on PostgreSQL: one press of a pair counts, and a chain is told once", async () => {
  await using postgres = await sharedPostgres();
  const env = {
    ...SENDING,
    WINNOW_STORE: await postgres.database(),
    WINNOW_SECRET: "a secret of sixteen bytes or more",
  };
  await using one = await startApp({ env });
  await using two = await startApp({ env });
  await atOnce(one, two);
});
