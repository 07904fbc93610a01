/** Schemas of the sentences for customers, and of appeals. */
import { z } from "@hono/zod-openapi";
import { APPEAL_DECISIONS, APPEAL_STATES, MAX_APPEAL_NOTE } from "../../model/appeal.ts";
import { CUSTOMER_LANGUAGES } from "../../model/customer_reason.ts";
import { MAX_LISTED_APPEALS } from "../../service/appeals/appeals.ts";
import {
  customerReason,
  customerReasonCode,
  described,
  moment,
  requestId,
  score,
  tail,
  text,
  timestamp,
  verdict,
} from "../common_schema.ts";

const sentence = z.string();

export const customerReasonsResult = z.array(
  z.object({
    code: customerReasonCode,
    ...described(sentence, {
      en: "In English",
      de: "In German",
      fr: "In French",
      es: "In Spanish",
      pt: "In Portuguese",
    }),
  }),
).openapi("CustomerReasons", { description: "Sentences that a person may hear, by their codes" });

export const appealLink = z.object({
  url: z.url().meta({ example: "https://winnow.example/appeal/2vQ8m1xK" }).describe(
    "The page, for the person: it says what was decided and takes one appeal. It holds no identifier",
  ),
  expires_at: moment.describe("RFC 3339: until when an appeal can be sent, 30 days after the score"),
});

const appealId = z.string().meta({ example: "apl_019a9f3c2b7e7f00a1b2c3d4e5f6" });

export const appealParams = z.object({ appeal_id: appealId.describe("As in the list") });

export const appealsQuery = z.object({
  state: z.union([z.enum(APPEAL_STATES), z.literal("")]).optional().transform((state) => state || null)
    .meta({ type: "string", enum: [...APPEAL_STATES], description: "Only these; absent: all" }),
  cursor: z.string().optional().transform((cursor) => cursor || null).meta({
    type: "string",
    description: "`next` of the page before",
  }),
  limit: z.string().optional().transform((given, context) => {
    const limit = given === undefined || given === "" ? 50 : /^\d{1,3}$/.test(given) ? Number(given) : 0;
    if (limit >= 1 && limit <= MAX_LISTED_APPEALS) return limit;
    context.issues.push({
      code: "custom",
      message: `must be from 1 to ${MAX_LISTED_APPEALS}`,
      input: given,
    });
    return z.NEVER;
  }).meta({
    type: "integer",
    minimum: 1,
    maximum: MAX_LISTED_APPEALS,
    default: 50,
    description: "Appeals to return",
  }),
});

const appeal = z.object({
  appeal_id: appealId.describe("For `POST /v1/appeals/{appeal_id}`"),
  request_id: requestId.describe("The score that it is about"),
  user_id: text.describe("Your own reference of the user; null when it was not sent"),
  state: z.enum(APPEAL_STATES).meta({ example: "open" }).describe("`open`: it waits for a decision"),
  opened_at: moment.describe("RFC 3339: when it was sent"),
  verdict: verdict.nullable().describe("Of the score; null where that is gone"),
  risk_score: score.nullable().describe("Of the score, 0 to 100; null where that is gone"),
  customer_reason: customerReason,
  text: text.meta({ example: "I was travelling and used the hotel's network." }).describe(
    "What the person wrote, at most 1,000 characters: show it as text, never as HTML",
  ),
  reply_to: text.meta({ example: "jane@example.com" }).describe(
    "The address that the person gave for the answer, not verified; null: none",
  ),
  language: z.enum(CUSTOMER_LANGUAGES).describe("In which the person read the page"),
  decided_at: timestamp.describe("RFC 3339; null while it is open"),
  by: text.describe("Who decided; null while it is open"),
  by_id: text.describe("The id of the person or key that decided"),
  note: text.describe("What the person was told besides the decision; null: nothing"),
}).openapi("Appeal", { description: "An appeal of a person whose sign-up was not allowed" });

export const appealsResult = z.object({
  appeals: z.array(appeal).describe("The newest first"),
  next: text.describe("`cursor` of the next page; null at the end"),
  ...tail,
}).openapi("AppealList", { description: "Appeals of your customers" });

export const appealResult = appeal.extend(tail).openapi("OneAppeal", { description: "An appeal" });

export const appealDecision = z.object({
  decision: z.enum(APPEAL_DECISIONS).describe(
    "`accepted`: the score is labelled legit, and its person trusted from now on",
  ),
  note: z.string().nullish().meta({ maxLength: MAX_APPEAL_NOTE }).describe(
    "A sentence to the person, shown on the page of the appeal",
  ),
});
