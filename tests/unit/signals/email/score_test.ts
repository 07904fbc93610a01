import assert from "node:assert/strict";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { scoreEmail, WEIGHTS } from "../../../../src/signals/email/score.ts";
import { emailEvidence, type KnownEvidence, registered } from "../../../support/fixtures/email_evidence.ts";

interface Row {
  readonly name: string;
  readonly email: string;
  readonly evidence?: KnownEvidence;
  readonly score: number;
  /** Names of what fired, strongest first. */
  readonly fired: readonly string[];
}

const FREE = { lists: { freeProvider: true } } as const;
const MAIL = { exists: known(true), acceptsMail: known(true) };
const SOUND = { ...MAIL, spf: known(true), dmarc: known(true) };
const BARE = { ...MAIL, spf: known(false), dmarc: known(false) };
const NO_MAIL = { exists: known(false), acceptsMail: known(false) };
const REJECTED = { status: "verified", exists: known(false), reply: "not_found" } as const;
const VERIFIED = {
  status: "verified",
  exists: known(true),
  catchAll: known(false),
  reply: "accepted",
} as const;
const CATCH_ALL = { status: "catch_all", catchAll: known(true) } as const;
const AGED = registered(3650);
const SITE = known(true);

/** The numbered rows are typical addresses of people and of fraud. */
const ROWS: readonly Row[] = [
  {
    name: "1 corporate, ten years old",
    email: "jane.doe@company.co",
    evidence: { mail: SOUND, createdAt: AGED, website: SITE },
    score: 0,
    fired: [],
  },
  {
    name: "2 Gmail with an avatar",
    email: "jane.doe@gmail.com",
    evidence: { ...FREE, footprint: { hasAvatar: known(true) } },
    score: 3,
    fired: ["free_provider"],
  },
  { name: "3 Gmail", email: "jane.doe@gmail.com", evidence: FREE, score: 4, fired: ["free_provider"] },
  {
    name: "5 Hide My Email",
    email: "dpdcnf87nu@privaterelay.appleid.com",
    evidence: { lists: { aliasProvider: true } },
    score: 0,
    fired: [],
  },
  {
    name: "8 info@ own domain, catch-all",
    email: "info@company.co",
    evidence: { mail: SOUND, createdAt: AGED, website: SITE, mailbox: CATCH_ALL },
    score: 20,
    fired: ["role_account", "catch_all"],
  },
  {
    name: "9 Gmail tag",
    email: "jane.doe+x@gmail.com",
    evidence: FREE,
    score: 9,
    fired: ["tagged", "free_provider"],
  },
  {
    name: "11 domain of 60 days, all in order",
    email: "jane.doe@company.co",
    evidence: { mail: SOUND, createdAt: registered(60), website: SITE },
    score: 20,
    fired: ["domain_first_quarter"],
  },
  {
    name: "13 Gmail, machine-generated handle",
    email: "q7xk29zzp1wd@gmail.com",
    evidence: FREE,
    score: 33,
    fired: ["machine_made_handle", "free_provider"],
  },
  {
    name: "15 old domain, no sender policy, no site",
    email: "jane.doe@company.co",
    evidence: { mail: BARE, createdAt: registered(700), website: known(false) },
    score: 15,
    fired: ["no_website", "no_spf_no_dmarc"],
  },
  {
    name: "16 domain of 20 days, all in order",
    email: "jane.doe@company.co",
    evidence: { mail: SOUND, createdAt: registered(20), website: SITE },
    score: 45,
    fired: ["domain_first_month"],
  },
  {
    name: "19 typo domain",
    email: "jane.doe@gmial.com",
    evidence: { mail: BARE },
    score: 49,
    fired: ["typo_squat", "no_spf_no_dmarc"],
  },
  {
    name: "28 rejected mailbox",
    email: "jane.doe@company.co",
    evidence: { mail: SOUND, mailbox: REJECTED },
    score: 85,
    fired: ["mailbox_rejected"],
  },
  {
    name: "29 reserved domain",
    email: "user@example.com",
    score: 91,
    fired: ["reserved_domain", "role_account"],
  },
  {
    name: "32 reported five times",
    email: "jane.doe@gmail.com",
    evidence: {
      ...FREE,
      history: { abuseReports: 5, abuseRisk: 1 - 0.75 ** 5, recentAbuse: true, recentAbuseCounts: true },
    },
    score: 77,
    fired: ["abuse_reports", "recent_abuse", "free_provider"],
  },
  {
    name: "35 three days old, risky suffix, nothing set up",
    email: "jane.doe@company.xin",
    evidence: { mail: BARE, createdAt: registered(3), website: known(false) },
    score: 71,
    fired: ["domain_first_week", "risky_tld", "no_website", "no_spf_no_dmarc"],
  },
  { name: "41 no address", email: "jane@@company.co", score: 95, fired: ["failed_syntax"] },
  {
    name: "42 Gmail and no network",
    email: "jane.doe@gmail.com",
    evidence: FREE,
    score: 4,
    fired: ["free_provider"],
  },
  {
    name: "43 disposable",
    email: "someone@mailinator.com",
    evidence: { lists: { disposable: "listed" } },
    score: 78,
    fired: ["disposable"],
  },
  { name: "unknown domain and no network", email: "jane.doe@company.co", score: 0, fired: [] },
  {
    name: "suspected disposable",
    email: "jane.doe@company.co",
    evidence: { lists: { disposable: "suspected" } },
    score: 60,
    fired: ["disposable_suspected"],
  },
  {
    name: "suspected, and its mail host proves it",
    email: "jane.doe@company.co",
    evidence: { lists: { disposable: "suspected", disposableMx: known(true) } },
    score: 78,
    fired: ["disposable"],
  },
  {
    name: "domain without mail",
    email: "jane.doe@company.co",
    evidence: { mail: NO_MAIL },
    score: 90,
    fired: ["no_mail"],
  },
  {
    name: "squat that is on a disposable list",
    email: "jane@gmial.com",
    evidence: { lists: { disposable: "listed" } },
    score: 78,
    fired: ["disposable", "typo_squat"],
  },
  { name: "homograph", email: "jane@xn--pypal-4ve.com", score: 70, fired: ["homograph"] },
  { name: "mixed scripts in the handle", email: "jаne@company.co", score: 42, fired: ["homograph"] },
  {
    name: "full mailbox",
    email: "jane.doe@company.co",
    evidence: { mailbox: { reply: "full", exists: known(true) } },
    score: 15,
    fired: ["mailbox_full"],
  },
  { name: "address literal", email: "jane.doe@[192.0.2.1]", score: 45, fired: ["address_literal"] },
  {
    name: "quoted handle",
    email: '"jane doe"@gmail.com',
    evidence: FREE,
    score: 18,
    fired: ["quoted_handle", "free_provider"],
  },
  {
    name: "free provider: young, no policy and no site do not count",
    email: "jane.doe@gmail.com",
    evidence: { ...FREE, mail: BARE, createdAt: registered(3), website: known(false) },
    score: 4,
    fired: ["free_provider"],
  },
  {
    name: "recent reports of reporters that do not count",
    email: "jane.doe@gmail.com",
    evidence: {
      ...FREE,
      history: { abuseReports: 3, abuseRisk: 0, recentAbuse: true, recentAbuseCounts: true },
    },
    score: 4,
    fired: ["free_provider"],
  },
  {
    name: "trust does not lower a strong finding",
    email: "jane.doe@company.co",
    evidence: { lists: { disposable: "listed" }, mailbox: VERIFIED, footprint: { breachCount: known(3) } },
    score: 78,
    fired: ["disposable"],
  },
  {
    name: "trust lowers weak ones",
    email: "info+x@company.co",
    evidence: { mail: SOUND, createdAt: AGED, mailbox: VERIFIED },
    score: 13,
    fired: ["role_account", "tagged"],
  },
];

for (const { name, email, evidence, score, fired } of ROWS) {
  Deno.test(`scoreEmail: ${name}`, () => {
    const { breakdown, kind } = scoreEmail(emailEvidence(email, evidence));
    assert.equal(kind, "email");
    assert.deepEqual(breakdown.findings.map((finding) => finding.name), fired);
    assert.equal(breakdown.score, score);
  });
}

Deno.test("every weight fires in a test", () => {
  const fired = new Set(ROWS.flatMap((row) => row.fired));
  assert.deepEqual(Object.keys(WEIGHTS).filter((name) => !fired.has(name)), []);
});

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
