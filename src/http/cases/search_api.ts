/** `POST /v1/scores/search`: the account's stored scores. */
import { invalidField } from "../../model/error.ts";
import { foundBody } from "../../service/cases/found_score.ts";
import { MAX_RESULTS, readSearch, type SearchField, searchScores } from "../../service/cases/search.ts";
import { searchCsv } from "../../service/cases/search_csv.ts";
import { BODY_LIMIT } from "../body.ts";
import { header } from "../header.ts";
import { requireWork } from "../../service/access/work.ts";
import { endpoint, HEAVY, withRequestId } from "../endpoint.ts";
import { csv } from "../respond.ts";
import { searchBody, searchQuery, searchResult } from "./search_schema.ts";

export const search = endpoint({
  method: "post",
  path: "/v1/scores/search",
  family: "account",
  scope: "cases",
  tag: "Cases",
  free: true,
  reads: true,
  summary: "Search stored scores",
  description:
    "Your stored scores that fit all filters, the newest first; without filters all of them. Those of live keys, or with `mode=test` those of test keys. Values are masked. A page " +
    "that looked at many scores which do not fit ends early: it may have fewer results than `limit`, and goes on by its " +
    "`cursor` until that is null. With `Accept: text/csv` all matches are sent as CSV, whatever the limit.",
  query: searchQuery,
  errors: ["test_key_refused"],
  body: { schema: searchBody, limit: BODY_LIMIT, example: { value: "jane@mailinator.com", limit: 20 } },
  csv: {
    description: "All matches. A cell that a spreadsheet would take for a formula begins with an apostrophe",
    example:
      "request_id,scored_at,risk_score,verdict,label,user_id,ring_id,top_signals,ip,email,phone,domain,device\r\n" +
      "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17,2026-11-22T09:30:00.000Z,84,block,fraud,user-81225,,email: disposable address,,j•••@mailinator.com,,,\r\n",
  },
  response: searchResult,
  exampleParts: { results: [{ risk_score: 84, verdict: "block" }] },
  handler: async (request) => {
    const { services, caller, query, body } = request;
    const { user_id: userId, ring_id: ringId, mode, limit, cursor, ...rest } = body;
    const refuse = (field: SearchField, why: string) => invalidField(`/${field}`, why);
    const asCsv = (header(request.c, "accept") ?? "").includes("text/csv");
    requireWork(services, caller);
    if (asCsv) await request.c.env.load.claim(caller.account.id, HEAVY);
    const wanted = { ...rest, mode: mode ?? query.mode, userId, ringId };
    const search = await readSearch(services, caller, wanted, refuse);
    const page = { limit: asCsv ? MAX_RESULTS : limit, cursor };
    const first = await searchScores(services, caller, search, page, refuse);
    if (asCsv) return csv(request.c, "scores.csv", searchCsv(services, caller, search, first));
    return withRequestId(request, {
      results: first.found.map((each) => foundBody(services, each)),
      cursor: first.cursor,
    });
  },
});
