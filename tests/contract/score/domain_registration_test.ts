/** GET /v1/score/domain: the registration, over RDAP. */
import assert from "node:assert/strict";
import { withOnlineApp } from "../../support/app/online.ts";
import { zone } from "../../support/servers/dns_server.ts";
import { startCanary } from "../../support/servers/http_server.ts";
import { rdapDomain, rdapJson, type RdapTable } from "../../support/servers/rdap_server.ts";

const ZONE = zone({ "shop.com": { A: ["127.0.0.1"] } });

Deno.test("GET /v1/score/domain gives up in time and has the registration on the next call", async () => {
  const open = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const table: RdapTable = {
    "shop.com": async () => {
      await open.promise;
      setTimeout(answered.resolve);
      return rdapJson(rdapDomain("shop.com", { createdAt: "2010-01-01T00:00:00Z" }));
    },
  };
  await withOnlineApp(ZONE, table, async ({ app, rdap }) => {
    const first = await app.ask("/v1/score/domain?domain=shop.com");
    assert.deepEqual([first.body.registration.age_days, first.body.signals.newly_registered], [null, null]);
    open.resolve();
    await answered.promise;
    let age = null;
    for (let tries = 0; tries < 50 && age === null; tries++) {
      age = (await app.ask("/v1/score/domain?domain=shop.com")).body.registration.age_days;
    }
    assert(age > 5_000);
    assert.equal(rdap.seen.length, 1);
  }, { WINNOW_TIME_BUDGET_MS: "40" });
});

Deno.test("GET /v1/score/domain reaches no private address through RDAP, and sends no query offline", async () => {
  await using canary = startCanary("127.0.0.2");
  const table: RdapTable = {
    "shop.com": () =>
      new Response(null, {
        status: 302,
        headers: { location: `http://127.0.0.2:${canary.port}/domain/shop.com` },
      }),
  };
  await withOnlineApp(ZONE, table, async ({ app, rdap }) => {
    const { body } = await app.ask("/v1/score/domain?domain=shop.com");
    assert.deepEqual([
      body.registration.created_at,
      body.registration.age_days,
      body.signals.newly_registered,
    ], [null, null, null]);
    assert.equal(rdap.seen.length, 1);
  });
  await withOnlineApp(ZONE, table, async ({ app, dns, rdap }) => {
    const { body } = await app.ask("/v1/score/domain?domain=shop.com");
    assert.equal(body.signals.resolves, null);
    assert.deepEqual([dns.seen, rdap.seen], [[], []]);
  }, { WINNOW_OFFLINE: "true" });
  assert.equal(canary.connections(), 0);
});
