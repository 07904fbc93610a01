/**
 * The campaign finder. Over the last 1, 7 and 30 days it looks for values, and for pairs and triples of them, that far more
 * sign-ups share than the account's own past lets expect: shares are compared and not counts, so that a day on which
 * everything rises is none. Chances are corrected for the number of groups that were looked at (Bonferroni). What is unusual
 * is a campaign only in company (`company.ts`): people come together too.
 */
import type { Board, BoardColumn } from "./board.ts";
import { CAMPAIGN_DAYS } from "./campaign.ts";
import { type Company, companyOf, isOrganisation } from "./company.ts";
import { combinations } from "./combinations.ts";
import {
  CLASS,
  type Group,
  MIN_LIFT,
  MIN_MEMBERS,
  rowsWith,
  SPREAD,
  SPREAD_ROWS,
  weightOf,
} from "./group.ts";
import { logPoissonTail } from "./probability.ts";
import { expectedOf, logNewValues, MIN_PAST, type Window, windowOf } from "./window.ts";

/** Of what a household or somebody who tries again shares. */
const MIN_CLOSE = 6;
const MIN_RING = 6;
/** Groups that are told of. */
const MAX_GROUPS = 40;
/** Groups that are looked at more closely. */
const MAX_CANDIDATES = 400;
/** The logarithm of the chance of a value that comes again, over all values of its column. */
const NEW_VALUE = Math.log(0.03);
/** Of a group whose rows are mostly in a larger one. */
const OVERLAP = 0.5;

export function* findGroups(board: Board): Generator<void, readonly Group[]> {
  const found: Group[] = [];
  for (const days of CAMPAIGN_DAYS) {
    const window = yield* windowOf(board, days);
    if (window.size < MIN_MEMBERS) continue;
    const singles = [...yield* singleValues(window)];
    const candidates = [...singles, ...yield* combinations(window, singles)];
    for (const group of strongest(candidates)) {
      if (isCampaign(board, group)) found.push(group);
      yield;
    }
  }
  for (const { id, rows } of board.rings) {
    if (rows.length < MIN_RING) continue;
    const group = { shares: [], ring: id, rows, days: 30 as const, expected: 0.1, logChance: -20 };
    if (isCampaign(board, group)) found.push(group);
    yield;
  }
  return merged(found);
}

function strongest(groups: readonly Group[]): readonly Group[] {
  return groups.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, MAX_CANDIDATES);
}

function* singleValues(window: Window): Generator<void, Group[]> {
  const { board, days, counts, start } = window;
  const found: Group[] = [];
  const looked = board.columns.reduce(
    (sum, { spread }, at) =>
      spread === "many"
        ? sum
        : sum + counts[at]!.now.filter((count, code) => code > 0 && count >= MIN_MEMBERS).length,
    1,
  );
  for (const [at, column] of board.columns.entries()) {
    const { now, before } = counts[at]!;
    for (let code = 1; code < now.length; code++) {
      const count = now[code]!;
      if (count < MIN_MEMBERS) continue;
      const isNew = column.spread === "many" && before[code] === 0;
      const expected = isNew ? 0 : expectedOf(window, at, code);
      if (count < MIN_LIFT * expected) continue;
      if (!isNew && window.past < MIN_PAST && !isDoubtful(column, code)) continue;
      const logChance = isNew
        ? logNewValues(window, at, count)
        : logPoissonTail(count, SPREAD * expected + SPREAD_ROWS) + Math.log(looked);
      if (logChance > (isNew ? NEW_VALUE : CLASS)) continue;
      const shares = [{ column: at, code }];
      found.push({ shares, ring: null, rows: rowsWith(board, shares, start), days, expected, logChance });
      yield;
    }
  }
  return found;
}

/** Values that nobody needs a past for. */
function isDoubtful({ name, values }: BoardColumn, code: number): boolean {
  const value = values[code - 1];
  switch (name) {
    case "ip.network":
      return value === "datacenter" || value === "vpn" || value === "proxy" || value === "tor";
    case "email.domain_class":
      return value === "disposable";
    case "device.automation":
      return value === true;
    case "device.device_class":
      return value === "program";
    default:
      return false;
  }
}

function isCampaign(board: Board, group: Group): boolean {
  const company = companyOf(board, group);
  if (isOrganisation(board, group.rows, company.doubts)) return false;
  if (group.ring !== null) return true;
  if (group.shares.length > 1) return isTelling(board, group, company);
  const [{ column, code }] = group.shares as [Group["shares"][number]];
  return speaksForItself(board, board.columns[column]!, code, group, company) ||
    company.families.size > 0 || company.doubts.size > 0;
}

/** Pairs and triples of which two are no consequence of where people are. */
function isTelling(board: Board, { shares }: Group, { families, doubts }: Company): boolean {
  const of = new Set([
    ...shares.map(({ column }) => board.columns[column]!.family).filter((family) => family !== "place"),
    ...families,
  ]);
  return of.size >= 2 || doubts.size > 0;
}

function speaksForItself(
  board: Board,
  column: BoardColumn,
  code: number,
  { rows }: Group,
  { doubts }: Company,
): boolean {
  switch (column.name) {
    case "email.domain":
      return !isBroadDomain(board, rows);
    case "phone.block":
      return true;
    case "dimension.phone":
    case "dimension.email":
      return rows.length >= MIN_CLOSE;
    case "dimension.device":
      return rows.length >= MIN_CLOSE && !isCommonDevice(board, rows);
    default:
      return isDoubtful(column, code) || doubts.has("hosting");
  }
}

/** Where everybody may have an address. */
function isBroadDomain(board: Board, rows: readonly number[]): boolean {
  return most(board, "email.domain_class", rows, ["free", "relay", "school", "government"]);
}

function isCommonDevice(board: Board, rows: readonly number[]): boolean {
  return most(board, "device.is_common", rows, [true]);
}

function most(board: Board, name: string, rows: readonly number[], values: readonly unknown[]): boolean {
  const column = board.columns.find((each) => each.name === name);
  if (column === undefined) return false;
  const wanted = values.map((value) => column.values.indexOf(value as never) + 1).filter((code) => code > 0);
  return rows.filter((row) => wanted.includes(column.codes[row]!)).length * 2 > rows.length;
}

/** The one that explains most first; what is left of the others has to be a campaign still. */
function merged(groups: readonly Group[]): readonly Group[] {
  const taken = new Set<number>();
  const kept: Group[] = [];
  for (const group of groups.toSorted((one, other) => weightOf(other) - weightOf(one))) {
    const left = group.rows.filter((row) => !taken.has(row)).length;
    if (left < MIN_MEMBERS || left < OVERLAP * group.rows.length) continue;
    kept.push(group);
    for (const row of group.rows) taken.add(row);
    if (kept.length === MAX_GROUPS) break;
  }
  return kept;
}
