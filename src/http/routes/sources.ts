/** `GET /v1/sources`: what each data source holds, its age and its last error. */
import { z } from "@hono/zod-openapi";
import { sourcesReport } from "../../service/feed_report.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { count, fields, tail, text, timestamp } from "../schemas/common.ts";

const source = z.object({
  name: z.string(),
  kind: z.string(),
  state: z.enum(["fresh", "stale", "not_loaded", "bundled", "not_offered"]),
  ...fields(count, "entries", "age_seconds"),
  ...fields(timestamp, "fetched_at", "next_at"),
  ...fields(text, "last_error", "note"),
  ...fields(z.string(), "licence", "credit", "url"),
}).openapi("Source");

export const sources = endpoint({
  method: "get",
  path: "/v1/sources",
  family: "account",
  scope: "score",
  tag: "Account",
  free: true,
  summary: "List data sources with their entries and age",
  response: z.object({
    data_version: z.string(),
    sources: z.array(source),
    ...tail,
  }).openapi("Sources"),
  handler: (request) =>
    Promise.resolve(withRequestId(request, {
      data_version: request.services.dataVersion(),
      sources: sourcesReport(request.services.feeds.statuses()),
    })),
});
