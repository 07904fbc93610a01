/** Schemas of `/v1/reviews`. */
import { z } from "@hono/zod-openapi";
import { MAX_REVIEW_TARGET_HOURS } from "../../model/review.ts";
import { REVIEW_ORDERS } from "../../service/reviews/queue.ts";
import { foundScore } from "../cases/search_schema.ts";
import { requestId, tail, text, timestamp } from "../common_schema.ts";

const MAX_REVIEWS = 100;

export const reviewsQuery = z.object({
  sort: z.enum(REVIEW_ORDERS).default("risk").describe(
    "`risk`: the highest score first; `age`: the oldest first; `campaign`: by campaign, those of the largest first; `newest`",
  ),
  assigned: z.string().max(64).optional().transform((text) => text || null).meta({
    type: "string",
    example: "mine",
    description: "`mine`, `none`, or the id of a person or key: only cases that are assigned so",
  }),
  limit: z.coerce.number().int().min(1).max(MAX_REVIEWS).default(50).meta({
    type: "integer",
    default: 50,
    description: "Cases in a page",
  }),
  cursor: z.string().max(64).optional().transform((text) => text || null).meta({
    type: "string",
    description: "`cursor` of the page before, with the same `sort` and `assigned`",
  }),
});

const person = (what: string) =>
  text.meta({ example: "Anna Kern" }).describe(
    `${what}: the name of the person, or \`key\` and the name of the key; null: nobody`,
  );
const personId = text.meta({ example: "psn_019a9f3c2b7e70008a513f2d9c0e4b17" });

const holders = {
  claimed_by: person("Who has the case open"),
  claimed_by_id: personId.describe("The id of that person or key"),
  claimed_until: timestamp.describe(
    "When the claim ends, RFC 3339: 15 minutes after the case was opened last",
  ),
  assigned_to: person("To whom it is assigned"),
  assigned_to_id: personId.describe("The id of that person or key"),
};

const review = foundScore.omit({ facts: true, label_type: true, label_at: true }).extend({
  age_seconds: z.int().min(0).meta({ example: 5400 }).describe("Seconds since it was scored"),
  late: z.boolean().meta({ example: false }).describe("It is older than `review_target`"),
  campaign_id: text.meta({ example: "cmp_019a9f3c2b7e000001000Zr1c0d3E" }).describe(
    "The largest campaign that it belongs to; null: none",
  ),
  ...holders,
}).openapi("Review", { description: "A case of the review queue" });

export const reviewsResult = z.object({
  total: z.int().min(0).meta({ example: 12 }).describe(
    "Cases in all: live scores of the last 180 days with the verdict review and without a label",
  ),
  review_target: z.int().min(1).max(MAX_REVIEW_TARGET_HOURS).meta({ example: 24 }).describe(
    "Number of hours within which a case is to be decided, as in /v1/settings",
  ),
  reviews: z.array(review).describe("In the order that was asked for"),
  cursor: text.meta({ example: null }).describe("For the next page; null at the end"),
  ...tail,
}).openapi("Reviews", { description: "A page of the review queue" });

export const assignBody = z.object({
  person_id: z.string().max(64).nullable().meta({ example: "psn_019a9f3c2b7e70008a513f2d9c0e4b17" })
    .describe(
      "A person of your account who may decide, or a key; null: nobody",
    ),
});

export const assignResult = z.object({
  request_id: requestId,
  ...holders,
  processing_time_sec: tail.processing_time_sec,
}).openapi("ReviewAssigned", { description: "Who has the case now" });
