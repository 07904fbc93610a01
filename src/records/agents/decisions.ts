/** Decisions about agents' requests, by account and request id. The ids begin with their time, so that they sort by it. */
import type { Engine, SetOp } from "../../db/engine.ts";
import { KEYS } from "../keys.ts";
import type { StoredAgentDecision } from "../values.ts";

export class AgentDecisions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** To be written with the bill of the request. */
  put(account: string, requestId: string, decision: StoredAgentDecision): SetOp {
    const { agentDecision } = KEYS;
    const expiresAt = decision.at + agentDecision.lifetimeMs;
    return agentDecision.set(agentDecision.key(account, requestId), decision, expiresAt);
  }

  /** Null when there is none, or it has expired. */
  async get(account: string, requestId: string, now: number): Promise<StoredAgentDecision | null> {
    const { agentDecision } = KEYS;
    const [entry] = await this.#engine.get([agentDecision.key(account, requestId)]);
    const decision = agentDecision.read(entry?.value);
    return decision === null || decision.at + agentDecision.lifetimeMs <= now ? null : decision;
  }

  /** Since a time, newest first. */
  async *list(account: string, since: number): AsyncIterable<StoredAgentDecision> {
    const { agentDecision } = KEYS;
    const start = agentDecision.key(account, requestIdFrom(since));
    for await (const { value } of this.#engine.scan(agentDecision.below(account), { start, reverse: true })) {
      yield agentDecision.read(value);
    }
  }
}

/** Request ids of a time (RFC 9562, version 7) begin with this. */
export function requestIdFrom(time: number): string {
  const stamp = Math.max(0, Math.floor(time)).toString(16).padStart(12, "0");
  return `req_${stamp.slice(0, 8)}-${stamp.slice(8)}-7`;
}
