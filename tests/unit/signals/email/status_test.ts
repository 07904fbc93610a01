import assert from "node:assert/strict";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { DELIVERABILITY_ROWS, deliverabilityOf } from "../../../../src/signals/email/fields.ts";
import { factsOf } from "../../../../src/signals/email/facts.ts";
import { emailStatusOf, STATUS_ROWS } from "../../../../src/signals/email/status.ts";
import {
  emailEvidence,
  type KnownEvidence,
  registered,
  VERIFIED,
} from "../../../support/fixtures/email_evidence.ts";

interface Row {
  readonly name: string;
  readonly email: string;
  readonly evidence?: KnownEvidence;
  readonly expected: string;
}

const MACHINE = "q7xk29zzp1wd@gmail.com";

const ROWS: readonly Row[] = [
  { name: "no address", email: "jane@@company.co", expected: "invalid failed_syntax" },
  { name: "reserved name", email: "jane@example.com", expected: "do_not_mail reserved_domain" },
  { name: "reserved suffix", email: "jane@printer.local", expected: "do_not_mail reserved_domain" },
  { name: "single label", email: "jane@intranet", expected: "do_not_mail reserved_domain" },
  { name: "a top-level name of digits", email: "jane@192.0.2.1", expected: "do_not_mail reserved_domain" },
  {
    name: "domain that does not exist",
    email: "jane@company.co",
    evidence: { mail: { exists: known(false), acceptsMail: known(false) } },
    expected: "invalid domain_not_found",
  },
  {
    name: "null MX",
    email: "jane@company.co",
    evidence: { mail: { exists: known(true), acceptsMail: known(false) } },
    expected: "invalid does_not_accept_mail",
  },
  {
    name: "listed disposable domain",
    email: "jane@company.co",
    evidence: { lists: { disposable: "listed" } },
    expected: "do_not_mail disposable",
  },
  {
    name: "suspected disposable domain",
    email: "jane@company.co",
    evidence: { lists: { disposable: "suspected" } },
    expected: "do_not_mail disposable",
  },
  {
    name: "mail host of a disposable service",
    email: "jane@company.co",
    evidence: { lists: { disposableMx: known(true) } },
    expected: "do_not_mail disposable",
  },
  {
    name: "rejected mailbox",
    email: "jane@company.co",
    evidence: { mailbox: { status: "verified", exists: known(false), reply: "not_found" } },
    expected: "invalid mailbox_not_found",
  },
  {
    name: "disabled mailbox",
    email: "jane@company.co",
    evidence: { mailbox: { status: "verified", exists: known(false), reply: "disabled" } },
    expected: "invalid mailbox_disabled",
  },
  { name: "typo squat", email: "jane@gmial.com", expected: "do_not_mail typo_squat" },
  { name: "homograph", email: "jane@xn--pypal-4ve.com", expected: "do_not_mail homograph" },
  { name: "mixed scripts in the handle", email: "jаne@company.co", expected: "do_not_mail homograph" },
  {
    name: "full mailbox",
    email: "jane@company.co",
    evidence: { mailbox: { status: "verified", exists: known(true), reply: "full" } },
    expected: "risky mailbox_full",
  },
  {
    name: "catch-all domain",
    email: "jane@company.co",
    evidence: { mailbox: { status: "catch_all", catchAll: known(true) } },
    expected: "risky catch_all",
  },
  { name: "typo by distance", email: "jane@lve.com", expected: "risky possible_typo" },
  { name: "role account", email: "info@company.co", expected: "risky role_account" },
  {
    name: "role account behind a tag",
    email: "info+x@company.co",
    evidence: { mailbox: VERIFIED },
    expected: "risky role_account",
  },
  {
    name: "machine-generated handle",
    email: MACHINE,
    evidence: { lists: { freeProvider: true } },
    expected: "risky suspicious_handle",
  },
  {
    name: "new domain",
    email: "jane@company.co",
    evidence: { createdAt: registered(29), mailbox: VERIFIED },
    expected: "risky new_domain",
  },
  {
    name: "deferred by its server",
    email: "jane@company.co",
    evidence: { mailbox: { reply: "temporary" } },
    expected: "risky temporary_failure",
  },
  { name: "DNS that does not answer", email: "jane@company.co", expected: "risky temporary_failure" },
  {
    name: "DNS without a resolver",
    email: "jane@company.co",
    evidence: { mail: { exists: unknown("no_source") } },
    expected: "risky mailbox_not_verified",
  },
  {
    name: "DNS that does not answer, of a mailbox that was confirmed",
    email: "jane@company.co",
    evidence: { mailbox: VERIFIED },
    expected: "valid verified",
  },
  {
    name: "DNS that does not answer, of a mailbox that was refused",
    email: "jane@company.co",
    evidence: { mailbox: { status: "verified", exists: known(false), reply: "not_found" } },
    expected: "invalid mailbox_not_found",
  },
  {
    name: "a request whose time ran out",
    email: "jane@company.co",
    evidence: { mail: { exists: unknown("timeout"), acceptsMail: unknown("timeout") } },
    expected: "risky mailbox_not_verified",
  },
  {
    name: "a resolver that is not trustworthy",
    email: "jane@company.co",
    evidence: { mail: { exists: unknown("no_source"), acceptsMail: unknown("no_source") } },
    expected: "risky mailbox_not_verified",
  },
  {
    name: "unverified at a free provider, DNS or not",
    email: "jane@gmail.com",
    evidence: { lists: { freeProvider: true } },
    expected: "valid mailbox_not_verified",
  },
  {
    name: "unverified at a relay service",
    email: "q7xk29zzp1wd@privaterelay.appleid.com",
    evidence: { lists: { aliasProvider: true } },
    expected: "valid mailbox_not_verified",
  },
  {
    name: "unverified at a settled domain with a sender policy",
    email: "jane@company.co",
    evidence: {
      mail: { exists: known(true), acceptsMail: known(true), dmarc: known(true) },
      createdAt: registered(365),
    },
    expected: "valid mailbox_not_verified",
  },
  {
    name: "unverified at a settled domain without one",
    email: "jane@company.co",
    evidence: { mail: { exists: known(true), acceptsMail: known(true) }, createdAt: registered(365) },
    expected: "risky mailbox_not_verified",
  },
  {
    name: "unverified without any network",
    email: "jane@company.co",
    evidence: { mail: { exists: unknown("offline") } },
    expected: "risky mailbox_not_verified",
  },
  {
    name: "address literal",
    email: "jane@[192.0.2.1]",
    evidence: { mail: { exists: unknown("not_supported") } },
    expected: "risky mailbox_not_verified",
  },
  {
    name: "quoted handle at a free provider",
    email: '"jane doe"@gmail.com',
    evidence: { lists: { freeProvider: true } },
    expected: "risky mailbox_not_verified",
  },
  {
    name: "verified tag",
    email: "jane+x@company.co",
    evidence: { mail: { exists: known(true) }, mailbox: VERIFIED },
    expected: "valid alias_address",
  },
  {
    name: "verified relay address",
    email: "jane@duck.com",
    evidence: { lists: { aliasProvider: true }, mailbox: VERIFIED },
    expected: "valid alias_address",
  },
  {
    name: "verified",
    email: "jane@company.co",
    evidence: { mail: { exists: known(true) }, mailbox: VERIFIED },
    expected: "valid verified",
  },
];

for (const { name, email, evidence, expected } of ROWS) {
  Deno.test(`statusOf: ${name} is ${expected}`, () => {
    const row = emailStatusOf(factsOf(emailEvidence(email, evidence)));
    assert.equal(`${row.status} ${row.sub}`, expected);
  });
}

Deno.test("every status row is reached by a test", () => {
  const reached = new Set(
    ROWS.map(({ email, evidence }) => emailStatusOf(factsOf(emailEvidence(email, evidence)))),
  );
  assert.deepEqual(STATUS_ROWS.filter((row) => !reached.has(row)).map((row) => row.sub), []);
});

Deno.test("statusOf takes the first row: a rejected mailbox at a disposable domain is disposable", () => {
  const facts = factsOf(emailEvidence("info@company.co", {
    lists: { disposable: "listed" },
    mailbox: { exists: known(false), reply: "not_found" },
  }));
  assert.equal(emailStatusOf(facts).sub, "disposable");
});

const AUTH = { exists: known(true), acceptsMail: known(true), spf: known(true), dmarc: known(true) };
const NO_AUTH = { ...AUTH, spf: known(false), dmarc: known(false) };

const SCORES: readonly { name: string; email: string; evidence?: KnownEvidence; expected: number }[] = [
  { name: "no address", email: "jane@@company.co", expected: 0 },
  {
    name: "rejected",
    email: "jane@company.co",
    evidence: { mailbox: { exists: known(false) } },
    expected: 0,
  },
  {
    name: "nothing known",
    email: "jane@company.co",
    evidence: { mail: { exists: unknown("offline") } },
    expected: 70,
  },
  { name: "SPF and DMARC", email: "jane@company.co", evidence: { mail: AUTH }, expected: 78 },
  { name: "neither", email: "jane@company.co", evidence: { mail: NO_AUTH }, expected: 62 },
  {
    name: "neither, at a known provider",
    email: "jane@gmail.com",
    evidence: { mail: NO_AUTH, lists: { freeProvider: true } },
    expected: 80,
  },
  {
    name: "verified, settled, site",
    email: "jane@company.co",
    evidence: { mail: AUTH, mailbox: VERIFIED, createdAt: registered(400), website: known(true) },
    expected: 99,
  },
  {
    name: "new domain",
    email: "jane@company.co",
    evidence: { mail: AUTH, createdAt: registered(3) },
    expected: 58,
  },
  {
    name: "disposable squat",
    email: "jane@gmial.com",
    evidence: { mail: NO_AUTH, lists: { disposable: "listed" } },
    expected: 1,
  },
  { name: "DNS that does not answer", email: "jane@company.co", expected: 55 },
];

for (const { name, email, evidence, expected } of SCORES) {
  Deno.test(`deliverabilityOf: ${name} is ${expected}`, () => {
    const facts = factsOf(emailEvidence(email, evidence));
    assert.equal(deliverabilityOf(facts, emailStatusOf(facts)), expected);
  });
}

Deno.test("deliverability rows have distinct names", () => {
  assert.equal(new Set(DELIVERABILITY_ROWS.map((row) => row.name)).size, DELIVERABILITY_ROWS.length);
});
