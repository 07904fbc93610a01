/** Where a search continues: the last score of the page before and how many fit, signed for the account and the filters. */
import type { ScorePosition } from "../../records/scores/score_search.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

const CURSOR = /^cur_([0-9a-f]{21})\.(\d{1,9})\.[\w-]{22}$/;
export const MAX_CURSOR_CHARS = 100;

interface SearchCursor {
  readonly position: ScorePosition;
  /** Of the first page: scores that fit. */
  readonly count: number;
}

/** @param search names the search */
export function writeCursor(
  hasher: IdentifierHasher,
  account: string,
  search: string,
  { position, count }: SearchCursor,
): string {
  return `cur_${position}.${count}.${hasher.hash("cursor", `${account} ${position} ${count} ${search}`)}`;
}

/** Null when it is not a cursor of this search of this account. */
export function readCursor(
  hasher: IdentifierHasher,
  account: string,
  search: string,
  text: string,
): SearchCursor | null {
  const [, position, count] = CURSOR.exec(text) ?? [];
  if (position === undefined) return null;
  const cursor = { position, count: Number(count) };
  return writeCursor(hasher, account, search, cursor) === text ? cursor : null;
}
