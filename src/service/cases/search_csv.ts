/** All scores of a search as CSV, page by page as the client reads them. */
import { COMPONENT_KINDS } from "../../model/component.ts";
import { type CustomFact, isCustomFact } from "../../model/facts/custom.ts";
import type { AnyFact } from "../../model/facts/fact.ts";
import { FACT_NAMES } from "../../model/facts/table.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Caller } from "../../model/records.ts";
import { workRoom } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
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

/** Of labels, where one of the first page says what kind of fraud it was or when it happened. */
const SAID_COLUMNS = ["label_type", "label_at"];

/** Fields of the account's own that the first page has. */
const MAX_CUSTOM_COLUMNS = 100;

/**
 * After the other columns one for each fact, then for fields of the account's own, then what labels say.
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
  const custom = new Set([...customOf(first.found), ...asked.filter(isCustomFact)]);
  const facts = [...FACT_NAMES, ...custom];
  const slice = new TimeSlice();
  const isSaid = first.found.some(({ said }) => said !== undefined);
  let head = csvLine([...COLUMNS, ...facts, ...(isSaid ? SAID_COLUMNS : [])]);
  for (let page = first;;) {
    let lines = head;
    for (const score of page.found) {
      if (slice.isOver) await slice.next();
      lines += lineOf(score, facts, isSaid);
    }
    yield encoder.encode(lines);
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

/** The most frequent fields of the account's own, by name: sign-ups may have thousands of different ones. */
function customOf(found: readonly FoundScore[]): CustomFact[] {
  const counts = new Map<CustomFact, number>();
  for (const { record } of found) {
    for (const name in record.facts) {
      if (isCustomFact(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const names = [...counts.keys()].sort();
  return names.sort((one, other) => counts.get(other)! - counts.get(one)!).slice(0, MAX_CUSTOM_COLUMNS)
    .sort();
}

function lineOf(
  { record, label, said, ringId }: FoundScore,
  facts: readonly AnyFact[],
  isSaid: boolean,
): string {
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
    ...(isSaid ? [said?.type ?? "", said?.happenedAt === undefined ? "" : timestamp(said.happenedAt)] : []),
  ]);
}
