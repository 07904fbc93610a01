/** Reads the filters of a list of scores from the address of its page. */
import { COMPONENT_KINDS } from "../../../model/component.ts";
import { DAY_MS } from "../../../model/duration.ts";
import { AppError } from "../../../model/error.ts";
import { KEY_MODES, LABEL_TYPES } from "../../../model/records.ts";
import {
  ANY_SCORE,
  type FactFilters,
  type SearchField,
  type SearchRequest,
} from "../../../service/cases/search_request.ts";
import type { AppContext } from "../../context.ts";
import { momentFrom } from "../../moment_query.ts";
import { isCustomFact } from "../../../model/facts/custom.ts";
import type { AnyFact } from "../../../model/facts/fact.ts";
import { isFactName } from "../../../model/facts/table.ts";
import { MAX_COLUMNS } from "../pages/score_columns.tsx";
import { QUERY_FIELDS, type ScoreQuery, withFacts } from "../pages/score_query.ts";
import { addFact, readFacts } from "./fact_filters.ts";

/** Longer texts fit nothing that is stored. */
const MAX_TEXT = 400;
const MAX_FACTS_TEXT = 4000;

export function readQuery(c: AppContext): ScoreQuery {
  const texts = QUERY_FIELDS.map((field) => [field, (c.req.query(field) ?? "").trim()] as const);
  // They are chosen by boxes of one name.
  const columns = (c.req.queries("columns") ?? []).flatMap((text) => text.split(",")).map((name) =>
    name.trim()
  );
  return {
    ...Object.fromEntries(texts) as Record<keyof ScoreQuery, string>,
    columns: [...new Set(columns)].filter((name) => name !== "").join(","),
  };
}

/** @throws AppError invalid_value */
export function columnsOf({ columns }: ScoreQuery): AnyFact[] {
  const names = columns === "" ? [] : columns.split(",");
  if (names.length > MAX_COLUMNS) throw refuseFilter("columns", `at most ${MAX_COLUMNS}`);
  return names.map((name) => {
    if (isFactName(name) || isCustomFact(name)) return name;
    throw refuseFilter("columns", `${name} is not a fact`);
  });
}

/** @throws AppError invalid_value, which names the filter */
export function searchOf(query: ScoreQuery): SearchRequest {
  for (const field of QUERY_FIELDS) {
    const most = field === "facts" ? MAX_FACTS_TEXT : MAX_TEXT;
    if (query[field].length > most) throw refuseFilter(field, `is longer than ${most} characters`);
  }
  return {
    ...ANY_SCORE,
    value: query.q || null,
    userId: query.user_id || null,
    ringId: query.ring || null,
    mode: oneOf(query, "mode", KEY_MODES),
    verdict: oneOf(query, "verdict", ["allow", "review", "block", "stopped"]),
    label: oneOf(query, "label", ["fraud", "legit", "none", "any"]),
    labelType: oneOf(query, "label_type", [...LABEL_TYPES, "none"]),
    component: oneOf(query, "component", COMPONENT_KINDS),
    finding: query.finding || null,
    facts: factsOf(query),
    minScore: scoreOf(query, "min_score"),
    maxScore: scoreOf(query, "max_score"),
    rule: query.rule || null,
    decidedBy: query.decided_by || null,
    tag: query.tag || null,
    from: momentOf(query, "from", 0),
    // A day as the end includes all of it.
    to: momentOf(query, "to", DAY_MS),
  };
}

/** @throws AppError invalid_value */
function factsOf({ facts }: ScoreQuery): FactFilters {
  return readFacts(facts, (why) => refuseFilter("facts", why));
}

/** With the fact that a person adds, if there is one. @throws AppError invalid_value */
export function withAddedFact(query: ScoreQuery, name: string, text: string): ScoreQuery {
  return withFacts(query, addFact(factsOf(query), name, text, (why) => refuseFilter("facts", why)));
}

function scoreOf(query: ScoreQuery, field: "min_score" | "max_score"): number | null {
  if (query[field] === "") return null;
  const score = /^\d{1,3}$/.test(query[field]) ? Number(query[field]) : NaN;
  if (!(score <= 100)) throw refuseFilter(field, "must be a whole number from 0 to 100");
  return score;
}

function oneOf<T extends string>(
  query: ScoreQuery,
  field: keyof ScoreQuery,
  options: readonly T[],
): T | null {
  if (query[field] === "") return null;
  const found = options.find((option) => option === query[field]);
  if (found === undefined) throw refuseFilter(field, `must be one of ${options.join(", ")}`);
  return found;
}

/** @param ofDay milliseconds to add to the beginning of a day */
function momentOf(query: ScoreQuery, field: "from" | "to", ofDay: number): number | null {
  const text = query[field];
  if (text === "") return null;
  const at = momentFrom(text, ofDay);
  if (at === null) throw refuseFilter(field, "must be a day such as 2026-11-22");
  return at;
}

const NAMES: Readonly<Record<keyof ScoreQuery | "after", string>> = {
  q: "Search",
  mode: "Keys",
  verdict: "Verdict",
  label: "Label",
  label_type: "Type of fraud",
  component: "Component",
  finding: "Finding",
  facts: "Facts",
  min_score: "Score from",
  max_score: "Score to",
  rule: "Rule",
  decided_by: "Rule that decided",
  tag: "Tag",
  user_id: "User id",
  ring: "Ring",
  from: "From",
  to: "To",
  columns: "Columns",
  after: "Page",
};

function refuseFilter(field: keyof ScoreQuery | "after", why: string): AppError {
  return new AppError("invalid_value", `${NAMES[field]}: ${why}${why.endsWith("?") ? "" : "."}`, {
    errors: [{ parameter: field, detail: why }],
  });
}

const FIELDS: Readonly<Record<SearchField, keyof ScoreQuery | "after">> = {
  value: "q",
  kind: "q",
  ring_id: "ring",
  label_type: "label_type",
  min_score: "min_score",
  from: "from",
  cursor: "after",
};

/** The error of a field of the search. */
export function refuseSearch(field: SearchField, why: string): AppError {
  return refuseFilter(FIELDS[field], why);
}
