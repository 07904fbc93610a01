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
import { DRY_RUN_LISTS, type DryRunDays } from "../../service/dry_run/tally.ts";
import { changeAnyRule, readAnyRule, readRuleWithClashes } from "../../service/rules/managed_rules.ts";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { CONDITION_FIELDS, type ConditionForm } from "./condition_form.tsx";
import { NewConditionPage, triedAddress } from "./new_condition.tsx";
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

/** A form with the fields that the address has; with `days` it is tried on the past. */
export async function showNewCondition(visit: SignedVisit): Promise<Response> {
  const { c, view } = visit;
  const form = readForm((name) => c.req.query(name) ?? EMPTY[name]);
  const asked = askedTrial(visit);
  const page = { view, form, days: asked?.days ?? 30, today: today(visit) };
  if (asked === null) return html(c, NewConditionPage(page));
  return await tryForm(c, async () => {
    const tried = await tryCondition(visit, readCondition(form), asked);
    return html(c, NewConditionPage({ ...page, tried }));
  }, (error) => NewConditionPage({ ...page, ...refusalOf(error) }));
}

/** Less than what a URL may have, of which some is for the cursor of a list. */
const MAX_ADDRESS = 7_000;

export async function takeNewCondition(visit: SignedVisit, given: Form): Promise<Response> {
  const { c, view, services, signed } = visit;
  const form = readForm((name) => given.text(name));
  const days = daysOf(given.text("days"));
  return await tryForm(c, async () => {
    const fields = readCondition(form);
    if (given.text("step") === "try") {
      const address = triedAddress(form, { days });
      if (address.length <= MAX_ADDRESS) return seeOther(c, address);
      throw new AppError(
        "invalid_value",
        "Too long to be tried here. Save it as a draft: its page tries it.",
      );
    }
    const { id } = await addCondition(services, signed.caller, fields);
    return seeOther(c, `/console/rules/${id}?done=made`);
  }, (error) => NewConditionPage({ view, form, days, today: today(visit), ...refusalOf(error) }));
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
  const rule = await readRuleWithClashes(services, signed.caller, idOf(visit)).catch(gone);
  const done = DONE[c.req.query("done") ?? ""] ?? null;
  const page = { view, rule, today: today(visit), done, clashes: rule.clashes ?? [] };
  const asked = askedTrial(visit);
  if (rule.kind !== "condition" || asked === null) return html(c, RulePage(page));
  return await tryForm(c, async () => {
    const tried = await tryCondition(visit, rule, asked);
    return html(c, RulePage({ ...page, tried }));
  }, (error) => RulePage({ ...page, problem: problemOf(error) }));
}

/** Stored scores link to rules that are no longer there. */
function gone(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  throw new AppError(
    "not_found",
    "Your account has no rule with this id: it was deleted, it expired, or a fraud label ended the trust. The scores that it decided still say so.",
  );
}

/** What the address asks to try; null: nothing. */
function askedTrial({ c }: SignedVisit): DryRunRequest | null {
  const days = c.req.query("days");
  if (days === undefined) return null;
  const list = DRY_RUN_LISTS.find((name) => name === c.req.query("list")) ?? null;
  return { days: daysOf(days), list, cursor: c.req.query("cursor") ?? null };
}

function daysOf(text: string): DryRunDays {
  return text === "180" ? 180 : 30;
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
  const form = readForm((name) => given.text(name));
  return await tryForm(c, async () => {
    const { state: _, ...fields } = rule.kind === "condition" ? readCondition(form) : listFieldsOf(form);
    await changeAnyRule(services, caller, rule.id, fields);
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

function readForm(textOf: (name: keyof ConditionForm) => string): ConditionForm {
  const texts = CONDITION_FIELDS.map((name) => [name, textOf(name)] as const);
  const form = Object.fromEntries(texts) as Record<keyof ConditionForm, string>;
  // Browsers send the line breaks of a text area as CR LF.
  return { ...form, when: form.when.replaceAll("\r\n", "\n"), tag: form.tag.trim() };
}

/** @throws AppError */
function readCondition(form: ConditionForm): NewCondition {
  requireCondition(form.when);
  return { ...fieldsOf(form), when: form.when, action: actionOf(form) };
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

/** What can be changed of a rule that names a value. */
function listFieldsOf(form: ConditionForm): ConditionFields {
  const { note, expires_at } = fieldsOf(form);
  return { note, expires_at };
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
