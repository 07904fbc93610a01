/** E-mail evidence to a component: every point comes from a row of WEIGHTS. */
import { type Component, NullReasons } from "../../model/component.ts";
import { FALSE_SIGNATURES } from "../../model/facts/email_token.ts";
import { isFalse, isTrue } from "../../model/evidence.ts";
import { evaluate, type Fired, type Trusted, type TrustRow, type WeightRow } from "../../scoring/evaluate.ts";
import { OWN_CLAIMS, OWN_REPORTS, ownClaimsFired, reportsFired } from "../../scoring/reports.ts";
import { ageRow, OLD_DOMAIN_DAYS, TRUSTS as DOMAIN_TRUSTS, WEIGHTS as DOMAIN } from "../domain/score.ts";
import type { EmailEvidence } from "./evidence.ts";
import { type EmailFacts, factsOf } from "./facts.ts";
import { type EmailFields, emailFieldsOf } from "./fields.ts";
import { isCatchAll, isRejected, isVerified } from "./status.ts";

export type { EmailFields } from "./fields.ts";

/**
 * Rows about the domain come from the domain signal. A group is replaced where the fact competes with facts that only an
 * address has: at most one of the reasons why mail cannot arrive counts, and one of the reports and their being recent. A
 * typo squat shares a group with the disposable lists because many squats are on them.
 */
export const WEIGHTS = {
  failed_syntax: { points: 95, group: "address", text: "not a valid e-mail address" },
  reserved_domain: { ...DOMAIN.reserved, group: "address" },
  no_mail: { points: 90, group: "address", text: "domain does not accept mail" },
  mailbox_rejected: { points: 85, group: "address", text: "mailbox does not exist" },
  disposable: DOMAIN.disposable,
  disposable_suspected: DOMAIN.disposable_suspected,
  homograph: DOMAIN.homograph,
  address_literal: { points: 45, group: "form", text: "IP address instead of a domain" },
  quoted_handle: { points: 15, group: "form", text: "handle in quotes" },
  typo_squat: { points: 45, group: "disposable", text: "domain one typo away from a large mail provider" },
  domain_first_week: DOMAIN.first_week,
  domain_first_month: DOMAIN.first_month,
  domain_first_quarter: DOMAIN.first_quarter,
  machine_made_handle: { points: 30, group: "handle", text: "machine-generated handle" },
  role_account: { points: 12, group: "role", text: "role account, not a person" },
  tagged: { points: 5, group: "tagged", text: "tagged address" },
  risky_tld: DOMAIN.risky_tld,
  mailbox_full: { points: 15, group: "mailbox", text: "mailbox is full" },
  catch_all: { points: 12, group: "mailbox", text: "domain accepts mail for any address" },
  token_forged: { points: 40, group: "token", text: "e-mail verification token with a false signature" },
  no_website: DOMAIN.no_website,
  no_spf_no_dmarc: DOMAIN.no_spf_no_dmarc,
  free_provider: DOMAIN.free_provider,
  abuse_reports: { ...DOMAIN.abuse_reports, group: "reputation" },
  own_reports: { ...OWN_REPORTS, group: "reputation" },
  own_claims: { ...OWN_CLAIMS, group: "reputation" },
  recent_abuse: { ...DOMAIN.recent_abuse, group: "reputation" },
} as const satisfies Readonly<Record<string, WeightRow>>;

export const TRUSTS = {
  footprint: { factor: 0.7, text: "address has a digital footprint" },
  mailbox_verified: { factor: 0.85, text: "mailbox confirmed by its mail server" },
  mailbox_proven: { factor: 0.8, text: "mailbox proven by a token of its provider" },
  aged_domain: DOMAIN_TRUSTS.aged,
} as const satisfies Readonly<Record<string, TrustRow>>;

/**
 * What is left of findings that rest on doubt about the mailbox, where a token proves that somebody is signed in to it. What
 * is known of the domain and of the person's past stands: farmers own real mailboxes.
 */
const PROVEN_SHARES = {
  mailbox_rejected: 0,
  mailbox_full: 0,
  catch_all: 0,
  machine_made_handle: 0.5,
  domain_first_week: 0.7,
  domain_first_month: 0.6,
  domain_first_quarter: 0.6,
} as const satisfies { readonly [Name in keyof typeof WEIGHTS]?: number };

export interface EmailComponent extends Component<EmailFields> {
  /** Of a privacy alias or forwarding service. */
  readonly isAlias: boolean;
}

export function scoreEmail(evidence: EmailEvidence): EmailComponent {
  const facts = factsOf(evidence);
  const nulls = new NullReasons();
  const fired = firedBy(facts, evidence);
  return {
    kind: "email",
    breakdown: evaluate({
      component: "email",
      weights: WEIGHTS,
      trusts: TRUSTS,
      fired: facts.isProven ? fired.map(lessened) : fired,
      trusted: trustedBy(facts, evidence),
    }),
    fields: emailFieldsOf(evidence, facts, nulls),
    unknown: nulls.reasons,
    isAlias: facts.relay,
  };
}

function firedBy(facts: EmailFacts, { history }: EmailEvidence): Fired<keyof typeof WEIGHTS>[] {
  const fired: Fired<keyof typeof WEIGHTS>[] = [];
  if (!facts.syntaxValid) fired.push("failed_syntax");
  if (facts.isReserved) fired.push("reserved_domain");
  if (!facts.isReserved && (isFalse(facts.exists) || isFalse(facts.acceptsMail))) fired.push("no_mail");
  if (isRejected(facts)) fired.push("mailbox_rejected");
  if (isTrue(facts.disposable)) fired.push(facts.disposableSuspected ? "disposable_suspected" : "disposable");
  if (facts.isAddressLiteral) fired.push("address_literal");
  else if (facts.syntaxValid && !facts.isDotAtom) fired.push("quoted_handle");
  if (isTrue(facts.homograph)) {
    const text = facts.homographWhy ?? WEIGHTS.homograph.text;
    fired.push({ name: "homograph", share: facts.homographShare, text });
  }
  if (facts.typo?.squat) {
    fired.push({ name: "typo_squat", text: `domain one typo away from ${facts.typo.domain}` });
  }
  const age = facts.knownProvider ? null : ageRow(facts.ageDays);
  if (age !== null) fired.push(`domain_${age}`);
  if (isTrue(facts.machineGenerated)) fired.push("machine_made_handle");
  if (isTrue(facts.role)) fired.push("role_account");
  if (isTrue(facts.tagged)) fired.push("tagged");
  if (isTrue(facts.riskyTld) && !facts.knownProvider) {
    fired.push({ name: "risky_tld", share: facts.riskyTldShare });
  }
  if (facts.mailbox.reply === "full") fired.push("mailbox_full");
  if (isCatchAll(facts)) fired.push("catch_all");
  if (isFalse(facts.website) && !facts.knownProvider) fired.push("no_website");
  if (isFalse(facts.spf) && isFalse(facts.dmarc) && !facts.knownProvider) fired.push("no_spf_no_dmarc");
  const { token } = facts;
  if (token?.reason && FALSE_SIGNATURES.includes(token.reason)) fired.push("token_forged");
  if (isTrue(facts.freeProvider)) fired.push("free_provider");
  fired.push(...reportsFired(history, "abuse_reports"), ...ownClaimsFired(history));
  return fired;
}

function lessened(fired: Fired<keyof typeof WEIGHTS>): Fired<keyof typeof WEIGHTS> {
  const given = typeof fired === "string" ? { name: fired } : fired;
  const shares: { readonly [name: string]: number } = PROVEN_SHARES;
  const left = shares[given.name];
  return left === undefined ? fired : { ...given, share: (given.share ?? 1) * left };
}

function trustedBy(facts: EmailFacts, { history }: EmailEvidence): Trusted<keyof typeof TRUSTS>[] {
  const trusted: Trusted<keyof typeof TRUSTS>[] = [];
  if (isTrue(facts.footprint)) trusted.push("footprint");
  const { token } = facts;
  if (token?.status === "verified") {
    // What is reported of the person is no doubt about the mailbox.
    const isReported = reportsFired(history, "abuse_reports").length + ownClaimsFired(history).length > 0;
    const text = `mailbox proven by a token of ${token.issuer}`;
    if (!isReported) trusted.push({ name: "mailbox_proven", text });
  } else if (isVerified(facts)) trusted.push("mailbox_verified");
  if (facts.ageDays.known && facts.ageDays.value >= OLD_DOMAIN_DAYS && !facts.knownProvider) {
    trusted.push("aged_domain");
  }
  return trusted;
}
