/** All rules of an account, lists of values and conditions alike: read, changed and deleted by their ids. */
import { AppError, invalidField } from "../../model/error.ts";
import { isPersonId } from "../../model/access/person.ts";
import type { Caller } from "../../model/records.ts";
import type { Decider } from "../../model/rules/decider.ts";
import type { ConditionRule } from "../../model/rules/condition_rule.ts";
import type { Rule } from "../../model/rules/rule.ts";
import {
  changeCondition,
  type ConditionFields,
  deleteAllConditions,
  deleteCondition,
  findCondition,
  listConditions,
} from "../conditions/conditions.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { NO_HITS, type RuleHits } from "./rule_hits.ts";
import { clashesOf } from "./dry_run.ts";
import { changeRule, deleteAllRules, deleteRule, findRule, listRules, ruleBody } from "./rules.ts";
import { TimeSlice } from "./time_slicing.ts";

/** A condition as the API returns it. */
export function conditionBody(condition: ConditionRule, counted: RuleHits = NO_HITS) {
  return { kind: "condition" as const, ...condition, ...counted };
}

/** The names of people who made rules that name values, by their ids: such a rule holds the id alone. */
export async function authorsOf(
  { store }: Pick<Services, "store">,
  { account }: Pick<Caller, "account">,
  rules: readonly Rule[],
): Promise<ReadonlyMap<string, string>> {
  if (!rules.some(({ author }) => author !== undefined && isPersonId(author))) return NOBODY;
  return new Map((await store.people.of(account.id)).map(({ id, name }) => [id, name]));
}

const NOBODY: ReadonlyMap<string, string> = new Map();

/** A rule that names a value, in lists. @param people of `authorsOf` */
export function listedRule(
  services: Services,
  rule: Rule,
  people: ReadonlyMap<string, string>,
  counted: RuleHits = NO_HITS,
) {
  const { author, paused, history = [] } = rule;
  const name = author === undefined
    ? undefined
    : people.get(author) ?? services.store.accounts.key(author)?.name;
  return {
    ...ruleBody(services, rule),
    state: paused === true ? "paused" as const : "live" as const,
    author: author === undefined ? null : { key: author, name: name ?? author },
    history,
    ...counted,
  };
}

/** The response of `GET /v1/rules`: conditions follow the rules that name values, each of them oldest first. */
export async function listRuleBodies(services: Services, caller: Caller) {
  const [rules, conditions] = [await listRules(services, caller), await listConditions(services, caller)];
  if (rules.length + conditions.length === 0) return { count: 0, rules: [] };
  const hits = await hitsOf(services, caller);
  const bodies: (ReturnType<typeof listedRule> | ReturnType<typeof conditionBody>)[] = [];
  const people = await authorsOf(services, caller, rules);
  const slice = new TimeSlice();
  for (const rule of rules) {
    bodies.push(listedRule(services, rule, people, hits.get(rule.id)));
    if (slice.isOver) await slice.next();
  }
  for (const condition of conditions) bodies.push(conditionBody(condition, hits.get(condition.id)));
  return { count: bodies.length, rules: bodies };
}

/** @throws AppError not_found */
export async function readAnyRule(services: Services, caller: Caller, id: string) {
  const condition = await findCondition(services, caller, id);
  return await bodyOf(services, caller, condition ?? await findRule(services, caller, id));
}

/** With what decides otherwise about the same sign-ups. @throws AppError not_found, rate_limited */
export async function readRuleWithClashes(services: Services, caller: Caller, id: string) {
  const condition = await findCondition(services, caller, id);
  const rule = condition === null ? await findRule(services, caller, id) : null;
  const body = await bodyOf(services, caller, condition ?? rule);
  const decider: Decider | null = condition !== null
    ? { kind: "condition", rule: condition }
    : rule !== null
    ? { kind: "list", rule }
    : null;
  const clashes = decider === null ? [] : await clashesOf(services, caller, decider);
  return { ...body, ...(clashes.length === 0 ? {} : { clashes }) };
}

/** @throws AppError not_found, invalid_value, conflict */
export async function changeAnyRule(services: Services, caller: Caller, id: string, given: ConditionFields) {
  const condition = await changeCondition(services, caller, id, given);
  if (condition !== null) return await bodyOf(services, caller, condition);
  if (await findRule(services, caller, id) === null) throw noSuchRule();
  const { state, note, expires_at } = given;
  for (const field of ["when", "action", "tag", "overrides"] as const) {
    if (given[field] != null) {
      throw invalidField(`/${field}`, "cannot be changed of a rule that names values");
    }
  }
  if (state === "draft" || state === "shadow") {
    throw invalidField("/state", "a rule that names values is live or paused");
  }
  return await bodyOf(services, caller, await changeRule(services, caller, id, { state, note, expires_at }));
}

/** @throws AppError not_found */
export async function deleteAnyRule(services: Services, caller: Caller, id: string): Promise<number> {
  if (await deleteCondition(services, caller, id) || await deleteRule(services, caller, id)) return 1;
  throw noSuchRule();
}

/** Returns how many they were. */
export async function deleteEveryRule(services: Services, caller: Caller): Promise<number> {
  return await deleteAllRules(services, caller) + await deleteAllConditions(services, caller);
}

async function bodyOf(services: Services, caller: Caller, rule: ConditionRule | Rule | null) {
  if (rule === null) throw noSuchRule();
  requireWork(services, caller);
  const hits = (await hitsOf(services, caller)).get(rule.id);
  if ("when" in rule) return conditionBody(rule, hits);
  return listedRule(services, rule, await authorsOf(services, caller, [rule]), hits);
}

/** What each rule of the account did lately, by its id. Counts as work. */
export async function hitsOf(services: Services, caller: Caller): Promise<ReadonlyMap<string, RuleHits>> {
  return await services.ruleHits.of(
    caller.account.id,
    caller.key.mode,
    (cells) => addWork(services, caller, WORK.searchedCell * cells),
  );
}

function noSuchRule(): AppError {
  return new AppError("not_found", "your account has no rule with this id");
}
