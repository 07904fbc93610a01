/** `/v1/decisions`: the active decisions of an account, and what a person takes back. */
import { originOf } from "../../model/access/audit.ts";
import { parseAddress, parseCidr } from "../../model/address/address.ts";
import {
  type ActiveDecisions,
  type Decision,
  DECISION_ORIGINS,
  type DecisionOrigin,
} from "../../model/decisions/decision.ts";
import type { DecisionScope, DecisionType } from "../../model/decisions/decision.ts";
import { AppError, invalidParameter } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { requireLive } from "../access/seen_mode.ts";
import { takeWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";

export const MAX_LISTED_DECISIONS = 1_000;

/** As the API returns it. */
export interface DecisionBody {
  readonly id: number;
  readonly uuid: string;
  readonly origin: DecisionOrigin;
  readonly type: DecisionType;
  readonly scope: DecisionScope;
  readonly value: string;
  readonly scenario: string;
  readonly from: string;
  readonly until: string;
  readonly why: string;
}

/** Null: any. */
export interface WantedDecisions {
  readonly origin: DecisionOrigin | null;
  readonly type: DecisionType | null;
  readonly scope: DecisionScope | null;
  /** As a decision names it, or another spelling of it. */
  readonly value: string | null;
  /** An address that decisions apply to. */
  readonly ip: string | null;
  /** `next` of the page before; null: the newest. */
  readonly cursor: string | null;
  readonly limit: number;
}

/** The newest first, with how many there are by origin. @throws AppError invalid_value, rate_limited */
export async function listDecisions(services: Services, caller: Caller, wanted: WantedDecisions) {
  const { origin, type, scope, value, ip, cursor, limit } = wanted;
  const below = cursor === null ? Infinity : /^\d{1,15}$/.test(cursor) ? Number(cursor) : NaN;
  if (Number.isNaN(below)) throw invalidParameter("cursor", "is not one of this list");
  const active = await services.decisions.active(caller.account);
  takeWork(services, caller, WORK.listedRule * active.all.length);
  const canonical = value === null ? null : canonicalValue(value);
  const matching = (ip === null ? active.all : appliedTo(services, active, ip)).filter((decision) =>
    (origin === null || decision.origin === origin) && (type === null || decision.type === type) &&
    (scope === null || decision.scope === scope) && (canonical === null || decision.value === canonical)
  );
  const left = matching.filter(({ id }) => id < below).sort((one, other) => other.id - one.id);
  const shown = left.slice(0, limit);
  return {
    decisions: shown.map(bodyOf),
    total: matching.length,
    counts: countsOf(active.all),
    next: left.length > limit ? String(shown.at(-1)!.id) : null,
  };
}

/** @throws AppError not_found, test_key_refused */
export async function liftDecision(services: Services, caller: Caller, id: string): Promise<DecisionBody> {
  requireLive(caller, "lift decisions");
  const { decisions, store: { audit } } = services;
  const number = /^\d{1,15}$/.test(id) ? Number(id) : -1;
  const lifted = await decisions.lift(caller.account, number, ({ id, origin, type, scope }) =>
    audit.entry({
      action: "decision_lifted",
      account: caller.account.id,
      subjects: [String(id)],
      details: { origin, type, scope },
    }, originOf(caller)));
  if (lifted === null) throw new AppError("not_found", "there is no such decision, or it has ended");
  return bodyOf(lifted);
}

function appliedTo(
  { decisions }: Services,
  active: ActiveDecisions,
  ip: string,
): readonly Decision[] {
  const address = parseAddress(ip.trim());
  if (address === null) throw invalidParameter("ip", "is not an IP address");
  return active.find({ address: address.text, ...decisions.placeOf(address) });
}

/** Networks and addresses in one spelling, `AS64500` by its digits, countries in capitals. */
function canonicalValue(given: string): string {
  const text = given.trim();
  const cidr = parseCidr(text);
  if (cidr !== null) return text.includes("/") ? `${cidr.address.text}/${cidr.prefix}` : cidr.address.text;
  return /^as\d{1,10}$/i.test(text) ? text.slice(2) : text.toUpperCase();
}

function countsOf(all: readonly Decision[]): Record<DecisionOrigin, number> {
  const counts = Object.fromEntries(DECISION_ORIGINS.map((origin) => [origin, 0])) as Record<
    DecisionOrigin,
    number
  >;
  for (const { origin } of all) counts[origin]++;
  return counts;
}

function bodyOf({ from, until, ...decision }: Decision): DecisionBody {
  const { id, uuid, origin, type, scope, value, scenario, why } = decision;
  return {
    id,
    uuid,
    origin,
    type,
    scope,
    value,
    scenario,
    from: timestamp(from),
    until: timestamp(until),
    why,
  };
}
