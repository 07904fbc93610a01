/** `GET /v1/score/<request_id>`: a stored decision of the caller's own account. */
import { AppError } from "../../model/error.ts";
import type { Caller, OutcomeLabel, ScoreRecord } from "../../model/records.ts";
import type { Services } from "../context.ts";

/** @throws AppError not_found when there is none, it is another account's, or its 180 days are over */
export async function storedScore(services: Services, caller: Caller, requestId: string) {
  const record = await services.store.scores.get(caller.account.id, requestId, services.now());
  if (record === null) {
    throw new AppError("not_found", "there is no score with this request_id in your account");
  }
  const label = await services.store.labels.get(caller.account.id, requestId);
  return storedScoreBody(record, label);
}

function storedScoreBody(record: ScoreRecord, label: OutcomeLabel | null) {
  return {
    request_id: record.id,
    subject: record.subject,
    via: record.via,
    mode: record.mode,
    scored_at: new Date(record.at).toISOString(),
    expires_at: new Date(record.expiresAt).toISOString(),
    risk_score: record.score,
    verdict: record.verdict,
    strictness: record.strictness,
    summary: record.summary,
    top_signals: record.topSignals,
    rule_applied: record.rule,
    agent_decision: record.agentDecision,
    user_id: record.signup?.userId ?? null,
    components: record.components.map((component) => ({
      kind: component.kind,
      masked: component.mask,
      risk_score: component.score,
      verdict: component.verdict,
      findings: component.findings.map(([name, group, points, text]) => ({ name, group, points, text })),
      trust: component.trust.map(([name, factor, text]) => ({ name, factor, text })),
      unknown: component.unknown,
      rule_applied: component.rule,
    })),
    data_version: record.dataVersion,
    label: label === null ? null : { outcome: label.outcome, labelled_at: new Date(label.at).toISOString() },
  };
}
