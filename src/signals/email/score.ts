/** Email evidence to a component: every point is a row of WEIGHTS. */
import { type Component, type GroupRule, NullReasons } from "../../domain/component.ts";
import { isFalse, isTrue, mapKnown } from "../../domain/evidence.ts";
import { evaluate, type Fired, type TrustRow, type WeightRow } from "../../scoring/evaluate.ts";
import { deliverabilityOf } from "./deliverability.ts";
import type { EmailEvidence, EmailMailboxFacts } from "./evidence.ts";
import { type EmailFacts, factsOf } from "./facts.ts";
import { type EmailStatus, isRejected, isVerified, statusOf } from "./status.ts";

/** research/signals.md 4.2 gives the start values. */
export const WEIGHTS = {
  failed_syntax: { points: 95, group: "address", text: "not a valid email address" },
  reserved_domain: { points: 90, group: "address", text: "domain reserved for examples and private use" },
  no_mail: { points: 90, group: "address", text: "domain does not accept mail" },
  mailbox_rejected: { points: 85, group: "address", text: "mailbox does not exist" },
  disposable: { points: 78, group: "disposable", text: "disposable email domain" },
  disposable_suspected: { points: 60, group: "disposable", text: "email domain suspected to be disposable" },
  homograph: { points: 70, group: "imitation", text: "address imitates another name" },
  typo_squat: { points: 45, group: "imitation", text: "domain one slip away from a large mail provider" },
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
const MONTH = 30;
const QUARTER = 90;
const AGED = 730;

/** The wire fields of `GET /v1/verify/email`, without what every result carries. */
export interface EmailFields {
  readonly email: string;
  readonly normalized_email: string;
  readonly status: EmailStatus;
  readonly sub_status: string;
  readonly deliverability_score: number;
  readonly did_you_mean: string | null;
  readonly domain: string;
  readonly domain_age_days: number | null;
  readonly mx_provider: string | null;
  readonly mx_records: readonly string[];
  readonly abuse_reports: number;
  readonly first_seen: string;
  readonly signals: EmailSignals;
  readonly digital_footprint: {
    readonly has_avatar: boolean | null;
    readonly avatar_profile_url: string | null;
    readonly breach_count: number | null;
    readonly seen_in_breach: boolean | null;
  };
}

export interface EmailSignals {
  readonly syntax_valid: boolean | null;
  readonly mx_found: boolean | null;
  readonly is_disposable: boolean | null;
  readonly is_homograph: boolean | null;
  readonly is_role_account: boolean | null;
  readonly is_free_provider: boolean | null;
  readonly is_suspicious_handle: boolean | null;
  readonly is_tagged: boolean | null;
  readonly is_risky_tld: boolean | null;
  readonly is_new_domain: boolean | null;
  readonly has_spf: boolean | null;
  readonly has_dmarc: boolean | null;
  readonly has_website: boolean | null;
  readonly mailbox_exists: boolean | null;
  readonly is_catch_all: boolean | null;
  readonly has_digital_footprint: boolean | null;
  readonly mailbox_status: EmailMailboxFacts["status"];
}

export function scoreEmail(evidence: EmailEvidence): Component<EmailFields> {
  const facts = factsOf(evidence);
  const nulls = new NullReasons();
  return {
    kind: "email",
    evaluation: evaluate({
      component: "email",
      weights: WEIGHTS,
      groups: GROUPS,
      trusts: TRUSTS,
      fired: firedBy(facts, evidence),
      trusted: trustedBy(facts),
    }),
    fields: fieldsOf(evidence, facts, nulls),
    unknown: nulls.reasons,
  };
}

function firedBy(facts: EmailFacts, { history }: EmailEvidence): Fired<keyof typeof WEIGHTS>[] {
  const fired: Fired<keyof typeof WEIGHTS>[] = [];
  const own = !isTrue(facts.freeProvider) && !facts.relay;
  if (!facts.syntaxValid) fired.push("failed_syntax");
  if (facts.reserved) fired.push("reserved_domain");
  if (!facts.reserved && (isFalse(facts.exists) || isFalse(facts.acceptsMail))) fired.push("no_mail");
  if (isRejected(facts)) fired.push("mailbox_rejected");
  if (isTrue(facts.disposable)) fired.push(facts.disposableSuspected ? "disposable_suspected" : "disposable");
  if (isTrue(facts.homograph)) {
    const text = facts.homographWhy ?? WEIGHTS.homograph.text;
    fired.push({ name: "homograph", share: facts.homographShare, text });
  }
  if (facts.typo?.squat) {
    fired.push({ name: "typo_squat", text: `domain one slip away from ${facts.typo.domain}` });
  }
  if (facts.ageDays.known && own) {
    const days = facts.ageDays.value;
    if (days < WEEK) fired.push("domain_first_week");
    else if (days < MONTH) fired.push("domain_first_month");
    else if (days < QUARTER) fired.push("domain_first_quarter");
  }
  if (isTrue(facts.machineMade)) fired.push("machine_made_handle");
  if (isTrue(facts.role)) fired.push("role_account");
  if (isTrue(facts.tagged)) fired.push("tagged");
  if (isTrue(facts.riskyTld) && own) fired.push({ name: "risky_tld", share: facts.riskyTldShare });
  if (facts.mailbox.reply === "full") fired.push("mailbox_full");
  if (facts.mailbox.status === "catch_all" || isTrue(facts.mailbox.catchAll)) fired.push("catch_all");
  if (isFalse(facts.website) && own) fired.push("no_website");
  if (isFalse(facts.spf) && isFalse(facts.dmarc) && own) fired.push("no_spf_no_dmarc");
  if (isTrue(facts.freeProvider)) fired.push("free_provider");
  if (history.abuseRisk > 0) {
    const times = history.abuseReports === 1 ? "once" : `${history.abuseReports} times`;
    fired.push({ name: "abuse_reports", share: history.abuseRisk, text: `reported for abuse ${times}` });
    if (history.recentAbuse) fired.push("recent_abuse");
  }
  return fired;
}

function trustedBy(facts: EmailFacts): (keyof typeof TRUSTS)[] {
  const trusted: (keyof typeof TRUSTS)[] = [];
  if (isTrue(facts.footprint)) trusted.push("footprint");
  if (isVerified(facts)) trusted.push("mailbox_verified");
  if (facts.ageDays.known && facts.ageDays.value >= AGED && isFalse(facts.freeProvider)) {
    trusted.push("aged_domain");
  }
  return trusted;
}

function fieldsOf(evidence: EmailEvidence, facts: EmailFacts, nulls: NullReasons): EmailFields {
  const { input, history, mail, footprint } = evidence;
  const row = statusOf(facts);
  return {
    email: input.email,
    normalized_email: input.normalized,
    status: row.status,
    sub_status: row.sub,
    deliverability_score: deliverabilityOf(facts, row),
    did_you_mean: facts.didYouMean,
    domain: input.host,
    domain_age_days: nulls.value("domain_age_days", facts.ageDays),
    mx_provider: nulls.value("mx_provider", mail.mxProvider),
    mx_records: nulls.value("mx_records", mail.mx) ?? [],
    abuse_reports: history.abuseReports,
    first_seen: history.firstSeen,
    signals: signalsOf(facts, nulls),
    digital_footprint: {
      has_avatar: nulls.value("digital_footprint.has_avatar", footprint.hasAvatar),
      avatar_profile_url: footprint.avatarUrl,
      breach_count: nulls.value("digital_footprint.breach_count", footprint.breachCount),
      seen_in_breach: nulls.value(
        "digital_footprint.seen_in_breach",
        mapKnown(footprint.breachCount, (count) => count > 0),
      ),
    },
  };
}

function signalsOf(facts: EmailFacts, nulls: NullReasons): EmailSignals {
  const { mailbox } = facts;
  return {
    syntax_valid: facts.syntaxValid,
    mx_found: nulls.value("signals.mx_found", facts.acceptsMail),
    is_disposable: nulls.value("signals.is_disposable", facts.disposable),
    is_homograph: nulls.value("signals.is_homograph", facts.homograph),
    is_role_account: nulls.value("signals.is_role_account", facts.role),
    is_free_provider: nulls.value("signals.is_free_provider", facts.freeProvider),
    is_suspicious_handle: nulls.value("signals.is_suspicious_handle", facts.machineMade),
    is_tagged: nulls.value("signals.is_tagged", facts.tagged),
    is_risky_tld: nulls.value("signals.is_risky_tld", facts.riskyTld),
    is_new_domain: nulls.value("signals.is_new_domain", mapKnown(facts.ageDays, (days) => days < MONTH)),
    has_spf: nulls.value("signals.has_spf", facts.spf),
    has_dmarc: nulls.value("signals.has_dmarc", facts.dmarc),
    has_website: nulls.value("signals.has_website", facts.website),
    mailbox_exists: nulls.value("signals.mailbox_exists", mailbox.exists),
    is_catch_all: nulls.value("signals.is_catch_all", mailbox.catchAll),
    has_digital_footprint: nulls.value("signals.has_digital_footprint", facts.footprint),
    mailbox_status: mailbox.status,
  };
}
