/** The sign-ups of the last days against those before: how many have a value, and how many would be expected. */
import { DAY_MS } from "../duration.ts";
import { type Board, type BoardColumn, columnOf } from "./board.ts";
import type { CampaignDays } from "./campaign.ts";
import { isAtOnePlace } from "./company.ts";
import { MIN_MEMBERS } from "./group.ts";

export interface Window {
  readonly board: Board;
  readonly days: CampaignDays;
  /** Its first row; the rows before are the past. */
  readonly start: number;
  readonly size: number;
  readonly past: number;
  /** Of each column. */
  readonly counts: readonly ValueCounts[];
}

interface ValueCounts {
  /** By code: sign-ups of the window, and of the past. */
  readonly now: Uint32Array;
  readonly before: Uint32Array;
  /** Null: not asked of classes. */
  readonly repeats: Repeats | null;
}

/** How often values that a window has for the first time come again in it, as far as the past tells. */
interface Repeats {
  /** `atLeast[k]`: values that a window had at least k times, over all windows of the past. */
  readonly atLeast: readonly number[];
  /** 0: the account is not older than the window, whose own values are told of. */
  readonly windows: number;
  /** How much larger this window is than those were. */
  readonly scale: number;
}

/** What is expected of a class that the past lacks, as so many sign-ups more. */
const PRIOR_ROWS = 30;
const PRIOR_SHARE = 0.005;
/** Windows of the past that are compared. */
const MAX_WINDOWS = 30;
const MAX_REPEATS = 40;
/** A value that more have is not new where nobody knows. */
const MOST_NEW_SHARE = 0.03;
/** A window of the past may lack a little of its time. */
const SLACK_MS = DAY_MS / 4;
/** Below this the past says little of how many have a class. */
export const MIN_PAST = 100;
/** Columns of which a household or an office on one line counts once. */
const BY_NETWORK = ["email.domain", "dimension.device", "signup.referral"];

/** @param lastMs of the last day, that only so much of it is looked at */
export function* windowOf(board: Board, days: CampaignDays, lastMs?: number): Generator<void, Window> {
  const start = firstRow(board.times, board.now - (lastMs ?? days * DAY_MS));
  const counts: ValueCounts[] = [];
  for (const column of board.columns) {
    const size = column.values.length + 1;
    const [now, before] = [new Uint32Array(size), new Uint32Array(size)];
    const { codes, spread } = column;
    for (let row = 0; row < start; row++) before[codes[row]!]!++;
    for (let row = start; row < board.count; row++) now[codes[row]!]!++;
    counts.push({
      now,
      before,
      repeats: spread === "many" && lastMs === undefined ? repeatsOf(board, column, start, days) : null,
    });
    yield;
  }
  return { board, days, start, size: board.count - start, past: start, counts };
}

/** The first row of a time: rows of one commit may be out of order. */
export function firstRow(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Classes of domains at which people are who do not know each other. */
export const PUBLIC_CLASSES: readonly unknown[] = ["free", "relay", "school", "government"];

/** Domains of these classes: an account sees them the first time because it is new itself. */
export function publicDomains(
  board: Board,
  { name, codes }: BoardColumn,
  start: number,
): ReadonlySet<number> {
  const classes = name === "email.domain" ? columnOf(board, "email.domain_class") : null;
  const found = new Set<number>();
  for (let row = start; classes !== null && row < board.count; row++) {
    if (PUBLIC_CLASSES.includes(classes.values[classes.codes[row]! - 1])) found.add(codes[row]!);
  }
  return found;
}

function repeatsOf(board: Board, column: BoardColumn, start: number, days: CampaignDays): Repeats {
  const { times, now, count } = board;
  const atLeast = new Array<number>(MAX_REPEATS + 1).fill(0);
  const length = days * DAY_MS;
  const windows = Math.min(MAX_WINDOWS, Math.floor((now - length - (times[0] ?? now) + SLACK_MS) / length));
  const known = new Uint8Array(column.values.length + 1);
  const publicCodes = publicDomains(board, column, 0);
  const note = (begin: number, end: number) => {
    const few = Math.max(2, (end - begin) * MOST_NEW_SHARE);
    for (const [code, rows] of rowsOfNew(column, known, begin, end)) {
      // Of the oldest ones nobody knows which values were new: those that few have.
      if (rows.length < 2 || (begin === 0 && (rows.length > few || publicCodes.has(code)))) continue;
      if (rows.length >= MIN_MEMBERS && isAtOnePlace(board, rows)) continue;
      const times = Math.min(MAX_REPEATS, peopleOf(board, column, rows));
      for (let k = 1; k <= times; k++) atLeast[k]!++;
      known[code] = 1;
    }
  };
  if (windows <= 0) {
    note(0, count);
    return { atLeast, windows: 0, scale: 1 };
  }
  const first = firstRow(times, now - (windows + 1) * length);
  for (let row = 0; row < first; row++) known[column.codes[row]!] = 1;
  for (let at = windows; at > 0; at--) {
    const begin = firstRow(times, now - (at + 1) * length);
    const end = at === 1 ? start : firstRow(times, now - at * length);
    note(begin, end);
    for (let row = begin; row < end; row++) known[column.codes[row]!] = 1;
  }
  const usual = Math.max(1, (start - first) / windows);
  return { atLeast, windows, scale: Math.max(1, (count - start) / usual) };
}

/** Of values that are not known, the rows from `begin` to `end`. */
function rowsOfNew(
  { codes }: BoardColumn,
  known: Uint8Array,
  begin: number,
  end: number,
): Map<number, number[]> {
  const rowsOf = new Map<number, number[]>();
  for (let row = begin; row < end; row++) {
    const code = codes[row]!;
    if (code === 0 || known[code] === 1) continue;
    const rows = rowsOf.get(code);
    if (rows === undefined) rowsOf.set(code, [row]);
    else rows.push(row);
  }
  return rowsOf;
}

/** How many sign-ups they are, those of one network counted once where people at one place share the value. */
export function peopleOf(board: Board, { name }: BoardColumn, rows: readonly number[]): number {
  if (!BY_NETWORK.includes(name) && !name.startsWith("custom.")) return rows.length;
  return networksOf(board, rows);
}

/** Different networks; an unknown one is one of its own. */
export function networksOf(board: Board, rows: readonly number[]): number {
  const codes = columnOf(board, "dimension.subnet")?.codes;
  if (codes === undefined) return rows.length;
  const seen = new Set<number>();
  let unknown = 0;
  for (const row of rows) {
    if (codes[row] === 0) unknown++;
    else seen.add(codes[row]!);
  }
  return seen.size + unknown;
}

/** How many of the window's sign-ups would have the value. */
export function expectedOf({ size, past, counts }: Window, column: number, code: number): number {
  return size * (counts[column]!.before[code]! + PRIOR_ROWS * PRIOR_SHARE) / (past + PRIOR_ROWS);
}

/** Of the past, a little more where little is known; where the past says too little, of what is now too. */
export function shareOf({ past, size, counts }: Window, column: number, code: number): number {
  const { before, now } = counts[column]!;
  const rows = past < MIN_PAST ? past + size : past;
  const having = before[code]! + (past < MIN_PAST ? now[code]! : 0);
  return (having + PRIOR_ROWS * PRIOR_SHARE) / (rows + PRIOR_ROWS);
}

/** Values that were seen so often at least say how often others are. */
const FEW_REPEATS = 3;
/** Of values that come again; a new account's come as seldom as this. */
const UNKNOWN_PAIRS = 0.3;
const [LEAST_RATIO, MOST_RATIO] = [0.12, 0.6];

/**
 * How many values that a window has for the first time it would have so often, by chance and by what people do: as a
 * logarithm. It is over all values of the column.
 */
export function logNewValues({ counts }: Window, column: number, count: number): number {
  const { atLeast: all, windows, scale } = counts[column]!.repeats!; // asked of values that few have
  const times = Math.min(count, MAX_REPEATS);
  // The value itself is one of those that the only window has.
  const atLeast = windows > 0 ? all : all.map((values, k) => k <= times ? Math.max(0, values - 1) : values);
  const ratio = Math.min(MOST_RATIO, Math.max(LEAST_RATIO, (atLeast[3]! + 0.5) / (atLeast[2]! + 2)));
  // The last number of times that was seen often enough to be counted on.
  let known = 2;
  while (known < times && atLeast[known + 1]! >= FEW_REPEATS) known++;
  const base = (atLeast[known]! + UNKNOWN_PAIRS) / Math.max(1, windows);
  const observed = atLeast[times]! / Math.max(1, windows);
  const extrapolated = base * ratio ** Math.max(0, times - known);
  return Math.log(Math.max(observed, extrapolated) * scale ** 2);
}
