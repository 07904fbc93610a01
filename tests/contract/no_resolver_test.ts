/** Where no resolver can be believed, nothing is said of the domain: its mailboxes are unverified, not failing. */
import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { type AnswerDns, soa, startDnsServer } from "../support/dns_server.ts";

const ROWS: { name: string; dns: AnswerDns; sub: string }[] = [
  { name: "NXDOMAIN to everything", dns: () => ({ rcode: "NXDOMAIN" }), sub: "mailbox_not_verified" },
  {
    name: "NXDOMAIN and the root's SOA to everything",
    dns: () => ({ rcode: "NXDOMAIN", authorities: [soa("")] }),
    sub: "mailbox_not_verified",
  },
  { name: "empty answers to everything", dns: () => ({}), sub: "mailbox_not_verified" },
  { name: "REFUSED to everything", dns: () => ({ rcode: "REFUSED" }), sub: "mailbox_not_verified" },
  { name: "SERVFAIL", dns: () => ({ rcode: "SERVFAIL" }), sub: "temporary_failure" },
];

for (const { name, dns, sub } of ROWS) {
  Deno.test(`an address whose domain cannot be asked about: ${name}`, async () => {
    await using server = await startDnsServer(dns);
    await using app = await startApp({
      env: { WINNOW_OFFLINE: "false", WINNOW_DNS: server.setting, WINNOW_RDAP_URL: "http://127.0.0.1:9" },
    });
    const { body } = await app.ask("/v1/verify/email?email=john.smith@shop-of-words.com");
    assert.deepEqual(
      [body.status, body.sub_status, body.signals.mailbox_status, body.signals.mx_found, body.risk_score],
      ["risky", sub, "unavailable", null, 0],
    );
    const known = await app.ask("/v1/verify/email?email=john.smith@gmail.com");
    assert.deepEqual([known.body.status, known.body.sub_status], ["valid", "mailbox_not_verified"]);
  });
}

Deno.test("an address whose domain's DNS is silent: not verified while the request's time runs, failing once that is known", async () => {
  await using server = await startDnsServer(() => null);
  await using app = await startApp({
    env: { WINNOW_OFFLINE: "false", WINNOW_DNS: server.setting, WINNOW_RDAP_URL: "http://127.0.0.1:9" },
  });
  const path = "/v1/verify/email?email=john.smith@shop-of-words.com";
  const { body } = await app.ask(path);
  assert.deepEqual(
    [body.status, body.sub_status, body.signals.mailbox_status, body.signals.mx_found],
    ["risky", "mailbox_not_verified", "unknown", null],
  );
  const waited = await app.ask(`${path}&wait_for_mailbox=true`);
  assert.deepEqual(
    [waited.body.sub_status, waited.body.signals.mailbox_status],
    ["temporary_failure", "unavailable"],
  );
});
