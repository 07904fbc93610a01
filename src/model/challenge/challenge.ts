/** A challenge: what a visitor of whom nothing is sure can do to go on. */
import type { Verdict } from "../verdict.ts";

/** From the strongest proof to the weakest: of a mailbox, of a mailbox by a code, of work, of patience. */
export const CHALLENGE_KINDS = ["email_token", "code", "altcha", "wait"] as const;
export type ChallengeKind = typeof CHALLENGE_KINDS[number];

/** What a page of a challenge takes. */
export const PAGE_KINDS = ["code", "altcha", "wait"] as const satisfies readonly ChallengeKind[];
export type PageKind = typeof PAGE_KINDS[number];

export const CHALLENGE_OUTCOMES = ["passed", "failed", "abandoned", "pending"] as const;
export type ChallengeOutcome = typeof CHALLENGE_OUTCOMES[number];

/** Who is asked, and what for. Its address holds all of it, encrypted: an offer stores nothing. */
export interface ChallengeSubject {
  readonly account: string;
  /** Hexadecimal; that of a score is its request id, so that all challenges of one score are one. */
  readonly id: string;
  readonly requestId: string | null;
  readonly action: string | null;
  /** Of the site. */
  readonly hostname: string | null;
  /** The /24 or /48 of the person, as the site saw it; null: unknown, or not a public one. */
  readonly network: string | null;
  readonly device: string | null;
  readonly ring: string | null;
  /** Where a code can be sent; null: nowhere. */
  readonly email: string | null;
  readonly score: number | null;
  readonly verdict: Verdict | null;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** What somebody proved, as a token says it. */
export interface PassedChallenge {
  readonly id: string;
  readonly requestId: string | null;
  readonly action: string | null;
  readonly hostname: string | null;
  /** The /24 or /48 that it was passed from; null: unknown. */
  readonly network: string | null;
  readonly score: number | null;
  readonly verdict: Verdict | null;
  readonly kind: ChallengeKind;
  readonly passedAt: number;
  /** Milliseconds from the first look at the page. */
  readonly tookMs: number;
}

/** How long a challenge can be passed. */
export const CHALLENGE_MS = 3_600_000;
/** How long its token is good for. */
export const TOKEN_MS = 300_000;
/** How long a visitor goes on without another one, at the edge. */
export const PASS_MS = 6 * 3_600_000;
/** How long a puzzle or a waiting form can be sent. */
export const ANSWER_MS = 600_000;
/** Wrong answers after which a challenge has failed. */
export const MAX_WRONG = 20;
/** Tokens of one challenge: a lost one can be had again. */
export const MAX_PASSES = 3;

/** Of two networks as CIDR texts: those of different families cannot be compared, and prove nothing against each other. */
export function isOtherNetwork(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.includes(":") === other.includes(":") && one !== other;
}
