/** The wire fields of a scored e-mail address. */
import assert from "node:assert/strict";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { scoreEmail } from "../../../../src/signals/email/score.ts";
import {
  AGED,
  emailEvidence,
  FREE,
  type KnownEvidence,
  registered,
  SOUND,
  VERIFIED,
} from "../../../support/fixtures/email_evidence.ts";

Deno.test("scoreEmail renders every field of the specification", () => {
  const { fields, unknown } = scoreEmail(emailEvidence("J.Doe+x@gmail.com", {
    ...FREE,
    mail: { ...SOUND, mx: known(["mx1.example.net", "mx2.example.net"]), mxProvider: known("google") },
    createdAt: registered(11_000),
    website: known(true),
    mailbox: VERIFIED,
    footprint: { hasAvatar: known(true), avatarUrl: "https://gravatar.com/avatar/x", breachCount: known(2) },
    history: { abuseReports: 1 },
  }));
  assert.deepEqual(fields, {
    email: "J.Doe+x@gmail.com",
    normalized_email: "jdoe@gmail.com",
    status: "valid",
    sub_status: "alias_address",
    deliverability_score: 99,
    did_you_mean: null,
    domain: "gmail.com",
    domain_age_days: 11_000,
    mx_provider: "google",
    mx_records: ["mx1.example.net", "mx2.example.net"],
    abuse_reports: 1,
    first_seen: "2026-11-01T00:00:00Z",
    signals: {
      syntax_valid: true,
      mx_found: true,
      is_disposable: false,
      is_homograph: false,
      is_role_account: false,
      is_free_provider: true,
      is_suspicious_handle: null,
      is_tagged: true,
      is_risky_tld: false,
      is_new_domain: false,
      has_spf: true,
      has_dmarc: true,
      has_website: true,
      mailbox_exists: true,
      is_catch_all: false,
      has_digital_footprint: true,
      mailbox_status: "verified",
    },
    digital_footprint: {
      has_avatar: true,
      avatar_profile_url: "https://gravatar.com/avatar/x",
      breach_count: 2,
      seen_in_breach: true,
    },
  });
  assert.deepEqual(unknown, { "signals.is_suspicious_handle": "not_supported: too short to judge" });
});

Deno.test("scoreEmail has a reason for each null", () => {
  const { fields, unknown } = scoreEmail(emailEvidence("jane.doe@company.co"));
  assert.deepEqual(fields.mx_records, []);
  assert.equal(fields.signals.mx_found, null);
  assert.equal(fields.digital_footprint.has_avatar, null);
  assert.deepEqual(Object.keys(unknown).sort(), [
    "digital_footprint.avatar_profile_url",
    "digital_footprint.breach_count",
    "digital_footprint.has_avatar",
    "digital_footprint.seen_in_breach",
    "domain_age_days",
    "mx_provider",
    "mx_records",
    "signals.has_digital_footprint",
    "signals.has_dmarc",
    "signals.has_spf",
    "signals.has_website",
    "signals.is_catch_all",
    "signals.is_new_domain",
    "signals.mailbox_exists",
    "signals.mx_found",
  ]);
});

Deno.test("scoreEmail reports nothing but the syntax of an address that does not parse", () => {
  const { fields } = scoreEmail(emailEvidence("jane@gmail,com"));
  const { syntax_valid, mailbox_status, ...rest } = fields.signals;
  assert.equal(syntax_valid, false);
  assert.equal(mailbox_status, "unavailable");
  assert.deepEqual([...new Set(Object.values(rest))], [null]);
  assert.equal(fields.did_you_mean, "jane@gmail.com");
});

const SUGGESTIONS: readonly {
  name: string;
  email: string;
  evidence?: KnownEvidence;
  expected: string | null;
}[] = [
  { name: "the whole address with its tag", email: "Jane+X@gmial.com", expected: "Jane+X@gmail.com" },
  { name: "none at a provider", email: "jane@gmail.com", evidence: FREE, expected: null },
  {
    name: "none at a listed provider that looks mistyped",
    email: "jane@lve.com",
    evidence: FREE,
    expected: null,
  },
  {
    name: "none at an established domain",
    email: "jane@lve.com",
    evidence: { mail: SOUND, createdAt: AGED },
    expected: null,
  },
  {
    name: "one where only the age is in favour of the domain",
    email: "jane@lve.com",
    evidence: { createdAt: AGED },
    expected: "jane@live.com",
  },
  {
    name: "one at a squat however old",
    email: "jane@gmial.com",
    evidence: { mail: SOUND, createdAt: AGED },
    expected: "jane@gmail.com",
  },
];

for (const { name, email, evidence, expected } of SUGGESTIONS) {
  Deno.test(`did_you_mean: ${name}`, () => {
    assert.equal(scoreEmail(emailEvidence(email, evidence)).fields.did_you_mean, expected);
  });
}

Deno.test("a name one slip from a provider is no squat once it is years old and has mail", () => {
  const squat = (evidence: Parameters<typeof emailEvidence>[1]) =>
    scoreEmail(emailEvidence("jane@gmial.com", evidence)).breakdown.findings.some(({ name }) =>
      name === "typo_squat"
    );
  assert.equal(squat({}), true);
  assert.equal(squat({ mail: SOUND }), true, "its age is not known");
  assert.equal(squat({ mail: SOUND, createdAt: AGED }), false);
});

Deno.test("domain_age_days is never negative when clocks disagree", () => {
  assert.equal(
    scoreEmail(emailEvidence("jane@company.co", { createdAt: registered(-1) })).fields.domain_age_days,
    0,
  );
});

Deno.test("has_digital_footprint is false only when both sources say no", () => {
  const of = (footprint: NonNullable<KnownEvidence["footprint"]>) =>
    scoreEmail(emailEvidence("jane@company.co", { footprint })).fields.signals.has_digital_footprint;
  assert.equal(of({ hasAvatar: known(false), breachCount: known(0) }), false);
  assert.equal(of({ hasAvatar: known(false), breachCount: unknown("disabled") }), null);
  assert.equal(of({ hasAvatar: unknown("disabled"), breachCount: known(1) }), true);
});
