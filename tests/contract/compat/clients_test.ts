/** The vendor's npm clients, unmodified, over TLS against the real server: minfraud-api-node 6.1.0, geoip2-node 7.1.0. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { geoClient, minFraud, minFraudClient } from "../../support/clients/maxmind.ts";
import { startTlsProxy } from "../../support/servers/tls_proxy.ts";

const PORT = (app: TestApp) => Number(new URL(app.origin).port);
const DISPOSABLE = "someone@mailinator.com";

function transaction(given: { ip?: string; email?: string; phone?: [code: string, number: string] }) {
  return new minFraud.Transaction({
    ...(given.ip === undefined ? {} : { device: new minFraud.Device({ ipAddress: given.ip }) }),
    ...(given.email === undefined ? {} : { email: new minFraud.Email({ address: given.email }) }),
    ...(given.phone === undefined ? {} : {
      billing: new minFraud.Billing({ phoneCountryCode: given.phone[0], phoneNumber: given.phone[1] }),
    }),
  });
}

Deno.test("minfraud-api-node reads insights and scores of sign-ups that are allowed, reviewed and blocked", async (t) => {
  await using app = await startApp();
  await using proxy = startTlsProxy(PORT(app));
  const client = minFraudClient(proxy.port, app.live);
  const rows = [
    { name: "allow", given: { ip: "81.2.69.160", email: "jane.doe@gmail.com" }, action: "accept" },
    {
      name: "review",
      given: { ip: "8.8.8.8", phone: ["44", "9012345678"] as [string, string] },
      action: "manual_review",
    },
    {
      name: "block",
      given: { ip: "8.8.8.8", email: DISPOSABLE, phone: ["44", "2079460123"] as [string, string] },
      action: "reject",
    },
  ];
  for (const { name, given, action } of rows) {
    await t.step(name, async () => {
      const insights = await client.insights(transaction(given));
      assert.equal(insights.disposition?.action, action);
      assert.equal(insights.disposition?.reason, "default");
      assert.match(insights.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.ok(insights.riskScore >= 0.01 && insights.riskScore <= 99);
      assert.equal(insights.fundsRemaining, null);
      assert.equal(insights.queriesRemaining, null);
      assert.equal(insights.ipAddress?.traits.ipAddress, given.ip);
      assert.ok(insights.ipAddress!.risk >= 0.01);
      assert.equal(insights.ipAddress?.location?.localTime, null);
      assert.equal(insights.creditCard, undefined);
      assert.deepEqual(insights.warnings, []);
      const score = await client.score(transaction(given));
      assert.equal(score.riskScore, insights.riskScore);
      assert.equal(score.disposition?.action, action);
      assert.equal(score.ipAddress?.risk, insights.ipAddress?.risk);
    });
  }
});

Deno.test("minfraud-api-node shows what was found about address, place and e-mail", async () => {
  await using app = await startApp();
  await using proxy = startTlsProxy(PORT(app));
  const client = minFraudClient(proxy.port, app.live);
  const insights = await client.insights(transaction({ ip: "8.8.8.8", email: DISPOSABLE }));
  assert.equal(insights.ipAddress?.country?.isoCode, "US");
  assert.equal(insights.ipAddress?.country?.names.en, "United States");
  assert.equal(insights.ipAddress?.continent?.code, "NA");
  assert.equal(insights.ipAddress?.city?.names.en, "Mountain View");
  assert.equal(insights.ipAddress?.traits.autonomousSystemNumber, 15169);
  assert.equal(insights.ipAddress?.traits.isHostingProvider, true);
  assert.equal(insights.email?.isDisposable, true);
  assert.equal(insights.email?.isHighRisk, true);
  assert.equal(insights.email?.firstSeen, new Date().toISOString().slice(0, 10));
});

Deno.test("minfraud-api-node sees a warning for each block that is not used, and hashed addresses", async () => {
  await using app = await startApp();
  await using proxy = startTlsProxy(PORT(app));
  const client = minFraudClient(proxy.port, app.live);
  const insights = await client.insights(
    new minFraud.Transaction({
      device: new minFraud.Device({ ipAddress: "8.8.8.8" }),
      email: new minFraud.Email({ address: DISPOSABLE, hashAddress: true }),
      shipping: new minFraud.Shipping({ city: "Oxford" }),
      order: new minFraud.Order({ amount: 12.5 }),
      creditCard: new minFraud.CreditCard({ lastDigits: "1234" }),
      shoppingCart: [new minFraud.ShoppingCartItem({ itemId: "a" })],
      customInputs: [new minFraud.CustomInput("colour", "blue")],
    }),
  );
  assert.deepEqual(
    insights.warnings?.map(({ code, inputPointer }) => [code, inputPointer]),
    [
      ["EMAIL_ADDRESS_UNUSABLE", "/email/address"],
      ["WINNOW_INPUT_IGNORED", "/shipping"],
      ["WINNOW_INPUT_IGNORED", "/order"],
      ["WINNOW_INPUT_IGNORED", "/credit_card"],
      ["WINNOW_INPUT_IGNORED", "/shopping_cart"],
      ["WINNOW_INPUT_IGNORED", "/custom_inputs"],
    ],
  );
  assert.equal(insights.email?.isDisposable, true);
  assert.equal(insights.email?.firstSeen, null);
});

Deno.test("minfraud-api-node takes an address in reserved space with a warning", async () => {
  await using app = await startApp();
  await using proxy = startTlsProxy(PORT(app));
  const client = minFraudClient(proxy.port, app.live);
  const insights = await client.insights(transaction({ ip: "10.1.2.3", email: "jane.doe@gmail.com" }));
  assert.deepEqual(insights.warnings?.map(({ code }) => code), ["IP_ADDRESS_RESERVED"]);
  assert.equal(insights.ipAddress?.country?.isoCode, null);
  assert.deepEqual(insights.ipAddress?.city?.names, {});
});

Deno.test("minfraud-api-node takes an address that nothing is known about with a warning", async () => {
  await using app = await startApp();
  await using proxy = startTlsProxy(PORT(app));
  const client = minFraudClient(proxy.port, app.live);
  const { warnings, ipAddress } = await client.insights(transaction({ ip: "192.0.0.9" }));
  assert.deepEqual(warnings?.map(({ code, inputPointer }) => [code, inputPointer]), [
    ["IP_ADDRESS_NOT_FOUND", "/device/ip_address"],
  ]);
  assert.equal(ipAddress?.country?.isoCode, null);
});

Deno.test("minfraud-api-node reports a transaction by our id and by the customer's", async () => {
  await using app = await startApp();
  await using proxy = startTlsProxy(PORT(app));
  const client = minFraudClient(proxy.port, app.live);
  const { id } = await client.score(transaction({ ip: "8.8.8.8" }));
  const own = await client.score(
    new minFraud.Transaction({
      device: new minFraud.Device({ ipAddress: "1.1.1.1" }),
      event: new minFraud.Event({ transactionId: "order-17" }),
    }),
  );
  await client.reportTransaction(
    new minFraud.TransactionReport({
      ipAddress: "8.8.8.8",
      tag: minFraud.Constants.Tag.CHARGEBACK,
      minfraudId: id,
      notes: "card not present",
    }),
  );
  const stored = await app.ask(`/v1/score/req_${id}`);
  assert.equal(stored.body.label.outcome, "fraud");
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).body.abuse_reports, 1);
  await client.reportTransaction(
    new minFraud.TransactionReport({
      ipAddress: "9.9.9.9",
      tag: minFraud.Constants.Tag.SUSPECTED_FRAUD,
      transactionId: "order-17",
    }),
  );
  assert.equal((await app.ask(`/v1/score/req_${own.id}`)).body.label.outcome, "fraud");
  assert.equal((await app.ask("/v1/score/ip?ip=9.9.9.9")).body.abuse_reports, 0);
});

Deno.test("minfraud-api-node names each error", async (t) => {
  let now = Date.now();
  await using app = await startApp({ env: { WINNOW_COMPAT_HOURLY: "3" }, now: () => now });
  await using proxy = startTlsProxy(PORT(app));
  const paused = await app.account("paused");
  await app.app.services.store.accounts.putAccount({ ...paused.account, paused: true });
  const empty = await app.account("empty", { monthly: 0 });
  const good = transaction({ ip: "8.8.8.8" });
  const national = new minFraud.Transaction({
    billing: new minFraud.Billing({ phoneNumber: "2071838750" }),
  });
  const large = new minFraud.Transaction({
    device: new minFraud.Device({ ipAddress: "8.8.8.8" }),
    shoppingCart: Array.from(
      { length: 100 },
      () => new minFraud.ShoppingCartItem({ itemId: "a".repeat(250) }),
    ),
  });
  const code = (key: string, work: (client: minFraud.Client) => Promise<unknown>) =>
    work(minFraudClient(proxy.port, key)).then(
      () => "no error",
      (error: { code: string; error: string }) => {
        assert.ok(error.error.length > 5);
        return error.code;
      },
    );
  const rows: [string, string, (client: minFraud.Client) => Promise<unknown>, string][] = [
    ["wrong key", "wk_live_wrong", (c) => c.insights(good), "AUTHORIZATION_INVALID"],
    ["no key", "", (c) => c.insights(good), "LICENSE_KEY_REQUIRED"],
    ["paused account", paused.key, (c) => c.insights(good), "INSUFFICIENT_FUNDS"],
    ["quota used up", empty.key, (c) => c.score(good), "INSUFFICIENT_FUNDS"],
    ["nothing to score", app.live, (c) => c.score(transaction({})), "REQUEST_INVALID"],
    ["a number without its country", app.live, (c) => c.score(national), "REQUEST_INVALID"],
    ["a body that is too large", app.live, (c) => c.score(large), "INVALID_RESPONSE_BODY"],
    ["factors", app.live, (c) => c.factors(good), "PERMISSION_REQUIRED"],
    [
      "report with a test key",
      app.test,
      (c) =>
        c.reportTransaction(
          new minFraud.TransactionReport({ ipAddress: "8.8.8.8", tag: minFraud.Constants.Tag.NOT_FRAUD }),
        ),
      "PERMISSION_REQUIRED",
    ],
  ];
  for (const [name, key, work, expected] of rows) {
    await t.step(name, async () => assert.equal(await code(key, work), expected));
  }
  await t.step("more than the hour allows", async () => {
    now += 3_600_000;
    for (let n = 0; n < 3; n++) assert.equal(await code(app.live, (c) => c.score(good)), "no error");
    assert.equal(await code(app.live, (c) => c.score(good)), "INSUFFICIENT_FUNDS");
  });
});

Deno.test("geoip2-node reads each depth, with the path in the host and without", async (t) => {
  await using app = await startApp();
  await using proxy = startTlsProxy(PORT(app));
  for (const prefix of ["", "/compat/maxmind"]) {
    await t.step(prefix === "" ? "bare" : prefix, async () => {
      await using geo = geoClient(proxy.port, app.live, prefix);
      const country = await geo.client.country("2606:4700:4700::1111");
      assert.equal(country.country?.isoCode, "CA");
      assert.equal(country.country?.names.en, "Canada");
      assert.equal(country.traits.ipAddress, "2606:4700:4700::1111");
      assert.ok(!("city" in country));
      const city = await geo.client.city("8.8.8.8");
      assert.equal(city.city?.names.en, "Mountain View");
      assert.equal(city.traits.isp, "Google LLC");
      assert.equal(city.location?.latitude, null);
      const insights = await geo.client.insights("8.8.8.8");
      assert.equal(insights.traits.isHostingProvider, true);
      assert.equal(insights.anonymizer?.isAnonymousVpn, false);
      assert.equal(insights.traits.autonomousSystemNumber, 15169);
      assert.equal(insights.maxmind?.queriesRemaining, null);
    });
  }
});

Deno.test("geoip2-node names each error", async (t) => {
  await using app = await startApp();
  await using proxy = startTlsProxy(PORT(app));
  const paused = await app.account("paused");
  await app.app.services.store.accounts.putAccount({ ...paused.account, paused: true });
  const slow = await app.account("slow", { rpm: 1 });
  await app.ask("/v1/usage", { key: slow.key });
  const unallocated = "3000::1";
  const rows: [string, string, string, { code: string; status: number }][] = [
    ["wrong key", "wk_live_wrong", "8.8.8.8", { code: "AUTHORIZATION_INVALID", status: 401 }],
    ["no key", "", "8.8.8.8", { code: "LICENSE_KEY_REQUIRED", status: 401 }],
    ["paused account", paused.key, "8.8.8.8", { code: "INSUFFICIENT_FUNDS", status: 402 }],
    ["reserved address", app.live, "192.168.1.1", { code: "IP_ADDRESS_RESERVED", status: 400 }],
    ["address nobody knows", app.live, unallocated, { code: "IP_ADDRESS_NOT_FOUND", status: 404 }],
    ["rate limit", slow.key, "8.8.8.8", { code: "INSUFFICIENT_FUNDS", status: 429 }],
  ];
  for (const [name, key, ip, expected] of rows) {
    await t.step(name, async () => {
      await using geo = geoClient(proxy.port, key);
      await assert.rejects(
        geo.client.insights(ip),
        (error: { code: string; status: number; error: string }) => {
          assert.deepEqual({ code: error.code, status: error.status }, expected);
          assert.ok(error.error.length > 5);
          return true;
        },
      );
    });
  }
});
