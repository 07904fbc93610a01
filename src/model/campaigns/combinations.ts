/** Pairs and triples of values of different families, grown from values that are unusual, or nearly so. */
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
import { logBinomialTail, logPoissonTail } from "./probability.ts";
import { MIN_PAST, networksOf, shareOf, type Window } from "./window.ts";
import { isOfPlace } from "./board.ts";

/** Values that pairs are grown from, and pairs that triples are. */
const MAX_SEEDS = 96;
const MAX_PAIRS = 48;
const MAX_FOUND = 300;
/** A value that more have is no beginning: it is found as the second one. */
const MOST_SHARE = 0.35;
/** Sign-ups of the past with a value that are looked at. */
const MAX_PAST_ROWS = 20_000;
/** How much the past's own count of a pair weighs against what its values by themselves let expect: as so much of the past. */
const INDEPENDENT = 0.5;
const SEEN_ROWS = 0.3;
/** How many times as many of the members as of others have a further value, and the logarithm of the chance of that. */
const MIN_MORE = 2;
const MISSED_MORE = 1.6;
const MORE_CHANCE = -8;
/** Columns of which "unknown" is a value too, where most have one. */
/** Identities: a pair with one is found as the other. */
const NEVER_SECOND = ["dimension.email", "dimension.phone", "dimension.device", "phone.block"];
const MISSED = ["phone.country", "device.browser"];

interface Grown {
  readonly shares: readonly Share[];
  readonly rows: readonly number[];
  readonly expected: number;
  readonly logChance: number;
}

export function* combinations(window: Window): Generator<void, Group[]> {
  if (window.size + window.past < MIN_PAST) return [];
  let looked = 0;
  let pairs: Grown[] = [];
  for (const seed of seedsOf(window)) {
    for (const grown of grow(window, [seed])) {
      looked++;
      if (grown !== null) pairs.push(grown);
    }
    if (pairs.length > 2 * MAX_FOUND) pairs = byChance(pairs).slice(0, MAX_FOUND);
    yield;
  }
  const triples: Grown[] = [];
  for (const { shares } of distinct(byChance(pairs)).slice(0, MAX_PAIRS)) {
    for (const grown of grow(window, shares)) {
      looked++;
      if (grown !== null) triples.push(grown);
    }
    yield;
  }
  const correction = Math.log(Math.max(1, looked));
  return distinct(byChance([...pairs, ...triples])).slice(0, MAX_FOUND)
    .map((grown): Group => ({ ...grown, days: window.days, logChance: grown.logChance + correction }))
    .filter(({ logChance }) => logChance < CLASS);
}

/** Each set of values once. */
function distinct(grown: readonly Grown[]): readonly Grown[] {
  const seen = new Set<string>();
  return grown.filter(({ shares }) => {
    const key = shares.map(({ column, codes }) => `${column} ${codes[0]}`).sort().join();
    return !seen.has(key) && seen.add(key);
  });
}

function byChance(grown: readonly Grown[]): readonly Grown[] {
  return grown.toSorted((one, other) => one.logChance - other.logChance || one.rows[0]! - other.rows[0]!);
}

/** The most unusual values. */
function seedsOf(window: Window): readonly Share[] {
  const { board, counts, size } = window;
  const seeds: { readonly share: Share; readonly logChance: number }[] = [];
  for (const [column, { family }] of board.columns.entries()) {
    if (family === "place" || family === "line") continue;
    const { now } = counts[column]!;
    for (let code = 1; code < now.length; code++) {
      const count = now[code]!;
      if (count < MIN_MEMBERS || count > MOST_SHARE * size) continue;
      const logChance = logPoissonTail(count, size * shareOf(window, column, code));
      seeds.push({ share: { column, codes: [code] }, logChance });
    }
  }
  return seeds.sort((one, other) => one.logChance - other.logChance).slice(0, MAX_SEEDS).map(({ share }) =>
    share
  );
}

/** The shares with one more, of each column; null for each that was looked at in vain. */
function* grow(window: Window, shares: readonly Share[]): Generator<Grown | null> {
  const { board, start, size, past } = window;
  const rows = rowsWith(board, shares, start);
  const earlier = rowsWith(board, shares, 0, start);
  const step = Math.max(1, Math.ceil(earlier.length / MAX_PAST_ROWS));
  const sampled = step === 1 ? earlier : earlier.filter((_, at) => at % step === 0);
  const alone = shares.reduce((share, { column, codes }) => share * shareOf(window, column, codes[0]!), 1);
  const own = shares.map(({ column }) => board.columns[column]!);
  const families = new Set(own.map(({ family }) => family));
  const hasPlace = own.some(isOfPlace);
  for (const [column, { codes, family, name }] of board.columns.entries()) {
    if (family === "line" || NEVER_SECOND.includes(name) || families.has(family)) continue;
    if (hasPlace && isOfPlace(board.columns[column]!)) continue;
    const { now } = window.counts[column]!;
    const counts = new Uint32Array(now.length);
    for (const row of rows) counts[codes[row]!]!++;
    for (let code = MISSED.includes(name) ? 0 : 1; code < counts.length; code++) {
      const count = counts[code]!;
      if (count < MIN_MEMBERS) continue;
      // Among others of the same days: on some days everybody has something.
      const others = (now[code]! - count + 1) / (size - rows.length + 2);
      const among = Math.min(0.99, Math.max(others, shareOf(window, column, code)));
      const more = code === 0 ? MISSED_MORE : MIN_MORE;
      if (count < more * among * rows.length || logBinomialTail(count, rows.length, among) > MORE_CHANCE) {
        yield null;
        continue;
      }
      let before = 0;
      for (const row of sampled) if (codes[row] === code) before++;
      const independent = alone * shareOf(window, column, code);
      const share = past < MIN_PAST
        ? independent
        : (before * step + SEEN_ROWS + INDEPENDENT * past * independent) / (past * (1 + INDEPENDENT));
      const expected = size * share;
      const members = rows.filter((row) => codes[row] === code);
      // A household counts once.
      const people = networksOf(board, members);
      const logChance = logPoissonTail(people, SPREAD * expected + SPREAD_ROWS);
      yield people < MIN_LIFT * expected || logChance > CLASS
        ? null
        : { shares: [...shares, { column, codes: [code] }], rows: members, expected, logChance };
    }
  }
}
