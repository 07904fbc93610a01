/** Scores in the console: the search and its export, a single score. */
import type { ConsolePages } from "../../console/pages.ts";
import type { Caller } from "../../../model/records.ts";
import { countFacets } from "../../../service/cases/facets.ts";
import type { Services } from "../../../service/context.ts";
import { foundValues } from "../../../service/cases/found_values.ts";
import { MAX_RESULTS, searchScores } from "../../../service/cases/search.ts";
import { readSearch, type Search } from "../../../service/cases/search_request.ts";
import { searchCsv } from "../../../service/cases/search_csv.ts";
import { timelineOf } from "../../../service/cases/person_timeline.ts";
import { locatesScore, openScore } from "../../../service/site/scores.ts";
import { HEAVY } from "../../endpoint.ts";
import { csv } from "../../respond.ts";
import { reviewOf } from "../../reviews/console.ts";
import { ScorePage } from "../pages/score.tsx";
import type { AnyFact } from "../../../model/facts/fact.ts";
import { scoresAddress } from "../pages/score_query.ts";
import { ScoresPage } from "../pages/scores.tsx";
import { type SignedVisit, tryForm } from "../../site/page_handler.ts";
import { html, seeOther } from "../../site/respond.ts";
import { COMPONENT_NAMES } from "../../site/words.ts";
import { noticeOf } from "./notices.ts";
import { columnsOf, readQuery, refuseSearch, searchOf, withAddedFact } from "./score_filters.ts";

const SCORES_PER_PAGE = 25;
const NO_COLUMNS: readonly AnyFact[] = [];
const FACETS: readonly AnyFact[] = ["ip.country", "ip.network", "ip.asn", "device.browser"];
const MAX_FACETS_SHOWN = 6;
/** Of those that a value, a user id, a ring or a label leads to. */
const MAX_FACET_SCORES = 2000;

export const scorePages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/scores", name: "Scores", within: true }],
  reads: "scores.search",
  pages: {
    "/console/scores": showList,
    "/console/scores.csv": download,
    "/console/scores/:id": showOne,
  },
};

async function showList({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const query = readQuery(c);
  const after = c.req.query("after") || null;
  if ((c.req.queries("columns") ?? []).length > 1) return seeOther(c, scoresAddress(query));
  const [fact, is] = [c.req.query("fact")?.trim() ?? "", c.req.query("is")?.trim() ?? ""];
  const props = { view, query, columns: NO_COLUMNS, facts: {}, facets: [], first: after === null };
  return await tryForm(c, async () => {
    if (fact !== "") return seeOther(c, scoresAddress(withAddedFact(query, fact, is)));
    const columns = columnsOf(query);
    const request = searchOf(query);
    const search = await readSearch(services, signed.caller, request, refuseSearch);
    const wanted = { limit: SCORES_PER_PAGE, cursor: after };
    const page = await searchScores(services, signed.caller, search, wanted, refuseSearch);
    const only = page.found.length === 1 && page.cursor === null ? page.found[0]! : null;
    if (only !== null && isIdOf(only.record.id, query.q)) {
      return seeOther(c, `/console/scores/${only.record.id}`);
    }
    const meanings = foundValues(services, search, page.found).map(({ kind, ...rest }) => ({
      ...rest,
      name: COMPONENT_NAMES[kind],
    }));
    const facets = after === null && page.found.length > 0
      ? await facetsOf(services, signed.caller, search, columns)
      : [];
    return html(c, ScoresPage({ ...props, columns, facts: request.facts, facets, page, meanings }));
  }, (error) => ScoresPage({ ...props, page: null, problem: error.message }));
}

/** Of the columns that a person chose, and of what tells most. */
async function facetsOf(services: Services, caller: Caller, search: Search, columns: readonly AnyFact[]) {
  const names = [...new Set([...columns, ...FACETS])].slice(0, MAX_FACETS_SHOWN);
  const { facets } = await countFacets(services, caller, search, names, MAX_FACET_SCORES);
  return names.map((name) => [name, facets[name] ?? []] as const).filter(([, values]) => values.length > 0);
}

/** Whether the text is the request id, with or without its prefix. */
function isIdOf(requestId: string, text: string): boolean {
  return text === requestId || `req_${text}` === requestId;
}

async function download({ c, services, signed }: SignedVisit): Promise<Response> {
  await c.env.load.claim(signed.caller.account.id, HEAVY);
  const query = readQuery(c);
  const search = await readSearch(services, signed.caller, searchOf(query), refuseSearch);
  const page = { limit: MAX_RESULTS, cursor: null, uncounted: true } as const;
  const first = await searchScores(services, signed.caller, search, page, refuseSearch);
  return csv(c, "scores.csv", searchCsv(services, signed.caller, search, first, columnsOf(query)));
}

async function showOne(visit: SignedVisit): Promise<Response> {
  const { c, view, services, signed } = visit;
  const score = await openScore(services, signed.caller, c.req.param("id") ?? "");
  const review = await reviewOf(visit, score);
  // What was decided before this case: its undo leads back to it.
  const from = c.req.query("from") ?? "";
  const notice = await noticeOf(visit, `/console/scores/${locatesScore(from) ? from : score.record.id}`);
  const timeline = await timelineOf(services, signed.caller, score.record);
  return html(c, ScorePage({ view, score, review, timeline, notice }));
}
