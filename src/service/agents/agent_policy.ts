/** Reads and replaces the agent policy of an account. Free, and allowed for paused accounts. */
import { AGENT_POLICY_LIMITS, type AgentPolicy, type AgentRule } from "../../model/agent_policy.ts";
import { changesOf, originOf } from "../../model/access/audit.ts";
import type { Caller } from "../../model/records.ts";
import { readPolicy } from "../../signals/agent/policy_input.ts";
import type { Services } from "../context.ts";
import type { AgentServices } from "./judge.ts";
import { DAY_MS } from "../../model/duration.ts";
import { decideAgent } from "../../signals/agent/policy.ts";
import { addWork, WORK } from "../access/work.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { agentOf } from "./decisions.ts";

const NOTE = "Rules are evaluated in order and the first match wins; they apply to verified agents only. " +
  "The defaults decide what no rule matches.";

export { AGENT_POLICY_LIMITS };

export async function agentPolicy(services: AgentServices, caller: Caller) {
  return policyBody(await services.store.agentPolicies.read(caller.account.id));
}

/** @throws {AppError} invalid_value, too_many_items; then nothing is changed */
export async function replaceAgentPolicy(services: AgentServices, caller: Caller, body: unknown) {
  const policy = readPolicy(body, services.now());
  const account = caller.account.id;
  const { agentPolicies, audit } = services.store;
  const before = await agentPolicies.read(account);
  await agentPolicies.put(account, policy);
  const count = policy.rules.length;
  const changes = changesOf(policyWords(before), policyWords(policy));
  const names = changedRules(before, policy);
  await audit.record({ account, action: "agent_policy_changed", count, changes, names }, originOf(caller));
  return { saved: policy.rules.length, ...policyBody(policy), note: NOTE };
}

function policyWords({ rules, defaultsApply, replayProtection }: AgentPolicy) {
  return {
    rules: String(rules.length),
    defaults_apply: defaultsApply ? "yes" : "no",
    replay_protection: replayProtection,
  };
}

/** "added: deny agent.example", "removed: …". */
function changedRules(before: AgentPolicy, after: AgentPolicy): string[] {
  const [was, is] = [before, after].map(({ rules }) => rules.map((rule) => JSON.stringify(ruleBody(rule))));
  const words = (text: string) => Object.values(JSON.parse(text)).flat().join(" ");
  return [
    ...was!.filter((rule) => !is!.includes(rule)).map((rule) => `removed: ${words(rule)}`),
    ...is!.filter((rule) => !was!.includes(rule)).map((rule) => `added: ${words(rule)}`),
  ];
}

/**
 * What the policy would have decided about the agents of the last 30 days; nothing is saved.
 * @throws {AppError} as `replaceAgentPolicy`; rate_limited, unavailable when too many dry runs are waiting
 */
export async function dryRunAgentPolicy(services: Services, caller: Caller, body: unknown) {
  const { updatedAt } = await services.store.agentPolicies.read(caller.account.id);
  const policy = { ...readPolicy(body, services.now()), updatedAt };
  const trial = await tryPolicy(services, caller, policy);
  return { dry_run: true, saved: 0, ...policyBody(policy), trial, note: NOTE };
}

function policyBody(policy: AgentPolicy) {
  return {
    rules: policy.rules.map(ruleBody),
    defaults_apply_when_no_rule_matches: policy.defaultsApply,
    replay_protection: policy.replayProtection,
    updated_at: policy.updatedAt === null ? null : new Date(policy.updatedAt).toISOString(),
  };
}

function ruleBody(rule: AgentRule) {
  const { host, url, profile, repeated, trigger, methods, action, reason } = rule;
  return {
    ...(host === undefined ? {} : { host }),
    ...(url === undefined ? {} : { url }),
    ...(profile === undefined ? {} : { profile }),
    ...(repeated === undefined ? {} : { repeated }),
    ...(trigger === undefined ? {} : { trigger }),
    action,
    ...(methods === undefined ? {} : { methods }),
    reason,
  };
}

/** `dry_run=true`: what a policy would have decided about the agents of the last 30 days, without saving it. */
const SPAN_MS = 30 * DAY_MS;
const MAX_DECISIONS = 50_000;

const NO_COUNTS = { requests_checked: 0, would_change: 0, would_allow: 0, would_review: 0, would_deny: 0 };

/** A live key tries it on the decisions for live keys, a test key on those for test keys. @throws AppError rate_limited, unavailable when too many dry runs are waiting */
function tryPolicy(services: Services, caller: Caller, policy: AgentPolicy) {
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
