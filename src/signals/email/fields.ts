/** The wire fields of an e-mail result. */
import type { DeepReadonly, NullReasons } from "../../model/component.ts";
import { isFalse, isTrue, mapKnown } from "../../model/evidence.ts";
import type { EmailEvidence } from "./evidence.ts";
import type { EmailFacts } from "./facts.ts";
import { emailStatusOf, isCatchAll, isVerified, SETTLED_DOMAIN_DAYS, type StatusRow } from "./status.ts";

/** The wire fields of `GET /v1/verify/email`, without what every result carries. */
export type EmailFields = DeepReadonly<ReturnType<typeof emailFieldsOf>>;

/** @param nulls collects the reason of each null */
export function emailFieldsOf(evidence: EmailEvidence, facts: EmailFacts, nulls: NullReasons) {
  const { input, history, mail, footprint } = evidence;
  const row = emailStatusOf(facts);
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
    ...(facts.token === null ? {} : { email_token: tokenOf(facts.token) }),
    digital_footprint: {
      has_avatar: nulls.value("digital_footprint.has_avatar", footprint.hasAvatar),
      avatar_profile_url: nulls.value(
        "digital_footprint.avatar_profile_url",
        mapKnown(footprint.hasAvatar, () => footprint.avatarUrl),
      ),
      breach_count: nulls.value("digital_footprint.breach_count", footprint.breachCount),
      seen_in_breach: nulls.value(
        "digital_footprint.seen_in_breach",
        mapKnown(footprint.breachCount, (count) => count > 0),
      ),
    },
  };
}

function signalsOf(facts: EmailFacts, nulls: NullReasons) {
  const { mailbox } = facts;
  return {
    syntax_valid: facts.syntaxValid,
    mx_found: nulls.value("signals.mx_found", facts.acceptsMail),
    is_disposable: nulls.value("signals.is_disposable", facts.disposable),
    is_homograph: nulls.value("signals.is_homograph", facts.homograph),
    is_role_account: nulls.value("signals.is_role_account", facts.role),
    is_free_provider: nulls.value("signals.is_free_provider", facts.freeProvider),
    is_suspicious_handle: nulls.value("signals.is_suspicious_handle", facts.machineGenerated),
    is_tagged: nulls.value("signals.is_tagged", facts.tagged),
    is_risky_tld: nulls.value("signals.is_risky_tld", facts.riskyTld),
    is_new_domain: nulls.value("signals.is_new_domain", facts.newDomain),
    has_spf: nulls.value("signals.has_spf", facts.spf),
    has_dmarc: nulls.value("signals.has_dmarc", facts.dmarc),
    has_website: nulls.value("signals.has_website", facts.website),
    mailbox_exists: nulls.value("signals.mailbox_exists", mailbox.exists),
    is_catch_all: nulls.value("signals.is_catch_all", mailbox.catchAll),
    has_digital_footprint: nulls.value("signals.has_digital_footprint", facts.footprint),
    mailbox_status: mailbox.status,
    ...(facts.token === null ? {} : { mailbox_basis: basisOf(facts) }),
  };
}

function basisOf(facts: EmailFacts): "email_token" | "mail_server" | null {
  if (facts.isProven) return "email_token";
  return isVerified(facts) ? "mail_server" : null;
}

function tokenOf(token: NonNullable<EmailFacts["token"]>) {
  const { status, reason, issuer } = token;
  return { status, reason, issuer, is_private_email: status === "verified" ? token.isPrivateEmail : null };
}

/** deliverability_score: how likely mail sent there arrives, 0 to 99. It is not part of the risk score. */
interface DeliverabilityRow {
  readonly name: string;
  readonly points: number;
  readonly when: (facts: EmailFacts, sub: string) => boolean;
}

const START = 70;
const LOWEST = 1;
const HIGHEST = 99;

export const DELIVERABILITY_ROWS: readonly DeliverabilityRow[] = [
  { name: "verified", points: 27, when: isVerified },
  { name: "catch_all", points: -15, when: isCatchAll },
  { name: "mailbox_full", points: -30, when: (f) => f.mailbox.reply === "full" },
  { name: "temporary_failure", points: -15, when: (_f, sub) => sub === "temporary_failure" },
  { name: "disposable", points: -45, when: (f) => isTrue(f.disposable) },
  { name: "role_account", points: -8, when: (f) => isTrue(f.role) },
  { name: "machine_generated_handle", points: -10, when: (f) => isTrue(f.machineGenerated) },
  { name: "possible_typo", points: -25, when: (f) => f.typo !== null && !f.typo.squat },
  { name: "imitation", points: -45, when: (f) => (f.typo?.squat ?? false) || isTrue(f.homograph) },
  { name: "spf", points: 4, when: (f) => isTrue(f.spf) },
  { name: "dmarc", points: 4, when: (f) => isTrue(f.dmarc) },
  {
    name: "no_spf_no_dmarc",
    points: -8,
    when: (f) => !f.knownProvider && isFalse(f.spf) && isFalse(f.dmarc),
  },
  { name: "website", points: 3, when: (f) => isTrue(f.website) },
  { name: "known_provider", points: 10, when: (f) => f.knownProvider },
  {
    name: "settled_domain",
    points: 8,
    when: (f) => f.ageDays.known && f.ageDays.value >= SETTLED_DOMAIN_DAYS,
  },
  { name: "new_domain", points: -20, when: (f) => isTrue(f.newDomain) },
  { name: "risky_tld", points: -5, when: (f) => isTrue(f.riskyTld) },
  { name: "footprint", points: 6, when: (f) => isTrue(f.footprint) },
];

export function deliverabilityOf(facts: EmailFacts, row: StatusRow): number {
  if (row.undeliverable) return 0;
  let score = START;
  for (const { points, when } of DELIVERABILITY_ROWS) if (when(facts, row.sub)) score += points;
  return Math.min(HIGHEST, Math.max(LOWEST, score));
}
