/**
 * The stored scores that fit a search. A value, a ring, a user id or a label leads to few scores, each of which is read and
 * checked; what else is asked is looked up in the columns of all scores, and only the scores of a page are read.
 */
import { type Caller, OUTCOMES, retentionOf } from "../../model/records.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import {
  type ColumnCondition,
  columnsOf,
  fittingRows,
  wantedOf,
} from "../../records/scores/column_filter.ts";
import { rowsBefore, rowsOf, SlotReader } from "../../records/scores/column_rows.ts";
import type { ColumnBlock } from "../../records/scores/score_columns.ts";
import type { ColumnName } from "../../records/scores/score_row.ts";
import { type PlacedScore, positionTime, type ScorePosition } from "../../records/scores/score_search.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import type { Search } from "./search_request.ts";
import { conditionsOf, fitsSearch } from "./search_conditions.ts";

/** Scores that are read of those that something leads to, before the columns tell which ones are worth it. */
const MAX_UNFILTERED = 2000;
/** Scores read at once: few at first, since mostly few are wanted. */
const FIRST_BATCH = 64;
const BATCH = 256;
/** A score was made so much later than its position says at most. */
const COMMIT_MS = MINUTE_MS;

interface Wanted {
  /** Only scores before this one; null: all. */
  readonly before: ScorePosition | null;
  /** How many are returned. */
  readonly limit: number;
  /** How many are counted: with one more, there are more. */
  readonly most: number;
}

interface Matches {
  /** The newest first. */
  readonly found: readonly PlacedScore[];
  /** The last of them, where there are more; null at the end. */
  readonly last: ScorePosition | null;
  /** Those that were counted. */
  readonly count: number;
}

export async function findMatches(
  services: Services,
  caller: Caller,
  search: Search,
  { before, limit, most }: Wanted,
): Promise<Matches> {
  const led = ledMatches(services, caller, search, before);
  const positions: ScorePosition[] = [];
  const scores: PlacedScore[] = [];
  let count = 0;
  // One more than is wanted tells that there are more.
  const isEnough = () => positions.length > limit && count > most;
  const left = () => limit + 1 - positions.length;
  if (led !== null) {
    for await (const matches of led) {
      count += matches.length;
      const taken = matches.slice(0, left());
      positions.push(...taken.map(({ position }) => position));
      scores.push(...taken);
      if (isEnough()) break;
    }
  } else {
    for await (const { block, rows, fitting } of fittingBlocks(services, caller, search, { before })) {
      count += fitting;
      if (left() > 0) positions.push(...await block.positions(newest(rows, left())));
      if (isEnough()) break;
    }
    scores.push(...await services.store.scoreSearch.read(caller.account.id, positions.slice(0, limit)));
    addWork(services, caller, WORK.searchedScore * scores.length);
  }
  return {
    found: scores.slice(0, limit),
    last: positions.length > limit ? positions[limit - 1] ?? null : null,
    count: Math.min(count, most + 1),
  };
}

/** Rows that are set, the last first. */
function newest(rows: Uint8Array, limit: number): number[] {
  const found: number[] = [];
  for (let row = rows.length - 1; row >= 0 && found.length < limit; row--) {
    if (rows[row] === 1) found.push(row);
  }
  return found;
}

/** The scores that something leads to and that fit, the newest first, some at a time; null when nothing leads to few. */
export function ledMatches(
  services: Services,
  caller: Caller,
  search: Search,
  before: ScorePosition | null,
): AsyncIterable<readonly PlacedScore[]> | null {
  const { since } = spanOf(services, search, before);
  const leads = services.store.scoreSearch.leads(caller.account.id, search, {
    since: since - COMMIT_MS,
    before,
  });
  return leads === null ? null : checkedMatches(services, caller, search, leads);
}

async function* checkedMatches(
  services: Services,
  caller: Caller,
  search: Search,
  leads: AsyncIterable<ScorePosition>,
): AsyncIterable<readonly PlacedScore[]> {
  const conditions = conditionsOf(search);
  const slice = new TimeSlice();
  for await (const positions of inBatches(promising(services, caller, search, conditions, leads))) {
    const scores = await services.store.scoreSearch.read(caller.account.id, positions);
    addWork(services, caller, WORK.searchedScore * positions.length);
    const fit = scores.filter(({ record }) => fitsSearch(record, search, conditions));
    yield await withLabel(services, caller, search, fit);
    if (slice.isOver) await slice.next();
  }
}

async function withLabel(
  { store }: Services,
  caller: Caller,
  { label }: Search,
  scores: readonly PlacedScore[],
): Promise<readonly PlacedScore[]> {
  if (label === null) return scores;
  const labels = await Promise.all(
    scores.map(({ record }) => store.labels.get(caller.account.id, record.id)),
  );
  return scores.filter((_, at) => (labels[at]?.outcome ?? "none") === label);
}

/** The leads; after many of them only those whose columns fit. */
async function* promising(
  services: Services,
  caller: Caller,
  search: Search,
  conditions: readonly ColumnCondition[],
  leads: AsyncIterable<ScorePosition>,
): AsyncIterable<ScorePosition> {
  const slots = leads[Symbol.asyncIterator]();
  // A mode, which all searches ask for, leaves most of them.
  const isFiltered = conditions.length > 1;
  let last: ScorePosition | null = null;
  for (let taken = 0; !isFiltered || taken < MAX_UNFILTERED; taken++) {
    const { value, done } = await slots.next();
    if (done === true) return;
    yield last = value;
  }
  const reader = new SlotReader({ [Symbol.asyncIterator]: () => slots });
  for await (
    const { block, rows } of fittingBlocks(services, caller, { ...search, label: null }, { before: last })
  ) {
    const wanted = await rowsOf(block, await reader.takeFrom(block.from));
    yield* await block.positions(wanted.filter((row) => rows[row] === 1).sort((one, other) => other - one));
    if (reader.ended) return;
  }
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncIterable<T[]> {
  let [batch, size] = [[] as T[], FIRST_BATCH];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    [batch, size] = [[], BATCH];
  }
  if (batch.length > 0) yield batch;
}

export interface FittingBlock {
  readonly block: ColumnBlock;
  /** Of each row: 1 where it fits. */
  readonly rows: Uint8Array;
  /** How many fit. */
  readonly fitting: number;
}

/**
 * The scores whose columns fit, the newest block first. A value, a ring or a user id is not looked at, and of labels only
 * whether there is none.
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
  const labelled = search.label === "none" ? labelReaders(services, account, search, before) : [];
  const wanted = wantedOf(conditions);
  const slice = new TimeSlice();
  for await (const block of services.store.scoreColumns.blocks(account, names, span, "newest", wanted)) {
    addWork(services, caller, WORK.searchedCell * names.length * block.count);
    const rows = fittingRows(block, conditions);
    if (rows !== null) {
      if (before !== null) rows.fill(0, await rowsBefore(block, before));
      for (const row of await labelledRows(block, labelled)) rows[row] = 0;
      const fitting = rows.reduce((sum, row) => sum + row, 0);
      if (fitting > 0) yield { block, rows, fitting };
    }
    if (slice.isOver) await slice.next();
  }
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

/** To be asked of one block after another, the newest first. */
async function labelledRows(block: ColumnBlock, readers: readonly SlotReader[]): Promise<number[]> {
  if (readers.length === 0) return [];
  const slots = await Promise.all(readers.map((reader) => reader.takeFrom(block.from)));
  return await rowsOf(block, slots.flat());
}

/** When the scores were made that can fit. */
function spanOf(services: Services, { mode, from, to }: Search, before: ScorePosition | null) {
  const now = services.now();
  const until = before === null ? now + COMMIT_MS : positionTime(before) + COMMIT_MS;
  return {
    since: Math.max(now - retentionOf(mode), from ?? 0),
    until: to === null ? until : Math.min(until, to - 1),
  };
}
