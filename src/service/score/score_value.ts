/** One value to one result: `GET /v1/score/ip`, `/v1/verify/email`, `/v1/lookup/phone`, `/v1/score/domain`, `POST /v1/score/device`. */
import type { ComponentKind } from "../../model/component.ts";
import type { Inputs } from "../../signals/registry.ts";
import { processingTime, type ScoringContext, type Services } from "../context.ts";
import { charge, requireActive } from "../access/quota.ts";
import { type Decided, record } from "./record.ts";
import type { RecordPlace } from "../../store/commit/segment.ts";
import { saidAlone } from "./record_text.ts";
import { componentBody, scoreComponent, type ScoredComponent, SIGNAL_ROWS } from "./score_component.ts";

/** @throws AppError account_paused, quota_exceeded; a failed request costs nothing */
export async function scoreValue<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  kind: K,
  input: Inputs[K],
): Promise<Record<string, unknown>> {
  requireActive(context.caller);
  const cost = SIGNAL_ROWS[kind].checked(input) ? 1 : 0;
  const paid = await charge(services.store, context.caller, cost, services.now());
  let component: ScoredComponent;
  try {
    const scoring = scoreComponent(services, context, kind, input);
    component = scoring instanceof Promise ? await scoring : scoring;
  } catch (error) {
    paid.settle(0);
    throw error;
  }
  const place = services.store.writer.reserve();
  const [counted] = await record(services, context, paid, cost, [decidedAlone(component, place)]);
  return componentBody(counted![0]!, place.requestId, processingTime(context.started));
}

/** The record of a component that was scored on its own. */
export function decidedAlone(component: ScoredComponent, place: RecordPlace): Decided {
  const { kind, score, verdict, rule } = component;
  const { summary, topSignals, outcome } = saidAlone(component);
  return {
    place,
    subject: kind,
    score,
    verdict,
    summary,
    topSignals,
    rule,
    agentDecision: null,
    components: [component],
    outcome,
  };
}
