/** Counts of challenges of a day by country and class of device: how many were shown and passed, by what, and how long it took. */
import { timestamp } from "../timestamp.ts";
import { PAGE_KINDS, type PageKind } from "./challenge.ts";

/** Upper bounds of the time to pass, in seconds; the last one has none. */
const TIME_BOUNDS = [1, 2, 3, 5, 8, 13, 20, 30, 60, 120, 300, 600] as const;

const FIELDS = ["shown", "passed", "wrong", ...PAGE_KINDS] as const;
type Field = typeof FIELDS[number];
const CELLS = FIELDS.length + TIME_BOUNDS.length + 1;
/** Countries and classes of a day that are told apart. */
const MAX_PLACES = 300;

/** By place (`DE mobile`): counts in the order of FIELDS, then by time. */
export type ChallengeDay = Readonly<Record<string, readonly number[]>>;

export type DeviceClass = "mobile" | "desktop" | "other";

export interface ChallengeCounts {
  readonly shown: number;
  readonly passed: number;
  /** Shown and not passed; those of the last hour may be passed yet. */
  readonly abandoned: number;
  /** With at least one wrong answer. */
  readonly wrong: number;
  readonly kinds: Readonly<Record<PageKind, number>>;
  /** Null: nobody passed. */
  readonly medianSeconds: number | null;
}

/** @param country ISO 3166-1 alpha-2; null: unknown */
export function placeOf(country: string | null, device: DeviceClass): string {
  return `${country ?? "--"} ${device}`;
}

/** One more event. @param seconds until it was passed */
export function counted(
  day: ChallengeDay | null,
  place: string,
  fields: readonly Field[],
  seconds: number | null = null,
): ChallengeDay {
  const known = day ?? {};
  const isNew = known[place] === undefined;
  const kept = isNew && Object.keys(known).length >= MAX_PLACES ? placeOf(null, "other") : place;
  const cells = Array.from({ length: CELLS }, (_, at) => known[kept]?.[at] ?? 0);
  for (const field of fields) cells[FIELDS.indexOf(field)]! += 1;
  if (seconds !== null) {
    const bound = TIME_BOUNDS.findIndex((most) => seconds <= most);
    cells[FIELDS.length + (bound < 0 ? TIME_BOUNDS.length : bound)]! += 1;
  }
  return { ...known, [kept]: cells };
}

/** Under which an event is counted. */
export function dayOf(at: number): string {
  return timestamp(at).slice(0, 10);
}

/** Of all that are given together. */
export function countsOf(cells: readonly (readonly number[])[]): ChallengeCounts {
  const sum = Array.from(
    { length: CELLS },
    (_, at) => cells.reduce((total, row) => total + (row[at] ?? 0), 0),
  );
  const of = (field: Field) => sum[FIELDS.indexOf(field)]!;
  return {
    shown: of("shown"),
    passed: of("passed"),
    abandoned: Math.max(0, of("shown") - of("passed")),
    wrong: of("wrong"),
    kinds: { code: of("code"), altcha: of("altcha"), wait: of("wait") },
    medianSeconds: median(sum.slice(FIELDS.length)),
  };
}

/** Within its step, as if those were spread evenly. */
function median(times: readonly number[]): number | null {
  const all = times.reduce((total, each) => total + each, 0);
  if (all === 0) return null;
  let before = 0;
  for (const [at, here] of times.entries()) {
    if (before + here >= all / 2) {
      const from = TIME_BOUNDS[at - 1] ?? 0;
      const to = TIME_BOUNDS[at] ?? from;
      return Math.round((from + (to - from) * (all / 2 - before) / here) * 10) / 10;
    }
    before += here;
  }
  return null;
}
