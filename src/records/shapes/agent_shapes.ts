/** What is stored about agents; see `shapes.ts`. */
import { AGENT_ACTIONS, REPLAY_PROTECTIONS } from "../../model/agent_policy.ts";
import { AGENT_PROFILES } from "../../model/agent_profile.ts";
import type { KEYS } from "../keys.ts";
import {
  count,
  type EntryShape,
  flag,
  isRecord,
  list,
  number,
  object,
  oneOf,
  orNull,
  text,
  tuple,
} from "../../db/backup/shape.ts";

type AgentKeyspace = Extract<keyof typeof KEYS, `agent${string}` | "receiptKey">;

export const AGENT_SHAPES: Readonly<Record<AgentKeyspace, EntryShape>> = {
  agentPolicy: {
    parts: 1,
    value: object({
      defaultsApply: flag,
      replayProtection: oneOf(...REPLAY_PROTECTIONS),
      updatedAt: orNull(number),
      chunks: count,
    }),
  },
  agentPolicyRules: {
    parts: 2,
    value: list(
      object({ action: oneOf(...AGENT_ACTIONS), reason: text }, {
        host: text,
        url: text,
        profile: oneOf(...AGENT_PROFILES),
        repeated: flag,
        trigger: text,
        methods: list(text),
      }),
    ),
  },
  agentNonce: { parts: 3, value: number },
  agentDecision: {
    parts: 2,
    value: object({
      at: number,
      mode: oneOf("live", "test"),
      via: oneOf("authorize", "signup"),
      method: text,
      decision: oneOf(...AGENT_ACTIONS),
      matched: text,
      reason: text,
      agent: isRecord,
      keyid: text,
      sealed: text,
    }),
  },
  agentSession: { parts: 3, value: tuple([count, number]) },
  agentActivity: { parts: 2, value: tuple([number], number) },
  receiptKey: { parts: 0, value: object({ sealed: text, kid: text, createdAt: number }) },
};
