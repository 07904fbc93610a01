/** One component of any request: remembered history, evidence, score, the account's rules. The same for singles, batch, signup and compatibility. */
import { Budget } from "../../concurrency/budget.ts";
import type { Breakdown, Component, ComponentKind, Finding } from "../../model/component.ts";
import type { RuleApplied } from "../../model/records.ts";
import type { Rule } from "../../model/rules/rule.ts";
import type { RuleSubject } from "../../model/rules/rule_set.ts";
import { timestamp } from "../../model/timestamp.ts";
import { type Verdict, verdictOf } from "../../model/verdict.ts";
import type { Part } from "../../scoring/combine.ts";
import { type Inputs, type SignalRow, SIGNALS } from "../../signals/registry.ts";
import type { Recalled } from "../../store/records/histories.ts";
import type { Sighting } from "../../store/values.ts";
import type { ScoringContext, Services } from "../context.ts";
import type { Found } from "./evaluation_cache.ts";

export interface ScoredComponent {
  readonly kind: ComponentKind;
  readonly score: number;
  readonly verdict: Verdict;
  readonly rule: RuleApplied | null;
  readonly found: Found;
  readonly evaluation: Breakdown;
  readonly unknown: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly firstSeen: string;
  /** The same in milliseconds since the epoch. */
  readonly since: number;
  readonly timesSeen: number;
  /** The value was in memory already: nothing had to be read about it. */
  readonly cached: boolean;
  /** Null for a value that has no identity (an unparsable phone number): nothing is remembered about it. */
  readonly hash: string | null;
  readonly relatedHashes: readonly string[];
  readonly mask: string;
  /** False for a phone number that needs a country: not checked, not billed. */
  readonly checked: boolean;
  readonly subject: RuleSubject;
  readonly findings: readonly Finding[];
}

/** The registry's rows by kind, for callers that hold the kind in a variable. */
export const SIGNAL_ROWS = SIGNALS as unknown as { readonly [K in ComponentKind]: SignalRow<unknown> };

/**
 * At once when all it needs is in memory, as it mostly is: an await an item is what a batch would wait for longest, and
 * scorings of one value at the same moment count each other when nothing comes between reading and recording.
 * It never throws: what fails at once rejects, so that callers of several await those that are under way.
 * @param budget shared by all components of one request
 */
export function scoreComponent<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  kind: K,
  input: Inputs[K],
  budget: Budget = new Budget(services.budgetMs),
): ScoredComponent | Promise<ScoredComponent> {
  try {
    return scoreNow(services, context, kind, input, budget);
  } catch (error) {
    return Promise.reject(error);
  }
}

function scoreNow<K extends ComponentKind>(
  services: Services,
  context: ScoringContext,
  kind: K,
  input: Inputs[K],
  budget: Budget,
): ScoredComponent | Promise<ScoredComponent> {
  const row: SignalRow<unknown> = SIGNAL_ROWS[kind];
  const now = services.now();
  const identity = row.identity(input);
  const given = { kind, input, hash: identity === null ? null : services.hasher.hash(kind, identity), now };
  if (!services.rules.isReady(context.caller.account.id)) return scoreRead(services, context, given, budget);
  const history = services.store.histories.recall(kind, given.hash, now);
  if (history === null) return scoreRead(services, context, given, budget);
  const reuse = row.reuse?.(input) ?? null;
  const of = reuse?.of ?? given.hash;
  const found = reuse === null || of === null
    ? undefined
    : services.evaluationCache.get(of, now, reuse.forMs);
  if (found !== undefined) return decide(services, context, given, history, found);
  const component = row.evaluate(input, services.sources, { budget, history, now });
  if (component instanceof Promise) return decideLater(services, context, given, history, component);
  const just = foundOf(services, given, component);
  // What is asked about for the first time mostly is for the last.
  if (reuse !== null && of !== null && history.cached && isSettled(component)) {
    services.evaluationCache.set(of, just, now);
  }
  return decide(services, context, given, history, just);
}

/** Nothing is missing that a later call may have. */
function isSettled({ unknown }: Component): boolean {
  return !Object.values(unknown).some((why) => /^(?:timeout|pending)\b/.test(why));
}

interface Given {
  readonly kind: ComponentKind;
  readonly input: unknown;
  readonly hash: string | null;
  readonly now: number;
}

async function scoreRead(
  services: Services,
  context: ScoringContext,
  given: Given,
  budget: Budget,
): Promise<ScoredComponent> {
  const { kind, input, hash, now } = given;
  const account = context.caller.account.id;
  if (!services.rules.isReady(account)) await services.rules.ready(account);
  const { histories } = services.store;
  const history = histories.recall(kind, hash, now) ?? await histories.read(kind, hash, account, now);
  const component = SIGNAL_ROWS[kind].evaluate(input, services.sources, { budget, history, now });
  return await decideLater(services, context, given, history, component);
}

async function decideLater(
  services: Services,
  context: ScoringContext,
  given: Given,
  history: Recalled,
  evaluated: Component | Promise<Component>,
): Promise<ScoredComponent> {
  const component = await evaluated;
  const account = context.caller.account.id;
  while (!services.rules.isReady(account)) await services.rules.ready(account);
  return decide(services, context, given, history, foundOf(services, given, component));
}

function foundOf(services: Services, { kind, input }: Given, component: Component): Found {
  const row = SIGNAL_ROWS[kind];
  return {
    component,
    subject: row.subject(input, component, services.sources),
    relatedHashes: services.hasher.relatedHashes(row.relatedTexts(input, component)),
    said: null,
  };
}

/** The caller's rules stand over the score. */
function decide(
  services: Services,
  context: ScoringContext,
  { kind, input, hash, now }: Given,
  history: Recalled,
  found: Found,
): ScoredComponent {
  const { component, subject, relatedHashes } = found;
  const row = SIGNAL_ROWS[kind];
  const rule = services.rules.match(context.caller.account.id, subject, now);
  const score = rule === null ? component.breakdown.score : rule.action === "block" ? 100 : 0;
  return {
    kind,
    score,
    verdict: rule === null ? verdictOf(score, context.strictness) : rule.action,
    rule: rule === null ? null : applied(rule),
    found,
    evaluation: component.breakdown,
    unknown: component.unknown,
    fields: component.fields,
    firstSeen: history.firstSeen,
    since: history.since,
    timesSeen: history.timesSeen,
    cached: history.cached,
    hash,
    relatedHashes,
    mask: row.mask(input),
    checked: row.checked(input),
    subject,
    findings: component.breakdown.findings,
  };
}

/** As the commit counted it. @param counted absent: the scoring leaves no trace */
export function recount(component: ScoredComponent, counted: Sighting | undefined): ScoredComponent {
  if (counted === undefined || counted[1] === component.timesSeen) return component;
  const [since, timesSeen] = counted;
  const firstSeen = timestamp(since);
  const fields = SIGNAL_ROWS[component.kind].recount?.(component.fields, firstSeen, timesSeen);
  return { ...component, firstSeen, since, timesSeen, fields: fields ?? component.fields };
}

/** As the combination sees it. */
export function partOf({ kind, score, evaluation: breakdown, rule }: ScoredComponent): Part {
  return { kind, score, breakdown, ruled: rule !== null };
}

/** The result as the single endpoint shows it; the unified result and batch entries carry the same fields. */
export function componentBody(
  component: ScoredComponent,
  requestId: string,
  seconds: number,
): Record<string, unknown> {
  const { rule } = component;
  return {
    ...component.fields,
    risk_score: component.score,
    verdict: component.verdict,
    ...(rule === null ? {} : { rule_applied: rule }),
    request_id: requestId,
    processing_time_sec: seconds,
  };
}

export function applied(rule: Rule): RuleApplied {
  return { id: rule.id, action: rule.action, kind: rule.kind, value: rule.value };
}
