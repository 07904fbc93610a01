/** Counts that conditions ask for, over sign-ups that came by HTTP and are stored. */
import assert from "node:assert/strict";
import type { Counted } from "../../../src/model/conditions/count.ts";
import { type CountedValue, DISTINCT_OF } from "../../../src/model/conditions/dimension.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/model/duration.ts";
import type { KeyMode } from "../../../src/model/records.ts";
import { ConditionCounts } from "../../../src/service/conditions/counts/counts.ts";
import { pastSignups, valuesOfRecord } from "../../../src/service/conditions/counts/past_signups.ts";
import { startApp, type StartOptions, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";

const T0 = Date.UTC(2036, 3, 2, 9);
const SIGNUPS: Counted = { of: "signups", dimension: "ip", windowMs: HOUR_MS };
const EMAILS: Counted = { of: "distinct", dimension: "device", what: "email", windowMs: 30 * DAY_MS };
const FRAUD: Counted = { of: "fraud", dimension: "subnet", windowMs: DAY_MS };
const SEEN: Counted = { of: "first_seen_days", dimension: "ip" };
const LABELLED: Counted = { of: "labels", component: "email", outcome: "fraud" };
const LEGIT: Counted = { of: "labels", component: "device", outcome: "legit" };
const WANTED = [SIGNUPS, EMAILS, FRAUD, SEEN, LABELLED, LEGIT];

const startAt = (clock: { now: number }, options: StartOptions = {}) =>
  startApp({ now: () => clock.now, ...options });

interface Person {
  readonly ip?: string;
  readonly email?: string;
  readonly device?: string;
}

async function signUp(
  app: TestApp,
  { ip = "81.2.69.1", email = "ann@the-shop.com", device }: Person,
  key = app.live,
) {
  const given = device === undefined ? {} : { device_id: device.repeat(16) };
  const answer = await app.ask("/v1/score/user", { key, json: { ip, email, ...given } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.request_id as string;
}

async function label(app: TestApp, requestId: string, outcome: string) {
  const answer = await app.ask("/v1/outcome", { json: { request_id: requestId, outcome } });
  assert.equal(answer.status, 200, answer.text);
}

/** What each would count for a sign-up like that of the request, which is judged next. */
async function counts(
  app: TestApp,
  requestId: string,
  { wanted = WANTED, account = "main", mode = "live" }: {
    wanted?: readonly Counted[];
    account?: string;
    mode?: KeyMode;
  } = {},
) {
  const { services } = app.app;
  const { id } = services.store.accounts.accountNamed(account)!;
  await services.counts.ready(id, mode, wanted);
  const owner = services.store.accounts.accountNamed("main")!.id;
  const record = (await services.store.scores.get(owner, requestId, services.now()))!;
  const values = valuesOfRecord(record);
  return wanted.map((each) => services.counts.count(id, mode, each, values, services.now()));
}

Deno.test("counts know the sign-ups of before, also after a restart, and the labels", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const first = await signUp(app, { email: "eve@the-shop.com", device: "ab" });
  clock.now += 40 * DAY_MS;
  await signUp(app, { email: "bob@the-shop.com", device: "ab" });
  const second = await signUp(app, { device: "ab" });
  await signUp(app, { ip: "81.2.69.77", device: "cd" });
  // Without an address, there is nothing to count by.
  await app.ask("/v1/score/ip?ip=81.2.69.1");
  assert.deepEqual(await counts(app, second), [3, 2, 0, 40, 0, 0]);
  await label(app, second, "fraud");
  await label(app, first, "legit");
  assert.deepEqual(await counts(app, second), [3, 2, 1, 40, 1, 1]);
  clock.now += HOUR_MS - 1;
  assert.deepEqual(await counts(app, second), [3, 2, 1, 40, 1, 1]);
  clock.now += 1;
  const after = [1, 2, 1, 40, 1, 1];
  assert.deepEqual(await counts(app, second), after);
  await app.close();
  await using again = await startAt(clock, { dataDir: app.dataDir });
  assert.deepEqual(await counts(again, second), after);
});

Deno.test("a label is counted at once, until it is another one or removed; so is a bulk label", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const one = await signUp(app, { device: "ab" });
  const other = await signUp(app, { device: "ab" });
  const wanted = [FRAUD, LABELLED, LEGIT];
  assert.deepEqual(await counts(app, one, { wanted }), [0, 0, 0]);
  for (
    const [outcome, expected] of [
      ["fraud", [1, 1, 0]],
      ["fraud", [1, 1, 0]],
      ["legit", [0, 0, 1]],
      ["none", [0, 0, 0]],
      ["fraud", [1, 1, 0]],
    ] as const
  ) {
    await label(app, one, outcome);
    assert.deepEqual(await counts(app, other, { wanted }), expected, outcome);
  }
  await app.ask("/v1/outcome", {
    json: { outcomes: [one, other].map((request_id) => ({ request_id, outcome: "fraud" })) },
  });
  assert.deepEqual(await counts(app, one, { wanted }), [2, 2, 0]);
});

Deno.test("test keys and other accounts are counted apart", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const other = await app.account("other");
  const one = await signUp(app, {});
  await signUp(app, {}, app.test);
  await signUp(app, {}, app.test);
  for (let count = 0; count < 3; count++) await signUp(app, {}, other.key);
  const wanted = [SIGNUPS];
  assert.deepEqual(await counts(app, one, { wanted }), [2]);
  assert.deepEqual(await counts(app, one, { wanted, mode: "test" }), [3]);
  assert.deepEqual(await counts(app, one, { wanted, account: "other" }), [4]);
  assert.equal(app.app.services.counts.size, 1 + 2 + 3);
});

Deno.test("what is judged counts before it is stored, once, and no longer when its commit failed", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const { services } = app.app;
  const account = services.store.accounts.accountNamed("main")!.id;
  const one = await signUp(app, {});
  const wanted = [SIGNUPS];
  assert.deepEqual(await counts(app, one, { wanted }), [2]);
  const values = valuesOfRecord((await services.store.scores.get(account, one, clock.now))!);
  const { requestId } = services.store.scores.begin("live");
  services.counts.note(account, "live", values, clock.now, requestId);
  assert.deepEqual(await counts(app, one, { wanted }), [3]);
  services.counts.forget(account, "live", clock.now, requestId);
  assert.deepEqual(await counts(app, one, { wanted }), [2]);
  // What is stored without having been noted, as by another process, is found a little later; after a long pause too.
  for (const [expected, pauseMs] of [[3, 3_000], [4, 11 * MINUTE_MS]] as const) {
    const stored = await signUp(app, {});
    services.counts.forget(account, "live", clock.now, stored);
    clock.now += pauseMs;
    await services.counts.ready(account, "live", wanted);
    await eventually(
      async () => (await counts(app, one, { wanted }))[0] === expected,
      `${expected} sign-ups`,
    );
    clock.now += pauseMs;
    assert.deepEqual(await counts(app, one, { wanted }), [expected]);
  }
});

Deno.test("another count is known when it is asked for, and those of before go on meanwhile", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const { services } = app.app;
  const account = services.store.accounts.accountNamed("main")!.id;
  const one = await signUp(app, { device: "ab" });
  assert.deepEqual(await counts(app, one, { wanted: [SIGNUPS] }), [2]);
  const ready = services.counts.ready(account, "live", [SIGNUPS, EMAILS]);
  assert.ok(ready instanceof Promise);
  const values = valuesOfRecord((await services.store.scores.get(account, one, clock.now))!);
  const now = (wanted: Counted) => services.counts.count(account, "live", wanted, values, clock.now);
  assert.equal(now(SIGNUPS), 2);
  await ready;
  assert.deepEqual([now(SIGNUPS), now(EMAILS)], [2, 1]);
  assert.equal(services.counts.ready(account, "live", [EMAILS]), undefined);
});

Deno.test("what a sign-up is counted by is the same from its record and from the columns", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const { store, now } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const ids: string[] = [];
  for (
    const userAgent of ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "curl/8.1"]
  ) {
    const json = {
      ip: "2a02:8070:1::9",
      email: "jsmith8271@mail.the-shop.com",
      phone: "+4915112345678",
      domain: "the-shop.com",
      user_id: "u-1",
      custom: { referral: "X1" },
      device_id: "ab".repeat(16),
      device_signals: { user_agent: userAgent },
    };
    ids.push((await app.ask("/v1/score/user", { json })).body.request_id);
  }
  ids.push(await signUp(app, {}));
  const names: readonly CountedValue[] = [...DISTINCT_OF, "domain"];
  const span = { since: T0 - MINUTE_MS, until: T0 + MINUTE_MS };
  const fromColumns = (await Array.fromAsync(pastSignups(store, { account, mode: "live" }, names, span)))
    .flat();
  const records = await store.scores.getMany(account, ids, now());
  assert.deepEqual(
    fromColumns.map(({ values }) => values),
    ids.map((id) => valuesOfRecord(records.get(id)!)),
  );
  assert.ok(
    ["ip", "subnet", "email", "phone", "device", "user", "domain"].every((name) =>
      name in fromColumns[0]!.values
    ),
  );
});

Deno.test("with too many sign-ups in memory, those that nobody asks for go; what is left is exact or unknown", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const { store, now } = app.app.services;
  const counts = new ConditionCounts({ store, now, random: () => 0.5, maxSignups: 6_000 });
  const minutes: Counted = { of: "signups", dimension: "ip", windowMs: 10 * MINUTE_MS };
  const wanted = [SIGNUPS, minutes];
  const values = { ip: "same" };
  const burst = async (account: string, count: number) => {
    await counts.ready(account, "live", wanted);
    for (let each = 0; each < count; each++) {
      counts.note(account, "live", values, clock.now, store.scores.begin("live").requestId);
    }
  };
  const counted = async (account: string) => {
    await counts.ready(account, "live", wanted);
    return wanted.map((each) => counts.count(account, "live", each, values, clock.now));
  };
  await burst("idle", 3_000);
  clock.now += 11 * MINUTE_MS;
  await burst("large", 5_000);
  assert.equal(counts.size, 5_000);
  clock.now += 9 * MINUTE_MS;
  await burst("small", 1_000);
  clock.now += 2 * MINUTE_MS;
  await burst("large", 1_500);
  assert.ok(counts.size <= 6_000 + 1_000);
  assert.deepEqual(await counted("small"), [1_001, 1_001]);
  assert.deepEqual(await counted("large"), [null, 1_501]);
  assert.match(counts.reason("large", "live", SIGNUPS, clock.now)!, /more sign-ups than/);
  assert.equal(counts.reason("large", "live", minutes, clock.now), null);
  // Nothing of it was stored.
  assert.deepEqual(await counted("idle"), [1, 1]);
});

Deno.test("an account with many counts keeps fewer sign-ups in memory for them", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const { store, now } = app.app.services;
  const counts = new ConditionCounts({ store, now, random: () => 0.5, maxSignups: 6_000 });
  const minutes = (count: number): Counted => ({
    of: "distinct",
    dimension: "ip",
    what: "email",
    windowMs: (10 + count) * MINUTE_MS,
  });
  const wanted = Array.from({ length: 40 }, (_, at) => minutes(at));
  await counts.ready("main", "live", wanted);
  for (let each = 0; each < 3_000; each++) {
    const values = { ip: "same", email: `e${each}` };
    counts.note("main", "live", values, clock.now + each, store.scores.begin("live").requestId);
  }
  assert.ok(counts.size <= 6_000 / 4, `${counts.size} sign-ups`);
  clock.now += 3_000;
  const values = { ip: "same", email: "e" };
  assert.equal(counts.count("main", "live", minutes(0), values, clock.now), null);
  assert.match(counts.reason("main", "live", minutes(0), clock.now)!, /more sign-ups than/);
});

Deno.test("counts that change over and over are read again with pauses, and the newest are known in the end", async () => {
  const clock = { now: T0 };
  await using app = await startAt(clock);
  const { counts, store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  await signUp(app, {});
  let reads = 0;
  const blocks = store.scoreColumns.blocks.bind(store.scoreColumns);
  store.scoreColumns.blocks = async function* (...given) {
    reads++;
    await new Promise((resolve) => setTimeout(resolve, 40));
    yield* blocks(...given);
  };
  const started = performance.now();
  const changed = (index: number): Counted => ({ of: "signups", dimension: "ip", windowMs: HOUR_MS + index });
  let waited: unknown;
  for (let index = 0; index < 50; index++) {
    waited = counts.ready(account, "live", [changed(index)]);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await waited;
  const [one] = await Array.fromAsync(store.scores.list(account, { since: 0, until: clock.now }));
  assert.equal(counts.count(account, "live", changed(49), valuesOfRecord(one!), clock.now), 2);
  // One takes 40 ms, and is followed by a pause of twice that.
  assert.ok(reads <= 2 + (performance.now() - started) / 100, `${reads} reads`);
});
