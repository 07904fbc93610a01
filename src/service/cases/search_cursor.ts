/** Where a search goes on: the last score that it looked at, signed for its account and its filters. */
import type { SlotName } from "../../db/commit/slot_name.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

const CURSOR = /^cur_([0-9a-f]{21})([\w-]{22})$/;
export const MAX_CURSOR_CHARS = 100;

/** @param search names the search */
export function writeCursor(
  hasher: IdentifierHasher,
  account: string,
  search: string,
  slot: SlotName,
): string {
  return `cur_${slot}${hasher.hash("cursor", `${account} ${slot} ${search}`)}`;
}

/** Null when it is not a cursor of this search of this account. */
export function readCursor(
  hasher: IdentifierHasher,
  account: string,
  search: string,
  cursor: string,
): SlotName | null {
  const slot = CURSOR.exec(cursor)?.[1];
  return slot !== undefined && writeCursor(hasher, account, search, slot) === cursor ? slot : null;
}
