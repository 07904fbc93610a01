/** Decisions about agents' requests, by account and request id. The ids begin with their time, so that they sort by it. */
import type { Engine } from "../../db/engine.ts";
import type { Change } from "../change.ts";
import { JournalList } from "../journal_list.ts";
import { KEYS } from "../keys.ts";
import type { StoredAgentDecision } from "../values.ts";

export class AgentDecisions {
  readonly #decisions: JournalList<StoredAgentDecision, [account: string, request: string]>;

  constructor(engine: Engine) {
    const { agentDecision } = KEYS;
    this.#decisions = new JournalList(engine, agentDecision, ({ at }) => at + agentDecision.lifetimeMs);
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
