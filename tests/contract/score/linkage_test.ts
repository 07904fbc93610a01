import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DEVICE = "0123456789abcdef0123456789abcdef";

async function linkage(app: TestApp, json: unknown, key = app.live) {
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  return body.linkage;
}

Deno.test("linkage of values that a sign-up did not carry is null; counts include the sign-up itself", async () => {
  await using app = await startApp();
  assert.deepEqual(await linkage(app, { phone: "+442083661177" }), {
    device_email_count: null,
    email_device_count: null,
    email_ip_count: null,
    subnet_rate_1h: null,
    domain_rate_1h: null,
    referral_rate_1h: null,
    ring: null,
  });
  assert.deepEqual(await linkage(app, { ip: "73.15.20.1", email: "a@example.org", device_id: DEVICE }), {
    device_email_count: 1,
    email_device_count: 1,
    email_ip_count: 1,
    subnet_rate_1h: 1,
    domain_rate_1h: 1,
    referral_rate_1h: null,
    ring: null,
  });
});

Deno.test("counts are exact and per account, also after a restart; test keys and single endpoints change nothing", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  await linkage(app, { email: "one@example.org", device_id: DEVICE });
  assert.equal((await linkage(app, { email: "two@example.org", device_id: DEVICE })).device_email_count, 2);
  assert.equal((await linkage(app, { email: "t.w.o@example.org", device_id: DEVICE })).device_email_count, 3);
  for (const digit of ["a", "b", "c"]) {
    await linkage(app, { email: "many@example.org", device_id: digit.repeat(32) });
  }
  assert.equal(
    (await linkage(app, { email: "many@example.org", device_id: "a".repeat(32) })).email_device_count,
    3,
  );
  for (let i = 0; i < 5; i++) await app.ask(`/v1/score/ip?ip=73.15.20.${i}`);
  await linkage(app, { ip: "73.15.20.250" }, app.test);
  const fifty = await Promise.all(
    Array.from({ length: 50 }, (_, i) => linkage(app, { ip: `73.15.20.${i}`, email: "many@example.org" })),
  );
  assert.equal(Math.max(...fifty.map((each) => each.subnet_rate_1h)), 50);
  assert.equal(Math.max(...fifty.map((each) => each.email_ip_count)), 50);
  assert.equal((await linkage(app, { ip: "73.15.20.9" }, other.key)).subnet_rate_1h, 1);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  const after = await linkage(
    again,
    { ip: "73.15.20.99", email: "many@example.org", device_id: DEVICE },
    app.live,
  );
  assert.deepEqual([after.subnet_rate_1h, after.device_email_count], [51, 4]);
});

Deno.test("velocity slides over an hour", async () => {
  let now = Date.parse("2026-11-20T10:00:00Z");
  await using app = await startApp({ now: () => now });
  const rate = async () => (await linkage(app, { ip: "73.15.20.1" })).subnet_rate_1h;
  assert.equal(await rate(), 1);
  now += 30 * 60_000;
  assert.equal(await rate(), 2);
  now += 31 * 60_000;
  assert.equal(await rate(), 2);
  now += 2 * 3_600_000;
  assert.equal(await rate(), 1);
});

Deno.test("a /48 is one subnet for IPv6", async () => {
  await using app = await startApp();
  await linkage(app, { ip: "2600:1700:1234::1" });
  assert.equal((await linkage(app, { ip: "2600:1700:1234:ffff::9" })).subnet_rate_1h, 2);
  assert.equal((await linkage(app, { ip: "2600:1700:1235::1" })).subnet_rate_1h, 1);
});
