/** Calendar months (UTC). */
import { DAY_MS } from "../../model/duration.ts";

/** `2026-11` */
const MONTH = /^(2\d{3})-(0[1-9]|1[0-2])$/;

export interface Month {
  readonly name: string;
  /** Milliseconds since the epoch: from then on, and before then. */
  readonly from: number;
  readonly to: number;
  /** The first and the last day: `2026-11-01`. */
  readonly days: readonly [first: string, last: string];
}

/** Null when the text is no month. */
export function monthOf(text: string): Month | null {
  const [, year, month] = MONTH.exec(text) ?? [];
  if (year === undefined) return null;
  const [from, to] = [Date.UTC(Number(year), Number(month) - 1), Date.UTC(Number(year), Number(month))];
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { name: text, from, to, days: [day(from), day(to - DAY_MS)] };
}

export function monthAt(time: number): Month {
  return monthOf(new Date(time).toISOString().slice(0, 7))!;
}
