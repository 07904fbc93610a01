/** Times as the pages of reviews say them. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../model/duration.ts";

/** "20 s", "5 min", "3 h", "12 days". @param ms not negative, but for clocks that differ */
export function ageWords(ms: number): string {
  const age = Math.max(0, ms);
  if (age < MINUTE_MS) return `${Math.floor(age / 1000)} s`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return `${Math.floor(age / DAY_MS)} days`;
}
