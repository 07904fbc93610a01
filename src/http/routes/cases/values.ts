/** `GET /v1/values/{ref}`: a value of the account's scores. */
import { z } from "@hono/zod-openapi";
import { MAX_VALUE_SCORES, valueOf } from "../../../service/cases/value.ts";
import { endpoint, withRequestId } from "../../endpoint.ts";
import { valueQuery, valueResult } from "../../schemas/cases.ts";
import { valueRef } from "../../schemas/search.ts";

export const value = endpoint({
  method: "get",
  path: "/v1/values/{ref}",
  family: "account",
  scope: "cases",
  tag: "Cases",
  free: true,
  summary: "Get what is known about a value",
  description:
    `Of your own stored scores, counted over the newest ${MAX_VALUE_SCORES} that have the value; ` +
    "`truncated` tells when there are more.",
  params: z.object({ ref: valueRef }),
  query: valueQuery,
  errors: ["test_key_refused"],
  response: valueResult,
  example: {
    ref: "val_fK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
    kind: "device",
    masked: "9f86d0…",
    first_seen: "2026-11-20T09:30:04.000Z",
    last_seen: "2026-11-22T11:02:41.000Z",
    scores: { allow: 12, review: 2, block: 1 },
    labels: { fraud: 2, legit: 0 },
    seen_with: [{
      kind: "email",
      masked: "j•••@mailinator.com",
      ref: "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
      count: 3,
      fraud: 1,
    }],
    ring: {
      ring_id: "ring_019a9f3c11d270008a513f2d9c0e4b17",
      size: 15,
      labelled_fraud: 2,
      since: "2026-11-20T09:30:04.000Z",
      via: ["device"],
    },
    truncated: false,
    request_id: "req_019a9f3d-0000-7000-8a51-3f2d9c0e4b17",
    processing_time_sec: 0.003162,
  },
  handler: async (request) => {
    const { services, caller, c, query } = request;
    return withRequestId(request, await valueOf(services, caller, c.req.param("ref") ?? "", query.mode));
  },
});
