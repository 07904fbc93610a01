/** The sign-ups of the last days against those before: how many have a value, and how many would be expected. */
import { DAY_MS } from "../duration.ts";
import type { Board, BoardColumn } from "./board.ts";
import type { CampaignDays } from "./campaign.ts";

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
  readonly repeats: Repeats;
}

/** How often values that a window has for the first time come again in it, as far as the past tells. */
interface Repeats {
  /** `atLeast[k]`: values that a window had at least k times, over all windows of the past. */
  readonly atLeast: readonly number[];
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
const MOST_NEW_SHARE = 0.03;
/** A window of the past may lack a little of its time. */
const SLACK_MS = DAY_MS / 4;

export function* windowOf(board: Board, days: CampaignDays): Generator<void, Window> {
  const from = board.now - days * DAY_MS;
  const start = firstRow(board.times, from);
  const counts: ValueCounts[] = [];
  for (const column of board.columns) {
    const size = column.values.length + 1;
    const [now, before] = [new Uint32Array(size), new Uint32Array(size)];
    const { codes } = column;
    for (let row = 0; row < start; row++) before[codes[row]!]!++;
    for (let row = start; row < board.count; row++) now[codes[row]!]!++;
    counts.push({ now, before, repeats: repeatsOf(board, column, { start, days, now }) });
    yield;
  }
  return { board, days, start, size: board.count - start, past: start, counts };
}

/** The first row of a time: rows of one commit may be out of order. */
function firstRow(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function repeatsOf(
  { times, count, now }: Board,
  { codes, values }: BoardColumn,
  window: { readonly start: number; readonly days: CampaignDays; readonly now: Uint32Array },
): Repeats {
  const atLeast = new Array<number>(MAX_REPEATS + 1).fill(0);
  const length = window.days * DAY_MS;
  const from = times[0] ?? now;
  const windows = Math.min(MAX_WINDOWS, Math.floor((now - length - from + SLACK_MS) / length));
  if (windows <= 0) return { atLeast, windows: 0, scale: 1 };
  const known = new Uint8Array(values.length + 1);
  const seen = new Uint32Array(values.length + 1);
  const first = firstRow(times, now - (windows + 1) * length);
  for (let row = 0; row < first; row++) known[codes[row]!] = 1;
  for (let at = windows; at > 0; at--) {
    const begin = firstRow(times, now - (at + 1) * length);
    const end = at === 1 ? window.start : firstRow(times, now - at * length);
    for (let row = begin; row < end; row++) seen[codes[row]!]!++;
    // Of the oldest ones nobody knows which values were new: those that few have.
    const few = begin === 0 ? Math.max(2, (end - begin) * MOST_NEW_SHARE) : Infinity;
    for (let row = begin; row < end; row++) {
      const code = codes[row]!;
      const count = seen[code]!;
      if (count === 0) continue;
      seen[code] = 0;
      if (code === 0 || known[code] === 1) continue;
      known[code] = 1;
      if (count > few) continue;
      for (let k = 1; k <= Math.min(count, MAX_REPEATS); k++) atLeast[k]!++;
    }
  }
  const usual = Math.max(1, (window.start - first) / windows);
  return { atLeast, windows, scale: Math.max(1, (count - window.start) / usual) };
}

/** How many of the window's sign-ups would have the value. */
export function expectedOf({ size, past, counts }: Window, column: number, code: number): number {
  return size * shareOf({ past, counts }, column, code);
}

/** Of the past, a little more where little is known. */
export function shareOf(
  { past, counts }: Pick<Window, "past" | "counts">,
  column: number,
  code: number,
): number {
  return (counts[column]!.before[code]! + PRIOR_ROWS * PRIOR_SHARE) / (past + PRIOR_ROWS);
}

/** Below this the past says little of how many have a class. */
export const MIN_PAST = 150;
/** Of values that come again; a new account's come as seldom as this. */
const FEW_REPEATS = 3;
const UNKNOWN_PAIRS = 0.3;
const [LEAST_RATIO, MOST_RATIO] = [0.12, 0.6];

/**
 * How many values that a window has for the first time it would have so often, by chance and by what people do: as a
 * logarithm. It is over all values of the column.
 */
export function logNewValues({ size, counts }: Window, column: number, count: number): number {
  const { atLeast, windows, scale } = counts[column]!.repeats;
  const times = Math.min(count, MAX_REPEATS);
  const ratio = Math.min(
    MOST_RATIO,
    Math.max(LEAST_RATIO, (atLeast[3]! + 0.5) / (atLeast[2]! + 2)),
  );
  // The last number of times that was seen often enough to be counted on.
  let known = 2;
  while (known < times && atLeast[known + 1]! >= FEW_REPEATS) known++;
  const base = windows === 0
    ? UNKNOWN_PAIRS * Math.max(1, size / 200)
    : (atLeast[known]! + UNKNOWN_PAIRS) / windows;
  const observed = windows === 0 ? 0 : atLeast[times]! / windows;
  const extrapolated = base * ratio ** Math.max(0, times - known);
  return Math.log(Math.max(observed, extrapolated) * scale ** 2);
}
