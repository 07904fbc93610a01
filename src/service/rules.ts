/** Customer rules: list, add, import, delete. All free; a change is in force on every endpoint when it is answered. */
import { AppError } from "../domain/error.ts";
import type { Caller } from "../domain/records.ts";
import {
  classify,
  isClassified,
  type Rule,
  type RuleAction,
  type RuleKind,
  warningFor,
} from "../domain/rule.ts";
import { phoneCanon } from "../signals/phone/canonical.ts";
import type { Services } from "./context.ts";
import { echo } from "./echo.ts";

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

interface Candidate {
  readonly kind: RuleKind;
  readonly value: string;
}

export const ALREADY_THERE = "already on your account with this action";

export async function listRules(services: Services, caller: Caller) {
  const rules = await services.rules.list(caller.account.id, services.now());
  return { count: rules.length, rules };
}

/** A rule as the wire shows it, with a warning when an allow rule is broad. */
export function ruleBody(services: Services, rule: Rule): Rule & { warning?: string } {
  const warning = warningFor(rule, services.sources.lists);
  return warning === null ? rule : { ...rule, warning };
}

/** Adds values; what is no rule value, or stands there already, is skipped with its reason. */
export async function addRules(
  services: Services,
  caller: Caller,
  values: readonly string[],
  wish: RuleWish,
) {
  const skipped: SkippedValue[] = [];
  const candidates = new Map<string, Candidate>();
  for (const text of values) {
    const found = classify(text, phoneCanon);
    if (!isClassified(found)) skipped.push({ value: echo(text), reason: found.reason });
    else if (candidates.has(`${found.kind} ${found.value}`)) {
      skipped.push({ value: echo(text), reason: "stands in this request already" });
    } else candidates.set(`${found.kind} ${found.value}`, found);
  }
  const { rules, duplicates } = await insert(services, caller, [...candidates.values()], wish);
  for (const { value } of duplicates) skipped.push({ value, reason: ALREADY_THERE });
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
): Promise<{ rules: Rule[]; duplicates: Candidate[] }> {
  const now = services.now();
  const made = candidates.map((candidate): Rule => ({
    id: crypto.randomUUID(),
    action: wish.action,
    kind: candidate.kind,
    value: candidate.value,
    created_at: new Date(now).toISOString(),
    ...(wish.note === null ? {} : { note: wish.note }),
    ...(wish.expiresAt === null ? {} : { expires_at: wish.expiresAt }),
  }));
  return await services.rules.change(caller.account.id, (existing) => {
    const there = new Set(
      existing.filter((rule) => rule.action === wish.action).map((rule) => `${rule.kind} ${rule.value}`),
    );
    const added = made.filter((rule) => !there.has(`${rule.kind} ${rule.value}`));
    const duplicates = made.filter((rule) => there.has(`${rule.kind} ${rule.value}`));
    refuseTooMany(existing.length + added.length);
    return { added, removed: new Set<string>(), result: { rules: added, duplicates } };
  }, now);
}

/** @param count rules the account would have */
export function refuseTooMany(count: number): void {
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
