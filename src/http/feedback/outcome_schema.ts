/** Schemas of `POST /v1/outcome`. */
import { z } from "@hono/zod-openapi";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { isLoginOutcome, LOGIN_OUTCOMES } from "../../model/login/login.ts";
import { LABEL_TYPES, OUTCOMES } from "../../model/records.ts";
import { MAX_MATCHES } from "../../service/feedback/outcome.ts";
import { PERSON_FIELDS } from "../../service/feedback/people.ts";
import { type BodyList, listOf, listsOf } from "../list_limits.ts";
import { score, tail, verdict } from "../common_schema.ts";

/** Null removes the label. */
const LABELS = { fraud: "fraud", legit: "legit", legitimate: "legit", none: null } as const;

const WORDS = [...OUTCOMES, "none", ...LOGIN_OUTCOMES] as const;

const ABOUT_VALUES =
  "Values that are fraud themselves. A fraud label counts on every value of the score; it weighs in full on these, on the address and device, and on what the sign-up had `verified`";

/** `null` and `""` mean not given. */
const person = z.string().max(400).nullish().transform((text) => text || undefined);

export const labelType = z.enum(LABEL_TYPES).meta({ example: "bonus_abuse" }).describe(
  "What kind of fraud it was",
);

export const labelOutcome = z.enum(["fraud", "legit", "legitimate"]).transform((word) => LABELS[word])
  .meta({
    type: "string",
    enum: [...OUTCOMES],
  });

const fields = z.object({
  request_id: z.string().min(1).max(200).optional().meta({
    example: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
    description: "Of the score",
  }),
  user_id: person.describe(
    "In place of `request_id`: your own reference of the user, whose newest score is labelled",
  ),
  email: person.describe("In place of `request_id`: an e-mail address, whose newest score is labelled"),
  phone: person.describe(
    "In place of `request_id`: a phone number in international form, whose newest score is labelled",
  ),
  outcome: z.enum(["fraud", "legit", "legitimate", "none", ...LOGIN_OUTCOMES]).transform((word) =>
    isLoginOutcome(word) ? word : LABELS[word]
  ).meta({
    type: "string",
    enum: [...WORDS],
    description:
      "What it was; `none` removes the label, and what it had added. Of a log-in (`/v1/score/login`): `mfa_passed`, `mfa_failed`, `reset` (a new password was set), `takeover`, `owner_confirmed`",
  }),
  values: z.array(z.enum(COMPONENT_KINDS)).max(COMPONENT_KINDS.length).optional().meta({
    example: ["email"],
    description: ABOUT_VALUES,
  }),
  type: labelType.nullish().transform((type) => type ?? undefined).describe(
    "Of fraud: what kind it was",
  ),
  at: z.iso.datetime({ offset: true }).nullish().transform((at) => at == null ? undefined : Date.parse(at))
    .meta({ example: "2026-11-22T09:30:00Z" }).describe(
      "RFC 3339: when it happened, for example the chargeback; not in the future",
    ),
});

const NAMING = ["request_id", ...PERSON_FIELDS] as const;

export const outcomeLabel = fields.superRefine((label, context) => {
  const [first, second] = NAMING.filter((name) => label[name] !== undefined);
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (first === undefined) {
    refuse("request_id", "is required, or in its place one of user_id, email and phone");
  }
  if (second !== undefined) refuse(second, `cannot be given with ${first}: name the score by one of them`);
  if (isLoginOutcome(label.outcome) && label.request_id === undefined) {
    refuse("request_id", "is required: it names the log-in");
  }
  if (label.type !== undefined && label.outcome !== "fraud") refuse("type", "is of the outcome fraud only");
}).openapi("OutcomeLabel", { description: "What a score turned out to be" });

/** The lists of labels in a body, and those of a label that is the body. */
export const OUTCOME_LISTS: readonly BodyList[] = [
  ...[[], ["outcomes"]].map((path) => listOf(path, Infinity, outcomeLabel)),
  ...listsOf(outcomeLabel),
];

const outcomeEntries = z.array(outcomeLabel).min(1);

/** For the document: the body is read by `outcomeBody`. */
export const outcomeLabels = z.object({
  outcomes: outcomeEntries.meta({ maxItems: 500, description: "The labels" }),
}).openapi("OutcomeLabels", { description: "Several labels" });

/** By a name of its own: openapi-generator's TypeScript does not compile where two shapes of a body are of one schema. */
const outcomeListEntry = z.object(fields.shape).openapi("OutcomeListEntry", {
  description: "As OutcomeLabel",
});

/** For the document. */
export const outcomeLabelList = z.array(outcomeListEntry).min(1).openapi("OutcomeLabelList", {
  maxItems: 500,
  description: "Several labels as a list",
});

/** One entry, an array of entries, or `{"outcomes": […]}`; parsed to a list. Errors name the place in the body as sent. */
export const outcomeBody = z.unknown().transform((body, context) => {
  const wrapped = body !== null && typeof body === "object" && "outcomes" in body;
  const entries = wrapped ? body.outcomes : Array.isArray(body) ? body : [body];
  const outcomes = outcomeEntries.safeParse(entries, { reportInput: true });
  // Where an entry is, for what is refused after its schema.
  const pointerTo = (index: number) =>
    wrapped ? `/outcomes/${index}` : Array.isArray(body) ? `/${index}` : "";
  if (outcomes.success) {
    return { outcomes: outcomes.data.map((entry, index) => ({ ...entry, pointer: pointerTo(index) })) };
  }
  for (const issue of outcomes.error.issues) {
    const path = wrapped
      ? ["outcomes", ...issue.path]
      : Array.isArray(body)
      ? issue.path
      : issue.path.slice(1);
    context.issues.push({ ...issue, path } as (typeof context.issues)[number]);
  }
  return z.NEVER;
}).meta({
  type: ["object", "array"],
  oneOf: [
    { $ref: "#/components/schemas/OutcomeLabel" },
    { $ref: "#/components/schemas/OutcomeLabelList" },
    { $ref: "#/components/schemas/OutcomeLabels" },
  ],
});

const recordedLabel = z.object({
  request_id: z.string().nullable().meta({ example: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17" }).describe(
    "As sent; for a label on a person that of the score which was labelled, null when there is none",
  ),
  status: z.enum(["recorded", "not_found"]).describe("`not_found`: your account has no such score"),
  our_score: score.nullable().meta({ example: 77 }).describe(
    "The risk_score of the score, 0 to 100; null when it was not found",
  ),
  our_verdict: verdict.nullable().meta({ example: "block" }).describe(
    "Its verdict; null when it was not found",
  ),
  disagreement: z.boolean().nullable().describe(
    "Fraud that was allowed, or legitimate and blocked; null without a label",
  ),
  matches: z.int().optional().describe(
    `For a label on a person: how many live scores of the last 180 days are theirs, of which the newest was labelled; at most ${MAX_MATCHES} are counted`,
  ),
}).openapi("RecordedLabel", { description: "What became of a label" });

export const outcomeResult = z.object({
  recorded: z.int().meta({ description: "Labels recorded", example: 1 }),
  not_found: z.int().describe("Ids of which your account has no score"),
  results: z.array(recordedLabel).describe("In the order of the labels"),
  ...tail,
}).openapi("OutcomeResult", { description: "What became of each label" });
