/** Outcomes in the console: how good scores were, by the labels of the account; imports of labels. */
import { AppError } from "../../model/error.ts";
import { LABEL_TYPES } from "../../model/records.ts";
import { appealFigures } from "../../service/appeals/figures.ts";
import {
  importLabels,
  listLabelImports,
  undoLabelImport,
} from "../../service/feedback/import/label_import.ts";
import { LABEL_ROLES } from "../../service/feedback/import/label_columns.ts";
import { type Meaning, MEANINGS } from "../../service/feedback/import/label_words.ts";
import { ruleTexts } from "../../service/rules/rule_texts.ts";
import { decodeRuleFile } from "../../service/rules/import/rule_lines.ts";
import { newestLabels } from "../../service/site/outcomes.ts";
import { LARGE_BODY_LIMIT } from "../body.ts";
import type { ConsolePages } from "../console/pages.ts";
import type { Form } from "../site/form.ts";
import { type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { validQuery } from "../validate.ts";
import { type LabelImportForm, LabelImportPage } from "./import_page.tsx";
import { OutcomesPage } from "./page.tsx";
import { outcomeSummaryQuery } from "./summary_schema.ts";

const RECENT_IMPORTS = 10;
const MAX_WORDS = 200;
const EMPTY: LabelImportForm = {
  text: "",
  columns: {},
  words: new Map(),
  dateFormat: "",
  outcome: "",
  type: "",
};

export const outcomePages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/outcomes", name: "Outcomes", within: true }],
  reads: "outcomes.read",
  writes: "imports.write",
  pages: {
    "/console/outcomes": async ({ c, view, services, signed }) => {
      const { days } = validQuery(outcomeSummaryQuery, c.req.query());
      const [summary, labels] = await Promise.all([
        services.outcomeSummaries.get(signed.caller.account.id, days),
        newestLabels(services, signed.caller, days),
      ]);
      const appeals = await appealFigures(services, signed.caller, summary.days);
      const ids = view.mayOpen("rules.read") ? appeals?.by_rule.map(({ rule_id }) => rule_id) : undefined;
      const texts = await ruleTexts(services, signed.caller, ids ?? []);
      return html(c, OutcomesPage({ view, summary, labels, appeals, ruleTexts: texts }));
    },
    "/console/outcomes/import": { show: showImport, action: "imports.write" },
  },
  forms: {
    "/console/outcomes/import": { take: importOrPreview, limit: LARGE_BODY_LIMIT },
    "/console/outcomes/undo-import": async ({ c, services, signed }, form) => {
      const { restored, left } = await undoLabelImport(services, signed.caller, form.text("import"));
      return seeOther(c, `/console/outcomes/import?restored=${restored}&left=${left}`);
    },
  },
};

async function showImport({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const recent = await listLabelImports(services, signed.caller, RECENT_IMPORTS);
  const [restored, left] = [c.req.query("restored"), c.req.query("left")].map(countOf);
  const done = restored == null
    ? null
    : `${restored} ${restored === 1 ? "score has" : "scores have"} the label again that stood before.${
      left == null || left === 0 ? "" : ` ${left} were labelled again since, and keep that label.`
    }`;
  return html(c, LabelImportPage({ view, form: EMPTY, recent, done }));
}

function countOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

async function importOrPreview({ c, view, services, signed }: SignedVisit, given: Form): Promise<Response> {
  const file = given.file("file");
  const text = file === null ? given.text("text") : decodeRuleFile(new Uint8Array(await file.arrayBuffer()));
  // What was chosen for a pasted or previewed file is not said of another one.
  const form: LabelImportForm = {
    text,
    columns: file === null ? columnsOf(given) : {},
    words: file === null ? wordsOf(given) : new Map(),
    dateFormat: given.text("date_format").trim(),
    outcome: given.text("outcome"),
    type: given.text("type"),
  };
  return await tryForm(c, async () => {
    if (text.trim() === "") throw new AppError("invalid_value", "Choose a file or paste its rows.");
    const { columns, words, dateFormat } = form;
    const outcome = (["fraud", "legit"] as const).find((each) => each === form.outcome);
    const type = LABEL_TYPES.find((each) => each === form.type);
    const preview = given.text("step") !== "import";
    const result = await importLabels(services, signed.caller, new TextEncoder().encode(text), {
      dryRun: preview,
      columns,
      words,
      ...(dateFormat === "" ? {} : { dateFormat }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(type === undefined ? {} : { type }),
    });
    const recent = await listLabelImports(services, signed.caller, RECENT_IMPORTS);
    const shown = preview ? form : { ...form, text: "" };
    return html(c, LabelImportPage({ view, form: shown, result, recent }));
  }, (error) => LabelImportPage({ view, form, problem: error.message }));
}

/** A column that is set to none is said to be none; what was not asked is told by its name. */
function columnsOf(given: Form): LabelImportForm["columns"] {
  return Object.fromEntries(
    LABEL_ROLES.flatMap((role) => {
      const name = `column.${role}`;
      return given.texts(name) === null ? [] : [[role, given.text(name)]];
    }),
  );
}

function wordsOf(given: Form): ReadonlyMap<string, Meaning> {
  const words = new Map<string, Meaning>();
  for (let index = 0; index < MAX_WORDS; index++) {
    const word = given.text(`word.${index}`);
    const meaning = MEANINGS.find((each) => each === given.text(`meaning.${index}`));
    if (word !== "" && meaning !== undefined) words.set(word, meaning);
  }
  return words;
}
