/** Email evidence to a component: every point is a row of WEIGHTS. */
import { type Component, type GroupRule, NullReasons } from "../../model/component.ts";
import { isFalse, isTrue } from "../../model/evidence.ts";
import { evaluate, type Fired, type TrustRow, type WeightRow } from "../../scoring/evaluate.ts";
import { reportsFired } from "../../scoring/reports.ts";
import type { EmailEvidence } from "./evidence.ts";
import { type EmailFacts, factsOf, NEW_DOMAIN_DAYS } from "./facts.ts";
import { type EmailFields, emailFieldsOf } from "./fields.ts";
import { isRejected, isVerified } from "./status.ts";

export type { EmailFields } from "./fields.ts";

/**
 * research/signals.md 4.2 gives the start values. A typo squat shares its group with the disposable lists, because many
 * squats are on them for being just that.
 */
export const WEIGHTS = {
  failed_syntax: { points: 95, group: "address", text: "not a valid email address" },
  reserved_domain: { points: 90, group: "address", text: "domain reserved for examples and private use" },
  no_mail: { points: 90, group: "address", text: "domain does not accept mail" },
  mailbox_rejected: { points: 85, group: "address", text: "mailbox does not exist" },
  disposable: { points: 78, group: "disposable", text: "disposable email domain" },
  disposable_suspected: { points: 60, group: "disposable", text: "email domain suspected to be disposable" },
  homograph: { points: 70, group: "imitation", text: "address imitates another name" },
  address_literal: { points: 45, group: "form", text: "mail to an IP address instead of a domain" },
  quoted_handle: { points: 15, group: "form", text: "handle that needs quotes" },
  typo_squat: { points: 45, group: "disposable", text: "domain one slip away from a large mail provider" },
  domain_first_week: { points: 60, group: "age", text: "email domain registered less than 7 days ago" },
  domain_first_month: { points: 45, group: "age", text: "email domain registered less than 30 days ago" },
  domain_first_quarter: { points: 20, group: "age", text: "email domain registered less than 90 days ago" },
  machine_made_handle: { points: 30, group: "handle", text: "machine-generated handle" },
  role_account: { points: 12, group: "role", text: "role account, not a person" },
  tagged: { points: 5, group: "tagged", text: "tagged address" },
  risky_tld: { points: 15, group: "tld", text: "top-level domain with much abuse" },
  mailbox_full: { points: 15, group: "mailbox", text: "mailbox is full" },
  catch_all: { points: 12, group: "mailbox", text: "domain accepts mail for any address" },
  no_website: { points: 8, group: "website", text: "email domain has no website" },
  no_spf_no_dmarc: {
    points: 8,
    group: "sender_policy",
    text: "email domain publishes neither SPF nor DMARC",
  },
  free_provider: { points: 4, group: "free", text: "free email provider" },
  abuse_reports: { points: 100, group: "reputation", text: "reported for abuse" },
  recent_abuse: { points: 25, group: "reputation", text: "reported for abuse in the last 30 days" },
} as const satisfies Readonly<Record<string, WeightRow>>;

type Group = (typeof WEIGHTS)[keyof typeof WEIGHTS]["group"];

const STRONGEST = { take: "strongest", max: 100 } as const satisfies GroupRule;

export const GROUPS: Readonly<Record<Group, GroupRule>> = {
  address: STRONGEST,
  disposable: STRONGEST,
  imitation: STRONGEST,
  form: STRONGEST,
  age: STRONGEST,
  handle: STRONGEST,
  role: STRONGEST,
  tagged: STRONGEST,
  tld: STRONGEST,
  mailbox: STRONGEST,
  website: STRONGEST,
  sender_policy: STRONGEST,
  free: STRONGEST,
  reputation: STRONGEST,
};

export const TRUSTS = {
  footprint: { factor: 0.7, text: "address has a public history" },
  mailbox_verified: { factor: 0.85, text: "mailbox confirmed by its server" },
  aged_domain: { factor: 0.9, text: "email domain registered for two years or more" },
} as const satisfies Readonly<Record<string, TrustRow>>;

const WEEK = 7;
const QUARTER = 90;
const AGED = 730;

export function scoreEmail(evidence: EmailEvidence): Component<EmailFields> {
  const facts = factsOf(evidence);
  const nulls = new NullReasons();
  return {
    kind: "email",
    breakdown: evaluate({
      component: "email",
      weights: WEIGHTS,
      groups: GROUPS,
      trusts: TRUSTS,
      fired: firedBy(facts, evidence),
      trusted: trustedBy(facts),
    }),
    fields: emailFieldsOf(evidence, facts, nulls),
    unknown: nulls.reasons,
  };
}

function firedBy(facts: EmailFacts, { history }: EmailEvidence): Fired<keyof typeof WEIGHTS>[] {
  const fired: Fired<keyof typeof WEIGHTS>[] = [];
  if (!facts.syntaxValid) fired.push("failed_syntax");
  if (facts.reserved) fired.push("reserved_domain");
  if (!facts.reserved && (isFalse(facts.exists) || isFalse(facts.acceptsMail))) fired.push("no_mail");
  if (isRejected(facts)) fired.push("mailbox_rejected");
  if (isTrue(facts.disposable)) fired.push(facts.disposableSuspected ? "disposable_suspected" : "disposable");
  if (facts.literal) fired.push("address_literal");
  else if (facts.syntaxValid && !facts.ordinary) fired.push("quoted_handle");
  if (isTrue(facts.homograph)) {
    const text = facts.homographWhy ?? WEIGHTS.homograph.text;
    fired.push({ name: "homograph", share: facts.homographShare, text });
  }
  if (facts.typo?.squat) {
    fired.push({ name: "typo_squat", text: `domain one slip away from ${facts.typo.domain}` });
  }
  if (facts.ageDays.known && !facts.knownProvider) {
    const days = facts.ageDays.value;
    if (days < WEEK) fired.push("domain_first_week");
    else if (days < NEW_DOMAIN_DAYS) fired.push("domain_first_month");
    else if (days < QUARTER) fired.push("domain_first_quarter");
  }
  if (isTrue(facts.machineMade)) fired.push("machine_made_handle");
  if (isTrue(facts.role)) fired.push("role_account");
  if (isTrue(facts.tagged)) fired.push("tagged");
  if (isTrue(facts.riskyTld) && !facts.knownProvider) {
    fired.push({ name: "risky_tld", share: facts.riskyTldShare });
  }
  if (facts.mailbox.reply === "full") fired.push("mailbox_full");
  if (facts.mailbox.status === "catch_all" || isTrue(facts.mailbox.catchAll)) fired.push("catch_all");
  if (isFalse(facts.website) && !facts.knownProvider) fired.push("no_website");
  if (isFalse(facts.spf) && isFalse(facts.dmarc) && !facts.knownProvider) fired.push("no_spf_no_dmarc");
  if (isTrue(facts.freeProvider)) fired.push("free_provider");
  fired.push(...reportsFired(history, "abuse_reports"));
  return fired;
}

function trustedBy(facts: EmailFacts): (keyof typeof TRUSTS)[] {
  const trusted: (keyof typeof TRUSTS)[] = [];
  if (isTrue(facts.footprint)) trusted.push("footprint");
  if (isVerified(facts)) trusted.push("mailbox_verified");
  if (facts.ageDays.known && facts.ageDays.value >= AGED && !facts.knownProvider) {
    trusted.push("aged_domain");
  }
  return trusted;
}
