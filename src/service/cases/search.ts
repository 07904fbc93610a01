/** `POST /v1/scores/search`: the account's stored scores that fit, the newest first, page by page. */
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { type FoundScore, withLabels, withRings } from "./found_score.ts";
import { readCursor, writeCursor } from "./search_cursor.ts";
import { findMatches } from "./search_matches.ts";
import type { Search, SearchField } from "./search_request.ts";

/** Scores that are counted. */
export const MAX_TOTAL = 10_000;
export const MORE_THAN_COUNTED = "10000+";
/** How many scores fit. */
export type Total = number | typeof MORE_THAN_COUNTED;

export interface SearchPage {
  readonly found: readonly FoundScore[];
  /** Null at the end. */
  readonly cursor: string | null;
  /** As it was on the first page. */
  readonly total: Total;
}

export const MAX_RESULTS = 500;

/**
 * @param page `uncounted`: how many fit is not asked for
 * @throws what `refuse` makes for a cursor of another search or account
 */
export async function searchScores(
  services: Services,
  caller: Caller,
  search: Search,
  page: { readonly limit: number; readonly cursor: string | null; readonly uncounted?: true },
  refuse: (field: SearchField, why: string) => Error,
): Promise<SearchPage> {
  const { hasher } = services;
  const account = caller.account.id;
  const cursor = page.cursor === null ? null : readCursor(hasher, account, search.name, page.cursor);
  if (page.cursor !== null && cursor === null) throw refuse("cursor", "is not a cursor of this search");
  const most = cursor === null && page.uncounted === undefined ? MAX_TOTAL : 0;
  const wanted = { before: cursor?.position ?? null, limit: page.limit, most };
  const { found, last, count: counted } = await findMatches(services, caller, search, wanted);
  const count = cursor?.count ?? counted;
  const labelled = await withLabels(services, account, found.map(({ record }) => record));
  return {
    found: await withRings(services, account, labelled),
    cursor: last === null ? null : writeCursor(hasher, account, search.name, { position: last, count }),
    total: totalOf(count),
  };
}

/** @param count one more than MAX_TOTAL where there are more */
export function totalOf(count: number): Total {
  return count > MAX_TOTAL ? MORE_THAN_COUNTED : count;
}
