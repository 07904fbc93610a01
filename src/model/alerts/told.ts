/** What a kind of an alert has told of, and whether it speaks again. Pure. */
import { HOUR_MS, MINUTE_MS } from "../duration.ts";
import { type Finding, QUIET_MS } from "./alert.ts";

export interface Told {
  /** Null: never. */
  readonly spokeAt: number | null;
  /** When each thing that was told of was last seen. */
  readonly seen: Readonly<Record<string, number>>;
}

export const NOTHING_TOLD: Told = { spokeAt: null, seen: {} };

/** What was not seen for this long is over: when it is seen again, it is told of again. */
const CALM_MS = HOUR_MS;
/** That something lasts is noted this often. */
const NOTED_MS = 15 * MINUTE_MS;
/** Things of a kind that are told of in one message and remembered. */
const MAX_TOLD = 50;
const MAX_SEEN = 200;

interface Step {
  /** What is told of now; empty: nothing. */
  readonly speaks: readonly Finding[];
  /** The same object when nothing changed. */
  readonly told: Told;
}

/** What has not ended is told of once, however long it lasts; what began while the kind was quiet is told of after that. */
export function nextTold(before: Told, findings: readonly Finding[], now: number): Step {
  const present = new Set(findings.map(({ key }) => key));
  const kept = Object.entries(before.seen).flatMap(([key, at]): [string, number][] => {
    const isOld = Math.abs(now - at) >= (present.has(key) ? NOTED_MS : CALM_MS);
    if (!isOld) return [[key, at]];
    return present.has(key) ? [[key, now]] : [];
  });
  const fresh = findings.filter(({ key, begins }) => begins && before.seen[key] === undefined);
  const isQuiet = before.spokeAt !== null && Math.abs(now - before.spokeAt) < QUIET_MS;
  const speaks = isQuiet ? [] : fresh.slice(0, MAX_TOLD);
  const changed = speaks.length > 0 || kept.length !== Object.keys(before.seen).length ||
    kept.some(([key, at]) => before.seen[key] !== at);
  if (!changed) return { speaks, told: before };
  const all = [...kept, ...speaks.map(({ key }): [string, number] => [key, now])];
  const seen = Object.fromEntries(all.sort(([, one], [, other]) => other - one).slice(0, MAX_SEEN));
  return { speaks, told: { spokeAt: speaks.length > 0 ? now : before.spokeAt, seen } };
}
