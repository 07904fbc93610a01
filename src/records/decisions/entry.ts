/** A decision as the store has it. An address that people had is encrypted. */
import { DECISION_ORIGINS, DECISION_SCOPES, DECISION_TYPES } from "../../model/decisions/decision.ts";
import type { HeldDecision } from "../../model/decisions/held_decision.ts";
import { count, list, number, object, oneOf, orNull, text } from "../define.ts";

/** Its value is encrypted where `isObserved`. */
export type StoredDecision = HeldDecision;

export const storedDecision = object<StoredDecision>({
  id: count,
  origin: oneOf(...DECISION_ORIGINS),
  type: oneOf(...DECISION_TYPES),
  scope: oneOf(...DECISION_SCOPES),
  value: text,
  from: number,
  until: orNull(number),
  cause: text,
}, { count, shared: oneOf(true), signups: list(text), ended: number, lifted: oneOf(true) });
