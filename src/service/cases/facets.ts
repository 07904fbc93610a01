/** `POST /v1/scores/facets`: the most frequent values of facts among the scores that fit a search. */
import type { AnyFact } from "../../model/facts/fact.ts";
import type { Caller } from "../../model/records.ts";
import { VERDICTS } from "../../model/verdict.ts";
import { rowsOf, type SlotReader } from "../../records/scores/column_rows.ts";
import type { ColumnBlock } from "../../records/scores/score_columns.ts";
import { type ColumnName, takeValues } from "../../records/scores/score_row.ts";
import type { Services } from "../context.ts";
import { type CountedRows, type FacetValue, Tally } from "./facet_tally.ts";
import { withLabels } from "./found_score.ts";
import { MAX_TOTAL, type Total, totalOf } from "./search.ts";
import type { Search } from "./search_request.ts";
import { closeAll, type FittingBlock, fittingBlocks, labelReaders } from "./column_matches.ts";
import { ledMatches } from "./led_matches.ts";

/** What can be counted in addition to facts, and the column of each. */
const OTHER_FACETS = {
  verdict: "verdict",
  rule: "rule",
  tag: "tags",
  finding: "findings",
  component: "components",
} as const satisfies Readonly<Record<string, ColumnName>>;
type OtherFacet = keyof typeof OTHER_FACETS;
export const OTHER_FACET_NAMES = Object.keys(OTHER_FACETS) as readonly OtherFacet[];
type FacetName = AnyFact | OtherFacet;

export const MAX_FACETS = 10;
/** Values of a facet that are listed. */
export const MAX_FACET_VALUES = 20;

interface Facets {
  /** The most frequent values first; unknown is none. */
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>;
  readonly total: Total;
}

/** @param most where a value, a user id, a ring or a label is searched: the newest scores that fit which are counted; else all are */
export async function countFacets(
  services: Services,
  caller: Caller,
  search: Search,
  names: readonly FacetName[],
  most: number = MAX_TOTAL,
): Promise<Facets> {
  const tallies = new Map(names.map((name) => [name, new Tally(columnOf(name))]));
  const led = ledMatches(services, caller, search, { before: null });
  const count = led === null
    ? await countColumns(services, caller, search, [...tallies.values()])
    : await countRecords(services, caller, led, [...tallies.values()], most);
  return {
    facets: Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.most(MAX_FACET_VALUES)])),
    total: totalOf(count),
  };
}

function columnOf(name: FacetName): ColumnName {
  return Object.hasOwn(OTHER_FACETS, name) ? OTHER_FACETS[name as OtherFacet] : name as AnyFact;
}

async function countRecords(
  services: Services,
  caller: Caller,
  led: NonNullable<ReturnType<typeof ledMatches>>,
  tallies: readonly Tally[],
  most: number,
): Promise<number> {
  let count = 0;
  for await (const { scores } of led) {
    const counted = scores.slice(0, most - count).map(({ record }) => record);
    for (const { record, label } of await withLabels(services, caller.account.id, counted)) {
      takeValues(record, (name, value) => {
        for (const tally of tallies) if (tally.column === name) tally.add(value, record.verdict, label);
      });
    }
    count += scores.length;
    if (count > most) break;
  }
  return count;
}

async function countColumns(
  services: Services,
  caller: Caller,
  search: Search,
  tallies: readonly Tally[],
): Promise<number> {
  const more: ColumnName[] = ["verdict", ...tallies.map(({ column }) => column)];
  const readers = labelReaders(services, caller.account.id, search);
  let count = 0;
  try {
    for await (const found of fittingBlocks(services, caller, search, { more })) {
      const counted = await countedRows(found, readers);
      for (const tally of tallies) tally.addRows(found.block, counted);
      count += found.fitting;
    }
  } finally {
    await closeAll(readers);
  }
  return count;
}

/** @param readers of each outcome */
async function countedRows(
  { block, rows }: FittingBlock,
  readers: readonly SlotReader[],
): Promise<CountedRows> {
  const labels = new Uint8Array(block.count);
  for (const [outcome, reader] of readers.entries()) {
    for (const row of await rowsOf(block, await reader.takeFrom(block.from))) labels[row] = outcome + 1;
  }
  return { rows, verdicts: verdictsOf(block), labels };
}

function verdictsOf(block: ColumnBlock): Uint8Array {
  const { values, codes } = block.column("verdict")!; // every score has one
  const indexes = values.map((value) => VERDICTS.findIndex((verdict) => verdict === value));
  // `Uint8Array.from` with a function takes ten times as long.
  const verdicts = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) verdicts[row] = indexes[codes[row]! - 1]!;
  return verdicts;
}
