/** Mailbox verification that is switched off answers `unsupported`, whatever else is known about the domain. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { onlineSettings } from "../../support/app/online.ts";
import { type AnswerDns, startDnsServer, zone } from "../../support/servers/dns_server.ts";

const FOUND = zone({
  "shop.com": { A: ["127.0.0.1"], MX: [{ preference: 10, exchange: "mx.shop.com" }] },
  "mx.shop.com": { A: ["127.0.0.1"] },
});

const ROWS: { name: string; dns: AnswerDns; env?: Record<string, string>; sub: string }[] = [
  { name: "the domain takes mail", dns: FOUND, sub: "mailbox_not_verified" },
  { name: "no such domain", dns: zone({}), sub: "domain_not_found" },
  {
    name: "the domain's DNS fails",
    dns: (question) => question.name.endsWith("shop.com") ? { rcode: "SERVFAIL" } : zone({})(question),
    sub: "temporary_failure",
  },
  { name: "the resolver fails", dns: () => ({ rcode: "SERVFAIL" }), sub: "mailbox_not_verified" },
  { name: "DNS is silent", dns: () => null, sub: "mailbox_not_verified" },
  { name: "offline", dns: FOUND, env: { WINNOW_OFFLINE: "true" }, sub: "mailbox_not_verified" },
];

for (const { name, dns, env, sub } of ROWS) {
  Deno.test(`WINNOW_SMTP_PROBE=off is unsupported: ${name}`, async () => {
    await using server = await startDnsServer(dns);
    await using app = await startApp({
      env: onlineSettings(server, { WINNOW_EGRESS_ALLOW: "127.0.0.1", WINNOW_SMTP_PROBE: "off", ...env }),
    });
    const { body } = await app.ask("/v1/verify/email?email=jane.smith@shop.com");
    const { mailbox_status, mailbox_exists, is_catch_all } = body.signals;
    assert.deepEqual([mailbox_status, mailbox_exists, is_catch_all], ["unsupported", null, null]);
    assert.equal(body.sub_status, sub);
  });
}
