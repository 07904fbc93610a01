/** Account endpoints: a stored decision, the month's usage. */
import { z } from "@hono/zod-openapi";
import { storedScore as readStoredScore } from "../../service/score/stored_score.ts";
import { usageOf } from "../../service/access/quota.ts";
import { processingTime } from "../../service/context.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { requestId } from "../schemas/common.ts";
import { storedScoreResult, usageResult } from "../schemas/account.ts";

const ACCOUNT = { family: "account", scope: "score", tag: "Account", free: true } as const;

export const storedScore = endpoint({
  method: "get",
  path: "/v1/score/{request_id}",
  ...ACCOUNT,
  summary: "Get a past decision",
  params: z.object({ request_id: requestId }),
  response: storedScoreResult,
  handler: async ({ c, services, caller, started }) => ({
    ...await readStoredScore(services, caller, c.req.param("request_id") ?? ""),
    processing_time_sec: processingTime(started),
  }),
});

export const usage = endpoint({
  method: "get",
  path: "/v1/usage",
  ...ACCOUNT,
  summary: "Get this month's usage",
  response: usageResult,
  handler: async (request) => withRequestId(request, await usageOf(request.services, request.caller)),
});
