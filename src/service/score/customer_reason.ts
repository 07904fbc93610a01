/** Which of the sentences for customers fits a verdict: that of the finding that decided. */
import type { ComponentKind, Finding } from "../../model/component.ts";
import type { CustomerReason } from "../../model/customer_reason.ts";
import type { ScoreRecord } from "../../model/records.ts";
import { levelOf, type Verdict, type VerdictLevel, verdictOf } from "../../model/verdict.ts";
import { combinedOf, componentVerdictAt, storedContributions } from "../../scoring/calibration_replay.ts";
import type { Contribution } from "../../scoring/combine.ts";
import type { ComponentFinding } from "./finding_names.ts";

/** Of values; what rests on other people, reports or labels is `general`, and so is all that is about links. */
const REASONS: Readonly<Record<ComponentFinding, CustomerReason>> = {
  tor_exit: "connection_anonymous",
  open_proxy: "connection_anonymous",
  vpn_exit: "connection_anonymous",
  consumer_vpn: "connection_anonymous",
  company_gateway: "connection_anonymous",
  privacy_relay: "connection_anonymous",
  proxy_seen: "connection_anonymous",
  datacenter: "connection_hosting",
  hosting_name: "connection_hosting",
  proxy_neighbourhood: "general",
  hijacked: "general",
  failed_syntax: "email_undeliverable",
  reserved_domain: "email_undeliverable",
  no_mail: "email_undeliverable",
  mailbox_rejected: "email_undeliverable",
  mailbox_full: "email_undeliverable",
  typo_squat: "email_misspelt",
  disposable: "email_temporary",
  disposable_suspected: "email_temporary",
  address_literal: "email_impersonal",
  quoted_handle: "email_impersonal",
  machine_made_handle: "email_impersonal",
  role_account: "email_impersonal",
  tagged: "email_impersonal",
  domain_first_week: "domain_recent",
  domain_first_month: "domain_recent",
  domain_first_quarter: "domain_recent",
  first_week: "domain_recent",
  first_month: "domain_recent",
  first_quarter: "domain_recent",
  reserved: "domain_unconfirmed",
  does_not_resolve: "domain_unconfirmed",
  homograph: "domain_unconfirmed",
  risky_tld: "domain_unconfirmed",
  token_forged: "general",
  no_website: "domain_unconfirmed",
  no_spf_no_dmarc: "domain_unconfirmed",
  catch_all: "domain_unconfirmed",
  free_provider: "general",
  fictional: "phone_invalid",
  impossible: "phone_invalid",
  unassigned_area_code: "phone_invalid",
  unassigned_number: "phone_invalid",
  premium_rate: "phone_type",
  toll_free: "phone_type",
  voip: "phone_type",
  pager: "phone_type",
  uan: "phone_type",
  voicemail: "phone_type",
  shared_cost: "phone_type",
  personal_number: "phone_type",
  fixed_line: "general",
  mobile: "general",
  fixed_line_or_mobile: "general",
  bot: "browser_automated",
  probable_bot: "browser_automated",
  acting_browser: "browser_automated",
  timezone_mismatch: "time_zone",
  reported: "general",
  abuse_reports: "general",
  recent_abuse: "general",
  own_reports: "general",
  own_claims: "general",
};

/** What decided a verdict other than allow. */
export interface Deciding {
  readonly reason: CustomerReason;
  /** Null: something else did. */
  readonly finding: Finding | null;
}

interface DecidedScore {
  readonly verdict: Verdict;
  readonly level: VerdictLevel;
  /** One of the account's rules decided, whatever it names. */
  readonly ruled: boolean;
  /** What denied the agent (`rule:<index>` or `default:<bucket>`); null: nothing did. */
  readonly denial: string | null;
  /** The score before the floors. */
  readonly combined: number;
  /** Components that are a block by themselves. */
  readonly blocked: readonly ComponentKind[];
  /** Something of the sign-up could not be read. */
  readonly anyInvalid: boolean;
  /** The strongest first. */
  readonly contributions: readonly Contribution[];
}

const GENERAL: Deciding = { reason: "general", finding: null };

/** Null: the verdict is allow. */
export function decidingOf(score: DecidedScore): Deciding | null {
  const { verdict, contributions, blocked } = score;
  if (verdict === "allow") return null;
  if (score.ruled) return GENERAL;
  if (score.denial !== null) {
    return score.denial.startsWith("rule:") ? GENERAL : { reason: "agent_unverified", finding: null };
  }
  const isFloored = verdictOf(score.combined, score.level) !== verdict;
  if (isFloored && blocked.length === 0 && score.anyInvalid) {
    return { reason: "details_unreadable", finding: null };
  }
  const deciding = isFloored
    ? contributions.find(({ finding: { component } }) => blocked.some((kind) => kind === component))
    : contributions[0];
  return deciding === undefined ? GENERAL : { reason: reasonOf(deciding.finding), finding: deciding.finding };
}

function reasonOf({ component, name }: Finding): CustomerReason {
  if (component === "linkage") return "general";
  const reasons: Readonly<Record<string, CustomerReason>> = REASONS;
  return Object.hasOwn(reasons, name) ? reasons[name]! : "general";
}

/** As it was when it was scored. */
export function storedDeciding(record: ScoreRecord): Deciding | null {
  const { verdict, rule, components, signup, conditions = null } = record;
  if (verdict === "allow") return null;
  const level = levelOf(record);
  return decidingOf({
    verdict,
    level,
    ruled: rule !== null || (conditions?.decided ?? null) !== null,
    denial: record.agentDecision === "deny" ? String(signup?.agent?.["matched"] ?? "") : null,
    combined: combinedOf(record),
    blocked: components.filter((component) => componentVerdictAt(component, level) === "block")
      .map(({ kind }) => kind),
    anyInvalid: (signup?.invalid?.length ?? 0) > 0,
    contributions: storedContributions(record),
  });
}
