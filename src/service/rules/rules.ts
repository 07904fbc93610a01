/** Customer rules: list, add, import, delete. All are free; a change applies on every endpoint once it is answered. */
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import {
  classify,
  isClassified,
  type Rule,
  type RuleAction,
  type RuleKind,
  warningFor,
} from "../../model/rules/rule.ts";
import { canonicalPhone } from "../../signals/phone/parse.ts";
import { takeWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { excerpt } from "../excerpt.ts";
import type { HeldRules } from "./account_rules.ts";
import { refuseTooMany, type RuleLimit, ruleLimit } from "./rule_limit.ts";
import { recordRules } from "./rule_audit.ts";
import { runInSlices, TimeSlice } from "./time_slicing.ts";

export const MAX_RULE_VALUES = 10_000;
/** Characters. */
export const MAX_RULE_NOTE = 200;
/** Values read and rules planned per step. */
const RULES_PER_STEP = 100;

export interface RuleOptions {
  readonly action: RuleAction;
  readonly note: string | null;
  /** RFC 3339. */
  readonly expiresAt: string | null;
}

/** What a customer gave besides the action. A blank note is none. */
interface RuleFields {
  readonly note?: string | null | undefined;
  /** RFC 3339. */
  readonly expires_at?: string | null | undefined;
}

/** @param refuse makes the error for a field, from a reason such as "must be in the future" */
export function readRuleOptions(
  action: RuleAction,
  given: RuleFields,
  now: number,
  refuse: (field: keyof RuleFields, why: string) => AppError,
): RuleOptions {
  const note = given.note?.trim() ?? "";
  if (note.length > MAX_RULE_NOTE) throw refuse("note", `must have at most ${MAX_RULE_NOTE} characters`);
  const expires = given.expires_at == null ? null : Date.parse(given.expires_at);
  if (expires !== null && !(expires > now)) throw refuse("expires_at", "must be in the future");
  return {
    action,
    note: note === "" ? null : note,
    expiresAt: expires === null ? null : new Date(expires).toISOString(),
  };
}

interface SkippedValue {
  readonly value: string;
  readonly reason: string;
}

/** A value that could become a rule. */
export interface Candidate {
  readonly kind: RuleKind;
  readonly value: string;
}

/** A candidate that is already a rule of the account. */
export interface Duplicate extends Candidate {
  readonly reason: string;
}

/** @throws AppError rate_limited */
export async function listRules(services: Services, caller: Caller): Promise<Rule[]> {
  const now = services.now();
  const { size } = await services.rules.held(caller.account.id, now);
  takeWork(services, caller, WORK.listedRule * size);
  return await services.rules.list(caller.account.id, now);
}

/** The response of `GET /v1/rules`. */
export async function listRuleBodies(services: Services, caller: Caller) {
  const rules = await listRules(services, caller);
  const bodies: ReturnType<typeof ruleBody>[] = [];
  const slice = new TimeSlice();
  for (const rule of rules) {
    bodies.push(ruleBody(services, rule));
    if (slice.isOver) await slice.next();
  }
  return { count: bodies.length, rules: bodies };
}

/** A rule as the API returns it, with a warning when it is broad: an allow rule, or a rule on a public suffix. */
export function ruleBody(services: Services, rule: Rule): Rule & { warning?: string } {
  const warning = warningFor(rule, services.sources.lists);
  return warning === null ? rule : { ...rule, warning };
}

/** Classifies values as a customer writes them, each once; the rest is skipped with a reason. To be run in slices. */
export function* readCandidates(
  values: readonly string[],
): Generator<void, { candidates: Candidate[]; skipped: SkippedValue[] }> {
  const skipped: SkippedValue[] = [];
  const candidates = new Map<string, Candidate>();
  for (const [index, text] of values.entries()) {
    if (index % RULES_PER_STEP === RULES_PER_STEP - 1) yield;
    const found = classify(text, canonicalPhone);
    if (!isClassified(found)) skipped.push({ value: excerpt(text), reason: found.reason });
    else if (candidates.has(nameOf(found))) {
      skipped.push({ value: excerpt(text), reason: "already in this request" });
    } else candidates.set(nameOf(found), found);
  }
  return { candidates: [...candidates.values()], skipped };
}

/** Adds values; what is not a rule value, or is already a rule, is skipped with its reason. */
export async function addRules(
  services: Services,
  caller: Caller,
  values: readonly string[],
  options: RuleOptions,
) {
  takeWork(services, caller, WORK.ruleValue * values.length);
  const { candidates, skipped } = await runInSlices(readCandidates(values));
  const { rules, duplicates, extended } = await insertRules(services, caller, candidates, options);
  const changed = [...rules, ...extended].map(({ id }) => id);
  await recordRules(services, caller, {
    action: "rules_added",
    subjects: changed,
    details: { action: options.action },
  });
  for (const { value, reason } of duplicates) skipped.push({ value, reason });
  return { added: rules.length, rules: rules.map((rule) => ruleBody(services, rule)), skipped };
}

/**
 * Writes the candidates that are new; the others are returned as duplicates.
 * @throws AppError too_many_items; nothing is written then
 */
export async function insertRules(
  services: Services,
  caller: Caller,
  candidates: readonly Candidate[],
  options: RuleOptions,
): Promise<RulePlan> {
  const now = services.now();
  return await services.rules.change(caller.account.id, async (existing) => {
    const result = await runInSlices(planRules(existing, candidates, options, now, ruleLimit(caller)));
    const { rules, extended } = result;
    return { added: [...rules, ...extended], removed: new Set(extended.map(({ id }) => id)), result };
  }, now);
}

interface RulePlan {
  readonly rules: Rule[];
  readonly duplicates: Duplicate[];
  /** Existing rules that would expire earlier than the request asks, with their new expiry. */
  readonly extended: Rule[];
}

/**
 * Which candidates would be new rules, and which are rules with this action already. A rule that would expire earlier than
 * the request asks is extended. To be run in slices.
 * @throws AppError too_many_items when the account would have too many
 */
export function* planRules(
  existing: HeldRules,
  candidates: readonly Candidate[],
  options: RuleOptions,
  now: number,
  limit: RuleLimit,
): Generator<void, RulePlan> {
  const rules: Rule[] = [];
  const extended: Rule[] = [];
  const duplicates: Duplicate[] = [];
  for (const [index, candidate] of candidates.entries()) {
    if (index % RULES_PER_STEP === RULES_PER_STEP - 1) yield;
    const rule = existing.find(options.action, candidate, now);
    if (rule === null) {
      rules.push(newRule(candidate, options, now));
      continue;
    }
    const longer = extend(rule, options);
    if (longer !== null) extended.push(longer);
    duplicates.push({ ...candidate, reason: whyDuplicate(rule, longer) });
  }
  if (rules.length > 0) refuseTooMany(existing.live + rules.length, limit);
  return { rules, duplicates, extended };
}

function newRule({ kind, value }: Candidate, { action, note, expiresAt }: RuleOptions, now: number): Rule {
  return {
    id: crypto.randomUUID(),
    action,
    kind,
    value,
    created_at: new Date(now).toISOString(),
    ...(note === null ? {} : { note }),
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
  };
}

/** The rule with the later expiry; null when it already lasts as long. */
function extend(rule: Rule, { expiresAt }: RuleOptions): Rule | null {
  const { expires_at, ...lasting } = rule;
  if (expires_at === undefined) return null;
  if (expiresAt === null) return lasting;
  return Date.parse(expiresAt) > Date.parse(expires_at) ? { ...lasting, expires_at: expiresAt } : null;
}

/** Worded so that it holds for a dry run too. */
function whyDuplicate(rule: Rule, longer: Rule | null): string {
  const reason = "this rule already exists";
  return longer === null ? reason : `${reason} and expires on ${rule.expires_at}; the later expiry applies`;
}

function nameOf({ kind, value }: Candidate): string {
  return `${kind} ${value}`;
}

/** @throws AppError not_found */
export async function deleteRule(services: Services, caller: Caller, id: string): Promise<number> {
  const now = services.now();
  const deleted = await services.rules.change(caller.account.id, (existing) => {
    const found = existing.get(id, now) !== null;
    return { added: [], removed: new Set(found ? [id] : []), result: found ? 1 : 0 };
  }, now);
  if (deleted === 0) throw new AppError("not_found", "your account has no rule with this id");
  await recordRules(services, caller, { action: "rules_deleted", subjects: [id] });
  return deleted;
}

export async function deleteAllRules(services: Services, caller: Caller): Promise<number> {
  const count = await services.rules.change(caller.account.id, (existing) => ({
    added: [],
    removed: existing.size === 0 ? new Set<string>() : "all",
    result: existing.live,
  }), services.now());
  await recordRules(services, caller, { action: "rules_deleted", subjects: [], count });
  return count;
}
