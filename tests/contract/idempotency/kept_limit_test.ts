/** What a guest may have kept is bounded, however many keys are sent; members are bounded by their rate limits. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { AppError } from "../../../src/model/error.ts";
import type { Account } from "../../../src/model/records.ts";
import { RateLimiter } from "../../../src/service/access/rate_limit.ts";
import { Idempotency } from "../../../src/service/idempotency/idempotency.ts";
import { GUEST_KILOBYTES_PER_DAY, KeptLimit } from "../../../src/service/idempotency/kept_limit.ts";
import { Seal } from "../../../src/store/seal.ts";
import { startApp } from "../../support/app/app.ts";

const MEGABYTE = 1024 * 1024;

function isFull(limit: KeptLimit, account: Account): number {
  try {
    limit.admit(account);
    return 0;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === "rate_limited", String(error));
    return error.extra.retryAfter ?? NaN;
  }
}

Deno.test("a guest has up to 100 megabytes kept at once and 200 more a day", async () => {
  await using app = await startApp();
  const { account: guest } = await app.account("guest", { madeBy: "signup" });
  const { account: other } = await app.account("other", { madeBy: "signup" });
  const { account: member } = await app.account("member");
  const clock = { now: 1_800_000_000_000 };
  const limit = new KeptLimit(new RateLimiter(DAY_MS), () => clock.now);
  for (let each = 0; each < 100; each++) {
    assert.equal(isFull(limit, guest), 0, `${each} MB`);
    limit.kept(guest, MEGABYTE);
    limit.kept(member, MEGABYTE);
  }
  const wait = isFull(limit, guest);
  assert.ok(wait > 30 && wait < 60, `${wait} s`);
  assert.deepEqual([isFull(limit, other), isFull(limit, member)], [0, 0]);
  clock.now += wait * 1000;
  assert.equal(isFull(limit, guest), 0);
  for (let each = 0; each < 110_000 && isFull(limit, other) === 0; each++) limit.kept(other, 0);
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
    limit: new KeptLimit(limiter, services.now),
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
