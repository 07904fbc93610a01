/** One value to one result: `GET /v1/score/ip`, `/v1/verify/email`, `/v1/lookup/phone`, `/v1/score/domain`, `POST /v1/score/device`. */
import type { ComponentKind } from "../../model/component.ts";
import { type Inputs, isChecked } from "../../signals/registry.ts";
import type { PendingScore } from "../../records/scores/scores.ts";
import { charge, requireActive } from "../access/quota.ts";
import { processingTime, type ScoringContext, type Services } from "../context.ts";
import type { JsonText } from "../json_text.ts";
import type { Decision } from "./decision.ts";
import { record, type ScoredRequest } from "./record.ts";
import { singleText } from "./record_text.ts";
import { type ComponentBody, componentBody, componentJson, scoreComponent } from "./score_component.ts";

/** @throws AppError account_paused, quota_exceeded; a failed request costs nothing */
export async function scoreValue<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  kind: K,
  input: Inputs[K],
): Promise<JsonText<ComponentBody<K>>> {
  requireActive(context.caller);
  const cost = isChecked(kind, input) ? 1 : 0;
  const charged = charge(services.store, context.caller, cost, services.now());
  const paid = charged instanceof Promise ? await charged : charged;
  let decision: Decision<K>;
  try {
    const scoring = scoreComponent(services, context, kind, input);
    decision = scoring instanceof Promise ? await scoring : scoring;
  } catch (error) {
    paid.settle(0);
    throw error;
  }
  const pending = services.store.scores.begin(context.caller.key.mode);
  const kept = context.single?.answered(
    componentBody(decision, pending.requestId, processingTime(context.started)),
  );
  const [counted] = await record(services, context, paid, cost, [singleRequest(decision, pending)], kept);
  // The decision of this value, so it is of its kind.
  return componentJson(counted![0]! as Decision<K>, pending.requestId, processingTime(context.started));
}

/** A request, or an entry of a batch, that scored one value. */
export function singleRequest(decision: Decision, pending: PendingScore): ScoredRequest {
  const { prepared, score, verdict, rule } = decision;
  const { summary, topSignals, decisionText } = singleText(decision);
  return {
    pending,
    subject: prepared.kind,
    score,
    verdict,
    summary,
    topSignals,
    rule,
    agentDecision: null,
    decisions: [decision],
    decisionText,
  };
}
