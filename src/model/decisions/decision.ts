/** What bouncers and proxies are told of an address, a network or a country: to refuse it, or to ask it for proof of a person. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";

export const DECISION_TYPES = ["ban", "captcha"] as const;
export type DecisionType = typeof DECISION_TYPES[number];

export const DECISION_SCOPES = ["Ip", "Range", "Country", "AS"] as const;
export type DecisionScope = typeof DECISION_SCOPES[number];

export const DECISION_ORIGINS = [
  "winnow-rules",
  "winnow-labels",
  "winnow-velocity",
  "winnow-drop",
  "winnow-tor",
] as const;
export type DecisionOrigin = typeof DECISION_ORIGINS[number];

export interface Decision {
  /** Grows within an account. */
  readonly id: number;
  readonly uuid: string;
  readonly origin: DecisionOrigin;
  readonly type: DecisionType;
  readonly scope: DecisionScope;
  /** Canonical: an address, a network as CIDR, the digits of an AS number, an ISO 3166-1 code. */
  readonly value: string;
  /** As CrowdSec names what decided. */
  readonly scenario: string;
  /** Milliseconds since the epoch: when it was made, or renewed. */
  readonly from: number;
  readonly until: number;
  /** For people. */
  readonly why: string;
}

/** Where a decision may apply, as far as it is known. */
export interface DecisionPlace {
  /** An address in any spelling. */
  readonly address: string;
  readonly asn?: number | null;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | null;
}

/** The active decisions of an account at one moment. */
export interface ActiveDecisions {
  /** Bans first, of each type the longest first. */
  readonly all: readonly Decision[];
  /** Those that apply to a place, in the same order. */
  find(place: DecisionPlace): readonly Decision[];
}

/** How long decisions last, by what makes them. */
export const TERMS = {
  /** Of a rule or a list that has no end: so long from each renewal. */
  standing: { lastsMs: DAY_MS, renewedMs: DAY_MS / 2 },
  labels: { lastsMs: 4 * HOUR_MS },
  velocity: { lastsMs: HOUR_MS },
} as const;

/** A burst: so many refused from one address within the time. */
export const BURST = { refused: 10, withinMs: 10 * MINUTE_MS } as const;

/** Decisions of one account at most. Of more rules, the oldest count; of more addresses, those that came first. */
export const MOST = { rules: 200_000, observed: 10_000, listed: 20_000 } as const;

/** What has ended is told for so long. */
export const ENDED_MS = 2 * DAY_MS;

const SCENARIOS: Readonly<Record<DecisionOrigin, string>> = {
  "winnow-rules": "winnow/rule",
  "winnow-labels": "winnow/labels",
  "winnow-velocity": "winnow/velocity",
  "winnow-drop": "winnow/drop",
  "winnow-tor": "winnow/tor",
};

export function scenarioOf(origin: DecisionOrigin): string {
  return SCENARIOS[origin];
}
