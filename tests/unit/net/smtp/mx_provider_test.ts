import assert from "node:assert/strict";
import { mxProvider, probingOf } from "../../../../src/net/smtp/mx_provider.ts";

const rows: { given: string; expected: string | null }[] = [
  { given: "aspmx.l.google.com", expected: "google" },
  { given: "smtp.google.com", expected: "google" },
  { given: "ALT1.gmail-smtp-in.L.google.com.", expected: "google" },
  { given: "alt4.aspmx.l.googlemail.com", expected: "google" },
  { given: "contoso-com.mail.protection.outlook.com", expected: "microsoft365" },
  { given: "contoso-com.o-v1.mx.microsoft", expected: "microsoft365" },
  { given: "outlook-com.olc.protection.outlook.com", expected: "outlook" },
  { given: "mx-eu.mail.am0.yahoodns.net", expected: "yahoo" },
  { given: "mx01.mail.icloud.com", expected: "icloud" },
  { given: "mail.protonmail.ch", expected: "proton" },
  { given: "in1-smtp.messagingengine.com", expected: "fastmail" },
  { given: "inbound-smtp.eu-west-1.amazonaws.com", expected: "amazon_ses" },
  { given: "mx.sendgrid.net", expected: "sendgrid" },
  { given: "mx1.antispamcloud.com", expected: "spamexperts" },
  { given: "notgoogle.com", expected: null },
  { given: "google.com.evil.example", expected: null },
  { given: "sendgrid.net", expected: null },
  { given: "ec2.amazonaws.com", expected: null },
  { given: "mail.shop.example", expected: null },
  { given: "", expected: null },
];

for (const { given, expected } of rows) {
  Deno.test(`mxProvider names the operator of ${given || "nothing"}`, () => {
    assert.equal(mxProvider(given)?.name ?? null, expected);
  });
}

Deno.test("probingOf follows the operator, and probes unknown ones twice", () => {
  assert.deepEqual(probingOf("mail.shop.example"), { supported: true, testsCatchAll: true, strict: false });
  assert.deepEqual(probingOf("gmail-smtp-in.l.google.com"), {
    supported: true,
    testsCatchAll: false,
    strict: false,
  });
  assert.equal(probingOf("aspmx.l.google.com").testsCatchAll, true);
  assert.equal(probingOf("mta5.am0.yahoodns.net").supported, false);
  assert.deepEqual(probingOf("hotmail-com.olc.protection.outlook.com"), {
    supported: true,
    testsCatchAll: false,
    strict: true,
  });
  assert.equal(probingOf("mx3.antispamcloud.com").commandMs, 45_000);
});
