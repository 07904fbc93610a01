/** Decisions of the scoring service as the compatibility layer shows them. */
import { readCityRecord } from "../../compat/city_record.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ExtraContent } from "../../compat/extra.ts";
import type { FraudResult } from "../../compat/fraud_body.ts";
import { UNKNOWN_ADDRESS } from "../../compat/fraud_request.ts";
import type { LocatedIp } from "../../compat/ip_record.ts";
import type { FraudScore, LocatedAddress } from "../../service/score/compat_score.ts";
import { processingTime, type ScoringContext } from "../../service/context.ts";
import { type Decision, decisionOf } from "../../service/score/decision.ts";
import { decidingRule } from "../../service/conditions/condition_fields.ts";
import { componentBody } from "../../service/score/score_component.ts";

/** @param warnings of the request */
export function fraudResult(
  result: FraudScore,
  context: ScoringContext,
  warnings: FraudResult["warnings"],
): Omit<FraudResult, "choice"> {
  const { score, verdict, rule, requestId, decisions } = result;
  const ip = decisionOf(decisions, "ip");
  const email = decisionOf(decisions, "email");
  const domain = decisionOf(decisions, "domain");
  return {
    score,
    verdict,
    rule,
    requestId,
    warnings: result.hasUnknownAddress ? [...warnings, UNKNOWN_ADDRESS] : warnings,
    ip: ip === undefined ? null : locatedIp(ip, result.record),
    email: email === undefined ? null : {
      verdict: email.verdict,
      signals: email.evaluation.component.fields.signals,
      firstSeen: email.prepared.history.firstSeen,
    },
    domain: domain === undefined ? null : {
      score: domain.score,
      verdict: domain.verdict,
      signals: domain.evaluation.component.fields.signals,
    },
    extra: extraOfSignup(result, context),
  };
}

export function locatedIp({ evaluation, score }: Decision<"ip">, record: JsonObject | null): LocatedIp {
  const { fields, asn } = evaluation.component;
  return { fields, asn, score, record: readCityRecord(record ?? {}) };
}

function extraOfSignup(result: FraudScore, context: ScoringContext): ExtraContent {
  const phone = decisionOf(result.decisions, "phone");
  const seconds = processingTime(context.started);
  return {
    verdict: result.verdict,
    summary: result.summary,
    components_checked: result.checked,
    top_signals: result.topSignals,
    phone: phone === undefined ? null : componentBody(phone, result.requestId, seconds),
    linkage: result.linkage,
    actor: result.actor,
    residential_proxy_likelihood:
      decisionOf(result.decisions, "ip")?.evaluation.component.fields.proxy_likelihood ??
        null,
    rule_applied: decidingRule(result.rule, result.conditions ?? null),
    request_id: result.requestId,
    processing_time_sec: seconds,
  };
}

/** phone, linkage and actor are null for a single address. */
export function extraOfAddress({ decision, request }: LocatedAddress, context: ScoringContext): ExtraContent {
  return {
    verdict: decision.verdict,
    summary: request.summary,
    components_checked: ["ip"],
    top_signals: request.topSignals,
    phone: null,
    linkage: null,
    actor: null,
    residential_proxy_likelihood: decision.evaluation.component.fields.proxy_likelihood,
    rule_applied: decision.rule,
    request_id: request.pending.requestId,
    processing_time_sec: processingTime(context.started),
  };
}
