/** Scoring for the compatibility layer: whole signups, and single addresses for the geolocation answers. */
import type { Address } from "../../model/address.ts";
import type { IpFields } from "../../signals/ip/score.ts";
import type { ScoringContext, Services } from "../context.ts";
import { charge, requireActive } from "../access/quota.ts";
import { type Decided, record } from "../score/record.ts";
import { decidedAlone } from "../score/score_value.ts";
import { scoreComponent, type ScoredComponent } from "../score/score_component.ts";
import { scoreSignup, type Signup, type SignupScore } from "../score/score_signup.ts";

/** The vendor's clients give up after 3 seconds, whatever time budget the settings allow. */
const LONGEST_BUDGET_MS = 2000;

export interface FraudScore extends SignupScore {
  /** First-level subdivision of the address, in English; null when unknown. */
  readonly subdivision: string | null;
}

/** @throws AppError account_paused, quota_exceeded; a failed request costs nothing */
export async function scoreFraud(
  services: Services,
  context: ScoringContext,
  signup: Signup,
): Promise<FraudScore> {
  const result = await scoreSignup(withinClientTime(services), context, signup);
  const ip = result.components.find((component) => component.kind === "ip");
  const subdivision = ip === undefined ? null : subdivisionOf(services, signup.ip!, ip);
  return { ...result, subdivision };
}

export interface LocatedAddress {
  readonly component: ScoredComponent;
  readonly decided: Decided;
  readonly subdivision: string | null;
}

/**
 * One lookup, scored and recorded like `GET /v1/score/ip`; null, unbilled and unrecorded, when nothing at all is known
 * about the address.
 * @throws AppError account_paused, quota_exceeded; a failed request costs nothing
 */
export async function locateAddress(
  services: Services,
  context: ScoringContext,
  address: Address,
): Promise<LocatedAddress | null> {
  requireActive(context.caller);
  const paid = await charge(services.store, context.caller, 1, services.now());
  let component: ScoredComponent;
  try {
    component = await scoreComponent(withinClientTime(services), context, "ip", address);
  } catch (error) {
    paid.settle(0);
    throw error;
  }
  if (isUnheardOf(component)) {
    paid.settle(0);
    return null;
  }
  const decided = decidedAlone(component, services.store.writer.reserve());
  await record(services, context, paid, 1, [decided]);
  return { component, decided, subdivision: subdivisionOf(services, address, component) };
}

function withinClientTime(services: Services): Services {
  return { ...services, budgetMs: Math.min(services.budgetMs, LONGEST_BUDGET_MS) };
}

/** Neither a place nor an operator, no list names it, nobody reported it, no rule is about it. */
function isUnheardOf({ fields, findings, rule }: ScoredComponent): boolean {
  const { geo, abuse_reports } = fields as IpFields;
  return geo.country === null && geo.asn === null && findings.length === 0 && abuse_reports === 0 &&
    rule === null;
}

/** Only for the place the component shows: a relay's users are not where the place table sees its machines. */
function subdivisionOf(services: Services, address: Address, component: ScoredComponent): string | null {
  const { geo } = component.fields as IpFields;
  if (geo.country === null) return null;
  const place = services.sources.places.lookup(address);
  if (!place.known || place.value.country !== geo.country || place.value.city !== geo.city) return null;
  return place.value.subdivision ?? null;
}
