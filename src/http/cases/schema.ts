/** Schemas of values and rings. */
import { z } from "@hono/zod-openapi";
import { MAX_RINGS, RING_ORDERS } from "../../service/cases/ring_lists.ts";
import { MAX_VALUE_SCORES } from "../../service/cases/value.ts";
import { described, modeQuery, moment, tail } from "../common_schema.ts";
import { ring } from "../score/schema.ts";
import { foundScore, maskedValue, valueRef } from "./search_schema.ts";

export const valueResult = z.object({
  ref: valueRef,
  kind: maskedValue.shape.kind,
  masked: maskedValue.shape.masked,
  first_seen: moment.describe("RFC 3339: the oldest of its scores"),
  last_seen: moment.describe("RFC 3339: the newest of its scores"),
  scores: z.object(described(z.int(), {
    allow: "Scores with this verdict",
    review: "Scores with this verdict",
    block: "Scores with this verdict",
  }, { allow: 12, review: 2, block: 1 })).describe("Its scores by verdict"),
  labels: z.object(described(z.int(), {
    fraud: "Scores that you labelled as fraud",
    legit: "Scores that you labelled as legitimate",
  }, { fraud: 2 })).describe("Its scores by label"),
  labelled_groups: z.array(z.object({
    where: z.string().meta({
      description: "What the sign-ups have in common, after `labelled sign-ups`",
      example: "at kestrelbyte.com",
    }),
    fraud: z.int().meta({ description: "Labelled fraud", example: 9 }),
    legit: z.int().meta({ description: "Labelled legitimate", example: 1 }),
  })).describe(
    "Your labelled sign-ups in the groups that it belongs to, which add to the scores of others there",
  ),
  seen_with: z.array(maskedValue.extend({
    count: z.int().meta({ description: "Scores that have both", example: 3 }),
    fraud: z.int().meta({ description: "How many of them you labelled as fraud", example: 1 }),
  })).describe("The 50 that it was seen with most often"),
  ring: ring.nullable().describe("Of its newest sign-up, as it is now"),
  truncated: z.boolean().describe(
    `It has more than ${MAX_VALUE_SCORES} scores: what is counted are the newest ones`,
  ),
  ...tail,
}).openapi("StoredValue", { description: "A value of your stored scores" });

export const valueQuery = z.object({ mode: modeQuery });

const ringRow = ring.extend({
  risk: z.int().meta({ example: 68 }).describe(
    "0 to 100: the highest score of its members, or what its size and labels add to one; the larger the share labelled fraud, the nearer to 100",
  ),
  not_joined: z.array(z.string()).meta({ example: ["a free-mail domain (gmail.com)"] }).describe(
    "What members share that did not join them, and why; in a list of its newest members",
  ),
  left_window: z.int().meta({ example: 0 }).describe(
    "Members that signed up more than 30 days ago: they are counted here alone",
  ),
  last_signup: moment.describe("RFC 3339: when its newest member signed up"),
});

export const ringsQuery = z.object({
  mode: modeQuery,
  sort: z.enum(RING_ORDERS).optional().transform((sort) => sort ?? "size").meta({
    type: "string",
    enum: [...RING_ORDERS],
    default: "size",
    description: "The largest first, those with the newest member, or those of the highest `risk`",
  }),
  limit: z.string().optional().transform((text, context) => {
    const limit = text === undefined || text === "" ? 50 : /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (limit >= 1 && limit <= MAX_LISTED) return limit;
    context.issues.push({ code: "custom", message: `must be from 1 to ${MAX_LISTED}`, input: text });
    return z.NEVER;
  }).meta({ type: "integer", minimum: 1, maximum: 500, default: 50, description: "Rings to return" }),
});

const MAX_LISTED = 500;

export const ringsResult = z.object({
  count: z.int().meta({ example: 1, description: `Rings of the last 30 days, up to ${MAX_RINGS}` }),
  rings: z.array(ringRow.openapi("RingRow", { description: "A ring in a list" })).describe(
    "In the order asked for",
  ),
  ...tail,
}).openapi("RingList", { description: "Your rings" });

export const ringResult = ringRow.extend({
  members: z.array(foundScore).describe("The newest 500, the newest first"),
  links: z.array(
    maskedValue.extend({
      members: z.int().meta({ description: "Members that have the value", example: 2 }),
    }),
  ).describe("Values that members share; for an e-mail pattern the networks that it joins in"),
  ...tail,
}).openapi("RingMembers", { description: "A ring with its members" });
