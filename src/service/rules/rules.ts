/** Customer rules: list, add, import, delete. All are free; a change applies on every endpoint once it is answered. */
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { classify, isClassified, type Rule, warningFor } from "../../model/rules/rule.ts";
import { canonicalPhone } from "../../signals/phone/parse.ts";
import { takeWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { excerpt } from "../excerpt.ts";
import { recordRules } from "./rule_audit.ts";
import type { RuleOptions } from "./rule_options.ts";
import { type Candidate, insertRules } from "./rule_plan.ts";
import { runInSlices, TimeSlice } from "./time_slicing.ts";

export const MAX_RULE_VALUES = 10_000;
/** Values read per step. */
const VALUES_PER_STEP = 100;

interface SkippedValue {
  readonly value: string;
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
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
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
