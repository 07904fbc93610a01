/** Who is acting in a sign-up. */

export const ACTOR_TYPES = [
  "verified_agent",
  "impersonated_agent",
  "automation",
  "likely_human",
  "unknown",
] as const;

/** What the type follows from. */
export const ACTOR_BASES = ["signature", "device_signals", "none"] as const;

export interface Actor {
  readonly type: typeof ACTOR_TYPES[number];
  readonly proven: boolean;
  readonly basis: typeof ACTOR_BASES[number];
  readonly operator: string | null;
  readonly trigger: string | null;
  readonly detail: string;
}
