/** Without a trustworthy DNS answer nothing is reported about the domain: its mailboxes are unverified, not failing. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { onlineSettings } from "../../support/app/online.ts";
import { CANARIES } from "../../support/clients/dns_client.ts";
import { type AnswerDns, soa, startDnsServer, zone } from "../../support/servers/dns_server.ts";

const ROWS: { name: string; dns: AnswerDns; sub: string }[] = [
  { name: "NXDOMAIN to everything", dns: () => ({ rcode: "NXDOMAIN" }), sub: "mailbox_not_verified" },
  {
    name: "NXDOMAIN and the root's SOA to everything",
    dns: () => ({ rcode: "NXDOMAIN", authorities: [soa("")] }),
    sub: "mailbox_not_verified",
  },
  { name: "empty answers to everything", dns: () => ({}), sub: "mailbox_not_verified" },
  { name: "REFUSED to everything", dns: () => ({ rcode: "REFUSED" }), sub: "mailbox_not_verified" },
  { name: "SERVFAIL to everything", dns: () => ({ rcode: "SERVFAIL" }), sub: "mailbox_not_verified" },
  {
    name: "SERVFAIL for the domain alone",
    dns: (question) => question.name in CANARIES ? zone(CANARIES)(question) : { rcode: "SERVFAIL" },
    sub: "temporary_failure",
  },
];

for (const { name, dns, sub } of ROWS) {
  Deno.test(`an address whose domain cannot be looked up: ${name}`, async () => {
    await using server = await startDnsServer(dns);
    await using app = await startApp({ env: onlineSettings(server) });
    const { body } = await app.ask("/v1/verify/email?email=john.smith@shop-of-words.com");
    assert.deepEqual(
      [body.status, body.sub_status, body.signals.mailbox_status, body.signals.mx_found, body.risk_score],
      ["risky", sub, "unavailable", null, 0],
    );
    const known = await app.ask("/v1/verify/email?email=john.smith@gmail.com");
    assert.deepEqual([known.body.status, known.body.sub_status], ["valid", "mailbox_not_verified"]);
  });
}

const SILENT: { name: string; dns: AnswerDns; later: string }[] = [
  {
    name: "a domain's DNS",
    dns: (question) => question.name in CANARIES ? zone(CANARIES)(question) : null,
    later: "temporary_failure",
  },
  { name: "the resolver", dns: () => null, later: "mailbox_not_verified" },
];

for (const { name, dns, later } of SILENT) {
  Deno.test(`${name} is silent: not verified while the request's time runs, then ${later}`, async () => {
    await using server = await startDnsServer(dns);
    await using app = await startApp({ env: onlineSettings(server) });
    const path = "/v1/verify/email?email=john.smith@shop-of-words.com";
    const { body } = await app.ask(path);
    assert.deepEqual(
      [body.status, body.sub_status, body.signals.mailbox_status, body.signals.mx_found],
      ["risky", "mailbox_not_verified", "unknown", null],
    );
    const waited = await app.ask(`${path}&wait_for_mailbox=true`);
    assert.deepEqual([waited.body.sub_status, waited.body.signals.mailbox_status], [later, "unavailable"]);
    const again = await app.ask("/v1/verify/email?email=mary.jones@shop-of-words.com");
    assert.deepEqual([again.body.sub_status, again.body.signals.mailbox_status], [later, "unavailable"]);
  });
}
