/** A scored sign-up in the shape of the vendor's fraud response. */
import type { CompatChoice, RuleApplied } from "../model/records.ts";
import type { Verdict } from "../model/verdict.ts";
import type { IpFields } from "../signals/ip/score.ts";
import { extra, type ExtraContent } from "./extra.ts";
import type { Warning } from "./section_reader.ts";
import { balanceOf, written } from "./unknown.ts";
import { clampRisk, ipRecord, isAnonymous, type LocatedIp } from "./ip_record.ts";

export type FraudProduct = "score" | "insights";

/** What the vendor's shape shows of an e-mail and a domain component. */
interface MailComponent {
  readonly verdict: Verdict;
  readonly signals: Readonly<Record<"is_disposable" | "is_free_provider", boolean | null>>;
}

export interface FraudEmail extends MailComponent {
  /** RFC 3339. */
  /** RFC 3339; null for a caller that is not told. */
  readonly firstSeen: string | null;
}

interface FraudDomain extends MailComponent {
  readonly score: number;
}

/** Components that the request did not have are null. */
export interface FraudResult {
  readonly score: number;
  readonly verdict: Verdict;
  readonly ip: LocatedIp | null;
  readonly email: FraudEmail | null;
  readonly domain: FraudDomain | null;
  readonly rule: RuleApplied | null;
  readonly requestId: string;
  readonly warnings: readonly Warning[];
  readonly choice: CompatChoice;
  readonly extra: ExtraContent;
}

/** Reasons of a risk, of the vendor's list. */
export const RISK_REASONS = ["ANONYMOUS_IP", "MINFRAUD_NETWORK_ACTIVITY"] as const;

const ACTIONS = { allow: "accept", review: "manual_review", block: "reject" } as const;

/** Fields that the vendor fills from data that this service does not have. */
const NOT_ANSWERED = {
  credit_card: null,
  billing_address: null,
  shipping_address: null,
  billing_phone: null,
  shipping_phone: null,
  subscores: null,
} as const;

export function fraudBody(result: FraudResult, product: FraudProduct): Record<string, unknown> {
  const { ip } = result;
  const common = {
    id: result.requestId.replace(/^req_/, ""),
    risk_score: clampRisk(result.score),
    disposition: disposition(result),
    warnings: result.warnings,
  };
  const balance = balanceOf(result.choice);
  // Never left out: the vendor's Python client cannot do without them.
  const balances = { funds_remaining: balance, queries_remaining: balance };
  if (product === "score") {
    const address = ip === null ? {} : { ip_address: { risk: clampRisk(ip.score) } };
    return { ...common, ...balances, ...address, ...extra(result.extra) };
  }
  const known = written({
    ...common,
    ...(ip === null ? {} : { ip_address: ipAddress(ip) }),
    ...email(result),
    ...NOT_ANSWERED,
  }, result.choice.unknown);
  return { ...known, ...balances, ...extra(result.extra) };
}

function disposition({ verdict, rule }: FraudResult): Record<string, string> {
  return {
    action: ACTIONS[verdict],
    reason: rule === null ? "default" : "custom_rule",
    ...(rule === null ? {} : { rule_label: rule.value }),
  };
}

function ipAddress(ip: LocatedIp): Record<string, unknown> {
  return { risk: clampRisk(ip.score), risk_reasons: riskReasons(ip.fields), ...ipRecord(ip, "insights") };
}

interface RiskReason {
  readonly code: typeof RISK_REASONS[number];
  readonly reason: string;
}

/** Each with exactly these two keys: the vendor's Python client refuses more. */
function riskReasons(fields: IpFields): RiskReason[] {
  const reasons: RiskReason[] = [];
  if (isAnonymous(fields)) {
    reasons.push({
      code: "ANONYMOUS_IP",
      reason: "The IP address belongs to an anonymizing network: a VPN, an open proxy or Tor",
    });
  }
  if (fields.abuse_reports > 0) {
    reasons.push({ code: "MINFRAUD_NETWORK_ACTIVITY", reason: "The IP address was reported for abuse" });
  }
  return reasons;
}

/** The vendor's Python client refuses any further key in `email`. Of a hashed address, only the domain is known. */
function email({ email, domain }: FraudResult): Record<string, unknown> {
  const scored = email ?? domain;
  if (scored === null) return {};
  return {
    email: {
      domain: { first_seen: null, ...(domain === null ? {} : { risk: clampRisk(domain.score) }) },
      first_seen: email?.firstSeen?.slice(0, 10) ?? null,
      is_disposable: scored.signals.is_disposable,
      is_free: scored.signals.is_free_provider,
      is_high_risk: scored.verdict !== "allow",
    },
  };
}
