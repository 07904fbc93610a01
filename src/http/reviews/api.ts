/** `/v1/reviews`: what is to review, and to whom it is assigned. A label on the score is the decision: `POST /v1/outcome`. */
import { z } from "@hono/zod-openapi";
import { invalidParameter } from "../../model/error.ts";
import { HOUR_MS } from "../../model/duration.ts";
import { timestamp } from "../../model/timestamp.ts";
import { settingsOf } from "../../service/access/settings.ts";
import { foundBody } from "../../service/cases/found_score.ts";
import { processingTime, type Services } from "../../service/context.ts";
import { assignCase, type CaseHolders } from "../../service/reviews/cases.ts";
import { listReviews, type ReviewItem } from "../../service/reviews/queue.ts";
import { BODY_LIMIT } from "../body.ts";
import { requestId } from "../common_schema.ts";
import { type Endpoint, endpoint, HEAVY, withRequestId } from "../endpoint.ts";
import { assignBody, assignResult, reviewsQuery, reviewsResult } from "./schema.ts";

const REVIEWS = { family: "account", tag: "Cases", free: true } as const;

const list = endpoint({
  ...REVIEWS,
  action: "reviews.read",
  method: "get",
  path: "/v1/reviews",
  weight: HEAVY,
  summary: "List what is to review",
  description:
    "Live scores with the verdict review and without a label, with who has each open in the console and to whom it is assigned. A label decides a case (`POST /v1/outcome`) and sends the event `review.decided`. Free.",
  query: reviewsQuery,
  errors: ["test_key_refused"],
  response: reviewsResult,
  exampleParts: { reviews: [{ risk_score: 46, verdict: "review", label: null }] },
  handler: async (request) => {
    const { services, caller, query: { sort, assigned, limit, cursor } } = request;
    const refuse = (field: string, why: string) => invalidParameter(field, why);
    const wanted = { sort, assigned, filter: {} };
    const page = await listReviews(services, caller, wanted, { limit, after: cursor }, refuse);
    const target = settingsOf(caller.account, services).review_target;
    return withRequestId(request, {
      total: page.total,
      review_target: target,
      reviews: page.items.map((item) => reviewBody(services, item, target)),
      cursor: page.next,
    });
  },
});

function reviewBody(services: Services, { found, holders, campaignId }: ReviewItem, target: number) {
  const { label_type: _, label_at: __, ...body } = foundBody(services, found);
  const age = Math.max(0, services.now() - found.record.at);
  return {
    ...body,
    age_seconds: Math.floor(age / 1000),
    late: age > target * HOUR_MS,
    campaign_id: campaignId,
    ...holdersBody(holders),
  };
}

function holdersBody({ claim, assigned }: CaseHolders) {
  return {
    claimed_by: claim?.by.name ?? null,
    claimed_by_id: claim?.by.id ?? null,
    claimed_until: claim === null ? null : timestamp(claim.until),
    assigned_to: assigned?.name ?? null,
    assigned_to_id: assigned?.id ?? null,
  };
}

const assign = endpoint({
  ...REVIEWS,
  action: "reviews.decide",
  method: "post",
  path: "/v1/reviews/{request_id}/assign",
  summary: "Assign a case of the review queue",
  description:
    "To a person, who finds it under “Mine”, or to a key. It stays assigned until it is decided. Null assigns it to nobody. A score that is not to review is a 409.",
  params: z.object({ request_id: requestId }),
  body: {
    schema: assignBody,
    limit: BODY_LIMIT,
    example: { person_id: "psn_019a9f3c2b7e70008a513f2d9c0e4b17" },
  },
  errors: ["test_key_refused", "not_found", "conflict"],
  response: assignResult,
  handler: async ({ c, services, caller, body, started }) => {
    const id = c.req.param("request_id") ?? "";
    const holders = await assignCase(services, caller, id, body.person_id);
    return { request_id: id, ...holdersBody(holders), processing_time_sec: processingTime(started) };
  },
});

export const reviewEndpoints: readonly Endpoint[] = [list, assign];
