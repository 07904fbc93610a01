/** Values in the console: what is known of one, and rules made of it. */
import type { ConsolePages } from "../../console/pages.ts";
import { AppError } from "../../../model/error.ts";
import { isRuleAction, type RuleAction } from "../../../model/rules/rule.ts";
import {
  addTarget,
  previewTarget,
  type RuleTarget,
  type StoredValue,
  storedValue,
} from "../../../service/site/rule_target.ts";
import { valueView } from "../../../service/site/value.ts";
import { locatesScore } from "../../../service/site/scores.ts";
import { RuleForPage } from "../pages/rule_for.tsx";
import { ValuePage } from "../pages/value.tsx";
import type { Form } from "../../site/form.ts";
import { listOf } from "../../rules/trial.tsx";
import { problemOf, type SignedVisit, tryForm } from "../../site/page_handler.ts";
import { html, seeOther } from "../../site/respond.ts";
import { noticeOf } from "./notices.ts";
import { columnsOf, readQuery } from "./score_filters.ts";

export const valuePages: ConsolePages = {
  menu: [],
  reads: "scores.search",
  writes: "rules.write",
  pages: {
    "/console/values/:ref": showValue,
    "/console/rules/for/:ref": { show: showRule, action: "rules.write" },
  },
  forms: {
    "/console/rules/for/:ref": addRule,
  },
};

async function showValue(visit: SignedVisit): Promise<Response> {
  const { c, view, services, signed } = visit;
  const value = await valueView(services, signed.caller, c.req.param("ref") ?? "");
  const columns = columnsOf(readQuery(c));
  const notice = await noticeOf(visit, `/console/values/${value.ref}`);
  return html(c, ValuePage({ view, value, columns, notice }));
}

interface Wanted {
  readonly value: StoredValue;
  readonly target: RuleTarget;
  readonly action: RuleAction;
  readonly from: string;
}

/** @param given the fields of the form or of the address */
async function wantedOf(
  { c, services, signed }: SignedVisit,
  given: (name: string) => string,
): Promise<Wanted> {
  const value = await storedValue(services, signed.caller, c.req.param("ref") ?? "");
  const name = given("target") || "value";
  const target = value.targets.find((target) => target.name === name);
  const action = given("action") || "block";
  if (target === undefined || !isRuleAction(action)) {
    throw new AppError("invalid_value", "Choose what to allow, block or trust. Nothing was changed.");
  }
  const from = given("from");
  return { value, target, action, from: locatesScore(from) ? from : "" };
}

async function showRule(visit: SignedVisit): Promise<Response> {
  const { c, view, services, signed } = visit;
  const wanted = await wantedOf(visit, (name) => c.req.query(name) ?? "");
  const props = { view, ...wanted, note: "" };
  // Without a preview the rule can be added all the same.
  return await tryForm(c, async () => {
    const asked = { days: 30, ...listOf(c.req.query("list") ?? "") } as const;
    const preview = await previewTarget(services, signed.caller, { ...wanted, note: "" }, asked);
    return html(c, RuleForPage({ ...props, preview }));
  }, (error) => RuleForPage({ ...props, preview: null, problem: problemWith(wanted, error) }));
}

/** What cannot be trusted has no page that offers it. @throws AppError */
function problemWith({ action }: Wanted, error: AppError): string {
  const problem = problemOf(error);
  if (action === "trust" && error.code === "invalid_value") throw new AppError(error.code, problem);
  return problem;
}

async function addRule(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, view, services, signed } = visit;
  const wanted = await wantedOf(visit, (name) => form.text(name));
  const { value, from } = wanted;
  const note = form.text("note");
  return await tryForm(c, async () => {
    const id = await addTarget(services, signed.caller, { ...wanted, note });
    if (id === null) throw new AppError("invalid_value", "This is one of your rules already.");
    const back = from === "" ? `/console/values/${value.ref}` : `/console/scores/${from}`;
    return seeOther(c, `${back}?rule=${id}`);
  }, (error) => RuleForPage({ view, ...wanted, note, preview: null, problem: problemOf(error) }));
}
