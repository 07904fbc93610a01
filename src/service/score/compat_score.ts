/** Scoring for the compatibility layer: whole sign-ups, and single addresses for the geolocation answers. */
import type { Address } from "../../model/address/address.ts";
import { isGlobalUnicast } from "../../model/address/special_purpose.ts";
import type { JsonObject } from "../../model/json.ts";
import { charge, requireActive } from "../access/quota.ts";
import type { ScoringContext, Services } from "../context.ts";
import { type Decision, decisionOf } from "./decision.ts";
import { record } from "./record.ts";
import { scoreComponent } from "./score_component.ts";
import { scoreSignup, type Signup } from "./score_signup.ts";
import { singleRequest } from "./score_value.ts";

/** The vendor's clients give up after 3 seconds, whatever time budget the settings allow. */
const MAX_BUDGET_MS = 2000;

export type FraudScore = Awaited<ReturnType<typeof scoreFraud>>;

/** @throws AppError account_paused, quota_exceeded; a failed request costs nothing */
export async function scoreFraud(services: Services, context: ScoringContext, signup: Signup) {
  const result = await scoreSignup(withinClientTime(services), context, signup);
  const ip = decisionOf(result.decisions, "ip");
  return {
    ...result,
    record: ip === undefined ? null : fileRecord(services, ip),
    /** It has an address of which `locateAddress` would find nothing. */
    hasUnknownAddress: ip !== undefined && isGlobalUnicast(ip.prepared.input) && isNothingKnown(ip),
  };
}

export type LocatedAddress = NonNullable<Awaited<ReturnType<typeof locateAddress>>>;

/**
 * One lookup, scored and recorded like `GET /v1/score/ip`; null, unbilled and unrecorded, when nothing at all is known
 * about the address.
 * @throws AppError account_paused, quota_exceeded; a failed request costs nothing
 */
export async function locateAddress(services: Services, context: ScoringContext, address: Address) {
  requireActive(context.caller);
  const paid = await charge(services.store, context.caller, 1, services.now());
  let decision: Decision<"ip">;
  try {
    decision = await scoreComponent(withinClientTime(services), context, "ip", address);
  } catch (error) {
    paid.settle(0);
    throw error;
  }
  if (isNothingKnown(decision)) {
    paid.settle(0);
    return null;
  }
  const request = singleRequest(
    decision,
    services.store.scores.begin(context.caller.key.mode),
  );
  await record(services, context, paid, 1, [request]);
  return { decision, request, record: fileRecord(services, decision) };
}

function withinClientTime(services: Services): Services {
  return { ...services, budgetMs: Math.min(services.budgetMs, MAX_BUDGET_MS) };
}

/** No place, no operator, no finding, no report, and no rule of the customer. */
function isNothingKnown({ evaluation, rule }: Decision<"ip">): boolean {
  const { breakdown, fields, asn } = evaluation.component;
  return fields.geo.country === null && asn === null && breakdown.findings.length === 0 &&
    fields.abuse_reports === 0 && rule === null;
}

/**
 * What the operator's own city file says of an address; null without one. Only for the place that the result shows: for a
 * relay that is its users' place, and the table has its machines'.
 */
function fileRecord(services: Services, { prepared, evaluation }: Decision<"ip">): JsonObject | null {
  const { geo } = evaluation.component.fields;
  const { places } = services.sources;
  const place = places.lookup(prepared.input);
  if (!place.known || place.value.country !== geo.country || place.value.city !== geo.city) return null;
  return places.record?.(prepared.input) ?? null;
}
