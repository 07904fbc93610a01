/** Rules in the console: search, add with preview, import with preview, export, delete. */
import type { ConsolePages } from "../console/pages.ts";
import { AppError } from "../../model/error.ts";
import { isRuleAction, type RuleAction } from "../../model/rules/rule.ts";
import { exportRules, LISTED_ACTIONS, recentImports, searchRules } from "../../service/site/rules.ts";
import { searchConditions } from "../../service/site/conditions.ts";
import { decodeRuleFile } from "../../service/rules/import/rule_lines.ts";
import { importRules } from "../../service/rules/import/rule_import.ts";
import { dryRunRules } from "../../service/rules/dry_run.ts";
import { readRuleOptions } from "../../service/rules/rule_options.ts";
import { deleteAnyRule, deleteEveryRule } from "../../service/rules/managed_rules.ts";
import { addRules, deleteImport, MAX_RULE_VALUES } from "../../service/rules/rules.ts";
import { LARGE_BODY_LIMIT } from "../body.ts";
import {
  showNewCondition,
  showRule,
  takeEdit,
  takeNewCondition,
  takeState,
  today,
} from "./condition_pages.ts";
import { ImportPage } from "./import.tsx";
import { NewRulePage, type RuleForm, VALUES_FORM } from "./new.tsx";
import { RuleResult } from "./dry_run.tsx";
import { byForm, listOf } from "./trial.tsx";
import { RulesPage } from "./page.tsx";
import type { Form } from "../site/form.ts";
import { type SignedVisit, tryForm } from "../site/page_handler.ts";
import { SAFE_HEADERS } from "../respond.ts";
import { html, seeOther } from "../site/respond.ts";

export const rulePages: ConsolePages = {
  menu: [{ group: "Policies", href: "/console/rules", name: "Rules", within: true }],
  reads: "rules.read",
  writes: "rules.write",
  pages: {
    "/console/rules": showRules,
    "/console/rules.csv": downloadRules,
    "/console/rules/new": {
      show: (visit) => visit.c.req.query("with") === "condition" ? showNewCondition(visit) : showNew(visit),
      action: "rules.write",
    },
    "/console/rules/import": { show: showImport, action: "rules.write" },
    // The last: the paths above are no ids.
    "/console/rules/:id": showRule,
  },
  forms: {
    "/console/rules/new": {
      take: (visit, form) =>
        form.text("with") === "condition" ? takeNewCondition(visit, form) : addOrPreview(visit, form),
      limit: LARGE_BODY_LIMIT,
    },
    "/console/rules/:id/state": takeState,
    "/console/rules/:id/edit": takeEdit,
    "/console/rules/import": { take: importOrPreview, limit: LARGE_BODY_LIMIT },
    "/console/rules/delete": async ({ c, services, signed }, form) => {
      await deleteAnyRule(services, signed.caller, form.text("id"));
      return seeOther(c, "/console/rules?deleted=1");
    },
    "/console/rules/undo-import": async ({ c, services, signed }, form) => {
      const deleted = await deleteImport(services, signed.caller, form.text("import"));
      return seeOther(c, `/console/rules?deleted=${deleted}`);
    },
    "/console/rules/delete-all": async ({ c, services, signed }, form) => {
      if (form.text("confirm") !== "true") {
        throw new AppError(
          "confirmation_required",
          "Check the box to delete all rules. Nothing was deleted.",
        );
      }
      return seeOther(c, `/console/rules?deleted=${await deleteEveryRule(services, signed.caller)}`);
    },
  },
};

async function showRules({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const text = (c.req.query("q") ?? "").slice(0, 320);
  const action = LISTED_ACTIONS.find((name) => name === c.req.query("action")) ?? null;
  const filter = { text, action };
  const conditions = await searchConditions(services, signed.caller, filter);
  const wanted = Number(c.req.query("page") ?? "1");
  const page = await searchRules(services, signed.caller, filter, Number.isInteger(wanted) ? wanted : 1);
  const [added, deleted] = [c.req.query("added"), c.req.query("deleted")].map(countOf);
  const done = added != null
    ? `${added} ${added === 1 ? "rule" : "rules"} added, effective from the next score.`
    : deleted != null
    ? `${deleted} ${deleted === 1 ? "rule" : "rules"} deleted.`
    : null;
  return html(c, RulesPage({ view, page, conditions, filter, done }));
}

async function downloadRules({ c, services, signed }: SignedVisit): Promise<Response> {
  return c.body(await exportRules(services, signed.caller), 200, {
    ...SAFE_HEADERS,
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="rules.csv"',
  });
}

async function showImport({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const recent = await recentImports(services, signed.caller);
  return html(c, ImportPage({ view, action: "block", text: "", recent }));
}

function showNew(visit: SignedVisit): Response {
  const { c, view } = visit;
  const form: RuleForm = {
    action: actionOf(c.req.query("action")) ?? "block",
    values: "",
    note: "",
    expires: "",
  };
  return html(c, NewRulePage({ view, form, today: today(visit) }));
}

async function addOrPreview(visit: SignedVisit, given: Form): Promise<Response> {
  const { c, view, services, signed } = visit;
  const form: RuleForm = {
    action: given.text("action"),
    values: given.text("values"),
    note: given.text("note"),
    expires: given.text("expires"),
  };
  const page = (rest: { problem?: string; answer?: Omit<Parameters<typeof RuleResult>[0], "open"> }) => {
    const children = rest.answer === undefined
      ? null
      : RuleResult({ ...rest.answer, open: byForm(VALUES_FORM) });
    return NewRulePage({ view, form, today: today(visit), problem: rest.problem, children });
  };
  return await tryForm(c, async () => {
    const { sources, options } = readRuleForm(visit, form);
    const wanted = listOf(given.text("list"));
    if (given.text("step") === "preview" || wanted.list !== null) {
      const preview = await dryRunRules(services, signed.caller, sources, options, { days: 30, ...wanted });
      return html(c, page({ answer: { preview: true, ...preview } }));
    }
    const added = await addRules(services, signed.caller, sources, options);
    if (added.skipped.length === 0) return seeOther(c, `/console/rules?added=${added.added}`);
    return html(c, page({ answer: { preview: false, ...added } }));
  }, (error) => page({ problem: error.message }));
}

function readRuleForm({ services }: SignedVisit, form: RuleForm) {
  const action = actionOf(form.action);
  if (action === null) throw new AppError("invalid_value", "Choose allow or block, or trust.");
  const values = form.values.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
  if (values.length === 0) throw new AppError("invalid_value", "Enter at least one value.");
  if (values.length > MAX_RULE_VALUES) {
    throw new AppError("too_many_items", `Enter at most ${MAX_RULE_VALUES} values. Nothing was changed.`);
  }
  const given = { note: form.note, expires_at: form.expires === "" ? null : `${form.expires}T00:00:00Z` };
  const options = readRuleOptions(
    action,
    given,
    services.now(),
    (field, why) => new AppError("invalid_value", `${FIELDS[field]} ${why}.`),
  );
  return { sources: { values }, options };
}

const FIELDS = { note: "The note", expires_at: "The expiry date" } as const;

async function importOrPreview({ c, view, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const action = actionOf(form.text("action")) ?? "block";
  const file = form.file("file");
  const text = file === null ? form.text("text") : decodeRuleFile(new Uint8Array(await file.arrayBuffer()));
  return await tryForm(c, async () => {
    if (text.trim() === "") throw new AppError("invalid_value", "Choose a file or paste a list.");
    const preview = form.text("step") !== "import";
    const bytes = new TextEncoder().encode(text);
    const result = await importRules(services, signed.caller, bytes, action, preview);
    const recent = await recentImports(services, signed.caller);
    return html(c, ImportPage({ view, action, text: preview ? text : "", result, recent }));
  }, (error) => ImportPage({ view, action, text, problem: error.message }));
}

function actionOf(text: string | undefined): RuleAction | null {
  return text !== undefined && isRuleAction(text) ? text : null;
}

function countOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
