/** Who is acting in a sign-up. */

export interface Actor {
  readonly type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
  readonly proven: boolean;
  readonly basis: "signature" | "device_signals" | "none";
  readonly operator: string | null;
  readonly trigger: string | null;
  readonly detail: string;
}
