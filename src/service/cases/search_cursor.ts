/** Where a search continues: the last score that it looked at, signed for its account and its filters. */
import type { ScorePosition } from "../../records/scores/score_search.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

const CURSOR = /^cur_([0-9a-f]{21})([\w-]{22})$/;
export const MAX_CURSOR_CHARS = 100;

/** @param search names the search */
export function writeCursor(
  hasher: IdentifierHasher,
  account: string,
  search: string,
  position: ScorePosition,
): string {
  return `cur_${position}${hasher.hash("cursor", `${account} ${position} ${search}`)}`;
}

/** Null when it is not a cursor of this search of this account. */
export function readCursor(
  hasher: IdentifierHasher,
  account: string,
  search: string,
  cursor: string,
): ScorePosition | null {
  const position = CURSOR.exec(cursor)?.[1];
  const isOwn = position !== undefined && writeCursor(hasher, account, search, position) === cursor;
  return isOwn ? position : null;
}
