/** The scores behind a count of a dry run, page by page. */
import type { Caller } from "../../model/records.ts";
import { foundBody, withLabels, withRings } from "../cases/found_score.ts";
import { readCursor, writeCursor } from "../cases/search_cursor.ts";
import { addWork, WORK } from "../access/work.ts";
import { AppError } from "../../model/error.ts";
import type { Services } from "../context.ts";
import type { DryRunDays, DryRunList, DryRunTally } from "./tally.ts";

/** What a dry run is asked for besides its counts. */
export interface DryRunRequest {
  readonly days: DryRunDays;
  /** Null: counts alone. */
  readonly list: DryRunList | null;
  /** Of the page before; null: the first one. */
  readonly cursor: string | null;
}

export const COUNTS_ALONE: DryRunRequest = { days: 30, list: null, cursor: null };

const PAGE_SCORES = 50;

/**
 * A page of the list that was asked for, with the verdict that each would have; null: none was asked for.
 * @throws AppError invalid_value when the cursor is not of this list
 */
export async function listedScores(
  services: Services,
  caller: Caller,
  tally: DryRunTally,
  { list, days, cursor }: DryRunRequest,
) {
  if (list === null) return null;
  const { store, hasher } = services;
  const account = caller.account.id;
  const name = `dry run ${list} ${days}`;
  const from = cursor === null ? null : readCursor(hasher, account, name, cursor);
  if (cursor !== null && from === null) {
    const detail = "is not a cursor of this list";
    throw new AppError("invalid_value", `cursor: ${detail}`, { errors: [{ parameter: "cursor", detail }] });
  }
  const all = tally.listed();
  const older = all.filter(({ position }) => from === null || position < from.position);
  const page = older.slice(0, PAGE_SCORES);
  addWork(services, caller, WORK.searchedScore * page.length);
  const records = await store.scores.bySlot(account, page.map(({ position }) => position), services.now());
  const present = page.flatMap(({ position, after }) => {
    const record = records.get(position);
    return record === undefined ? [] : [{ record, after }];
  });
  const found = await withRings(
    services,
    account,
    await withLabels(services, account, present.map(({ record }) => record)),
  );
  return {
    name: list,
    scores: found.map((score, at) => ({ ...foundBody(services, score), would_be: present[at]!.after })),
    cursor: older.length > page.length
      ? writeCursor(hasher, account, name, { position: page.at(-1)!.position, count: all.length })
      : null,
  };
}
