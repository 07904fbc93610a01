/** What is stored for a guest is bounded, whatever is sent; members are bounded by their rate limits. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { AppError } from "../../../src/model/error.ts";
import type { Account } from "../../../src/model/records.ts";
import { RateLimiter } from "../../../src/service/access/rate_limit.ts";
import { Idempotency } from "../../../src/service/access/idempotency.ts";
import { GUEST_KILOBYTES_PER_DAY, StorageLimit } from "../../../src/service/access/storage_limit.ts";
import { Seal } from "../../../src/records/seal.ts";
import { startApp } from "../../support/app/app.ts";

const MEGABYTE = 1024 * 1024;

function limitOf(bytes: RateLimiter, now: () => number): StorageLimit {
  return new StorageLimit({ bytes, testScores: new RateLimiter(DAY_MS) }, now);
}

function isFull(limit: StorageLimit, account: Account): number {
  try {
    limit.admit(account);
    return 0;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === "rate_limited", String(error));
    return error.extra.retryAfter ?? NaN;
  }
}

Deno.test("a guest has up to 48 megabytes stored at once and 96 more a day", async () => {
  await using app = await startApp();
  const { account: guest } = await app.account("guest", { madeBy: "signup" });
  const { account: other } = await app.account("other", { madeBy: "signup" });
  const { account: member } = await app.account("member");
  const clock = { now: 1_800_000_000_000 };
  const limit = limitOf(new RateLimiter(DAY_MS), () => clock.now);
  for (let each = 0; each < 48; each++) {
    assert.equal(isFull(limit, guest), 0, `${each} MB`);
    limit.kept(guest, MEGABYTE);
    limit.kept(member, MEGABYTE);
  }
  const wait = isFull(limit, guest);
  assert.ok(wait > 30 && wait < 900, `${wait} s`);
  assert.deepEqual([isFull(limit, other), isFull(limit, member)], [0, 0]);
  clock.now += wait * 1000;
  assert.equal(isFull(limit, guest), 0);
  for (let each = 0; each < 55_000 && isFull(limit, other) === 0; each++) limit.kept(other, 0);
  assert.ok(isFull(limit, other) > 0, "small answers are counted with what the store needs for them");
});

Deno.test("a guest with too much kept gets replays, and nothing else is executed", async () => {
  await using app = await startApp();
  const { services } = app.app;
  const limiter = new RateLimiter(DAY_MS);
  const idempotency = new Idempotency({
    store: services.store.keptRequests,
    hasher: services.hasher,
    seal: new Seal("kept-limit-test-secret-kept-limit-test", "idempotency", []),
    now: services.now,
    onLarge: () => {},
    limit: limitOf(limiter, services.now),
  });
  let executed = 0;
  const callerOf = async (name: string, madeBy: Account["madeBy"]) => {
    const { key } = await app.account(name, { madeBy });
    return await services.authenticator.authenticate(key);
  };
  const answer = (caller: Awaited<ReturnType<typeof callerOf>>, key: string) =>
    idempotency.answer(
      { caller, key, endpoint: "POST /", body: "" },
      () => Promise.resolve({ n: ++executed }),
    );
  const [guest, member] = [await callerOf("guest", "signup"), await callerOf("member", "operator")];
  await answer(guest, "first");
  for (const { account } of [guest, member]) {
    limiter.owe(account.id, GUEST_KILOBYTES_PER_DAY, services.now(), GUEST_KILOBYTES_PER_DAY);
  }
  assert.deepEqual(await answer(guest, "first"), { text: '{"n":1}', isReplayed: true });
  await assert.rejects(answer(guest, "second"), { code: "rate_limited" });
  assert.equal(executed, 1);
  await answer(member, "second");
  assert.equal(executed, 2);
});

const TEST_SCORES = 10_000;
const HOUR_MS = DAY_MS / 24;

function addresses(round: number, count = 500): string[] {
  return Array.from({ length: count }, (_, at) => `73.${round & 255}.${at >> 8}.${at & 255}`);
}

Deno.test("test keys make 20,000 scores a day at most, of members too; live keys and other accounts go on", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ now: () => clock.now });
  const { key: live } = await app.account("shop", { rpm: 600 });
  // A faster key has no more of them.
  const { key: test } = await app.account("shop", { rpm: 100_000, mode: "test" });
  const { key: other } = await app.account("other", { rpm: 600, mode: "test" });
  const { limit } = { limit: app.app.services.storageLimit };
  const caller = await app.app.services.authenticator.authenticate(test);
  let made = 0;
  const end = clock.now + DAY_MS;
  const isRefused = () => {
    try {
      limit.takeScores(caller, 100);
      made += 100;
      return false;
    } catch {
      return true;
    }
  };
  while (!isRefused());
  assert.equal(made, TEST_SCORES);
  const refused = await app.ask("/v1/score/ip?ip=9.9.9.9", { key: test });
  assert.deepEqual([refused.status, refused.body.code], [429, "rate_limited"]);
  assert.match(refused.body.detail, /10000 scores at once/);
  assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]/);
  for (const key of [live, other]) {
    assert.equal((await app.ask("/v1/score/ip?ip=9.9.9.9", { key })).status, 200);
  }
  while ((clock.now += HOUR_MS) < end) while (!isRefused());
  assert.ok(made <= 2 * TEST_SCORES && made > 1.9 * TEST_SCORES, `${made} in a day`);
  while (!isRefused());
  const batch = await app.ask("/v1/batch", { key: test, json: { type: "ip", items: addresses(1) } });
  assert.deepEqual([batch.status, batch.body.code], [429, "rate_limited"], "refused whole");
});

Deno.test("what a test key stored is kept for a week, and a live score for 180 days", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ now: () => clock.now });
  const ask = (key: string) =>
    app.ask("/v1/score/user", { key, json: { ip: "9.9.9.9", email: "a@gmail.com" } });
  const [test, live] = await Promise.all([ask(app.test), ask(app.live)]);
  const batch = await app.ask("/v1/batch", { key: app.test, json: { type: "ip", items: addresses(1, 3) } });
  const ids = [
    test.body.request_id,
    ...batch.body.results.map((each: { request_id: string }) => each.request_id),
  ];
  const status = async (id: string, key: string) => (await app.ask(`/v1/score/${id}`, { key })).status;
  clock.now += 7 * DAY_MS - 60_000;
  for (const id of ids) assert.equal(await status(id, app.test), 200);
  clock.now += 120_000;
  for (const id of ids) assert.equal(await status(id, app.test), 404);
  const found = await app.ask("/v1/scores/search", { key: app.test, json: { mode: "test" } });
  assert.deepEqual(found.body.results, []);
  assert.equal(await status(live.body.request_id, app.live), 200);
});

Deno.test("what a guest reported counts for 180 days; what a member reported stays", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ now: () => clock.now });
  const { key: guest } = await app.account("guest", { madeBy: "signup" });
  const count = async (value: string, key: string) =>
    (await app.ask(`/v1/score/ip?ip=${value}`, { key })).body.abuse_reports;
  await app.ask("/v1/report", { key: guest, json: { kind: "ip", value: "73.15.20.1" } });
  await app.ask("/v1/report", { json: { kind: "ip", value: "73.15.20.2" } });
  assert.deepEqual([await count("73.15.20.1", guest), await count("73.15.20.2", guest)], [1, 1]);
  clock.now += 179 * DAY_MS;
  assert.deepEqual([await count("73.15.20.1", guest), await count("73.15.20.2", guest)], [1, 1]);
  clock.now += 3 * DAY_MS;
  assert.deepEqual([await count("73.15.20.1", guest), await count("73.15.20.2", guest)], [0, 1]);
  await app.ask("/v1/report", { key: guest, json: { kind: "ip", value: "73.15.20.1" } });
  assert.ok(await count("73.15.20.1", guest) >= 1, "a new report counts");
});
