/** Which values become new rules of an account, and which are rules of it already. */
import type { Caller } from "../../model/records.ts";
import type { Rule, RuleKind } from "../../model/rules/rule.ts";
import type { Services } from "../context.ts";
import type { HeldRules } from "./account_rules.ts";
import { refuseTooMany, type RuleLimit, ruleLimit } from "./rule_limit.ts";
import type { RuleOptions } from "./rule_options.ts";
import { runInSlices } from "./time_slicing.ts";

/** Rules planned per step. */
const RULES_PER_STEP = 100;

/** A value that could become a rule. */
export interface Candidate {
  readonly kind: RuleKind;
  readonly value: string;
}

/** A candidate that is already a rule of the account. */
export interface Duplicate extends Candidate {
  readonly reason: string;
}

interface RulePlan {
  readonly rules: Rule[];
  readonly duplicates: Duplicate[];
  /** Existing rules that would expire earlier than the request asks, with their new expiry. */
  readonly extended: Rule[];
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
