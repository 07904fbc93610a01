/** The filters of a list of scores, as they are in the address of its page. */
import type { FactFilters } from "../../../service/cases/search_request.ts";

/** Texts as a person gives them; "" means not given. */
export interface ScoreQuery {
  readonly q: string;
  /** Of live keys, or of test keys. */
  readonly mode: string;
  readonly verdict: string;
  readonly label: string;
  readonly label_type: string;
  readonly component: string;
  readonly finding: string;
  /** As the API takes them: JSON such as `{"ip.asn":[16276]}`. */
  readonly facts: string;
  readonly min_score: string;
  readonly max_score: string;
  /** The id of a rule. */
  readonly rule: string;
  /** The id of a rule that decided. */
  readonly decided_by: string;
  readonly tag: string;
  readonly user_id: string;
  readonly ring: string;
  /** Days, or RFC 3339. */
  readonly from: string;
  readonly to: string;
  /** Facts that the list shows, separated by commas: `ip.asn,custom.plan`. */
  readonly columns: string;
}

export const NO_FILTER: ScoreQuery = {
  q: "",
  mode: "",
  verdict: "",
  label: "",
  label_type: "",
  component: "",
  finding: "",
  facts: "",
  min_score: "",
  max_score: "",
  rule: "",
  decided_by: "",
  tag: "",
  user_id: "",
  ring: "",
  from: "",
  to: "",
  columns: "",
};

export const QUERY_FIELDS = Object.keys(NO_FILTER) as readonly (keyof ScoreQuery)[];

export function isFiltered(query: ScoreQuery): boolean {
  return QUERY_FIELDS.some((field) => field !== "columns" && query[field] !== "");
}

/** With other facts. */
export function withFacts(query: ScoreQuery, facts: FactFilters): ScoreQuery {
  const given = Object.entries(facts).filter(([, values = []]) => values.length > 0);
  return { ...query, facts: given.length === 0 ? "" : JSON.stringify(Object.fromEntries(given)) };
}

/** @param after the cursor of the page before */
export function scoresAddress(
  query: Partial<ScoreQuery>,
  { path = "/console/scores", after = null }: { path?: string; after?: string | null } = {},
): string {
  const given = new URLSearchParams();
  for (const field of QUERY_FIELDS) {
    const text = query[field] ?? "";
    if (text !== "") given.set(field, text);
  }
  if (after !== null) given.set("after", after);
  // Names of facts are easier to read, and to change by hand, with commas between them.
  return given.size === 0 ? path : `${path}?${String(given).replaceAll("%2C", ",")}`;
}
