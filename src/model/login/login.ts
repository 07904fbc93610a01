/** What is known of one log-in: hashes and facts. */
import type { DEVICE_CLASSES, NETWORKS } from "../facts/table.ts";

/** How the person signed in, as the site says it. */
export const LOGIN_METHODS = ["password", "passkey", "otp", "magic_link", "social", "sso"] as const;
export type LoginMethod = typeof LOGIN_METHODS[number];

/** What became of a log-in that was asked about. */
export const LOGIN_OUTCOMES = ["mfa_passed", "mfa_failed", "reset", "takeover", "owner_confirmed"] as const;
export type LoginOutcome = typeof LOGIN_OUTCOMES[number];

export function isLoginOutcome(word: unknown): word is LoginOutcome {
  return (LOGIN_OUTCOMES as readonly unknown[]).includes(word);
}

/** What the site should do with a log-in. */
export const SUGGESTIONS = ["allow", "notify", "step_up", "deny"] as const;
export type Suggestion = typeof SUGGESTIONS[number];

/** Where a log-in comes from and with what. Hashes have 48 bits; null is unknown. */
export interface LoginPlace {
  readonly address: string | null;
  /** The /24 or /64. */
  readonly subnet: string | null;
  readonly asn: number | null;
  readonly country: string | null;
  readonly network: typeof NETWORKS[number] | null;
  readonly device: string | null;
  /** Hash of the whole user agent. */
  readonly agent: string | null;
  /** With its version, as "Chrome 142". */
  readonly browser: string | null;
  readonly os: string | null;
  readonly deviceClass: typeof DEVICE_CLASSES[number] | null;
}

export interface LoginAttempt extends LoginPlace {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Hash of the user. */
  readonly user: string;
  /** Null: the site did not say yet. */
  readonly succeeded: boolean | null;
  /** Neither the device nor the network was ever this user's. */
  readonly isStrange: boolean;
}
