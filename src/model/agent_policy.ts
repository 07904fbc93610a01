/** A customer's policy about AI agents, as stored and shown. */
import type { AgentProfile } from "./agent_profile.ts";

export const AGENT_ACTIONS = ["allow", "review", "deny"] as const;
export type AgentAction = (typeof AGENT_ACTIONS)[number];

/** `nonce`: each signature is accepted once per account. */
export const REPLAY_PROTECTIONS = ["signature-window", "nonce"] as const;
export type ReplayProtection = (typeof REPLAY_PROTECTIONS)[number];

export interface AgentRule {
  /** Absent: any host. `agent.example` or `*.agent.example`, normalised; compared with the host whose well-known directory has the key. */
  readonly host?: string;
  /** Absent: any. Where the key is published, other than in a host's well-known directory; compared whole. */
  readonly url?: string;
  /** Absent: any profile. */
  readonly profile?: AgentProfile;
  /** Absent: any. Whether the signature's nonce was presented before; a request whose nonce is not counted matches neither. */
  readonly repeated?: boolean;
  /** Absent: any agent. A rule with a trigger does not match an agent whose trigger is unknown. */
  readonly trigger?: string;
  /** Absent: any method. Compared case-insensitively. */
  readonly methods?: readonly string[];
  readonly action: AgentAction;
  /** Shown in the decision; "" when the customer gave none. */
  readonly reason: string;
}

export interface AgentPolicy {
  /** The first rule that matches a verified request decides. */
  readonly rules: readonly AgentRule[];
  readonly defaultsApply: boolean;
  readonly replayProtection: ReplayProtection;
  /** Milliseconds since the epoch; null when the account has never set a policy. */
  readonly updatedAt: number | null;
}

export const NO_POLICY: AgentPolicy = {
  rules: [],
  defaultsApply: true,
  replayProtection: "signature-window",
  updatedAt: null,
};

export const AGENT_POLICY_LIMITS = {
  rules: 200,
  host: 255,
  url: 2048,
  trigger: 64,
  methods: 32,
  method: 32,
  reason: 200,
} as const;
