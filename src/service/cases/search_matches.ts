/**
 * The stored scores that fit a search. A value, a ring, a user id or a label leads to few scores, each of which is read and
 * checked; what else is asked is looked up in the columns of all scores, and only the scores of a page are read.
 */
import type { Caller } from "../../model/records.ts";
import type { PlacedScore, ScorePosition } from "../../records/scores/score_search.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { fittingBlocks } from "./column_matches.ts";
import { ledMatches } from "./led_matches.ts";
import type { Search } from "./search_request.ts";

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
  const positions: ScorePosition[] = [];
  const scores: PlacedScore[] = [];
  let count = 0;
  // One more than is wanted tells that there are more.
  const isEnough = () => positions.length > limit && count > most;
  const left = () => limit + 1 - positions.length;
  const led = ledMatches(services, caller, search, { before, isRead: () => left() > 0 });
  if (led !== null) {
    for await (const matches of led) {
      count += matches.count;
      const taken = matches.scores.slice(0, left());
      positions.push(...taken.map(({ position }) => position));
      scores.push(...taken);
      if (isEnough()) break;
    }
  } else {
    const reading: Promise<readonly ScorePosition[]>[] = [];
    let wanted = limit + 1;
    for await (const { block, rows, fitting } of fittingBlocks(services, caller, search, { before })) {
      count += fitting;
      if (wanted > 0) reading.push(block.positions(newest(rows, wanted)));
      wanted -= fitting;
      if (wanted <= 0 && count > most) break;
    }
    positions.push(...(await Promise.all(reading)).flat());
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
