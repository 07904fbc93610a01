/**
 * The campaign finder. Over the last 1, 7 and 30 days it looks for values, and for pairs and triples of them, that far more
 * sign-ups share than the account's own past lets expect: shares are compared and not counts, so that a day on which
 * everything rises is none. Chances are corrected for the number of groups that were looked at (Bonferroni). What is unusual
 * is a campaign only in company (`company.ts`): people come together too.
 */
import { DAY_MS, HOUR_MS } from "../duration.ts";
import { type Board, type BoardColumn, columnOf, isOfPlace, OLD_BROWSER, RING, without } from "./board.ts";
import { CAMPAIGN_DAYS } from "./campaign.ts";
import { combinations } from "./combinations.ts";
import {
  type Company,
  companyOf,
  isOrganisation,
  type Population,
  populationOf,
  thinned,
} from "./company.ts";
import {
  byWeight,
  CLASS,
  type Group,
  MIN_LIFT,
  MIN_MEMBERS,
  rowsWith,
  SPREAD,
  SPREAD_ROWS,
} from "./group.ts";
import { logPoissonTail } from "./probability.ts";
import { withSiblings } from "./siblings.ts";
import {
  expectedOf,
  firstRow,
  logNewValues,
  MIN_PAST,
  networksOf,
  peopleOf,
  PUBLIC_CLASSES,
  publicDomains,
  type Window,
  windowOf,
} from "./window.ts";

/** Of what a household or somebody who tries again shares. */
const MIN_CLOSE = 6;
const HOME: readonly string[] = ["dimension.ip", "dimension.subnet"];
/** Groups that are told of. */
const MAX_GROUPS = 40;
/** Groups that are looked at more closely. */
const MAX_CANDIDATES = 160;
/** Of a group, rows that are looked at more closely. */
const MAX_LOOKED = 600;
/** The logarithm of the chance of a value that comes again, over all values of its column. */
const NEW_VALUE = Math.log(0.06);
/** The column of which "unknown" says that there was no device, where at most this share of the past had none. */
const NO_DEVICE = "device.browser";
const MOST_WITHOUT = 0.1;
/** Of all sign-ups, those in campaigns that make it worth to look again. */
const FLOOD_SHARE = 0.04;
const MIN_FLOOD = 20;
/** How many of an account's people are behind a VPN or at a data centre, where its past does not say. */
const DOUBTFUL_SHARE = 0.03;
/** An account with so little past has none to compare a day with. */
const NEW_ACCOUNT_MS = 2 * DAY_MS;
const MOST_OF_NEW = 20_000;
/** Of the sign-ups with a value that brought people, those that share something else. */
const MOST_OF_OWN = 0.5;
/** How many times as far above the usual a campaign within a larger one is. */
const PURER = 4;
/** Of a group whose rows are mostly in a larger one. */
const OVERLAP = 0.5;

function* findGroups(board: Board): Generator<void, readonly Group[]> {
  const population = populationOf(board);
  yield;
  const found: Group[] = [];
  for (const days of CAMPAIGN_DAYS) {
    const window = yield* windowOf(board, days);
    if (window.size < MIN_MEMBERS) continue;
    const candidates = [...yield* singleValues(window), ...yield* combinations(window)];
    if (days === 1) candidates.push(...yield* bursts(board, window));
    for (const group of strongest(candidates)) {
      if (isCampaign(board, population, group)) found.push(group);
      yield;
    }
  }
  return merged(board, population, found);
}

/** What the last hour alone shows, with the rows of the day. */
function* bursts(board: Board, day: Window): Generator<void, Group[]> {
  const hour = yield* windowOf(board, 1, HOUR_MS);
  if (hour.size < MIN_MEMBERS || hour.size === day.size) return [];
  const groups: Group[] = [];
  for (const group of strongest(yield* singleValues(hour))) {
    const [{ column, codes: [code] }] = group.shares as [Group["shares"][number]];
    const rows = rowsWith(board, group.shares, day.start);
    groups.push({ ...group, rows, expected: expectedOf(day, column, code!) });
    yield;
  }
  return groups;
}

/**
 * Large groups first: what many sign-ups of a flood share hides what few others do, so the rest is looked through again
 * without them.
 */
export function* findCampaigns(board: Board): Generator<void, readonly Group[]> {
  const large = yield* findGroups(board);
  const taken = new Set(large.flatMap(({ rows }) => rows));
  const isFlood = taken.size >= Math.max(MIN_FLOOD, FLOOD_SHARE * board.count);
  if (large.length === 0 || !(isFlood || isOfNewAccount(board))) return large;
  const { board: rest } = yield* without(board, taken);
  const known = new Set(large.map(sharesKey));
  const found = (yield* findGroups(rest)).filter((group) => !known.has(sharesKey(group)));
  // Told of with all their members, those in a larger group too: so many are found by what they share.
  return [...large, ...found.map((group) => ({ ...group, rows: membersOf(board, group) }))].slice(
    0,
    MAX_GROUPS,
  );
}

/** Without a past, one campaign hides others: of what is usual there is only what is now. */
function isOfNewAccount({ count, times, now }: Board): boolean {
  return count <= MOST_OF_NEW && now - times[0]! < NEW_ACCOUNT_MS;
}

function membersOf(board: Board, { shares, days }: Group): number[] {
  return rowsWith(board, shares, firstRow(board.times, board.now - days * DAY_MS));
}

function sharesKey({ shares }: Group): string {
  return shares.map(({ column, codes }) => `${column}:${codes.join()}`).sort().join();
}

function strongest(groups: readonly Group[]): readonly Group[] {
  return byWeight(groups).slice(0, MAX_CANDIDATES);
}

function* singleValues(window: Window): Generator<void, Group[]> {
  const { board, days, counts, start } = window;
  const found: Group[] = [];
  let looked = 1;
  for (const [at, { spread }] of board.columns.entries()) {
    if (spread === "few") {
      for (const count of counts[at]!.now.subarray(1)) if (count >= MIN_MEMBERS) looked++;
    }
  }
  for (const [at, column] of board.columns.entries()) {
    const { now, before, repeats } = counts[at]!;
    const publicCodes = publicDomains(board, column, start);
    const isNew = (code: number) =>
      before[code] === 0 && repeats !== null && !(repeats.windows === 0 && publicCodes.has(code));
    const least = window.past < MIN_PAST ? DOUBTFUL_SHARE * window.size : 0;
    const expectedFor = (code: number) => isNew(code) ? 0 : Math.max(least, expectedOf(window, at, code));
    const chanceOf = (code: number, people: number) =>
      isNew(code)
        ? logNewValues(window, at, people) - NEW_VALUE
        : logPoissonTail(people, SPREAD * expectedFor(code) + SPREAD_ROWS) + Math.log(looked) - CLASS;
    const rowsOf = new Map<number, number[]>();
    for (
      let code = column.name === NO_DEVICE && before[0]! < MOST_WITHOUT * window.past ? 0 : 1;
      code < now.length;
      code++
    ) {
      const count = now[code]!;
      if (count < MIN_MEMBERS || count < MIN_LIFT * expectedFor(code)) continue;
      if (!isNew(code) && column.spread === "many" && repeats === null) continue;
      if (!isNew(code) && window.past < MIN_PAST && !isDoubtful(column, code)) continue;
      // Households count once: there are no more people than sign-ups.
      if (chanceOf(code, count) <= 0) rowsOf.set(code, []);
    }
    yield;
    if (rowsOf.size === 0) continue;
    // All values at once: somebody may send thousands that are unusual.
    for (let row = start; row < board.count; row++) rowsOf.get(column.codes[row]!)?.push(row);
    yield;
    const own: Group[] = [];
    for (const [code, rows] of rowsOf) {
      const people = isNew(code) ? peopleOf(board, column, rows) : networksOf(board, rows);
      const logChance = chanceOf(code, people);
      if (logChance > 0) continue;
      const shares = [{ column: at, codes: [code] }];
      own.push({ shares, rows, days, expected: expectedFor(code), logChance });
    }
    found.push(...strongest(own));
    yield;
  }
  return found;
}

const DOUBTFUL: Readonly<Record<string, readonly unknown[]>> = {
  "ip.network": ["datacenter", "vpn", "proxy", "tor"],
  "email.domain_class": ["disposable"],
  "device.automation": [true],
  "device.device_class": ["program"],
};

/** Values that nobody needs a past for. */
function isDoubtful({ name, values }: BoardColumn, code: number): boolean {
  return DOUBTFUL[name]?.includes(values[code - 1]) ?? false;
}

function isCampaign(board: Board, population: Population, group: Group): boolean {
  const looked = { ...group, rows: thinned(group.rows, MAX_LOOKED) };
  const company = companyOf(board, population, looked, group.rows.length);
  if (isOrganisation(board, population, looked.rows, company.doubts)) return false;
  if (group.shares.length > 1) return isTelling(board, group, company);
  const [{ column, codes: [code] }] = group.shares as [Group["shares"][number]];
  // A household, on one line and with one device.
  if (
    HOME.includes(board.columns[column]!.name) && group.rows.length < MIN_CLOSE && company.doubts.size === 0
  ) {
    return false;
  }
  return speaksForItself(board, board.columns[column]!, code!, looked, company) ||
    company.families.size > 0 || company.doubts.size > 0;
}

/** Pairs and triples of which two are no consequence of where people are. */
function isTelling(board: Board, { shares, rows, days }: Group, { families, doubts }: Company): boolean {
  // Some of the people whom a letter brought have one browser.
  const since = board.now - days * DAY_MS;
  for (const { column, codes: [code] } of shares) {
    const { family, codes } = board.columns[column]!;
    if (family !== "own") continue;
    let all = 0;
    for (let row = board.count - 1; row >= 0 && board.times[row]! >= since; row--) {
      if (codes[row] === code) all++;
    }
    if (rows.length < MOST_OF_OWN * all) return false;
  }
  const of = new Set([
    ...shares.map(({ column }) => board.columns[column]!).filter((column) => !isOfPlace(column)).map((
      { family },
    ) => family),
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
      return !most(board, "email.domain_class", rows, PUBLIC_CLASSES);
    case "phone.block":
    case OLD_BROWSER:
      return true;
    case "dimension.phone":
    case "dimension.email":
    case RING:
      return rows.length >= MIN_CLOSE;
    case "dimension.device":
      return rows.length >= MIN_CLOSE && !most(board, "device.is_common", rows, [true]);
    default:
      return isDoubtful(column, code) || doubts.has("hosting");
  }
}

/** Whether more than half of the rows have one of the values. */
function most(board: Board, name: string, rows: readonly number[], values: readonly unknown[]): boolean {
  const column = columnOf(board, name);
  if (column === null) return false;
  return rows.filter((row) => values.includes(column.values[column.codes[row]! - 1])).length * 2 >
    rows.length;
}

/** The one that explains most first; what is left of the others has to be a campaign still, or to be another one within it. */
function merged(board: Board, population: Population, groups: readonly Group[]): readonly Group[] {
  const whole = groups.map((group) => withSiblings(board, population, group));
  const taken = new Set<number>();
  const sizes = new Map(
    CAMPAIGN_DAYS.map((days) => [days, board.count - firstRow(board.times, board.now - days * DAY_MS)]),
  );
  const kept: Group[] = [];
  for (const group of inOrder(board, whole)) {
    const left = group.rows.filter((row) => !taken.has(row)).length;
    const isNew = left >= MIN_MEMBERS && left >= OVERLAP * group.rows.length;
    if (!isNew && !kept.every((other) => isApart(group, other, sizes.get(group.days)!))) continue;
    kept.push(group);
    for (const row of group.rows) taken.add(row);
    if (kept.length === MAX_GROUPS) break;
  }
  return kept;
}

/** Those that explain most first. Without a past, what all have explains most: a domain that is new comes before it. */
function inOrder(board: Board, groups: readonly Group[]): readonly Group[] {
  const ordered = byWeight(groups);
  if (!isOfNewAccount(board)) return ordered;
  const isDomain = ({ shares }: Group) =>
    shares.length === 1 && board.columns[shares[0]!.column]!.name === "email.domain";
  return [...ordered.filter(isDomain), ...ordered.filter((group) => !isDomain(group))];
}

/** Whether the group is more than a part of the larger one that would be there without it too. */
function isApart(group: Group, larger: Group, size: number): boolean {
  const both = common(group.rows, larger.rows);
  if (both < OVERLAP * group.rows.length) return true;
  if (group.shares.length > 1 || both >= OVERLAP * larger.rows.length) return false;
  const purity = ({ rows, expected }: Group) => rows.length / Math.max(expected, 0.05);
  if (purity(group) < PURER * purity(larger)) return false;
  const expected = group.expected / Math.max(1, size) * larger.rows.length;
  return logPoissonTail(both, SPREAD * expected + SPREAD_ROWS) < CLASS;
}

/** How many are in both. @param one, other ascending */
function common(one: readonly number[], other: readonly number[]): number {
  let [count, at] = [0, 0];
  for (const row of one) {
    while (at < other.length && other[at]! < row) at++;
    if (other[at] === row) count++;
  }
  return count;
}
