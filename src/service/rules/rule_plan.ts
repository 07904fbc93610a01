/** Which values become new rules of an account, and which are rules of it already. */
import type { Caller } from "../../model/records.ts";
import type { Rule, RuleValue } from "../../model/rules/rule.ts";
import type { Services } from "../context.ts";
import type { HeldRules } from "./account_rules.ts";
import { refuseTooMany, type RuleLimit, ruleLimit } from "./rule_limit.ts";
import { toldOfRules } from "./rule_audit.ts";
import type { RuleOptions } from "./rule_options.ts";
import { runInSlices } from "./time_slicing.ts";

/** Rules planned per step. */
const RULES_PER_STEP = 100;

/** A value that is to become a rule. */
export type WantedRule = RuleValue & RuleOptions;

/** A value that is already a rule of the account. */
export type Duplicate = RuleValue & Pick<Rule, "id" | "action"> & {
  readonly isPaused: boolean;
  readonly reason: string;
  /** What becomes of its expiry, where that was extended, or is kept and none was asked for. */
  readonly expiry: string | null;
};

/** Where new rules come from. */
interface RuleOrigin {
  /** The import that makes them. */
  readonly importId: string | null;
  /** Id of the key. */
  readonly author: string | null;
}

const NO_ORIGIN: RuleOrigin = { importId: null, author: null };

interface RulePlan {
  readonly rules: Rule[];
  readonly duplicates: Duplicate[];
  /** Existing rules that would expire earlier than the request asks, with their new expiry. */
  readonly extended: Rule[];
}

/** What the audit log and the event say of new rules. */
type Added = Parameters<typeof toldOfRules>[2] & { readonly changed: readonly Rule[] };

/**
 * Writes the rules that are new, with what is told of them; the others are returned as duplicates.
 * @param importId of the import that makes them
 * @throws AppError too_many_items; nothing is written then
 */
export async function insertRules(
  services: Services,
  caller: Caller,
  wanted: readonly WantedRule[],
  added: (plan: RulePlan) => Added,
  importId: string | null = null,
): Promise<RulePlan> {
  const now = services.now();
  const { plan, told } = await services.rules.change(caller.account.id, async (existing) => {
    const plan = await runInSlices(
      planRules(existing, wanted, now, ruleLimit(caller), { importId, author: caller.key.id }),
    );
    const { rules, extended } = plan;
    const { changed, ...event } = added(plan);
    const told = await toldOfRules(services, caller, event, changed);
    return {
      added: [...rules, ...extended],
      removed: new Set(extended.map(({ id }) => id)),
      result: { plan, told },
      also: told.also,
    };
  }, now);
  await told.rest();
  return plan;
}

/**
 * Which would be new rules, and which are rules with the same action already. A rule that would expire
 * before the expiry asked for is extended; where none is asked for it keeps its own. To be run in slices.
 * @throws AppError too_many_items when the account would have too many
 */
export function* planRules(
  existing: HeldRules,
  wanted: readonly WantedRule[],
  now: number,
  limit: RuleLimit,
  origin: RuleOrigin = NO_ORIGIN,
): Generator<void, RulePlan> {
  const rules: Rule[] = [];
  const extended: Rule[] = [];
  const duplicates: Duplicate[] = [];
  for (const [index, one] of wanted.entries()) {
    if (index % RULES_PER_STEP === RULES_PER_STEP - 1) yield;
    const rule = existing.find(one.action, one, now);
    if (rule === null) {
      rules.push(newRule(one, origin, now));
      continue;
    }
    const longer = extend(rule, one);
    if (longer !== null) extended.push(longer);
    const { id, kind, value, hash, action } = rule;
    const isPaused = rule.paused === true;
    const expiry = expiryWords(rule, one, longer);
    const paused = isPaused ? " and is paused" : "";
    const reason = `this rule already exists${paused}${expiry === null ? "" : ` ${expiry}`}`;
    const known = { id, kind, value, ...(hash === undefined ? {} : { hash }), action, isPaused };
    duplicates.push({ ...known, reason, expiry });
  }
  if (rules.length > 0) refuseTooMany(existing.live + rules.length, limit);
  return { rules, duplicates, extended };
}

function newRule(wanted: WantedRule, { importId, author }: RuleOrigin, now: number): Rule {
  const { kind, value, hash, action, note, expiresAt } = wanted;
  return {
    id: crypto.randomUUID(),
    action,
    kind,
    value,
    created_at: new Date(now).toISOString(),
    ...(hash === undefined ? {} : { hash }),
    ...(note === null ? {} : { note }),
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
    ...(importId === null ? {} : { import_id: importId }),
    ...(author === null ? {} : { author }),
  };
}

/** The rule with the later expiry; null where none is asked for, or it already lasts as long. */
function extend(rule: Rule, { expiresAt }: WantedRule): Rule | null {
  const { expires_at, ...lasting } = rule;
  if (expires_at === undefined || expiresAt === null) return null;
  return Date.parse(expiresAt) > Date.parse(expires_at) ? { ...lasting, expires_at: expiresAt } : null;
}

/** Worded so that it holds for a dry run too. */
function expiryWords(rule: Rule, { expiresAt }: WantedRule, longer: Rule | null): string | null {
  const { expires_at } = rule;
  if (longer !== null) return `and expires on ${expires_at}; the later expiry applies: ${longer.expires_at}`;
  if (expires_at !== undefined) return `and is kept until ${expires_at}`;
  return expiresAt === null ? null : "and is kept without an expiry";
}
