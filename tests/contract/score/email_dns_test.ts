import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { type AnswerDns, type DnsServer, startDnsServer, zone } from "../../support/servers/dns_server.ts";
import { startCanary, type TestServer } from "../../support/servers/http_server.ts";
import { rdapDomain, rdapJson, type RdapTable, startRdapServer } from "../../support/servers/rdap_server.ts";

const PUBLIC = "127.0.0.1";
const ROWS = {
  "shop.com": {
    A: [PUBLIC],
    MX: [{ preference: 20, exchange: "alt.shop.com" }, { preference: 10, exchange: "aspmx.l.google.com" }],
    TXT: ["v=spf1 -all"],
  },
  "aspmx.l.google.com": { A: [PUBLIC] },
  "_dmarc.shop.com": { TXT: ["v=DMARC1; p=reject"] },
  "mail.shop.com": { A: [PUBLIC] },
  "nullmx.com": { A: [PUBLIC], MX: [{ preference: 0, exchange: "." }] },
  "inside.com": { MX: [{ preference: 10, exchange: "mx.inside.com" }] },
  "mx.inside.com": { A: ["10.0.0.1"] },
};

interface Outside {
  readonly app: TestApp;
  readonly dns: DnsServer;
  readonly rdap: TestServer;
}

async function outside<T>(
  answer: AnswerDns,
  table: RdapTable,
  test: (world: Outside) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  await using dns = await startDnsServer(answer);
  await using rdap = startRdapServer(table);
  await using app = await startApp({
    env: {
      WINNOW_OFFLINE: "false",
      WINNOW_DNS: dns.setting,
      WINNOW_RDAP_URL: rdap.url,
      WINNOW_EGRESS_ALLOW: "127.0.0.1",
      WINNOW_SMTP_PROBE: "off",
      WINNOW_TIME_BUDGET_MS: "5000",
      ...env,
    },
  });
  return await test({ app, dns, rdap });
}

async function verify(app: TestApp, email: string) {
  const answer = await app.ask(`/v1/verify/email?email=${encodeURIComponent(email)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

Deno.test("GET /v1/verify/email reads MX, SPF, DMARC and the age of the domain", async () => {
  const table = { "shop.com": { createdAt: "2010-01-01T00:00:00Z", registrar: "Registrar Inc." } };
  await outside(zone(ROWS), table, async ({ app, dns, rdap }) => {
    const body = await verify(app, "ann.smith@shop.com");
    assert.deepEqual(body.mx_records, ["aspmx.l.google.com", "alt.shop.com"]);
    assert.equal(body.mx_provider, "google");
    const { mx_found, has_spf, has_dmarc } = body.signals;
    assert.deepEqual([mx_found, has_spf, has_dmarc], [true, true, true]);
    assert(body.domain_age_days > 5_000);
    const [questions, lookups] = [dns.seen.length, rdap.seen.length];
    await verify(app, "bob.jones@shop.com");
    assert.deepEqual([dns.seen.length, rdap.seen.length], [questions, lookups]);
    const domain = await app.ask("/v1/score/domain?domain=shop.com");
    assert.equal(domain.body.registration.registrar, "Registrar Inc.");
    assert.equal(domain.body.registration.created_at, "2010-01-01T00:00:00.000Z");
    assert.deepEqual([dns.seen.length, rdap.seen.length], [questions, lookups]);
  });
});

Deno.test("GET /v1/verify/email knows domains that take no mail", async (t) => {
  await outside(zone(ROWS), {}, async ({ app }) => {
    const rows = [
      { name: "no such domain", email: "ann@none.com", sub: "domain_not_found" },
      { name: "null MX", email: "ann@nullmx.com", sub: "does_not_accept_mail" },
      { name: "private exchangers only", email: "ann@inside.com", sub: "does_not_accept_mail" },
    ];
    for (const row of rows) {
      await t.step(row.name, async () => {
        const body = await verify(app, row.email);
        assert.deepEqual([body.status, body.sub_status, body.signals.mx_found], ["invalid", row.sub, false]);
      });
    }
    await t.step("an address record stands in for MX", async () => {
      assert.equal((await verify(app, "ann@mail.shop.com")).signals.mx_found, true);
    });
  });
});

const broken: { name: string; answer: AnswerDns; budget?: string }[] = [
  { name: "NXDOMAIN to everything", answer: () => ({ rcode: "NXDOMAIN" }) },
  { name: "SERVFAIL", answer: () => ({ rcode: "SERVFAIL" }) },
  { name: "REFUSED", answer: () => ({ rcode: "REFUSED" }) },
  {
    name: "one address for everything",
    answer: ({ name, type }) => ({ answers: type === "A" ? [{ type, name, ttl: 60, data: PUBLIC }] : [] }),
  },
  { name: "silence", answer: () => null, budget: "50" },
];

for (const row of broken) {
  Deno.test(`GET /v1/verify/email says null, not false, of a resolver that answers: ${row.name}`, async () => {
    const env = { WINNOW_TIME_BUDGET_MS: row.budget ?? "5000" };
    await outside(row.answer, {}, async ({ app }) => {
      const body = await verify(app, "ann.smith@gmail.com");
      const { mx_found, has_spf, has_dmarc } = body.signals;
      assert.deepEqual([mx_found, has_spf, has_dmarc, body.mx_provider], [null, null, null, null]);
      assert.equal(body.verdict, "allow");
      assert.notEqual(body.status, "invalid");
    }, env);
  });
}

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
  await outside(zone(ROWS), table, async ({ app, rdap }) => {
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

Deno.test("GET /v1/score/domain reaches no private address through RDAP, and asks nothing offline", async () => {
  await using canary = startCanary("127.0.0.2");
  const table: RdapTable = {
    "shop.com": () =>
      new Response(null, {
        status: 302,
        headers: { location: `http://127.0.0.2:${canary.port}/domain/shop.com` },
      }),
  };
  await outside(zone(ROWS), table, async ({ app, rdap }) => {
    const { body } = await app.ask("/v1/score/domain?domain=shop.com");
    assert.deepEqual([
      body.registration.created_at,
      body.registration.age_days,
      body.signals.newly_registered,
    ], [null, null, null]);
    assert.equal(rdap.seen.length, 1);
  });
  await outside(zone(ROWS), table, async ({ app, dns, rdap }) => {
    const { body } = await app.ask("/v1/score/domain?domain=shop.com");
    assert.equal(body.signals.resolves, null);
    assert.deepEqual([dns.seen, rdap.seen], [[], []]);
  }, { WINNOW_OFFLINE: "true" });
  assert.equal(canary.connections(), 0);
});
