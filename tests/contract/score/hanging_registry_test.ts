/** A registry that accepts questions and never answers: what DNS knows is in every answer all the same. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { mailSettings, onlineSettings } from "../../support/app/online.ts";
import { startDnsServer, type Zone, zone } from "../../support/servers/dns_server.ts";
import { startRawServer } from "../../support/servers/http_server.ts";
import { mailboxes, startSmtpServer } from "../../support/servers/smtp_server.ts";

const COUNT = 100;

function zoneOf(domain: string): Zone {
  return {
    [domain]: {
      A: ["127.0.0.1"],
      MX: [{ preference: 10, exchange: `mx.${domain}` }],
      TXT: ["v=spf1 -all"],
    },
    [`mx.${domain}`]: { A: ["127.0.0.1"] },
    [`_dmarc.${domain}`]: { TXT: ["v=DMARC1; p=reject"] },
  };
}

const ZONE = zone(Object.assign({}, ...Array.from({ length: COUNT }, (_, n) => zoneOf(`shop${n}.com`))));

interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Questions that arrived, and those of them that the client has given up. */
  asked(): number;
  givenUp(): number;
}

function startHangingRegistry(): Registry {
  let givenUp = 0;
  const server = startRawServer(async ({ disconnected }) => {
    await disconnected;
    givenUp++;
  });
  return {
    url: server.url,
    asked: () => server.seen.length,
    givenUp: () => givenUp,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function withHangingRegistry(
  budgetMs: number,
  test: (app: TestApp, registry: Registry) => Promise<void>,
): Promise<void> {
  await using dns = await startDnsServer(ZONE);
  await using registry = startHangingRegistry();
  await using app = await startApp({
    env: onlineSettings(dns, {
      WINNOW_RDAP_URL: registry.url,
      WINNOW_EGRESS_ALLOW: "127.0.0.1",
      WINNOW_SMTP_PROBE: "off",
      WINNOW_TIME_BUDGET_MS: String(budgetMs),
    }),
  });
  await test(app, registry);
  assert.ok(registry.asked() > 0);
}

// deno-lint-ignore no-explicit-any -- an answer of the service
function domainFacts({ signals, registration }: any) {
  const { resolves, mx_found, has_spf, has_dmarc, newly_registered } = signals;
  return { dns: [resolves, mx_found, has_spf, has_dmarc], rdap: [newly_registered, registration.age_days] };
}

// deno-lint-ignore no-explicit-any -- an answer of the service
function emailFacts({ signals, mx_records, domain_age_days }: any) {
  const { mx_found, has_spf, has_dmarc, is_new_domain } = signals;
  return {
    dns: [mx_records.length === 1, mx_found, has_spf, has_dmarc],
    rdap: [is_new_domain, domain_age_days],
  };
}

const KNOWN = { dns: [true, true, true, true], rdap: [null, null] };

Deno.test("a registry that never answers hides nothing that DNS knows", async () => {
  await withHangingRegistry(1_000, async (app) => {
    const domain = (await app.ask("/v1/score/domain?domain=shop0.com")).body;
    assert.deepEqual(domainFacts(domain), KNOWN);
    const stored = (await app.ask(`/v1/score/${domain.request_id}`)).body;
    const { unknown } = stored.components[0];
    assert.deepEqual(Object.keys(unknown).sort(), [
      "registration.age_days",
      "registration.created_at",
      "registration.registrar",
      "signals.newly_registered",
    ]);
    for (const why of Object.values(unknown)) assert.match(why as string, /^timeout/);
    const json = { email: "ann.smith@shop1.com", domain: "shop2.com", ip: "73.15.20.1" };
    const { components } = (await app.ask("/v1/score/user", { json })).body;
    assert.deepEqual([emailFacts(components.email), domainFacts(components.domain)], [KNOWN, KNOWN]);
    const gone = (await app.ask("/v1/verify/email?email=ann@gone.com")).body;
    assert.deepEqual([gone.status, gone.sub_status, gone.signals.has_website], [
      "invalid",
      "domain_not_found",
      false,
    ]);
  });
});

Deno.test(`${COUNT} domains at once lose nothing that DNS knows to a registry that never answers`, async () => {
  await withHangingRegistry(2_500, async (app) => {
    const answers = await Promise.all(
      Array.from({ length: COUNT }, (_, n) => app.ask(`/v1/score/domain?domain=shop${n}.com`)),
    );
    for (const { body } of answers) assert.deepEqual(domainFacts(body), KNOWN, body.domain);
  });
});

Deno.test("waiting for the mailbox is not waiting for the registry", async () => {
  await withHangingRegistry(300, async (app, registry) => {
    const { body } = await app.ask("/v1/verify/email?email=ann.smith@shop0.com&wait_for_mailbox=true");
    assert.deepEqual(emailFacts(body), KNOWN);
    assert.equal(
      registry.givenUp(),
      0,
      "the client gives a registry 4 s, and the answer did not wait for that",
    );
  });
  await using dns = await startDnsServer(ZONE);
  await using registry = startHangingRegistry();
  await using smtp = await startSmtpServer({ rcpt: mailboxes({ "ann.smith@shop0.com": "250 Ok" }) });
  await using app = await startApp({
    env: mailSettings(dns, smtp, { WINNOW_RDAP_URL: registry.url, WINNOW_TIME_BUDGET_MS: "50" }),
  });
  const { body } = await app.ask("/v1/verify/email?email=ann.smith@shop0.com&wait_for_mailbox=true");
  assert.deepEqual([body.signals.mailbox_status, body.signals.mailbox_exists], ["verified", true]);
  assert.deepEqual(emailFacts(body), KNOWN);
  assert.equal(registry.givenUp(), 0);
});
