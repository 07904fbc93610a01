/**
 * Which of a group's sign-ups that were allowed and never labelled are good customers. Those of a campaign that nobody has
 * labelled yet are none: of a wave of 80 the team labels ten.
 */
import { DAY_MS, HOUR_MS } from "../duration.ts";

interface Width {
  /** Who is in a group for this long and was not reported is a good customer, */
  readonly unreportedMs: number;
  /** unless somebody labelled fraud signed up so near in time. */
  readonly nearMs: number;
}
/** Of groups that few get into by chance, and of those that anybody may be in: most in them have nothing to do with a campaign. */
export const NARROW: Width = { unreportedMs: 7 * DAY_MS, nearMs: 12 * HOUR_MS };
export const WIDE: Width = { unreportedMs: 0, nearMs: HOUR_MS };

/** Before the first labelled one there may be this many times as many of the campaign as between two labelled ones. */
const GAPS_BEFORE = 2;
/** Sign-ups that follow one another by no more than this many times the mean distance within the campaign belong to it. */
const MEAN_DISTANCES = 8;
/** Below this mean distance nothing follows from distances. */
const SHORTEST_DISTANCE_MS = 1000;

/**
 * @param fraud when those labelled fraud signed up, ascending
 * @param allowed when those signed up that were allowed and have no label, ascending
 */
export function goodCustomers(
  fraud: readonly number[],
  allowed: ArrayLike<number>,
  now: number,
  { unreportedMs, nearMs }: Width = NARROW,
): number {
  const early = beforeCampaign(fraud, allowed, nearMs);
  let good = early;
  let next = 0;
  for (let at = early; at < allowed.length; at++) {
    const time = allowed[at]!;
    if (time > now - unreportedMs) break;
    while (next < fraud.length && fraud[next]! < time) next++;
    const before = next === 0 ? Infinity : time - fraud[next - 1]!;
    const after = next === fraud.length ? Infinity : fraud[next]! - time;
    if (Math.min(before, after) > nearMs) good++;
  }
  return good;
}

/** How many of the first were there before the campaign began. */
function beforeCampaign(fraud: readonly number[], allowed: ArrayLike<number>, nearMs: number): number {
  const [first, last] = [fraud[0], fraud.at(-1)];
  if (first === undefined || last === undefined) return allowed.length;
  let [before, within] = [0, 0];
  for (let at = 0; at < allowed.length; at++) {
    if (allowed[at]! < first) before++;
    else if (allowed[at]! <= last) within++;
  }
  const ofCampaign = fraud.length + within;
  const unlabelled = Math.ceil(GAPS_BEFORE * within / Math.max(1, fraud.length - 1));
  const distance = (last - first) / Math.max(1, ofCampaign - 1);
  const reach = distance < SHORTEST_DISTANCE_MS ? 0 : Math.min(nearMs, MEAN_DISTANCES * distance);
  let left = before;
  for (let from = first; left > 0 && from - allowed[left - 1]! <= reach; left--) from = allowed[left - 1]!;
  return Math.max(0, Math.min(left, before - unlabelled));
}
