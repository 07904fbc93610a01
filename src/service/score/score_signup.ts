/** A whole signup: components in parallel, combined into one score, with linkage, actor and the agent's decision beside it. */
import { all } from "../../concurrency/awaitable.ts";
import { Budget } from "../../concurrency/budget.ts";
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import type { RuleApplied } from "../../model/records.ts";
import type { Inputs } from "../../signals/registry.ts";
import { combine, overallVerdict, rankFindings } from "../../scoring/combine.ts";
import { type Actor, describeActor, type DeviceHint, summarize, topSignals } from "../../scoring/explain.ts";
import type { Verdict } from "../../model/verdict.ts";
import { deviceActorHint } from "../../signals/device/actor.ts";
import type { DeviceFields } from "../../signals/device/score.ts";
import { type AgentOutcome, judgeAgent } from "../agents/agents.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import { processingTime, type ScoringContext, type Services } from "../context.ts";
import type { Linkage } from "../../model/linkage.ts";
import { linkSignup } from "./link_signup.ts";
import { charge, requireActive } from "../access/quota.ts";
import { record } from "./record.ts";
import {
  componentBody,
  partOf,
  scoreComponent,
  type ScoredComponent,
  SIGNAL_ROWS,
} from "./score_component.ts";

export type Signup = { readonly [K in ComponentKind]?: Inputs[K] } & {
  readonly agent?: AgentRequestInput;
  /** The customer's own id of the event. */
  readonly transaction?: string;
};

/** Everything that was found, before it takes the shape of an answer; the compatibility layer maps the same. */
export interface SignupScore {
  readonly score: number;
  readonly verdict: Verdict;
  readonly summary: string;
  readonly components: readonly ScoredComponent[];
  readonly checked: readonly ComponentKind[];
  readonly topSignals: readonly string[];
  readonly linkage: Linkage;
  readonly actor: Actor;
  readonly agent: AgentOutcome | null;
  readonly rule: RuleApplied | null;
  readonly requestId: string;
}

/** @throws AppError account_paused, quota_exceeded; a failed request costs nothing */
export async function scoreSignup(
  services: Services,
  context: ScoringContext,
  signup: Signup,
): Promise<SignupScore> {
  requireActive(context.caller);
  const kinds = COMPONENT_KINDS.filter((kind) => signup[kind] !== undefined);
  const cost = kinds.filter((kind) => SIGNAL_ROWS[kind].checked(signup[kind])).length;
  const paid = await charge(services.store, context.caller, cost, services.now());
  try {
    const budget = new Budget(services.budgetMs);
    const scoring = all([
      all(kinds.map((kind) => scoreComponent(services, context, kind, signup[kind]!, budget))),
      signup.agent === undefined ? null : judgeAgent(services, context, signup.agent, budget),
    ]);
    const [components, agent] = scoring instanceof Promise ? await scoring : scoring;
    const linking = linkSignup(services, context, components);
    const linked = linking instanceof Promise ? await linking : linking;
    const scored = conclude(components, agent, context, linked.linkage);
    const place = services.store.writer.reserve();
    const result = { ...scored, requestId: place.requestId };
    const [counted] = await record(services, context, paid, cost, [{
      place,
      subject: "user",
      score: result.score,
      verdict: result.verdict,
      summary: result.summary,
      topSignals: result.topSignals,
      rule: result.rule,
      agentDecision: agent?.decision ?? null,
      components,
      ...(signup.transaction === undefined
        ? {}
        : { transaction: services.hasher.hash("transaction", signup.transaction) }),
    }], linked.cells);
    return { ...result, components: counted! };
  } catch (error) {
    paid.settle(0);
    throw error;
  }
}

function conclude(
  components: readonly ScoredComponent[],
  agent: AgentOutcome | null,
  context: ScoringContext,
  linkage: Linkage,
): Omit<SignupScore, "requestId"> {
  const counted = components.filter((component) => component.checked);
  const parts = counted.map(partOf);
  const sameDomain = isEmailsOwnDomain(components);
  const rules = components.flatMap((component) => component.rule === null ? [] : [component.rule]);
  const strongest = rules.find((candidate) => candidate.action === "block") ?? rules[0] ?? null;
  const agentDenied = agent?.decision === "deny";
  const { score, verdict, ruled } = overallVerdict({
    combined: combine(parts, sameDomain),
    strictness: context.strictness,
    anyBlock: counted.some((component) => component.verdict === "block"),
    rule: strongest?.action ?? null,
    agentDenied,
  });
  const rule = ruled ? strongest : null;
  const losses = rankFindings(parts, sameDomain);
  const checked = counted.map((component) => component.kind);
  return {
    score,
    verdict,
    summary: summarize({ verdict, score, checked, losses, rule, agentDenied }),
    components,
    checked,
    topSignals: topSignals(losses),
    linkage,
    actor: describeActor(agent?.hint ?? null, deviceHint(components)),
    agent,
    rule,
  };
}

function isEmailsOwnDomain(components: readonly ScoredComponent[]): boolean {
  const email = components.find((component) => component.kind === "email")?.fields.domain;
  const domain = components.find((component) => component.kind === "domain")?.fields.domain;
  return email !== undefined && email === domain;
}

function deviceHint(components: readonly ScoredComponent[]): DeviceHint | null {
  const device = components.find((component) => component.kind === "device");
  return device === undefined ? null : deviceActorHint(device.fields as unknown as DeviceFields);
}

/** The unified result of the specification. */
export function signupBody(result: SignupScore, started: number): Record<string, unknown> {
  const seconds = processingTime(started);
  return {
    risk_score: result.score,
    verdict: result.verdict,
    summary: result.summary,
    components: Object.fromEntries(
      result.components.map((
        component,
      ) => [component.kind, componentBody(component, result.requestId, seconds)]),
    ),
    components_checked: result.checked,
    top_signals: result.topSignals,
    linkage: result.linkage,
    actor: result.actor,
    ...(result.agent === null ? {} : { agent: agentBody(result.agent) }),
    ...(result.rule === null ? {} : { rule_applied: result.rule }),
    request_id: result.requestId,
    processing_time_sec: seconds,
  };
}

/** The block of the specification, with the decision reported beside the score. */
function agentBody(agent: AgentOutcome) {
  return { ...agent.block, decision: agent.decision, matched: agent.matched, reason: agent.reason };
}
