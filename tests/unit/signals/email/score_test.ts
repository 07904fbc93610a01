import assert from "node:assert/strict";
import { known } from "../../../../src/model/evidence.ts";
import { refusedToken } from "../../../../src/model/facts/email_token.ts";
import { scoreEmail, WEIGHTS } from "../../../../src/signals/email/score.ts";
import {
  AGED,
  emailEvidence,
  FREE,
  type KnownEvidence,
  MAIL,
  registered,
  SOUND,
  VERIFIED,
} from "../../../support/fixtures/email_evidence.ts";

interface Row {
  readonly name: string;
  readonly email: string;
  readonly evidence?: KnownEvidence;
  readonly score: number;
  /** Names of what fired, strongest first. */
  readonly fired: readonly string[];
}

const BARE = { ...MAIL, spf: known(false), dmarc: known(false) };

const NO_MAIL = { exists: known(false), acceptsMail: known(false) };

const REJECTED = { status: "verified", exists: known(false), reply: "not_found" } as const;

const CATCH_ALL = { status: "catch_all", catchAll: known(true) } as const;

const SITE = known(true);

const PROVEN = {
  status: "verified",
  reason: null,
  issuer: "accounts.google.com",
  isPrivateEmail: false,
} as const;
const FORGED = refusedToken("evt_signature_invalid");

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
  {
    name: "a token whose signature is false",
    email: "jane.doe@gmail.com",
    evidence: { ...FREE, token: FORGED },
    score: 42,
    fired: ["token_forged", "free_provider"],
  },
  {
    name: "a token that could not be checked",
    email: "jane.doe@gmail.com",
    evidence: { ...FREE, token: refusedToken("issuer_unreachable") },
    score: 4,
    fired: ["free_provider"],
  },
  {
    name: "a proven mailbox that its server denies",
    email: "jane.doe@company.co",
    evidence: { mail: SOUND, createdAt: AGED, website: SITE, mailbox: REJECTED, token: PROVEN },
    score: 0,
    fired: [],
  },
  {
    name: "a proven mailbox at a domain that accepts any",
    email: "jane.doe@company.co",
    evidence: { mail: SOUND, createdAt: AGED, website: SITE, mailbox: CATCH_ALL, token: PROVEN },
    score: 0,
    fired: [],
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
    score: 90,
    fired: ["reserved_domain"],
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
    name: "reported by the caller twice",
    email: "jane.doe@gmail.com",
    evidence: {
      ...FREE,
      history: {
        abuseReports: 2,
        abuseRisk: 0.6,
        recentAbuse: true,
        recentAbuseCounts: true,
        own: { count: 2, risk: 0.6, recent: true },
      },
    },
    score: 62,
    fired: ["own_reports", "recent_abuse", "free_provider"],
  },
  {
    name: "labelled by the caller, not verified as theirs",
    email: "jane.doe@gmail.com",
    evidence: {
      ...FREE,
      history: {
        abuseReports: 3,
        abuseRisk: 0.42,
        recentAbuse: true,
        recentAbuseCounts: false,
        own: { count: 3, inFull: 0, risk: 0.42, isClaimed: true, recent: false },
      },
    },
    score: 44,
    fired: ["own_claims", "free_provider"],
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

Deno.test("a proven mailbox lessens doubts about it, and neither lists nor reports", () => {
  const of = (email: string, evidence: KnownEvidence) => {
    const [plain, proven] = [evidence, { ...evidence, token: PROVEN }].map((each) =>
      scoreEmail(emailEvidence(email, each)).breakdown
    );
    return { plain: plain!, proven: proven! };
  };
  const random = of("xkq7vz9wtb2r@gmail.com", FREE);
  assert(random.proven.score < random.plain.score);
  assert.deepEqual(random.proven.trust.map(({ text }) => text), [
    "mailbox proven by a token of accounts.google.com",
  ]);
  const young = of("jane.doe@company.co", { mail: SOUND, createdAt: registered(3) });
  assert(young.proven.score < young.plain.score && young.proven.score > 0);
  const listed = of("jane.doe@company.co", { lists: { disposable: "listed" } });
  assert.equal(listed.proven.score, listed.plain.score);
  const reported = of("jane.doe@company.co", { history: { abuseReports: 3, abuseRisk: 0.5 } });
  assert(reported.plain.score > 0);
  assert.deepEqual([reported.proven.score, reported.proven.trust], [reported.plain.score, []]);
});
