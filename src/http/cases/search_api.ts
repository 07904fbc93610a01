/** `POST /v1/scores/search`, `POST /v1/scores/facets`: the account's stored scores. */
import { invalidField } from "../../model/error.ts";
import { countFacets } from "../../service/cases/facets.ts";
import { factsOf, foundBody } from "../../service/cases/found_score.ts";
import { MAX_RESULTS, searchScores } from "../../service/cases/search.ts";
import { readSearch, type SearchField } from "../../service/cases/search_request.ts";
import { searchCsv } from "../../service/cases/search_csv.ts";
import { BODY_LIMIT } from "../body.ts";
import { requireWork } from "../../service/access/work.ts";
import { endpoint, HEAVY, withRequestId } from "../endpoint.ts";
import { csv, wantsCsv } from "../respond.ts";
import {
  facetsBody,
  facetsResult,
  searchBody,
  searchQuery,
  searchRequest,
  searchResult,
} from "./search_schema.ts";

const refuse = (field: SearchField, why: string) => invalidField(`/${field}`, why);

export const search = endpoint({
  method: "post",
  path: "/v1/scores/search",
  family: "account",
  action: "scores.search",
  tag: "Cases",
  free: true,
  reads: true,
  summary: "Search stored scores",
  description:
    "Your stored scores that fit all filters, the newest first; without filters all of them. Those of live keys, or with `mode=test` those of test keys. Values are masked. " +
    "`facts` filters by what is known of the values and by fields of your own; scores of before facts were kept have none. " +
    "With `Accept: text/csv` all matches are sent as CSV, whatever the limit.",
  query: searchQuery,
  errors: ["test_key_refused"],
  body: { schema: searchBody, limit: BODY_LIMIT, example: { value: "jane@mailinator.com", limit: 20 } },
  csv: {
    description:
      "All matches, with a column for each fact. A cell that a spreadsheet would take for a formula begins with an apostrophe",
    example:
      "request_id,scored_at,risk_score,verdict,label,user_id,ring_id,top_signals,ip,email,phone,domain,device,ip.country,…\r\n" +
      "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17,2026-11-22T09:30:00.000Z,84,block,fraud,user-81225,,email: disposable address,,j•••@mailinator.com,,,,DE,…\r\n",
  },
  response: searchResult,
  exampleParts: { results: [{ risk_score: 84, verdict: "block" }], total: 1 },
  handler: async (request) => {
    const { services, caller, query, body } = request;
    const { limit, cursor, columns } = body;
    const asCsv = wantsCsv(request.c);
    requireWork(services, caller);
    if (asCsv) await request.c.env.load.claim(caller.account.id, HEAVY);
    const search = await readSearch(services, caller, searchRequest(body, query.mode), refuse);
    if (asCsv) {
      const wanted = { limit: MAX_RESULTS, cursor, uncounted: true } as const;
      const first = await searchScores(services, caller, search, wanted, refuse);
      return csv(request.c, "scores.csv", searchCsv(services, caller, search, first, columns));
    }
    const { found, total, cursor: next } = await searchScores(
      services,
      caller,
      search,
      { limit, cursor },
      refuse,
    );
    const factsIn = (each: typeof found[number]) =>
      columns.length === 0 ? {} : { facts: factsOf(each, columns) };
    return withRequestId(request, {
      results: found.map((each) => ({ ...foundBody(services, each), ...factsIn(each) })),
      cursor: next,
      total,
    });
  },
});

export const facets = endpoint({
  method: "post",
  path: "/v1/scores/facets",
  family: "account",
  action: "scores.search",
  tag: "Cases",
  free: true,
  reads: true,
  weight: HEAVY,
  summary: "Count the values of facts",
  description:
    "Of your stored scores that fit all filters: the most frequent values of each fact that is asked for, with verdicts and labels. " +
    "The filters are those of a search. Where a value, a user id, a ring or a label is searched and more than 10,000 scores fit, the newest 10,000 are counted. Counts are exact for facts of up to 100,000 different values.",
  query: searchQuery,
  errors: ["test_key_refused"],
  body: { schema: facetsBody, limit: BODY_LIMIT, example: { facets: ["ip.asn"], verdict: "block" } },
  response: facetsResult,
  handler: async (request) => {
    const { services, caller, query, body } = request;
    const search = await readSearch(services, caller, searchRequest(body, query.mode), refuse);
    return withRequestId(request, await countFacets(services, caller, search, body.facets));
  },
});
