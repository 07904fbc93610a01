/** `dry_run=true`: what a policy would have decided about the agents of the last 30 days, without saving it. */
import type { AgentPolicy } from "../../model/agent_policy.ts";
import { DAY_MS } from "../../model/duration.ts";
import type { Caller } from "../../model/records.ts";
import { decideAgent } from "../../signals/agent/policy.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { agentOf } from "./decisions.ts";

const SPAN_MS = 30 * DAY_MS;
const MAX_DECISIONS = 50_000;

const NO_COUNTS = { requests_checked: 0, would_change: 0, would_allow: 0, would_review: 0, would_deny: 0 };

/** A live key tries it on the decisions for live keys, a test key on those for test keys. @throws AppError rate_limited, unavailable when too many dry runs are waiting */
export function tryPolicy(services: Services, caller: Caller, policy: AgentPolicy) {
  return services.dryRunLimit.run(caller.account.id, async () => {
    const counts = { ...NO_COUNTS };
    const slice = new TimeSlice();
    let read = 0;
    try {
      const since = services.now() - SPAN_MS;
      for await (const stored of services.store.agentDecisions.list(caller.account.id, since)) {
        if (read++ >= MAX_DECISIONS) break;
        if (slice.isOver) await slice.next();
        if (stored.mode !== caller.key.mode) continue;
        counts.requests_checked++;
        const agent = agentOf(stored);
        const { decision } = decideAgent(policy, agent.signature_reason, { ...agent, method: stored.method });
        if (decision === stored.decision) continue;
        counts.would_change++;
        counts[`would_${decision}`]++;
      }
    } finally {
      addWork(services, caller, WORK.dryRunScore * read);
    }
    return counts;
  });
}
