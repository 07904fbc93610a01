/** All scores of a search as CSV, page by page as the client reads them. */
import { COMPONENT_KINDS } from "../../model/component.ts";
import { isCustomFact } from "../../model/facts/custom.ts";
import type { AnyFact } from "../../model/facts/fact.ts";
import { FACT_NAMES } from "../../model/facts/table.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Caller } from "../../model/records.ts";
import { workRoom } from "../access/work.ts";
import type { Services } from "../context.ts";
import { csvLine } from "../csv.ts";
import type { FoundScore } from "./found_score.ts";
import { MAX_RESULTS, type SearchPage, searchScores } from "./search.ts";
import type { Search } from "./search_request.ts";

const COLUMNS = [
  "request_id",
  "scored_at",
  "risk_score",
  "verdict",
  "label",
  "user_id",
  "ring_id",
  "top_signals",
  ...COMPONENT_KINDS,
];

/**
 * After the other columns one for each fact, then for fields of the account's own.
 * @param first the first page, which was read to find errors before the answer begins
 * @param asked facts; those of the account's own that no score of the first page has are columns only when they are here
 */
export async function* searchCsv(
  services: Services,
  caller: Caller,
  search: Search,
  first: SearchPage,
  asked: readonly AnyFact[] = [],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const own = first.found.flatMap(({ record }) => Object.keys(record.facts ?? {}) as AnyFact[]);
  const custom = new Set([...own.sort(), ...asked].filter(isCustomFact));
  const facts = [...FACT_NAMES, ...custom];
  let head = csvLine([...COLUMNS, ...facts]);
  for (let page = first;;) {
    yield encoder.encode(head + page.found.map((score) => lineOf(score, facts)).join(""));
    const { cursor } = page;
    if (cursor === null) return;
    head = "";
    await workRoom(services, caller);
    page = await searchScores(
      services,
      caller,
      search,
      { limit: MAX_RESULTS, cursor, uncounted: true },
      (_, why) => new Error(why),
    );
  }
}

function lineOf({ record, label, ringId }: FoundScore, facts: readonly AnyFact[]): string {
  const masks = COMPONENT_KINDS.map((kind) =>
    record.components.find((each) => each.kind === kind)?.mask ?? ""
  );
  return csvLine([
    record.id,
    timestamp(record.at),
    String(record.score),
    record.verdict,
    label ?? "",
    record.signup?.userId ?? "",
    ringId ?? "",
    record.topSignals.join("; "),
    ...masks,
    ...facts.map((name) => String(record.facts?.[name] ?? "")),
  ]);
}
