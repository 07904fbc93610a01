/** Rules with a condition, for their owner: made, read, changed and deleted. All are free. */
import { type AuditEvent, changesOf, noteChange, originOf } from "../../model/access/audit.ts";
import type { ConditionAction, ConditionState } from "../../model/conditions/stored.ts";
import { MAX_TOTAL_COST, problemText } from "../../model/conditions/condition.ts";
import { compileCondition } from "./language/compile.ts";
import { AppError, invalidField } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import {
  type ConditionRule,
  hasExpired,
  isActive,
  MAX_ACTIVE_CONDITIONS,
  MAX_CONDITIONS,
  TAG_WORD,
} from "../../model/rules/condition_rule.ts";
import { authorOf, editsOf, withEdit } from "../../model/rules/rule_history.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import type { Services } from "../context.ts";
import type { AccountConditions } from "./active_conditions.ts";
import { MAX_RULE_NOTE } from "../rules/rule_options.ts";
import { RULE_CHANGES, ruleEvents } from "../webhooks/rule_events.ts";

/** As given; null takes away. */
export interface ConditionFields {
  readonly when?: string | undefined;
  readonly action?: ConditionAction | undefined;
  readonly state?: ConditionState | undefined;
  readonly tag?: string | null | undefined;
  readonly overrides?: "block" | null | undefined;
  readonly note?: string | null | undefined;
  /** RFC 3339. */
  readonly expires_at?: string | null | undefined;
}

export type NewCondition = ConditionFields & Pick<ConditionRule, "when" | "action">;

/** What an edit can change, in the order in which its history tells. */
const EDITED = ["when", "action", "state", "tag", "overrides", "note", "expires_at"] as const;
/** Of the history of one. */
const MAX_HISTORY_CHARS = 10_000;
/** Expired ones that a change removes, where there is no room for new ones. */
const REMOVED_EXPIRED = 50;

/**
 * @param also in the same commit, made of the new condition
 * @throws AppError invalid_value, conflict
 */
export async function addCondition(
  services: Services,
  caller: Caller,
  given: NewCondition,
  also?: (condition: ConditionRule) => Change,
): Promise<ConditionRule> {
  const now = services.now();
  const condition = newCondition(caller, given, now);
  const told = (added: ConditionRule) => toldOf(services, caller, { action: "rules_added" }, added);
  return await services.conditions.change(caller.account.id, (existing) => {
    requireRoom(existing, condition, now);
    return { set: [condition], removed: outdated(existing.conditions, now), result: condition };
  }, (condition) => together(told(condition), also?.(condition)));
}

/** As it would be stored, checked. @throws AppError invalid_value */
export function newCondition(caller: Caller, given: NewCondition, now: number): ConditionRule {
  const { when, action } = given;
  const base = {
    id: crypto.randomUUID(),
    when,
    action,
    state: "draft",
    created_at: new Date(now).toISOString(),
    author: authorOf(caller),
    history: [],
  } as const;
  return withFields(base, given, now);
}

/** Those that have not expired, oldest first. */
export async function listConditions(services: Services, caller: Caller): Promise<ConditionRule[]> {
  const now = services.now();
  const { conditions } = await services.conditions.of(caller.account.id);
  return conditions.filter((condition) => !hasExpired(condition, now));
}

/** Null when the account has none with this id. */
export async function findCondition(
  services: Services,
  caller: Caller,
  id: string,
): Promise<ConditionRule | null> {
  return (await listConditions(services, caller)).find((condition) => condition.id === id) ?? null;
}

/**
 * What is not named stays. Null when the account has none with this id.
 * @throws AppError invalid_value, conflict
 */
export async function changeCondition(
  services: Services,
  caller: Caller,
  id: string,
  given: ConditionFields,
): Promise<ConditionRule | null> {
  const now = services.now();
  const done = await services.conditions.change(caller.account.id, (existing) => {
    const before = existing.conditions.find((condition) => condition.id === id);
    if (before === undefined || hasExpired(before, now)) return { set: [], removed: NONE, result: null };
    const edited = withFields(before, given, now);
    const changes = editsOf(before, edited, EDITED);
    if (changes.length === 0) return { set: [], removed: NONE, result: { before, after: before } };
    requireRoom(existing, edited, now);
    const edit = { at: new Date(now).toISOString(), by: authorOf(caller), changes };
    const after = { ...edited, history: withEdit(before.history, edit, MAX_HISTORY_CHARS) };
    return { set: [after], removed: NONE, result: { before, after } };
  }, (done) => {
    if (done === null) return NO_CHANGE;
    const { before, after } = done;
    const changes = { ...changesOf(wordsOf(before), wordsOf(after)), ...noteChange(before.note, after.note) };
    return toldOf(services, caller, { action: "rules_changed", changes }, after);
  });
  return done?.after ?? null;
}

/** False when the account has none with this id. */
export async function deleteCondition(services: Services, caller: Caller, id: string): Promise<boolean> {
  const now = services.now();
  const deleted = await services.conditions.change(caller.account.id, (existing) => {
    const found = existing.conditions.find((condition) => condition.id === id && !hasExpired(condition, now));
    return { set: [], removed: new Set(found === undefined ? [] : [id]), result: found ?? null };
  }, (found) => found === null ? NO_CHANGE : toldOf(services, caller, { action: "rules_deleted" }, found));
  return deleted !== null;
}

/** Returns how many they were. */
export async function deleteAllConditions(services: Services, caller: Caller): Promise<number> {
  const now = services.now();
  const deleted = await services.conditions.change(caller.account.id, (existing) => ({
    set: [],
    removed: new Set(existing.conditions.map(({ id }) => id)),
    result: existing.conditions.filter((condition) => !hasExpired(condition, now)),
  }), (deleted) => {
    if (deleted.length === 0) return NO_CHANGE;
    const entry = services.store.audit.entry({
      action: "rules_deleted",
      subjects: [],
      names: deleted.map(nameOf),
      count: deleted.length,
      details: { by: "all" },
      account: caller.account.id,
    }, originOf(caller));
    const ids = deleted.map(({ id }) => id);
    const told = { change: "deleted", ids, count: ids.length } as const;
    return together(entry, ruleEvents(services, caller, told));
  });
  return deleted.length;
}

const NONE: ReadonlySet<string> = new Set();

/** The condition with what is given, checked as a whole. @throws AppError invalid_value */
function withFields(base: ConditionRule, given: ConditionFields, now: number): ConditionRule {
  const { when = base.when, action = base.action, state = base.state } = given;
  const { tag, overrides, note, expires_at, ...rest } = base;
  // A word or a danger of another action is not kept unnoticed: it goes with the action, unless it is given again.
  const kept = {
    tag: given.tag === undefined ? (action === "tag" ? tag : undefined) : given.tag ?? undefined,
    overrides: given.overrides === undefined
      ? (action === "allow" ? overrides : undefined)
      : given.overrides ?? undefined,
    note: given.note === undefined ? note : given.note?.trim() || undefined,
    expires_at: given.expires_at === undefined ? expires_at : endOf(given.expires_at, now),
  };
  requireFields(action, kept);
  if (when !== base.when || given.when !== undefined) requireCompiles(when);
  return { ...rest, when, action, state, ...present(kept) };
}

function requireFields(
  action: ConditionAction,
  { tag, overrides, note }: {
    tag?: string | undefined;
    overrides?: string | undefined;
    note?: string | undefined;
  },
): void {
  if (action === "tag" && tag === undefined) throw invalidField("/tag", "a rule that tags needs the word");
  if (action !== "tag" && tag !== undefined) throw invalidField("/tag", "only a rule that tags has a word");
  if (tag !== undefined && !TAG_WORD.test(tag)) {
    throw invalidField("/tag", "must be a letter and at most 31 more of a-z, 0-9, _ and -");
  }
  if (overrides !== undefined && action !== "allow") {
    throw invalidField("/overrides", "only a rule that allows can override");
  }
  if (note !== undefined && note.length > MAX_RULE_NOTE) {
    throw invalidField("/note", `must have at most ${MAX_RULE_NOTE} characters`);
  }
}

/** @throws AppError invalid_value with line, column and the nearest name */
function requireCompiles(when: string): void {
  const compiled = compileCondition(when);
  if ("message" in compiled) {
    const { line, column, nearest } = compiled;
    const detail = problemText(compiled);
    throw new AppError("invalid_value", `/when: ${detail}`, {
      errors: [{ pointer: "/when", detail, line, column, nearest }],
    });
  }
}

function endOf(expires_at: string | null, now: number): string | undefined {
  if (expires_at === null) return undefined;
  const end = Date.parse(expires_at);
  if (!(end > now)) throw invalidField("/expires_at", "must be in the future");
  return new Date(end).toISOString();
}

type Present<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Without the fields that are undefined. */
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

/** @throws AppError conflict */
function requireRoom(existing: AccountConditions, added: ConditionRule, now: number): void {
  const isOther = ({ id }: ConditionRule) => id !== added.id;
  const others = existing.conditions.filter((condition) => isOther(condition) && !hasExpired(condition, now));
  if (others.length >= MAX_CONDITIONS) {
    throw full(`an account can have at most ${MAX_CONDITIONS} conditions; delete one first`);
  }
  if (!isActive(added, now)) return;
  const active = existing.active.filter(({ rule }) => isOther(rule) && isActive(rule, now));
  if (active.length >= MAX_ACTIVE_CONDITIONS) {
    const most = `at most ${MAX_ACTIVE_CONDITIONS} conditions that are live or in shadow`;
    throw full(`an account can have ${most}; pause or delete one first`);
  }
  const costs = [compileCondition(added.when), ...active.map(({ compiled }) => compiled)];
  const cost = costs.reduce((sum, compiled) => sum + ("cost" in compiled ? compiled.cost : 0), 0);
  if (cost > MAX_TOTAL_COST) {
    throw full(
      `conditions that are live or in shadow would cost ${cost} steps together, at most ${MAX_TOTAL_COST}; pause or shorten one first`,
    );
  }
}

function full(detail: string): AppError {
  return new AppError("conflict", detail);
}

/** Expired ones: each new one takes some of them away, so that the stored ones never outgrow the limit. */
function outdated(existing: readonly ConditionRule[], now: number): ReadonlySet<string> {
  const expired = existing.filter((condition) => hasExpired(condition, now));
  return new Set(expired.slice(0, REMOVED_EXPIRED).map(({ id }) => id));
}

/** For the audit log. */
function wordsOf(condition: ConditionRule): Readonly<Record<string, string>> {
  // A note may hold anything.
  const words = EDITED.filter((name) => name !== "note").map((name) => [name, condition[name]]);
  return Object.fromEntries(words.filter(([, text]) => text !== undefined));
}

/** In one line. */
function nameOf({ action, when }: ConditionRule): string {
  return `${action} when ${when.replaceAll(/\s+/g, " ")}`;
}

/** The entry of the audit log and the event: part of the commit. */
function toldOf(
  services: Services,
  caller: Caller,
  event: Pick<AuditEvent, "changes"> & { readonly action: `rules_${typeof RULE_CHANGES[number]}` },
  condition: ConditionRule,
): Change {
  const { id, action, state, when } = condition;
  const entry = services.store.audit.entry({
    ...event,
    subjects: [id],
    names: [nameOf(condition)],
    details: { action, state, when },
    account: caller.account.id,
  }, originOf(caller));
  const change = RULE_CHANGES.find((each) => event.action === `rules_${each}`)!; // it is one of them
  const told = ruleEvents(services, caller, { change, ids: [id], count: 1, changes: event.changes });
  return together(entry, told);
}
