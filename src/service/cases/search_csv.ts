/** All scores of a search as CSV, page by page as the client reads them. */
import { COMPONENT_KINDS } from "../../model/component.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Caller } from "../../model/records.ts";
import { workRoom } from "../access/work.ts";
import type { Services } from "../context.ts";
import { csvLine } from "../csv.ts";
import type { FoundScore } from "./found_score.ts";
import { MAX_RESULTS, type Search, type SearchPage, searchScores } from "./search.ts";

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

/** @param first the first page, which was read to find errors before the answer begins */
export async function* searchCsv(
  services: Services,
  caller: Caller,
  search: Search,
  first: SearchPage,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let head = csvLine(COLUMNS);
  for (let page = first;;) {
    yield encoder.encode(head + page.found.map(lineOf).join(""));
    const { cursor } = page;
    if (cursor === null) return;
    head = "";
    await workRoom(services, caller);
    page = await searchScores(
      services,
      caller,
      search,
      { limit: MAX_RESULTS, cursor },
      (_, why) => new Error(why),
    );
  }
}

function lineOf({ record, label, ringId }: FoundScore): string {
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
  ]);
}
