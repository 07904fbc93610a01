/** Schemas of `/v1/outcomes/import`. */
import { z } from "@hono/zod-openapi";
import { LABEL_ROLES } from "../../service/feedback/import/label_columns.ts";
import { type Meaning, MEANINGS } from "../../service/feedback/import/label_words.ts";
import { booleanQuery, tail } from "../common_schema.ts";
import { labelOutcome, labelType } from "./outcome_schema.ts";

const MAX_WORDS = 200;
const MAX_QUERY_CHARS = 8_000;
const MAX_WORD_CHARS = 200;

/** A JSON object in a query parameter. */
function jsonQuery<T extends z.ZodType<object>>(object: T) {
  return z.string().max(MAX_QUERY_CHARS).optional().transform((text, context) => {
    if (text === undefined || text === "") return undefined;
    const read = object.safeParse(parsed(text), { reportInput: true });
    if (read.success && Object.keys(read.data).length <= MAX_WORDS) return read.data;
    const issue = read.error?.issues[0];
    const where = issue === undefined || issue.path.length === 0 ? "" : `${JSON.stringify(issue.path[0])}: `;
    context.issues.push({
      code: "custom",
      message: issue === undefined
        ? `may have at most ${MAX_WORDS} words`
        : `must be a JSON object such as {"Betrug":"fraud"}; ${where}${issue.message}`,
      input: text,
    });
    return z.NEVER;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const importQuery = z.object({
  dry_run: booleanQuery.describe(
    "true: answers which columns and words were found, and what would be recorded; nothing is labelled",
  ),
  words: jsonQuery(z.record(z.string().max(MAX_WORD_CHARS), z.enum(MEANINGS))).meta({
    type: "string",
    example: '{"Betrug":"fraud","offen":"skip"}',
    description: `As JSON: what words of the columns \`outcome\` and \`type\` mean, beside the usual ones: ${
      MEANINGS.map((each) => `\`${each}\``).join(", ")
    }. Rows with a word that means \`skip\` are left out; a type of fraud is fraud too`,
  }),
  columns: jsonQuery(z.partialRecord(z.enum(LABEL_ROLES), z.string().max(MAX_WORD_CHARS))).meta({
    type: "string",
    example: '{"type":""}',
    description: `As JSON: the names of columns that are not told by themselves, by role: ${
      LABEL_ROLES.map((each) => `\`${each}\``).join(", ")
    }. \`""\`: there is none`,
  }),
  date_format: z.string().max(60).optional().meta({ example: "DD.MM.YYYY" }).describe(
    "Of dates that can be read in two ways, for example `03/04/2026`",
  ),
  outcome: labelOutcome.optional().describe("Of rows that do not say what they were"),
  type: labelType.optional().describe("Of fraud whose rows do not say what kind it was"),
});

const meaning = z.custom<Meaning | null>().meta({ type: ["string", "null"], enum: [...MEANINGS, null] });

export const importResult = z.object({
  import_id: z.string().nullable().meta({ example: "imp_019a9f3c2b7e3f2d9c0e4b17" }).describe(
    "Undoes the import; null when no label was changed",
  ),
  dry_run: z.boolean().describe("Nothing was labelled: the figures say what would be"),
  recorded: z.int().meta({ example: 2 }).describe("Rows whose score has their label now"),
  changed: z.int().meta({ example: 2 }).describe("Scores whose label was changed by them"),
  not_found: z.array(z.object({
    line: z.int().meta({ example: 4 }).describe("The line of the file, from 1"),
    value: z.string().meta({ example: "jane@example.org" }).describe("What names the score or the person"),
  })).describe("Rows of which your account has no score of the last 180 days"),
  skipped: z.array(z.object({
    line: z.int().meta({ example: 5 }).describe("The line of the file, from 1"),
    value: z.string().meta({ example: "jane@example.org" }).describe("What names the score or the person"),
    reason: z.string().meta({ example: 'what "offen" means is not known' }).describe("Why, for people"),
  })).describe("Rows that were left out"),
  columns: z.record(z.string(), z.string()).meta({
    example: { email: "email", outcome: "outcome" },
    description: "By role: the column that has it",
  }),
  unused: z.array(z.string()).meta({ example: ["Bearbeiter"], description: "Columns that are not used" }),
  words: z.record(z.string(), meaning).meta({
    example: { Betrug: "fraud", ok: "legit" },
    description: "The words of `outcome` and `type`, and what each means; null: that is not known",
  }),
  date_formats: z.array(z.string()).meta({ example: ["DD.MM.YYYY"] }).describe(
    "How dates are read that are neither ISO 8601 nor Unix time; several: they can be read in each way",
  ),
  ...tail,
}).openapi("LabelImport", { description: "What became of each row" });

export const importUndone = z.object({
  import_id: z.string().meta({ example: "imp_019a9f3c2b7e3f2d9c0e4b17" }).describe("As sent"),
  restored: z.int().meta({ example: 2 }).describe("Scores that have the label again that stood before"),
  left: z.int().describe("Scores whose label was changed since: they keep it"),
  ...tail,
}).openapi("LabelImportUndone", { description: "What became of the labels" });
