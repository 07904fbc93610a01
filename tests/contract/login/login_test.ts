/** `POST /v1/score/login` and what becomes of log-ins at `/v1/outcome`. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { holdCommits } from "../../support/app/failing_store.ts";
import { eventually } from "../../support/eventually.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HOME = "91.64.12.7"; // Vodafone, Germany
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const DEVICE = "0123456789abcdef0123456789abcdef";
const OTHER = "fedcba9876543210fedcba9876543210";

interface World extends AsyncDisposable {
  readonly app: TestApp;
  readonly clock: { now: number };
  login(json: Record<string, unknown>, key?: string): Promise<Answer>;
  tell(requestId: string, outcome: string): Promise<string>;
}

// deno-lint-ignore no-explicit-any -- an answer of the service, as parsed
type Answer = any;

async function startWorld(): Promise<World> {
  const clock = { now: Date.parse("2026-11-02T08:00:00Z") };
  const app = await startApp({ now: () => clock.now });
  return {
    app,
    clock,
    async login(json, key = app.live) {
      const { status, body, text } = await app.ask("/v1/score/login", { key, json });
      assert.equal(status, 200, text);
      return body;
    },
    async tell(request_id, outcome) {
      const { status, body, text } = await app.ask("/v1/outcome", { json: { request_id, outcome } });
      assert.equal(status, 200, text);
      return body.results[0].status;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const AT_HOME = { user_id: "jane", ip: HOME, device_id: DEVICE, user_agent: FIREFOX, succeeded: true };

/** A user with so many log-ins at home, one a day. */
async function settled({ clock, login }: World, count = 5): Promise<void> {
  for (let index = 0; index < count; index++) {
    await login(AT_HOME);
    clock.now += DAY;
  }
}

const names = ({ findings }: Answer): string[] => findings.map(({ name }: { name: string }) => name);

Deno.test("first log-ins are never punished, and what is known grows with each that succeeds", async () => {
  await using world = await startWorld();
  const { clock, login } = world;
  for (let index = 0; index < 3; index++) {
    const { account, verdict, risk_score, findings } = await login({
      ...AT_HOME,
      device_id: `${index}${DEVICE.slice(1)}`,
    });
    assert.deepEqual([verdict, risk_score, findings], ["allow", 0, []]);
    assert.deepEqual([account.logins, account.device, account.suggest], [index, "new", "allow"]);
    assert.equal(account.known_since === null, index === 0);
    clock.now += DAY;
  }
  await login({ ...AT_HOME, succeeded: false });
  await login({ ...AT_HOME, succeeded: null });
  const { account } = await login(AT_HOME);
  assert.deepEqual([account.logins, account.failures_10m, account.network], [3, 1, "known"]);
  assert.equal((await login({ ...AT_HOME, user_id: "joe" })).account.logins, 0);
  assert.equal((await login(AT_HOME, world.app.test)).account.logins, 0);
});

Deno.test("each finding fires where it should and not where it should not", async (t) => {
  const abroad = { ...AT_HOME, ip: "189.6.12.7" }; // Claro, Brazil
  const rows: {
    name: string;
    json: Record<string, unknown>;
    passed?: number;
    finds: string[];
    suggest: string;
  }[] = [
    { name: "the same again", json: AT_HOME, finds: [], suggest: "allow" },
    { name: "new device", json: { ...AT_HOME, device_id: OTHER }, finds: ["new_device"], suggest: "allow" },
    {
      name: "a new version of the same browser, without device ids",
      json: { ...AT_HOME, device_id: null, user_agent: FIREFOX.replaceAll("144", "145") },
      finds: [],
      suggest: "allow",
    },
    {
      name: "another country, an hour later",
      json: abroad,
      passed: HOUR,
      finds: ["impossible_travel", "new_country"],
      suggest: "notify",
    },
    {
      name: "another country, days later",
      json: abroad,
      passed: 3 * DAY,
      finds: ["new_country"],
      suggest: "allow",
    },
    {
      name: "another country with another device, an hour later",
      json: { ...abroad, device_id: OTHER },
      passed: HOUR,
      finds: ["impossible_travel", "new_country_and_device", "new_device"],
      suggest: "step_up",
    },
    {
      name: "a hosting network",
      json: { ...AT_HOME, ip: "159.69.1.1" },
      finds: ["new_hiding_network", "new_network"],
      suggest: "notify",
    },
    {
      name: "a sleeping account",
      json: { ...abroad, device_id: OTHER },
      passed: 100 * DAY,
      finds: ["new_country_and_device", "new_device", "sleeping_account"],
      suggest: "notify",
    },
    {
      name: "a leaked password",
      json: { ...AT_HOME, password_leaked: true },
      finds: ["leaked_password"],
      suggest: "notify",
    },
  ];
  for (const { name, json, passed = MINUTE, finds, suggest } of rows) {
    await t.step(name, async () => {
      await using world = await startWorld();
      await settled(world);
      world.clock.now += passed - DAY;
      const answer = await world.login(json);
      assert.deepEqual(
        [names(answer).sort(), answer.account.suggest],
        [finds.sort(), suggest],
        answer.summary,
      );
      const sum = answer.findings.reduce(
        (points: number, each: { points: number }) => points + each.points,
        0,
      );
      assert.equal(answer.risk_score, sum);
    });
  }
});

Deno.test("what a log-in turns out to be teaches: a second factor, the owner, a takeover, a new password", async () => {
  await using world = await startWorld();
  const { clock, login, tell } = world;
  await settled(world);
  const thief = { ...AT_HOME, ip: "189.6.12.7", device_id: OTHER };
  clock.now += HOUR - DAY;
  const first = await login(thief);
  assert.equal(first.account.suggest, "step_up");
  clock.now += MINUTE;
  assert.equal((await login(thief)).account.device, "new", "a log-in that had to step up is not the user's");
  assert.equal(await tell(first.request_id, "mfa_passed"), "recorded");
  const second = await login(thief);
  assert.deepEqual([second.account.device, second.account.network], ["known", "known"]);
  assert.equal(await tell(second.request_id, "takeover"), "recorded");
  const owner = await login(AT_HOME);
  assert.deepEqual([owner.account.suggest, names(owner)[0]], ["step_up", "takeover"]);
  assert.equal(await tell(owner.request_id, "reset"), "recorded");
  assert.equal((await login(AT_HOME)).account.suggest, "allow");
  assert.equal((await login(thief)).account.device, "new");
  assert.equal(await tell("req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", "takeover"), "not_found");
  const { status, body } = await world.app.ask("/v1/outcome", {
    json: { user_id: "jane", outcome: "takeover" },
  });
  assert.deepEqual([status, body.errors[0].pointer], [400, "/request_id"]);
  const mixed = await world.app.ask("/v1/outcome", {
    json: [{ request_id: "req_x", outcome: "fraud" }, {
      request_id: owner.request_id,
      outcome: "mfa_passed",
    }],
  });
  assert.deepEqual([mixed.body.recorded, mixed.body.not_found], [1, 1]);
  assert.deepEqual(mixed.body.results.map(({ status }: { status: string }) => status), [
    "not_found",
    "recorded",
  ]);
});

Deno.test("a confirmed device halves what speaks against a log-in", async () => {
  await using world = await startWorld();
  await settled(world, 4);
  const { request_id } = await world.login(AT_HOME);
  await world.tell(request_id, "owner_confirmed");
  world.clock.now += 3 * DAY;
  const { risk_score, trust } = await world.login({ ...AT_HOME, ip: "189.6.12.7" });
  assert.deepEqual([risk_score, trust[0].name], [8, "confirmed_device"]);
});

Deno.test("credential stuffing from one address is seen, and a whole site's too, with an event", async () => {
  await using world = await startWorld();
  const { login, clock } = world;
  await settled(world);
  let seen = 0;
  for (let index = 0; index < 60 && seen === 0; index++) {
    const { site } = await login({
      user_id: `victim-${index}`,
      ip: `177.${index}.12.7`,
      user_agent: FIREFOX,
      succeeded: false,
    });
    if (site.attack) seen = index;
    clock.now += 1000;
  }
  assert.ok(seen >= 20 && seen <= 40, `seen after ${seen} tries`);
  const stranger = await login({ ...AT_HOME, ip: "189.6.12.7", device_id: OTHER });
  assert.ok(names(stranger).includes("site_attack"));
  assert.ok(!names(await login(AT_HOME)).includes("site_attack"), "a known device is not doubted");
  for (let index = 0; index < 10; index++) {
    await login({ user_id: `other-${index}`, ip: "189.6.12.9", user_agent: FIREFOX, succeeded: false });
  }
  const here = await login({ user_id: "new", ip: "189.6.12.9", user_agent: FIREFOX, succeeded: true });
  assert.deepEqual([names(here).includes("stuffing"), here.site.users_failing_here], [true, 10]);
  clock.now += HOUR;
  assert.deepEqual(names(await login({ user_id: "new2", ip: "189.6.12.9", succeeded: true })), []);
});

Deno.test("failures of a user: an attack from several networks, and a success after failures elsewhere", async () => {
  await using world = await startWorld();
  const { login } = world;
  await settled(world);
  for (let index = 0; index < 5; index++) {
    await login({ ...AT_HOME, ip: `177.${index}.12.7`, device_id: OTHER, succeeded: false });
  }
  const success = await login({ ...AT_HOME, ip: "177.9.12.7", device_id: OTHER });
  assert.ok(names(success).includes("user_attacked"), success.summary);
  assert.equal(success.account.failures_10m, 5);
  assert.deepEqual(names(await login(AT_HOME)), [], "the owner on the own device is not punished");
});

Deno.test("ten refused log-ins from an address are a burst, as sign-ups are", async () => {
  await using world = await startWorld();
  const { app, login } = world;
  await app.ask("/v1/rules", { json: { action: "block", values: ["user:mallory"] } });
  const decided = async () => (await app.ask("/v1/decisions")).body.decisions as Record<string, unknown>[];
  for (let count = 0; count < 20; count++) {
    await login({ user_id: "mallory", ip: HOME, succeeded: false }, app.test);
  }
  for (let count = 0; count < 9; count++) await login({ user_id: "mallory", ip: HOME, succeeded: false });
  await login({ user_id: "jane", ip: HOME, succeeded: false });
  assert.deepEqual(
    await decided(),
    [],
    "nine, and those of a test key or that were not refused do not count",
  );
  await login({ user_id: "mallory", ip: HOME, succeeded: false });
  const [decision, ...others] = await decided();
  assert.deepEqual([decision?.value, decision?.origin, decision?.type, others], [
    HOME,
    "winnow-velocity",
    "captcha",
    [],
  ]);
});

Deno.test("the owner's rules decide", async () => {
  await using world = await startWorld();
  const { app, login } = world;
  const block = { action: "block", values: ["user:mallory"] };
  assert.equal((await app.ask("/v1/rules", { json: block })).status, 200);
  assert.equal(
    (await app.ask("/v1/rules", { json: { action: "allow", values: ["198.51.100.0/24"] } })).status,
    200,
  );
  const refused = await login({ user_id: "mallory", ip: HOME, succeeded: true });
  assert.deepEqual([refused.verdict, refused.risk_score, refused.account.suggest], ["block", 100, "deny"]);
  assert.equal(refused.rule_applied.kind, "user");
  assert.equal(
    (await login({ user_id: "mallory", ip: HOME })).account.logins,
    0,
    "what a rule refused is not the user's",
  );
  const nothing = await login({ user_id: "nobody" });
  assert.deepEqual(
    [
      nothing.site.users_failing_here,
      nothing.account.device,
      nothing.account.network,
      nothing.account.travel_kmh,
    ],
    [null, "unknown", "unknown", null],
  );
  const allowed = await login({ user_id: "x", ip: "198.51.100.7", password_leaked: true });
  assert.deepEqual([allowed.verdict, allowed.account.suggest], ["allow", "allow"]);
});

Deno.test("bad input names its field, and nothing is billed or remembered", async () => {
  await using world = await startWorld();
  const { app } = world;
  const rows: [json: Record<string, unknown>, pointer: string][] = [
    [{}, "/user_id"],
    [{ user_id: "" }, "/user_id"],
    [{ user_id: "a\u0000b" }, "/user_id"],
    [{ user_id: "u", ip: "1.2.3" }, "/ip"],
    [{ user_id: "u", device_id: "xyz" }, "/device_id"],
    [{ user_id: "u", method: "magic" }, "/method"],
    [{ user_id: "u", succeeded: "yes" }, "/succeeded"],
    [{ user_id: "u", at: "2027-01-01T00:00:00Z" }, "/at"],
    [{ user_id: "u", at: "2026-01-01T00:00:00Z" }, "/at"],
    [{ user_id: "u", at: "yesterday" }, "/at"],
  ];
  for (const [json, pointer] of rows) {
    const { status, body, text } = await app.ask("/v1/score/login", { json });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, pointer], text);
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
  await world.login({ user_id: "u" });
  assert.equal((await app.ask("/v1/usage")).body.used, 1);
});

Deno.test("what is stored of a user is hashes and facts, at most 2 kB, and goes with the person", async () => {
  await using world = await startWorld();
  const { app, login, clock } = world;
  for (let index = 0; index < 45; index++) {
    await login({
      user_id: "jane",
      ip: `91.${64 + (index % 5)}.${index}.7`,
      device_id: index.toString(16).padStart(32, "0"),
      user_agent: FIREFOX.replaceAll("144", String(100 + index)),
      succeeded: true,
    });
    clock.now += HOUR;
  }
  const { engine } = app.app.services.store;
  const sizes: number[] = [];
  for await (const { value } of engine.scan(["login-user"])) {
    assert.ok(value instanceof Uint8Array);
    const text = new TextDecoder("latin1").decode(value);
    sizes.push(value.length);
    assert.ok(!/jane|91\.6|000000000000|Mozilla/.test(text), text);
  }
  assert.equal(sizes.length, 1);
  const exported = await app.ask("/v1/privacy/export", { json: { user_id: "jane" } });
  assert.equal(exported.body.logins[0].places.length, 30);
  const erased = await app.ask("/v1/privacy/erase", { json: { user_id: "jane" } });
  assert.equal(erased.status, 200, erased.text);
  for (const prefix of ["login-user", "login-attempt"]) {
    assert.deepEqual(await Array.fromAsync(engine.scan([prefix]), ({ key }) => key.length), [], prefix);
  }
  assert.ok(sizes[0]! < 2000, `${sizes[0]} bytes`);
});

Deno.test("two processes on one store see each other's log-ins", async () => {
  await using world = await startWorld();
  const { app, clock } = world;
  await using second = await startApp({ dataDir: app.dataDir, now: () => clock.now });
  const ask = async (on: TestApp, json: Record<string, unknown>) =>
    (await on.ask("/v1/score/login", { key: app.live, json })).body;
  await followChanges(app, second);
  await ask(app, { user_id: "first" });
  await ask(second, { user_id: "first" });
  for (let index = 0; index < 12; index++) {
    await ask(index % 2 === 0 ? app : second, { user_id: `v${index}`, ip: "189.6.12.9", succeeded: false });
  }
  clock.now += 1000;
  for (const on of [app, second]) {
    const { site } = await ask(on, { user_id: "next", ip: "189.6.12.9", succeeded: true });
    assert.equal(site.users_failing_here, 12);
  }
  await ask(app, AT_HOME);
  assert.equal((await ask(second, AT_HOME)).account.logins, 1);
});

Deno.test("log-ins at once share stored values, and each of them is known by its id, counts once and can be erased", async () => {
  await using world = await startWorld();
  const { app, clock, login, tell } = world;
  const names = Array.from({ length: 40 }, (_, index) => `user${index}`);
  const release = holdCommits(app);
  const asked = names.map((user_id) => login({ ...AT_HOME, user_id, succeeded: false }));
  await eventually(async () => {
    const { text } = await app.ask("/metrics", { key: null });
    // This request is one, too.
    return text.includes(`\nwinnow_http_requests_in_progress ${names.length + 1}\n`);
  }, "all are in progress");
  release();
  const answers = await Promise.all(asked);
  const ids = answers.map(({ request_id }) => request_id as string);
  assert.equal(new Set(ids).size, ids.length);
  const { store, logins } = app.app.services;
  const values = await Array.fromAsync(store.engine.scan(["login-attempt"]));
  const account = values[0]!.key[1]!;
  const stored = await Array.fromAsync(store.loginAttempts.since(account, 0), ({ id }) => id);
  assert.deepEqual(stored.sort(), ids.toSorted());
  assert.ok(values.length < ids.length / 2, `${values.length} values for ${ids.length} log-ins`);
  for (const id of ids) assert.equal(await tell(id, "owner_confirmed"), "recorded");
  assert.equal(
    await tell(ids[0]!.replace(/.$/, (digit) => digit === "0" ? "1" : "0"), "mfa_passed"),
    "not_found",
  );
  assert.equal((await login({ ...AT_HOME, user_id: "next" })).site.users_failing_here, 40);
  clock.now += 2 * MINUTE;
  logins.drop(account);
  assert.equal((await login({ ...AT_HOME, user_id: "next" })).site.users_failing_here, 40);
  assert.equal((await app.ask("/v1/privacy/erase", { json: { user_id: "user7" } })).status, 200);
  assert.equal(await tell(ids[7]!, "mfa_passed"), "not_found");
  assert.equal(await tell(ids[8]!, "mfa_passed"), "recorded");
});
