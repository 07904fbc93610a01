/** `signup.scored`: the event of a sign-up, in the commit of its score. */
import { NO_FACTS } from "../../model/facts/fact.ts";
import { signupId } from "../../model/linkage/ring.ts";
import { timestamp } from "../../model/timestamp.ts";
import { type Change, NO_CHANGE } from "../../records/change.ts";
import type { ScoringContext, Services } from "../context.ts";
import { decidingRule } from "../conditions/condition_fields.ts";
import { shownFacts } from "../facts/facts_body.ts";
import type { ScoredRequest } from "../score/scored_request.ts";

/** Sign-ups of test keys cause no events. */
export function signupEvents(
  { store, webhooks, now }: Services,
  { caller: { account, key }, via, withoutQuota }: ScoringContext,
  requests: readonly ScoredRequest[],
): Change {
  if (store.webhooks.of(account.id).length === 0 || key.mode === "test") return NO_CHANGE;
  const scored_at = timestamp(now());
  const signups = requests.filter(({ subject }) => subject === "user");
  return webhooks.events.change(signups.map((request) => {
    const { pending: { requestId }, verdict, signup } = request;
    const decided = decidingRuleBody(request);
    return {
      account: account.id,
      type: "signup.scored" as const,
      id: signupId(requestId),
      verdicts: [verdict],
      data: {
        request_id: requestId,
        user_id: signup?.userId ?? null,
        scored_at,
        verdict,
        risk_score: request.score,
        summary: summaryOf(request),
        customer_reason: request.customerReason ?? null,
        top_signals: request.topSignals,
        rule_applied: decided,
        rule: decided,
        tags: request.conditions?.tags ?? NO_TAGS,
        ring_id: signup?.ring?.ring_id ?? null,
        facts: shownFacts(request.facts ?? NO_FACTS),
        via,
        ...(withoutQuota === undefined ? {} : { without_quota: withoutQuota }),
      },
    };
  }));
}

/** That of a rule names its value. */
function summaryOf({ rule, summary }: ScoredRequest): string | null {
  if (rule === null) return summary;
  if (rule.action === "trust") return "Allowed: you trust this person.";
  return rule.action === "block" ? "Blocked by one of your rules." : "Allowed by one of your rules.";
}

const NO_TAGS: readonly string[] = [];

/** Without the rule's value, which may be a person's. */
function decidingRuleBody({ rule, conditions }: ScoredRequest) {
  const decided = decidingRule(rule, conditions ?? null);
  return decided === null ? null : { id: decided.id, action: decided.action, kind: decided.kind };
}
