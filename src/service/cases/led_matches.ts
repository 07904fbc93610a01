/** The stored scores that a value, a ring, a user id or a label leads to, and that fit a search. */
import type { Caller } from "../../model/records.ts";
import { rowsOf, SlotReader } from "../../records/scores/column_rows.ts";
import type { PlacedScore, ScorePosition } from "../../records/scores/score_search.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { COMMIT_MS, fittingBlocks, spanOf } from "./column_matches.ts";
import { conditionsOf, fitsLabel, fitsSearch } from "./search_conditions.ts";
import type { Search } from "./search_request.ts";

/** Scores that are read and checked, before the columns tell which ones are worth it. */
const MAX_UNFILTERED = 300;
/** Scores read at once: few at first, since mostly few are wanted. */
const FIRST_BATCH = 64;
const BATCH = 256;

interface LedMatches {
  readonly scores: readonly PlacedScore[];
  /** Of them, and of those that were counted only. */
  readonly count: number;
}

interface Options {
  /** Only scores before this one; null: all. */
  readonly before: ScorePosition | null;
  /** False: the scores need not be read any more, but are counted. */
  readonly isRead?: () => boolean;
}

/** The newest first, some at a time; null when nothing leads to few. */
export function ledMatches(
  services: Services,
  caller: Caller,
  search: Search,
  { before, isRead = () => true }: Options,
): AsyncIterable<LedMatches> | null {
  const since = spanOf(services, search, before).since - COMMIT_MS;
  const leads = services.store.scoreSearch.leads(caller.account.id, search, { since, before });
  return leads === null ? null : checkedMatches(services, caller, search, new SlotReader(leads), isRead);
}

async function* checkedMatches(
  services: Services,
  caller: Caller,
  search: Search,
  leads: SlotReader,
  isRead: () => boolean,
): AsyncIterable<LedMatches> {
  const slice = new TimeSlice();
  try {
    let last: ScorePosition | null = null;
    for (let read = 0; read < MAX_UNFILTERED;) {
      const positions = await leads.take(read === 0 ? FIRST_BATCH : BATCH);
      if (positions.length === 0) return;
      yield await checked(services, caller, search, positions);
      read += positions.length;
      last = positions.at(-1)!;
      if (slice.isOver) await slice.next();
    }
    const isCounted = isToldByIndex(search);
    const unlabelled = { ...search, label: null, labelType: null };
    for await (const { block, rows } of fittingBlocks(services, caller, unlabelled, { before: last })) {
      const led = await rowsOf(block, await leads.takeFrom(block.from));
      const fitting = led.filter((row) => rows[row] === 1).sort((one, other) => other - one);
      for (let from = 0; from < fitting.length; from += BATCH) {
        if (isCounted && !isRead()) {
          yield { scores: [], count: fitting.length - from };
          break;
        }
        const positions = await block.positions(fitting.slice(from, from + BATCH));
        yield await checked(services, caller, search, positions);
        if (slice.isOver) await slice.next();
      }
      if (leads.ended) return;
    }
  } finally {
    await leads.close();
  }
}

/**
 * Whether leads whose columns fit need not be read to be counted: one filter is in no column, and it is what leads to them.
 * Different things may have the same term in the index, by chance one in a thousand million.
 */
function isToldByIndex({ values, ring, userId, label }: Search): boolean {
  return label === null && [values, ring, userId].filter((filter) => filter !== null).length === 1;
}

async function checked(
  services: Services,
  caller: Caller,
  search: Search,
  positions: readonly ScorePosition[],
): Promise<LedMatches> {
  const { store } = services;
  const account = caller.account.id;
  const conditions = conditionsOf(search);
  const read = await store.scoreSearch.read(account, positions);
  addWork(services, caller, WORK.searchedScore * positions.length);
  const fit = read.filter(({ record }) => fitsSearch(record, search, conditions));
  if (search.label === null) return { scores: fit, count: fit.length };
  const labels = await Promise.all(fit.map(({ record }) => store.labels.get(account, record.id)));
  const scores = fit.filter((_, at) => fitsLabel(labels[at] ?? null, search));
  return { scores, count: scores.length };
}
