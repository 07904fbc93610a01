/** `GET /v1/sources`: what each data source holds, its age and its last error. */
import { z } from "@hono/zod-openapi";
import { COVERAGE_STATES, coverageReport } from "../../service/coverage.ts";
import { SOURCE_KINDS, SOURCE_STATES, sourcesReport } from "../../service/feed_report.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { count, dataVersion, described, tail, text, timestamp } from "../common_schema.ts";

const source = z.object({
  name: z.string().meta({ example: "tor-bulk-exit-list" }).describe("As in `winnow feeds refresh NAME`"),
  kind: z.enum(SOURCE_KINDS).describe("What the source holds"),
  state: z.enum(SOURCE_STATES).meta({ example: "not_loaded" }).describe(
    "`bundled`: the copy that came with the program is in use. `not_offered`: the mirror does not have it",
  ),
  ...described(count, {
    entries: "Entries of the loaded copy; null when nothing is loaded",
    age_seconds: "Seconds since the source last confirmed the loaded copy; null when nothing is loaded",
  }),
  ...described(timestamp, {
    fetched_at: "RFC 3339: when the loaded copy was fetched; null when nothing is loaded",
    next_at: "RFC 3339: when it is fetched next; null: not planned",
  }),
  ...described(text, {
    last_error: "Why the last fetch failed; null when it did not",
    note: "What was left out of the loaded copy; null: nothing",
  }),
  ...described(z.string(), {
    licence: "Licence of the data",
    credit: "Who publishes it",
    url: "Where it is fetched from",
  }, {
    licence: "public facts",
    credit: "Tor Project",
    url: "https://check.torproject.org/torbulkexitlist",
  }),
}).openapi("Source", { description: "A source of data" });

const coverage = z.object({
  signal: z.string().meta({ description: "The field of a result", example: "is_tor" }),
  state: z.enum(COVERAGE_STATES).describe(
    "`cold`: only what came with the program. `stale`: the lists that decide it are too old",
  ),
  share: z.number().min(0).max(1).nullable().meta({ example: 0 }).describe(
    "0 to 1: how much of what `measured` names is known; null: not measured",
  ),
  measured: z.string().meta({ example: "Tor exits of the day, 2026-11-22" }).describe(
    "What the share is of, and when it was measured",
  ),
}).openapi("Coverage", { description: "What share of its field a signal can know now" });

export const sources = endpoint({
  method: "get",
  path: "/v1/sources",
  family: "account",
  action: "sources.read",
  tag: "Account",
  free: true,
  summary: "List data sources with their entries and age",
  description: "A fact that a missing source would tell is null in scores. Free.",
  response: z.object({
    data_version: dataVersion,
    sources: z.array(source).describe("Every source that the service knows"),
    coverage: z.array(coverage).describe("What the signals can know with the sources as they are"),
    ...tail,
  }).openapi("Sources", { description: "What the scores are based on" }),
  handler: (request) => {
    const statuses = request.services.feeds.statuses();
    return Promise.resolve(withRequestId(request, {
      data_version: request.services.dataVersion(),
      sources: sourcesReport(statuses),
      coverage: coverageReport(statuses),
    }));
  },
});
