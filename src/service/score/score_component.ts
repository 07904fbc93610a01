/**
 * Scores one value for any request in three steps: prepare (identity, history), evaluate (evidence, score) and decide
 * (the caller's rules and strictness). Singles, batch, sign-up and compatibility all score through here.
 */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { Budget } from "../../concurrency/budget.ts";
import type { Component, ComponentKind, History } from "../../model/component.ts";
import { type Caller, type RuleApplied, sightingsOf } from "../../model/records.ts";
import { verdictOfRule } from "../../model/rules/rule.ts";
import { timestamp } from "../../model/timestamp.ts";
import { levelOf, type Verdict, verdictOf } from "../../model/verdict.ts";
import { domainIdentity } from "../../signals/domain/parse.ts";
import { type Components, type Inputs, SIGNALS } from "../../signals/registry.ts";
import type { ScoringContext, Services } from "../context.ts";
import { JsonText } from "../json_text.ts";
import { componentFacts } from "../facts/component_facts.ts";
import { appliedRule } from "../rules/applied_rule.ts";
import { hashedNames } from "../rules/hashed_names.ts";
import { withOwnTraffic } from "./own_traffic.ts";
import { type Decision, type Evaluation, Memo, MemoByVerdict, type Prepared } from "./decision.ts";
import type { Sighting } from "../../records/sightings/sighting.ts";

/**
 * Synchronous when everything is in memory (see `Awaitable`): so also, scorings of one value at the same moment count each
 * other, because nothing runs between reading and recording.
 * Never throws: a synchronous failure rejects too, so that a caller of several can await those that are under way.
 * @param shared the budget of all components of one request; absent: this is the only one
 */
export function scoreComponent<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  kind: K,
  input: Inputs[K],
  shared?: Budget,
): Awaitable<Decision<K>> {
  try {
    const budget = () => shared ?? new Budget(services.budgetMs, context.caller.account);
    const prepared = prepare(services, context, kind, input);
    if (prepared instanceof Promise) return scorePrepared(services, context, prepared, budget());
    const evaluation = evaluate(services, context, prepared, budget);
    if (evaluation instanceof Promise) return decideLater(services, context, prepared, evaluation);
    const seen = seenByAccount(services, context, prepared, evaluation);
    if (seen instanceof Promise) return decideSeen(services, context, prepared, seen);
    return decide(services, context, prepared, seen);
  } catch (error) {
    return Promise.reject(error);
  }
}

async function scorePrepared<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  preparing: Promise<Prepared<K>>,
  budget: Budget,
): Promise<Decision<K>> {
  const prepared = await preparing;
  return await decideLater(services, context, prepared, evaluate(services, context, prepared, () => budget));
}

/** With what the caller's own sign-ups say of the value. */
function seenByAccount<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  prepared: Prepared<K>,
  evaluation: Evaluation<K>,
): Awaitable<Evaluation<K>> {
  if (!isAddress(prepared)) return evaluation;
  // K is "ip" here, which the compiler does not see of the second type.
  const own = evaluation as unknown as Evaluation<"ip">;
  return withOwnTraffic(services, context, prepared, own) as Awaitable<unknown> as Awaitable<Evaluation<K>>;
}

function isAddress(prepared: Prepared): prepared is Prepared<"ip"> {
  return prepared.kind === "ip";
}

async function decideLater<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  prepared: Prepared<K>,
  evaluating: Awaitable<Evaluation<K>>,
): Promise<Decision<K>> {
  return await decideSeen(
    services,
    context,
    prepared,
    seenByAccount(services, context, prepared, await evaluating),
  );
}

async function decideSeen<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  prepared: Prepared<K>,
  seen: Awaitable<Evaluation<K>>,
): Promise<Decision<K>> {
  const evaluation = await seen;
  const account = context.caller.account.id;
  while (!services.rules.isReady(account)) await services.rules.ready(account);
  return decide(services, context, prepared, evaluation);
}

/** Synchronous when the account's rules and the value's history are in memory. */
function prepare<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  kind: K,
  input: Inputs[K],
): Awaitable<Prepared<K>> {
  const now = services.now();
  const identity = SIGNALS[kind].identity(input);
  const hash = identity === null ? null : services.hasher.hash(kind, identity);
  const { caller } = context;
  const history = services.rules.isReady(caller.account.id)
    ? services.store.histories.readFromMemory(kind, hash, now, sightingsOf(caller))
    : null;
  return history === null
    ? prepareFromStore(services, caller, { kind, input, hash, now })
    : { kind, input, hash, now, history, fromMemory: true };
}

async function prepareFromStore<K extends ComponentKind>(
  services: Services,
  caller: Caller,
  value: Omit<Prepared<K>, "history" | "fromMemory">,
): Promise<Prepared<K>> {
  const { kind, hash, now } = value;
  const { id } = caller.account;
  if (!services.rules.isReady(id)) await services.rules.ready(id);
  const { histories } = services.store;
  const seer = sightingsOf(caller);
  const history = histories.readFromMemory(kind, hash, now, seer) ??
    await histories.read(kind, hash, id, now, seer);
  return { ...value, history, fromMemory: false };
}

/** Synchronous when all evidence is in memory; only then the evaluation is cached. @param budget called when it is needed */
function evaluate<K extends ComponentKind>(
  services: Services,
  { recurs = false }: ScoringContext,
  prepared: Prepared<K>,
  budget: () => Budget,
): Awaitable<Evaluation<K>> {
  const { kind, input, hash, history, now } = prepared;
  const row = SIGNALS[kind];
  // Most values are asked about once: only those seen before are worth the memory, and the look.
  const reuse = prepared.fromMemory && (history.cached || recurs) ? row.reuse : undefined;
  const key = reuse?.key(input, hash) ?? null;
  const cached = key === null ? undefined : services.evaluationCache.get(key, now, reuse!.forMs);
  // A key belongs to one kind: hashes are made with it, and parsed values are of different types.
  if (cached !== undefined) return withSightings(kind, cached as Evaluation<K>, history);
  const component = row.evaluate(input, services.sources, { budget: budget(), history, now });
  if (component instanceof Promise) {
    return component.then((component) => evaluationOf(services, prepared, component));
  }
  const evaluation = evaluationOf(services, prepared, component);
  if (key !== null && isComplete(component)) services.evaluationCache.set(key, evaluation, now);
  return evaluation;
}

/** As the caller sees it: the evaluation may have been made for another one. */
function withSightings<K extends ComponentKind>(
  kind: K,
  evaluation: Evaluation<K>,
  { firstSeen, timesSeen }: Pick<History, "firstSeen" | "timesSeen">,
): Evaluation<K> {
  const { component } = evaluation;
  const fields = SIGNALS[kind].recount?.(component.fields, firstSeen, timesSeen) ?? component.fields;
  return fields === component.fields ? evaluation : { ...evaluation, component: { ...component, fields } };
}

/** False when a later call may know more. */
function isComplete({ unknown }: Component): boolean {
  return !Object.values(unknown).some((why) => /^(?:timeout|pending)\b/.test(why));
}

function evaluationOf<K extends ComponentKind>(
  services: Services,
  { kind, input }: Prepared<K>,
  component: Components[K],
): Evaluation<K> {
  const { hasher, sources, evaluationCache } = services;
  const row = SIGNALS[kind];
  return {
    component,
    ruleSubject: row.ruleSubject(input, component, sources),
    relatedHashes: hasher.relatedHashes(row.relatedTexts(input, component)),
    ...domainHashOf(hasher, kind, input, component),
    facts: componentFacts(services, kind, input, component),
    componentText: new MemoByVerdict(),
    singleText: component.breakdown.findings.length === 0 && row.checked(input)
      ? evaluationCache.nothingFound[kind]
      : new MemoByVerdict(),
    fieldsJson: new Memo(),
  };
}

/** The domain of an address at no provider is one of its values: what is labelled counts on it too. */
function domainHashOf<K extends ComponentKind>(
  hasher: Services["hasher"],
  kind: K,
  input: Inputs[K],
  component: Components[K],
): { domainHash?: string } {
  if (kind !== "email") return {};
  // The kind decides the types of both.
  const { domain } = (input as Inputs["email"]).email;
  const { is_free_provider, is_disposable } = (component as Components["email"]).fields.signals;
  if (domain === null || is_free_provider !== false || is_disposable === true) return {};
  return { domainHash: hasher.hash("domain", domainIdentity(domain)) };
}

/** A rule overrides the score. */
function decide<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  prepared: Prepared<K>,
  evaluation: Evaluation<K>,
): Decision<K> {
  const account = context.caller.account.id;
  const { rules, hasher } = services;
  const hashed = rules.hasHashed(account) ? hashedNames(hasher, prepared) : undefined;
  const rule = rules.match(account, evaluation.ruleSubject, prepared.now, hashed);
  if (rule === null) {
    const { score } = evaluation.component.breakdown;
    return { prepared, evaluation, score, verdict: verdictOf(score, levelOf(context)), rule };
  }
  const verdict = verdictOfRule(rule.action);
  return { prepared, evaluation, score: verdict === "block" ? 100 : 0, verdict, rule: appliedRule(rule) };
}

/** With the sightings as the commit counted them. @param counted undefined: the scoring is not counted */
export function recount<K extends ComponentKind>(
  decision: Decision<K>,
  counted: Sighting | undefined,
): Decision<K> {
  const { prepared, evaluation } = decision;
  if (counted === undefined) return decision;
  const [firstSeenMs, timesSeen] = counted;
  const known = prepared.history;
  if (timesSeen === known.timesSeen && firstSeenMs === known.firstSeenMs) return decision;
  const history = { ...prepared.history, firstSeen: timestamp(firstSeenMs), firstSeenMs, timesSeen };
  return {
    ...decision,
    prepared: { ...prepared, history },
    evaluation: withSightings(prepared.kind, evaluation, history),
  };
}

/** What ends every result. */
interface Ending {
  readonly risk_score: number;
  readonly verdict: Verdict;
  readonly rule_applied?: RuleApplied;
  readonly request_id: string;
  readonly processing_time_sec: number;
}

/** The result as the single endpoint shows it; the unified result and batch entries carry the same fields. */
export type ComponentBody<K extends ComponentKind = ComponentKind> = Components[K]["fields"] & Ending;

export function componentBody<K extends ComponentKind>(
  decision: Decision<K>,
  requestId: string,
  seconds: number,
): ComponentBody<K> {
  return { ...decision.evaluation.component.fields, ...endingOf(decision, requestId, seconds) };
}

/** As `componentBody`, as JSON: that of the fields is kept with the evaluation, which many requests share. */
export function componentJson<K extends ComponentKind>(
  decision: Decision<K>,
  requestId: string,
  seconds: number,
): JsonText<ComponentBody<K>> {
  const { component: { fields }, fieldsJson } = decision.evaluation;
  const first = fieldsJson.get(fields) ?? fieldsJson.set(fields, JSON.stringify(fields));
  const rest = JSON.stringify(endingOf(decision, requestId, seconds));
  return new JsonText(`${first.slice(0, -1)},${rest.slice(1)}`);
}

function endingOf({ score, verdict, rule }: Decision, requestId: string, seconds: number): Ending {
  return {
    risk_score: score,
    verdict,
    ...(rule === null ? {} : { rule_applied: rule }),
    request_id: requestId,
    processing_time_sec: seconds,
  };
}
