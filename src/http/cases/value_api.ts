/** `GET /v1/values/{ref}`: a value of the account's scores. */
import { z } from "@hono/zod-openapi";
import { MAX_VALUE_SCORES, valueOf } from "../../service/cases/value.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { valueQuery, valueResult } from "./schema.ts";
import { valueRef } from "./search_schema.ts";

export const value = endpoint({
  method: "get",
  path: "/v1/values/{ref}",
  family: "account",
  action: "scores.search",
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
  handler: async (request) => {
    const { services, caller, c, query } = request;
    return withRequestId(request, await valueOf(services, caller, c.req.param("ref") ?? "", query.mode));
  },
});
