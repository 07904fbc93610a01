/** Decisions about agents' requests, by account and request id. The ids begin with their time, so that they sort by it. */
import type { Engine } from "../../db/engine.ts";
import type { Change } from "../change.ts";
import { JournalList } from "../journal_list.ts";
import { isRecord, number, object, oneOf, record, text } from "../define.ts";
import { AGENT_ACTIONS, type AgentAction } from "../../model/agent_policy.ts";
import { RETENTION_MS } from "../../model/records.ts";

/** A decision about an agent's request. */
export interface StoredAgentDecision {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly mode: "live" | "test";
  /** An authorization, or the agent of a sign-up. */
  readonly via: "authorize" | "signup";
  readonly method: string;
  readonly decision: AgentAction;
  readonly matched: string;
  readonly reason: string;
  /** What was found out about the agent, as the answer had it. */
  readonly agent: object;
  /** As sent, cut. */
  readonly keyid: string;
  /** The digest of the request, encrypted, base64. */
  readonly sealed: string;
}
export const AGENT_DECISION = record({
  prefix: "agent-decision",
  key: ["account", "request"],
  value: object<StoredAgentDecision>({
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
  lifetimeMs: RETENTION_MS,
});

export class AgentDecisions {
  readonly #decisions: JournalList<StoredAgentDecision, [account: string, request: string]>;

  constructor(engine: Engine) {
    this.#decisions = new JournalList(engine, AGENT_DECISION, ({ at }) => at + AGENT_DECISION.lifetimeMs);
  }

  /** To be written with the bill of the request. */
  put(account: string, requestId: string, decision: StoredAgentDecision): Change {
    return this.#decisions.put([account, requestId], decision);
  }

  /** Null when there is none, or it has expired. */
  get(account: string, requestId: string, now: number): Promise<StoredAgentDecision | null> {
    return this.#decisions.get([account, requestId], now);
  }

  /** Since a time, newest first. */
  list(account: string, since: number): AsyncIterable<StoredAgentDecision> {
    return this.#decisions.since([account], requestIdFrom(since));
  }
}

/** Request ids of a time (RFC 9562, version 7) begin with this. */
export function requestIdFrom(time: number): string {
  const stamp = Math.max(0, Math.floor(time)).toString(16).padStart(12, "0");
  return `req_${stamp.slice(0, 8)}-${stamp.slice(8)}-7`;
}

/** A request id of a time. @param random a number from 0 to 1 */
export function requestIdOf(time: number, random: () => number): string {
  const digits = (count: number) => Math.floor(random() * 16 ** count).toString(16).padStart(count, "0");
  const variant = "89ab"[Math.floor(random() * 4)]!;
  return `${requestIdFrom(time)}${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
}
