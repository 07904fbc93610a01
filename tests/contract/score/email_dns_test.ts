/** GET /v1/verify/email: facts from DNS. */
import assert from "node:assert/strict";
import type { TestApp } from "../../support/app/app.ts";
import { withOnlineApp } from "../../support/app/online.ts";
import { type AnswerDns, zone } from "../../support/servers/dns_server.ts";

const PUBLIC = "127.0.0.1";

/** Zones of domains that take mail and of some that do not. */
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

async function verify(app: TestApp, email: string) {
  const answer = await app.ask(`/v1/verify/email?email=${encodeURIComponent(email)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

Deno.test("GET /v1/verify/email reads MX, SPF, DMARC and the age of the domain", async () => {
  const table = { "shop.com": { createdAt: "2010-01-01T00:00:00Z", registrar: "Registrar Inc." } };
  await withOnlineApp(zone(ROWS), table, async ({ app, dns, rdap }) => {
    const body = await verify(app, "ann.smith@shop.com");
    assert.deepEqual(body.mx_records, ["aspmx.l.google.com", "alt.shop.com"]);
    assert.equal(body.mx_provider, "google");
    const { mx_found, has_spf, has_dmarc } = body.signals;
    assert.deepEqual([mx_found, has_spf, has_dmarc], [true, true, true]);
    assert(body.domain_age_days > 5_000);
    const [questions, lookups] = [[...dns.seen], [...rdap.seen]];
    const repeated = () => dns.seen.slice(questions.length).filter((each) => questions.includes(each));
    await verify(app, "bob.jones@shop.com");
    assert.deepEqual([repeated(), rdap.seen], [[], lookups]);
    const domain = await app.ask("/v1/score/domain?domain=shop.com");
    assert.equal(domain.body.registration.registrar, "Registrar Inc.");
    assert.equal(domain.body.registration.created_at, "2010-01-01T00:00:00.000Z");
    assert.deepEqual([repeated(), rdap.seen], [[], lookups]);
  });
});

Deno.test("GET /v1/verify/email knows domains that take no mail", async (t) => {
  await withOnlineApp(zone(ROWS), {}, async ({ app }) => {
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
    await t.step("an address record replaces a missing MX", async () => {
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
  Deno.test(`GET /v1/verify/email returns null, not false, with a resolver that answers: ${row.name}`, async () => {
    const env = { WINNOW_TIME_BUDGET_MS: row.budget ?? "5000" };
    await withOnlineApp(row.answer, {}, async ({ app }) => {
      const body = await verify(app, "ann.smith@gmail.com");
      const { mx_found, has_spf, has_dmarc } = body.signals;
      assert.deepEqual([mx_found, has_spf, has_dmarc, body.mx_provider], [null, null, null, null]);
      assert.equal(body.verdict, "allow");
      assert.notEqual(body.status, "invalid");
    }, env);
  });
}
