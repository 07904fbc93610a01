/** The stored scores whose columns fit a search. */
import { type Caller, OUTCOMES, retentionOf } from "../../model/records.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { columnsOf, fittingRows, wantedOf } from "../../records/scores/column_filter.ts";
import { rowsBefore, rowsOf, SlotReader } from "../../records/scores/column_rows.ts";
import type { ColumnBlock } from "../../records/scores/score_columns.ts";
import type { ColumnName } from "../../records/scores/score_row.ts";
import { positionTime, type ScorePosition } from "../../records/scores/score_search.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { conditionsOf } from "./search_conditions.ts";
import type { Search } from "./search_request.ts";

/** A score was made so much later than its position says at most. */
export const COMMIT_MS = MINUTE_MS;
const NO_READERS: readonly SlotReader[] = [];

export interface FittingBlock {
  readonly block: ColumnBlock;
  /** Of each row: 1 where it fits. */
  readonly rows: Uint8Array;
  /** How many fit. */
  readonly fitting: number;
}

/**
 * The scores whose columns fit, the newest block first. A value, a ring or a user id is not looked at, and of labels only
 * whether there is one.
 * @param more other columns of the blocks that are wanted
 */
export async function* fittingBlocks(
  services: Services,
  caller: Caller,
  search: Search,
  { before = null, more = [] }: { before?: ScorePosition | null; more?: readonly ColumnName[] },
): AsyncIterable<FittingBlock> {
  const account = caller.account.id;
  const conditions = conditionsOf(search);
  const names = [...new Set([...columnsOf(conditions), ...more])];
  const span = spanOf(services, search, before);
  const isAsked = search.label === "none" || search.label === "any";
  const labelled = isAsked ? labelReaders(services, account, search, before) : NO_READERS;
  const wanted = wantedOf(conditions);
  const slice = new TimeSlice();
  try {
    slice.pause();
    for await (const block of services.store.scoreColumns.blocks(account, names, span, "newest", wanted)) {
      slice.resume();
      addWork(services, caller, WORK.searchedCell * names.length * block.count);
      const rows = fittingRows(block, conditions);
      if (rows !== null) {
        if (before !== null) rows.fill(0, await rowsBefore(block, before));
        const found = await labelledRows(block, labelled);
        if (search.label === "any") keepOnly(rows, found);
        else for (const row of found) rows[row] = 0;
        const fitting = countOf(rows);
        if (fitting > 0) yield { block, rows, fitting };
      }
      if (slice.isOver) await slice.next();
      slice.pause();
    }
  } finally {
    await closeAll(labelled);
  }
}

function keepOnly(rows: Uint8Array, kept: readonly number[]): void {
  const fitting = kept.filter((row) => rows[row] === 1);
  rows.fill(0);
  for (const row of fitting) rows[row] = 1;
}

/** A loop, which takes a fourth of the time of `reduce`. */
function countOf(rows: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < rows.length; row++) count += rows[row]!;
  return count;
}

/** The labels of what can fit, of each outcome. */
export function labelReaders(
  services: Services,
  account: string,
  search: Search,
  before: ScorePosition | null = null,
): readonly SlotReader[] {
  const since = spanOf(services, search, before).since - COMMIT_MS;
  return OUTCOMES.map((outcome) =>
    new SlotReader(services.store.labels.slots(account, outcome, { since, before }))
  );
}

export async function closeAll(readers: readonly SlotReader[]): Promise<void> {
  await Promise.all(readers.map((reader) => reader.close()));
}

/** To be asked of one block after another, the newest first. */
async function labelledRows(block: ColumnBlock, readers: readonly SlotReader[]): Promise<number[]> {
  if (readers.length === 0) return [];
  const slots = await Promise.all(readers.map((reader) => reader.takeFrom(block.from)));
  return await rowsOf(block, slots.flat());
}

/** When the scores were made that can fit. */
export function spanOf(services: Services, { mode, from, to }: Search, before: ScorePosition | null) {
  const now = services.now();
  const until = before === null ? now + COMMIT_MS : positionTime(before) + COMMIT_MS;
  return {
    since: Math.max(now - retentionOf(mode), from ?? 0),
    until: to === null ? until : Math.min(until, to - 1),
  };
}
