/** Keys that expire, and keys that replace others. */
import assert from "node:assert/strict";
import { AppError } from "../../../src/model/error.ts";
import type { ApiKey } from "../../../src/model/records.ts";
import { revokeKey, rotateKey } from "../../../src/service/access/keys.ts";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-11-20T12:00:00Z");

const answer = async (app: TestApp, key: string) => {
  const { status, body } = await app.ask("/v1/score/ip?ip=8.8.8.8", { key });
  return body.code ?? status;
};

const keyOf = (app: TestApp, id: string): ApiKey => app.app.services.store.accounts.key(id)!;

Deno.test("a key is refused from the moment it expires, and its sessions end then", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const made = await app.account("main", { expiresAt: START + 5 * HOUR });
  const [visitor, late] = [new Visitor(app), new Visitor(app)];
  await visitor.signIn(made.key);
  now = START + 5 * HOUR - 1;
  assert.equal(await answer(app, made.key), 200);
  assert.match((await visitor.get("/console")).text, /Signed in as/);
  now = START + 5 * HOUR;
  assert.equal(await answer(app, made.key), "key_expired");
  assert.match((await visitor.get("/console")).text, /Live API key/);
  const page = await late.signIn(made.key);
  assert.equal(page.status, 401);
  assert.match(page.text, /This key has expired/);
  assert.equal(await answer(app, app.live), 200, "other keys go on");
});

const OVERLAPS: readonly { name: string; overlapMs: number; goesOnUntil: number }[] = [
  { name: "24 hours", overlapMs: DAY, goesOnUntil: START + DAY },
  { name: "none", overlapMs: 0, goesOnUntil: START },
];

for (const { name, overlapMs, goesOnUntil } of OVERLAPS) {
  Deno.test(`rotating a key with the overlap ${name}`, async () => {
    let now = START;
    await using app = await startApp({ now: () => now });
    const old = await app.account("main", { scopes: ["score", "console"], rpm: 77 });
    const visitor = new Visitor(app);
    await visitor.signIn(old.key);
    const { made, replaced } = await rotateKey(app.app.services, old.keyId, { overlapMs });
    assert.equal(replaced.expiresAt, goesOnUntil);
    assert.equal(replaced.replacedBy, made.key.id);
    const { account, mode, name, ratePerMinute, scopes, expiresAt } = made.key;
    assert.deepEqual({ account, mode, name, ratePerMinute, scopes, expiresAt }, {
      account: old.account.id,
      mode: "live",
      name: "",
      ratePerMinute: 77,
      scopes: ["score", "console"],
      expiresAt: undefined,
    });
    assert.equal(await answer(app, made.secret), 200);
    now = goesOnUntil - 1;
    if (overlapMs > 0) {
      assert.equal(await answer(app, old.key), 200);
      await visitor.signIn(old.key);
      assert.match((await visitor.get("/console")).text, /Signed in as/);
    }
    now = goesOnUntil;
    assert.equal(await answer(app, old.key), "key_expired");
    assert.match((await visitor.get("/console")).text, /Live API key/);
    assert.equal(await answer(app, made.secret), 200);
  });
}

Deno.test("a rotated key never outlives its own end, and its successor lasts as long as it was to last", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const old = await app.account("main", { expiresAt: START + 30 * DAY });
  now = START + 30 * DAY - HOUR;
  const { made, replaced } = await rotateKey(app.app.services, old.keyId, { overlapMs: DAY });
  assert.equal(replaced.expiresAt, START + 30 * DAY);
  assert.equal(made.key.expiresAt, now + 30 * DAY);
  const next = await rotateKey(app.app.services, made.key.id, { expiresAt: now + DAY });
  assert.equal(next.made.key.expiresAt, now + DAY);
  const last = await rotateKey(app.app.services, next.made.key.id, { expiresAt: null });
  assert.equal(last.made.key.expiresAt, undefined);
});

const REFUSED: readonly { name: string; change: Partial<ApiKey>; says: RegExp }[] = [
  { name: "a revoked key", change: { revokedAt: START }, says: /is revoked/ },
  { name: "an expired key", change: { expiresAt: START }, says: /has expired/ },
  { name: "a replaced key", change: { replacedBy: "key_next" }, says: /already replaced, by key_next/ },
];

for (const { name, change, says } of REFUSED) {
  Deno.test(`${name} is not rotated, and nothing is changed`, async () => {
    await using app = await startApp({ now: () => START });
    const { keyId, account } = await app.account("main");
    const { accounts } = app.app.services.store;
    await accounts.putKey({ ...keyOf(app, keyId), ...change });
    const before = accounts.keysOf(account.id);
    await assert.rejects(
      rotateKey(app.app.services, keyId),
      (error: unknown) => error instanceof AppError && says.test(error.message),
    );
    assert.deepEqual(accounts.keysOf(account.id), before);
  });
}

Deno.test("a key that does not exist is neither rotated nor revoked", async () => {
  await using app = await startApp();
  for (const change of [rotateKey, revokeKey]) {
    await assert.rejects(change(app.app.services, "key_never"), { message: /There is no key "key_never"/ });
  }
});

Deno.test("rotations and a revocation of one key at once, in two processes: one successor at most, and the revocation holds", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  for (let round = 0; round < 5; round++) {
    const old = await one.account("shop");
    await followChanges(two);
    const before = one.app.services.store.accounts.keysOf(old.account.id).length;
    const results = await Promise.allSettled([
      rotateKey(one.app.services, old.keyId),
      rotateKey(two.app.services, old.keyId),
      revokeKey((round % 2 === 0 ? one : two).app.services, old.keyId),
    ]);
    const rotated = results.slice(0, 2).filter(({ status }) => status === "fulfilled").length;
    assert.ok(rotated <= 1, "both rotations succeeded");
    assert.equal(results[2].status, "fulfilled");
    await followChanges(one, two);
    for (const app of [one, two]) {
      assert.notEqual(keyOf(app, old.keyId).revokedAt, null, "the revocation was lost");
      assert.equal(app.app.services.store.accounts.keysOf(old.account.id).length, before + rotated);
    }
  }
});
