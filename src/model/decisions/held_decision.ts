/** A decision as an account's ledger has it, and what it is at a moment. */
import {
  type Decision,
  type DecisionOrigin,
  type DecisionScope,
  type DecisionType,
  scenarioOf,
  TERMS,
} from "./decision.ts";

export interface HeldDecision {
  readonly id: number;
  readonly origin: DecisionOrigin;
  readonly type: DecisionType;
  readonly scope: DecisionScope;
  readonly value: string;
  /** When it was made; milliseconds since the epoch. */
  readonly from: number;
  /** Null: it stands as long as what makes it, and is renewed. */
  readonly until: number | null;
  /** Names what made it: a rule's id, the list, the labels or the burst. */
  readonly cause: string;
  /** How many labels or refusals there were. */
  readonly count?: number;
  /** Whether it is milder because many share the address. */
  readonly shared?: true;
  /** The labelled sign-ups. */
  readonly signups?: readonly string[];
  /** When it was taken back; absent: it was not. */
  readonly ended?: number;
  /** Taken back by a person: it does not come back while its cause is the same one. */
  readonly lifted?: true;
}

/** Of addresses that people had: they are kept for days only. */
export function isObserved({ origin }: Pick<HeldDecision, "origin">): boolean {
  return origin === "winnow-labels" || origin === "winnow-velocity";
}

/** One decision of each name is active at a time. */
export function nameOfHeld(
  { origin, scope, value }: Pick<HeldDecision, "origin" | "scope" | "value">,
): string {
  return `${origin} ${scope} ${value}`;
}

export function isActive({ ended, until }: HeldDecision, now: number): boolean {
  return ended === undefined && (until === null || until > now);
}

/** When it was made, or renewed last. */
export function startOf({ from, until }: Pick<HeldDecision, "from" | "until">, now: number): number {
  const { renewedMs } = TERMS.standing;
  return until !== null || now < from ? from : from + Math.floor((now - from) / renewedMs) * renewedMs;
}

/** @param owner of `uuidOwner` */
export function decisionOf(held: HeldDecision, owner: string, now: number): Decision {
  const { id, origin, type, scope, value } = held;
  const from = startOf(held, now);
  return {
    id,
    uuid: owner + id.toString(16).padStart(12, "0"),
    origin,
    type,
    scope,
    value,
    scenario: scenarioOf(origin),
    from,
    until: held.until ?? from + TERMS.standing.lastsMs,
    why: whyOf(held),
  };
}

/** The beginning of the UUIDs (version 8) of an account's decisions. */
export function uuidOwner(account: string): string {
  let hex = "";
  for (const char of account) hex += char.charCodeAt(0).toString(16);
  hex = hex.slice(-18).padStart(18, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-`;
}

const SCOPE_WORDS: Readonly<Record<DecisionScope, string>> = {
  Ip: "the address",
  Range: "the range",
  Country: "the country",
  AS: "AS number",
};

function whyOf({ origin, scope, value, count = 0, shared }: HeldDecision): string {
  const mild = shared === true ? "; many people share it, so nobody is refused" : "";
  switch (origin) {
    case "winnow-rules":
      return `your rule that blocks ${SCOPE_WORDS[scope]} ${value}`;
    case "winnow-labels":
      return `${count} sign-ups that you labelled fraud, from different days or devices${mild}`;
    case "winnow-velocity":
      return `${count} refused sign-ups or log-ins within ten minutes`;
    case "winnow-drop":
      return "hijacked range on Spamhaus DROP";
    case "winnow-tor":
      return "exit node of Tor";
  }
}

/** Bans first, of each type the longest first. */
export function byWeight(one: Decision, other: Decision): number {
  if (one.type !== other.type) return one.type === "ban" ? -1 : 1;
  return other.until - one.until || one.id - other.id;
}
