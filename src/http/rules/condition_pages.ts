/** Rules with a condition in the console: made, and every rule shown, changed and paused by its id. */
import type { ConditionProblem } from "../../model/conditions/condition.ts";
import { CONDITION_ACTIONS, CONDITION_STATES, type ConditionState } from "../../model/conditions/stored.ts";
import { AppError } from "../../model/error.ts";
import {
  addCondition,
  type ConditionFields,
  type NewCondition,
} from "../../service/conditions/conditions.ts";
import { compileCondition, isProblem } from "../../service/conditions/language/compile.ts";
import type { DryRunRequest } from "../../service/dry_run/listed_scores.ts";
import { dryRunConditionRules } from "../../service/dry_run/rules_dry_run.ts";
import { DRY_RUN_LISTS } from "../../service/dry_run/tally.ts";
import { changeAnyRule, readAnyRule } from "../../service/rules/managed_rules.ts";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import type { ConditionForm } from "./condition_form.tsx";
import { NewConditionPage } from "./new_condition.tsx";
import { RulePage } from "./rule_page.tsx";

const EMPTY: ConditionForm = {
  when: "",
  action: "review",
  tag: "",
  overrides: "",
  state: "draft",
  note: "",
  expires: "",
};

export function showNewCondition(visit: SignedVisit): Response {
  const when = (visit.c.req.query("when") ?? "").slice(0, 2_000);
  const form = { ...EMPTY, when };
  return html(visit.c, NewConditionPage({ view: visit.view, form, days: 30, today: today(visit) }));
}

export async function takeNewCondition(visit: SignedVisit, given: Form): Promise<Response> {
  const { c, view, services, signed } = visit;
  const form = readForm(given);
  const asked = readTrial(given.text("list"), given.text("days"));
  const page = { view, form, days: asked.days, today: today(visit) };
  return await tryForm(c, async () => {
    requireCondition(form.when);
    const fields = { ...fieldsOf(form), when: form.when, action: actionOf(form) };
    if (given.text("step") === "try" || asked.list !== null) {
      const tried = await tryCondition(visit, fields, asked);
      return html(c, NewConditionPage({ ...page, tried }));
    }
    const { id } = await addCondition(services, signed.caller, fields);
    return seeOther(c, `/console/rules/${id}?done=made`);
  }, (error) => NewConditionPage({ ...page, ...refusalOf(error) }));
}

const DONE: Readonly<Record<string, string>> = {
  made: "The rule is saved.",
  draft: "The rule is a draft.",
  shadow: "The rule is in shadow: it is judged and recorded from the next sign-up on, and decides nothing.",
  live: "The rule is live from the next sign-up on.",
  paused: "The rule is paused.",
  changed: "The changes are saved.",
};

export async function showRule(visit: SignedVisit): Promise<Response> {
  const { c, view, services, signed } = visit;
  const rule = await readAnyRule(services, signed.caller, idOf(visit));
  const done = DONE[c.req.query("done") ?? ""] ?? null;
  const [list, days] = ["list", "days"].map((name) => c.req.query(name)) as [string?, string?];
  const page = { view, rule, today: today(visit), done };
  if (rule.kind !== "condition" || days === undefined) return html(c, RulePage(page));
  const asked = readTrial(list ?? "", days);
  return await tryForm(c, async () => {
    const tried = await tryCondition(visit, rule, asked);
    return html(c, RulePage({ ...page, tried }));
  }, (error) => RulePage({ ...page, problem: problemOf(error) }));
}

/** @param list its name, and for its further pages the cursor after a colon */
function readTrial(list: string, days: string): DryRunRequest {
  const [name, cursor] = list.split(":", 2);
  return {
    days: days === "180" ? 180 : 30,
    list: DRY_RUN_LISTS.find((one) => one === name) ?? null,
    cursor: cursor ?? null,
  };
}

/** @throws AppError */
async function tryCondition({ c, services, signed }: SignedVisit, given: NewCondition, asked: DryRunRequest) {
  await c.env.load.claim(signed.caller.account.id);
  return await dryRunConditionRules(services, signed.caller, [given], null, asked);
}

export async function takeState(visit: SignedVisit, given: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const state = stateOf(given.text("state"));
  await changeAnyRule(services, signed.caller, idOf(visit), { state });
  return seeOther(c, `/console/rules/${idOf(visit)}?done=${state}`);
}

export async function takeEdit(visit: SignedVisit, given: Form): Promise<Response> {
  const { c, view, services, signed } = visit;
  const { caller } = signed;
  const rule = await readAnyRule(services, caller, idOf(visit));
  const form = readForm(given);
  return await tryForm(c, async () => {
    if (rule.kind === "condition") requireCondition(form.when);
    const { state: _, ...fields } = fieldsOf(form);
    const edit = rule.kind === "condition"
      ? { ...fields, when: form.when, action: actionOf(form) }
      : { note: fields.note, expires_at: fields.expires_at };
    await changeAnyRule(services, caller, rule.id, edit);
    return seeOther(c, `/console/rules/${rule.id}?done=changed`);
  }, (error) => RulePage({ view, rule, today: today(visit), done: null, form, ...refusalOf(error) }));
}

/** The first day that an expiry can be. */
export function today({ services }: SignedVisit): string {
  return new Date(services.now()).toISOString().slice(0, 10);
}

function idOf({ c }: SignedVisit): string {
  return c.req.param("id") ?? "";
}

function readForm(form: Form): ConditionForm {
  const [when, action, tag, overrides, state, note, expires] = [
    ...["when", "action", "tag", "overrides", "state", "note", "expires"],
  ].map((name) => form.text(name)) as [string, string, string, string, string, string, string];
  // Browsers send the line breaks of a text area as CR LF.
  return { when: when.replaceAll("\r\n", "\n"), action, tag: tag.trim(), overrides, state, note, expires };
}

/** Of the action alone: a word and a danger that belong to another one are left out. */
function fieldsOf({ action, tag, overrides, state, note, expires }: ConditionForm): ConditionFields {
  return {
    tag: action === "tag" ? tag || null : null,
    overrides: action === "allow" && overrides === "block" ? "block" : null,
    note: note.trim() || null,
    expires_at: expires === "" ? null : `${expires}T00:00:00Z`,
    state: state === "" ? undefined : stateOf(state),
  };
}

function actionOf({ action }: ConditionForm) {
  const found = CONDITION_ACTIONS.find((name) => name === action);
  if (found === undefined) throw new AppError("invalid_value", "Choose an action.");
  return found;
}

function stateOf(text: string): ConditionState {
  const found = CONDITION_STATES.find((name) => name === text);
  if (found === undefined) throw new AppError("invalid_value", "Choose a state.");
  return found;
}

/** @throws MistakenCondition */
function requireCondition(when: string): void {
  const compiled = compileCondition(when);
  if (isProblem(compiled)) throw new MistakenCondition(compiled);
}

/** The page shows the place of the mistake. */
class MistakenCondition extends AppError {
  readonly problem: ConditionProblem;

  constructor(problem: ConditionProblem) {
    super("invalid_value", problem.message);
    this.problem = problem;
  }
}

function refusalOf(error: AppError): { readonly problem?: string; readonly mistake?: ConditionProblem } {
  return error instanceof MistakenCondition ? { mistake: error.problem } : { problem: problemOf(error) };
}
