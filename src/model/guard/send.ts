/** A message that a site asks about before it sends it, and what became of it. Times are milliseconds since the epoch. */
import { MINUTE_MS } from "../duration.ts";

export const CHANNELS = ["sms", "voice", "whatsapp", "email"] as const;
export type Channel = typeof CHANNELS[number];

export const PURPOSES = ["signup", "login", "reset", "invite", "other"] as const;
export type Purpose = typeof PURPOSES[number];

export const SEND_DECISIONS = ["allow", "delay", "deny"] as const;
export type SendDecision = typeof SEND_DECISIONS[number];

export const SEND_OUTCOMES = ["verified", "failed", "undelivered", "expired"] as const;
export type SendOutcome = typeof SEND_OUTCOMES[number];

/** Without an outcome by then, nobody will enter the code. */
const DECIDED_MS = 15 * MINUTE_MS;

/** Whom and what a send is counted by: hashes, apart from countries, carriers and domains. */
export interface SendKeys {
  /** The number, or the mailbox without its spellings. */
  readonly recipient: string;
  /** A block of 10,000 numbers; null: the number has none. */
  readonly block: string | null;
  /** The number within its block. */
  readonly inBlock: number | null;
  /** The block before it and the block after it, where the number is near its end. */
  readonly before: string | null;
  readonly after: string | null;
  /** ISO 3166-1 alpha-2; null: unknown, or mail. */
  readonly country: string | null;
  /** Of mail, its domain. */
  readonly carrier: string | null;
  readonly address: string | null;
  readonly device: string | null;
  readonly user: string | null;
}

export interface GuardSend {
  readonly id: string;
  readonly at: number;
  readonly channel: Channel;
  readonly keys: SendKeys;
  /** Millionths of the account's unit of money. */
  readonly cost: number;
  readonly decision: SendDecision;
  /** It was the breaker alone that refused it. */
  readonly byBreaker: boolean;
}

/** A send with what became of it. */
export interface KnownSend extends GuardSend {
  outcome: SendOutcome | null;
}

/** Mail has no numbers. A mail address of an SMS gateway counts as its number. */
export function isMail({ channel, keys }: Pick<GuardSend, "channel" | "keys">): boolean {
  return channel === "email" && keys.block === null && keys.country === null;
}

/** What is known of it counts: it was verified or failed, or nothing came in time. */
export function isDecided({ at, outcome }: Pick<KnownSend, "at" | "outcome">, now: number): boolean {
  return outcome !== null || now - at >= DECIDED_MS;
}

/** Of two that were told, in any order, on any node: a verification stays. */
export function strongerOutcome(one: SendOutcome | null, other: SendOutcome): SendOutcome {
  return one === null || RANK[other] > RANK[one] ? other : one;
}

const RANK: Readonly<Record<SendOutcome, number>> = { expired: 0, undelivered: 1, failed: 2, verified: 3 };
