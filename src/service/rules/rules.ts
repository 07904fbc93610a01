/** Customer rules: list, add, import, delete. All are free; a change applies on every endpoint once it is answered. */
import { AppError, invalidField } from "../../model/error.ts";
import { changesOf, MAX_AUDIT_NAMES, noteChange } from "../../model/access/audit.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import {
  classify,
  type FoundValue,
  isClassified,
  type Rule,
  type RuleValue,
  type SharedValueLists,
  trustRefusal,
  warningFor,
  type WarningLists,
} from "../../model/rules/rule.ts";
import { authorOf, editsOf, withEdit } from "../../model/rules/rule_history.ts";
import { isServiceLine, isServiceNumber, rulePhone } from "../../signals/phone/parse.ts";
import { takeWork, WORK } from "../access/work.ts";
import { readRef } from "../cases/value_ref.ts";
import type { Services } from "../context.ts";
import { excerpt } from "../excerpt.ts";
import { isExpired } from "./account_rules.ts";
import { toldOfRules } from "./rule_audit.ts";
import { readRuleOptions, type RuleOptions } from "./rule_options.ts";
import { insertRules, type WantedRule } from "./rule_plan.ts";
import { ruleValuesOf } from "./rule_refs.ts";
import { runInSlices, TimeSlice } from "./time_slicing.ts";

export const MAX_RULE_VALUES = 10_000;
export const MAX_RULE_REFS = 500;
const NO_IDS: ReadonlySet<string> = new Set();
/** Of the history of a rule: an account can have 200,000 rules. */
const MAX_HISTORY_CHARS = 2_000;
/** Values read per step. */
const VALUES_PER_STEP = 100;

interface SkippedValue {
  readonly value: string;
  readonly reason: string;
  /** What it may have been meant as. */
  readonly suggestion?: string;
}

/** @throws AppError rate_limited */
export async function listRules(services: Services, caller: Caller): Promise<Rule[]> {
  const now = services.now();
  const { size } = await services.rules.held(caller.account.id, now);
  takeWork(services, caller, WORK.listedRule * size);
  return await services.rules.list(caller.account.id, now);
}

/** A rule as its owner sees it. */
export type ShownRule = Omit<Rule, "hash" | "paused" | "author" | "history"> & { readonly hashed?: true };

export function shownRule({ hash, paused: _, author: __, history: ___, ...rule }: Rule): ShownRule {
  return hash === undefined ? rule : { ...rule, hashed: true };
}

/** A rule as the API returns it, with a warning when it is broad: an allow rule, or a rule on a public suffix. */
export function ruleBody(services: Services, rule: Rule): ShownRule & { warning?: string } {
  const warning = warningFor(rule, warningLists(services));
  const shown = shownRule(rule);
  return warning === null ? shown : { ...shown, warning };
}

export function warningLists({ sources: { lists, carriers } }: Pick<Services, "sources">): WarningLists {
  return {
    isFreeProvider: (host) => lists.isFreeProvider(host),
    isPublicSuffix: (host) => lists.isPublicSuffix(host),
    isCarrier: (name) => carriers.isOperator(name),
  };
}

export function sharedValueLists({ sources }: Pick<Services, "sources">): SharedValueLists {
  return {
    isPublicHost: (host) => sources.lists.disposable(host)?.level === "listed",
    isServiceNumber,
    isServiceLine,
  };
}

/** @throws AppError invalid_value when nothing is left because none of it can be trusted */
function* readRuleValues(
  values: readonly (string | FoundValue)[],
  options: RuleOptions,
  lists: SharedValueLists,
): Generator<void, { wanted: WantedRule[]; skipped: SkippedValue[] }> {
  const skipped: SkippedValue[] = [];
  let refusal: string | null = null;
  const wanted = new Map<string, WantedRule>();
  for (const [index, given] of values.entries()) {
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
    const found = typeof given === "string" ? classify(given, rulePhone) : given;
    const skip = (reason: string, suggestion?: string) =>
      skipped.push({
        value: excerpt(typeof given === "string" ? given : given.value),
        reason,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    const refused = options.action === "trust" && isClassified(found) ? trustRefusal(found, lists) : null;
    if (!isClassified(found)) skip(found.reason, found.suggestion);
    else if (refused !== null) skip(refusal = refused);
    else if (wanted.has(nameOf(found))) skip("already in this request");
    else wanted.set(nameOf(found), { ...ruleValueOf(found), ...options });
  }
  if (refusal !== null && wanted.size === 0) {
    throw invalidField(values.some((given) => typeof given === "string") ? "/values" : "/refs", refusal);
  }
  return { wanted: [...wanted.values()], skipped };
}

function ruleValueOf({ kind, value, hash }: RuleValue): RuleValue {
  return { kind, value, ...(hash === undefined ? {} : { hash }) };
}

/** Refs are looked for in many scores. @throws AppError too_many_items */
function limitRefs(count: number): void {
  if (count <= MAX_RULE_REFS) return;
  throw new AppError("too_many_items", `one call takes at most ${MAX_RULE_REFS} refs, not ${count}`);
}

/** What rules are made of: values in clear, and refs of values of the account's stored scores, also among the values. */
export interface RuleSources {
  readonly values: readonly string[];
  readonly refs?: readonly string[];
  /** A score that has what the refs name; absent: they are looked for in the newest ones. */
  readonly of?: ScoreRecord;
}

/**
 * Classifies what a customer gives, each value once; the rest is skipped with a reason.
 * @throws AppError invalid_value for a ref that is not the account's
 */
export async function readRuleSources(
  services: Services,
  caller: Caller,
  { values, refs = [], of }: RuleSources,
  options: RuleOptions,
): Promise<{ wanted: WantedRule[]; skipped: SkippedValue[] }> {
  const isRef = (value: string) => readRef(services.hasher, caller.account.id, value) !== null;
  const places = [
    ...refs.map((ref, index) => ({ ref, pointer: `/refs/${index}` })),
    ...values.map((ref, index) => ({ ref, pointer: `/values/${index}` })).filter(({ ref }) => isRef(ref)),
  ];
  limitRefs(places.length);
  const found = await ruleValuesOf(services, caller, places, of);
  const others = values.filter((value) => !isRef(value));
  return await runInSlices(readRuleValues([...found, ...others], options, sharedValueLists(services)));
}

/** Adds rules; what is not a rule value, or is already a rule, is skipped with its reason. */
export async function addRules(
  services: Services,
  caller: Caller,
  sources: RuleSources,
  options: RuleOptions,
) {
  const { rules, duplicates, skipped } = await writeRules(services, caller, sources, options);
  for (const { value, reason } of duplicates) skipped.push({ value, reason });
  return { added: rules.length, rules: rules.map((rule) => ruleBody(services, rule)), skipped };
}

/** As `addRules`: the new rules, those of which there is one already, and what was skipped otherwise. */
export async function writeRules(
  services: Services,
  caller: Caller,
  sources: RuleSources,
  options: RuleOptions,
) {
  takeWork(services, caller, WORK.ruleValue * (sources.values.length + (sources.refs?.length ?? 0)));
  const { wanted, skipped } = await readRuleSources(services, caller, sources, options);
  const { rules, duplicates } = await insertRules(services, caller, wanted, ({ rules, extended }) => {
    const changed = [...rules, ...extended];
    const details = { action: options.action };
    return { action: "rules_added", subjects: changed.map(({ id }) => id), details, changed };
  });
  return { rules, duplicates, skipped };
}

function nameOf({ kind, value, hash }: RuleValue): string {
  return hash === undefined ? `${kind} ${value}` : `${kind} #${hash}`;
}

/** Null when the account has none with this id. */
export async function findRule(services: Services, caller: Caller, id: string): Promise<Rule | null> {
  const now = services.now();
  return (await services.rules.held(caller.account.id, now)).get(id, now);
}

/** What can be changed of a rule that names a value; null takes away. */
interface RuleFields {
  readonly state?: "live" | "paused" | undefined;
  readonly note?: string | null | undefined;
  /** RFC 3339. */
  readonly expires_at?: string | null | undefined;
}

/** What is not named stays. Null when the account has none with this id. @throws AppError invalid_value */
export async function changeRule(
  services: Services,
  caller: Caller,
  id: string,
  given: RuleFields,
): Promise<Rule | null> {
  const now = services.now();
  return await services.rules.change(caller.account.id, async (existing) => {
    const before = existing.get(id, now);
    if (before === null) return { added: [], removed: NO_IDS, result: null };
    const edited = withFields(before, given, now);
    const edits = editsOf(editable(before), editable(edited), ["state", "note", "expires_at"]);
    if (edits.length === 0) return { added: [], removed: NO_IDS, result: before };
    const edit = { at: new Date(now).toISOString(), by: authorOf(caller), changes: edits };
    const after = { ...edited, history: withEdit(before.history ?? [], edit, MAX_HISTORY_CHARS) };
    const changes = {
      ...changesOf(auditable(before), auditable(after)),
      ...noteChange(before.note, after.note),
    };
    const event = { action: "rules_changed", subjects: [id], changes } as const;
    const { also } = await toldOfRules(services, caller, event, [after]);
    return { added: [after], removed: new Set([id]), result: after, also };
  }, now);
}

function withFields({ note, expires_at, paused, ...rest }: Rule, given: RuleFields, now: number): Rule {
  const options = readRuleOptions(
    rest.action,
    {
      note: given.note === undefined ? note : given.note,
      // One that is kept is in the future, as the rule is found.
      expires_at: given.expires_at === undefined ? expires_at : given.expires_at,
    },
    now,
    (field, why) => invalidField(`/${field}`, why),
  );
  const isPaused = given.state === undefined ? paused === true : given.state === "paused";
  return {
    ...rest,
    ...(options.note === null ? {} : { note: options.note }),
    ...(options.expiresAt === null ? {} : { expires_at: options.expiresAt }),
    ...(isPaused ? { paused: true } : {}),
  };
}

/** What the audit log tells: a note may hold anything. */
function auditable(rule: Rule): Readonly<Record<string, string>> {
  const { note: _, ...rest } = editable(rule);
  return rest;
}

/** As its history tells it. */
function editable({ note, expires_at, paused }: Rule): Readonly<Record<string, string>> {
  return {
    state: paused === true ? "paused" : "live",
    ...(note === undefined ? {} : { note }),
    ...(expires_at === undefined ? {} : { expires_at }),
  };
}

/** False when the account has none with this id. */
export async function deleteRule(services: Services, caller: Caller, id: string): Promise<boolean> {
  const now = services.now();
  return await services.rules.change(caller.account.id, async (existing) => {
    const found = existing.get(id, now);
    if (found === null) return { added: [], removed: NO_IDS, result: false };
    const { also } = await toldOfRules(services, caller, { action: "rules_deleted", subjects: [id] }, [
      found,
    ]);
    return { added: [], removed: new Set([id]), result: true, also };
  }, now);
}

/**
 * Deletes the rules that an import made and that are still there.
 * @throws AppError not_found when there are none
 */
export async function deleteImport(services: Services, caller: Caller, importId: string): Promise<number> {
  const now = services.now();
  const account = caller.account.id;
  takeWork(services, caller, WORK.listedRule * (await services.rules.held(account, now)).size);
  const { count, told } = await services.rules.change(account, async (existing) => {
    const removed = new Set<string>();
    const live: Rule[] = [];
    const slice = new TimeSlice();
    for (const rule of existing.all()) {
      if (slice.isOver) await slice.next();
      if (rule.import_id !== importId) continue;
      removed.add(rule.id);
      if (!isExpired(rule, now)) live.push(rule);
    }
    const count = live.length;
    const event = {
      action: "rules_deleted",
      subjects: [importId],
      count,
      details: { by: "import" },
    } as const;
    const told = await toldOfRules(services, caller, event, live);
    return { added: [], removed, result: { count, told }, also: told.also };
  }, now);
  await told.rest();
  if (count === 0) throw new AppError("not_found", "your account has no rules of this import");
  return count;
}

export async function deleteAllRules(services: Services, caller: Caller): Promise<number> {
  const now = services.now();
  const { count, told } = await services.rules.change(caller.account.id, async (existing) => {
    const named: Rule[] = [];
    const slice = new TimeSlice();
    for (const rule of existing.all()) {
      if (named.length === MAX_AUDIT_NAMES) break;
      if (!isExpired(rule, now)) named.push(rule);
      if (slice.isOver) await slice.next();
    }
    const removed = existing.size === 0 ? NO_IDS : "all";
    const count = existing.live;
    const event = { action: "rules_deleted", subjects: [], count, details: { by: "all" } } as const;
    const told = await toldOfRules(services, caller, event, named);
    return { added: [], removed, result: { count, told }, also: told.also };
  }, now);
  await told.rest();
  return count;
}
