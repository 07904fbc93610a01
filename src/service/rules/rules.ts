/** Customer rules: list, add, import, delete. All free; a change is in force on every endpoint when it is answered. */
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
import { phoneCanon } from "../../signals/phone/canonical.ts";
import type { Services } from "../context.ts";
import { echo } from "../excerpt.ts";

export const MAX_RULE_VALUES = 10_000;
/** All of them are in memory, compiled. */
export const MAX_ACCOUNT_RULES = 200_000;

export interface RuleWish {
  readonly action: RuleAction;
  readonly note: string | null;
  /** RFC 3339. */
  readonly expiresAt: string | null;
}

export interface SkippedValue {
  readonly value: string;
  readonly reason: string;
}

/** A value that could become a rule. */
export interface Candidate {
  readonly kind: RuleKind;
  readonly value: string;
}

/** A candidate that stands there already, and what became of it. */
export interface Duplicate extends Candidate {
  readonly reason: string;
}

export async function listRules(services: Services, caller: Caller) {
  const rules = await services.rules.list(caller.account.id, services.now());
  return { count: rules.length, rules };
}

/** A rule as the wire shows it, with a warning when an allow rule is broad. */
export function ruleBody(services: Services, rule: Rule): Rule & { warning?: string } {
  const warning = warningFor(rule, services.sources.lists);
  return warning === null ? rule : { ...rule, warning };
}

/** Values as a customer writes them: what they mean, each once, and what is skipped and why. */
export function readCandidates(
  values: readonly string[],
): { candidates: Candidate[]; skipped: SkippedValue[] } {
  const skipped: SkippedValue[] = [];
  const candidates = new Map<string, Candidate>();
  for (const text of values) {
    const found = classify(text, phoneCanon);
    if (!isClassified(found)) skipped.push({ value: echo(text), reason: found.reason });
    else if (candidates.has(nameOf(found))) {
      skipped.push({ value: echo(text), reason: "stands in this request already" });
    } else candidates.set(nameOf(found), found);
  }
  return { candidates: [...candidates.values()], skipped };
}

/** Adds values; what is no rule value, or stands there already, is skipped with its reason. */
export async function addRules(
  services: Services,
  caller: Caller,
  values: readonly string[],
  wish: RuleWish,
) {
  const { candidates, skipped } = readCandidates(values);
  const { rules, duplicates } = await insert(services, caller, candidates, wish);
  for (const { value, reason } of duplicates) skipped.push({ value, reason });
  return { added: rules.length, rules: rules.map((rule) => ruleBody(services, rule)), skipped };
}

/**
 * Writes the candidates that are new; the others come back as duplicates.
 * @throws AppError too_many_items; nothing is written then
 */
export async function insert(
  services: Services,
  caller: Caller,
  candidates: readonly Candidate[],
  wish: RuleWish,
): Promise<Planned> {
  const now = services.now();
  return await services.rules.change(caller.account.id, (existing) => {
    const result = planned(existing, candidates, wish, now);
    const { rules, prolonged } = result;
    return { added: [...rules, ...prolonged], removed: new Set(prolonged.map(({ id }) => id)), result };
  }, now);
}

export interface Planned {
  readonly rules: Rule[];
  readonly duplicates: Duplicate[];
  /** Rules that stand there and would end sooner than is wished now, with their new end. */
  readonly prolonged: Rule[];
}

/**
 * Which candidates would be new rules, and which stand there already with this action. One of those that ends sooner than
 * is wished now is prolonged: who blocks for good means it.
 * @throws AppError too_many_items when the account would have too many
 */
export function planned(
  existing: readonly Rule[],
  candidates: readonly Candidate[],
  wish: RuleWish,
  now: number,
): Planned {
  const there = new Map(
    existing.filter((rule) => rule.action === wish.action).map((rule) => [nameOf(rule), rule]),
  );
  const fresh = candidates.filter((candidate) => !there.has(nameOf(candidate)));
  refuseTooMany(existing.length + fresh.length);
  const rules = fresh.map(({ kind, value }): Rule => ({
    id: crypto.randomUUID(),
    action: wish.action,
    kind,
    value,
    created_at: new Date(now).toISOString(),
    ...(wish.note === null ? {} : { note: wish.note }),
    ...(wish.expiresAt === null ? {} : { expires_at: wish.expiresAt }),
  }));
  const prolonged: Rule[] = [];
  const duplicates: Duplicate[] = [];
  for (const candidate of candidates) {
    const rule = there.get(nameOf(candidate));
    if (rule === undefined) continue;
    const longer = prolong(rule, wish);
    if (longer !== null) prolonged.push(longer);
    duplicates.push({ ...candidate, reason: standsThere(rule, longer) });
  }
  return { rules, duplicates, prolonged };
}

/** Null where the rule lasts as long already. */
function prolong(rule: Rule, { expiresAt }: RuleWish): Rule | null {
  const { expires_at, ...lasting } = rule;
  if (expires_at === undefined) return null;
  if (expiresAt === null) return lasting;
  return Date.parse(expiresAt) > Date.parse(expires_at) ? { ...lasting, expires_at: expiresAt } : null;
}

/** True of a trial too, which changes nothing. */
function standsThere(rule: Rule, longer: Rule | null): string {
  const there = "already on your account with this action";
  return longer === null ? there : `${there} until ${rule.expires_at}; the later end counts`;
}

function nameOf({ kind, value }: Candidate): string {
  return `${kind} ${value}`;
}

/** @param count rules the account would have */
function refuseTooMany(count: number): void {
  if (count <= MAX_ACCOUNT_RULES) return;
  throw new AppError(
    "too_many_items",
    `an account has at most ${MAX_ACCOUNT_RULES} rules, not ${count}; nothing was done`,
  );
}

/** @throws AppError not_found */
export async function deleteRule(services: Services, caller: Caller, id: string): Promise<number> {
  const deleted = await services.rules.change(caller.account.id, (existing) => {
    const found = existing.some((rule) => rule.id === id);
    return { added: [], removed: new Set(found ? [id] : []), result: found ? 1 : 0 };
  }, services.now());
  if (deleted === 0) throw new AppError("not_found", "there is no rule with this id in your account");
  return deleted;
}

export async function deleteAllRules(services: Services, caller: Caller): Promise<number> {
  return await services.rules.change(caller.account.id, (existing) => ({
    added: [],
    removed: new Set(existing.map((rule) => rule.id)),
    result: existing.length,
  }), services.now());
}
