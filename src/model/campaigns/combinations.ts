/** Pairs and triples of values, grown from values that are unusual, or nearly so. */
import {
  CLASS,
  type Group,
  MIN_LIFT,
  MIN_MEMBERS,
  rowsWith,
  type Share,
  SPREAD,
  SPREAD_ROWS,
} from "./group.ts";
import { logPoissonTail } from "./probability.ts";
import { MIN_PAST, shareOf, type Window } from "./window.ts";

/** Values that pairs are grown from, and pairs that triples are. */
const MAX_SEEDS = 64;
const MAX_PAIRS = 48;
/** A value that more have is no beginning: it is found as the second one. */
const MOST_SHARE = 0.3;
/** The logarithm of a chance, not corrected, that makes a beginning. */
const NEARLY = Math.log(0.2);
/** Sign-ups of the past with a value that are looked at. */
const MAX_PAST_ROWS = 20_000;
/** How much the past's own count of a pair weighs against what its values by themselves let expect: as so much of the past. */
const INDEPENDENT = 0.5;
const SEEN_ROWS = 0.3;

interface Grown {
  readonly shares: readonly Share[];
  readonly rows: readonly number[];
  readonly expected: number;
  readonly logChance: number;
}

export function* combinations(window: Window, singles: readonly Group[]): Generator<void, Group[]> {
  if (window.past < MIN_PAST) return [];
  let looked = 0;
  const pairs: Grown[] = [];
  for (const seed of seedsOf(window, singles)) {
    for (const grown of grow(window, [seed])) {
      looked++;
      if (grown !== null) pairs.push(grown);
    }
    yield;
  }
  const triples: Grown[] = [];
  for (const { shares } of byChance(pairs).slice(0, MAX_PAIRS)) {
    for (const grown of grow(window, shares)) {
      looked++;
      if (grown !== null) triples.push(grown);
    }
    yield;
  }
  const correction = Math.log(Math.max(1, looked));
  return byChance([...pairs, ...triples])
    .map((grown): Group => ({
      ...grown,
      ring: null,
      days: window.days,
      logChance: grown.logChance + correction,
    }))
    .filter(({ logChance }) => logChance < CLASS);
}

function byChance(grown: readonly Grown[]): readonly Grown[] {
  return grown.toSorted((one, other) => one.logChance - other.logChance);
}

/** The most unusual values. */
function seedsOf(window: Window, singles: readonly Group[]): readonly Share[] {
  const { board, counts, size } = window;
  const nearly: { readonly share: Share; readonly logChance: number }[] = singles.map((
    { shares, logChance },
  ) => ({ share: shares[0]!, logChance }));
  const known = new Set(singles.map(({ shares: [share] }) => `${share!.column} ${share!.code}`));
  for (const column of board.columns.keys()) {
    const { now } = counts[column]!;
    for (let code = 1; code < now.length; code++) {
      const count = now[code]!;
      if (count < MIN_MEMBERS || count > MOST_SHARE * size || known.has(`${column} ${code}`)) continue;
      const expected = size * shareOf(window, column, code);
      const logChance = logPoissonTail(count, expected);
      if (logChance < NEARLY) nearly.push({ share: { column, code }, logChance });
    }
  }
  return nearly.sort((one, other) => one.logChance - other.logChance).slice(0, MAX_SEEDS)
    .map(({ share }) => share);
}

/** The shares with one more, of each column; null for each that was looked at in vain. */
function* grow(window: Window, shares: readonly Share[]): Generator<Grown | null> {
  const { board, start, size, past } = window;
  const rows = rowsWith(board, shares, start);
  const earlier = rowsWith(board, shares, 0, start);
  const weight = Math.max(1, earlier.length / MAX_PAST_ROWS);
  const sampled = weight === 1 ? earlier : earlier.filter((_, at) => at % Math.ceil(weight) === 0);
  const alone = shares.reduce((share, { column, code }) => share * shareOf(window, column, code), 1);
  const last = shares.at(-1)!.column;
  for (const [column, { codes }] of board.columns.entries()) {
    if (shares.some((share) => share.column === column) || (shares.length > 1 && column < last)) continue;
    const counts = new Map<number, number>();
    for (const row of rows) {
      const code = codes[row]!;
      if (code > 0) counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    for (const [code, count] of counts) {
      if (count < MIN_MEMBERS) continue;
      let before = 0;
      for (const row of sampled) if (codes[row] === code) before++;
      before *= Math.ceil(weight);
      const independent = alone * shareOf(window, column, code);
      const share = (before + SEEN_ROWS + INDEPENDENT * past * independent) / (past * (1 + INDEPENDENT));
      const expected = size * share;
      if (count < MIN_LIFT * expected) {
        yield null;
        continue;
      }
      const logChance = logPoissonTail(count, SPREAD * expected + SPREAD_ROWS);
      if (logChance > CLASS) {
        yield null;
        continue;
      }
      const grown = [...shares, { column, code }];
      yield { shares: grown, rows: rows.filter((row) => codes[row] === code), expected, logChance };
    }
  }
}
