/** Windows of time as conditions write them: `10m`, `1h`, `30d`. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";
import { LONGEST_WINDOW_MS, SHORTEST_WINDOW_MS } from "./dimension.ts";

const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const WINDOW = /^([1-9][0-9]{0,5})([mhd])$/;

/** Milliseconds; null: no window, or one that is too short or too long. */
export function parseWindow(text: string): number | null {
  const [, count, unit] = WINDOW.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  const ms = Number(count) * UNITS[unit]!;
  return ms >= SHORTEST_WINDOW_MS && ms <= LONGEST_WINDOW_MS ? ms : null;
}
