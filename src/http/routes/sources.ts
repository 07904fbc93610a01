/** What each data source holds, its age and its last error. */
import { z } from "@hono/zod-openapi";
import { sourcesReport } from "../../service/feed_report.ts";
import { endpoint } from "../endpoint.ts";
import { requestId, seconds } from "../schemas/common.ts";
import { answered } from "./network.ts";

const source = z.object({
  name: z.string(),
  kind: z.string(),
  state: z.enum(["fresh", "stale", "not_loaded", "bundled", "not_offered"]),
  entries: z.int().nullable(),
  age_seconds: z.int().nullable(),
  fetched_at: z.iso.datetime().nullable(),
  next_at: z.iso.datetime().nullable(),
  last_error: z.string().nullable(),
  note: z.string().nullable(),
  licence: z.string(),
  credit: z.string(),
  url: z.string(),
}).openapi("Source");

export const sources = endpoint({
  method: "get",
  path: "/v1/sources",
  family: "account",
  tag: "Account",
  free: true,
  summary: "Data sources, what they hold and how old they are",
  response: z.object({
    data_version: z.string(),
    sources: z.array(source),
    request_id: requestId,
    processing_time_sec: seconds,
  }).openapi("Sources"),
  handle: (given) =>
    Promise.resolve(answered(given, {
      data_version: given.services.dataVersion(),
      sources: sourcesReport(given.services.feeds.statuses()),
    })),
});
