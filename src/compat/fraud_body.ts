/** A scored signup in the shape of the vendor's fraud response. */
import type { ComponentKind } from "../model/component.ts";
import type { RuleApplied } from "../model/records.ts";
import type { Verdict } from "../model/verdict.ts";
import type { DomainFields } from "../signals/domain/score.ts";
import type { EmailFields } from "../signals/email/score.ts";
import type { IpFields } from "../signals/ip/score.ts";
import { extra, type ExtraContent } from "./extra.ts";
import type { Warning } from "./block_reader.ts";
import { ipRecord, isAnonymous } from "./ip_record.ts";
import { clampRisk } from "./risk.ts";

export type FraudProduct = "score" | "insights";

/** `null` as specified; `zero` for clients whose types have no null there. */
export type Balance = "null" | "zero";

/** A component of the signup, as far as the vendor's shape shows it. */
export interface FraudComponent {
  readonly kind: ComponentKind;
  readonly score: number;
  readonly verdict: Verdict;
  readonly fields: Readonly<Record<string, unknown>>;
  /** RFC 3339. */
  readonly firstSeen: string;
}

export interface FraudResult {
  readonly score: number;
  readonly verdict: Verdict;
  readonly components: readonly FraudComponent[];
  readonly rule: RuleApplied | null;
  readonly requestId: string;
  readonly subdivision: string | null;
  readonly warnings: readonly Warning[];
  readonly balance: Balance;
  readonly extra: ExtraContent;
}

const ACTIONS: Readonly<Record<Verdict, string>> = {
  allow: "accept",
  review: "manual_review",
  block: "reject",
};

/** What the vendor answers from data that we do not have. */
const NOT_ANSWERED = {
  credit_card: null,
  billing_address: null,
  shipping_address: null,
  billing_phone: null,
  shipping_phone: null,
  subscores: null,
} as const;

export function fraudBody(result: FraudResult, product: FraudProduct): Record<string, unknown> {
  const ip = result.components.find(({ kind }) => kind === "ip");
  const balance = result.balance === "zero" ? 0 : null;
  const common = {
    id: result.requestId.replace(/^req_/, ""),
    risk_score: clampRisk(result.score),
    funds_remaining: balance,
    queries_remaining: balance,
    disposition: disposition(result),
    warnings: result.warnings,
  };
  if (product === "score") {
    return {
      ...common,
      ...(ip === undefined ? {} : { ip_address: { risk: clampRisk(ip.score) } }),
      ...extra(result.extra),
    };
  }
  return {
    ...common,
    ...(ip === undefined ? {} : { ip_address: ipAddress(ip, result.subdivision) }),
    ...email(result.components),
    ...NOT_ANSWERED,
    ...extra(result.extra),
  };
}

function disposition({ verdict, rule }: FraudResult): Record<string, string> {
  return {
    action: ACTIONS[verdict],
    reason: rule === null ? "default" : "custom_rule",
    ...(rule === null ? {} : { rule_label: rule.value }),
  };
}

function ipAddress(ip: FraudComponent, subdivision: string | null): Record<string, unknown> {
  const fields = ip.fields as IpFields;
  return {
    risk: clampRisk(ip.score),
    risk_reasons: riskReasons(fields),
    ...ipRecord({ fields, score: ip.score, subdivision }, "insights"),
  };
}

/** Each with exactly these two keys: the vendor's Python client refuses more. */
function riskReasons(fields: IpFields): { code: string; reason: string }[] {
  const reasons: { code: string; reason: string }[] = [];
  if (isAnonymous(fields)) {
    reasons.push({
      code: "ANONYMOUS_IP",
      reason: "The IP address belongs to an anonymizing network: a VPN, an open proxy or Tor",
    });
  }
  if (fields.abuse_reports > 0) {
    reasons.push({
      code: "MINFRAUD_NETWORK_ACTIVITY",
      reason: "The IP address was reported for abuse",
    });
  }
  return reasons;
}

/** The vendor's Python client refuses any further key in `email`. A hashed address is told by its domain. */
function email(components: readonly FraudComponent[]): Record<string, unknown> {
  const address = components.find(({ kind }) => kind === "email");
  const domain = components.find(({ kind }) => kind === "domain");
  const scored = address ?? domain;
  if (scored === undefined) return {};
  const { signals } = scored.fields as unknown as EmailFields | DomainFields;
  return {
    email: {
      domain: { first_seen: null, ...(domain === undefined ? {} : { risk: clampRisk(domain.score) }) },
      first_seen: address === undefined ? null : address.firstSeen.slice(0, 10),
      is_disposable: signals.is_disposable,
      is_free: signals.is_free_provider,
      is_high_risk: scored.verdict !== "allow",
    },
  };
}
