/** A whole sign-up: its components in parallel, combined into one score; with linkage, the actor and the agent's decision. */
import { all } from "../../concurrency/awaitable.ts";
import { Budget } from "../../concurrency/budget.ts";
import type { Actor } from "../../model/actor.ts";
import {
  type Breakdown,
  type Claimable,
  COMPONENT_KINDS,
  type ComponentKind,
} from "../../model/component.ts";
import type { Attestation } from "../../model/facts/attestation.ts";
import type { CustomFields } from "../../model/facts/custom.ts";
import type { Facts } from "../../model/facts/fact.ts";
import type { Linkage } from "../../model/linkage/linkage.ts";
import type { Ring } from "../../model/linkage/ring.ts";
import type { InvalidComponent } from "../../model/invalid_component.ts";
import type { RuleApplied } from "../../model/records.ts";
import { afterChallenge } from "../../scoring/challenge.ts";
import { combine, overallVerdict, type Part, rankFindings, weighed } from "../../scoring/combine.ts";
import { linkagePart, scoreLinkage } from "../../scoring/linkage.ts";
import { summarize, topSignals } from "../../scoring/explain.ts";
import { groupsPart } from "../../scoring/groups.ts";
import { levelOf } from "../../model/verdict.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import type { DeviceBody } from "../../signals/device/parse.ts";
import { type Inputs, isChecked } from "../../signals/registry.ts";
import { charge, FREE, requireActive } from "../access/quota.ts";
import { type AppealOffer, appealOffer } from "../appeals/offer.ts";
import type { OfferedChallenge } from "../challenge/offer.ts";
import { answerOf, offerForSignup, type SignupAnswer, takeAnswer } from "../challenge/signup_answer.ts";
import { type AgentVerification, judgeAgent } from "../agents/agents.ts";
import { conditionFields, decidingRule } from "../conditions/condition_fields.ts";
import type { JudgedSignup } from "../conditions/judge.ts";
import { judgeSignup, readyConditions, withCounted } from "../conditions/judge_signup.ts";
import { together } from "../../records/change.ts";
import { factsBody } from "../facts/facts_body.ts";
import { scoreFacts } from "../facts/score_facts.ts";
import { processingTime, type ScoringContext, type Services } from "../context.ts";
import { groupsBreakdown, readyGroups } from "../groups/score_groups.ts";
import { decidingOf } from "./customer_reason.ts";
import { type Decision, decisionOf, partOf } from "./decision.ts";
import type { PageToken } from "./page_token.ts";
import { factsWhy, withCommonDevice } from "./common_device.ts";
import { joinRing, linkFacts, linkSignup, scoredInRing, storedFindings, storedLinks } from "./link_signup.ts";
import { externalOf } from "../login/identity.ts";
import { ruleOfUser, strongestOf } from "../rules/applied_rule.ts";
import { judgeVelocity, readyVelocity } from "../velocity/judge_signup.ts";
import { record } from "./record.ts";
import { componentBody, scoreComponent } from "./score_component.ts";
import { actorOf, browserOf, userAgentOf } from "./signup_actor.ts";

export type Signup = { readonly [K in ComponentKind]?: Inputs[K] } & {
  readonly agent?: AgentRequestInput;
  /** Characteristics of the browser. Without a device id they show who is acting, and are not scored. */
  readonly browser?: Pick<DeviceBody, "signals" | "automation">;
  /** What could not be read, where the request asked to score the rest; absent where it had to be valid. */
  readonly invalid?: readonly InvalidComponent[];
  /** What the customer had verified as the user's; absent: nothing. */
  readonly verified?: readonly Claimable[];
  /** The customer's own id of the event. */
  readonly transaction?: string;
  /** The customer's own reference of the user. */
  readonly userId?: string;
  /** Who the user is at another service, for example `google:1234`: kept as a hash. */
  readonly externalId?: string;
  /** Fields of the customer's own, kept as given. */
  readonly custom?: CustomFields;
  /** What the customer's backend found about the app and its device. */
  readonly attestation?: Attestation;
  /** What the page's script carried; see `page_token.ts`. */
  readonly deviceToken?: string;
  /** Of a challenge that was passed; see `src/service/challenge/signup_answer.ts`. */
  readonly challengeToken?: string;
};

const NOTHING_VERIFIED: readonly Claimable[] = [];

/** What native and compatibility responses are made of. */
export interface SignupScore extends ReturnType<typeof explained> {
  readonly decisions: readonly Decision[];
  readonly facts: Facts;
  readonly linkage: Linkage & { readonly ring: Ring | null };
  readonly actor: Actor;
  readonly agent: AgentVerification | null;
  /** As in StoredSignup. */
  readonly devicePeople?: number;
  /** Of the token that was sent; absent where none was. */
  readonly tokenState?: PageToken["state"];
  /** As in the sign-up. */
  readonly invalid?: readonly InvalidComponent[];
  /** Of the token that was sent; absent where none was. */
  readonly answered?: SignupAnswer["state"];
  /** Absent: the account offers none, or the verdict is no review. Its address may lack the host. */
  readonly challenge?: OfferedChallenge;
  /** Absent: the verdict cannot be appealed. */
  readonly appeal?: AppealOffer;
  readonly requestId: string;
}

/**
 * @param bodyOf the response that is kept of a request with an Idempotency-Key
 * @throws AppError account_paused, quota_exceeded; a failed request costs nothing
 */
export async function scoreSignup(
  services: Services,
  context: ScoringContext,
  signup: Signup,
  bodyOf: (result: SignupScore) => object = (result) => signupBody(result, context.started),
): Promise<SignupScore> {
  requireActive(context.caller);
  const kinds = COMPONENT_KINDS.filter((kind) => signup[kind] !== undefined);
  const cost = kinds.filter((kind) => isChecked(kind, signup[kind]!)).length;
  const isFree = context.withoutQuota === true;
  const paid = isFree ? FREE : await charge(services.store, context.caller, cost, services.now());
  try {
    const budget = budgetOf(services, context);
    const scoring = all([
      all(kinds.map((kind) => scoreComponent(services, context, kind, signup[kind]!, budget))),
      signup.agent === undefined ? null : judgeAgent(services, context, signup.agent, budget.forKeys()),
      readyConditions(services, context.caller),
      readyGroups(services, context.caller),
      readyVelocity(services, context),
      signup.challengeToken === undefined ? null : takeAnswer(services, context, signup.challengeToken, {
        address: signup.ip ?? null,
        userAgent: userAgentOf(signup),
      }),
    ]);
    const [scored, agent, conditions, _groups, _velocity, taken] = scoring instanceof Promise
      ? await scoring
      : scoring;
    const { verified = NOTHING_VERIFIED, deviceToken, custom } = signup;
    const naming = ruleOfUser(services, context.caller, signup.userId);
    const userRule = naming instanceof Promise ? await naming : naming;
    const linking = linkSignup(services, context, scored, { verified, deviceToken, custom });
    const links = linking instanceof Promise ? await linking : linking;
    // From here to the write nothing is awaited: the score belongs to the next commit, and no other sign-up comes between.
    const pending = services.store.scores.begin(context.caller.key.mode);
    const joined = joinRing(services, context, links, pending.requestId);
    const decisions = withCommonDevice(context, scored, joined.device);
    const linkage = { ...links.linkage, ring: joined.ring };
    const isCounted = context.caller.account.linkageScoring === "score";
    const browser = browserOf(services, signup, decisions, agent?.hint ?? null);
    const actor = actorOf(decisions, agent?.hint ?? null, browser);
    const invalid = signup.invalid === undefined ? {} : { invalid: signup.invalid };
    const answer = taken === null ? null : answerOf(taken, decisions);
    const facts = {
      ...scoreFacts(decisions, services.now(), {
        actor,
        userAgent: userAgentOf(signup),
        custom: signup.custom,
        attestation: signup.attestation,
      }),
      ...answer?.facts,
    };
    const { requestId } = pending;
    const velocity = judgeVelocity(services, context, { requestId, decisions, facts });
    const breakdown = scoreLinkage(linkFacts(links, joined, decisions, {
      mode: context.caller.key.mode,
      now: services.now(),
      bursts: velocity.bursts,
    }));
    const scoredLinks = isCounted ? { breakdown, ring: joined.ring } : null;
    const shown = browser?.breakdown ?? null;
    const groups = groupsBreakdown(services, context, decisions, facts);
    const beside = { links: scoredLinks, browser: shown, groups };
    const combined = combineDecisions(context, decisions, agent, { ...beside, userRule }, invalid);
    const transaction = signup.transaction === undefined
      ? {}
      : { transaction: services.hasher.hash("transaction", signup.transaction) };
    const judging = {
      requestId,
      userId: signup.userId ?? null,
      decisions,
      facts,
      linkage,
      findings: [breakdown, shown, groups].flatMap((part) => part === null ? [] : [part.findings]),
      combined,
      agentDenied: agent?.decision === "deny",
    };
    const judged = judgeSignup(services, context, conditions, judging);
    const overall = explained(context, combined, judged, agent, { ...invalid, answer });
    const people = joined.device?.people ?? 1;
    const { account, key: { mode } } = context.caller;
    const devicePeople = people > 1 ? { devicePeople: people } : {};
    const request = {
      pending,
      subject: "user" as const,
      ...overall,
      agentDecision: agent?.decision ?? null,
      decisions,
      facts,
      ...transaction,
      signup: {
        linkage: links.linkage,
        ring: joined.ring,
        node: joined.node,
        ...(joined.group === joined.node ? {} : { group: joined.group }),
        ...(signup.verified === undefined ? {} : { verified: signup.verified }),
        ...devicePeople,
        actor,
        agent: agent === null ? null : agentBody(agent),
        userId: signup.userId ?? null,
        ...externalOf(services.hasher, mode, signup.externalId),
        ...invalid,
        links: storedLinks(breakdown, isCounted),
        ...(shown === null ? {} : { browser: storedFindings(shown) }),
        ...(groups === null ? {} : { groups: storedFindings(groups) }),
      },
    };
    const tokenState = links.token === null ? {} : { tokenState: links.token.state };
    const appeal = context.via === "user"
      ? appealOffer(services, account, { requestId, mode, verdict: overall.verdict })
      : null;
    const challenge = offerForSignup(services, context, decisions, {
      requestId,
      score: overall.score,
      verdict: overall.verdict,
      ring: joined.ring,
    });
    const result = {
      ...overall,
      ...(answer === null ? {} : { answered: answer.state }),
      ...(challenge === null ? {} : { challenge }),
      ...(appeal === null ? {} : { appeal }),
      decisions,
      facts,
      linkage,
      actor,
      agent,
      ...devicePeople,
      ...tokenState,
      ...invalid,
      requestId,
    };
    const also = together(
      links.change,
      joined.change,
      scoredInRing(services, context, joined, overall.score),
      agent?.change(requestId),
      context.single?.answered(bodyOf(result)),
      context.alongside?.({ requestId, verdict: overall.verdict }),
    );
    const [recounted] = await withCounted(
      services,
      context,
      judging,
      () => velocity.noted(() => record(services, context, paid, cost, [request], also)),
    );
    return { ...result, decisions: recounted! };
  } catch (error) {
    paid.settle(0);
    throw error;
  }
}

function budgetOf({ budgetMs }: Services, { caller: { account }, withoutQuota, fromMemory }: ScoringContext) {
  if (fromMemory === true) return Budget.ofMemory(account);
  return new Budget(withoutQuota === true ? 0 : budgetMs, account);
}

function combineDecisions(
  context: ScoringContext,
  decisions: readonly Decision[],
  agent: AgentVerification | null,
  { links, browser, groups, userRule }: {
    readonly userRule: RuleApplied | null;
    readonly links: { readonly breakdown: Breakdown; readonly ring: Ring | null } | null;
    readonly browser: Breakdown | null;
    readonly groups: Breakdown | null;
  },
  { invalid = [] }: Pick<Signup, "invalid">,
) {
  const counted = decisions.filter(({ prepared: { kind, input } }) => isChecked(kind, input));
  const parts: Part[] = counted.map(partOf);
  if (links !== null) parts.push(linkagePart(links.breakdown, links.ring));
  if (browser !== null) {
    parts.push({ kind: "device", score: browser.score, breakdown: browser, ruled: false });
  }
  if (groups !== null) parts.push(groupsPart(groups));
  const sameDomain = isEmailsOwnDomain(decisions);
  const rules = [userRule, ...decisions.map(({ rule }) => rule)].filter((rule) => rule !== null);
  const strongest = strongestOf(rules);
  const blocked = counted.filter(({ verdict }) => verdict === "block").map(({ prepared }) => prepared.kind);
  const anyBlock = blocked.length > 0;
  const whole = combine(parts.map(weighed), sameDomain);
  const { score, verdict, ruled } = overallVerdict({
    combined: whole,
    strictness: levelOf(context),
    anyBlock,
    anyInvalid: invalid.length > 0,
    rule: strongest?.action ?? null,
    agentDenied: agent?.decision === "deny",
  });
  const rule = ruled ? strongest : null;
  const contributions = rankFindings(parts, sameDomain);
  const checked = counted.map(({ prepared }) => prepared.kind);
  const trust = !ruled && strongest?.action === "trust" ? strongest : undefined;
  return { score, verdict, checked, contributions, rule, trust, anyBlock, blocked, whole };
}

/** With the texts for people. @param judged what the account's conditions made of it; null: it has none */
function explained(
  context: ScoringContext,
  { contributions, trust, blocked, whole, ...combined }: ReturnType<typeof combineDecisions>,
  judged: JudgedSignup | null,
  agent: AgentVerification | null,
  { invalid = [], answer }: Pick<Signup, "invalid"> & { readonly answer: SignupAnswer | null },
) {
  const before = judged ?? combined;
  const isPassed = answer?.state === "passed";
  const { score, verdict } = afterChallenge(before, isPassed, levelOf(context));
  const proof = answer?.kind == null
    ? null
    : { kind: answer.kind, before: verdict === before.verdict ? null : before.score };
  const { checked, rule } = combined;
  const conditions = judged?.conditions ?? null;
  const decided = agent === null ? null : { ...agent, host: agent.result.host };
  const summary = summarize({
    verdict,
    score,
    checked,
    contributions,
    rule,
    condition: conditions?.decided ?? null,
    agent: decided,
    trust,
    invalid,
    answer: proof,
  });
  const deciding = decidingOf({
    verdict,
    level: levelOf(context),
    ruled: rule !== null || (conditions?.decided ?? null) !== null,
    denial: agent?.decision === "deny" ? agent.matched : null,
    combined: whole,
    blocked,
    anyInvalid: invalid.length > 0,
    contributions,
  });
  return {
    score,
    verdict,
    summary,
    customerReason: deciding?.reason ?? null,
    checked,
    topSignals: topSignals(contributions, judged?.hits, proof),
    rule,
    ...(conditions === null ? {} : { conditions }),
  };
}

/** By the hosts themselves; `scoring/calibration_replay.ts` does the same for stored components, which hold only hashes. */
function isEmailsOwnDomain(decisions: readonly Decision[]): boolean {
  const email = decisionOf(decisions, "email")?.prepared.input.email.host;
  return email !== undefined && email === decisionOf(decisions, "domain")?.prepared.input.host;
}

/** The unified result of the specification. */
export function signupBody(result: SignupScore, started: number) {
  const seconds = processingTime(started);
  const applied = decidingRule(result.rule, result.conditions ?? null);
  const body = <K extends ComponentKind>(kind: K) => {
    const decision = decisionOf(result.decisions, kind);
    return decision === undefined ? undefined : componentBody(decision, result.requestId, seconds);
  };
  return {
    risk_score: result.score,
    verdict: result.verdict,
    summary: result.summary,
    customer_reason: result.customerReason,
    components: {
      ip: body("ip"),
      email: body("email"),
      phone: body("phone"),
      domain: body("domain"),
      device: body("device"),
    },
    components_checked: result.checked,
    ...(result.invalid === undefined ? {} : { components_invalid: result.invalid }),
    top_signals: result.topSignals,
    linkage: result.linkage,
    ...(result.tokenState === undefined ? {} : { device_token: result.tokenState }),
    ...(result.answered === undefined ? {} : { challenge_token: result.answered }),
    actor: result.actor,
    ...(result.agent === null ? {} : { agent: agentBody(result.agent) }),
    ...(applied === null ? {} : { rule_applied: applied }),
    ...factsBody(result.facts, (kind) => decisionOf(result.decisions, kind)?.evaluation.component.unknown),
    ...factsWhy(result.facts, result),
    ...conditionFields(result.rule, result.conditions ?? null),
    request_id: result.requestId,
    processing_time_sec: seconds,
  };
}

export type DecidedAgent = ReturnType<typeof agentBody>;

function agentBody(agent: AgentVerification) {
  return { ...agent.result, decision: agent.decision, matched: agent.matched, reason: agent.reason };
}
